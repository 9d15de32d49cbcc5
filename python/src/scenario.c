// Scenarios: text in, the program's own JSON out; the path of an impact as columns of numbers.
#include <string.h>

#include "carom/files.h"
#include "core.h"

/// Text of a scenario, and what is made of it.
typedef struct answer {
  const char* text;
  Py_ssize_t length;
  carom_text json;
  carom_text times;  ///< doubles as bytes: the scaled time of each event
  carom_diag diag;
} answer;

static PyObject* finish(PyObject* module, answer* a, bool ok) {
  PyObject* result = NULL;
  if (ok)
    result = PyBytes_FromStringAndSize(a->json.text, (Py_ssize_t)a->json.length);
  else
    core_raise(module, &a->diag);
  carom_text_free(&a->json);
  return result;
}

static bool write_or_complain(answer* a, bool written) {
  if (!written) a->diag = (carom_diag){.status = CAROM_NO_MEMORY, .message = "there is not enough memory"};
  return written;
}

static bool solve(answer* a) {
  carom_scenario* scenario = carom_scenario_parse(a->text, (size_t)a->length, &a->diag);
  carom_result* result = scenario ? carom_scenario_solve(scenario, &a->diag) : NULL;
  const bool ok = result && write_or_complain(a, carom_result_write(scenario, result, carom_sink_text(&a->json)));
  const carom_sink times = carom_sink_text(&a->times);
  if (ok && result->outcome.event_count > 0)
    times.write((const char*)result->event_times, (size_t)result->outcome.event_count * sizeof(double), times.context);
  carom_result_free(result);
  carom_scenario_free(scenario);
  return ok;
}

/// solve(text) -> (JSON, times of the events as bytes)
PyObject* core_solve(PyObject* module, PyObject* args) {
  answer a = {0};
  bool ok;
  if (!PyArg_ParseTuple(args, "y#", &a.text, &a.length)) return NULL;
  Py_BEGIN_ALLOW_THREADS;
  ok = solve(&a);
  Py_END_ALLOW_THREADS;
  PyObject* json = finish(module, &a, ok);
  PyObject* result = json ? Py_BuildValue("Ny#", json, a.times.text, (Py_ssize_t)a.times.length) : NULL;
  carom_text_free(&a.times);
  return result;
}

static bool explain(answer* a) {
  carom_explanation explanation;
  carom_scenario* scenario = carom_scenario_parse(a->text, (size_t)a->length, &a->diag);
  carom_result* result = scenario ? carom_scenario_solve_path(scenario, &a->diag) : NULL;
  const bool ok =
      result && carom_scenario_explain(scenario, result, &explanation, &a->diag) &&
      write_or_complain(a, carom_explanation_write(scenario, result, &explanation, carom_sink_text(&a->json)));
  carom_result_free(result);
  carom_scenario_free(scenario);
  return ok;
}

/// explain(text) -> JSON
PyObject* core_explain_scenario(PyObject* module, PyObject* args) {
  answer a = {0};
  bool ok;
  if (!PyArg_ParseTuple(args, "y#", &a.text, &a.length)) return NULL;
  Py_BEGIN_ALLOW_THREADS;
  ok = explain(&a);
  Py_END_ALLOW_THREADS;
  return finish(module, &a, ok);
}

// ---- motion -------------------------------------------------------------------------------------------------------

/// Who is told how far a simulation is: a function of Python's, or nobody. Signals end it too.
typedef struct listener {
  PyObject* function;
  bool raised;
} listener;

static bool tell(double done, void* context) {
  listener* self = context;
  bool go_on = true;
  const PyGILState_STATE lock = PyGILState_Ensure();
  if (PyErr_CheckSignals()) {
    self->raised = true;
  } else if (self->function != Py_None) {
    PyObject* said = PyObject_CallFunction(self->function, "d", done);
    self->raised = !said;
    go_on = said != Py_False;
    Py_XDECREF(said);
  }
  PyGILState_Release(lock);
  return go_on && !self->raised;
}

static PyObject* columns_of(const carom_simulation* simulation) {
  PyObject* list = PyList_New(0);
  for (int i = 0; list && i < simulation->column_count; ++i) {
    PyObject* name = PyUnicode_FromString(simulation->columns[i]);
    if (!name || PyList_Append(list, name)) Py_CLEAR(list);
    Py_XDECREF(name);
  }
  return list;
}

static PyObject* simulation_parts(const carom_simulation* simulation, const carom_text* json) {
  const Py_ssize_t size = (Py_ssize_t)sizeof(double) * simulation->sample_count * simulation->column_count;
  PyObject* columns = columns_of(simulation);
  if (!columns) return NULL;
  return Py_BuildValue("y#Ny#", json->text, (Py_ssize_t)json->length, columns, (const char*)simulation->samples, size);
}

/// simulate(text, progress or None) -> (JSON, names of columns, rows of samples as bytes)
PyObject* core_simulate(PyObject* module, PyObject* args) {
  answer a = {0};
  listener hears = {0};
  if (!PyArg_ParseTuple(args, "y#O", &a.text, &a.length, &hears.function)) return NULL;
  carom_simulation* simulation = NULL;
  bool ok = false;
  Py_BEGIN_ALLOW_THREADS;
  carom_scenario* scenario = carom_scenario_parse(a.text, (size_t)a.length, &a.diag);
  if (scenario) simulation = carom_scenario_simulate(scenario, tell, &hears, &a.diag);
  if (simulation) ok = write_or_complain(&a, carom_simulation_write(scenario, simulation, carom_sink_text(&a.json)));
  carom_scenario_free(scenario);
  Py_END_ALLOW_THREADS;
  PyObject* result = NULL;
  if (!hears.raised) result = ok ? simulation_parts(simulation, &a.json) : core_raise(module, &a.diag);
  carom_text_free(&a.json);
  carom_simulation_free(simulation);
  return result;
}
