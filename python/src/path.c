// The path of an impact as columns of numbers: of a scenario, or of W and v.
#include <stdlib.h>
#include <string.h>

#include "carom/files.h"
#include "core.h"
#include "problem.h"

/// Numbers that stand in an array of structs.
typedef struct strip {
  const char* name;
  const double* first;
  size_t apart;  ///< bytes from one point to the next
  int width;     ///< doubles of a point
} strip;

static bool put_strip(PyObject* dict, const strip* from, int count) {
  const size_t row = (size_t)from->width * sizeof(double);
  PyObject* bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(row * (size_t)count));
  if (!bytes) return false;
  char* to = PyBytes_AsString(bytes);
  for (int i = 0; i < count; ++i) memcpy(to + (size_t)i * row, (const char*)from->first + (size_t)i * from->apart, row);
  PyObject* value = Py_BuildValue("Ni", bytes, from->width);
  const bool ok = value && PyDict_SetItemString(dict, from->name, value) == 0;
  Py_XDECREF(value);
  return ok;
}

static PyObject* put_strips(const strip* strips, int strip_count, int count) {
  PyObject* dict = PyDict_New();
  for (int i = 0; dict && i < strip_count; ++i)
    if (strips[i].first && !put_strip(dict, &strips[i], count)) Py_CLEAR(dict);
  return dict;
}

static PyObject* rigid_path(const carom_trace* trace) {
  const carom_trace_point* p = trace->points;
  const strip strips[] = {{"impulse", p->impulse, sizeof *p, 3},
                          {"velocity", p->velocity, sizeof *p, 3},
                          {"stored", &p->stored, sizeof *p, 1},
                          {"friction", &p->friction, sizeof *p, 1}};
  return put_strips(strips, 4, trace->count);
}

static PyObject* spring_path(const carom_spring_trace* trace) {
  const carom_spring_point* p = trace->points;
  const strip strips[] = {
      {"impulse", p->impulse, sizeof *p, 3},       {"velocity", p->velocity, sizeof *p, 3},
      {"stored", &p->energy_normal, sizeof *p, 1}, {"friction", &p->friction, sizeof *p, 1},
      {"spring", p->spring, sizeof *p, 3},         {"spring_energy", &p->energy_tangential, sizeof *p, 1}};
  return put_strips(strips, 6, trace->count);
}

static PyObject* several_path(const carom_simultaneous_trace* trace, int dimension, int contacts) {
  const int size = dimension * contacts;
  const size_t one = sizeof(double);
  const strip strips[] = {{"impulse", trace->impulse, one * (size_t)size, size},
                          {"velocity", trace->velocity, one * (size_t)size, size},
                          {"stored", trace->stored, one * (size_t)contacts, contacts},
                          {"time", trace->time, one, 1}};
  return put_strips(strips, 4, trace->count);
}

static PyObject* path_of(const carom_impact_path* path, int dimension, int contacts) {
  if (path->several.count > 0) return several_path(&path->several, dimension, contacts);
  if (path->springs.count > 0) return spring_path(&path->springs);
  if (path->rigid.count > 0) return rigid_path(&path->rigid);
  return PyDict_New();
}

/// path(text) -> {column: (doubles as bytes, numbers a point)}; empty where the impact has none
PyObject* core_path(PyObject* module, PyObject* args) {
  const char* text;
  Py_ssize_t length;
  carom_diag diag = {0};
  if (!PyArg_ParseTuple(args, "y#", &text, &length)) return NULL;
  carom_scenario* scenario;
  carom_result* result = NULL;
  Py_BEGIN_ALLOW_THREADS;
  scenario = carom_scenario_parse(text, (size_t)length, &diag);
  if (scenario) result = carom_scenario_solve_path(scenario, &diag);
  Py_END_ALLOW_THREADS;
  PyObject* path = result ? path_of(&result->path, result->problem.dimension, result->problem.contact_count)
                          : core_raise(module, &diag);
  carom_result_free(result);
  carom_scenario_free(scenario);
  return path;
}

// ---- of W and v ---------------------------------------------------------------------------------------------------

enum { FEWEST_POINTS = CAROM_SPATIAL_TRACE_MIN, MOST_POINTS = 1000000 };

/// Room for the path of one contact.
typedef struct trace_room {
  carom_impact_path path;
  carom_impact_contact contact;
  double w[9], v[3];
  carom_surface surface;
} trace_room;

static carom_status follow(int dimension, trace_room* room, carom_diag* diag) {
  const carom_contact_problem problem = {dimension, 1, room->w, room->v, &room->surface};
  const carom_impact_memory memory = {.contacts = &room->contact, .contact_capacity = 1, .path = &room->path};
  carom_impact_options options = carom_impact_options_default();
  carom_impact_outcome outcome;
  options.wants = CAROM_WANT_PATH;
  return carom_impact_solve(&problem, &options, &memory, &outcome, diag);
}

static PyObject* follow_in(PyObject* module, int dimension, int points, trace_room* room) {
  carom_diag diag = {0};
  carom_impact_path* path = &room->path;
  path->rigid.points = calloc((size_t)points, sizeof *path->rigid.points);
  path->springs.points = calloc((size_t)points, sizeof *path->springs.points);
  path->rigid.capacity = path->springs.capacity = points;
  PyObject* result = NULL;
  if (!path->rigid.points || !path->springs.points)
    PyErr_NoMemory();
  else if (follow(dimension, room, &diag) == CAROM_OK)
    result = path_of(path, dimension, 1);
  else
    core_raise(module, &diag);
  free(path->rigid.points);
  free(path->springs.points);
  return result;
}

static bool take_numbers(PyObject* sequence, double* out, Py_ssize_t count) {
  if (PySequence_Size(sequence) != count) return false;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* item = PySequence_GetItem(sequence, i);
    out[i] = item ? PyFloat_AsDouble(item) : 0;
    Py_XDECREF(item);
  }
  return !PyErr_Occurred();
}

/// trace(points, W, v, (law, e, mu, mu_static, eta2)) -> as path. W and v are flat sequences of numbers.
PyObject* core_trace(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  trace_room room;
  double surface[5];
  memset(&room, 0, sizeof room);
  const long points = count == 4 ? PyLong_AsLong(args[0]) : 0;
  const int dimension = count == 4 ? (int)PySequence_Size(args[2]) : 0;
  if (PyErr_Occurred()) return NULL;
  if (points < FEWEST_POINTS || points > MOST_POINTS)
    return PyErr_Format(PyExc_ValueError, "points must be from %d to %d", FEWEST_POINTS, MOST_POINTS);
  if (!(dimension == 2 || dimension == 3) || !take_numbers(args[1], room.w, dimension * dimension) ||
      !take_numbers(args[2], room.v, dimension) || !take_numbers(args[3], surface, 5)) {
    if (!PyErr_Occurred())
      PyErr_SetString(PyExc_ValueError, "W must be a matrix of 2 by 2 or 3 by 3 numbers, v as long");
    return NULL;
  }
  room.surface = carom_surface_default();
  room.surface.law = (carom_law)(int)surface[0];
  room.surface.e = surface[1];
  room.surface.mu = surface[2];
  room.surface.mu_static = surface[3];
  room.surface.eta2 = surface[4];
  return follow_in(module, dimension, (int)points, &room);
}
