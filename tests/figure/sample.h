// Impacts to draw, a folder to draw into, and files to look at.
#ifndef CAROM_TESTS_FIGURE_SAMPLE_H
#define CAROM_TESTS_FIGURE_SAMPLE_H

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carom/figure.h"

enum { SAMPLE_POINTS = 101, SAMPLE_PATH = 512 };

/// A solved impact with all that its diagram needs.
typedef struct sample {
  carom_planar_problem problem;
  carom_planar_outcome outcome;
  carom_planar_diagram diagram;
  carom_trace_point points[SAMPLE_POINTS];
  carom_trace trace;
} sample;

/// False if the solver refuses the problem.
static inline bool sample_solve(sample* s) {
  s->trace = (carom_trace){s->points, SAMPLE_POINTS, 0};
  if (carom_planar_solve(&s->problem, &s->outcome, NULL) != CAROM_OK) return false;
  s->diagram = carom_planar_diagram_of(&s->problem);
  return carom_planar_trace(&s->problem, &s->outcome, &s->trace, NULL) == CAROM_OK;
}

/// The falling rod of WM92 section 6.
static inline void sample_rod(sample* s, double v_t, double v_n, double mu, double e) {
  s->problem = carom_planar_problem_default();
  s->problem.w_tt = s->problem.w_nn = 2.5;
  s->problem.w_tn = -1.5;
  s->problem.v_t = v_t;
  s->problem.v_n = v_n;
  s->problem.surface.mu = s->problem.surface.mu_static = mu;
  s->problem.surface.e = e;
  cr_assert(sample_solve(s));
}

static inline carom_figure_process_input sample_input(const sample* s) {
  return (carom_figure_process_input){&s->problem, &s->outcome, &s->diagram, &s->trace};
}

/// A new empty folder.
static inline void sample_folder(char path[SAMPLE_PATH]) {
  const char* parent = getenv("TMPDIR");
  snprintf(path, SAMPLE_PATH, "%s/carom-test-XXXXXX", parent && *parent ? parent : "/tmp");
  cr_assert_not_null(mkdtemp(path));
}

static inline void sample_join(char path[SAMPLE_PATH], const char* folder, const char* name) {
  cr_assert_lt(snprintf(path, SAMPLE_PATH, "%s/%s", folder, name), SAMPLE_PATH);
}

static inline int sample_file_count(const char* folder) {
  int count = 0;
  DIR* listing = opendir(folder);
  cr_assert_not_null(listing);
  for (struct dirent* entry; (entry = readdir(listing));) count += entry->d_name[0] != '.';
  closedir(listing);
  return count;
}

/// Removes a folder and the plain files in it.
static inline void sample_remove(const char* folder) {
  DIR* listing = opendir(folder);
  for (struct dirent* entry; listing && (entry = readdir(listing));) {
    char path[SAMPLE_PATH];
    sample_join(path, folder, entry->d_name);
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) remove(path);
  }
  if (listing) closedir(listing);
  rmdir(folder);
}

/// A whole file with a 0 after it; free it. NULL if there is none.
static inline char* sample_read(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (!file) return NULL;
  struct stat about;
  cr_assert_eq(fstat(fileno(file), &about), 0);
  char* bytes = malloc((size_t)about.st_size + 1);
  *size = fread(bytes, 1, (size_t)about.st_size, file);
  bytes[*size] = '\0';
  fclose(file);
  return bytes;
}

#endif
