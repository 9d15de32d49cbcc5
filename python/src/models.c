// Arrays of models: contact problems of mechanisms and bodies, and what impulses make of their velocities.
#include <math.h>
#include <string.h>

#include "kinds.h"
#include "problem.h"

/// Every element by itself; its status is the last output. The others are doubles, or single bytes.
Py_ssize_t run_each(const core_call* call, const core_place* places, Py_ssize_t count, double* workspace) {
  const int inputs = call->kind->in_count, outputs = call->kind->out_count;
  core_place one[MOST_ARRAYS];
  Py_ssize_t bad = 0;
  memcpy(one, places, (size_t)(inputs + outputs) * sizeof *one);
  for (Py_ssize_t i = 0; i < count; ++i) {
    double error;
    const carom_status status = call->kind->explain(call, one, workspace, &error, NULL);
    for (int j = inputs; status != CAROM_OK && j < inputs + outputs - 1; ++j) problem_put_nothing(call, one, j);
    *(unsigned char*)one[inputs + outputs - 1].at = (unsigned char)status;
    bad += status != CAROM_OK;
    for (int j = 0; j < inputs + outputs; ++j)
      if (one[j].at) one[j].at += one[j].step;
  }
  return bad;
}

/// Doubles for the largest of the four: mass matrix or bodies, their copies and workspace, W, v and impulses.
size_t workspace_model(const core_sizes* sizes) {
  const size_t n = (size_t)sizes->dof, s = (size_t)sizes->size, b = (size_t)sizes->bodies;
  return 2 * n * n + 3 * n * s + 3 * n + s * s + 2 * s + b * 28;
}

/// A mechanism of one element, its contact problem, and the factor that it leaves behind.
typedef struct one_mechanism {
  carom_mechanism mechanism;
  double *w, *v, *rest;
  double* factor;
} one_mechanism;

static carom_status open_mechanism(const core_call* call, const core_place* places, double* workspace,
                                   one_mechanism* out, carom_diag* diag) {
  const core_sizes* sizes = &call->sizes;
  const size_t n = (size_t)sizes->dof, s = (size_t)sizes->size;
  double* jacobian = workspace + n * n;
  double* velocity = jacobian + n * s;
  out->mechanism = (carom_mechanism){.dof = sizes->dof,
                                     .dimension = sizes->dimension,
                                     .contact_count = sizes->contacts,
                                     .mass_matrix = workspace,
                                     .velocity = velocity,
                                     .jacobian = jacobian};
  problem_copy(call, places, 0, workspace);
  problem_copy(call, places, 1, jacobian);
  problem_copy(call, places, 2, velocity);
  out->w = velocity + n;
  out->v = out->w + s * s;
  out->factor = out->v + s;
  out->rest = out->factor + carom_mechanism_workspace_size(&out->mechanism);
  return carom_mechanism_contact(&out->mechanism, out->factor, out->w, out->v, diag);
}

carom_status explain_mechanism_contact(const core_call* call, const core_place* places, double* workspace,
                                       double* error, carom_diag* diag) {
  one_mechanism one;
  (void)error;
  const carom_status status = open_mechanism(call, places, workspace, &one, diag);
  if (status != CAROM_OK) return status;
  problem_put(call, places, 3, one.w);
  problem_put(call, places, 4, one.v);
  return CAROM_OK;
}

carom_status explain_mechanism_after(const core_call* call, const core_place* places, double* workspace, double* error,
                                     carom_diag* diag) {
  one_mechanism one;
  (void)error;
  const carom_status status = open_mechanism(call, places, workspace, &one, diag);
  if (status != CAROM_OK) return status;
  double* impulse = one.rest;
  double* after = impulse + call->sizes.size;
  problem_copy(call, places, 3, impulse);
  carom_mechanism_apply(&one.mechanism, one.factor, impulse, after);
  problem_put(call, places, 4, after);
  return CAROM_OK;
}

static carom_vec3 vector_at(const double* numbers) {
  const carom_vec3 vector = {numbers[0], numbers[1], numbers[2]};
  return vector;
}

static carom_mat3 matrix_at(const double* numbers) {
  carom_mat3 matrix;
  memcpy(&matrix, numbers, sizeof matrix);
  return matrix;
}

/// Two bodies of one element and where they touch: body 0 is a, body 1 is b.
typedef struct one_touch {
  carom_body bodies[2];
  carom_touch touch;
  carom_bodies system;
} one_touch;

/// Arrays 0 to 5: mass, inertia, position, velocity, spin, orientation.
static carom_body body_of(const core_call* call, const core_place* places, int index, double* numbers) {
  enum { WIDTHS = 6 };
  static const int width[WIDTHS] = {1, 9, 3, 3, 3, 9};
  const double* at[WIDTHS];
  for (int i = 0; i < WIDTHS; ++i) {
    problem_copy(call, places, i, numbers);
    at[i] = numbers + index * width[i];
    numbers += call->sizes.bodies * width[i];
  }
  carom_body body = carom_body_default();
  body.mass = *at[0];
  body.inertia = matrix_at(at[1]);
  body.position = vector_at(at[2]);
  body.velocity = vector_at(at[3]);
  body.spin = vector_at(at[4]);
  body.orientation = matrix_at(at[5]);
  return body;
}

/// Arrays 6 to 8: point, normal, tangent (or none).
static carom_status frame_of(const core_call* call, const core_place* places, carom_touch* touch, carom_diag* diag) {
  double point[3], normal[3], tangent[3];
  problem_copy(call, places, 6, point);
  problem_copy(call, places, 7, normal);
  touch->point = vector_at(point);
  if (!places[8].at) return carom_frame_from_normal(vector_at(normal), NULL, &touch->frame, diag);
  problem_copy(call, places, 8, tangent);
  const carom_vec3 hint = vector_at(tangent);
  return carom_frame_from_normal(vector_at(normal), &hint, &touch->frame, diag);
}

static carom_status open_touch(const core_call* call, const core_place* places, double* workspace, one_touch* out,
                               carom_diag* diag) {
  const core_sizes* sizes = &call->sizes;
  out->bodies[0] = body_of(call, places, sizes->body_a, workspace);
  out->bodies[1] = sizes->body_b < 0 ? carom_body_fixed() : body_of(call, places, sizes->body_b, workspace);
  out->touch = (carom_touch){.body_a = 0, .body_b = 1};
  out->system =
      (carom_bodies){.dimension = 3, .body_count = 2, .bodies = out->bodies, .touch_count = 1, .touches = &out->touch};
  return frame_of(call, places, &out->touch, diag);
}

carom_status explain_bodies_contact(const core_call* call, const core_place* places, double* workspace, double* error,
                                    carom_diag* diag) {
  one_touch one;
  double w[9], v[3];
  (void)error;
  carom_status status = open_touch(call, places, workspace, &one, diag);
  if (status == CAROM_OK) status = carom_bodies_contact(&one.system, w, v, diag);
  if (status != CAROM_OK) return status;
  problem_put(call, places, 9, w);
  problem_put(call, places, 10, v);
  return CAROM_OK;
}

/// Velocities or spins of all bodies (array `from`), with those of the two that touched changed (array `to`).
static void put_changed(const core_call* call, const core_place* places, const int from_to[2],
                        const carom_vec3 after[2], double* numbers) {
  const int touched[2] = {call->sizes.body_a, call->sizes.body_b};
  problem_copy(call, places, from_to[0], numbers);
  for (int i = 0; i < 2; ++i)
    if (touched[i] >= 0) memcpy(numbers + 3 * touched[i], &after[i], sizeof after[i]);
  problem_put(call, places, from_to[1], numbers);
}

carom_status explain_bodies_after(const core_call* call, const core_place* places, double* workspace, double* error,
                                  carom_diag* diag) {
  one_touch one;
  carom_body after[2];
  double w[9], v[3], impulse[3];
  (void)error;
  carom_status status = open_touch(call, places, workspace, &one, diag);
  if (status == CAROM_OK) status = carom_bodies_contact(&one.system, w, v, diag);
  if (status != CAROM_OK) return status;
  problem_copy(call, places, 9, impulse);
  carom_bodies_apply(&one.system, impulse, after);
  const carom_vec3 velocities[2] = {after[0].velocity, after[1].velocity}, spins[2] = {after[0].spin, after[1].spin};
  put_changed(call, places, (const int[2]){3, 10}, velocities, workspace);
  put_changed(call, places, (const int[2]){4, 11}, spins, workspace);
  return CAROM_OK;
}
