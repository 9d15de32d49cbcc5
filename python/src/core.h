// What the files of the extension module share. Python's limited API: one binary for every CPython from 3.11 on, and
// arrays by the buffer protocol, so that no version of NumPy is compiled in.
#ifndef CAROM_PYTHON_CORE_H
#define CAROM_PYTHON_CORE_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <string.h>

#include "carom/carom.h"

enum {
  MOST_AXES = 32,    ///< leading axes of an array, as in NumPy 1
  MOST_CORE = 3,     ///< axes of one impact: a matrix for each body
  MOST_ARRAYS = 24,  ///< arrays of a call
  MOST_LISTED = 9    ///< numbers of a list that is read as it is: a matrix of one contact
};

// ---- what the module holds ----------------------------------------------------------------------------------------

/// The types of numbers in arrays, by their letter of the struct module.
typedef enum core_number { DOUBLES, CODES, BYTES, BITS, COUNTS, NUMBER_COUNT } core_number;

/// Handed over by the Python files: configure_errors, configure_arrays.
typedef struct core_state {
  PyObject* error;                 ///< class CaromError
  PyObject* empty;                 ///< numpy.empty
  PyObject* convert;               ///< makes an array of one type of number of anything that can be one
  PyObject* dtypes[NUMBER_COUNT];  ///< numpy.dtype of each core_number
} core_state;

core_state* core_state_of(PyObject* module);

/// Raises CaromError with the sentence, key, line and value of a diagnostic. Returns NULL.
PyObject* core_raise(PyObject* module, const carom_diag* diag);

/// The X-macro lists of the library: {"Law": [(name, value, word, sentence), ...], ...}.
PyObject* core_lists(PyObject* module, PyObject* unused);

// ---- arrays of a call ---------------------------------------------------------------------------------------------

/// One array that a kind of call reads or writes.
typedef struct core_column {
  const char* name;
  core_number number;
  const char* core;  ///< lengths of the axes of one impact: a digit, or a letter of core_sizes
  bool spreads;      ///< an input for each contact that may also be one number for all, or not given
  bool optional;     ///< an input that need not be given
} core_column;

/// The lengths that letters stand for.
typedef struct core_sizes {
  int contacts;        ///< c
  int dimension;       ///< d
  int size;            ///< s: contacts * dimension
  int dof;             ///< n
  int bodies;          ///< b; j follows from the dimension
  int body_a;          ///< which of the bodies; no letter
  int body_b;          ///< -1: something fixed
  int budget, method;  ///< of several contacts; no letters
} core_sizes;

/// An array as it was handed over.
typedef struct core_array {
  Py_buffer view;
  PyObject* made;              ///< owned: what was converted or allocated
  bool open;                   ///< view is to be released
  char* at;                    ///< the first element; NULL: not given, or not wanted
  int lead;                    ///< leading axes of its own
  Py_ssize_t step[MOST_AXES];  ///< bytes along the common leading axes; 0 where broadcast
  Py_ssize_t core[MOST_CORE];  ///< bytes along the axes of one impact
  double number;               ///< where a plain number was given
  double listed[MOST_LISTED];  ///< where a short list was given
  int64_t code;
} core_array;

/// Where a piece of an array begins, and how far it is to the next element.
typedef struct core_place {
  char* at;
  Py_ssize_t step;
} core_place;

struct core_kind;

/// A call: its arrays, and the shape that their leading axes broadcast to.
typedef struct core_call {
  const struct core_kind* kind;
  core_sizes sizes;
  core_array arrays[MOST_ARRAYS];  ///< inputs, then outputs
  int lead;
  Py_ssize_t shape[MOST_AXES];
  Py_ssize_t total;
} core_call;

/// Solves `count` elements from the places on (one for each array). Returns how many have no answer.
typedef Py_ssize_t core_run(const core_call* call, const core_place* places, Py_ssize_t count, double* workspace);

/// The same for one element, with its diagnostic. *error: how far an approximate answer is off.
typedef carom_status core_explain(const core_call* call, const core_place* places, double* workspace, double* error,
                                  carom_diag* diag);

/// Doubles of workspace for a thread.
typedef size_t core_workspace(const core_sizes* sizes);

typedef struct core_kind {
  const char* name;
  int in_count, out_count;
  const core_column* columns;  ///< inputs, then outputs
  int grain;                   ///< elements that a thread takes at once; "auto" uses threads from ten times as many on
  core_run* run;
  core_explain* explain;
  core_workspace* workspace;  ///< NULL: none
} core_kind;

/// The kinds by their number in _core.KINDS.
const core_kind* core_kind_at(int index);

/// The length that a letter or digit of core_column stands for.
Py_ssize_t core_length(const core_sizes* sizes, char letter);

/// Takes the inputs and finds the shape that they broadcast to. False with an exception set.
bool core_take_inputs(core_call* call, core_state* state, PyObject* const* inputs);
/// Takes the outputs from a sequence (None in it: not wanted), or allocates all where out is None.
bool core_take_outputs(core_call* call, core_state* state, PyObject* out);
void core_release(core_call* call);
/// The outputs as a tuple.
PyObject* core_outputs(const core_call* call);

/// Asked about ten times a second by the thread that called; false ends the call.
typedef bool core_heed(void* context);

/// Runs all elements on a number of threads (< 0: on as many, if it is worth it). Returns how many have no answer; -1
/// without memory, -2 where heed has ended it.
Py_ssize_t core_run_all(core_call* call, int threads, core_heed* heed, void* context);

// Entry points of the module.
PyObject* core_solve_arrays(PyObject* module, PyObject* const* args, Py_ssize_t count);
PyObject* core_why(PyObject* module, PyObject* const* args, Py_ssize_t count);
PyObject* core_trace(PyObject* module, PyObject* const* args, Py_ssize_t count);
PyObject* core_solve(PyObject* module, PyObject* args);
PyObject* core_explain_scenario(PyObject* module, PyObject* args);
PyObject* core_simulate(PyObject* module, PyObject* args);
PyObject* core_path(PyObject* module, PyObject* args);
PyObject* core_draw(PyObject* module, PyObject* args);
PyObject* core_kinds_of(PyObject* module, PyObject* args);
PyObject* core_vary(PyObject* module, PyObject* args);
PyObject* core_sweep(PyObject* module, PyObject* args);
PyObject* core_table_numbers(PyObject* module, PyObject* unused);
PyObject* core_fit(PyObject* module, PyObject* args);

// ---- small helps for kinds ----------------------------------------------------------------------------------------

static inline carom_in core_in(const core_place* place, Py_ssize_t offset) {
  carom_in column = {place->at ? place->at + offset : NULL, place->step};
  return column;
}

static inline carom_out core_out(const core_place* place, Py_ssize_t offset) {
  carom_out column = {place->at ? place->at + offset : NULL, place->step};
  return column;
}

/// A double that need not be aligned.
static inline double core_read(const char* at) {
  double value;
  memcpy(&value, at, sizeof value);
  return value;
}

static inline void core_write(char* at, double value) {
  memcpy(at, &value, sizeof value);
}

#endif
