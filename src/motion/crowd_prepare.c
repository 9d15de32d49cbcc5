// A crowd, checked and made a mover: its bodies, which pairs of them can touch, and that none overlap.
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "motion/crowd.h"

/// A crowd while it is made.
typedef struct making {
  const carom_crowd_input* input;
  const carom_motion* motion;
  carom_crowd* out;
  double* state;
  carom_diag* diag;
} making;

// ---- bodies --------------------------------------------------------------------------------------------------------

static carom_status check_box(const carom_crowd_body* given, carom_diag* diag) {
  const double edges[3] = {given->box.x, given->box.y, given->box.z};
  for (int i = 0; i < 3; ++i)
    if (!(edges[i] > 0 && isfinite(edges[i])))
      return carom__fail(diag, CAROM_OUT_OF_RANGE, "box", edges[i], "an edge of the box is %g m; it must be > 0",
                         edges[i]);
  return CAROM_OK;
}

static carom_status too_many(const char* field, carom_diag* diag) {
  return carom__fail(diag, CAROM_OUT_OF_RANGE, field, CAROM_MOTION_MAX_PAIRS,
                     "more than %d pairs of a corner or ball and a plane or body can touch; let fewer bodies meet, or "
                     "give them fewer corners",
                     CAROM_MOTION_MAX_PAIRS);
}

/// Of a polygon the edges are kept.
static carom_status check_solid(carom_crowd* out, int index, carom_diag* diag) {
  const carom_crowd_body* it = &out->bodies[index];
  const int corners = it->shape.point_count;
  out->first_edges[index] = out->edge_count;
  if (!it->solid) return CAROM_OK;
  if (out->dimension == 3) return check_box(it, diag);
  if (out->edge_count + corners > CAROM_MOTION_MAX_PAIRS) return too_many("points", diag);
  carom__convex_edges(corners, it->shape.points, out->edges + out->edge_count);
  out->edge_count += corners;
  const carom__convex set = carom__crowd_set(out, index);
  return carom__convex_check(&set, diag);
}

/// How far the shape reaches from the mass centre.
static double extent_of(const carom_shape* shape) {
  double extent = shape->sphere_radius;
  for (int i = 0; i < shape->point_count; ++i) extent = carom__max(extent, carom_vec3_norm(shape->points[i]));
  return extent;
}

static void put_state(const making* my, int index, const double* own) {
  const int q = carom__crowd_positions(my->out), u = carom__crowd_velocities(my->out), count = my->input->body_count;
  memcpy(my->state + index * q, own, (size_t)q * sizeof *own);
  memcpy(my->state + count * q + index * u, own + q, (size_t)u * sizeof *own);
}

static carom_status add_body(const making* my, int index) {
  const carom_crowd_body* given = &my->input->bodies[index];
  carom_crowd* out = my->out;
  double own[CAROM__CROWD_OWN];
  carom_status status = carom__need(given->body, "body", "be a body of the crowd", my->diag);
  if (status) return status;
  carom_body body = *given->body;
  const carom_flyer_input input = {my->input->dimension, &body, given->angle, given->shape};
  if (given->hangs) status = carom__pivot_check(given, my->input->dimension, &body, my->diag);
  if (!status)
    status = carom_flyer_prepare(&input, my->motion, &out->flyers[index], &out->movers[index], own, my->diag);
  if (status) return status;
  out->bodies[index] = *given;
  out->bodies[index].body = NULL;  // it moves on from here
  out->extents[index] = extent_of(&given->shape);
  status = check_solid(out, index, my->diag);
  if (status) return carom__fail_within(my->diag, status, "shape", -1);
  put_state(my, index, own);
  return CAROM_OK;
}

static carom_status add_bodies(const making* my) {
  for (int i = 0; i < my->input->body_count; ++i) {
    const carom_status status = add_body(my, i);
    if (!status) continue;
    const bool is_of_body =
        !my->diag || (strncmp(my->diag->field, "planes", 6) != 0 && strncmp(my->diag->field, "gravity", 7) != 0);
    return is_of_body ? carom__fail_within(my->diag, status, "bodies", i) : status;
  }
  return CAROM_OK;
}

// ---- pairs ---------------------------------------------------------------------------------------------------------

static carom_status add_pair(const making* my, carom_crowd_pair pair) {
  carom_crowd* out = my->out;
  if (out->pair_count == CAROM_MOTION_MAX_PAIRS) return too_many(pair.meeting < 0 ? "planes" : "meetings", my->diag);
  out->pairs[out->pair_count++] = pair;
  return CAROM_OK;
}

static carom_status add_planes(const making* my) {
  carom_status status = CAROM_OK;
  for (int i = 0; i < my->input->body_count; ++i)
    for (int point = 0; point < my->out->movers[i].point_count; ++point)
      for (int plane = 0; plane < my->motion->plane_count && !status; ++plane)
        status = add_pair(my, (carom_crowd_pair){(short)i, (short)point, -1, (short)plane, -1});
  return status;
}

/// Every point of a with body b.
static carom_status add_points(const making* my, int meeting, int a, int b) {
  const int points = my->out->movers[a].point_count;
  carom_status status = CAROM_OK;
  for (int point = 0; point < points && !status; ++point)
    status = add_pair(my, (carom_crowd_pair){(short)a, (short)point, (short)b, -1, (short)meeting});
  return status;
}

static bool is_round(const carom_crowd_body* body) {
  return body->shape.sphere_radius > 0;
}

static carom_status check_partner(const making* my, int body) {
  if (!(body >= 0 && body < my->input->body_count))
    return carom__fail(my->diag, CAROM_OUT_OF_RANGE, "a", body, "there is no body %d; there are %d", body,
                       my->input->body_count);
  const carom_crowd_body* it = &my->out->bodies[body];
  if (is_round(it) || it->solid) return CAROM_OK;
  return carom__fail(my->diag, CAROM_UNAVAILABLE, "", body,
                     it->shape.point_count > 0
                         ? "a body of loose points has no inside that another could meet; it must be %s"
                         : "a body without a shape cannot meet another; it must be %s",
                     my->input->dimension == 2 ? "a disc, a convex polygon or a box" : "a sphere or a box");
}

static carom_status check_meeting(const making* my, const carom_meeting* it) {
  carom_status status = check_partner(my, it->a);
  if (!status) status = check_partner(my, it->b);
  if (status) return status;
  if (it->a == it->b) return carom__fail(my->diag, CAROM_INCONSISTENT, "b", it->b, "a body does not meet itself");
  status = carom_surface_check(&it->surface, my->diag);
  if (status) return carom__fail_within(my->diag, status, "surface", -1);
  if (my->input->dimension == 3 && my->out->bodies[it->a].solid && my->out->bodies[it->b].solid)
    return carom__fail(
        my->diag, CAROM_UNAVAILABLE, "", 0,
        "in space two bodies with corners do not meet each other (edges that cross are not watched); one "
        "of them must be a sphere");
  return CAROM_OK;
}

/// The round one brings its centre, of two polygons each its corners.
static carom_status add_meeting(const making* my, int meeting) {
  const carom_meeting* it = &my->input->meetings[meeting];
  const carom_status status = check_meeting(my, it);
  if (status) return status;
  if (is_round(&my->out->bodies[it->a])) return add_points(my, meeting, it->a, it->b);
  if (is_round(&my->out->bodies[it->b])) return add_points(my, meeting, it->b, it->a);
  const carom_status added = add_points(my, meeting, it->a, it->b);
  return added ? added : add_points(my, meeting, it->b, it->a);
}

// ---- overlap -------------------------------------------------------------------------------------------------------

/// m: of two polygons along the best normal; else the gap of the one pair.
static double distance_of(const making* my, const carom__crowd_poses* poses, const carom_meeting* it) {
  const carom_crowd* crowd = my->out;
  const carom__flyer_pose *a = &poses->of[it->a], *b = &poses->of[it->b];
  const carom__convex set_a = carom__crowd_set(crowd, it->a), set_b = carom__crowd_set(crowd, it->b);
  const double thick = carom__crowd_radius(crowd, it->a) + carom__crowd_radius(crowd, it->b);
  const carom_vec3 way = carom_vec3_sub(b->position, a->position);
  if (set_a.corner_count > 0 && set_b.corner_count > 0) {
    const carom_mat3 turn = carom_mat3_mul(carom_mat3_transpose(a->rotation), b->rotation);
    return carom__convex_separation(&set_a, &set_b, carom__flyer_to_body(&a->rotation, way), &turn);
  }
  if (set_a.corner_count > 0)
    return carom__convex_foot(&set_a, carom__flyer_to_body(&a->rotation, way)).distance - thick;
  const carom_vec3 back = carom__flyer_to_body(&b->rotation, carom_vec3_scale(-1, way));
  return carom__convex_foot(&set_b, back).distance - thick;
}

static carom_status check_overlap(const making* my, const carom__crowd_poses* poses, int meeting) {
  const carom_meeting* it = &my->input->meetings[meeting];
  const double distance = distance_of(my, poses, it);
  const double smaller = carom__min(my->out->extents[it->a], my->out->extents[it->b]);
  if (distance >= -CAROM__CROWD_TOUCHING * smaller) return CAROM_OK;
  return carom__fail(my->diag, CAROM_INCONSISTENT, "", -distance,
                     "the two bodies overlap by %g m at the start; move them apart", -distance);
}

/// What concerns both bodies has no field of its own.
static carom_status fail_meeting(const making* my, carom_status status, int meeting) {
  if (my->diag && my->diag->field[0] == '\0') {
    snprintf(my->diag->field, sizeof my->diag->field, "meetings[%d]", meeting);
    return status;
  }
  return carom__fail_within(my->diag, status, "meetings", meeting);
}

static carom_status add_meetings(const making* my) {
  carom__crowd_poses poses;
  carom__crowd_poses_of(my->out, my->state, &poses);
  for (int i = 0; i < my->input->meeting_count; ++i) {
    carom_status status = add_meeting(my, i);
    if (!status) status = check_overlap(my, &poses, i);
    if (status == CAROM_OUT_OF_RANGE && my->out->pair_count == CAROM_MOTION_MAX_PAIRS) return status;
    if (status) return fail_meeting(my, status, i);
  }
  return CAROM_OK;
}

// ---- the mover -----------------------------------------------------------------------------------------------------

static carom_status check_input(const carom_crowd_input* input, carom_diag* diag) {
  if (!input) return carom__need(input, "input", "say who meets whom", diag);
  if (input->dimension != 2 && input->dimension != 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", input->dimension, "dimension is %d; it must be 2 or 3",
                       input->dimension);
  const int most = CAROM_MOTION_MAX_DOF / (input->dimension == 2 ? 3 : 6);
  if (!(input->body_count > 0 && input->body_count <= most))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "bodies", input->body_count,
                       "%d bodies meet each other; there must be 1 to %d", input->body_count, most);
  if (input->meeting_count < 0)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "meetings", input->meeting_count,
                       "meeting_count is %d; it must not be negative", input->meeting_count);
  carom_status status = carom__need(input->bodies, "bodies", "hold body_count bodies", diag);
  if (!status && input->meeting_count > 0)
    status = carom__need(input->meetings, "meetings", "hold meeting_count meetings", diag);
  return status;
}

static double smallest(const carom_crowd* crowd) {
  double size = HUGE_VAL;
  for (int i = 0; i < crowd->body_count; ++i) size = carom__min(size, crowd->movers[i].size);
  return size;
}

static carom_mover mover_of(const carom_crowd* crowd, const carom_motion* motion) {
  return (carom_mover){.self = crowd,
                       .dimension = crowd->dimension,
                       .position_count = crowd->body_count * carom__crowd_positions(crowd),
                       .dof = crowd->body_count * carom__crowd_velocities(crowd),
                       .plane_count = motion->plane_count,
                       .pair_count = crowd->pair_count,
                       .planes = motion->planes,
                       .size = smallest(crowd),
                       .touch = carom__crowd_touch,
                       .surface = carom__crowd_surface,
                       .reach = carom__crowd_reach,
                       .rate = carom__crowd_rate,
                       .gaps = carom__crowd_gaps,
                       .contact = carom__crowd_contact,
                       .push = carom__crowd_push,
                       .energy = carom__crowd_energy,
                       .kinetic = carom__crowd_kinetic,
                       .tidy = carom__crowd_tidy,
                       .pace = carom__crowd_pace,
                       .name = carom__crowd_name};
}

carom_status carom_crowd_prepare(const carom_crowd_input* input, const carom_motion* motion, carom_crowd* out,
                                 carom_mover* mover, double* state, carom_diag* diag) {
  const making my = {input, motion, out, state, diag};
  carom_status status = check_input(input, diag);
  if (!status) status = carom__need(motion, "motion", "say how to move", diag);
  if (!status) status = carom__need_mover_memory(out, mover, state, diag);
  if (status) return status;
  out->dimension = input->dimension;
  out->body_count = input->body_count;
  out->meeting_count = input->meeting_count;
  out->meetings = input->meetings;
  out->gravity = motion->gravity;
  out->pair_count = out->edge_count = 0;
  status = add_bodies(&my);
  if (!status) status = add_planes(&my);
  if (!status) status = add_meetings(&my);
  if (!status) *mover = mover_of(out, motion);
  return status;
}
