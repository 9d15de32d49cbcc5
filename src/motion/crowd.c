// A crowd in free motion: each body by itself, as if it flew alone or swung on its pivot.
#include "motion/crowd.h"

#include <stdio.h>
#include <string.h>

#include "math/elementary.h"

/// Bodies come near at this part of the smaller one's extent: so far they may move in one step without looking again.
static const double NEAR = 0.25;

void carom_crowd_state(const carom_crowd* crowd, const double* state, int index, double* own) {
  const int q = carom__crowd_positions(crowd), u = carom__crowd_velocities(crowd);
  memcpy(own, state + index * q, (size_t)q * sizeof *own);
  memcpy(own + q, state + crowd->body_count * q + index * u, (size_t)u * sizeof *own);
}

static void put_own(const carom_crowd* crowd, const double* own, int index, double* state) {
  const int q = carom__crowd_positions(crowd), u = carom__crowd_velocities(crowd);
  memcpy(state + index * q, own, (size_t)q * sizeof *own);
  memcpy(state + crowd->body_count * q + index * u, own + q, (size_t)u * sizeof *own);
}

static carom_vec3 position_of(const carom_crowd* crowd, const double* own) {
  return (carom_vec3){own[0], own[1], crowd->dimension == 2 ? 0 : own[2]};
}

static void put(const carom_crowd* crowd, carom_vec3 x, double* out) {
  out[0] = x.x;
  out[1] = x.y;
  if (crowd->dimension == 3) out[2] = x.z;
}

/// The velocity of a body on a pivot without what rounding put along its rod.
static void hold_rod(const carom_crowd* crowd, int index, double* own) {
  const carom_crowd_body* body = &crowd->bodies[index];
  if (!body->hangs) return;
  double* v = own + carom__crowd_positions(crowd);
  const carom_vec3 velocity = {v[0], v[1], crowd->dimension == 2 ? 0 : v[2]};
  put(crowd, carom__pivot_across(carom__pivot_rod(body, position_of(crowd, own)), velocity), v);
}

void carom__crowd_own(const carom_crowd* crowd, const double* state, int index, double* own) {
  carom_crowd_state(crowd, state, index, own);
  hold_rod(crowd, index, own);
}

void carom__crowd_poses_of(const carom_crowd* crowd, const double* state, carom__crowd_poses* poses) {
  double own[CAROM__CROWD_OWN];
  for (int i = 0; i < crowd->body_count; ++i) {
    carom__crowd_own(crowd, state, i, own);
    poses->of[i] = carom__flyer_pose_of(&crowd->flyers[i], own);
  }
}

void carom_crowd_one(const carom_crowd* crowd, const double* state, int index, carom_body* body, double* angle) {
  double own[CAROM__CROWD_OWN];
  carom__crowd_own(crowd, state, index, own);
  carom_flyer_body(&crowd->flyers[index], own, body, angle);
}

void carom__crowd_rate(const carom_mover* mover, const double* state, double* rate) {
  const carom_crowd* crowd = mover->self;
  const int q = carom__crowd_positions(crowd);
  for (int i = 0; i < crowd->body_count; ++i) {
    double own[CAROM__CROWD_OWN], own_rate[CAROM__CROWD_OWN];
    carom__crowd_own(crowd, state, i, own);
    crowd->movers[i].rate(&crowd->movers[i], own, own_rate);
    if (crowd->bodies[i].hangs) {
      const carom_vec3 velocity = {own[q], own[q + 1], crowd->dimension == 2 ? 0 : own[q + 2]};
      const carom_vec3 a =
          carom__pivot_acceleration(&crowd->bodies[i], position_of(crowd, own), velocity, crowd->gravity);
      put(crowd, a, own_rate + q);
    }
    put_own(crowd, own_rate, i, rate);
  }
}

double carom__crowd_kinetic(const carom_mover* mover, const double* state) {
  const carom_crowd* crowd = mover->self;
  double sum = 0;
  for (int i = 0; i < crowd->body_count; ++i) {
    double own[CAROM__CROWD_OWN];
    carom__crowd_own(crowd, state, i, own);
    sum += crowd->movers[i].kinetic(&crowd->movers[i], own);
  }
  return sum;
}

double carom__crowd_energy(const carom_mover* mover, const double* state) {
  const carom_crowd* crowd = mover->self;
  double sum = 0;
  for (int i = 0; i < crowd->body_count; ++i) {
    double own[CAROM__CROWD_OWN];
    carom__crowd_own(crowd, state, i, own);
    sum += crowd->movers[i].energy(&crowd->movers[i], own);
  }
  return sum;
}

/// Quaternions to unit length, mass centres on pivots to their circles.
void carom__crowd_tidy(const carom_mover* mover, double* state) {
  const carom_crowd* crowd = mover->self;
  for (int i = 0; i < crowd->body_count; ++i) {
    const carom_crowd_body* body = &crowd->bodies[i];
    double own[CAROM__CROWD_OWN];
    carom__crowd_own(crowd, state, i, own);
    if (crowd->movers[i].tidy) crowd->movers[i].tidy(&crowd->movers[i], own);
    if (body->hangs) {
      const carom_vec3 rod = carom__pivot_rod(body, position_of(crowd, own));
      put(crowd, carom_vec3_add(body->pivot, carom_vec3_scale(body->length, rod)), own);
    }
    put_own(crowd, own, i, state);
  }
}

// ---- how long a step may be ----------------------------------------------------------------------------------------

double carom__crowd_room(const carom_crowd* crowd, const carom__crowd_poses* poses, int meeting) {
  const int a = crowd->meetings[meeting].a, b = crowd->meetings[meeting].b;
  const carom_vec3 way = carom_vec3_sub(poses->of[a].position, poses->of[b].position);
  return carom_vec3_norm(way) - crowd->extents[a] - crowd->extents[b];
}

double carom__crowd_near(const carom_crowd* crowd, int meeting) {
  return NEAR * carom__min(crowd->extents[crowd->meetings[meeting].a], crowd->extents[crowd->meetings[meeting].b]);
}

/// m/s: of the corners about the mass centre.
static double rim_speed(const carom_crowd* crowd, const carom__crowd_poses* poses, int body) {
  return crowd->bodies[body].solid ? crowd->extents[body] * carom_vec3_norm(poses->of[body].spin) : 0;
}

double carom__crowd_closing(const carom_crowd* crowd, const carom__crowd_poses* poses, int meeting) {
  const int a = crowd->meetings[meeting].a, b = crowd->meetings[meeting].b;
  return carom_vec3_norm(carom_vec3_sub(poses->of[a].velocity, poses->of[b].velocity)) + rim_speed(crowd, poses, a) +
         rim_speed(crowd, poses, b);
}

/// s: as long as the bodies take to come near, or to move by what counts as near: v t + g t^2/2 = way.
static double pace_of_meeting(const carom_crowd* crowd, const carom__crowd_poses* poses, int meeting) {
  const double way = carom__max(carom__crowd_room(crowd, poses, meeting), carom__crowd_near(crowd, meeting));
  const double speed = carom__crowd_closing(crowd, poses, meeting), g = carom_vec3_norm(crowd->gravity);
  const double sum = speed + sqrt(speed * speed + 2 * g * way);
  return sum > 0 ? 2 * way / sum : HUGE_VAL;
}

static double pace_of_body(const carom_crowd* crowd, const carom__crowd_poses* poses, int index, const double* own) {
  const carom_crowd_body* body = &crowd->bodies[index];
  const double turning = crowd->movers[index].pace(&crowd->movers[index], own);
  if (!body->hangs) return turning;
  const double speed = carom_vec3_norm(poses->of[index].velocity) / body->length;
  const double acceleration = carom_vec3_norm(crowd->gravity) / body->length;
  return speed > 0 || acceleration > 0 ? carom__min(turning, carom__mover_pace(speed, acceleration)) : turning;
}

double carom__crowd_pace(const carom_mover* mover, const double* state) {
  const carom_crowd* crowd = mover->self;
  carom__crowd_poses poses;
  double pace = HUGE_VAL;
  carom__crowd_poses_of(crowd, state, &poses);
  for (int i = 0; i < crowd->body_count; ++i) {
    double own[CAROM__CROWD_OWN];
    carom__crowd_own(crowd, state, i, own);
    pace = carom__min(pace, pace_of_body(crowd, &poses, i, own));
  }
  for (int i = 0; i < crowd->meeting_count; ++i) pace = carom__min(pace, pace_of_meeting(crowd, &poses, i));
  return pace;
}

// ---- what a pair is ------------------------------------------------------------------------------------------------

carom_mover_touch carom__crowd_touch(const carom_mover* mover, int pair) {
  const carom_crowd* crowd = mover->self;
  return (carom_mover_touch){pair, crowd->pairs[pair].plane, pair};
}

carom_surface carom__crowd_surface(const carom_mover* mover, int pair) {
  const carom_crowd* crowd = mover->self;
  const carom_crowd_pair* it = &crowd->pairs[pair];
  return it->plane >= 0 ? mover->planes[it->plane].surface : crowd->meetings[it->meeting].surface;
}

double carom__crowd_reach(const carom_mover* mover, int pair) {
  const carom_crowd* crowd = mover->self;
  const carom_crowd_pair* it = &crowd->pairs[pair];
  const double extent = crowd->extents[it->a];
  return CAROM__CROWD_TOUCHING * (it->b < 0 ? extent : carom__min(extent, crowd->extents[it->b]));
}

/// The place on body a; a program that knows the bodies' names puts them before it.
void carom__crowd_name(const carom_mover* mover, int point, int size, char* name) {
  const carom_crowd* crowd = mover->self;
  const carom_crowd_pair* it = &crowd->pairs[point];
  crowd->movers[it->a].name(&crowd->movers[it->a], it->point, size, name);
}
