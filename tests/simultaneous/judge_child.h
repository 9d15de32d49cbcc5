// Work in a process of its own, with a limit of processor time.
#ifndef CAROM_TESTS_SIMULTANEOUS_JUDGE_CHILD_H
#define CAROM_TESTS_SIMULTANEOUS_JUDGE_CHILD_H

#include <stddef.h>

/// Memory that a child and its parent share, zeroed; it is never given back.
void* judge_shared(size_t size);

/// Calls work(argument) in a child. Seconds of processor time that it took; HUGE_VAL if it spent its limit or died.
double judge_in_child(void (*work)(void*), void* argument, double limit);

#endif
