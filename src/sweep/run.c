// Threads that take chunks, compute them and write them. The thread that calls hands out work, makes what was written
// safe, marks it, and tells how far it is.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sweep/chunk.h"
#include "text/sentence.h"

/// s: how often what was written is made safe, and how often somebody is told.
static const double SYNC_EVERY = 2, TELL_EVERY = 0.1;
/// ns: how long the calling thread sleeps; shorter where others ask it for work.
static const long NAP = 5000000, SHORT_NAP = 100000;

typedef struct engine {
  carom_sweep* sweep;
  const carom_sweep_run_options* options;
  pthread_mutex_t lock;
  pthread_cond_t has_work, has_ended;
  int64_t* queue;  // a ring would do; chunks are few
  int64_t head, tail, capacity;
  bool is_closed;  // nothing will be added
  bool stops;
  int working;       // threads that have not ended
  int64_t* written;  // chunks whose marks wait for a sync
  int64_t written_count;
  carom_sweep_progress progress;
  carom_status status;
  carom_diag error;
} engine;

static double now(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// The first failure counts, and ends the run. Locked.
static void fail(engine* e, carom_status status, const carom_diag* why) {
  if (e->status == CAROM_OK) {
    e->status = status;
    e->error = *why;
  }
  e->stops = true;
  pthread_cond_broadcast(&e->has_work);
}

static void fail_writing(engine* e, int cause) {
  carom_diag why;
  errno = cause;
  carom__file_fail("write", e->sweep->file.path, &why);
  fail(e, CAROM_IO, &why);
}

/// The next chunk, or -1 where there is no more. Locked.
static int64_t take_chunk(engine* e) {
  while (e->head == e->tail && !e->is_closed && !e->stops) pthread_cond_wait(&e->has_work, &e->lock);
  return e->stops || e->head == e->tail ? -1 : e->queue[e->head++];
}

/// A chunk is in the file. Locked.
static void count_chunk(engine* e, const carom__worker* w, int64_t chunk) {
  const int64_t rows = carom__sweep_rows_in(e->sweep, chunk);
  if (w->disagrees) {
    carom_diag why;
    carom__refuse(
        &why, CAROM_INCONSISTENT, "", (double)chunk,
        "a row among %lld to %lld gave two answers in two ways; this is a mistake in carom, please report it.",
        (long long)(chunk * e->sweep->chunk_rows), (long long)(chunk * e->sweep->chunk_rows + rows - 1));
    fail(e, CAROM_INCONSISTENT, &why);
    return;
  }
  if (e->options->sync == CAROM_SWEEP_SYNC_OFTEN) e->written[e->written_count++] = chunk;
  e->progress.rows_done += rows;
  e->progress.rows_done_here += rows;
  e->progress.failed += w->failed;
  if (w->failed > 0 && e->options->stop_at_failure) {
    e->stops = true;
    pthread_cond_broadcast(&e->has_work);
  }
}

static carom_status finish_chunk(const engine* e, carom__worker* w, int64_t chunk) {
  carom_status status = carom__chunk_write(w, chunk);
  if (!status && e->options->sync == CAROM_SWEEP_SYNC_CHUNK) status = carom__file_sync(&e->sweep->file);
  if (!status && !w->disagrees && e->options->sync != CAROM_SWEEP_SYNC_OFTEN)
    status = carom__chunk_mark(e->sweep, chunk);
  return status;
}

static void* work(void* context) {
  engine* e = context;
  carom_diag why = {0};
  carom__worker* w = carom__worker_new(e->sweep, &why);
  pthread_mutex_lock(&e->lock);
  if (!w) fail(e, CAROM_NO_MEMORY, &why);
  for (int64_t chunk; w && (chunk = take_chunk(e)) >= 0;) {
    pthread_mutex_unlock(&e->lock);
    carom__worker_chunk(w, chunk);
    const carom_status status = finish_chunk(e, w, chunk);
    const int cause = errno;
    pthread_mutex_lock(&e->lock);
    if (status)
      fail_writing(e, cause);
    else
      count_chunk(e, w, chunk);
  }
  --e->working;
  pthread_cond_signal(&e->has_ended);
  pthread_mutex_unlock(&e->lock);
  carom__worker_free(w);
  return NULL;
}

/// Makes what was written safe, then marks it. Unlocked; only the calling thread does this.
static void mark_written(engine* e) {
  pthread_mutex_lock(&e->lock);
  const int64_t count = e->written_count;
  pthread_mutex_unlock(&e->lock);
  if (count == 0) return;
  bool failed = carom__file_sync(&e->sweep->file) != CAROM_OK;
  for (int64_t i = 0; i < count && !failed; ++i) failed = carom__chunk_mark(e->sweep, e->written[i]) != CAROM_OK;
  const int cause = errno;
  pthread_mutex_lock(&e->lock);
  if (failed) fail_writing(e, cause);
  memmove(e->written, e->written + count, (size_t)(e->written_count - count) * sizeof *e->written);
  e->written_count -= count;
  pthread_mutex_unlock(&e->lock);
}

/// Asks for more chunks where the queue runs low, so that no thread has to wait. Whoever hands them out is called even
/// if none are wanted, since others may be asking it. Locked.
static void refill(engine* e, int threads) {
  enum { MOST = 64 };
  int64_t chunks[MOST];
  if (!e->options->take) return;
  const bool wants = !e->is_closed && !e->stops && e->tail - e->head < threads;
  const int count = e->options->take(e->options->take_context, chunks, !wants ? 0 : threads < MOST ? threads : MOST);
  for (int i = 0; i < count && e->tail < e->capacity; ++i) e->queue[e->tail++] = chunks[i];
  e->is_closed = e->is_closed || count < 0;
  if (count != 0) pthread_cond_broadcast(&e->has_work);
}

static void tell(engine* e, double started) {
  e->progress.seconds = now() - started;
  if (e->options->tell) e->options->tell(e->options->tell_context, &e->progress);
}

static void nap(engine* e) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += e->options->take ? SHORT_NAP : NAP;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_cond_timedwait(&e->has_ended, &e->lock, &until);
}

/// Until all threads have ended.
static void watch(engine* e, int threads) {
  const double started = now();
  double synced = started, told = started;
  pthread_mutex_lock(&e->lock);
  while (e->working > 0) {
    if (e->options->stop && *e->options->stop && !e->stops) {
      e->stops = true;
      pthread_cond_broadcast(&e->has_work);
    }
    refill(e, threads);
    const double time = now();
    if (time - told > TELL_EVERY) {
      told = time;
      tell(e, started);
    }
    if (time - synced > SYNC_EVERY) {
      synced = time;
      pthread_mutex_unlock(&e->lock);
      mark_written(e);
      pthread_mutex_lock(&e->lock);
    }
    nap(e);
  }
  pthread_mutex_unlock(&e->lock);
  mark_written(e);
  tell(e, started);
}

static void run_threads(engine* e, int wanted) {
  enum { MOST_THREADS = 1024 };
  const int threads = wanted < 1 ? 1 : wanted > MOST_THREADS ? MOST_THREADS : wanted;
  pthread_t* ids = calloc((size_t)threads, sizeof *ids);
  int started = 0;
  e->working = ids ? threads : 0;
  while (ids && started < threads && pthread_create(&ids[started], NULL, work, e) == 0) ++started;
  pthread_mutex_lock(&e->lock);
  e->working -= ids ? threads - started : 0;
  carom_diag why;
  if (started == 0) {
    carom__refuse(&why, CAROM_NO_MEMORY, "", 0, "no thread could be started.");
    fail(e, CAROM_NO_MEMORY, &why);
  }
  pthread_mutex_unlock(&e->lock);
  watch(e, started);
  for (int i = 0; i < started; ++i) pthread_join(ids[i], NULL);
  free(ids);
}

static int thread_count(const carom_sweep_run_options* options) {
  if (options->threads > 0) return options->threads;
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  return processors > 0 ? (int)processors : 1;
}

/// The queue, and how far earlier runs have come.
static bool prepare(engine* e) {
  carom_sweep* s = e->sweep;
  e->capacity = s->chunk_count;
  e->queue = malloc((size_t)s->chunk_count * sizeof *e->queue);
  e->written = malloc((size_t)s->chunk_count * sizeof *e->written);
  if (!e->queue || !e->written) return false;
  const int64_t left = carom_sweep_todo(s, 0, 0, e->queue, s->chunk_count);
  e->progress.rows = e->progress.rows_done = s->sampler.rows;
  for (int64_t i = 0; i < left; ++i) e->progress.rows_done -= carom__sweep_rows_in(s, e->queue[i]);
  e->is_closed = !e->options->take;
  if (e->is_closed) e->tail = carom_sweep_todo(s, e->options->part, e->options->parts, e->queue, s->chunk_count);
  return true;
}

int64_t carom_sweep_todo(carom_sweep* s, int part, int parts, int64_t* chunks, int64_t capacity) {
  enum { PIECE = 4096 };
  uint8_t done[PIECE];
  int64_t count = 0;
  for (int64_t first = 0; first < s->chunk_count; first += PIECE) {
    const int64_t size = s->chunk_count - first < PIECE ? s->chunk_count - first : PIECE;
    if (carom__file_read(&s->file, s->at.done, first, size, done)) memset(done, 0, sizeof done);
    for (int64_t i = 0; i < size; ++i) {
      if (done[i] || (parts > 0 && (first + i) % parts != part)) continue;
      if (count < capacity) chunks[count] = first + i;
      ++count;
    }
  }
  return count;
}

carom_status carom_sweep_run(carom_sweep* s, const carom_sweep_run_options* options, carom_sweep_progress* progress,
                             carom_diag* error) {
  static const carom_sweep_run_options defaults = {0};
  carom_diag unread;
  if (!error) error = &unread;
  if (carom__require(s, "sweep", "point to a sweep", error)) return error->status;
  if (!s->file.path)
    return carom__refuse(error, CAROM_BAD_VALUE, "", 0, "the sweep has no file; call carom_sweep_attach first.");
  engine e = {.sweep = s, .options = options ? options : &defaults};
  pthread_mutex_init(&e.lock, NULL);
  pthread_cond_init(&e.has_work, NULL);
  pthread_cond_init(&e.has_ended, NULL);
  if (prepare(&e))
    run_threads(&e, thread_count(e.options));
  else
    e.status = carom__refuse(&e.error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for the list of chunks.");
  if (!e.status && e.stops)
    e.status = carom__refuse(&e.error, CAROM_STOPPED, "", 0, "the sweep was stopped; what is done is in the file.");
  pthread_cond_destroy(&e.has_ended);
  pthread_cond_destroy(&e.has_work);
  pthread_mutex_destroy(&e.lock);
  free(e.queue);
  free(e.written);
  if (progress) *progress = e.progress;
  if (e.status) *error = e.error;
  return e.status;
}
