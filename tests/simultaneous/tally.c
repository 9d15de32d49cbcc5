#include "simultaneous/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tally_start(tally* t, const family* f, bool rigid, int most) {
  memset(t, 0, sizeof *t);
  t->of = f;
  t->rigid = rigid;
  t->seconds = malloc(((size_t)most + 1) * sizeof *t->seconds);
}

void tally_end(tally* t) {
  free(t->seconds);
}

void tally_add(tally* t, int index, const verdict* v) {
  (void)index;
  t->seconds[t->count++] = v->seconds;
  t->none += (v->faults & JUDGE_NO_ANSWER) != 0;
  t->late += v->late;
  t->approximate += (v->warnings & CAROM_WARN_APPROXIMATE) != 0;
  t->sensitive += (v->warnings & CAROM_WARN_SENSITIVE) != 0;
  t->laws += (v->faults & JUDGE_LAW) != 0;
  t->order += (v->faults & JUDGE_ORDER) != 0;
  t->touch += (v->faults & JUDGE_TOUCH) != 0;
  t->wrong += (v->faults & JUDGE_WRONG) != 0;
  t->ties += v->tie;
  t->limit += v->limit;
  t->tender += v->tender;
  t->judged += v->judged;
  t->worst = fmax(t->worst, v->off);
}

void tally_print_head(void) {
  printf("%-19s %-7s %4s | %4s %4s | %6s %4s | %4s %5s %5s | %6s %5s %3s %3s %6s %7s | %9s %9s %9s\n", "family", "kind",
         "n", "none", "late", "approx", "sens", "laws", "order", "touch", "judged", "wrong", "tie", "e=0", "tender",
         "worst", "us p50", "p99", "max");
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

void tally_print(tally* t) {
  if (t->count == 0) return;
  qsort(t->seconds, (size_t)t->count, sizeof *t->seconds, ascending);
  const double p50 = t->seconds[t->count / 2], p99 = t->seconds[99 * t->count / 100], most = t->seconds[t->count - 1];
  printf("%-19s %-7s %4d | %4d %4d | %6d %4d | %4d %5d %5d | %6d %5d %3d %3d %6d %7.1e | %9.0f %9.0f %9.0f\n",
         t->of->name, t->rigid ? "rigid" : "springs", t->count, t->none, t->late, t->approximate, t->sensitive, t->laws,
         t->order, t->touch, t->judged, t->wrong, t->ties, t->limit, t->tender, t->worst, 1e6 * p50, 1e6 * p99,
         1e6 * most);
}

void tally_print_fault(const tally* t, uint64_t seed, int index, const verdict* v) {
  if (!v->faults && !v->tie && !v->limit && !v->tender) return;
  char text[400];
  judge_describe(v, text, sizeof text);
  printf("  %s %s seed %llu index %d: %s%s\n", t->of->name, t->rigid ? "rigid" : "springs", (unsigned long long)seed,
         index, text,
         v->tie      ? "tie: the oracle is of two minds"
         : v->limit  ? "e=0: right in the limit of small e"
         : v->tender ? "tender: a touch changes the oracle's answer too"
                     : "");
}
