/// @file present/motion_table.c
/// A table from above: all that happened, or the collision of most contacts.
#include <math.h>
#include <stdlib.h>

#include "present/motion.h"

enum { LEG_POINTS = 33 };

/// Memory of a table's figure.
typedef struct picture {
  carom_figure_ball* balls;
  carom_figure_leg* legs;
  carom_vec2* points;
  carom_vec2* hits;
  carom_figure_link *links, *arrows;
  carom_figure_table_input input;
} picture;

static carom_vec2 from_above(carom_vec3 a) {
  return (carom_vec2){a.x, a.y};
}

static bool is_gone(carom_phase phase) {
  return phase == CAROM_PHASE_POCKETED || phase == CAROM_PHASE_OFF;
}

static carom_vec2 place_at(const carom_cloth_piece* piece, double time) {
  carom_vec3 x, v, w;
  carom_table_piece_at(piece, time, &x, &v, &w);
  return from_above(x);
}

/// Parabolas of sliding have a few points; the rest is straight.
static int take_points(const carom_cloth_piece* piece, carom_vec2* out) {
  const int count = piece->phase == CAROM_PHASE_SLIDE ? LEG_POINTS : 2;
  for (int i = 0; i < count; ++i) out[i] = place_at(piece, piece->from + (piece->to - piece->from) * i / (count - 1));
  return count;
}

static bool moves(const carom_cloth_piece* piece) {
  return piece->phase == CAROM_PHASE_FLIGHT || piece->phase == CAROM_PHASE_SLIDE || piece->phase == CAROM_PHASE_ROLL;
}

/// The legs of one ball, one after the other; returns how many of all are used then.
static int take_legs(const carom_simulation* simulation, int mover, int used, picture* p) {
  carom_figure_ball* ball = &p->balls[mover];
  bool first = true;
  ball->legs = p->legs + used;
  for (int i = 0; i < simulation->piece_count; ++i) {
    const carom_simulation_piece* it = &simulation->pieces[i];
    if (it->mover != mover) continue;
    if (first) ball->start = from_above(it->piece.position);
    first = false;
    ball->end = place_at(&it->piece, it->piece.to);
    ball->gone = is_gone(it->piece.phase);
    if (!moves(&it->piece) || !(it->piece.to > it->piece.from)) continue;
    carom_vec2* points = p->points + (size_t)used * LEG_POINTS;
    p->legs[used++] =
        (carom_figure_leg){it->piece.phase, it->piece.from, it->piece.to, points, take_points(&it->piece, points)};
    ++ball->leg_count;
  }
  return used;
}

static bool reserve(const carom_simulation* simulation, picture* p) {
  const size_t pieces = (size_t)simulation->piece_count + 1, impacts = (size_t)simulation->impact_count + 1;
  p->balls = carom__present_allocate((size_t)simulation->mover_count, sizeof *p->balls);
  p->legs = carom__present_allocate(pieces, sizeof *p->legs);
  p->points = carom__present_allocate(pieces * LEG_POINTS, sizeof *p->points);
  p->hits = carom__present_allocate(impacts, sizeof *p->hits);
  p->links = carom__present_allocate(impacts, sizeof *p->links);
  p->arrows = carom__present_allocate((size_t)simulation->mover_count, sizeof *p->arrows);
  return p->balls && p->legs && p->points && p->hits && p->links && p->arrows;
}

static void release(picture* p) {
  free(p->balls);
  free(p->legs);
  free(p->points);
  free(p->hits);
  free(p->links);
  free(p->arrows);
}

static void take_table(const carom_present_item* run, picture* p) {
  const carom_scenario_table* table = run->scenario->table;
  p->input.rails = table->rails;
  p->input.rail_count = table->table.rail_count;
  p->input.pockets = table->pockets;
  p->input.pocket_count = table->table.pocket_count;
  p->input.balls = p->balls;
  p->input.ball_count = run->simulation->mover_count;
  for (int i = 0; i < run->simulation->mover_count; ++i) {
    p->balls[i].name = run->simulation->movers[i].name;
    p->balls[i].radius = run->scenario->body_info[run->simulation->movers[i].body].sphere_radius;
  }
}

static bool is_hit(const carom_simulation_hit* hit) {
  return hit->with == CAROM_TABLE_BALL || hit->with == CAROM_TABLE_RAIL;
}

static void take_hits(const carom_simulation* simulation, picture* p) {
  for (int i = 0; i < simulation->impact_count; ++i) {
    const carom_simulation_hit* hit = &simulation->impacts[i].hit;
    if (is_hit(hit)) p->hits[p->input.hit_count++] = from_above(hit->place);
  }
  p->input.hits = p->hits;
}

static int count_pocketed(const carom_simulation* simulation) {
  int count = 0;
  for (int i = 0; i < simulation->impact_count; ++i) count += simulation->impacts[i].hit.with == CAROM_TABLE_POCKET;
  return count;
}

/// "12 hits between balls and rails · 2 pocketed"
static void say_what_happened(const carom_simulation* simulation, int hits, char* out, size_t size) {
  const int pocketed = count_pocketed(simulation);
  const int used = snprintf(out, size, "%d ball%s  ·  %d hit%s", simulation->mover_count,
                            simulation->mover_count == 1 ? "" : "s", hits, hits == 1 ? "" : "s");
  if (pocketed > 0 && used > 0 && (size_t)used < size)
    snprintf(out + used, size - (size_t)used, "  ·  %d pocketed", pocketed);
}

/// Design pixels: what stands left and right of the box, and above and below it.
static const double BESIDE = 106, ABOVE_AND_BELOW = 166;
/// A whole table is wide, so that a ball has room for its number; a collision is a figure as usual.
static const double TABLE_WIDTH = 800, BREAK_WIDTH = 520;

typedef struct extent {
  double left, right, bottom, top;
} extent;

static void reach(extent* e, carom_vec2 at, double radius) {
  e->left = fmin(e->left, at.x - radius);
  e->right = fmax(e->right, at.x + radius);
  e->bottom = fmin(e->bottom, at.y - radius);
  e->top = fmax(e->top, at.y + radius);
}

/// Of the table, or of the balls that meet and their arrows.
static extent extent_of(const carom_figure_table_input* input) {
  extent e = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < input->rail_count && !input->close; ++i) {
    reach(&e, input->rails[i].from, 0);
    reach(&e, input->rails[i].to, 0);
  }
  for (int i = 0; i < input->pocket_count && !input->close; ++i)
    reach(&e, input->pockets[i].at, input->pockets[i].radius);
  for (int i = 0; i < input->ball_count && input->close; ++i)
    reach(&e, input->balls[i].end, 3 * input->balls[i].radius);
  for (int i = 0; i < input->arrow_count; ++i) reach(&e, input->arrows[i].to, 0);
  return e;
}

/// As high as the picture asks for.
static void suggest_size(carom__subject* subject, const carom_figure_table_input* input) {
  const extent e = extent_of(input);
  const double shape = e.right > e.left ? (e.top - e.bottom) / (e.right - e.left) : 0.8;
  const double width = input->close ? BREAK_WIDTH : TABLE_WIDTH;
  carom__show_suggest_size(&subject->figure, width, ABOVE_AND_BELOW + (width - BESIDE) * fmin(1.1, fmax(0.3, shape)));
}

carom_status carom__draw_table(carom__subject* subject) {
  const carom_present_item* run = &subject->bundle->items[0];
  picture p = {0};
  carom_status status = CAROM_NO_MEMORY;
  char subtitle[120];
  if (reserve(run->simulation, &p)) {
    int used = 0;
    take_table(run, &p);
    for (int i = 0; i < run->simulation->mover_count; ++i) used = take_legs(run->simulation, i, used, &p);
    take_hits(run->simulation, &p);
    say_what_happened(run->simulation, p.input.hit_count, subtitle, sizeof subtitle);
    p.input.shows_start = true;
    p.input.subtitle = subtitle;
    suggest_size(subject, &p.input);
    status = carom_figure_table(&subject->figure, &p.input, subject->diag);
  }
  release(&p);
  return status;
}

// ---- the collision of most contacts --------------------------------------------------------------------------------

/// The first impact of the largest collision between balls; -1: none met.
static int largest_collision(const carom_simulation* simulation) {
  int best = -1;
  for (int i = 0; i < simulation->impact_count; ++i) {
    const carom_simulation_hit* hit = &simulation->impacts[i].hit;
    if (hit->with != CAROM_TABLE_BALL) continue;
    if (best < 0 || hit->cluster > simulation->impacts[best].hit.cluster) best = i;
  }
  return best;
}

static bool belongs(const carom_simulation* simulation, int first, int i) {
  return simulation->impacts[i].impact.time == simulation->impacts[first].impact.time &&
         simulation->impacts[i].hit.with == CAROM_TABLE_BALL;
}

/// Impulses as lines between the balls, as wide as they are large.
static void take_impulses(const carom_simulation* simulation, int first, picture* p) {
  double most = 0;
  for (int i = first; i < simulation->impact_count; ++i)
    if (belongs(simulation, first, i)) most = fmax(most, carom_vec3_norm(simulation->impacts[i].hit.push));
  for (int i = first; i < simulation->impact_count; ++i) {
    const carom_simulation_impact* it = &simulation->impacts[i];
    if (!belongs(simulation, first, i)) continue;
    p->links[p->input.link_count++] = (carom_figure_link){p->balls[it->mover].end, p->balls[it->hit.other].end,
                                                          most > 0 ? carom_vec3_norm(it->hit.push) / most : 0};
  }
  p->input.links = p->links;
}

/// Only the balls of the collision, where they are then.
static void take_places(const carom_present_item* run, double time, picture* p) {
  for (int i = 0; i < run->simulation->piece_count; ++i) {
    const carom_simulation_piece* it = &run->simulation->pieces[i];
    if (it->piece.from <= time && time <= it->piece.to)
      p->balls[it->mover].start = p->balls[it->mover].end = place_at(&it->piece, time);
  }
}

/// A velocity is drawn as the way of this time, so that the fastest goes three diameters far.
static void take_velocities(const carom_simulation* simulation, int first, picture* p) {
  double fastest = 0;
  for (int pass = 0; pass < 2; ++pass)
    for (int i = first; i < simulation->impact_count; ++i) {
      if (!belongs(simulation, first, i)) continue;
      const carom_simulation_impact* it = &simulation->impacts[i];
      const int movers[] = {it->mover, it->hit.other};
      const carom_vec3 after[] = {it->hit.after, it->hit.other_after};
      for (int side = 0; side < 2; ++side) {
        const carom_vec2 from = p->balls[movers[side]].end;
        const double length = 6 * p->balls[movers[side]].radius / fastest;
        if (pass == 0) fastest = fmax(fastest, hypot(after[side].x, after[side].y));
        if (pass == 1 && !p->balls[movers[side]].gone) {
          p->arrows[p->input.arrow_count++] =
              (carom_figure_link){from, {from.x + length * after[side].x, from.y + length * after[side].y}, 1};
          p->balls[movers[side]].gone = true;  // told already
        }
      }
    }
  p->input.arrows = p->arrows;
}

/// Balls that took part stay, in the order of their movers; names point into the simulation.
static void keep_those_told(picture* p) {
  int kept = 0;
  for (int i = 0; i < p->input.ball_count; ++i) {
    if (!p->balls[i].gone) continue;
    p->balls[kept] = p->balls[i];
    p->balls[kept++].gone = false;
  }
  p->input.ball_count = kept;
}

carom_status carom__draw_break(carom__subject* subject) {
  const carom_present_item* run = &subject->bundle->items[0];
  const int first = largest_collision(run->simulation);
  picture p = {0};
  carom_status status = CAROM_NO_MEMORY;
  char subtitle[160];
  if (first < 0)
    return carom__refuse(subject->diag, CAROM_UNAVAILABLE, "kind", 0,
                         "a figure of kind `break` shows how balls meet; in this game none do");
  if (reserve(run->simulation, &p)) {
    const carom_simulation_impact* it = &run->simulation->impacts[first];
    take_table(run, &p);
    take_places(run, it->impact.time, &p);
    take_impulses(run->simulation, first, &p);
    take_velocities(run->simulation, first, &p);
    keep_those_told(&p);
    snprintf(subtitle, sizeof subtitle, "t = %.6g s  ·  %d contact%s at once", it->impact.time, it->hit.cluster,
             it->hit.cluster == 1 ? "" : "s");
    p.input.close = true;
    p.input.words = "red: impulses, as wide as large; arrows: velocities after";
    p.input.subtitle = subtitle;
    suggest_size(subject, &p.input);
    status = carom_figure_table(&subject->figure, &p.input, subject->diag);
  }
  release(&p);
  return status;
}
