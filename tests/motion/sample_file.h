// A motion of a test as a scenario, which `carom simulate` takes and tools/shrink makes small.
#ifndef CAROM_TESTS_MOTION_SAMPLE_FILE_H
#define CAROM_TESTS_MOTION_SAMPLE_FILE_H

#include <stdio.h>

#include "motion/crowd_rig.h"
#include "motion/journey.h"

/// The keys of a scenario after its title, and the closing brace: the motion from its start, with all digits. What is
/// drawn is a journey or a crowd_rig.
void sample_file_journey(FILE* file, const void* drawn);
void sample_file_crowd(FILE* file, const void* drawn);

#endif
