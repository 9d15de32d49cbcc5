// Are the data what they are said to be? Signs, units, directions and energies, before anything is fitted.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit.h"
#include "text/sentence.h"

/// A flip that lowers the median imbalance by more than this is named as the right one.
static const double MUCH_LOWER = 3;
/// Below this the imbalance is rounding, whatever is negated.
static const double NO_IMBALANCE = 1e-12;
/// Radians for degrees, metres for millimetres: how far from the factor a ratio may lie to be taken for it.
static const double DEGREES = 57.29577951308232, MILLI = 1000, NEAR = 2;
/// rad: no angle needs to be larger than a turn; a little more for rounding.
static const double TURN = 6.4;

static bool is_plane(const carom__fit_data* d) {
  return d->layout != CAROM__LAYOUT_SPACE;
}

static void negate(carom__measured* m, carom_fit_flip flip, bool plane) {
  const int from = flip == CAROM_FIT_FLIP_VX ? 0 : plane ? 2 : 3;
  const int to = flip == CAROM_FIT_FLIP_NONE ? from : flip == CAROM_FIT_FLIP_VX ? 1 : plane ? 3 : 6;
  for (int k = from; k < to; ++k) {
    m->before[k] = -m->before[k];
    m->after[k] = -m->after[k];
  }
}

/// The median imbalance with something negated.
static double median_imbalance(const carom__fit_data* d, carom_fit_flip flip, double* room) {
  for (int i = 0; i < d->count; ++i) {
    carom__measured m = d->measured[i];
    carom__impact impact;
    memset(m.sigma, 0, sizeof m.sigma);
    negate(&m, flip, is_plane(d));
    carom__fit_prepare(&m, is_plane(d), &impact);
    room[i] = carom__fit_imbalance(&impact, is_plane(d), d->numbers);
  }
  carom__fit_sort(room, d->count);
  return carom__fit_quantile(room, d->count, 0.5);
}

static bool check_signs(carom__fit_data* d, double* room, carom_diag* error) {
  carom_fit_facts* f = &d->facts;
  f->has_imbalance = true;
  f->imbalance = f->imbalance_flipped = median_imbalance(d, CAROM_FIT_FLIP_NONE, room);
  carom_fit_flip best = CAROM_FIT_FLIP_NONE;
  for (int flip = CAROM_FIT_FLIP_VX; flip <= CAROM_FIT_FLIP_W; ++flip) {
    const double flipped = median_imbalance(d, (carom_fit_flip)flip, room);
    if (best == CAROM_FIT_FLIP_NONE || flipped < f->imbalance_flipped) {
      f->imbalance_flipped = flipped;
      best = (carom_fit_flip)flip;
    }
  }
  if (!(f->imbalance > NO_IMBALANCE) || !(f->imbalance > MUCH_LOWER * f->imbalance_flipped)) return true;
  f->suspect = best;
  carom__refuse(
      error, CAROM_INCONSISTENT, best == CAROM_FIT_FLIP_VX ? "vx" : "w", f->imbalance,
      "as they stand no impulse at the contact explains the changes of velocity (median imbalance %.3g); with "
      "%s negated one does (%.3g): the frame is probably left-handed. If so, use --flip %s.",
      f->imbalance, carom_fit_flip_meaning(best), f->imbalance_flipped, carom_fit_flip_word(best));
  return false;
}

/// |change of spin| that the change of velocity goes with, and as it was measured.
static bool spin_pair(const carom__measured* m, bool plane, double* expected, double* measured) {
  const int straight = plane ? 2 : 3, axes[3] = {0, plane ? 2 : 1, 2};
  double normal[9], impulse[3], torque[3] = {0}, inertia[9];
  for (int i = 0; i < straight; ++i) {
    impulse[i] = 0;
    for (int k = 0; k < straight; ++k) {
      impulse[i] += m->jacobian[axes[i]][k] * m->mass * (m->after[k] - m->before[k]);
      normal[straight * i + k] = 0;
      for (int j = 0; j < straight; ++j) normal[straight * i + k] += m->jacobian[axes[i]][j] * m->jacobian[axes[k]][j];
    }
  }
  if (carom_cholesky(straight, normal) != 0) return false;
  carom_cholesky_forward(straight, normal, impulse);
  carom_cholesky_backward(straight, normal, impulse);
  const int spins = plane ? 1 : 3;
  for (int k = 0; k < spins; ++k)
    for (int i = 0; i < straight; ++i) torque[k] += m->jacobian[axes[i]][straight + k] * impulse[i];
  memcpy(inertia, m->inertia, sizeof inertia);
  if (carom_cholesky(spins, inertia) != 0) return false;
  carom_cholesky_forward(spins, inertia, torque);
  carom_cholesky_backward(spins, inertia, torque);
  *expected = *measured = 0;
  for (int k = 0; k < spins; ++k) {
    *expected = hypot(*expected, torque[k]);
    *measured = hypot(*measured, m->after[straight + k] - m->before[straight + k]);
  }
  return true;
}

static bool is_near(double ratio, double factor) {
  return ratio > factor / NEAR && ratio < factor * NEAR;
}

static void suspect(carom__fit_data* d, const char* text) {
  if (d->unit_count < 4) snprintf(d->units[d->unit_count++], CAROM_FIT_WARNING_SIZE, "%s", text);
}

/// Spins that are degrees for radians, lengths or velocities in millimetres: the change of spin is then 57 or 1000
/// times what the change of velocity goes with.
static void check_units(carom__fit_data* d, double* room) {
  double* other = room + d->count;
  int count = 0;
  for (int i = 0; i < d->count; ++i) count += spin_pair(&d->measured[i], is_plane(d), &room[count], &other[count]);
  if (count == 0) return;
  carom__fit_sort(room, count);
  carom__fit_sort(other, count);
  const double ratio = carom__fit_quantile(other, count, 0.5) / carom__fit_quantile(room, count, 0.5);
  if (is_near(ratio, DEGREES))
    suspect(d, "spins are some 57 times what the impulses explain: they look like degrees a second; rad/s is meant");
  if (is_near(ratio, MILLI))
    suspect(d, "spins are some 1000 times what the impulses explain: lengths look like mm; m is meant");
  if (is_near(ratio, 1 / MILLI))
    suspect(d,
            "spins are some 1/1000 of what the impulses explain: velocities look like mm/s, or the arms like mm; "
            "m/s and m are meant");
}

static void check_angles(carom__fit_data* d) {
  carom_diag unheard;
  const int column = carom__table_find(&d->table, "phi");
  double* phi = column < 0 ? NULL : carom__table_numbers(&d->table, column, &unheard);
  bool is_large = false;
  for (int i = 0; phi && i < d->count; ++i) is_large = is_large || fabs(phi[i]) > TURN;
  if (is_large) suspect(d, "phi is larger than a turn: it looks like degrees; radians are meant");
  free(phi);
}

static double energy(const carom__measured* m, bool plane, const double* v) {
  const int straight = plane ? 2 : 3, spins = plane ? 1 : 3;
  double sum = 0;
  for (int k = 0; k < straight; ++k) sum += m->mass * v[k] * v[k];
  for (int i = 0; i < spins; ++i)
    for (int k = 0; k < spins; ++k) sum += v[straight + i] * m->inertia[i][k] * v[straight + k];
  return sum;
}

/// v' W^-1 v in the plane of t and n.
static double contact_energy(const carom__impact* impact, const double* v) {
  const double tt = impact->w[0][0], tn = impact->w[0][2], nn = impact->w[2][2];
  return (nn * v[0] * v[0] - 2 * tn * v[0] * v[2] + tt * v[2] * v[2]) / (tt * nn - tn * tn);
}

static bool gains(const carom__fit_data* d, int i) {
  const carom__measured* m = d->measured ? &d->measured[i] : NULL;
  return m ? energy(m, is_plane(d), m->after) > energy(m, is_plane(d), m->before)
           : contact_energy(&d->impacts[i], d->impacts[i].after) > contact_energy(&d->impacts[i], d->impacts[i].v);
}

/// Counts what approaches, enters and gains; what does not approach cannot be an impact, and does not count.
static bool check_directions(carom__fit_data* d, carom_diag* error) {
  carom_fit_facts* f = &d->facts;
  int weighted = 0;
  for (int i = 0; i < d->count; ++i) {
    carom__impact* impact = &d->impacts[i];
    if (!(impact->weight > 0)) continue;
    ++weighted;
    if (!(impact->v[2] < 0)) impact->weight = 0;
    if (!(impact->weight > 0)) continue;
    ++f->used;
    f->entering += impact->after[2] < 0;
    f->gained += gains(d, i);
  }
  if (2 * f->used >= weighted && f->used > 0) return true;
  carom__refuse(error, CAROM_INCONSISTENT, "", f->used,
                "only %d of %d impacts approach before: normals must point from the other body into this one, and the "
                "contact's velocity along them must be negative.%s%s",
                f->used, weighted, d->unit_count ? " Also, " : "", d->unit_count ? d->units[d->unit_count - 1] : "");
  return false;
}

bool carom__fit_data_check(carom__fit_data* d, const carom_fit_options* options, carom_diag* error) {
  double* room = malloc(2 * (size_t)d->count * sizeof *room);
  if (!room) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for checks."), false;
  d->facts.count = d->count;
  d->facts.numbers = d->numbers;
  for (int i = 0; d->measured && i < d->count; ++i) {
    const carom__impact before = d->impacts[i];
    negate(&d->measured[i], options->flip, is_plane(d));
    carom__fit_prepare(&d->measured[i], is_plane(d), &d->impacts[i]);
    d->impacts[i].weight = before.weight;
    d->impacts[i].group = before.group;
  }
  bool fine = !d->measured || check_signs(d, room, error);
  if (d->measured) check_units(d, room);
  check_angles(d);
  fine = fine && check_directions(d, error);
  free(room);
  return fine;
}
