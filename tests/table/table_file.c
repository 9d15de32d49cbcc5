#include "table/table_file.h"

#include "carom/table.h"

static void write_surface(FILE* file, const carom_surface* s) {
  fprintf(file, "\"surface\": {\"law\": \"%s\", \"e\": %.17g, \"mu\": %.17g", carom_law_word(s->law), s->e, s->mu);
  if (s->mu_static > s->mu) fprintf(file, ", \"mu_static\": %.17g", s->mu_static);
  if (s->eta2 > 0) fprintf(file, ", \"eta2\": %.17g", s->eta2);
  if (s->stiffness > 0) fprintf(file, ", \"stiffness\": %.17g", s->stiffness);
  fputc('}', file);
}

static void write_vector(FILE* file, const char* key, carom_vec3 v) {
  fprintf(file, ", \"%s\": [%.17g, %.17g, %.17g]", key, v.x, v.y, v.z);
}

static void write_balls(FILE* file, const carom_table* t) {
  fputs("\"bodies\": {", file);
  for (int i = 0; i < t->ball_count; ++i) {
    const carom_table_ball* b = &t->balls[i];
    fprintf(file, "%s\n \"ball %d\": {\"mass\": %.17g, \"shape\": {\"sphere\": %.17g}", i ? "," : "", i, b->mass,
            b->radius);
    if (b->inertia > 0) fprintf(file, ", \"inertia\": [%.17g, %.17g, %.17g]", b->inertia, b->inertia, b->inertia);
    write_vector(file, "position", b->position);
    write_vector(file, "velocity", b->velocity);
    write_vector(file, "spin", b->spin);
    fputc('}', file);
  }
  fputs("},\n", file);
}

static void write_rails(FILE* file, const carom_table* t) {
  if (t->rail_count == 0) return;
  fprintf(file, ",\n \"rails\": {\"height\": %.17g, \"nose\": %.17g, ", t->rail_height, t->nose_radius);
  write_surface(file, &t->rail_surface);
  fputs(", \"segments\": [", file);
  for (int i = 0; i < t->rail_count; ++i)
    fprintf(file, "%s[[%.17g, %.17g], [%.17g, %.17g]]", i ? ",\n  " : "", t->rails[i].from.x, t->rails[i].from.y,
            t->rails[i].to.x, t->rails[i].to.y);
  fputs("]}", file);
}

static void write_pockets(FILE* file, const carom_table* t) {
  if (t->pocket_count == 0) return;
  fputs(",\n \"pockets\": [", file);
  for (int i = 0; i < t->pocket_count; ++i)
    fprintf(file, "%s{\"at\": [%.17g, %.17g], \"radius\": %.17g}", i ? ", " : "", t->pockets[i].at.x,
            t->pockets[i].at.y, t->pockets[i].radius);
  fputc(']', file);
}

/// m/s: no landing is slower. A file must have a cut-off, and 0 is none.
static const double NO_CUTOFF = 1e-300;

void table_file_write(FILE* file, const void* table) {
  const carom_table* t = table;
  write_balls(file, t);
  fprintf(file, "\"motion\": {\"until\": %.17g, \"gravity\": [0, 0, %.17g], \"cutoff_speed\": %.17g, \"table\": {\n",
          t->until, -t->gravity, t->cutoff_speed > 0 ? t->cutoff_speed : NO_CUTOFF);
  fprintf(file, " \"contact_time\": %.17g,\n \"cloth\": {\"slide\": %.17g, \"roll\": %.17g, \"spin\": %.17g, ",
          t->contact_time, t->cloth.slide, t->cloth.roll, t->cloth.spin);
  fprintf(file, "\"hop\": %s, \"stiffness\": %.17g, ", t->cloth.hop ? "true" : "false", t->cloth.stiffness);
  write_surface(file, &t->cloth.surface);
  fprintf(file, "},\n \"balls\": {\"e\": %.17g, \"friction\": [%.17g, %.17g, %.17g], \"eta2\": %.17g}", t->hit.e,
          t->hit.base, t->hit.extra, t->hit.decay, t->hit.eta2);
  write_rails(file, t);
  write_pockets(file, t);
  fputs("}}}\n", file);
}
