#define _GNU_SOURCE  // MAP_ANONYMOUS
#include "simultaneous/judge_child.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

void* judge_shared(size_t size) {
  void* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) abort();
  return memory;
}

/// The timer counts processor time, and its signal ends the process.
static void limit_time(double seconds) {
  const long whole = (long)seconds;
  const struct itimerval timer = {.it_value = {whole, (long)(1e6 * (seconds - (double)whole))}};
  setitimer(ITIMER_PROF, &timer, NULL);
}

double judge_in_child(void (*work)(void*), void* argument, double limit) {
  fflush(NULL);
  const pid_t child = fork();
  if (child < 0) abort();
  if (child == 0) {
    limit_time(limit);
    work(argument);
    _exit(0);
  }
  struct rusage used;
  int status = 0;
  if (wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return HUGE_VAL;
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}
