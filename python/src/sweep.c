// A study in memory: the plan of a scenario's sweep block, run as the program runs it, its columns and statistics read.
#include "carom/sweep.h"

#include <signal.h>

#include "carom/files.h"
#include "core.h"

enum {
  MOST_ROWS = 100000000,  ///< more than memory should hold: files are for that
};

/// What the thread that called looks after while others compute.
typedef struct watch {
  PyThreadState* thread;
  volatile sig_atomic_t stop;
} watch;

/// Ctrl-C ends the run. Heard about ten times a second.
static void heed(void* context, const carom_sweep_progress* progress) {
  watch* w = context;
  (void)progress;
  PyEval_RestoreThread(w->thread);
  if (PyErr_CheckSignals()) w->stop = 1;
  w->thread = PyEval_SaveThread();
}

/// All rows, and their statistics. NULL with an exception set.
static carom_sweep_summary* run(PyObject* module, carom_sweep* sweep, int threads) {
  watch w = {0};
  const carom_sweep_run_options options = {
      .threads = threads, .sync = CAROM_SWEEP_SYNC_NONE, .stop = &w.stop, .tell = heed, .tell_context = &w};
  carom_diag diag = {0};
  carom_sweep_summary* summary = NULL;
  w.thread = PyEval_SaveThread();
  if (carom_sweep_attach_memory(sweep, &diag) && carom_sweep_run(sweep, &options, NULL, &diag) == CAROM_OK && !w.stop)
    summary = carom_sweep_summarise(sweep, &diag);
  PyEval_RestoreThread(w.thread);
  if (!summary && !PyErr_Occurred()) core_raise(module, &diag);
  if (!PyErr_Occurred()) return summary;
  carom_sweep_summary_free(summary);
  return NULL;
}

static PyObject* read_column(carom_sweep* sweep, int index, int64_t rows) {
  const carom_sweep_column column = carom_sweep_column_at(sweep, index);
  PyObject* bytes = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)rows * (Py_ssize_t)column.size);
  if (bytes && !carom_sweep_read_column(sweep, index, 0, rows, PyByteArray_AsString(bytes))) {
    Py_CLEAR(bytes);
    PyErr_SetString(PyExc_OSError, "the rows of the sweep cannot be read");
  }
  return bytes ? Py_BuildValue("siN", column.name, (int)column.kind, bytes) : NULL;
}

/// [(name, kind, bytes), ...]
static PyObject* read_columns(carom_sweep* sweep) {
  const int64_t rows = carom_sweep_tell(sweep).rows;
  PyObject* list = PyList_New(0);
  for (int i = 0; list && carom_sweep_column_at(sweep, i).name; ++i) {
    PyObject* column = read_column(sweep, i, rows);
    if (!column || PyList_Append(list, column)) Py_CLEAR(list);
    Py_XDECREF(column);
  }
  return list;
}

static PyObject* write_summary(const carom_sweep* sweep, const carom_sweep_summary* summary) {
  carom_text text = {0};
  const bool fine = carom_sweep_summary_write(sweep, summary, carom_sink_text(&text));
  PyObject* bytes = fine ? PyBytes_FromStringAndSize(text.text, (Py_ssize_t)text.length) : PyErr_NoMemory();
  carom_text_free(&text);
  return bytes;
}

/// Lengths of the axes of a grid, or None.
static PyObject* grid_of(const carom_sweep* sweep) {
  const carom_sweep_plan* plan = carom_sweep_plan_of(sweep);
  if (carom_sweep_tell(sweep).sampling != CAROM_SAMPLING_GRID) return Py_BuildValue("");
  PyObject* list = PyList_New(0);
  for (int i = 0; list && i < plan->input_count; ++i) {
    if (plan->inputs[i].leader >= 0) continue;
    PyObject* length = PyLong_FromLong(plan->inputs[i].spread.count);
    if (!length || PyList_Append(list, length)) Py_CLEAR(list);
    Py_XDECREF(length);
  }
  PyObject* tuple = list ? PyList_AsTuple(list) : NULL;
  Py_XDECREF(list);
  return tuple;
}

/// How many of the columns are inputs: the first ones, or none where rows are not kept.
static int input_columns(const carom_sweep* sweep) {
  int count = 0;
  for (const char* name; (name = carom_sweep_input_name(sweep, count)); ++count)
    if (strcmp(carom_sweep_column_at(sweep, count).name, name) != 0) break;
  return count;
}

/// What the first row without an answer says: (row, status, message, key, value), or None.
static PyObject* first_failure(carom_sweep* sweep, const carom_sweep_summary* summary) {
  carom_sweep_value outputs[CAROM_SWEEP_MOST_OUTPUTS];
  carom_diag diag = {0};
  const int64_t row = summary->first_failed[0];
  if (row < 0) return Py_BuildValue("");
  carom_sweep_row(sweep, row, NULL, outputs, &diag);
  return Py_BuildValue("Lissd", (long long)row, (int)diag.status, diag.message, diag.field, diag.value);
}

static PyObject* study(PyObject* module, carom_sweep* sweep, int threads) {
  const int64_t rows = carom_sweep_tell(sweep).rows;
  if (rows > MOST_ROWS)
    return PyErr_Format(PyExc_ValueError,
                        "the sweep has %lld rows; up to %d are kept in memory: carom sweep writes files",
                        (long long)rows, MOST_ROWS);
  carom_sweep_summary* summary = run(module, sweep, threads);
  if (!summary) return NULL;
  PyObject* answer = NULL;
  PyObject* columns = read_columns(sweep);
  PyObject* text = columns ? write_summary(sweep, summary) : NULL;
  PyObject* grid = text ? grid_of(sweep) : NULL;
  PyObject* first = grid ? first_failure(sweep, summary) : NULL;
  if (first) answer = Py_BuildValue("OiOOO", columns, input_columns(sweep), text, grid, first);
  Py_XDECREF(columns);
  Py_XDECREF(text);
  Py_XDECREF(grid);
  Py_XDECREF(first);
  carom_sweep_summary_free(summary);
  return answer;
}

/// sweep(text, threads) -> (columns, how many are inputs, summary as JSON, lengths of a grid or None, the first failure
/// or None)
PyObject* core_sweep(PyObject* module, PyObject* args) {
  const char* text;
  Py_ssize_t length;
  int threads;
  carom_diag diag = {0};
  if (!PyArg_ParseTuple(args, "y#i", &text, &length, &threads)) return NULL;
  carom_sweep_plan* plan = carom_sweep_plan_parse(text, (size_t)length, &diag);
  carom_sweep* sweep = plan ? carom_sweep_open(text, (size_t)length, plan, &diag) : NULL;
  carom_sweep_plan_free(plan);
  PyObject* answer = sweep ? study(module, sweep, threads) : core_raise(module, &diag);
  carom_sweep_free(sweep);
  return answer;
}
