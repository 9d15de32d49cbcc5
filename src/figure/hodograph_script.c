#include "figure/hodograph.h"

/// Letters and digits only, whatever the caller put there.
static void write_sequence(const char* sequence, char* out, size_t size) {
  size_t used = 0;
  for (const char* at = sequence; *at && used + 1 < size; ++at) {
    bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9');
    if (plain) out[used++] = *at;
  }
  out[used] = '\0';
}

static void write_subtitle(FILE* script, const carom__hodograph_drawing* d) {
  const carom_spatial_outcome* outcome = d->input->outcome;
  char sequence[sizeof outcome->sequence], what[48] = "no impact", surface[192], change[96] = "", text[360];
  carom__sheet_describe_surface(&d->input->problem->surface, surface, sizeof surface);
  if (carom__hodograph_is_impact(d->input)) {
    write_sequence(outcome->sequence, sequence, sizeof sequence);
    snprintf(what, sizeof what, "sequence {/:Italic %s}", sequence);
    carom__sheet_describe_change(outcome->energy.change, outcome->stored, change, sizeof change);
  }
  snprintf(text, sizeof text, "%s  ·  %s%s", what, surface, change);
  carom__sheet_write_subtitle(script, &d->layout.sheet, text);
}

static void write_ray(FILE* script, const carom__hodograph_drawing* d, const carom__hodograph_ray* ray) {
  carom_vec2 out = {ray->segment.b.x - ray->segment.a.x, ray->segment.b.y - ray->segment.a.y};
  carom_vec2 in = {-out.x, -out.y};
  if (ray->inward) carom__sheet_write_head(script, &d->layout.sheet, ray->head, in, ray->curve);
  if (ray->outward) carom__sheet_write_head(script, &d->layout.sheet, ray->head, out, ray->curve);
  carom__sheet_write_label(script, &d->layout.sheet, ray->label, ray->tag, carom__curve_colour(ray->curve));
}

static void write_labels(FILE* script, const carom__hodograph_drawing* d) {
  const carom__hodograph_layout* l = &d->layout;
  for (int i = 0; i < l->ray_count; ++i) write_ray(script, d, &l->rays[i]);
  for (int i = 0; i < l->head_count; ++i) {
    carom__sheet_write_head(script, &l->sheet, l->heads[i].at, l->heads[i].along, CAROM__CURVE_PATH);
  }
  carom__marks_write_labels(script, &l->marks, &l->sheet);
}

static bool has_ray(const carom__hodograph_drawing* d, carom__curve curve) {
  for (int i = 0; i < d->layout.ray_count; ++i) {
    if (d->layout.rays[i].curve == curve) return true;
  }
  return false;
}

static void write_legend(FILE* script, const carom__hodograph_drawing* d) {
  static const carom__legend_entry rays[] = {{CAROM__CURVE_CENTRIPETAL, "centripetal: slip slows down"},
                                             {CAROM__CURVE_CENTRIFUGAL, "centrifugal: slip speeds up"},
                                             {CAROM__CURVE_STEADY, "steady: slip keeps its speed"}};
  carom__legend_entry entries[5];
  int count = 0;
  if (carom__hodograph_is_impact(d->input)) {
    entries[count++] = (carom__legend_entry){CAROM__CURVE_PATH, "path of the slip velocity"};
  }
  for (unsigned i = 0; i < sizeof rays / sizeof *rays; ++i) {
    if (has_ray(d, rays[i].curve)) entries[count++] = rays[i];
  }
  if (d->input->directions && d->input->directions->every_direction) {
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, "every direction is invariant"};
  }
  carom__sheet_write_legend(script, &d->layout.sheet, entries, count);
}

static void write_plot(FILE* script, const carom__hodograph_drawing* d) {
  const carom__hodograph_layout* l = &d->layout;
  static const char using[] = "using (k*$1):(k*$2)";
  fprintf(script, "# The data are in m/s; the axes show k times that.\nk = 1e%d\nplot \\\n", -l->sheet.view.exponent);
  for (int i = 0; i < l->ray_count; ++i) {
    fprintf(script, "  '%s' index %d %s with lines lt %d, \\\n", CAROM__HODOGRAPH_RAYS, i, using, l->rays[i].curve);
  }
  if (carom__hodograph_is_impact(d->input)) {
    fprintf(script, "  '%s' %s with lines lt %d, \\\n", CAROM__HODOGRAPH_PATH, using, CAROM__CURVE_PATH);
  }
  carom__marks_write_plot(script, &l->sheet, CAROM__HODOGRAPH_EVENTS);
  fputs("set output\n", script);
}

void carom__hodograph_write_script(FILE* script, const void* drawing) {
  const carom__hodograph_drawing* d = drawing;
  const carom__sheet* sheet = &d->layout.sheet;
  char picture[32];
  snprintf(picture, sizeof picture, "hodograph.%s", carom__format_word(sheet->format));
  fprintf(script, "# The hodograph, drawn by carom. To draw it again: gnuplot %s\n", CAROM__HODOGRAPH_SCRIPT);
  carom__style_write_head(script, sheet->figure, sheet->format, picture);
  carom__sheet_write_frame(script, sheet);
  carom__sheet_write_axis_titles(script, sheet, "slip velocity {/:Italic v}_{t1}", "slip velocity {/:Italic v}_{t2}",
                                 "m/s");
  carom__sheet_write_title(script, sheet);
  write_subtitle(script, d);
  write_labels(script, d);
  write_legend(script, d);
  write_plot(script, d);
}
