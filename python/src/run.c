// All elements of a call, in pieces along its longest axis, on one thread or several. The order of elements does not
// matter and none disturbs another, so that answers do not depend on the number of threads.
#define _POSIX_C_SOURCE 200809L  // clock_gettime

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core.h"

enum {
  ASK_EVERY = 100000000,  ///< ns between two questions whether to go on: asking may have to wait for the GIL
  MOST_THREADS = 256,
  STACK = 1 << 20,    ///< bytes: four times what several contacts take
  ALONE = 16,         ///< grains that a thread alone takes at once
  WORTH_THREADS = 10  ///< grains from which on "auto" starts threads
};

static int array_count(const core_call* call) {
  return call->kind->in_count + call->kind->out_count;
}

/// Whether a step along the outer axis is, for all arrays, a step behind the end of the inner one.
static bool are_one(const core_call* call, int outer, int inner) {
  for (int i = 0; i < array_count(call); ++i)
    if (call->arrays[i].step[outer] != call->arrays[i].step[inner] * call->shape[inner]) return false;
  return true;
}

static void move_axis(core_call* call, int to, int from) {
  call->shape[to] = call->shape[from];
  for (int i = 0; i < array_count(call); ++i) call->arrays[i].step[to] = call->arrays[i].step[from];
}

/// Joins the axis with the one before it where memory allows, and drops axes of length 1.
static void join_axes(core_call* call) {
  int count = 0;
  for (int axis = 0; axis < call->lead; ++axis) {
    if (call->shape[axis] == 1) continue;
    if (count > 0 && are_one(call, count - 1, axis)) {
      const Py_ssize_t length = call->shape[count - 1] * call->shape[axis];
      move_axis(call, count - 1, axis);
      call->shape[count - 1] = length;
    } else {
      move_axis(call, count++, axis);
    }
  }
  call->lead = count;
}

/// Makes the longest axis the last: pieces are as long as they can be.
static void put_longest_last(core_call* call) {
  int longest = call->lead - 1;
  for (int axis = 0; axis < call->lead; ++axis)
    if (call->shape[axis] > call->shape[longest]) longest = axis;
  if (longest == call->lead - 1) return;
  core_array* arrays = call->arrays;
  const int last = call->lead - 1;
  const Py_ssize_t length = call->shape[longest];
  call->shape[longest] = call->shape[last];
  call->shape[last] = length;
  for (int i = 0; i < array_count(call); ++i) {
    const Py_ssize_t step = arrays[i].step[longest];
    arrays[i].step[longest] = arrays[i].step[last];
    arrays[i].step[last] = step;
  }
}

/// The places of element `index`, which counts along the axes as they are now.
static void places_of(const core_call* call, Py_ssize_t index, core_place* places) {
  Py_ssize_t along[MOST_AXES];
  for (int axis = call->lead - 1; axis >= 0; --axis) {
    along[axis] = index % call->shape[axis];
    index /= call->shape[axis];
  }
  for (int i = 0; i < array_count(call); ++i) {
    const core_array* array = &call->arrays[i];
    Py_ssize_t offset = 0;
    for (int axis = 0; axis < call->lead; ++axis) offset += along[axis] * array->step[axis];
    places[i].at = array->at ? array->at + offset : NULL;
    places[i].step = call->lead > 0 ? array->step[call->lead - 1] : 0;
  }
}

/// Elements first .. first + count - 1, in pieces that end with the last axis.
static Py_ssize_t run_range(const core_call* call, Py_ssize_t first, Py_ssize_t count, double* workspace) {
  core_place places[MOST_ARRAYS];
  const Py_ssize_t row = call->lead > 0 ? call->shape[call->lead - 1] : 1;
  Py_ssize_t bad = 0;
  while (count > 0) {
    const Py_ssize_t left = row - first % row;
    const Py_ssize_t piece = left < count ? left : count;
    places_of(call, first, places);
    bad += call->kind->run(call, places, piece, workspace);
    first += piece;
    count -= piece;
  }
  return bad;
}

/// What the threads of a call share.
typedef struct crowd {
  const core_call* call;
  atomic_llong next;  ///< element
  atomic_llong bad;
  Py_ssize_t grain;  ///< elements that are taken at once
  core_heed* heed;
  void* context;
  bool stopped;
  size_t workspace;  ///< doubles for each
} crowd;

typedef struct worker {
  crowd* crowd;
  double* workspace;
  bool asks;  ///< the thread that called
  pthread_t thread;
} worker;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/// Whether the call is to end; nobody finds an element any more then.
static bool ends(crowd* all, long long* asked) {
  const long long time = now();
  if (time - *asked < ASK_EVERY) return false;
  *asked = time;
  if (all->heed(all->context)) return false;
  all->stopped = true;
  atomic_store(&all->next, all->call->total);
  return true;
}

static void* work(void* context) {
  const worker* self = context;
  crowd* all = self->crowd;
  const core_call* call = all->call;
  const Py_ssize_t grain = all->grain;
  long long asked = self->asks && call->total > grain ? now() : 0;
  for (;;) {
    const Py_ssize_t first = (Py_ssize_t)atomic_fetch_add(&all->next, grain);
    if (first >= call->total) return NULL;
    const Py_ssize_t left = call->total - first;
    atomic_fetch_add(&all->bad, run_range(call, first, left < grain ? left : grain, self->workspace));
    if (self->asks && left > grain && ends(all, &asked)) return NULL;
  }
}

/// Starts as many threads as it can get, beside the caller's own.
static void run_crowd(worker* workers, int count) {
  pthread_attr_t attributes;
  int started = 1;
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_setstacksize(&attributes, STACK);
    while (started < count && pthread_create(&workers[started].thread, &attributes, work, &workers[started]) == 0)
      ++started;
    pthread_attr_destroy(&attributes);
  }
  work(&workers[0]);
  for (int i = 1; i < started; ++i) pthread_join(workers[i].thread, NULL);
}

static int useful_threads(const core_call* call, int threads) {
  const Py_ssize_t grains = call->total / call->kind->grain + 1;
  if (threads < 0) threads = grains > WORTH_THREADS ? -threads : 1;
  if (threads > MOST_THREADS) threads = MOST_THREADS;
  return threads > grains ? (int)grains : threads < 1 ? 1 : threads;
}

static Py_ssize_t run_on(const core_call* call, int threads, core_heed* heed, void* context) {
  worker workers[MOST_THREADS];
  crowd all = {.call = call, .heed = heed, .context = context};
  double* workspace = NULL;
  // One thread alone shares with nobody, and longer pieces cost less.
  all.grain = threads == 1 ? ALONE * (Py_ssize_t)call->kind->grain : call->kind->grain;
  all.workspace = call->kind->workspace ? call->kind->workspace(&call->sizes) : 0;
  if (all.workspace > 0) workspace = malloc(all.workspace * sizeof *workspace * (size_t)threads);
  if (all.workspace > 0 && !workspace) return -1;
  for (int i = 0; i < threads; ++i) {
    workers[i].crowd = &all;
    workers[i].asks = i == 0;
    workers[i].workspace = workspace ? workspace + (size_t)i * all.workspace : NULL;
  }
  if (threads == 1)
    work(&workers[0]);
  else
    run_crowd(workers, threads);
  free(workspace);
  return all.stopped ? -2 : (Py_ssize_t)atomic_load(&all.bad);
}

Py_ssize_t core_run_all(core_call* call, int threads, core_heed* heed, void* context) {
  if (call->total == 0) return 0;
  join_axes(call);
  put_longest_last(call);
  return run_on(call, useful_threads(call, threads), heed, context);
}
