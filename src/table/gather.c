// Who takes part when two things meet, and how their surfaces do.
#include <math.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "table/table.h"

/// The cloth that a rail presses a ball onto, as a multiple of the rail's stiffness: so hard that a harder one changes
/// velocities by 1e-6 of the speed at most, and no harder than the solver of several contacts is quick with.
static const double HARD = 1e6;

/// The order in which two balls are told apart by their places, so that numbering them otherwise changes no bit.
static bool comes_after(carom_vec3 a, carom_vec3 b) {
  if (a.x != b.x) return a.x > b.x;
  if (a.y != b.y) return a.y > b.y;
  return a.z > b.z;
}

/// Of the radius of a ball that meets: what is farther apart takes no part, however fast it is.
static const double FARTHEST = 0.01;

static carom_frame frame_along(carom_vec3 d, double length) {
  carom_frame frame = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  carom_frame_from_normal(carom_vec3_scale(1 / length, d), NULL, &frame, NULL);
  return frame;
}

/// Less friction than this changes no digit of a speed; at 600 m/s exp leaves 1e-300, which no law can follow.
static const double FRICTIONLESS = 1e-17;

/// Friction between balls falls with the speed of slip.
static double friction_at(const carom_table_hit* hit, carom_vec3 velocity) {
  const double slip = carom__hypot(velocity.x, velocity.y);
  const double mu = hit->base + (hit->extra > 0 ? hit->extra * carom__exp(-hit->decay * slip) : 0);
  return mu > FRICTIONLESS ? mu : 0;
}

/// What meets again before the last contact can have ended loses nothing (Luding and McNamara 1998): without this,
/// balls that others press together would meet ever more often and time would stand still.
static double restitution(const carom_table_run* run, double e, double last) {
  return run->t - last < run->table->contact_time ? 1 : e;
}

carom__meeting carom__meet_ball(const carom_table_run* run, const carom__cluster* cluster, int ball, int other) {
  const bool swap = !comes_after(cluster->state[ball].position, cluster->state[other].position);
  const int a = swap ? other : ball, b = swap ? ball : other;
  const carom_vec3 d = carom_vec3_sub(cluster->state[a].position, cluster->state[b].position);
  carom__meeting m = {.with = CAROM_TABLE_BALL, .ball = a, .other = b, .frame = frame_along(d, carom_vec3_norm(d))};
  m.arm = carom_vec3_scale(-run->table->balls[a].radius, m.frame.n);
  m.arm_other = carom_vec3_scale(run->table->balls[b].radius, m.frame.n);
  const carom_table_hit* hit = &run->table->hit;
  m.surface = (carom_surface){.e = restitution(run, hit->e, *carom__pair_entry(run, run->pair_last, a, b)),
                              .mu = friction_at(hit, carom__meeting_velocity(cluster, &m)),
                              .eta2 = hit->eta2,
                              .stiffness = 1};
  return m;
}

carom_vec3 carom__nearest_on_rail(const carom_table* table, int rail, carom_vec3 place) {
  const carom_table_rail* line = &table->rails[rail];
  const double dx = line->to.x - line->from.x, dy = line->to.y - line->from.y, length = carom__hypot(dx, dy);
  const double ex = dx / length, ey = dy / length;
  const double along = ex * (place.x - line->from.x) + ey * (place.y - line->from.y);
  const double foot = carom__min(carom__max(along, 0), length);
  return (carom_vec3){line->from.x + foot * ex, line->from.y + foot * ey, table->rail_height};
}

carom__meeting carom__meet_rail(const carom_table_run* run, const carom__cluster* cluster, int ball, int rail) {
  const carom_vec3 place = cluster->state[ball].position;
  const carom_vec3 d = carom_vec3_sub(place, carom__nearest_on_rail(run->table, rail, place));
  carom__meeting m = {
      .with = CAROM_TABLE_RAIL, .ball = ball, .other = rail, .frame = frame_along(d, carom_vec3_norm(d))};
  m.arm = carom_vec3_scale(-run->table->balls[ball].radius, m.frame.n);
  m.surface = run->table->rail_surface;
  m.surface.e = restitution(run, m.surface.e, *carom__rail_entry(run, run->rail_last, ball, rail));
  return m;
}

carom__meeting carom__meet_cloth(const carom_table_run* run, int ball) {
  return (carom__meeting){.with = CAROM_TABLE_ON_CLOTH,
                          .ball = ball,
                          .other = -1,
                          .frame = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                          .arm = {0, 0, -run->table->balls[ball].radius},
                          .surface = run->table->cloth.surface};
}

static carom_vec3 at_point(const carom__ball* ball, carom_vec3 arm) {
  return carom_vec3_add(ball->velocity, carom_vec3_cross(ball->spin, arm));
}

carom_vec3 carom__meeting_velocity(const carom__cluster* cluster, const carom__meeting* m) {
  carom_vec3 v = at_point(&cluster->state[m->ball], m->arm);
  if (m->with == CAROM_TABLE_BALL) v = carom_vec3_sub(v, at_point(&cluster->state[m->other], m->arm_other));
  return (carom_vec3){carom_vec3_dot(m->frame.t1, v), carom_vec3_dot(m->frame.t2, v), carom_vec3_dot(m->frame.n, v)};
}

static void join(carom__cluster* cluster, int ball) {
  if (cluster->takes_part[ball]) return;
  cluster->takes_part[ball] = true;
  cluster->before[ball] = cluster->state[ball];
  cluster->balls[cluster->ball_count++] = ball;
}

static carom_status add(const carom_table_run* run, carom__cluster* cluster, const carom__meeting* m,
                        carom_diag* diag) {
  if (cluster->count >= run->cluster_room)
    return carom__fail(diag, CAROM_UNAVAILABLE, "balls", cluster->count,
                       "more than %d contacts happen at once at t = %.9g s; that many are not solved together",
                       run->cluster_room, run->t);
  cluster->items[cluster->count++] = *m;
  join(cluster, m->ball);
  if (m->with == CAROM_TABLE_BALL) join(cluster, m->other);
  return CAROM_OK;
}

/// Every pair is seen from the ball that joined first.
static carom_status add_neighbours(const carom_table_run* run, carom__cluster* cluster, int ball, const bool* seen,
                                   carom_diag* diag) {
  carom_status status = CAROM_OK;
  for (int i = 0; !status && i < run->table->ball_count; ++i) {
    if (i == ball || seen[i] || !carom__in_play(run, i)) continue;
    const double touching = run->table->balls[ball].radius + run->table->balls[i].radius + cluster->reach;
    const carom_vec3 d = carom_vec3_sub(cluster->state[i].position, cluster->state[ball].position);
    if (!(carom_vec3_dot(d, d) <= touching * touching)) continue;
    const carom__meeting m = carom__meet_ball(run, cluster, ball, i);
    status = add(run, cluster, &m, diag);
  }
  return status;
}

static double rail_gap(const carom_table_run* run, carom_vec3 place, int ball, int rail) {
  const carom_vec3 d = carom_vec3_sub(place, carom__nearest_on_rail(run->table, rail, place));
  return carom_vec3_norm(d) - run->table->balls[ball].radius - run->table->nose_radius;
}

/// Where two rails meet at a corner their common end is one point: two contacts with one normal are one.
static bool is_known(const carom__cluster* cluster, const carom__meeting* m) {
  for (int i = 0; i < cluster->count; ++i) {
    const carom__meeting* other = &cluster->items[i];
    if (other->with == CAROM_TABLE_RAIL && other->ball == m->ball &&
        carom_vec3_norm(carom_vec3_sub(other->frame.n, m->frame.n)) < 1e-9)
      return true;
  }
  return false;
}

static carom_status add_rails(const carom_table_run* run, carom__cluster* cluster, int ball, carom_diag* diag) {
  carom_status status = CAROM_OK;
  for (int i = 0; !status && i < run->table->rail_count; ++i) {
    if (!(rail_gap(run, cluster->state[ball].position, ball, i) <= cluster->reach)) continue;
    const carom__meeting m = carom__meet_rail(run, cluster, ball, i);
    if (!is_known(cluster, &m)) status = add(run, cluster, &m, diag);
  }
  return status;
}

/// Under a ball that a rail presses down the cloth is hard and gives nothing back; where it has a stiffness it takes
/// part in every collision.
static carom_status add_cloths(const carom_table_run* run, carom__cluster* cluster, carom_diag* diag) {
  const carom_table_cloth* cloth = &run->table->cloth;
  bool at_rail[CAROM_TABLE_MAX_BALLS] = {false};
  carom_status status = CAROM_OK;
  for (int i = 0; i < cluster->count; ++i)
    if (cluster->items[i].with == CAROM_TABLE_RAIL) at_rail[cluster->items[i].ball] = true;
  for (int i = 0; !status && i < cluster->ball_count; ++i) {
    const int ball = cluster->balls[i];
    if (!carom__is_down(run, ball, &cluster->state[ball]) || !(at_rail[ball] || cloth->stiffness > 0)) continue;
    carom__meeting m = carom__meet_cloth(run, ball);
    const double rail = run->table->rail_surface.stiffness > 0 ? run->table->rail_surface.stiffness : 1;
    m.surface.stiffness = at_rail[ball] ? HARD * rail : cloth->stiffness;
    if (at_rail[ball]) m.surface.e = 0;
    if (at_rail[ball]) m.surface.eta2 = run->table->rail_surface.eta2;
    status = add(run, cluster, &m, diag);
  }
  return status;
}

static bool is_due(const carom__meeting* m, const carom__due* due) {
  if ((int)m->with != due->kind) return false;
  return (m->ball == due->ball && m->other == due->other) ||
         (m->with == CAROM_TABLE_BALL && m->ball == due->other && m->other == due->ball);
}

/// The order in which contacts are solved: balls, rails, cloth, each by place, so that numbers of balls do not matter.
static bool is_behind(const carom__cluster* cluster, const carom__meeting* p, const carom__meeting* q) {
  if (p->with != q->with) return p->with > q->with;
  if (p->ball != q->ball) return comes_after(cluster->state[p->ball].position, cluster->state[q->ball].position);
  if (p->with != CAROM_TABLE_BALL) return p->other > q->other;
  return comes_after(cluster->state[p->other].position, cluster->state[q->other].position);
}

/// What was due comes first, the others after it in their order.
static void sort(carom__cluster* cluster, const carom__due* due) {
  for (int i = 1; i < cluster->count; ++i) {
    const carom__meeting item = cluster->items[i];
    const bool first = is_due(&item, due);
    int at = i;
    for (; at > 0; --at) {
      const carom__meeting* before = &cluster->items[at - 1];
      if (!first && (is_due(before, due) || !is_behind(cluster, before, &item))) break;
      cluster->items[at] = *before;
    }
    cluster->items[at] = item;
  }
}

void carom__table_cluster_of(carom_table_run* run, int ball, carom__cluster* cluster) {
  cluster->count = cluster->ball_count = 0;
  cluster->reach = CAROM__TOUCHING;
  for (int i = 0; i < run->table->ball_count; ++i) {
    cluster->takes_part[i] = false;
    cluster->state[i] = carom__table_ball_at(run, i, run->t);
  }
  join(cluster, ball);
}

carom_status carom__gather(carom_table_run* run, const carom__due* due, carom__cluster* cluster, carom_diag* diag) {
  bool seen[CAROM_TABLE_MAX_BALLS] = {false};
  carom__table_cluster_of(run, due->ball, cluster);
  const carom__meeting first = due->kind == CAROM_TABLE_BALL ? carom__meet_ball(run, cluster, due->ball, due->other)
                                                             : carom__meet_rail(run, cluster, due->ball, due->other);
  const double approach = carom__max(0, -carom__meeting_velocity(cluster, &first).z);
  const double radius = run->table->balls[due->ball].radius;
  cluster->reach = CAROM__TOUCHING + carom__min(CAROM__SHARE * run->table->contact_time * approach, FARTHEST * radius);
  carom_status status = CAROM_OK;
  for (int i = 0; !status && i < cluster->ball_count; ++i) {
    const int ball = cluster->balls[i];
    status = add_neighbours(run, cluster, ball, seen, diag);
    if (!status) status = add_rails(run, cluster, ball, diag);
    seen[ball] = true;
  }
  if (!status) status = add_cloths(run, cluster, diag);
  if (!status) sort(cluster, due);
  return status;
}
