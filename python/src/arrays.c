// Arrays in and out by the buffer protocol: any strides, leading axes that broadcast, read-only inputs, plain numbers.
#include <string.h>

#include "core.h"

/// The letters of the struct module that a type of number can have, and its size.
static const struct {
  const char* letters;
  Py_ssize_t size;
  const char* name;
} NUMBERS[NUMBER_COUNT] = {
    [DOUBLES] = {"d", 8, "float64"}, [CODES] = {"ql", 8, "int64"},  [BYTES] = {"B", 1, "uint8"},
    [BITS] = {"IL", 4, "uint32"},    [COUNTS] = {"il", 4, "int32"},
};

static bool fits(const Py_buffer* view, core_number number) {
  const char* format = view->format ? view->format : "B";
  const char other_order = PY_BIG_ENDIAN ? '<' : '>';
  if (*format == other_order || *format == '!') return false;
  if (strchr("@=<>", *format)) ++format;
  return format[0] && !format[1] && strchr(NUMBERS[number].letters, format[0]) &&
         view->itemsize == NUMBERS[number].size;
}

Py_ssize_t core_length(const core_sizes* sizes, char letter) {
  switch (letter) {
    case 'c':
      return sizes->contacts;
    case 'd':
      return sizes->dimension;
    case 's':
      return sizes->size;
    case 'n':
      return sizes->dof;
    case 'j':
      return sizes->dimension == 2 ? CAROM_PLANAR_INPUTS : CAROM_SPATIAL_INPUTS;
    case 'k':
      return CAROM_COMPLIANT_INPUTS;
    case 'b':
      return sizes->bodies;
    default:
      return letter - '0';
  }
}

static PyObject* shape_of(int axes, const Py_ssize_t* shape) {
  PyObject* tuple = PyTuple_New(axes);
  for (int i = 0; tuple && i < axes; ++i) {
    PyObject* length = PyLong_FromSsize_t(shape[i]);
    if (!length || PyTuple_SetItem(tuple, i, length)) Py_CLEAR(tuple);
  }
  return tuple;
}

/// Leading shape and the axes of one impact as a tuple. New reference.
static PyObject* whole_shape(const core_call* call, const core_column* column) {
  Py_ssize_t shape[MOST_AXES + MOST_CORE];
  int axes = call->lead;
  memcpy(shape, call->shape, (size_t)axes * sizeof *shape);
  for (const char* letter = column->core; *letter; ++letter) shape[axes++] = core_length(&call->sizes, *letter);
  return shape_of(axes, shape);
}

/// False with ValueError: "W must end in axes (2, 2); its shape is (3, 3)".
static bool bad_core(const core_call* call, const core_column* column, const Py_buffer* view) {
  Py_ssize_t core[MOST_CORE];
  const int count = (int)strlen(column->core);
  for (int i = 0; i < count; ++i) core[i] = core_length(&call->sizes, column->core[i]);
  PyObject* wanted = shape_of(count, core);
  PyObject* shape = shape_of(view->ndim, view->shape);
  if (wanted && shape)
    PyErr_Format(PyExc_ValueError, "%s must end in axes %R%s; its shape is %R", column->name, wanted,
                 column->spreads ? ", or be one number for all contacts" : "", shape);
  Py_XDECREF(wanted);
  Py_XDECREF(shape);
  return false;
}

/// Finds the steps of the axes of one impact, and how many leading axes are before them.
static bool take_core(const core_call* call, const core_column* column, core_array* array) {
  const Py_buffer* view = &array->view;
  const int count = (int)strlen(column->core);
  array->lead = view->ndim - count;
  if (view->ndim == 0 && column->spreads) {
    array->lead = 0;
    return true;
  }
  if (array->lead < 0) return bad_core(call, column, view);
  if (array->lead > MOST_AXES) {
    PyErr_Format(PyExc_ValueError, "%s has more than %d axes", column->name, MOST_AXES);
    return false;
  }
  for (int i = 0; i < count; ++i) {
    const int axis = array->lead + i;
    const Py_ssize_t length = view->shape[axis];
    if (length != core_length(&call->sizes, column->core[i]) && !(column->spreads && length == 1))
      return bad_core(call, column, view);
    array->core[i] = length == 1 ? 0 : view->strides[axis];
  }
  return true;
}

/// A plain number is kept in the array itself. False where it is none, or an exception is set.
static bool take_number(core_array* array, const core_column* column, PyObject* object) {
  if (column->number == DOUBLES && PyFloat_Check(object)) {
    array->number = PyFloat_AsDouble(object);
    array->at = (char*)&array->number;
  } else if (column->number == DOUBLES && PyLong_Check(object)) {
    array->number = PyLong_AsDouble(object);
    array->at = (char*)&array->number;
  } else if (column->number == CODES && PyLong_Check(object)) {
    array->code = PyLong_AsLongLong(object);
    array->at = (char*)&array->code;
  }
  return array->at && !PyErr_Occurred();
}

/// Item of a list or a tuple, borrowed; NULL where `object` is neither, or has another length.
static PyObject* item_of(PyObject* object, Py_ssize_t length, Py_ssize_t index) {
  if (PyList_Check(object)) return PyList_Size(object) == length ? PyList_GetItem(object, index) : NULL;
  if (PyTuple_Check(object)) return PyTuple_Size(object) == length ? PyTuple_GetItem(object, index) : NULL;
  return NULL;
}

static bool read_item(PyObject* item, double* out) {
  if (!item || !(PyFloat_Check(item) || PyLong_Check(item))) return false;
  *out = PyFloat_Check(item) ? PyFloat_AsDouble(item) : PyLong_AsDouble(item);
  return !PyErr_Occurred();
}

/// The numbers of one small vector or matrix in lists, without an array being made of them, which would take as long as
/// the impact. False where it is anything else, or an exception is set.
static bool take_list(const core_call* call, const core_column* column, core_array* array, PyObject* object) {
  const size_t axes = strlen(column->core);
  if (column->number != DOUBLES || axes < 1 || axes > 2 || !(PyList_Check(object) || PyTuple_Check(object)))
    return false;
  const Py_ssize_t rows = core_length(&call->sizes, column->core[0]);
  const Py_ssize_t width = axes == 2 ? core_length(&call->sizes, column->core[1]) : 1;
  if (rows < 1 || width < 1 || rows > MOST_LISTED / width) return false;
  for (Py_ssize_t i = 0; i < rows; ++i) {
    PyObject* row = item_of(object, rows, i);
    for (Py_ssize_t j = 0; j < width; ++j)
      if (!row || !read_item(axes == 2 ? item_of(row, width, j) : row, &array->listed[i * width + j])) return false;
  }
  array->at = (char*)array->listed;
  array->core[0] = width * (Py_ssize_t)sizeof(double);
  array->core[1] = (Py_ssize_t)sizeof(double);
  return true;
}

static bool open_buffer(core_array* array, PyObject* object, int flags) {
  if (PyObject_GetBuffer(object, &array->view, flags | PyBUF_STRIDES | PyBUF_FORMAT)) return false;
  array->open = true;
  array->at = array->view.buf;
  return true;
}

static void close_buffer(core_array* array) {
  if (array->open) PyBuffer_Release(&array->view);
  array->open = false;
  array->at = NULL;
}

/// What is no array of the right numbers becomes one.
static bool convert(core_array* array, const core_column* column, core_state* state, PyObject* object) {
  PyObject* name = PyUnicode_FromString(column->name);
  if (!name) return false;
  array->made = PyObject_CallFunctionObjArgs(state->convert, object, state->dtypes[column->number], name, NULL);
  Py_DECREF(name);
  if (!array->made || !open_buffer(array, array->made, 0)) return false;
  if (fits(&array->view, column->number)) return true;
  PyErr_Format(PyExc_TypeError, "%s cannot be made an array of %s", column->name, NUMBERS[column->number].name);
  return false;
}

static bool take_input(core_call* call, int index, core_state* state, PyObject* object) {
  core_array* array = &call->arrays[index];
  const core_column* column = &call->kind->columns[index];
  if (object == Py_None) {
    if (column->spreads || column->optional || !*column->core) return true;
    PyErr_Format(PyExc_TypeError, "%s is needed", column->name);
    return false;
  }
  if (take_number(array, column, object)) return take_core(call, column, array);
  if (!PyErr_Occurred() && take_list(call, column, array, object)) return true;
  if (PyErr_Occurred()) return false;
  if (PyObject_CheckBuffer(object) && !open_buffer(array, object, 0)) PyErr_Clear();
  if (array->open && !fits(&array->view, column->number)) close_buffer(array);
  if (!array->open && !convert(array, column, state, object)) return false;
  return take_core(call, column, array);
}

static bool do_not_fit(const core_call* call, int index) {
  const core_array* array = &call->arrays[index];
  PyObject* own = shape_of(array->lead, array->view.shape);
  PyObject* common = shape_of(call->lead, call->shape);
  if (own && common)
    PyErr_Format(PyExc_ValueError, "%s has the leading shape %R, which does not broadcast to %R",
                 call->kind->columns[index].name, own, common);
  Py_XDECREF(own);
  Py_XDECREF(common);
  return false;
}

/// Widens the common shape by that of one input, as NumPy does: axes from the right, 1 fits everything.
static bool widen(core_call* call, int index) {
  const core_array* array = &call->arrays[index];
  const int more = array->lead - call->lead;
  if (more > 0) {
    memmove(call->shape + more, call->shape, (size_t)call->lead * sizeof *call->shape);
    for (int i = 0; i < more; ++i) call->shape[i] = 1;
    call->lead = array->lead;
  }
  for (int i = 0; i < array->lead; ++i) {
    const Py_ssize_t own = array->view.shape[i];
    Py_ssize_t* common = &call->shape[call->lead - array->lead + i];
    if (*common == 1)
      *common = own;
    else if (own != 1 && own != *common)
      return do_not_fit(call, index);
  }
  return true;
}

static void find_steps(core_call* call, core_array* array) {
  for (int i = 0; i < array->lead; ++i)
    array->step[call->lead - array->lead + i] = array->view.shape[i] == 1 ? 0 : array->view.strides[i];
}

static bool count_elements(core_call* call) {
  call->total = 1;
  for (int i = 0; i < call->lead; ++i) {
    if (call->shape[i] > 0 && call->total > PTRDIFF_MAX / 64 / call->shape[i]) {
      PyErr_SetString(PyExc_MemoryError, "the inputs broadcast to more elements than there can be");
      return false;
    }
    call->total *= call->shape[i];
  }
  return true;
}

bool core_take_inputs(core_call* call, core_state* state, PyObject* const* inputs) {
  for (int i = 0; i < call->kind->in_count; ++i)
    if (!take_input(call, i, state, inputs[i])) return false;
  for (int i = 0; i < call->kind->in_count; ++i)
    if (!widen(call, i)) return false;
  for (int i = 0; i < call->kind->in_count; ++i) find_steps(call, &call->arrays[i]);
  return count_elements(call);
}

/// The first and the last byte of an array.
static void extent_of(const Py_buffer* view, const char** from, const char** to) {
  *from = *to = view->buf;
  for (int i = 0; i < view->ndim; ++i) {
    const Py_ssize_t reach = (view->shape[i] - 1) * view->strides[i];
    *(reach < 0 ? from : to) += reach;
  }
  *to += view->itemsize - 1;
}

static bool overlap(const core_array* a, const core_array* b) {
  const char *a_from, *a_to, *b_from, *b_to;
  if (!a->open || !b->open || a->view.len == 0 || b->view.len == 0) return false;
  extent_of(&a->view, &a_from, &a_to);
  extent_of(&b->view, &b_from, &b_to);
  return a_from <= b_to && b_from <= a_to;
}

/// An output of the caller's must have memory of its own.
static bool is_apart(const core_call* call, int index) {
  const core_column* columns = call->kind->columns;
  for (int i = 0; i < index; ++i)
    if (overlap(&call->arrays[i], &call->arrays[index])) {
      PyErr_Format(PyExc_ValueError, "out.%s shares memory with %s; it must have memory of its own",
                   columns[index].name, columns[i].name);
      return false;
    }
  return true;
}

static bool has_shape(const core_call* call, int index) {
  const core_array* array = &call->arrays[index];
  const core_column* column = &call->kind->columns[index];
  bool same = array->lead == call->lead && array->view.ndim == call->lead + (int)strlen(column->core);
  for (int i = 0; same && i < call->lead; ++i) same = array->view.shape[i] == call->shape[i];
  if (same) return true;
  PyObject* wanted = whole_shape(call, column);
  PyObject* shape = shape_of(array->view.ndim, array->view.shape);
  if (wanted && shape)
    PyErr_Format(PyExc_ValueError, "out.%s must have the shape %R, not %R", column->name, wanted, shape);
  Py_XDECREF(wanted);
  Py_XDECREF(shape);
  return false;
}

static bool take_output(core_call* call, int index, PyObject* object) {
  core_array* array = &call->arrays[index];
  const core_column* column = &call->kind->columns[index];
  array->made = object;
  if (object == Py_None) return true;
  if (!open_buffer(array, object, PyBUF_WRITABLE)) return false;
  if (!fits(&array->view, column->number)) {
    PyErr_Format(PyExc_TypeError, "out.%s must be an array of %s", column->name, NUMBERS[column->number].name);
    return false;
  }
  if (!take_core(call, column, array) || !has_shape(call, index)) return false;
  find_steps(call, array);
  return is_apart(call, index);
}

static bool take_lent(core_call* call, PyObject* out) {
  const core_kind* kind = call->kind;
  if (!PySequence_Check(out) || PySequence_Size(out) != kind->out_count) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "out must have %d arrays (None: not wanted), as the answer of carom.%s has",
                 kind->out_count, kind->name);
    return false;
  }
  for (int i = 0; i < kind->out_count; ++i) {
    PyObject* object = PySequence_GetItem(out, i);
    if (!object || !take_output(call, kind->in_count + i, object)) return false;
  }
  return true;
}

/// A new array of NumPy. It is filled by nobody else, so that nothing need be checked.
static bool allocate(core_call* call, int index, core_state* state) {
  core_array* array = &call->arrays[index];
  const core_column* column = &call->kind->columns[index];
  PyObject* shape = whole_shape(call, column);
  if (!shape) return false;
  array->made = PyObject_CallFunctionObjArgs(state->empty, shape, state->dtypes[column->number], NULL);
  Py_DECREF(shape);
  if (!array->made || !open_buffer(array, array->made, PyBUF_WRITABLE)) return false;
  if (!take_core(call, column, array)) return false;
  find_steps(call, array);
  return true;
}

bool core_take_outputs(core_call* call, core_state* state, PyObject* out) {
  if (out != Py_None) return take_lent(call, out);
  for (int i = 0; i < call->kind->out_count; ++i)
    if (!allocate(call, call->kind->in_count + i, state)) return false;
  return true;
}

void core_release(core_call* call) {
  for (int i = 0; i < call->kind->in_count + call->kind->out_count; ++i) {
    close_buffer(&call->arrays[i]);
    Py_CLEAR(call->arrays[i].made);
  }
}

PyObject* core_outputs(const core_call* call) {
  PyObject* tuple = PyTuple_New(call->kind->out_count);
  for (int i = 0; tuple && i < call->kind->out_count; ++i) {
    PyObject* made = call->arrays[call->kind->in_count + i].made;
    Py_INCREF(made);
    if (PyTuple_SetItem(tuple, i, made)) Py_CLEAR(tuple);
  }
  return tuple;
}
