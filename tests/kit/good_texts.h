// Scenario files that together use every feature of the format. ' stands for ".
#ifndef TESTS_KIT_GOOD_TEXTS_H
#define TESTS_KIT_GOOD_TEXTS_H

enum { GOOD_TEXT_COUNT = 13 };

extern const char* const good_texts[GOOD_TEXT_COUNT];

#endif
