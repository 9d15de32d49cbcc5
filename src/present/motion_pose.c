/// @file present/motion_pose.c
/// Where things are at any time of a simulation.
#include <math.h>
#include <stdlib.h>

#include "present/motion.h"

double carom__show_time(const carom_simulation* simulation, int row) {
  return simulation->samples[(size_t)row * (size_t)simulation->column_count];
}

const double* carom__show_row(const carom_simulation* simulation, int row, int mover) {
  return simulation->samples + (size_t)row * (size_t)simulation->column_count + simulation->movers[mover].first_column;
}

int carom__show_row_at(const carom_simulation* simulation, double time) {
  int low = 0, high = simulation->sample_count - 1;
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    if (carom__show_time(simulation, middle) <= time) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

static const carom_scenario_body* body_of(const carom_present_item* run, int mover) {
  const int body = run->simulation->movers[mover].body;
  return body < 0 ? NULL : &run->scenario->body_info[body];
}

double carom__show_radius(const carom_present_item* run, int mover) {
  const carom_scenario_body* body = body_of(run, mover);
  if (!body) return 0;
  const carom_motion* motion = &run->scenario->motion;
  return motion->has_cloth && motion->cloth.body == run->simulation->movers[mover].body ? motion->cloth.radius
                                                                                        : body->sphere_radius;
}

int carom__show_point_count(const carom_present_item* run, int mover) {
  const carom_scenario_body* body = body_of(run, mover);
  if (!body) return run->scenario->chain.link_count + 1;
  return body->point_count > 0 ? body->point_count : 2;
}

static void chain_pose(const carom_chain* chain, const double* row, double dt, carom_vec3* points) {
  double angle = 0;
  points[0] = (carom_vec3){chain->base.x, chain->base.y, 0};
  for (int i = 0; i < chain->link_count; ++i) {
    angle += row[i] + dt * row[chain->link_count + i];
    points[i + 1] = (carom_vec3){points[i].x + chain->links[i].length * cos(angle),
                                 points[i].y + chain->links[i].length * sin(angle), 0};
  }
}

/// Rotates by a unit quaternion (w, x, y, z).
static carom_vec3 turn(const double* q, carom_vec3 p) {
  const carom_vec3 t = {2 * (q[2] * p.z - q[3] * p.y), 2 * (q[3] * p.x - q[1] * p.z), 2 * (q[1] * p.y - q[2] * p.x)};
  return (carom_vec3){p.x + q[0] * t.x + q[2] * t.z - q[3] * t.y, p.y + q[0] * t.y + q[3] * t.x - q[1] * t.z,
                      p.z + q[0] * t.z + q[1] * t.y - q[2] * t.x};
}

/// q turned on by the spin w for a time dt.
static void turn_on(const double* q, const double* w, double dt, double* out) {
  out[0] = q[0] - dt / 2 * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);
  out[1] = q[1] + dt / 2 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
  out[2] = q[2] + dt / 2 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
  out[3] = q[3] + dt / 2 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
  const double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
  for (int i = 0; i < 4; ++i) out[i] /= length;
}

/// A body at a time: its centre, and how it is turned.
typedef struct placement {
  carom_vec3 centre;
  double q[4];
} placement;

static placement place_body(const carom_present_item* run, int mover, const double* row, double dt) {
  placement at = {.q = {1, 0, 0, 0}};
  // The turning of balls on a cloth is not followed.
  const bool turns = !run->scenario->motion.has_cloth && !run->scenario->table;
  if (run->scenario->dimension == 2) {
    const double* velocity = row + (turns ? 3 : 2);
    at.centre = (carom_vec3){row[0] + dt * velocity[0], row[1] + dt * velocity[1], 0};
    const double half = turns ? (row[2] + dt * velocity[2]) / 2 : 0;
    at.q[0] = cos(half);
    at.q[3] = sin(half);
    return at;
  }
  const double* velocity = row + (turns ? 7 : 3);
  at.centre = (carom_vec3){row[0] + dt * velocity[0], row[1] + dt * velocity[1], row[2] + dt * velocity[2]};
  if (turns) turn_on(row + 3, velocity + 3, dt, at.q);
  (void)mover;
  return at;
}

static void body_pose(const carom_present_item* run, int mover, placement at, carom_vec3* points) {
  const carom_scenario_body* body = body_of(run, mover);
  const carom_vec3 rim = {carom__show_radius(run, mover), 0, 0};
  const int count = body->point_count;
  if (count == 0) points[0] = at.centre;
  for (int i = count == 0 ? 1 : 0; i < (count == 0 ? 2 : count); ++i) {
    const carom_vec3 p = turn(at.q, count == 0 ? rim : body->points[i]);
    points[i] = (carom_vec3){at.centre.x + p.x, at.centre.y + p.y, at.centre.z + p.z};
  }
}

void carom__show_pose(const carom_present_item* run, int mover, double time, carom_vec3* points) {
  const int row = carom__show_row_at(run->simulation, time);
  const double dt = time - carom__show_time(run->simulation, row);
  const double* numbers = carom__show_row(run->simulation, row, mover);
  if (!body_of(run, mover)) {
    chain_pose(&run->scenario->chain, numbers, dt, points);
  } else {
    body_pose(run, mover, place_body(run, mover, numbers, dt), points);
  }
}

carom_vec3 carom__show_place(const carom_present_item* run, int mover, double time) {
  const int row = carom__show_row_at(run->simulation, time);
  const double dt = time - carom__show_time(run->simulation, row);
  const double* numbers = carom__show_row(run->simulation, row, mover);
  if (body_of(run, mover)) return place_body(run, mover, numbers, dt).centre;
  carom_vec3 points[CAROM_CHAIN_MAX_LINKS + 1];
  chain_pose(&run->scenario->chain, numbers, dt, points);
  return points[run->scenario->chain.link_count];
}

/// How far the positions of two rows differ, and how large they are.
static double difference(const carom_present_item* run, int row_a, int row_b) {
  double most = 0;
  for (int i = 0; i < run->simulation->mover_count; ++i) {
    const carom_vec3 a = carom__show_place(run, i, carom__show_time(run->simulation, row_a));
    const carom_vec3 b = carom__show_place(run, i, carom__show_time(run->simulation, row_b));
    most = fmax(most, hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z));
  }
  return most;
}

double carom__show_active_time(const carom_present_item* run) {
  const carom_simulation* simulation = run->simulation;
  const int last = simulation->sample_count - 1;
  double most = 0;
  for (int i = 0; i < last; ++i) most = fmax(most, difference(run, i, last));
  int row = last;
  while (row > 0 && difference(run, row - 1, last) <= 1e-3 * most) --row;
  return most > 0 ? carom__show_time(simulation, row) : simulation->end_time;
}

double carom__show_shown_time(const carom_present_item* run) {
  double last = carom__show_active_time(run);
  for (int i = 0; i < run->simulation->impact_count; ++i) last = fmax(last, run->simulation->impacts[i].impact.time);
  return fmin(1.25 * last, run->simulation->end_time);
}

double carom__show_step(double length, double parts) {
  const double power = pow(10, floor(log10(length / parts))), lead = length / parts / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}
