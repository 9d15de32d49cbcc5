// The library's lists of words, as Python's enums have them (python/carom/_enums.py is made of the same, and a test
// compares both).
#include "core.h"

typedef struct word {
  const char* symbol;
  unsigned value;
  const char* word;
  const char* sentence;
} word;

#define CODE(symbol, value, word, sentence) {#symbol, value, word, sentence},
#define BIT(symbol, bit, word, sentence)    {#symbol, 1u << (bit), word, sentence},
static const word LAWS[] = {CAROM_LAW_LIST(CODE)};
static const word MODES[] = {CAROM_PLANAR_MODE_LIST(CODE)};
static const word SEQUENCES[] = {CAROM_SPATIAL_MODE_LIST(CODE)};
static const word CONTACT_MODES[] = {CAROM_CONTACT_MODE_LIST(CODE)};
static const word STATUSES[] = {CAROM_STATUS_LIST(CODE)};
static const word EVENTS[] = {CAROM_EVENT_LIST(CODE)};
static const word MODELS[] = {CAROM_MODEL_LIST(CODE)};
static const word WARNINGS[] = {CAROM_WARNING_LIST(BIT)};
static const word FLAGS[] = {CAROM_FLAG_LIST(BIT)};

static const word SMOOTHS[] = {CAROM_SMOOTH_LIST(CODE)};
static const word BOUNDARIES[] = {CAROM_BOUNDARY_LIST(CODE)};

#define LIST(name, words) \
  { name, words, sizeof words / sizeof *words }
static const struct {
  const char* name;
  const word* words;
  size_t count;
} LISTS[] = {
    LIST("Law", LAWS),        LIST("Mode", MODES),     LIST("Sequence", SEQUENCES), LIST("ContactMode", CONTACT_MODES),
    LIST("Status", STATUSES), LIST("Event", EVENTS),   LIST("Model", MODELS),       LIST("Warn", WARNINGS),
    LIST("Flag", FLAGS),      LIST("Smooth", SMOOTHS), LIST("Boundary", BOUNDARIES)};

static PyObject* list_of(const word* words, size_t count) {
  PyObject* list = PyList_New(0);
  for (size_t i = 0; list && i < count; ++i) {
    PyObject* row = Py_BuildValue("sIss", words[i].symbol, words[i].value, words[i].word, words[i].sentence);
    if (!row || PyList_Append(list, row)) Py_CLEAR(list);
    Py_XDECREF(row);
  }
  return list;
}

PyObject* core_lists(PyObject* module, PyObject* unused) {
  (void)module, (void)unused;
  PyObject* lists = PyDict_New();
  for (size_t i = 0; lists && i < sizeof LISTS / sizeof *LISTS; ++i) {
    PyObject* list = list_of(LISTS[i].words, LISTS[i].count);
    if (!list || PyDict_SetItemString(lists, LISTS[i].name, list)) Py_CLEAR(lists);
    Py_XDECREF(list);
  }
  return lists;
}
