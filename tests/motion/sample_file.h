// A motion of a test as a scenario, which `carom simulate` takes and tools/shrink makes small.
#ifndef CAROM_TESTS_MOTION_SAMPLE_FILE_H
#define CAROM_TESTS_MOTION_SAMPLE_FILE_H

#include <stdio.h>

#include "motion/crowd_rig.h"
#include "motion/journey.h"

/// From the start, with all digits. The title needs no escaping.
void sample_file_journey(const journey* j, const char* title, FILE* file);
void sample_file_crowd(const crowd_rig* r, const char* title, FILE* file);

#endif
