// Long runs of property tests: CAROM_SOAK=N in the environment asks for one. It tells how far it has come, tenth by
// tenth, and a sample that fails is told by its number, so that it can be drawn again.
#ifndef CAROM_TESTS_SOAK_H
#define CAROM_TESTS_SOAK_H

#include <stdio.h>
#include <stdlib.h>

/// What a long run is at; what is NULL between runs.
typedef struct soak_place {
  const char* what;
  long at, count;
} soak_place;

static soak_place soak_now;

/// N/part where a soak is asked for, else the usual number.
static inline long soak_count(long usual, long part) {
  const char* soak = getenv("CAROM_SOAK");
  return soak ? atol(soak) / part : usual;
}

/// Before sample `at` of so many.
static inline void soak_at(const char* what, long at, long count) {
  soak_now = (soak_place){what, at, count};
  if (!getenv("CAROM_SOAK") || count < 10 || at == 0 || at % (count / 10) != 0) return;
  printf("%s: %ld of %ld\n", what, at, count);
  fflush(stdout);
}

static inline void soak_over(void) {
  soak_now.what = NULL;
}

/// Where a value passes its bar for the first time: what and which sample. Returns the larger of worst and value.
static inline double soak_worst(double worst, double value, double bar, const char* measure) {
  if (value > bar && !(worst > bar))
    printf("%s, number %ld: %s is %.3g, above %.3g\n", soak_now.what, soak_now.at, measure, value, bar);
  return value > worst ? value : worst;
}

/// At the end of a test: one that was left in the midst of its samples failed at the last of them.
static inline void soak_tell(void) {
  if (soak_now.what) printf("%s failed at number %ld of %ld\n", soak_now.what, soak_now.at, soak_now.count);
}

#endif
