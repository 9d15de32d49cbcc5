// From the table to impacts: which columns there are, what the rows say in them, groups, covariates.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit.h"
#include "text/nearest.h"
#include "text/sentence.h"

enum { MOST_NEEDED = 64 };

/// Groups of columns, in the order in which they are read.
typedef enum group { VELOCITIES, MASS, INERTIA, PRODUCTS, ROWS, POINT, SIGMA, GROUPS } group;

/// Columns that are read; NULL where they are not there.
typedef struct columns {
  const char* names[MOST_NEEDED];
  double* numbers[MOST_NEEDED];
  int count;
  int first[GROUPS];
} columns;

static bool say_missing(const carom__table* table, const char* name, carom_diag* error) {
  const char* names[CAROM_FIT_MOST_COLUMNS + 1] = {NULL};
  for (int i = 0; i < table->columns && i < CAROM_FIT_MOST_COLUMNS; ++i) names[i] = table->names[i];
  const char* nearest = carom__nearest_word(name, names);
  if (nearest)
    carom__refuse(error, CAROM_MISSING_KEY, name, 0, "this column is missing; is `%.40s` meant to be it?", nearest);
  else
    carom__refuse(error, CAROM_MISSING_KEY, name, 0,
                  "this column is missing; docs/fit.md lists those that are needed.");
  return false;
}

/// Reads one more column; its place is columns->count before. Where it is not needed it may be missing.
static bool take(columns* c, const carom__table* table, const char* name, bool is_needed, carom_diag* error) {
  const int column = carom__table_find(table, name);
  c->names[c->count] = name;
  c->numbers[c->count] = NULL;
  if (column < 0 && is_needed) return say_missing(table, name, error);
  if (column >= 0) c->numbers[c->count] = carom__table_numbers(table, column, error);
  if (column >= 0 && !c->numbers[c->count]) return false;
  ++c->count;
  return true;
}

/// A group of columns that are needed, or may be there, or (names NULL) are not.
static bool take_group(columns* c, const carom__table* table, const char* const* names, bool is_needed,
                       carom_diag* error) {
  for (; names && *names; ++names)
    if (!take(c, table, *names, is_needed, error)) return false;
  return true;
}

static bool has(const carom__table* table, const char* name) {
  return carom__table_find(table, name) >= 0;
}

/// Item of a group in a row; 0 where there is none.
static double at(const columns* c, group which, int item, int row) {
  const double* numbers = c->numbers[c->first[which] + item];
  return numbers ? numbers[row] : 0;
}

/// Which columns the plane has: velocities first, then mass and inertia, then either kind of contact.
static const char* const plane_velocities[] = {"vx0", "vy0", "w0", "vx1", "vy1", "w1", NULL};
static const char* const plane_rows[] = {"tx", "ty", "tw", "nx", "ny", "nw", NULL};
static const char* const plane_point[] = {"px", "py", "phi", NULL};
static const char* const plane_sigma[] = {"sigma_vx", "sigma_vy", "sigma_w", NULL};
static const char* const space_velocities[] = {"vx0", "vy0", "vz0", "wx0", "wy0", "wz0", "vx1",
                                               "vy1", "vz1", "wx1", "wy1", "wz1", NULL};
static const char* const space_rows[] = {"t1x",  "t1y",  "t1z", "t1wx", "t1wy", "t1wz", "t2x", "t2y", "t2z", "t2wx",
                                         "t2wy", "t2wz", "nx",  "ny",   "nz",   "nwx",  "nwy", "nwz", NULL};
static const char* const space_point[] = {"px", "py", "pz", "nx", "ny", "nz", NULL};
static const char* const space_inertia[] = {"Ixx", "Iyy", "Izz", NULL};
static const char* const space_products[] = {"Ixy", "Ixz", "Iyz", NULL};
static const char* const space_sigma[] = {"sigma_vx", "sigma_vy", "sigma_vz", "sigma_wx", "sigma_wy", "sigma_wz", NULL};
static const char* const contact_columns[] = {"B1", "B2", "B3", "S0", "C0", "S1", "C1", NULL};

static bool refuse_row(const carom__fit_data* d, int row, const char* field, const char* message, carom_diag* error) {
  carom__refuse(error, CAROM_BAD_VALUE, field, 0, "%s", message);
  error->line = d->table.lines[row];
  return false;
}

/// How a layout names its columns.
typedef struct layout {
  const char* const* names[GROUPS];
  bool is_needed[GROUPS];
} layout;

static bool take_layout(columns* c, const carom__table* table, const layout* l, carom_diag* error) {
  for (int i = 0; i < GROUPS; ++i) {
    c->first[i] = c->count;
    if (!take_group(c, table, l->names[i], l->is_needed[i], error)) return false;
  }
  return true;
}

static bool put_sigma(const carom__fit_data* d, const columns* c, int row, carom_diag* error) {
  for (int k = 0; d->has_sigma && k < d->numbers; ++k) {
    d->measured[row].sigma[k] = at(c, SIGMA, k, row);
    if (!(d->measured[row].sigma[k] > 0))
      return refuse_row(d, row, c->names[c->first[SIGMA] + k], "must be above 0.", error);
  }
  return true;
}

/// The rows t and n of a contact at (px, py) from the mass centre whose normal has the angle phi.
static void plane_contact(double px, double py, double phi, carom__measured* m) {
  const double n[2] = {cos(phi), sin(phi)}, t[2] = {n[1], -n[0]};
  memcpy(m->jacobian[0], t, sizeof t);
  memcpy(m->jacobian[2], n, sizeof n);
  m->jacobian[0][2] = px * t[1] - py * t[0];
  m->jacobian[2][2] = px * n[1] - py * n[0];
}

static bool put_plane(carom__fit_data* d, const columns* c, int row, carom_diag* error) {
  carom__measured* m = &d->measured[row];
  const bool has_inertia = c->numbers[c->first[INERTIA]] && strcmp(c->names[c->first[INERTIA]], "I") == 0;
  for (int k = 0; k < 3; ++k) {
    m->before[k] = at(c, VELOCITIES, k, row);
    m->after[k] = at(c, VELOCITIES, 3 + k, row);
  }
  for (int k = 0; k < 3 && c->first[ROWS] < c->first[POINT]; ++k) {
    m->jacobian[0][k] = at(c, ROWS, k, row);
    m->jacobian[2][k] = at(c, ROWS, 3 + k, row);
  }
  m->mass = at(c, MASS, 0, row);
  const double size = at(c, INERTIA, 0, row);
  m->inertia[0][0] = has_inertia ? size : m->mass * size * size;
  if (c->first[POINT] < c->first[SIGMA])
    plane_contact(at(c, POINT, 0, row), at(c, POINT, 1, row), at(c, POINT, 2, row), m);
  if (!put_sigma(d, c, row, error)) return false;
  if (carom__fit_prepare(m, true, &d->impacts[row])) return true;
  return refuse_row(
      d, row, "m",
      "mass and inertia must be above 0, something must move before the impact, and sizes must fit a double.", error);
}

static bool space_contact(const columns* c, int row, carom__measured* m) {
  const carom_vec3 p = {at(c, POINT, 0, row), at(c, POINT, 1, row), at(c, POINT, 2, row)};
  const carom_vec3 n = {at(c, POINT, 3, row), at(c, POINT, 4, row), at(c, POINT, 5, row)};
  carom_frame frame;
  if (carom_frame_from_normal(n, NULL, &frame, NULL)) return false;
  const carom_vec3 axes[3] = {frame.t1, frame.t2, frame.n};
  for (int i = 0; i < 3; ++i) {
    const carom_vec3 u = axes[i];
    const double values[6] = {u.x, u.y, u.z, p.y * u.z - p.z * u.y, p.z * u.x - p.x * u.z, p.x * u.y - p.y * u.x};
    memcpy(m->jacobian[i], values, sizeof values);
  }
  return true;
}

static void put_inertia(const columns* c, int row, carom__measured* m) {
  for (int k = 0; k < 3; ++k) m->inertia[k][k] = at(c, INERTIA, k, row);
  m->inertia[0][1] = m->inertia[1][0] = at(c, PRODUCTS, 0, row);
  m->inertia[0][2] = m->inertia[2][0] = at(c, PRODUCTS, 1, row);
  m->inertia[1][2] = m->inertia[2][1] = at(c, PRODUCTS, 2, row);
}

static bool put_space(carom__fit_data* d, const columns* c, int row, carom_diag* error) {
  carom__measured* m = &d->measured[row];
  m->mass = at(c, MASS, 0, row);
  put_inertia(c, row, m);
  for (int k = 0; k < 6; ++k) {
    m->before[k] = at(c, VELOCITIES, k, row);
    m->after[k] = at(c, VELOCITIES, 6 + k, row);
    for (int i = 0; i < 3 && c->first[ROWS] < c->first[POINT]; ++i) m->jacobian[i][k] = at(c, ROWS, 6 * i + k, row);
  }
  if (c->first[POINT] < c->first[SIGMA] && !space_contact(c, row, m))
    return refuse_row(d, row, "nx", "nx, ny, nz must be a vector of length 1.", error);
  if (!put_sigma(d, c, row, error)) return false;
  if (carom__fit_prepare(m, false, &d->impacts[row])) return true;
  return refuse_row(
      d, row, "m",
      "the mass must be above 0, the inertia positive, something must move before, and sizes must fit a double.",
      error);
}

static layout layout_of(carom__fit_data* d) {
  static const char *const mass[] = {"m", NULL}, *const inertia[] = {"I", NULL}, *const radius[] = {"rho", NULL};
  const bool is_plane = d->layout == CAROM__LAYOUT_PLANE;
  const bool has_rows = has(&d->table, is_plane ? "nw" : "nwx");
  layout l = {.is_needed = {true, true, true, false, true, true, true}};
  l.names[VELOCITIES] = is_plane ? plane_velocities : space_velocities;
  l.names[MASS] = mass;
  l.names[INERTIA] = !is_plane ? space_inertia : has(&d->table, "I") ? inertia : radius;
  l.names[PRODUCTS] = is_plane ? NULL : space_products;
  l.names[ROWS] = !has_rows ? NULL : is_plane ? plane_rows : space_rows;
  l.names[POINT] = has_rows ? NULL : is_plane ? plane_point : space_point;
  d->has_sigma = has(&d->table, "sigma_vx");
  l.names[SIGMA] = !d->has_sigma ? NULL : is_plane ? plane_sigma : space_sigma;
  d->numbers = is_plane ? 3 : 6;
  return l;
}

static bool read_bodies(carom__fit_data* d, columns* c, carom_diag* error) {
  const layout l = layout_of(d);
  if (!take_layout(c, &d->table, &l, error)) return false;
  for (int i = 0; i < d->count; ++i)
    if (d->layout == CAROM__LAYOUT_PLANE ? !put_plane(d, c, i, error) : !put_space(d, c, i, error)) return false;
  return true;
}

static bool read_contact(carom__fit_data* d, columns* c, carom_diag* error) {
  const layout l = {.names = {contact_columns}, .is_needed = {true}};
  d->numbers = 2;
  if (!take_layout(c, &d->table, &l, error)) return false;
  for (int i = 0; i < d->count; ++i) {
    double values[7];
    for (int k = 0; k < 7; ++k) values[k] = at(c, VELOCITIES, k, i);
    if (carom__fit_prepare_contact(values, &d->impacts[i])) continue;
    return refuse_row(d, i, "B1",
                      "B1 B2 must be above B3^2, B1 above 0, something must move before, and sizes must fit a double.",
                      error);
  }
  return true;
}

static bool is_read(const columns* c, const char* name) {
  for (int i = 0; i < c->count; ++i)
    if (c->numbers[i] && strcmp(c->names[i], name) == 0) return true;
  return false;
}

bool carom__fit_data_read(carom__fit_data* d, carom_diag* error) {
  columns c = {0};
  bool is_used[CAROM_FIT_MOST_COLUMNS] = {false};
  d->count = d->table.rows;
  d->layout = has(&d->table, "B1")    ? CAROM__LAYOUT_CONTACT
              : has(&d->table, "vz0") ? CAROM__LAYOUT_SPACE
                                      : CAROM__LAYOUT_PLANE;
  d->impacts = calloc((size_t)d->count, sizeof *d->impacts);
  d->measured = d->layout == CAROM__LAYOUT_CONTACT ? NULL : calloc((size_t)d->count, sizeof *d->measured);
  bool fine = d->impacts && (d->measured || d->layout == CAROM__LAYOUT_CONTACT);
  if (!fine) carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for the impacts.");
  fine = fine && (d->layout == CAROM__LAYOUT_CONTACT ? read_contact(d, &c, error) : read_bodies(d, &c, error));
  for (int i = 0; i < d->table.columns; ++i) is_used[i] = is_read(&c, d->table.names[i]);
  for (int i = 0; i < c.count; ++i) free(c.numbers[i]);
  return fine && carom__fit_data_groups(d, is_used, error);
}
