#include <math.h>

#include "contact/surface.h"
#include "figure/impulse.h"
#include "figure/several.h"

/// "e = 0.9, 0.7", or "e = 1" where all are equal. Values of more than a few contacts are left out.
static void describe(char* out, size_t size, const char* symbol, const double* values, int count) {
  enum { MOST = 3 };
  bool equal = true;
  for (int i = 1; i < count; ++i) equal = equal && values[i] == values[0];
  int shown = equal ? 1 : count, used = snprintf(out, size, "%s = ", symbol);
  if (shown > MOST) {
    snprintf(out, size, "%s differs", symbol);
    return;
  }
  for (int i = 0; i < shown && used > 0 && (size_t)used < size; ++i) {
    char number[40];
    carom__style_number(number, sizeof number, values[i]);
    used += snprintf(out + used, size - (size_t)used, "%s%s", i > 0 ? ", " : "", number);
  }
}

/// An energy that the collision moved, so that what rounding and integration leave of an elastic one is told from it.
static double work_of(const carom_figure_impulse_input* input) {
  const double rounding = 1e-12, integration = 1e-10;
  double work = 0.0;
  int d = input->problem->dimension;
  for (int i = 0; i < input->problem->contact_count; ++i) {
    work += fabs(input->problem->v[i * d + d - 1] * carom__impulse_at(input, input->trace->count - 1, i));
  }
  return work * (integration / rounding);
}

void carom__several_describe(const carom_figure_impulse_input* input, char* out, size_t size) {
  double e[CAROM_SIMULTANEOUS_MAX_CONTACTS] = {0.0}, mu[CAROM_SIMULTANEOUS_MAX_CONTACTS] = {0.0};
  double k[CAROM_SIMULTANEOUS_MAX_CONTACTS] = {0.0};
  int count = input->problem->contact_count;
  bool friction = false;
  for (int i = 0; i < count; ++i) {
    const carom_surface* surface = &input->problem->surfaces[i];
    e[i] = surface->e;
    mu[i] = surface->mu;
    k[i] = carom__stiffness(surface) / carom__stiffness(&input->problem->surfaces[0]);
    friction = friction || mu[i] > 0.0;
  }
  char words_e[160], words_mu[160], words_k[160], change[96] = "";
  describe(words_e, sizeof words_e, "{/:Italic e}", e, count);
  describe(words_mu, sizeof words_mu, "μ", mu, count);
  describe(words_k, sizeof words_k, "{/:Italic k}/{/:Italic k}_0", k, count);
  bool impact = carom__impulse_is_impact(input);
  if (impact) carom__sheet_describe_change(input->outcome->energy.change, work_of(input), change, sizeof change);
  snprintf(out, size, "%s%s%s%s  ·  %s%s", impact ? "" : "no impact  ·  ", words_e, friction ? "  ·  " : "",
           friction ? words_mu : "", words_k, change);
}

void carom__impulse_write_subtitle(FILE* script, const carom_figure_impulse_input* input, const carom__sheet* sheet) {
  char text[640];
  carom__several_describe(input, text, sizeof text);
  carom__sheet_write_subtitle(script, sheet, text);
}

static void write_words(FILE* script, const carom__sheet* sheet, const carom__impulse_words* words,
                        const char* colour) {
  if (words->shown) carom__sheet_write_label(script, sheet, words->label, words->markup, colour);
}

static void write_labels(FILE* script, const carom__impulse_layout* l) {
  static const char* const lines[] = {"{/:Italic v}_0 = 0", "{/:Italic v}_1 = 0"};
  for (int i = 0; i < 2; ++i) {
    if (!l->has_segment[i]) continue;
    const char* colour = carom__curve_colour(carom__curve_of_series(i));
    carom__sheet_write_label(script, &l->sheet, l->line_labels[i], lines[i], colour);
  }
  write_words(script, &l->sheet, &l->ellipse_words, "#606060");
  for (int i = 0; i < CAROM__IMPULSE_REGIONS; ++i) write_words(script, &l->sheet, &l->regions[i], "#606060");
  for (int i = 0; i < l->state_count; ++i) write_words(script, &l->sheet, &l->states[i], CAROM__STATE_COLOUR);
  for (int i = 0; i < l->head_count; ++i) {
    carom__sheet_write_head(script, &l->sheet, l->heads[i].at, l->heads[i].along, CAROM__CURVE_PATH);
  }
  carom__marks_write_labels(script, &l->marks, &l->sheet);
}

static bool has_regions(const carom__impulse_layout* l) {
  for (int i = 0; i < CAROM__IMPULSE_REGIONS; ++i) {
    if (l->regions[i].shown) return true;
  }
  return false;
}

/// First the path and the ellipse, then the contacts, then what else there is to say.
static void write_legend(FILE* script, const carom__impulse_drawing* d) {
  const carom__impulse_layout* l = &d->plane;
  static const char* const lines[] = {"compression line {/:Italic v}_0 = 0", "compression line {/:Italic v}_1 = 0"};
  carom__legend_entry entries[8];
  char hidden[64], name[256];
  int count = 0, names[2] = {-1, -1};
  if (carom__impulse_is_impact(d->input))
    entries[count++] = (carom__legend_entry){CAROM__CURVE_PATH, "path of the impulses"};
  if (l->ellipse.region_count > 0) {
    const char* words =
        l->plane.has_friction ? "reached without gaining energy" : "energy is lost inside Δ{/:Italic T} = 0";
    entries[count++] = (carom__legend_entry){CAROM__CURVE_ELLIPSE, words};
  }
  for (int i = 0; i < 2; ++i) {
    if (l->has_segment[i]) entries[count++] = (carom__legend_entry){carom__curve_of_series(i), lines[i]};
  }
  if (!l->plane.has_line[0] && !l->plane.has_line[1]) {
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, "friction moves the lines {/:Italic v} = 0"};
  }
  for (int i = 0; i < 2 && d->input->names; ++i) {
    names[i] = count;
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, NULL};
  }
  if (has_regions(l)) {
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, "{/:Italic C}, {/:Italic R}: compression, restitution"};
  }
  if (l->hidden_count > 0) {
    snprintf(hidden, sizeof hidden, "and %d more event%s", l->hidden_count, l->hidden_count == 1 ? "" : "s");
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, hidden};
  }
  carom__sheet_write_legend(script, &l->sheet, entries, count);
  for (int i = 0; i < 2 && names[i] >= 0; ++i) {
    snprintf(name, sizeof name, "%d: %s", i, d->input->names[i]);
    carom__sheet_write_legend_text(script, &l->sheet, names[i], count, name);
  }
}

static void write_plot(FILE* script, const carom__impulse_drawing* d) {
  const carom__impulse_layout* l = &d->plane;
  static const char using[] = "using (k*$1):(k*$2)";
  fprintf(script, "# The data are in N s; the axes show k times that.\nk = 1e%d\nplot \\\n", -l->sheet.view.exponent);
  if (l->ellipse.region_count > 0) {
    fprintf(script, "  '%s' index 0 %s with filledcurves closed fc rgb '%s', \\\n", CAROM__IMPULSE_ELLIPSE, using,
            CAROM__FILL_COLOUR);
  }
  if (l->ellipse.arc_count > 0) {
    fprintf(script, "  '%s' index 1 %s with lines lt %d, \\\n", CAROM__IMPULSE_ELLIPSE, using, CAROM__CURVE_ELLIPSE);
  }
  for (int i = 0, index = 0; i < 2; ++i) {
    if (!l->has_segment[i]) continue;
    fprintf(script, "  '%s' index %d %s with lines lt %d, \\\n", CAROM__IMPULSE_LINES, index++, using,
            carom__curve_of_series(i));
  }
  if (carom__impulse_is_impact(d->input)) {
    fprintf(script, "  '%s' using (k*$2):(k*$3) with lines lt %d, \\\n", CAROM__IMPULSE_PATH, CAROM__CURVE_PATH);
  }
  carom__marks_write_plot(script, &l->sheet, CAROM__IMPULSE_EVENTS);
  fputs("set output\n", script);
}

void carom__impulse_write_script(FILE* script, const void* drawing) {
  const carom__impulse_drawing* d = drawing;
  const carom__sheet* sheet = &d->plane.sheet;
  char picture[32];
  snprintf(picture, sizeof picture, "impulse.%s", carom__format_word(sheet->format));
  fprintf(script, "# The plane of two impulses, drawn by carom. To draw it again: gnuplot %s\n", CAROM__IMPULSE_SCRIPT);
  carom__style_write_head(script, sheet->figure, sheet->format, picture);
  carom__sheet_write_frame(script, sheet);
  carom__sheet_write_axis_titles(script, sheet, "normal impulse {/:Italic I}_0", "normal impulse {/:Italic I}_1",
                                 "N s");
  carom__sheet_write_title(script, sheet);
  carom__impulse_write_subtitle(script, d->input, sheet);
  write_labels(script, &d->plane);
  write_legend(script, d);
  write_plot(script, d);
}
