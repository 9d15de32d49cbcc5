// The extension module carom._core: its functions, what it holds, and how it raises errors.
#include "core.h"

core_state* core_state_of(PyObject* module) {
  return PyModule_GetState(module);
}

PyObject* core_raise(PyObject* module, const carom_diag* diag) {
  PyObject* class = core_state_of(module)->error;
  if (!class) return PyErr_Format(PyExc_ValueError, "%s", diag->message);
  PyObject* error = PyObject_CallFunction(class, "sssid", diag->message, carom_status_word(diag->status), diag->field,
                                          diag->line, diag->value);
  if (error) PyErr_SetObject(class, error);
  Py_XDECREF(error);
  return NULL;
}

static void hold(PyObject** place, PyObject* object) {
  PyObject* old = *place;
  Py_INCREF(object);
  *place = object;
  Py_XDECREF(old);
}

/// configure_errors(class): what is raised
static PyObject* configure_errors(PyObject* module, PyObject* class) {
  hold(&core_state_of(module)->error, class);
  Py_RETURN_NONE;
}

/// configure_arrays(empty, convert, (dtype of each core_number...))
static PyObject* configure_arrays(PyObject* module, PyObject* args) {
  core_state* state = core_state_of(module);
  PyObject *empty, *convert, *dtypes;
  if (!PyArg_ParseTuple(args, "OOO", &empty, &convert, &dtypes)) return NULL;
  if (!PyTuple_Check(dtypes) || PyTuple_Size(dtypes) != NUMBER_COUNT)
    return PyErr_Format(PyExc_TypeError, "there are %d types of numbers", (int)NUMBER_COUNT);
  hold(&state->empty, empty);
  hold(&state->convert, convert);
  for (int i = 0; i < NUMBER_COUNT; ++i) hold(&state->dtypes[i], PyTuple_GetItem(dtypes, i));
  Py_RETURN_NONE;
}

static PyObject* eta2_of(PyObject* module, PyObject* ratio) {
  (void)module;
  const double nu = PyFloat_AsDouble(ratio);
  return PyErr_Occurred() ? NULL : PyFloat_FromDouble(carom_eta2_from_poisson_ratio(nu));
}

#define FAST(function) (PyCFunction)(void (*)(void)) function, METH_FASTCALL
static PyMethodDef methods[] = {{"configure_errors", configure_errors, METH_O, NULL},
                                {"configure_arrays", configure_arrays, METH_VARARGS, NULL},
                                {"lists", core_lists, METH_NOARGS, NULL},
                                {"eta2_of", eta2_of, METH_O, NULL},
                                {"solve_arrays", FAST(core_solve_arrays), NULL},
                                {"why", FAST(core_why), NULL},
                                {"trace", FAST(core_trace), NULL},
                                {"solve", core_solve, METH_VARARGS, NULL},
                                {"explain", core_explain_scenario, METH_VARARGS, NULL},
                                {"simulate", core_simulate, METH_VARARGS, NULL},
                                {"path", core_path, METH_VARARGS, NULL},
                                {"draw", core_draw, METH_VARARGS, NULL},
                                {"kinds_of", core_kinds_of, METH_VARARGS, NULL},
                                {"vary", core_vary, METH_VARARGS, NULL},
                                {"sweep", core_sweep, METH_VARARGS, NULL},
                                {"table_numbers", core_table_numbers, METH_NOARGS, NULL},
                                {"fit", core_fit, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};

static int fill(PyObject* module) {
  PyObject* kinds = PyDict_New();
  const core_kind* kind;
  for (int i = 0; kinds && (kind = core_kind_at(i)); ++i) {
    PyObject* number = PyLong_FromLong(i);
    if (!number || PyDict_SetItemString(kinds, kind->name, number)) Py_CLEAR(kinds);
    Py_XDECREF(number);
  }
  if (!kinds) return -1;
  const int failed = PyModule_AddObjectRef(module, "KINDS", kinds);
  Py_DECREF(kinds);
  return failed || PyModule_AddStringConstant(module, "version", carom_version()) ? -1 : 0;
}

static int visit_state(PyObject* module, visitproc visit, void* arg) {
  core_state* state = core_state_of(module);
  Py_VISIT(state->error);
  Py_VISIT(state->empty);
  Py_VISIT(state->convert);
  for (int i = 0; i < NUMBER_COUNT; ++i) Py_VISIT(state->dtypes[i]);
  return 0;
}

static int clear_state(PyObject* module) {
  core_state* state = core_state_of(module);
  Py_CLEAR(state->error);
  Py_CLEAR(state->empty);
  Py_CLEAR(state->convert);
  for (int i = 0; i < NUMBER_COUNT; ++i) Py_CLEAR(state->dtypes[i]);
  return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};
static struct PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                        .m_name = "_core",
                                        .m_size = sizeof(core_state),
                                        .m_methods = methods,
                                        .m_slots = slots,
                                        .m_traverse = visit_state,
                                        .m_clear = clear_state};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) {
  return PyModuleDef_Init(&definition);
}
