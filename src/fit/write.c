// A fit as JSON, and its data with predictions as CSV.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit.h"
#include "format/json_writer.h"

static void key_open(carom__json* json, const char* key, char bracket) {
  carom__json_key(json, key);
  carom__json_open(json, bracket);
}

/// A number, or null where there is none: what is not known is no number.
static void number(carom__json* json, const char* key, double x) {
  carom__json_key(json, key);
  if (isfinite(x))
    carom__json_number(json, x);
  else
    carom__json_null(json);
}

static void string(carom__json* json, const char* key, const char* text) {
  carom__json_key(json, key);
  carom__json_string(json, text);
}

static void write_estimates(carom__json* json, const carom_fit_result* r) {
  key_open(json, "estimates", '{');
  for (int j = 0; j < r->parameter_count; ++j) {
    const carom_fit_estimate* e = &r->estimates[j];
    key_open(json, e->name, '{');
    number(json, "value", e->value);
    number(json, "low", e->low);
    number(json, "high", e->high);
    number(json, "sd", e->sd);
    string(json, "known", carom_fit_known_word(e->known));
    carom__json_close(json, '}');
  }
  carom__json_close(json, '}');
}

static void write_modes(carom__json* json, const carom_fit_result* r) {
  key_open(json, "modes", '{');
  for (int i = 0; i < r->mode_count; ++i) number(json, r->modes[i].word, r->modes[i].count);
  carom__json_close(json, '}');
  key_open(json, "mu_by_mode", '{');
  for (int i = 0; i < r->mode_count; ++i)
    if (isfinite(r->modes[i].mu)) number(json, r->modes[i].word, r->modes[i].mu);
  carom__json_close(json, '}');
}

static void write_correlation(carom__json* json, const carom_fit_result* r) {
  key_open(json, "correlation", '[');
  for (int j = 0; j < r->parameter_count; ++j) {
    carom__json_open(json, '[');
    for (int k = 0; k < r->parameter_count; ++k) {
      if (isfinite(r->correlation[j][k]))
        carom__json_number(json, r->correlation[j][k]);
      else
        carom__json_null(json);
    }
    carom__json_close(json, ']');
  }
  carom__json_close(json, ']');
}

static void write_imbalance(carom__json* json, const carom_fit_facts* f) {
  key_open(json, "imbalance", '{');
  number(json, "median", f->has_imbalance ? f->imbalance : (double)NAN);
  carom__json_key(json, "suspect");
  if (f->suspect)
    carom__json_string(json, carom_fit_flip_word(f->suspect));
  else
    carom__json_null(json);
  number(json, "median_flipped", f->has_imbalance ? f->imbalance_flipped : (double)NAN);
  carom__json_close(json, '}');
}

static void write_profile(carom__json* json, const carom_fit_result* r) {
  key_open(json, "profile", '{');
  string(json, "of", r->profile_name);
  carom__json_key(json, "at");
  carom__json_numbers(json, CAROM_FIT_PROFILE_POINTS, r->profile_at);
  carom__json_key(json, "loss");
  carom__json_numbers(json, CAROM_FIT_PROFILE_POINTS, r->profile_loss);
  number(json, "limit", r->profile_limit);
  number(json, "valleys", r->profile_minima);
  carom__json_close(json, '}');
}

static void write_lists(carom__json* json, const carom_fit_result* r) {
  key_open(json, "lurking", '{');
  for (int i = 0; i < r->lurking_count; ++i) number(json, r->lurking[i].name, r->lurking[i].correlation);
  carom__json_close(json, '}');
  key_open(json, "warnings", '[');
  for (int i = 0; i < r->warning_count; ++i) carom__json_string(json, r->warnings[i]);
  carom__json_close(json, ']');
}

static void write_result(carom__json* json, const carom_fit* fit, const carom_fit_result* r) {
  if (!fit->options.scenario) string(json, "law", carom_law_word(r->law));
  write_estimates(json, r);
  number(json, "loss", r->loss);
  key_open(json, "residual", '{');
  number(json, "median", r->residual_median);
  number(json, "p90", r->residual_p90);
  number(json, "rms", r->residual_rms);
  carom__json_close(json, '}');
  if (!fit->options.scenario) write_modes(json, r);
  if (!fit->options.scenario) write_imbalance(json, &fit->data.facts);
  write_correlation(json, r);
  if (r->has_profile) write_profile(json, r);
  write_lists(json, r);
}

static void write_facts(carom__json* json, const carom_fit* fit) {
  const carom_fit_facts* f = &fit->data.facts;
  number(json, "impacts", f->count);
  number(json, "used", f->used);
  number(json, "bootstrap", fit->options.bootstrap);
  if (fit->options.scenario) return;
  number(json, "energy_gained", f->gained);
  number(json, "still_approaching", f->entering);
  number(json, "v_ref", f->speed);
  string(json, "e_model", carom_fit_e_model_word(fit->options.e_model));
}

static void write_comparison(carom__json* json, const carom_fit* fit) {
  key_open(json, "comparison", '[');
  for (int a = 0; a < fit->result_count; ++a)
    for (int b = a + 1; b < fit->result_count; ++b) {
      carom__json_open(json, '{');
      string(json, "a", carom_law_word(fit->results[a].law));
      string(json, "b", carom_law_word(fit->results[b].law));
      number(json, "t", fit->t[a][b]);
      carom__json_key(json, "better");
      if (fabs(fit->t[a][b]) < 2)
        carom__json_null(json);
      else
        carom__json_string(json, carom_law_word(fit->results[fit->t[a][b] > 0 ? b : a].law));
      carom__json_close(json, '}');
    }
  carom__json_close(json, ']');
}

static void write_plan(carom__json* json, const carom_fit* fit) {
  key_open(json, "plan", '{');
  key_open(json, "measure", '[');
  for (int i = 0; i < fit->planned_count; ++i) {
    carom__json_open(json, '{');
    number(json, "angle", fit->planned[i].angle);
    number(json, "spin", fit->planned[i].spin);
    number(json, "share", fit->planned[i].share / 20.0);
    carom__json_close(json, '}');
  }
  carom__json_close(json, ']');
  number(json, "impacts_for_5_percent", fit->needed > 0 ? fit->needed : (double)NAN);
  carom__json_close(json, '}');
}

bool carom_fit_write(const carom_fit* fit, carom_sink sink) {
  carom__json json;
  if (!fit) return false;
  carom__json_start(&json, false, sink);
  carom__json_open(&json, '{');
  if (fit->options.all_laws) {
    key_open(&json, "laws", '[');
    for (int i = 0; i < fit->result_count; ++i) {
      carom__json_open(&json, '{');
      write_result(&json, fit, &fit->results[i]);
      carom__json_close(&json, '}');
    }
    carom__json_close(&json, ']');
    write_comparison(&json, fit);
  } else {
    write_result(&json, fit, &fit->results[0]);
  }
  write_facts(&json, fit);
  if (fit->options.plan) write_plan(&json, fit);
  carom__json_close(&json, '}');
  return carom__json_finish(&json);
}

static void put_number(carom__buffer* out, double x) {
  char text[40];
  carom__buffer_put_char(out, ',');
  if (isfinite(x)) carom__buffer_put(out, text, snprintf(text, sizeof text, "%.17g", x));
}

static void put_prediction(carom__buffer* out, const carom_fit* fit, int row) {
  carom_fit_point point;
  const carom__fit_model* m = &fit->models[0];
  const bool counts = carom_fit_point_of(fit, row, &point) > 0;
  const int shown = m->scenario ? m->numbers : fit->data.layout == CAROM__LAYOUT_CONTACT ? 2 : 3;
  for (int k = 0; k < shown; ++k)
    put_number(out, !counts ? (double)NAN : m->scenario ? carom__fit_template_number(m, row, k) : point.predicted[k]);
  for (int k = 0; k < m->numbers; ++k) put_number(out, counts ? m->z[m->numbers * row + k] : (double)NAN);
  carom__buffer_put_char(out, ',');
  carom__buffer_put_cell(out, counts ? point.mode : "left out");
}

static void put_header(carom__buffer* out, const carom_fit* fit) {
  static const char* const names[] = {",predicted_t,predicted_n,predicted_w", ",predicted_t1,predicted_t2,predicted_n",
                                      ",predicted_t,predicted_n"};
  const carom__fit_model* m = &fit->models[0];
  char name[260];
  if (!m->scenario) carom__buffer_put_text(out, names[fit->data.layout]);
  for (int k = 0; m->scenario && k < m->numbers; ++k) {
    snprintf(name, sizeof name, ",predicted.%s", m->scenario->read_path[k]);
    carom__buffer_put_text(out, name);
  }
  for (int k = 0; k < m->numbers; ++k) carom__buffer_put(out, name, snprintf(name, sizeof name, ",residual_%d", k + 1));
  carom__buffer_put_text(out, ",mode\n");
}

bool carom_fit_write_csv(const carom_fit* fit, carom_sink sink) {
  carom__buffer out;
  if (!fit) return false;
  const carom__table* t = &fit->data.table;
  carom__buffer_start(&out, sink);
  for (int k = 0; k < t->columns; ++k) {
    if (k) carom__buffer_put_char(&out, ',');
    carom__buffer_put_cell(&out, t->names[k]);
  }
  put_header(&out, fit);
  for (int i = 0; i < t->rows; ++i) {
    for (int k = 0; k < t->columns; ++k) {
      if (k) carom__buffer_put_char(&out, ',');
      carom__buffer_put_cell(&out, carom__table_cell(t, i, k));
    }
    put_prediction(&out, fit, i);
    carom__buffer_put_char(&out, '\n');
  }
  return carom__buffer_flush(&out);
}
