// Long runs of property tests: CAROM_SOAK=N in the environment asks for one. It tells how far it has come, tenth by
// tenth, ends with the worst value of each measure, and a sample that fails is told by its number, so that it can be
// drawn again; where CAROM_SOAK_SCENARIO names a file, that sample is written there as a scenario (a contact problem,
// or what the test can write), which `carom` takes and tools/shrink makes small.
#ifndef CAROM_TESTS_SOAK_H
#define CAROM_TESTS_SOAK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/contact.h"

/// What a long run is at; what is NULL between runs.
typedef struct soak_place {
  const char* what;
  long at, count;
} soak_place;

static soak_place soak_now;

enum { SOAK_MOST_SIZE = 36 };

/// The contact problem of the sample at hand; dimension 0: none is known.
static struct {
  int dimension, count;
  double w[SOAK_MOST_SIZE * SOAK_MOST_SIZE], v[SOAK_MOST_SIZE];
  carom_surface surfaces[SOAK_MOST_SIZE / 2];
} soak_problem_now;

/// What is solved for the sample at hand. Only a soak remembers it.
static inline void soak_problem(const carom_contact_problem* p) {
  static int wanted = -1;
  const int size = p->dimension * p->contact_count;
  if (wanted < 0) wanted = getenv("CAROM_SOAK_SCENARIO") != NULL;
  if (!wanted || size > SOAK_MOST_SIZE) return;
  soak_problem_now.dimension = p->dimension;
  soak_problem_now.count = p->contact_count;
  memcpy(soak_problem_now.w, p->w, sizeof(double) * (size_t)(size * size));
  memcpy(soak_problem_now.v, p->v, sizeof(double) * (size_t)size);
  memcpy(soak_problem_now.surfaces, p->surfaces, sizeof(carom_surface) * (size_t)p->contact_count);
}

/// Writes what is not a contact problem as a scenario: its keys after "title", and the closing brace.
typedef void soak_writer(FILE* file, const void* drawn);

static struct {
  soak_writer* write;
  const void* sample;
} soak_other_now;

/// What the sample at hand is, where it is no contact problem. It must live until it has been tried.
static inline void soak_sample(soak_writer* write, const void* drawn) {
  soak_other_now.write = write;
  soak_other_now.sample = drawn;
}

static inline void soak_write_contacts(FILE* file) {
  const int d = soak_problem_now.dimension, size = d * soak_problem_now.count;
  fprintf(file, "\"dimension\": %d,\n\"contact_space\": {\"W\": [", d);
  for (int i = 0; i < size; ++i)
    for (int k = 0; k < size; ++k)
      fprintf(file, "%s%.17g%s",
              k   ? ", "
              : i ? ", ["
                  : "[",
              soak_problem_now.w[i * size + k], k == size - 1 ? "]" : "");
  fputs("], \"v\": [", file);
  for (int i = 0; i < size; ++i) fprintf(file, "%s%.17g", i ? ", " : "", soak_problem_now.v[i]);
  fputs("]},\n\"contacts\": [", file);
  for (int i = 0; i < soak_problem_now.count; ++i) {
    const carom_surface* s = &soak_problem_now.surfaces[i];
    fprintf(file, "%s{\"law\": \"%s\", \"e\": %.17g, \"mu\": %.17g", i ? ",\n" : "", carom_law_word(s->law), s->e,
            s->mu);
    if (s->mu_static > s->mu) fprintf(file, ", \"mu_static\": %.17g", s->mu_static);
    if (s->eta2 > 0) fprintf(file, ", \"eta2\": %.17g", s->eta2);
    if (soak_problem_now.count > 1 && s->stiffness > 0) fprintf(file, ", \"stiffness\": %.17g", s->stiffness);
    if (soak_problem_now.count > 1 && s->exponent > 0) fprintf(file, ", \"exponent\": %.17g", s->exponent);
    fputc('}', file);
  }
  fputs("]}\n", file);
}

/// The first sample that failed, as a scenario. Once.
static inline void soak_write(void) {
  static int written;
  const char* path = getenv("CAROM_SOAK_SCENARIO");
  FILE* file = path && (soak_other_now.write || soak_problem_now.dimension) && !written ? fopen(path, "w") : NULL;
  if (!file) return;
  written = 1;
  fprintf(file, "{\"carom\": 1, \"title\": \"%s, number %ld\",\n", soak_now.what, soak_now.at);
  if (soak_other_now.write) {
    soak_other_now.write(file, soak_other_now.sample);
  } else {
    soak_write_contacts(file);
  }
  fclose(file);
  printf("the sample is the scenario %s\n", path);
}

/// N where a soak is asked for, else the usual number.
static inline long soak_count(long usual) {
  const char* soak = getenv("CAROM_SOAK");
  return soak ? atol(soak) : usual;
}

/// Before sample `at` of so many.
static inline void soak_at(const char* what, long at, long count) {
  soak_now = (soak_place){what, at, count};
  if (!getenv("CAROM_SOAK") || count < 10 || at == 0 || at % (count / 10) != 0) return;
  printf("%s: %ld of %ld\n", what, at, count);
  fflush(stdout);
}

enum { SOAK_MOST_MEASURES = 8 };

/// The worst of each measure of the run at hand.
static struct {
  const char* measure;
  double worst, bar;
} soak_worsts[SOAK_MOST_MEASURES];

static inline void soak_note(double value, double bar, const char* measure) {
  for (int i = 0; i < SOAK_MOST_MEASURES; ++i) {
    if (!soak_worsts[i].measure) {
      soak_worsts[i].measure = measure;
      soak_worsts[i].worst = value;
      soak_worsts[i].bar = bar;
      return;
    }
    if (soak_worsts[i].measure == measure || strcmp(soak_worsts[i].measure, measure) == 0) {
      if (!(value <= soak_worsts[i].worst)) soak_worsts[i].worst = value;
      return;
    }
  }
}

/// The lines that tools/soak reads for its table.
static inline void soak_tell_worst(void) {
  for (int i = 0; getenv("CAROM_SOAK") && i < SOAK_MOST_MEASURES && soak_worsts[i].measure; ++i)
    printf("%s, worst %s: %.3g of %.3g\n", soak_now.what, soak_worsts[i].measure, soak_worsts[i].worst,
           soak_worsts[i].bar);
  memset(soak_worsts, 0, sizeof soak_worsts);
}

/// After the last sample.
static inline void soak_over(void) {
  soak_tell_worst();
  soak_now.what = NULL;
}

/// Where a value passes its bar for the first time, or is none: what and which sample. Returns the larger of worst and
/// value; a value that is NaN stays.
static inline double soak_worst(double worst, double value, double bar, const char* measure) {
  if (!(value <= bar) && worst <= bar) {
    printf("%s, number %ld: %s is %.3g, above %.3g\n", soak_now.what, soak_now.at, measure, value, bar);
    soak_write();
  }
  soak_note(value, bar, measure);
  return isnan(worst) || value <= worst ? worst : value;
}

/// At the end of a test: one that was left in the midst of its samples failed at the last of them.
static inline void soak_tell(void) {
  if (!soak_now.what) return;
  printf("%s failed at number %ld of %ld\n", soak_now.what, soak_now.at, soak_now.count);
  soak_write();
  soak_tell_worst();
}

#endif
