// Order statistics of columns.
#include "sweep/statistics.h"

#include <math.h>
#include <string.h>

/// Whole numbers in the order of the doubles: negative ones turned round.
static uint64_t key_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

enum { DIGIT = 11, BUCKETS = 1 << DIGIT, PASSES = 6 };

/// One pass of a radix sort: by a digit, those with equal digits as they were.
static void sort_by_digit(const double* from, double* to, int64_t count, int shift) {
  int64_t start[BUCKETS] = {0};
  for (int64_t i = 0; i < count; ++i) ++start[key_of(from[i]) >> shift & (BUCKETS - 1)];
  int64_t sum = 0;
  for (int i = 0; i < BUCKETS; ++i) {
    const int64_t size = start[i];
    start[i] = sum;
    sum += size;
  }
  for (int64_t i = 0; i < count; ++i) to[start[key_of(from[i]) >> shift & (BUCKETS - 1)]++] = from[i];
}

void carom__sort(double* numbers, double* room, int64_t count) {
  for (int pass = 0; pass < PASSES; pass += 2) {  // an even number of passes ends where it began
    sort_by_digit(numbers, room, count, pass * DIGIT);
    sort_by_digit(room, numbers, count, (pass + 1) * DIGIT);
  }
}

double carom__quantile(const double* sorted, int64_t count, double level) {
  const double place = level * (double)(count - 1);
  const int64_t below = (int64_t)floor(place);
  if (below >= count - 1) return sorted[count - 1];
  const double a = sorted[below], b = sorted[below + 1], part = place - (double)below;
  return part < 0.5 ? a + (b - a) * part : b - (b - a) * (1 - part);
}

void carom__histogram(const double* sorted, int64_t count, carom__bins* bins) {
  memset(bins->counts, 0, (size_t)bins->count * sizeof *bins->counts);
  bins->from = count > 0 ? sorted[0] : 0;
  bins->to = count > 0 ? sorted[count - 1] : 1;
  if (bins->from == bins->to) {
    bins->from -= 0.5;
    bins->to += 0.5;
  }
  const double width = bins->to - bins->from;
  for (int64_t i = 0; i < count; ++i) {
    const double place = (sorted[i] - bins->from) / width * bins->count;
    ++bins->counts[place < bins->count ? (int)place : bins->count - 1];
  }
}
