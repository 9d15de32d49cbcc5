// Simulations as JSON, one object a line, and their samples as CSV.
#include <string.h>

#include "carom/simulation.h"
#include "format/json_number.h"
#include "format/json_writer.h"
#include "format/write.h"

static void write_field(carom__json* json, const char* key, double value) {
  carom__json_key(json, key);
  carom__json_number(json, value);
}

static void write_word(carom__json* json, const char* key, const char* word) {
  carom__json_key(json, key);
  carom__json_string(json, word);
}

static void write_place(carom__json* json, const char* key, int index) {
  if (index < 0) return;
  carom__json_key(json, key);
  carom__json_integer(json, index);
}

static void write_numbers(carom__json* json, const char* key, int count, const double* values) {
  carom__json_key(json, key);
  carom__json_numbers(json, count, values);
}

/// Whom a body met.
static void write_with(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation,
                       int mover) {
  if (mover >= 0) write_word(json, "with", scenario->body_info[simulation->movers[mover].body].name);
}

static void write_impact(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation,
                         int index) {
  const carom_simulation_impact* logged = &simulation->impacts[index];
  const carom_motion_impact* impact = &logged->impact;
  const int dimension = scenario->dimension;
  carom__json_open(json, '{');
  write_field(json, "time", impact->time);
  write_word(json, "what", logged->what);
  if (logged->contact < 0) write_place(json, "plane", impact->touch.plane);
  write_place(json, "contact", logged->contact);
  write_with(json, scenario, simulation, logged->with);
  carom__write_hit(json, &logged->hit);
  write_word(json, "mode", impact->mode);
  write_numbers(json, "velocity_before", dimension, impact->velocity_before);
  write_numbers(json, "velocity_after", dimension, impact->velocity_after);
  write_numbers(json, "impulse", dimension, impact->impulse);
  write_field(json, "energy", impact->energy);
  carom__json_close(json, '}');
}

static void write_impacts(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation) {
  carom__json_key(json, "impacts");
  carom__json_open(json, '[');
  for (int i = 0; i < simulation->impact_count; ++i) write_impact(json, scenario, simulation, i);
  carom__json_close(json, ']');
}

static void write_phases(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation) {
  carom__json_key(json, "phases");
  carom__json_open(json, '[');
  for (int i = 0; i < simulation->phase_count; ++i) {
    const carom_simulation_phase* phase = &simulation->phases[i];
    carom__json_open(json, '{');
    write_field(json, "from", phase->from);
    write_field(json, "to", phase->to);
    write_word(json, "state", carom_phase_word(phase->phase));
    write_word(json, "what", phase->what);
    write_place(json, "plane", phase->plane);
    write_with(json, scenario, simulation, phase->with);
    carom__json_close(json, '}');
  }
  carom__json_close(json, ']');
}

static void write_spin(carom__json* json, int dimension, const carom_body* body, bool in_body_frame) {
  carom__json_key(json, "spin");
  if (dimension == 2) {
    carom__json_number(json, body->spin.z);
  } else if (in_body_frame) {
    carom__json_vector(json, 3, carom_mat3_apply(carom_mat3_transpose(body->orientation), body->spin));
  } else {
    carom__json_vector(json, 3, body->spin);
  }
}

/// The turning of a ball on the cloth is not followed, and a spin in its own axes has no meaning then.
static void write_body(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation,
                       int index) {
  const carom_body* body = &simulation->bodies_after[index];
  const bool turns = !scenario->motion.has_cloth && !scenario->table;
  carom__json_key(json, scenario->body_info[index].name);
  carom__json_open(json, '{');
  carom__json_key(json, "position");
  carom__json_vector(json, scenario->dimension, body->position);
  if (turns && scenario->dimension == 2) write_field(json, "angle", simulation->angles_after[index]);
  if (turns && scenario->dimension == 3) {
    carom__json_key(json, "orientation");
    carom__json_matrix(json, 3, 3, &body->orientation.m[0][0]);
  }
  carom__json_key(json, "velocity");
  carom__json_vector(json, scenario->dimension, body->velocity);
  write_spin(json, scenario->dimension, body, turns && scenario->body_info[index].spin_in_body_frame);
  carom__json_close(json, '}');
}

static void write_bodies(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation) {
  carom__json_key(json, "bodies");
  carom__json_open(json, '{');
  for (int i = 0; i < simulation->mover_count; ++i) write_body(json, scenario, simulation, simulation->movers[i].body);
  carom__json_close(json, '}');
}

static void write_end(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation) {
  const int links = scenario->chain.link_count;
  carom__json_key(json, "end");
  carom__json_open(json, '{');
  write_field(json, "time", simulation->end_time);
  if (simulation->end_state) {
    write_numbers(json, "angles", links, simulation->end_state);
    write_numbers(json, "rates", links, simulation->end_state + links);
  } else {
    write_bodies(json, scenario, simulation);
  }
  write_field(json, "energy", simulation->energy_end);
  carom__json_close(json, '}');
}

static void write_ledger(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation) {
  carom__json_key(json, "energy");
  carom__json_open(json, '{');
  write_field(json, "start", simulation->energy_start);
  write_field(json, "impacts", simulation->impact_loss);
  write_field(json, "friction", simulation->friction_loss);
  write_field(json, "end", simulation->energy_end);
  if (scenario->table) carom__write_table_ledger(json, &simulation->ledger);
  carom__json_close(json, '}');
}

static void write_warnings(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation) {
  carom__json_key(json, "warnings");
  carom__json_open(json, '[');
  carom__write_warnings(json, simulation->warnings, simulation->error);
  if (simulation->cut) {
    char sentence[120];
    snprintf(sentence, sizeof sentence, "cut: stopped at t = %.9g s, before the end at t = %.9g s",
             simulation->end_time, scenario->motion.until);
    carom__write_warning(json, "cut", sentence);
  }
  carom__json_close(json, ']');
}

void carom__write_simulation(carom__json* json, const carom_scenario* scenario, const carom_simulation* simulation) {
  carom__json_open(json, '{');
  write_field(json, "carom", 1);
  if (scenario->title) write_word(json, "title", scenario->title);
  write_word(json, "model", "motion");
  if (simulation->cut) {
    carom__json_key(json, "cut");
    carom__json_bool(json, true);
  }
  write_impacts(json, scenario, simulation);
  write_phases(json, scenario, simulation);
  write_end(json, scenario, simulation);
  if (scenario->table) carom__write_pocketed(json, simulation);
  write_ledger(json, scenario, simulation);
  write_warnings(json, scenario, simulation);
  carom__write_doubts(json, scenario, NULL);
  carom__json_close(json, '}');
}

bool carom_simulation_write(const carom_scenario* scenario, const carom_simulation* simulation, carom_sink sink) {
  carom__json json;
  carom__json_start(&json, false, sink);
  json.drops_minus_zero = true;
  carom__write_simulation(&json, scenario, simulation);
  return carom__json_finish(&json);
}

/// A name with a comma or a quote goes in quotes.
static void write_heading(carom__buffer* out, const char* name) {
  if (!strpbrk(name, ",\"")) {
    carom__buffer_put_text(out, name);
    return;
  }
  carom__buffer_put_char(out, '"');
  for (; *name; ++name) {
    if (*name == '"') carom__buffer_put_char(out, '"');
    carom__buffer_put_char(out, *name);
  }
  carom__buffer_put_char(out, '"');
}

static void write_headings(carom__buffer* out, const carom_simulation* simulation) {
  const int columns = simulation->column_count;
  for (int i = 0; i < columns; ++i) {
    write_heading(out, simulation->columns[i]);
    carom__buffer_put_char(out, i + 1 < columns ? ',' : '\n');
  }
}

static void write_row(carom__buffer* out, int columns, const double* values) {
  char text[CAROM__NUMBER_SIZE];
  for (int i = 0; i < columns; ++i) {
    carom__buffer_put(out, text, carom__number_print(values[i] + 0.0, text));
    carom__buffer_put_char(out, i + 1 < columns ? ',' : '\n');
  }
}

bool carom_simulation_write_csv(const carom_simulation* simulation, carom_sink sink) {
  const size_t columns = (size_t)simulation->column_count;
  carom__buffer out;
  carom__buffer_start(&out, sink);
  write_headings(&out, simulation);
  for (int row = 0; row < simulation->sample_count && !out.failed; ++row)
    write_row(&out, simulation->column_count, simulation->samples + (size_t)row * columns);
  if (simulation->cut) {
    char last[80];
    snprintf(last, sizeof last, "# cut: stopped at t = %.9g s\n", simulation->end_time);
    carom__buffer_put_text(&out, last);
  }
  return carom__buffer_flush(&out);
}
