// The derivatives of a contact, as JSON.
#include "format/write_derivatives.h"

#include <stdio.h>

#include "carom/derivative.h"

static void write_columns(carom__json* json, int dimension, unsigned wrt) {
  carom__json_key(json, "columns");
  carom__json_open(json, '[');
  for (unsigned bit = 1; bit <= wrt; bit <<= 1)
    if (wrt & bit) carom__json_string(json, carom_wrt_word((carom_wrt)bit, dimension));
  carom__json_close(json, ']');
}

static void write_rows(carom__json* json, const char* key, int dimension, int columns,
                       const double (*rows)[CAROM_JACOBIAN_COLUMNS]) {
  carom__json_key(json, key);
  carom__json_open(json, '[');
  for (int row = 0; row < dimension; ++row) {
    carom__json_open(json, '[');
    for (int i = 0; i < columns; ++i) carom__json_number(json, rows[row][i]);
    carom__json_close(json, ']');
  }
  carom__json_close(json, ']');
}

void carom__write_smoothness(carom__json* json, const carom_smoothness* near) {
  carom__json_key(json, "smooth");
  carom__json_string(json, carom_smooth_word(near->is_there ? near->kind : CAROM_SMOOTH));
  carom__json_key(json, "boundary");
  carom__json_string(json, carom_boundary_word(near->boundary));
  carom__json_key(json, "margin");
  carom__json_number(json, near->margin);
}

void carom__write_derivatives(carom__json* json, int dimension, const carom_jacobian* j) {
  carom__json_key(json, "derivatives");
  carom__json_open(json, '{');
  write_columns(json, dimension, j->wrt);
  write_rows(json, "impulse", dimension, j->columns, j->d_impulse);
  write_rows(json, "velocity", dimension, j->columns, j->d_velocity);
  carom__write_smoothness(json, &j->smoothness);
  carom__json_close(json, '}');
}

static carom_bodies system_of(const carom_scenario* s) {
  return (carom_bodies){s->dimension, s->body_count, s->bodies, 1, s->touches};
}

static void write_body_columns(carom__json* json, const carom_scenario* scenario) {
  static const char* const others[] = {"point.x", "point.y", "point.z", "mu", "e"};
  const carom_bodies system = system_of(scenario);
  const carom_touch* touch = scenario->touches;
  carom__json_key(json, "columns");
  carom__json_open(json, '[');
  for (int i = 0; i < CAROM_BODIES_INPUTS; ++i) {
    if (!carom_bodies_has_input(&system, i)) continue;
    char word[160];
    if (i >= CAROM_BODIES_POINT)
      snprintf(word, sizeof word, "%s", others[i - CAROM_BODIES_POINT]);
    else
      snprintf(word, sizeof word, "%.120s.%s",
               scenario->body_info[i < CAROM_BODY_INPUTS ? touch->body_a : touch->body_b].name,
               carom_body_input_word((carom_body_input)(i % CAROM_BODY_INPUTS)));
    carom__json_string(json, word);
  }
  carom__json_close(json, ']');
}

static void write_body_rows(carom__json* json, const carom_bodies* system, const char* key, int first, int count,
                            const carom_bodies_jacobian* j) {
  carom__json_key(json, key);
  carom__json_open(json, '[');
  for (int row = first; row < first + count; ++row) {
    carom__json_open(json, '[');
    for (int i = 0; i < CAROM_BODIES_INPUTS; ++i)
      if (carom_bodies_has_input(system, i)) carom__json_number(json, j->d[row][i]);
    carom__json_close(json, ']');
  }
  carom__json_close(json, ']');
}

void carom__write_body_derivatives(carom__json* json, const carom_scenario* scenario, const carom_result* result,
                                   int body) {
  const carom_touch* touch = scenario->touches;
  const bool is_b = body == touch->body_b, in_plane = scenario->dimension == 2;
  if (!result->body_derivatives || (!is_b && body != touch->body_a)) return;
  const carom_bodies system = system_of(scenario);
  const int first = is_b ? CAROM_BODY_OUTPUTS : 0;
  if (scenario->bodies[body].kind == CAROM_BODY_FIXED) return;
  carom__json_key(json, "derivatives");
  carom__json_open(json, '{');
  write_body_columns(json, scenario);
  write_body_rows(json, &system, "velocity", first, scenario->dimension, result->body_derivatives);
  if (scenario->bodies[body].kind == CAROM_BODY_FREE)
    write_body_rows(json, &system, "spin", first + (in_plane ? 5 : 3), in_plane ? 1 : 3, result->body_derivatives);
  carom__json_close(json, '}');
}

void carom__write_velocity_derivatives(carom__json* json, const carom_scenario* scenario, const carom_result* result) {
  const int n = result->dof;
  if (!result->velocity_derivatives) return;
  carom__json_key(json, "velocity_derivatives");
  carom__json_open(json, '{');
  carom__json_key(json, "columns");
  carom__json_open(json, '[');
  for (int i = 0; i < n; ++i) {
    char name[96];
    carom_scenario_coordinate_name(scenario, i, sizeof name, name);
    carom__json_string(json, name);
  }
  carom__json_string(json, "mu");
  carom__json_string(json, "e");
  carom__json_close(json, ']');
  carom__json_key(json, "rows");
  carom__json_open(json, '[');
  for (int i = 0; i < n; ++i) {
    carom__json_open(json, '[');
    for (int k = 0; k < n + 2; ++k) carom__json_number(json, result->velocity_derivatives[i * (n + 2) + k]);
    carom__json_close(json, ']');
  }
  carom__json_close(json, ']');
  carom__json_close(json, '}');
}
