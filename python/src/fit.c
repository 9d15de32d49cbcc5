// Measured impacts in, what the program says of them out.
#include "carom/files.h"
#include "core.h"

/// What comes of a fit.
typedef struct fitting {
  carom_fit_options options;
  carom_text json, csv;
  const char* output;  ///< of the figure, or NULL
  bool raised;
  carom_diag diag;
} fitting;

/// Ctrl-C ends a fit.
static bool heed(double done, void* context) {
  fitting* f = context;
  (void)done;
  const PyGILState_STATE lock = PyGILState_Ensure();
  f->raised = PyErr_CheckSignals() != 0;
  PyGILState_Release(lock);
  return !f->raised;
}

static bool draw(carom_fit* fit, fitting* f) {
  carom_figure figure = carom_figure_default();
  if (!f->output) return true;
  figure.output = f->output;
  figure.width = figure.height = 0;
  return carom_present_fit(fit, &figure, &f->diag) == CAROM_OK;
}

static bool run(fitting* f, const char* data, size_t length) {
  carom_fit* fit = carom_fit_run(data, length, &f->options, &f->diag);
  bool ok = fit && draw(fit, f);
  if (ok) {
    ok = carom_fit_write(fit, carom_sink_text(&f->json)) && carom_fit_write_csv(fit, carom_sink_text(&f->csv));
    if (!ok) f->diag = (carom_diag){.status = CAROM_NO_MEMORY, .message = "there is not enough memory"};
  }
  carom_fit_free(fit);
  return ok;
}

/// Texts of a tuple, which must outlive them. Returns how many; -1 with an exception set.
static int take_texts(PyObject* tuple, const char* what, int most, const char** out) {
  const Py_ssize_t count = PyTuple_Size(tuple);
  if (count > most) PyErr_Format(PyExc_ValueError, "there may be up to %d %s", most, what);
  for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); ++i)
    out[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(tuple, i), NULL);
  return PyErr_Occurred() ? -1 : (int)count;
}

/// fit(data, scenario or None, covariates, wanted, (law, all laws, eta2, plan, flip, least squares, e model,
/// bootstrap), huber, seed, output or None) -> (JSON, CSV)
PyObject* core_fit(PyObject* module, PyObject* args) {
  fitting f = {.options = carom_fit_options_default()};
  carom_fit_options* o = &f.options;
  const char *data, *wanted[CAROM_FIT_MOST_PARAMETERS];
  Py_ssize_t length, scenario_length = 0;
  PyObject *covariates, *texts;
  int law, all_laws, eta2, plan, flip, least_squares, e_model;
  unsigned long long seed;
  if (!PyArg_ParseTuple(args, "y#z#O!O!(iiiiiiii)dKz", &data, &length, &o->scenario, &scenario_length, &PyTuple_Type,
                        &covariates, &PyTuple_Type, &texts, &law, &all_laws, &eta2, &plan, &flip, &least_squares,
                        &e_model, &o->bootstrap, &o->huber, &seed, &f.output))
    return NULL;
  o->covariate_count = take_texts(covariates, "covariates", CAROM_FIT_MOST_COVARIATES, o->covariates);
  o->wanted_count = take_texts(texts, "numbers to estimate", CAROM_FIT_MOST_PARAMETERS, wanted);
  if (PyErr_Occurred()) return NULL;
  for (int i = 0; i < o->wanted_count; ++i) o->wanted[i].text = wanted[i];
  o->scenario_length = (size_t)scenario_length;
  o->law = (carom_law)law;
  o->all_laws = all_laws;
  o->with_eta2 = eta2;
  o->plan = plan;
  o->flip = (carom_fit_flip)flip;
  o->least_squares = least_squares;
  o->e_model = (carom_fit_e_model)e_model;
  o->seed = seed;
  o->progress = heed;
  o->context = &f;
  bool ok;
  Py_BEGIN_ALLOW_THREADS;
  ok = run(&f, data, (size_t)length);
  Py_END_ALLOW_THREADS;
  PyObject* result = NULL;
  if (!f.raised)
    result = ok ? Py_BuildValue("(y#y#)", f.json.text, (Py_ssize_t)f.json.length, f.csv.text, (Py_ssize_t)f.csv.length)
                : core_raise(module, &f.diag);
  carom_text_free(&f.json);
  carom_text_free(&f.csv);
  return result;
}
