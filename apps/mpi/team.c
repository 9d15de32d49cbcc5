// Rank 0 hands out chunks. Its main thread answers requests between naps while its other threads compute, so that
// nobody waits for a chunk of its own to end; the main threads of the others ask for the next chunks before theirs run
// out.
#define _POSIX_C_SOURCE 200809L
#include "team.h"

#include <mpi.h>
#include <stdlib.h>
#include <time.h>

enum { TAG_ASK = 1, TAG_GIVE = 2, MOST_GIVEN = 64 };
/// What a process says instead of how many chunks it wants: that it leaves, that all shall stop, or only how far it is.
enum { LEAVES = -1, STOPS_ALL = -2, TELLS = -3 };
/// s: how often a process says how far it is.
static const double TELL_EVERY = 0.5;

/// A letter to rank 0.
typedef struct letter {
  int64_t wanted;        // chunks, or a word of the above
  int64_t rows, failed;  // that its writer has done
} letter;
enum { LETTER_SIZE = sizeof(letter) / sizeof(int64_t) };

static cli_team team;

/// Rank 0: what is left to hand out, and who is still here.
static struct {
  int64_t *chunks, count, next;
  letter* heard;  // the last of each process
  int others;
  bool stopped;
} desk;

/// The others: a request that has no answer yet.
static struct {
  bool is_out;
  letter asked, told;
  double told_at;
  int64_t given[MOST_GIVEN];
  MPI_Request ask, answer;
} request;

static void begin(carom_sweep* sweep) {
  const carom_sweep_facts facts = carom_sweep_tell(sweep);
  if (team.rank == 0) {
    desk.chunks = malloc((size_t)facts.chunk_count * sizeof *desk.chunks);
    desk.heard = calloc((size_t)team.size, sizeof *desk.heard);
    if (!desk.chunks || !desk.heard) MPI_Abort(MPI_COMM_WORLD, CLI_NO_ANSWER);
    desk.count = carom_sweep_todo(sweep, 0, 0, desk.chunks, facts.chunk_count);
    desk.next = 0;
    desk.others = team.size - 1;
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static int hand_out(int64_t* out, int capacity) {
  int count = 0;
  if (*cli_sweep_stop()) desk.stopped = true;
  while (count < capacity && desk.next < desk.count && !desk.stopped) out[count++] = desk.chunks[desk.next++];
  return count;
}

/// Answers all who ask now.
static void serve(void) {
  int waits = 1;
  while (desk.others > 0) {
    MPI_Status status;
    int64_t given[MOST_GIVEN];
    MPI_Iprobe(MPI_ANY_SOURCE, TAG_ASK, MPI_COMM_WORLD, &waits, &status);
    if (!waits) return;
    letter* heard = &desk.heard[status.MPI_SOURCE];
    MPI_Recv(heard, LETTER_SIZE, MPI_INT64_T, status.MPI_SOURCE, TAG_ASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    desk.stopped = desk.stopped || heard->wanted == STOPS_ALL;
    if (heard->wanted < 0) {
      desk.others -= heard->wanted != TELLS;
      continue;
    }
    const int count = hand_out(given, heard->wanted < MOST_GIVEN ? (int)heard->wanted : MOST_GIVEN);
    MPI_Send(given, count, MPI_INT64_T, status.MPI_SOURCE, TAG_GIVE, MPI_COMM_WORLD);
  }
}

static int take_at_desk(int64_t* chunks, int capacity) {
  serve();
  const int count = hand_out(chunks, capacity);
  return count == 0 && (desk.stopped || desk.next == desk.count) ? -1 : count;
}

static void ask(int wanted) {
  request.asked = (letter){wanted, request.told.rows, request.told.failed};
  MPI_Isend(&request.asked, LETTER_SIZE, MPI_INT64_T, 0, TAG_ASK, MPI_COMM_WORLD, &request.ask);
  MPI_Irecv(request.given, MOST_GIVEN, MPI_INT64_T, 0, TAG_GIVE, MPI_COMM_WORLD, &request.answer);
  request.is_out = true;
}

/// An answer without chunks: there are no more.
static int take_by_mail(int64_t* chunks, int capacity) {
  MPI_Status status;
  int is_here = 0, count;
  if (capacity == 0) return 0;
  if (!request.is_out) ask(capacity < MOST_GIVEN ? capacity : MOST_GIVEN);
  MPI_Test(&request.answer, &is_here, &status);
  if (!is_here) return 0;
  MPI_Wait(&request.ask, MPI_STATUS_IGNORE);
  request.is_out = false;
  MPI_Get_count(&status, MPI_INT64_T, &count);
  for (int i = 0; i < count && i < capacity; ++i) chunks[i] = request.given[i];
  return count > 0 ? count : -1;
}

static int take(void* context, int64_t* chunks, int capacity) {
  (void)context;
  return team.rank == 0 ? take_at_desk(chunks, capacity) : take_by_mail(chunks, capacity);
}

/// Rank 0 adds what it has heard of the others; they write, now and then.
static void tell(carom_sweep_progress* p) {
  if (team.rank > 0) {
    const double time = MPI_Wtime();
    request.told = (letter){TELLS, p->rows_done_here, p->failed};
    if (time - request.told_at < TELL_EVERY) return;
    request.told_at = time;
    MPI_Send(&request.told, LETTER_SIZE, MPI_INT64_T, 0, TAG_ASK, MPI_COMM_WORLD);
    return;
  }
  for (int i = 1; i < team.size; ++i) {
    p->rows_done += desk.heard[i].rows;
    p->rows_done_here += desk.heard[i].rows;
    p->failed += desk.heard[i].failed;
  }
}

static void leave(int code) {
  const letter word = {code == CLI_SOLVED ? LEAVES : STOPS_ALL, request.told.rows, request.told.failed};
  if (request.is_out) {
    MPI_Wait(&request.ask, MPI_STATUS_IGNORE);
    MPI_Wait(&request.answer, MPI_STATUS_IGNORE);  // its chunks stay undone
    request.is_out = false;
  }
  MPI_Send(&word, LETTER_SIZE, MPI_INT64_T, 0, TAG_ASK, MPI_COMM_WORLD);
}

static void wait_for_others(int code) {
  const struct timespec nap = {0, 100000};
  desk.stopped = desk.stopped || code != CLI_SOLVED;
  while (desk.others > 0) {
    serve();
    nanosleep(&nap, NULL);
  }
  free(desk.chunks);
  free(desk.heard);
  desk.chunks = NULL;
  desk.heard = NULL;
}

static void end(int* code, carom_sweep_progress* p) {
  int64_t mine[2] = {p->rows_done_here, p->failed}, all[2];
  int worst;
  if (team.rank == 0)
    wait_for_others(*code);
  else
    leave(*code);
  MPI_Allreduce(code, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(mine, all, 2, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  *code = worst;
  p->rows_done += all[0] - p->rows_done_here;
  p->rows_done_here = all[0];
  p->failed = all[1];
}

static int meet(int code) {
  int worst;
  MPI_Allreduce(&code, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return worst;
}

const cli_team* mpi_team(void) {
  team = (cli_team){.begin = begin, .take = take, .tell = tell, .end = end, .meet = meet};
  MPI_Comm_rank(MPI_COMM_WORLD, &team.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &team.size);
  return &team;
}
