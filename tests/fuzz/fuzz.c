// What every fuzz target shares; libFuzzer's entry is here.
#include "fuzz.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);
int LLVMFuzzerInitialize(int* argc, char*** argv);

static struct {
  long inputs, answers, refusals;
  double slowest;  // s of the processor
} counts;

static void tell(void) {
  fprintf(stderr, "fuzz: %ld inputs, %ld answers, %ld refusals, slowest input %.0f ms\n", counts.inputs, counts.answers,
          counts.refusals, 1e3 * counts.slowest);
}

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  (void)argc;
  (void)argv;
  atexit(tell);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  fuzz_input in = {bytes, size};
  const clock_t begin = clock();
  fuzz_target(&in);
  const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  if (seconds > counts.slowest) counts.slowest = seconds;
  ++counts.inputs;
  return 0;
}

uint8_t fuzz_byte(fuzz_input* in) {
  if (in->left == 0) return 0;
  --in->left;
  return *in->at++;
}

int fuzz_int(fuzz_input* in, int least, int most) {
  return least + fuzz_byte(in) % (most - least + 1);
}

static double any_bits(fuzz_input* in) {
  uint64_t bits = 0;
  double value;
  for (int i = 0; i < 8; ++i) bits = bits << 8 | fuzz_byte(in);
  memcpy(&value, &bits, sizeof value);
  return value;
}

static double ordinary(fuzz_input* in) {
  const int high = fuzz_byte(in), low = fuzz_byte(in);
  return (256 * high + low - 32768) / 4096.0;
}

double fuzz_number(fuzz_input* in) {
  static const double special[] = {0,      -0.0,     1,      -1,     0.5,   2,          1e-16,     -1e-16,
                                   1e-8,   1e8,      1e-150, 1e150,  1e300, DBL_MIN,    5e-324,    DBL_MAX,
                                   -1e300, -DBL_MAX, NAN,    -1e-12, 1e-12, HUGE_VAL,   -HUGE_VAL, 1 - DBL_EPSILON,
                                   1e-300, 1e12,     1e20,   1e-20,  1e-6,  1 + 1.5e-8, 0.1,       1e6};
  const int choice = fuzz_byte(in);
  if (choice < 176) return ordinary(in);
  if (choice < 208) return special[choice - 176];
  if (choice < 240) return ldexp(ordinary(in), 8 * (choice - 224));
  return any_bits(in);
}

double fuzz_positive(fuzz_input* in) {
  const double value = fuzz_number(in);
  return fuzz_byte(in) < 248 ? fabs(value) : value;
}

carom_vec2 fuzz_vec2(fuzz_input* in) {
  const double x = fuzz_number(in), y = fuzz_number(in);
  return (carom_vec2){x, y};
}

carom_vec3 fuzz_vec3(fuzz_input* in) {
  const double x = fuzz_number(in), y = fuzz_number(in), z = fuzz_number(in);
  return (carom_vec3){x, y, z};
}

void fuzz_numbers(fuzz_input* in, int count, double* out) {
  for (int i = 0; i < count; ++i) out[i] = fuzz_number(in);
}

/// Mostly 0 to 1.
static double part(fuzz_input* in) {
  const int choice = fuzz_byte(in);
  return choice < 250 ? choice % 101 / 100.0 : fuzz_number(in);
}

carom_surface fuzz_surface(fuzz_input* in) {
  static const double exponents[] = {1, 1.5, 2, 0, 1.25};
  carom_surface surface = carom_surface_default();
  const int has = fuzz_byte(in);
  surface.e = part(in);
  if (has & 1) surface.mu = has & 2 ? part(in) : fuzz_positive(in);
  if (has & 4) surface.law = (carom_law)fuzz_int(in, 0, 3);
  if (has & 8) surface.mu_static = surface.mu * (1 + part(in));
  if (has & 16) surface.eta2 = fuzz_positive(in);
  if (has & 32) surface.stiffness = fuzz_positive(in);
  if (has & 64) surface.exponent = has & 128 ? fuzz_number(in) : exponents[fuzz_int(in, 0, 4)];
  return surface;
}

enum { MOST_SIZE = 32 };

void fuzz_matrix(fuzz_input* in, int size, double* out) {
  static double factor[MOST_SIZE * MOST_SIZE];
  const int kind = fuzz_byte(in);
  const int rank = kind % 4 == 0 ? 1 + kind / 4 % size : size;
  if (kind >= 248) {
    fuzz_numbers(in, size * size, out);
    return;
  }
  for (int i = 0; i < size * rank; ++i) factor[i] = kind < 224 ? ordinary(in) : fuzz_number(in);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = i == j && kind % 2 ? 0.25 : 0;
      for (int k = 0; k < rank; ++k) sum += factor[i * rank + k] * factor[j * rank + k];
      out[i * size + j] = out[j * size + i] = sum;
    }
  }
}

carom_mat3 fuzz_mat3(fuzz_input* in) {
  carom_mat3 m;
  fuzz_matrix(in, 3, &m.m[0][0]);
  return m;
}

carom_vec3 fuzz_unit(fuzz_input* in) {
  const int kind = fuzz_byte(in);
  if (kind < 32) return (carom_vec3){kind % 3 == 0, kind % 3 == 1, kind % 3 == 2};
  const carom_vec3 v = fuzz_vec3(in);
  const double length = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  return kind < 248 && length > 0 ? (carom_vec3){v.x / length, v.y / length, v.z / length} : v;
}

carom_frame fuzz_frame(fuzz_input* in) {
  carom_frame frame = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  carom_diag diag = {0};
  const int kind = fuzz_byte(in);
  const carom_vec3 n = fuzz_unit(in);
  if (kind < 128) {
    fuzz_answered(carom_frame_from_normal(n, NULL, &frame, &diag), &diag);
  } else if (kind < 192) {
    const carom_vec3 hint = fuzz_vec3(in);
    fuzz_answered(carom_frame_from_normal(n, &hint, &frame, &diag), &diag);
  } else if (kind < 250) {
    fuzz_answered(carom_frame_in_plane((carom_vec2){n.x, n.y}, &frame, &diag), &diag);
  } else {
    fuzz_numbers(in, 9, &frame.t1.x);
  }
  return frame;
}

void fuzz_fail(const char* what, double value) {
  fprintf(stderr, "fuzz: %s: %.17g\n", what, value);
  abort();
}

bool fuzz_answered(carom_status status, const carom_diag* diag) {
  if (status == CAROM_OK) {
    ++counts.answers;
    return true;
  }
  ++counts.refusals;
  if (diag->message[0] == '\0') fuzz_fail("refused without a sentence, status", status);
  if (diag->status != status) fuzz_fail("the diagnostic has another status", diag->status);
  if (!memchr(diag->message, '\0', sizeof diag->message)) fuzz_fail("a sentence without an end, status", status);
  return false;
}

void fuzz_finite(const char* what, int count, const double* values) {
  for (int i = 0; i < count; ++i)
    if (!isfinite(values[i])) fuzz_fail(what, values[i]);
}

void fuzz_energy(const carom_energy* energy, double scale, bool may_gain) {
  const double all[4] = {energy->friction, energy->restitution, energy->spring, energy->change};
  const double slack = 1e-6 * scale;  // tests are stricter; here w may be singular to the last bit
  fuzz_finite("energy is not finite", 4, all);
  if (!may_gain && energy->change > slack) fuzz_fail("energy is gained", energy->change);
  if (energy->friction < -slack) fuzz_fail("friction gives energy", energy->friction);
  if (energy->spring < -slack) fuzz_fail("springs owe energy", energy->spring);
}
