#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/figure.h"

static bool is_point(const carom_figure_curve* curve, int i) {
  return isfinite(curve->x[i]) && isfinite(curve->y[i]);
}

/// Words as a comment: one line, whatever they are.
static void write_comment(FILE* file, int index, const char* words) {
  fprintf(file, "# %d: ", index);
  for (const char* at = words ? words : ""; *at; ++at) fputc((unsigned char)*at < 0x20 ? ' ' : *at, file);
  fputc('\n', file);
}

/// Two empty lines part the curves, so that gnuplot finds them by number; one is a break of the curve. keep is NULL for
/// all points.
static void write_points(FILE* file, const carom_figure_curve* curve, const bool* keep) {
  int written = 0;
  bool broken = false;
  for (int i = 0; i < curve->count; ++i) {
    bool point = is_point(curve, i);
    if (!point || (keep && !keep[i])) {
      broken = broken || (!point && written > 0);
      continue;
    }
    fprintf(file, "%s%.17g %.17g\n", broken ? "\n" : "", curve->x[i], curve->y[i]);
    broken = false;
    ++written;
  }
  if (written == 0) fputs("NaN NaN\n", file);  // gnuplot would not count an empty curve
  fputs("\n\n", file);
}

static void write_curve(FILE* file, const carom__chart_drawing* d, int panel, int index) {
  const carom_figure_curve* curve = &d->input->panels[panel].curves[index];
  const carom__panels* panels = &d->layout.panels;
  bool* keep = malloc(((size_t)curve->count + 1) * sizeof *keep);
  bool thin = keep && curve->look != CAROM_FIGURE_LOOK_POINTS;
  if (thin) carom__chart_thin(&panels->across, &panels->items[panel].up, curve, keep);
  write_points(file, curve, thin ? keep : NULL);
  free(keep);
}

static void write_data(FILE* file, const void* drawing) {
  const carom__chart_drawing* d = drawing;
  fputs("# For each curve: across, up, in SI units. Points that the eye would not miss are left out.\n", file);
  for (int i = 0; i < d->input->panel_count; ++i) {
    for (int j = 0; j < d->input->panels[i].curve_count; ++j) write_curve(file, d, i, j);
  }
}

/// The same with every point, for those who go on with the numbers: nothing of the script needs them.
static void write_all(FILE* file, const void* drawing) {
  const carom__chart_drawing* d = drawing;
  fputs("# For each curve: panel and curve, from 0, then across, up, in SI units.\n", file);
  for (int i = 0; i < d->input->panel_count; ++i) {
    for (int j = 0; j < d->input->panels[i].curve_count; ++j) {
      write_comment(file, i, d->input->panels[i].what);
      write_comment(file, j, d->input->panels[i].curves[j].words);
      write_points(file, &d->input->panels[i].curves[j], NULL);
    }
  }
}

static bool panel_is_complete(const carom_figure_panel* panel) {
  if (!panel->what || (panel->curve_count > 0 && !panel->curves) || (panel->words && panel->word_count < 1))
    return false;
  for (int i = 0; i < panel->curve_count; ++i) {
    const carom_figure_curve* curve = &panel->curves[i];
    if (curve->count < 0 || (curve->count > 0 && (!curve->x || !curve->y))) return false;
  }
  return true;
}

static bool is_complete(const carom_figure_chart_input* input) {
  if (!input || !input->what || !input->panels) return false;
  return (input->flag_count <= 0 || input->flags) && (input->span_count <= 0 || input->spans);
}

static bool marks_are_finite(const carom_figure_chart_input* input) {
  bool finite = true;
  for (int i = 0; i < input->flag_count; ++i) finite = finite && isfinite(input->flags[i].at);
  for (int i = 0; i < input->span_count; ++i) {
    finite = finite && isfinite(input->spans[i].from) && isfinite(input->spans[i].to);
  }
  return finite;
}

static carom_status check_input(const carom_figure_chart_input* input, carom_diag* diag) {
  if (!is_complete(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a chart needs the words of its axis, panels, and the flags and spans it counts; one of "
                               "them is missing");
  }
  if (input->panel_count < 1 || input->panel_count > CAROM_FIGURE_MAX_PANELS) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "a chart has 1 to %d panels, not %d", CAROM_FIGURE_MAX_PANELS,
                               input->panel_count);
  }
  for (int i = 0; i < input->panel_count; ++i) {
    if (input->panels[i].curve_count < 0 || input->panels[i].curve_count > CAROM_FIGURE_MAX_CURVES) {
      return carom__figure_error(diag, CAROM_BAD_VALUE, "a panel has 0 to %d curves, not %d", CAROM_FIGURE_MAX_CURVES,
                                 input->panels[i].curve_count);
    }
    if (!panel_is_complete(&input->panels[i])) {
      return carom__figure_error(diag, CAROM_BAD_VALUE,
                                 "panel %d of the chart lacks words, curves or points that it counts", i + 1);
    }
  }
  if (!marks_are_finite(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a flag or a span of the chart stands at a number that is not finite");
  }
  return CAROM_OK;
}

carom_status carom_figure_chart(const carom_figure* figure, const carom_figure_chart_input* input, carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__CHART_POINTS, write_all},
                                      {CAROM__CHART_DATA, write_data},
                                      {CAROM__CHART_SCRIPT, carom__chart_write_script}};
  carom__chart_drawing d = {.input = input};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  d.layout.panels.sheet = carom__sheet_of(figure, format);
  carom__chart_lay_out(input, &d.layout);
  int skipped = figure->script_dir ? 0 : 1;
  return carom__sheet_draw(figure, parts + skipped, (int)(sizeof parts / sizeof *parts) - skipped, &d, diag);
}

void carom_figure_escape(const char* text, char* out, int size) {
  static const char cut[] = "…";
  enum { CUT = sizeof cut - 1 };
  if (size < 1) return;
  int length = 0, safe = 0;  // safe: the last place where the mark of a cut still fits
  for (; *text; ++text) {
    bool special = strchr("{}^_@&~\\", *text) != NULL, inside = ((unsigned char)*text & 0xC0) == 0x80;
    if (!inside && length + CUT < size) safe = length;
    if (length + special + 1 >= size) break;
    if (special) out[length++] = '\\';
    out[length++] = *text;
  }
  if (*text) {
    length = safe;
    if (length + CUT < size) {
      memcpy(out + length, cut, CUT);
      length += CUT;
    }
  }
  out[length] = '\0';
}
