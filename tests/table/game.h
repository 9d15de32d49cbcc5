// Games for tests: random balls on a table, played to the end, with what must hold at every event.
#ifndef CAROM_TESTS_TABLE_GAME_H
#define CAROM_TESTS_TABLE_GAME_H

#include "carom/table.h"
#include "random.h"

enum { GAME_BALLS = 32 };

static const double GAME_RADIUS = 0.028575, GAME_MASS = 0.17, GAME_LENGTH = 1.9812, GAME_WIDTH = 0.9906;

typedef struct game {
  carom_table table;
  carom_table_ball balls[GAME_BALLS];
  carom_table_rail rails[4];
  carom_table_pocket pockets[6];
  carom_table_run* run;
  double* workspace;
} game;

/// What was worst on the way.
typedef struct game_worst {
  double overlap, gain, ledger;  // m, J, J
  long events, clusters, rails;
  bool ended;
} game_worst;

/// A pool table of this size with rails, without balls; no pockets unless asked for.
game game_start(bool pockets);
void game_end(game* g);

/// So many balls at random places that do not overlap; the first one moves.
void game_scatter(game* g, test_random* r, int count);
/// The cue ball before a rack of fifteen that touch, off its middle line by this [m].
void game_rack(game* g, double speed, double off);

/// Begins; steps to the end, or until nothing moves.
carom_status game_begin(game* g, carom_diag* diag);
game_worst game_play(game* g);

#endif
