// A game under way, between the files that play it. Private to the room.
#ifndef CAROM_TABLE_TABLE_H
#define CAROM_TABLE_TABLE_H

#include "carom/table.h"
#include "table/piece.h"

/// m/s: what approaches more slowly is no event (rounding makes such approaches out of balls that lie together).
#define CAROM__SLOWEST 1e-9
/// m: how much deeper a pair that approaches so slowly is let come before it is looked at again. Far above the rounding
/// of places (1e-14 m after half a minute), and below what anybody could measure.
#define CAROM__DEPTH 5e-13
/// m: nearer than this counts as touching.
#define CAROM__TOUCHING 1e-12
/// Of the contact time: contacts due within it are one collision.
#define CAROM__SHARE 0.01

/// A contact that is about to be solved. The impulse acts on `ball`.
typedef struct carom__meeting {
  carom_table_with with;
  int ball, other;
  carom_frame frame;          // n points into `ball`
  carom_vec3 arm, arm_other;  // m, from the centres to the point
  carom_surface surface;
} carom__meeting;

/// Balls that meet at one instant.
typedef struct carom__cluster {
  int count;
  carom__meeting items[CAROM_TABLE_MAX_CLUSTER];
  int ball_count;
  int balls[CAROM_TABLE_MAX_BALLS];           // that take part
  bool takes_part[CAROM_TABLE_MAX_BALLS];     // by number of the ball
  carom__ball state[CAROM_TABLE_MAX_BALLS];   // of all balls, by number
  carom__ball before[CAROM_TABLE_MAX_BALLS];  // of those that take part, before
  double reach;                               // m: what is nearer takes part
} carom__cluster;

/// The next thing that happens; time is HUGE_VAL where nothing does.
typedef struct carom__due {
  double time;
  int kind;  // a carom_table_with, or CAROM__PIECE_ENDS
  int ball, other;
} carom__due;

enum { CAROM__PIECE_ENDS = -1 };

carom_status carom__table_check(const carom_table* table, carom_diag* diag);
/// The material alone: what carom_table_pair needs.
carom_status carom__table_check_stuff(const carom_table* table, carom_diag* diag);
carom_status carom__table_check_ball(const carom_table_ball* ball, carom_diag* diag);
/// A number that is not negative, and no larger than a table's; where it is not 0, no smaller either.
carom_status carom__table_check_size(const char* field, double value, carom_diag* diag);
carom_status carom__table_check_place(const char* field, carom_vec2 place, carom_diag* diag);
/// Any length that a table may have; *unit is it with the length 1.
carom_status carom__table_check_direction(const char* field, carom_vec2 direction, carom_vec2* unit, carom_diag* diag);

/// Inertia as a part of m R^2.
double carom__table_k(const carom_table_ball* ball);
carom__ground carom__table_ground(const carom_table_run* run, int ball);
carom__ball carom__table_ball_at(const carom_table_run* run, int ball, double t);
/// The same where its piece ends.
carom__ball carom__table_ball_at_end(const carom_table_run* run, int ball);
bool carom__in_play(const carom_table_run* run, int ball);
/// It stands: at rest, or turning on the spot.
bool carom__stands(const carom_table_run* run, int ball);

/// m: where the centre of a ball lies when it is on the cloth, and whether it is there.
bool carom__is_down(const carom_table_run* run, int ball, const carom__ball* state);

/// The nearest point of a rail's line to a place, at the height of the nose.
carom_vec3 carom__nearest_on_rail(const carom_table* table, int rail, carom_vec3 place);

/// What the piece of a ball has lost until now goes to the ledger; then its next piece begins.
void carom__close_piece(carom_table_run* run, int ball, bool ended);
void carom__begin_piece(carom_table_run* run, int ball, carom__ball state);
/// Out of play: pocketed or off.
void carom__take_away(carom_table_run* run, int ball, carom_phase phase);

/// All times of a ball, and the first of all times.
void carom__predict(carom_table_run* run, int ball);
void carom__predict_pair(carom_table_run* run, int ball, int other);
void carom__predict_others(carom_table_run* run, int ball);
carom__due carom__next_due(const carom_table_run* run);
double* carom__pair_entry(const carom_table_run* run, double* matrix, int ball, int other);
double* carom__rail_entry(const carom_table_run* run, double* matrix, int ball, int rail);

/// The rule of progress: true where two things that are due to meet do so too slowly, or too often, to be an event.
bool carom__let_be(carom_table_run* run, const carom__due* due);

/// Who takes part where two things meet, and how their surfaces do.
carom_status carom__gather(carom_table_run* run, const carom__due* due, carom__cluster* cluster, carom_diag* diag);
/// One more contact between a ball and another ball, a rail or the cloth.
carom__meeting carom__meet_ball(const carom_table_run* run, const carom__cluster* cluster, int ball, int other);
carom__meeting carom__meet_rail(const carom_table_run* run, const carom__cluster* cluster, int ball, int rail);
carom__meeting carom__meet_cloth(const carom_table_run* run, int ball);
/// m/s, of `ball` against the other at the point, contact axes.
carom_vec3 carom__meeting_velocity(const carom__cluster* cluster, const carom__meeting* meeting);

/// Solves the contacts of the cluster, moves its balls and writes run->contacts.
carom_status carom__collide(carom_table_run* run, carom__cluster* cluster, carom_diag* diag);
/// Balls of the cluster that go down land; slow hops end.
carom_status carom__land_all(carom_table_run* run, carom__cluster* cluster, carom_diag* diag);
/// New pieces and times for all balls of a cluster.
void carom__go_on(carom_table_run* run, carom__cluster* cluster);
/// A cluster of one ball.
void carom__table_cluster_of(carom_table_run* run, int ball, carom__cluster* cluster);

/// A ball that a rail presses onto a hard cloth.
typedef struct carom__cushion {
  double mass, k;
  carom_vec3 n;        // unit, from the nose into the ball
  carom_surface rail;  // e, mu; Stronge's law, rigid tangentially
  double cloth_mu;
  carom_vec3 velocity, turn;               // m/s: of the centre; R times spin
  carom_vec3 rail_impulse, cloth_impulse;  // N s, world: the answer
} carom__cushion;

/// Fills impulses, velocity and turn after. False where the cloth lets go in between, or friction holds in a way that
/// the quick road does not know: the general solver then has to answer.
bool carom__cushion_solve(carom__cushion* cushion);

#endif
