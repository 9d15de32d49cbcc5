// Figures as the program draws them: by gnuplot, into a file.
#include "carom/files.h"
#include "core.h"

/// A scenario that is drawn.
typedef struct drawing {
  carom_scenario* scenario;
  carom_present_item item;
  carom_present_request request;
} drawing;

static carom_status draw(drawing* d, const char* text, size_t length, carom_diag* diag) {
  d->scenario = carom_scenario_parse(text, length, diag);
  if (!d->scenario) return diag->status;
  d->item.scenario = d->scenario;
  d->request.count = 1;
  d->request.items = &d->item;
  carom_status status = carom_present_check(&d->item, 1, d->request.kind, diag);
  if (status == CAROM_OK) status = carom_present_solve(&d->item, diag);
  if (status == CAROM_OK) status = carom_present(&d->request, diag);
  carom_present_release(&d->item);
  carom_scenario_free(d->scenario);
  return status;
}

/// draw(text, output, kind or None, title or None, width, height): width 0 takes the size that suits.
PyObject* core_draw(PyObject* module, PyObject* args) {
  const char* text;
  Py_ssize_t length;
  drawing d = {0};
  carom_figure* figure = &d.request.figure;
  carom_diag diag = {0};
  if (!PyArg_ParseTuple(args, "y#szzii", &text, &length, &figure->output, &d.request.kind, &figure->title,
                        &figure->width, &figure->height))
    return NULL;
  carom_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = draw(&d, text, (size_t)length, &diag);
  Py_END_ALLOW_THREADS;
  if (status != CAROM_OK) return core_raise(module, &diag);
  Py_RETURN_NONE;
}

/// kinds_of(text) -> names of the figures that a scenario has, the one that suits best first
PyObject* core_kinds_of(PyObject* module, PyObject* args) {
  enum { MOST_KINDS = 32 };
  const char* text;
  Py_ssize_t length;
  const char* kinds[MOST_KINDS];
  carom_diag diag = {0};
  if (!PyArg_ParseTuple(args, "y#", &text, &length)) return NULL;
  carom_scenario* scenario = carom_scenario_parse(text, (size_t)length, &diag);
  if (!scenario) return core_raise(module, &diag);
  const carom_present_item item = {.scenario = scenario};
  const int count = carom_present_kinds(&item, 1, kinds, MOST_KINDS);
  PyObject* list = PyList_New(0);
  for (int i = 0; list && i < count && i < MOST_KINDS; ++i) {
    PyObject* name = PyUnicode_FromString(kinds[i]);
    if (!name || PyList_Append(list, name)) Py_CLEAR(list);
    Py_XDECREF(name);
  }
  carom_scenario_free(scenario);
  return list;
}
