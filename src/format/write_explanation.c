// Explanations as JSON.
#include "format/write.h"
#include "format/write_derivatives.h"

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
  write_stick(json, theory->stick_ratio, result->outcome.law.planar.problem.surface.mu_static, theory->holds);
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
  carom__json_string(json, carom_invariant_word(direction->type));
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
  for (int i = 0; i < directions->count; ++i) write_direction(json, &directions->items[i]);
  carom__json_close(json, ']');
  carom__json_close(json, '}');
}

static void write_spatial(carom__json* json, const carom_result* result, const carom_explanation* explanation) {
  const carom_spatial_theory* theory = &explanation->spatial;
  const double mu_static = result->outcome.law.spatial.problem.surface.mu_static;
  write_directions(json, &explanation->directions);
  write_stick(json, theory->stick_ratio, mu_static, theory->stick_ratio <= mu_static);
  open_object(json, "condition_18");
  write_number(json, "margin", theory->condition_margin);
  write_bool(json, "holds", theory->condition_margin > 0);
  carom__json_close(json, '}');
  open_object(json, "termination");
  write_number(json, "smallest_eigenvalue", theory->smallest_eigenvalue);
  write_number(json, "compression_bound", theory->compression_bound);
  write_number(json, "compression_end", result->outcome.law.spatial.outcome.impulse_n_compression);
  carom__json_close(json, '}');
}

static void write_compliant(carom__json* json, const carom_result* result, const carom_compliant_facts* facts) {
  const carom_compliant_outcome* outcome = &result->outcome.law.compliant.outcome;
  open_object(json, "compliance");
  write_number(json, "eta2", result->outcome.law.compliant.problem.surface.eta2);
  write_number(json, "frequency_ratio", facts->frequency_ratio);
  carom__json_close(json, '}');
  open_object(json, "start");
  write_number(json, "slip", facts->slip_before);
  write_number(json, "limit", facts->start_limit);
  write_bool(json, "sticks", facts->starts_stuck);
  carom__json_close(json, '}');
  open_object(json, "slip");
  write_number(json, "before", facts->slip_before);
  write_number(json, "after", facts->slip_after);
  write_bool(json, "comes_back", facts->slip_before > 0 && facts->slip_after < 0);
  carom__json_close(json, '}');
  open_object(json, "springs");
  write_number(json, "normal", outcome->stored);
  if (!outcome->recompressed) write_number(json, "normal_given_back", facts->given_back);
  write_number(json, "tangential", facts->held_tangential);
  write_number(json, "tangential_left", outcome->energy.spring);
  carom__json_close(json, '}');
}

static void write_contact(carom__json* json, const carom_scenario* scenario, const carom_result* result, int index) {
  char name[160];
  carom_scenario_contact_name(scenario, index, sizeof name, name);
  carom__json_open(json, '{');
  carom__json_key(json, "name");
  carom__json_string(json, name);
  write_number(json, "stiffness", result->surfaces[index].stiffness);
  carom__json_key(json, "mode");
  carom__json_string(json, result->contacts[index].mode);
  write_bool(json, "locked", result->contacts[index].flags & CAROM_FLAG_LOCKED);
  carom__json_close(json, '}');
}

static void write_pairs(carom__json* json, const carom_result* result) {
  carom__json_key(json, "pairs");
  carom__json_open(json, '[');
  for (int i = 0; i < result->outcome.contact_count; ++i) {
    for (int j = i + 1; j < result->outcome.contact_count; ++j) {
      const carom_coupling coupling = carom_contact_coupling(&result->problem, i, j);
      if (!coupling.interacts) continue;
      carom__json_open(json, '{');
      carom__json_key(json, "contacts");
      carom__json_open(json, '[');
      carom__json_integer(json, i);
      carom__json_integer(json, j);
      carom__json_close(json, ']');
      write_number(json, "coupling", coupling.normal);
      carom__json_close(json, '}');
    }
  }
  carom__json_close(json, ']');
}

static void write_count(carom__json* json, const char* key, int count) {
  carom__json_key(json, key);
  carom__json_integer(json, count);
}

static void write_simultaneous(carom__json* json, const carom_scenario* scenario, const carom_result* result,
                               const carom_simultaneous_facts* facts) {
  carom__json_key(json, "contacts");
  carom__json_open(json, '[');
  for (int i = 0; i < result->outcome.contact_count; ++i) write_contact(json, scenario, result, i);
  carom__json_close(json, ']');
  write_number(json, "stiffness_ratio", facts->stiffness_most / facts->stiffness_least);
  carom__json_key(json, "friction");
  carom__json_string(json, facts->friction_count == 0 ? "none" : facts->rigid_friction ? "rigid" : "springs");
  write_pairs(json, result);
  open_object(json, "counts");
  write_count(json, "groups", facts->group_count);
  write_count(json, "approaching", facts->approaching);
  write_count(json, "acted", facts->acted);
  write_count(json, "states", result->outcome.state_total);
  write_count(json, "events", result->outcome.event_total);
  write_count(json, "recompress", facts->restart_count);
  write_count(json, "reactivate", facts->come_back_count);
  write_count(json, "lock", facts->lock_count);
  carom__json_close(json, '}');
}

/// What belongs to the model alone.
static void write_model(carom__json* json, const carom_scenario* scenario, const carom_result* result,
                        const carom_explanation* explanation) {
  if (explanation->model == CAROM_MODEL_SIMULTANEOUS) {
    write_simultaneous(json, scenario, result, &explanation->simultaneous);
    return;
  }
  carom__json_key(json, "mode");
  carom__json_string(json, result->contacts[0].mode);
  if (explanation->model == CAROM_MODEL_PLANAR) write_planar(json, result, &explanation->planar);
  if (explanation->model == CAROM_MODEL_SPATIAL) write_spatial(json, result, explanation);
  if (explanation->model == CAROM_MODEL_COMPLIANT) write_compliant(json, result, &explanation->compliant);
}

static void write_next(carom__json* json, const carom_smoothness* next) {
  if (next->boundary == CAROM_BOUNDARY_NONE) return;
  open_object(json, "next_change");
  carom__write_smoothness(json, next);
  carom__json_close(json, '}');
}

static void write_sentences(carom__json* json, const carom_explanation* explanation) {
  carom__json_key(json, "meaning");
  carom__json_open(json, '[');
  for (int i = 0; i < explanation->sentence_count; ++i) carom__json_string(json, explanation->sentences[i]);
  carom__json_close(json, ']');
}

void carom__write_explanation(carom__json* json, const carom_scenario* scenario, const carom_result* result,
                              const carom_explanation* explanation) {
  json->drops_minus_zero = true;
  carom__json_open(json, '{');
  carom__json_key(json, "carom");
  carom__json_integer(json, 1);
  if (scenario->title) {
    carom__json_key(json, "title");
    carom__json_string(json, scenario->title);
  }
  carom__json_key(json, "model");
  carom__json_string(json, carom_model_word(explanation->model));
  write_model(json, scenario, result, explanation);
  write_next(json, &explanation->next);
  write_sentences(json, explanation);
  carom__json_close(json, '}');
}

bool carom_explanation_write(const carom_scenario* scenario, const carom_result* result,
                             const carom_explanation* explanation, carom_sink sink) {
  carom__json json;
  carom__json_start(&json, false, sink);
  carom__write_explanation(&json, scenario, result, explanation);
  return carom__json_finish(&json);
}
