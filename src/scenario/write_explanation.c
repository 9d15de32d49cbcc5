// Explanations as JSON.
#include "carom/scenario.h"
#include "scenario/json_writer.h"
#include "scenario/words.h"

static void write_number(carom__json* json, const char* key, double x) {
  carom__json_key(json, key);
  carom__json_number(json, x);
}

static void write_bool(carom__json* json, const char* key, bool value) {
  carom__json_key(json, key);
  carom__json_bool(json, value);
}

static void open_object(carom__json* json, const char* key) {
  carom__json_key(json, key);
  carom__json_open(json, '{');
}

static void write_stick(carom__json* json, double ratio, double mu_static, bool holds) {
  open_object(json, "stick");
  write_number(json, "ratio", ratio);
  write_number(json, "mu_static", mu_static);
  write_bool(json, "holds", holds);
  carom__json_close(json, '}');
}

static void write_planar(carom__json* json, const carom_result* result, const carom_planar_theory* theory) {
  write_stick(json, theory->stick_ratio, result->planar_problem.surface.mu_static, theory->holds);
  open_object(json, "slip");
  write_number(json, "s", theory->direction);
  write_number(json, "d", theory->slip_loss);
  write_number(json, "k1", theory->normal_gain);
  write_number(json, "Pd", theory->p_d);
  write_number(json, "Pq", theory->p_q);
  carom__json_close(json, '}');
}

static void write_direction(carom__json* json, const carom_invariant* direction) {
  carom__json_open(json, '{');
  write_number(json, "angle", direction->angle);
  carom__json_key(json, "type");
  carom__json_string(json, carom__invariant_word(direction->type));
  write_number(json, "rate", direction->rate);
  write_number(json, "turn", direction->turn);
  write_bool(json, "attracts", direction->turn < 0);
  carom__json_key(json, "multiplicity");
  carom__json_integer(json, direction->multiplicity);
  carom__json_close(json, '}');
}

static void write_directions(carom__json* json, const carom_spatial_directions* directions) {
  open_object(json, "invariant_directions");
  write_bool(json, "every", directions->every_direction);
  carom__json_key(json, "items");
  carom__json_open(json, '[');
  for (int i = 0; i < directions->count; i++) write_direction(json, &directions->items[i]);
  carom__json_close(json, ']');
  carom__json_close(json, '}');
}

static void write_spatial(carom__json* json, const carom_result* result, const carom_explanation* explanation) {
  const carom_spatial_theory* theory = &explanation->spatial;
  const double mu_static = result->spatial_problem.surface.mu_static;
  write_directions(json, &explanation->directions);
  write_stick(json, theory->stick_ratio, mu_static, theory->stick_ratio <= mu_static);
  open_object(json, "condition_18");
  write_number(json, "margin", theory->condition_margin);
  write_bool(json, "holds", theory->condition_margin > 0);
  carom__json_close(json, '}');
  open_object(json, "termination");
  write_number(json, "smallest_eigenvalue", theory->smallest_eigenvalue);
  write_number(json, "compression_bound", theory->compression_bound);
  write_number(json, "compression_end", result->spatial.impulse_n_compression);
  carom__json_close(json, '}');
}

static void write_sentences(carom__json* json, const carom_explanation* explanation) {
  carom__json_key(json, "meaning");
  carom__json_open(json, '[');
  for (int i = 0; i < explanation->sentence_count; i++) carom__json_string(json, explanation->sentences[i]);
  carom__json_close(json, ']');
}

void carom_explanation_write(const carom_scenario* scenario, const carom_result* result,
                             const carom_explanation* explanation, FILE* out) {
  carom__json json;
  carom__json_start(&json, false, out);
  json.drops_minus_zero = true;
  carom__json_open(&json, '{');
  carom__json_key(&json, "carom");
  carom__json_integer(&json, 1);
  if (scenario->title) {
    carom__json_key(&json, "title");
    carom__json_string(&json, scenario->title);
  }
  carom__json_key(&json, "model");
  carom__json_string(&json, carom__model_word(explanation->model));
  carom__json_key(&json, "mode");
  carom__json_string(&json, result->contacts[0].mode);
  if (explanation->model == CAROM_MODEL_PLANAR) write_planar(&json, result, &explanation->planar);
  if (explanation->model == CAROM_MODEL_SPATIAL) write_spatial(&json, result, explanation);
  write_sentences(&json, explanation);
  carom__json_close(&json, '}');
  carom__json_finish(&json);
}
