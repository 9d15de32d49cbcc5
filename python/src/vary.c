// Many points of one scenario: numbers set by path, values of the answers read by path.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "carom/files.h"
#include "core.h"

enum {
  BATCH = 64,  ///< points that are solved between two looks at Python
  MOST_SHOWN = 64
};

typedef struct study {
  carom_vary* vary;
  int path_count, shown_count;
  int slots[CAROM_VARY_MOST_SLOTS];
  const char* shown[MOST_SHOWN];
  const double* values;  ///< a row of path_count for each point
  Py_ssize_t point_count;
  carom_reading* readings;  ///< BATCH rows of shown_count
  unsigned char* statuses;  ///< of all points
  PyObject* columns;        ///< a list for each that is shown
  Py_ssize_t first_bad;     ///< -1: none
  carom_diag first;
} study;

static void set_point(study* s, Py_ssize_t point) {
  for (int i = 0; i < s->path_count; ++i) carom_vary_set(s->vary, s->slots[i], s->values[point * s->path_count + i]);
}

static void solve_point(study* s, Py_ssize_t point, carom_reading* out) {
  carom_diag diag = {0};
  set_point(s, point);
  memset(out, 0, (size_t)s->shown_count * sizeof *out);
  const bool solved = carom_vary_read(s->vary, s->shown_count, s->shown, out, &diag);
  s->statuses[point] = (unsigned char)(solved ? CAROM_OK : diag.status);
  if (solved) return;
  memset(out, 0, (size_t)s->shown_count * sizeof *out);
  if (s->first_bad >= 0) return;
  s->first_bad = point;
  s->first = diag;
}

static PyObject* value_of(const carom_reading* reading) {
  if (reading->kind == CAROM_READING_NUMBER) return PyFloat_FromDouble(reading->number);
  if (reading->kind == CAROM_READING_WORD) return PyUnicode_FromString(reading->word);
  Py_INCREF(Py_None);
  return Py_None;
}

static bool keep(study* s, Py_ssize_t count) {
  for (int i = 0; i < s->shown_count; ++i)
    for (Py_ssize_t point = 0; point < count; ++point) {
      PyObject* value = value_of(&s->readings[point * s->shown_count + i]);
      const bool ok = value && PyList_Append(PyList_GetItem(s->columns, i), value) == 0;
      Py_XDECREF(value);
      if (!ok) return false;
    }
  return true;
}

/// A path that named nothing at any point that was solved is a slip of the pen.
static bool all_known(PyObject* module, study* s) {
  carom_diag diag = {0};
  Py_ssize_t solved = s->point_count - 1;
  while (solved >= 0 && s->statuses[solved]) --solved;
  for (int i = 0; i < s->shown_count && solved >= 0; ++i) {
    bool known = false;
    PyObject* column = PyList_GetItem(s->columns, i);
    for (Py_ssize_t point = 0; !known && point < s->point_count; ++point)
      known = PyList_GetItem(column, point) != Py_None;
    if (known) continue;
    set_point(s, solved);
    carom_vary_unknown_reading(s->vary, s->shown[i], &diag);
    core_raise(module, &diag);
    return false;
  }
  return true;
}

/// Solves points until a batch is full or a tenth of a second has passed. Returns how many.
static Py_ssize_t solve_batch(study* s, Py_ssize_t from) {
  const clock_t start = clock();
  Py_ssize_t count = 0;
  do {
    solve_point(s, from + count, s->readings + count * s->shown_count);
    ++count;
  } while (count < BATCH && from + count < s->point_count && clock() - start < CLOCKS_PER_SEC / 10);
  return count;
}

static bool run_points(study* s) {
  Py_ssize_t count;
  for (Py_ssize_t from = 0; from < s->point_count; from += count) {
    Py_BEGIN_ALLOW_THREADS;
    count = solve_batch(s, from);
    Py_END_ALLOW_THREADS;
    if (!keep(s, count) || PyErr_CheckSignals()) return false;
  }
  return true;
}

static bool find_slots(PyObject* module, study* s, PyObject* paths) {
  carom_diag diag = {0};
  for (int i = 0; i < s->path_count; ++i) {
    PyObject* path = PyTuple_GetItem(paths, i);
    const char* name = path ? PyUnicode_AsUTF8AndSize(path, NULL) : NULL;
    if (!name) return false;
    s->slots[i] = carom_vary_find(s->vary, name, &diag);
    if (s->slots[i] < 0) return core_raise(module, &diag);
  }
  return true;
}

static bool open_columns(study* s, PyObject* shown) {
  s->columns = PyList_New(0);
  for (int i = 0; s->columns && i < s->shown_count; ++i) {
    PyObject* column = PyList_New(0);
    s->shown[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(shown, i), NULL);
    const bool ok = column && s->shown[i] && PyList_Append(s->columns, column) == 0;
    Py_XDECREF(column);
    if (!ok) return false;
  }
  s->readings = calloc((size_t)BATCH * (size_t)s->shown_count, sizeof *s->readings);
  s->statuses = calloc((size_t)s->point_count + 1, 1);
  if (!s->readings || !s->statuses) PyErr_NoMemory();
  return s->columns && !PyErr_Occurred();
}

static PyObject* report(const study* s) {
  const carom_diag* d = &s->first;
  return Py_BuildValue("Oy#n(issd)", s->columns, (const char*)s->statuses, s->point_count, s->first_bad, (int)d->status,
                       d->message, d->field, d->value);
}

static PyObject* run_study(PyObject* module, study* s, PyObject* paths, PyObject* shown) {
  if (s->path_count > CAROM_VARY_MOST_SLOTS || s->shown_count < 1 || s->shown_count > MOST_SHOWN)
    return PyErr_Format(PyExc_ValueError, "up to %d paths can be varied and 1 to %d shown", CAROM_VARY_MOST_SLOTS,
                        MOST_SHOWN);
  if (!find_slots(module, s, paths) || !open_columns(s, shown) || !run_points(s) || !all_known(module, s)) return NULL;
  return report(s);
}

/// vary(text, paths, shown, values as bytes)
///   -> (columns, statuses as bytes, first bad point or -1, its diagnostic)
PyObject* core_vary(PyObject* module, PyObject* args) {
  const char *text, *values;
  Py_ssize_t length, size;
  PyObject *paths, *shown;
  if (!PyArg_ParseTuple(args, "y#OOy#", &text, &length, &paths, &shown, &values, &size)) return NULL;
  if (!PyTuple_Check(paths) || !PyTuple_Check(shown)) return PyErr_Format(PyExc_TypeError, "paths must be tuples");
  carom_diag diag = {0};
  study s = {.values = (const double*)(const void*)values, .first_bad = -1};
  s.path_count = (int)PyTuple_Size(paths);
  s.shown_count = (int)PyTuple_Size(shown);
  s.point_count = s.path_count > 0 ? size / (Py_ssize_t)sizeof(double) / s.path_count : 0;
  s.vary = carom_vary_open(text, (size_t)length, &diag);
  if (!s.vary) return core_raise(module, &diag);
  PyObject* result = run_study(module, &s, paths, shown);
  Py_XDECREF(s.columns);
  free(s.readings);
  free(s.statuses);
  carom_vary_free(s.vary);
  return result;
}
