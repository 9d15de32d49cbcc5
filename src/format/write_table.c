// The table of a motion as it is read. Racks have become bodies.
#include "carom/simulation.h"
#include "format/write.h"

static void write_field(carom__json* json, const char* key, double value) {
  carom__json_key(json, key);
  carom__json_number(json, value);
}

static void write_place(carom__json* json, const char* key, carom_vec2 place) {
  carom__json_key(json, key);
  carom__json_numbers(json, 2, (const double[]){place.x, place.y});
}

static void write_surface(carom__json* json, const carom_surface* surface) {
  carom__json_key(json, "surface");
  carom__json_open(json, '{');
  carom__write_surface(json, surface, false);
  carom__json_close(json, '}');
}

static void write_cloth(carom__json* json, const carom_table_cloth* cloth) {
  carom__json_key(json, "cloth");
  carom__json_open(json, '{');
  write_field(json, "slide", cloth->slide);
  write_field(json, "roll", cloth->roll);
  write_field(json, "spin", cloth->spin);
  carom__json_key(json, "hop");
  carom__json_bool(json, cloth->hop);
  write_surface(json, &cloth->surface);
  if (cloth->stiffness > 0) write_field(json, "stiffness", cloth->stiffness);
  carom__json_close(json, '}');
}

static void write_hit(carom__json* json, const carom_table_hit* hit) {
  carom__json_key(json, "balls");
  carom__json_open(json, '{');
  write_field(json, "e", hit->e);
  carom__json_key(json, "friction");
  carom__json_numbers(json, 3, (const double[]){hit->base, hit->extra, hit->decay});
  write_field(json, "eta2", hit->eta2);
  carom__json_close(json, '}');
}

static void write_rails(carom__json* json, const carom_scenario_table* table) {
  if (table->has_size) write_place(json, "size", table->size);
  carom__json_key(json, "rails");
  carom__json_open(json, '{');
  write_field(json, "height", table->table.rail_height);
  write_field(json, "nose", table->table.nose_radius);
  write_surface(json, &table->table.rail_surface);
  if (table->table.rail_count > 0) {
    carom__json_key(json, "segments");
    carom__json_open(json, '[');
    for (int i = 0; i < table->table.rail_count; ++i) {
      const carom_table_rail* rail = &table->rails[i];
      carom__json_matrix(json, 2, 2, (const double[]){rail->from.x, rail->from.y, rail->to.x, rail->to.y});
    }
    carom__json_close(json, ']');
  }
  carom__json_close(json, '}');
}

static void write_pockets(carom__json* json, const carom_scenario_table* table) {
  if (table->table.pocket_count == 0) return;
  carom__json_key(json, "pockets");
  carom__json_open(json, '[');
  for (int i = 0; i < table->table.pocket_count; ++i) {
    carom__json_open(json, '{');
    write_place(json, "at", table->pockets[i].at);
    write_field(json, "radius", table->pockets[i].radius);
    carom__json_close(json, '}');
  }
  carom__json_close(json, ']');
}

static void write_stroke(carom__json* json, const carom_scenario* scenario, const carom_scenario_stroke* it) {
  const carom_stroke* stroke = &it->stroke;
  carom__json_open(json, '{');
  carom__json_key(json, "time");
  if (it->at_rest) {
    carom__json_string(json, "rest");
  } else {
    carom__json_number(json, it->time);
  }
  carom__json_key(json, "ball");
  carom__json_string(json, scenario->body_info[stroke->ball].name);
  write_field(json, "speed", stroke->speed);
  write_place(json, "direction", stroke->direction);
  write_field(json, "elevation", stroke->elevation);
  write_place(json, "offset", (carom_vec2){stroke->side, stroke->height});
  carom__json_key(json, "cue");
  carom__json_open(json, '{');
  write_field(json, "mass", stroke->mass);
  write_field(json, "end_mass", stroke->end_mass);
  write_field(json, "e", stroke->tip.e);
  write_field(json, "mu", stroke->tip.mu);
  write_field(json, "eta2", stroke->tip.eta2);
  write_field(json, "stiffness", stroke->tip.stiffness);
  carom__json_close(json, '}');
  carom__json_close(json, '}');
}

void carom__write_table(carom__json* json, const carom_scenario* scenario) {
  const carom_scenario_table* table = scenario->table;
  carom__json_key(json, "table");
  carom__json_open(json, '{');
  write_cloth(json, &table->table.cloth);
  write_hit(json, &table->table.hit);
  write_field(json, "contact_time", table->table.contact_time);
  write_rails(json, table);
  write_pockets(json, table);
  if (table->stroke_count > 0) {
    carom__json_key(json, "strokes");
    carom__json_open(json, '[');
    for (int i = 0; i < table->stroke_count; ++i) write_stroke(json, scenario, &table->strokes[i]);
    carom__json_close(json, ']');
  }
  carom__json_close(json, '}');
}

void carom__write_hit(carom__json* json, const carom_simulation_hit* hit) {
  if (hit->cluster > 0) {
    carom__json_key(json, "cluster");
    carom__json_integer(json, hit->cluster);
  }
  if (!hit->has_angles) return;
  write_field(json, "cut", hit->cut);
  write_field(json, "throw", hit->thrown);
}

void carom__write_table_ledger(carom__json* json, const carom_table_ledger* ledger) {
  write_field(json, "strokes", ledger->strokes);
  write_field(json, "slide", ledger->slide);
  write_field(json, "roll", ledger->roll);
  write_field(json, "spin", ledger->spin);
  write_field(json, "pocketed", ledger->pocketed);
}

void carom__write_pocketed(carom__json* json, const carom_simulation* simulation) {
  carom__json_key(json, "pocketed");
  carom__json_open(json, '[');
  for (int i = 0; i < simulation->impact_count; ++i) {
    const carom_simulation_impact* impact = &simulation->impacts[i];
    if (impact->hit.with != CAROM_TABLE_POCKET) continue;
    carom__json_open(json, '{');
    carom__json_key(json, "ball");
    carom__json_string(json, simulation->movers[impact->mover].name);
    carom__json_key(json, "pocket");
    carom__json_integer(json, impact->hit.other);
    write_field(json, "time", impact->impact.time);
    carom__json_close(json, '}');
  }
  carom__json_close(json, ']');
}
