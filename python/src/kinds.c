// What the kinds of array calls read and write, and their entry points: solve all elements, or tell of one.
#include "kinds.h"

#include <stdlib.h>

#include "problem.h"

// Letters of core axes: c contacts, d dimension, s = c d, n degrees of freedom, b bodies, j what a contact is
// differentiated by, k what one on springs is.
#define IN(name, core) \
  { name, DOUBLES, core, false, false }
#define EACH(name) \
  { name, DOUBLES, "c", true, false }
#define OUT(name, number, core) \
  { name, number, core, false, false }

static const core_column PLANAR[] = {IN("W", "22"),
                                     IN("v", "2"),
                                     IN("e", ""),
                                     IN("mu", ""),
                                     IN("mu_static", ""),
                                     OUT("law", CODES, ""),
                                     OUT("impulse", DOUBLES, "2"),
                                     OUT("velocity", DOUBLES, "2"),
                                     OUT("energy", DOUBLES, "4"),
                                     OUT("stages", DOUBLES, "3"),
                                     OUT("mode", BYTES, ""),
                                     OUT("status", BYTES, ""),
                                     OUT("warnings", BITS, "")};

#define SPACE_ANSWER                                                                                             \
  OUT("impulse", DOUBLES, "3"), OUT("velocity", DOUBLES, "3"), OUT("energy", DOUBLES, "4"),                      \
      OUT("stages", DOUBLES, "3"), OUT("sequence", BYTES, ""), OUT("flags", BITS, ""), OUT("status", BYTES, ""), \
      OUT("warnings", BITS, ""), OUT("model", BYTES, "")

static const core_column SPATIAL[] = {IN("W", "33"),       IN("v", "3"),          IN("e", ""), IN("mu", ""),
                                      IN("mu_static", ""), OUT("law", CODES, ""), SPACE_ANSWER};
static const core_column COMPLIANT[] = {IN("W", "33"), IN("v", "3"),   IN("e", ""),
                                        IN("mu", ""),  IN("eta2", ""), SPACE_ANSWER};

#define SEVERAL_ANSWER                                                                                      \
  OUT("energy", DOUBLES, "4"), OUT("mode", BYTES, "c"), OUT("flags", BITS, "c"), OUT("events", COUNTS, ""), \
      OUT("status", BYTES, ""), OUT("warnings", BITS, ""), OUT("model", BYTES, ""), OUT("error", DOUBLES, "")

static const core_column SIMULTANEOUS[] = {IN("W", "ss"),
                                           IN("v", "s"),
                                           EACH("e"),
                                           EACH("mu"),
                                           EACH("eta2"),
                                           EACH("stiffness"),
                                           EACH("exponent"),
                                           OUT("impulse", DOUBLES, "cd"),
                                           OUT("velocity", DOUBLES, "cd"),
                                           SEVERAL_ANSWER};
static const core_column STRIKE[] = {IN("M", "nn"),
                                     IN("J", "sn"),
                                     IN("u", "n"),
                                     EACH("e"),
                                     EACH("mu"),
                                     EACH("mu_static"),
                                     {"law", CODES, "c", true, false},
                                     EACH("eta2"),
                                     EACH("stiffness"),
                                     EACH("exponent"),
                                     OUT("u", DOUBLES, "n"),
                                     OUT("velocity_before", DOUBLES, "cd"),
                                     OUT("impulse", DOUBLES, "cd"),
                                     OUT("velocity", DOUBLES, "cd"),
                                     SEVERAL_ANSWER};

static const core_column MECHANISM_CONTACT[] = {IN("M", "nn"),          IN("J", "sn"),
                                                IN("u", "n"),           OUT("W", DOUBLES, "ss"),
                                                OUT("v", DOUBLES, "s"), OUT("status", BYTES, "")};
static const core_column MECHANISM_AFTER[] = {IN("M", "nn"),      IN("J", "sn"),          IN("u", "n"),
                                              IN("impulse", "s"), OUT("u", DOUBLES, "n"), OUT("status", BYTES, "")};

#define BODIES                                                                                         \
  IN("mass", "b"), IN("inertia", "b33"), IN("position", "b3"), IN("velocity", "b3"), IN("spin", "b3"), \
      IN("orientation", "b33"), IN("point", "3"), IN("normal", "3"), {                                 \
    "tangent", DOUBLES, "3", false, true                                                               \
  }

static const core_column BODIES_CONTACT[] = {BODIES, OUT("W", DOUBLES, "33"), OUT("v", DOUBLES, "3"),
                                             OUT("status", BYTES, "")};
static const core_column BODIES_AFTER[] = {BODIES, IN("impulse", "3"), OUT("velocity", DOUBLES, "b3"),
                                           OUT("spin", DOUBLES, "b3"), OUT("status", BYTES, "")};

#define OPTIONAL(name, core) \
  { name, DOUBLES, core, false, true }
#define JACOBIAN(d)                                                                                  \
  IN("W", d d), IN("v", d), IN("e", ""), IN("mu", ""), IN("mu_static", ""), OUT("law", CODES, ""),   \
      OUT("d_impulse", DOUBLES, d "j"), OUT("d_velocity", DOUBLES, d "j"), OUT("smooth", BYTES, ""), \
      OUT("boundary", BYTES, ""), OUT("margin", DOUBLES, ""), OUT("status", BYTES, "")
#define VJP(d)                                                                                           \
  IN("W", d d), IN("v", d), IN("e", ""), IN("mu", ""), IN("mu_static", ""), OUT("law", CODES, ""),       \
      OPTIONAL("d_impulse", d), OPTIONAL("d_velocity", d), OUT("W", DOUBLES, d d), OUT("v", DOUBLES, d), \
      OUT("e", DOUBLES, ""), OUT("mu", DOUBLES, ""), OUT("status", BYTES, "")
#define SPRING_INPUTS IN("W", "33"), IN("v", "3"), IN("e", ""), IN("mu", ""), IN("eta2", "")
static const core_column COMPLIANT_JACOBIAN[] = {SPRING_INPUTS,
                                                 OUT("d_impulse", DOUBLES, "3k"),
                                                 OUT("d_velocity", DOUBLES, "3k"),
                                                 OUT("smooth", BYTES, ""),
                                                 OUT("boundary", BYTES, ""),
                                                 OUT("margin", DOUBLES, ""),
                                                 OUT("status", BYTES, "")};
static const core_column COMPLIANT_VJP[] = {
    SPRING_INPUTS,           OPTIONAL("d_impulse", "3"), OPTIONAL("d_velocity", "3"),
    OUT("W", DOUBLES, "33"), OUT("v", DOUBLES, "3"),     OUT("e", DOUBLES, ""),
    OUT("mu", DOUBLES, ""),  OUT("eta2", DOUBLES, ""),   OUT("status", BYTES, "")};
static const core_column PLANAR_JACOBIAN[] = {JACOBIAN("2")}, SPATIAL_JACOBIAN[] = {JACOBIAN("3")};
static const core_column PLANAR_VJP[] = {VJP("2")}, SPATIAL_VJP[] = {VJP("3")};

#define CLOTH IN("u_s", ""), IN("e_t", ""), IN("stiffness", ""), IN("g", ""), OUT("hop", CODES, "")

static const core_column PAIR[] = {IN("rvw1", "33"),
                                   IN("rvw2", "33"),
                                   IN("m", ""),
                                   IN("R", ""),
                                   IN("m", ""),
                                   IN("R", ""),
                                   IN("e_b", ""),
                                   IN("u_b", ""),
                                   IN("u_b_extra", ""),
                                   IN("u_b_decay", ""),
                                   IN("eta2", ""),
                                   CLOTH,
                                   OUT("rvw1", DOUBLES, "33"),
                                   OUT("rvw2", DOUBLES, "33"),
                                   OUT("status", BYTES, "")};
static const core_column CUSHION[] = {IN("rvw", "33"),
                                      IN("normal", "2"),
                                      IN("m", ""),
                                      IN("R", ""),
                                      IN("h_c", ""),
                                      IN("e_c", ""),
                                      IN("f_c", ""),
                                      CLOTH,
                                      OUT("rvw", DOUBLES, "33"),
                                      OUT("status", BYTES, "")};

/// Grains are about a tenth of a millisecond each, so that handing them out costs nothing.
static const core_kind KINDS[] = {
    {"planar", 6, 7, PLANAR, 1024, run_planar, explain_rigid, NULL},
    {"spatial", 6, 9, SPATIAL, 64, run_spatial, explain_rigid, NULL},
    {"compliant", 5, 9, COMPLIANT, 16, run_compliant, explain_springs, NULL},
    {"simultaneous", 7, 10, SIMULTANEOUS, 1, run_simultaneous, explain_simultaneous, workspace_simultaneous},
    {"Mechanism.strike", 10, 12, STRIKE, 8, run_mechanism, explain_mechanism, workspace_mechanism},
    {"Mechanism.contact", 3, 3, MECHANISM_CONTACT, 64, run_each, explain_mechanism_contact, workspace_model},
    {"Mechanism.after", 4, 2, MECHANISM_AFTER, 64, run_each, explain_mechanism_after, workspace_model},
    {"Bodies.contact", 9, 3, BODIES_CONTACT, 128, run_each, explain_bodies_contact, workspace_model},
    {"Bodies.after", 10, 3, BODIES_AFTER, 128, run_each, explain_bodies_after, workspace_model},
    {"billiards.resolve_ball_ball", 16, 3, PAIR, 32, run_each, explain_pair, NULL},
    {"billiards.resolve_ball_cushion", 12, 2, CUSHION, 4, run_each, explain_cushion, NULL},
    {"jacobian.planar", 6, 6, PLANAR_JACOBIAN, 512, run_each, explain_jacobian, NULL},
    {"jacobian.spatial", 6, 6, SPATIAL_JACOBIAN, 32, run_each, explain_jacobian, NULL},
    {"jacobian.compliant", 5, 6, COMPLIANT_JACOBIAN, 8, run_each, explain_spring_jacobian, NULL},
    {"vjp.compliant", 7, 6, COMPLIANT_VJP, 8, run_each, explain_spring_vjp, NULL},
    {"vjp.planar", 8, 5, PLANAR_VJP, 512, run_each, explain_vjp, NULL},
    {"vjp.spatial", 8, 5, SPATIAL_VJP, 32, run_each, explain_vjp, NULL},
};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

const core_kind* core_kind_at(int index) {
  return index >= 0 && index < KIND_COUNT ? &KINDS[index] : NULL;
}

/// Sizes as the Python side found them: (contacts, dimension, dof, bodies, body_a, body_b, budget, method).
static bool take_sizes(PyObject* tuple, int kind, core_sizes* out) {
  const int dimension = KINDS[kind].columns[0].core[0] == '2' ? 2 : 3;
  *out = (core_sizes){.contacts = 1, .dimension = dimension, .body_b = -1};
  if (tuple != Py_None && !PyArg_ParseTuple(tuple, "iiiiiiii", &out->contacts, &out->dimension, &out->dof, &out->bodies,
                                            &out->body_a, &out->body_b, &out->budget, &out->method))
    return false;
  out->size = out->contacts * out->dimension;
  if (out->contacts >= 1 && out->contacts <= CAROM_SIMULTANEOUS_MAX_CONTACTS && out->dof >= 0 &&
      out->dof <= CAROM_MECHANISM_MAX_DOF)
    return true;
  PyErr_Format(PyExc_ValueError, "there can be 1 to %d contacts and up to %d degrees of freedom, not %d and %d",
               CAROM_SIMULTANEOUS_MAX_CONTACTS, CAROM_MECHANISM_MAX_DOF, out->contacts, out->dof);
  return false;
}

/// Fills in kind and sizes from the first two arguments.
static bool open_call(core_call* call, PyObject* const* args, Py_ssize_t count, Py_ssize_t first_input) {
  const long index = count >= 2 ? PyLong_AsLong(args[0]) : -1;
  call->kind = index >= 0 && index < KIND_COUNT ? &KINDS[index] : NULL;
  if (!call->kind || count != first_input + call->kind->in_count) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "wrong number of arrays");
    return false;
  }
  return take_sizes(args[1], (int)index, &call->sizes);
}

/// Ctrl-C ends a call.
static bool heed_signals(void* context) {
  PyThreadState** thread = context;
  PyEval_RestoreThread(*thread);
  const bool go_on = PyErr_CheckSignals() == 0;
  *thread = PyEval_SaveThread();
  return go_on;
}

static PyObject* solve_call(core_call* call, int threads) {
  PyThreadState* thread = PyEval_SaveThread();
  const Py_ssize_t bad = core_run_all(call, threads, heed_signals, &thread);
  PyEval_RestoreThread(thread);
  if (bad < -1) return NULL;  // the exception of the signal is set
  if (bad < 0) return PyErr_NoMemory();
  PyObject* outputs = core_outputs(call);
  return outputs ? Py_BuildValue("nN", bad, outputs) : NULL;
}

/// solve_arrays(kind, sizes, threads, out, *inputs) -> (elements without an answer, outputs)
PyObject* core_solve_arrays(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  enum { FIRST_INPUT = 4 };
  core_state* state = core_state_of(module);
  core_call call;
  memset(&call, 0, sizeof call);
  if (!open_call(&call, args, count, FIRST_INPUT)) return NULL;
  const long threads = PyLong_AsLong(args[2]);
  PyObject* result = NULL;
  if (!PyErr_Occurred() && core_take_inputs(&call, state, args + FIRST_INPUT) &&
      core_take_outputs(&call, state, args[3]))
    result = solve_call(&call, (int)threads);
  core_release(&call);
  return result;
}

static PyObject* tell(core_call* call) {
  core_place places[MOST_ARRAYS] = {0};
  carom_diag diag = {0};
  double error = 0;
  const size_t size = call->kind->workspace ? call->kind->workspace(&call->sizes) : problem_workspace(&call->sizes);
  double* workspace = malloc(size * sizeof *workspace);
  if (!workspace) return PyErr_NoMemory();
  for (int i = 0; i < call->kind->in_count; ++i) places[i].at = call->arrays[i].at;
  const carom_status status = call->kind->explain(call, places, workspace, &error, &diag);
  free(workspace);
  return Py_BuildValue("issd", (int)status, diag.message, diag.field, diag.value);
}

/// why(kind, sizes, *inputs of one element) -> (status, sentence, field, value)
PyObject* core_why(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  enum { FIRST_INPUT = 2 };
  core_call call;
  memset(&call, 0, sizeof call);
  if (!open_call(&call, args, count, FIRST_INPUT)) return NULL;
  PyObject* result = NULL;
  if (core_take_inputs(&call, core_state_of(module), args + FIRST_INPUT)) {
    if (call.lead == 0)
      result = tell(&call);
    else
      PyErr_SetString(PyExc_ValueError, "why tells of one element");
  }
  core_release(&call);
  return result;
}
