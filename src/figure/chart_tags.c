#include <math.h>

#include "figure/chart.h"

/// The place of a curve's largest value, or of its smallest. False if it has none.
static bool find_peak(const carom_figure_curve* curve, bool below, carom_vec2* out) {
  int best = -1;
  for (int i = 0; i < curve->count; ++i) {
    if (!isfinite(curve->x[i]) || !isfinite(curve->y[i])) continue;
    if (best < 0 || (below ? curve->y[i] < curve->y[best] : curve->y[i] > curve->y[best])) best = i;
  }
  if (best < 0) return false;
  *out = (carom_vec2){curve->x[best], curve->y[best]};
  return true;
}

/// The side of a panel on which its curves reach farther: there all tags stand.
static bool is_below(const carom_figure_panel* panel) {
  double above = 0.0, below = 0.0;
  for (int i = 0; i < panel->curve_count; ++i) {
    carom_vec2 high, low;
    if (!find_peak(&panel->curves[i], false, &high) || !find_peak(&panel->curves[i], true, &low)) continue;
    above += fmax(0.0, high.y);
    below += fmax(0.0, -low.y);
  }
  return below > above;
}

static bool overlap(carom__rect a, carom__rect b) {
  return fabs(a.centre.x - b.centre.x) < a.half_width + b.half_width &&
         fabs(a.centre.y - b.centre.y) < a.half_height + b.half_height;
}

/// Beyond the peak, in design pixels from the panel's lower left corner, and inside the panel.
static carom__rect place(const carom__panels* p, const carom__panel* panel, carom_vec2 peak, bool below,
                         const char* tag) {
  const double apart = 9.0;
  carom__rect at = {.half_width = carom__sheet_half_width(tag), .half_height = 0.5 * CAROM__FONT_SMALL};
  double y = carom__axis_pixel(&panel->up, peak.y) + (below ? -apart : apart);
  at.centre.x = fmax(at.half_width, fmin(p->across.length - at.half_width, carom__axis_pixel(&p->across, peak.x)));
  at.centre.y = fmax(at.half_height, fmin(panel->up.length - at.half_height, y));
  return at;
}

void carom__chart_write_tags(FILE* script, const carom__chart_drawing* d, int index) {
  const carom_figure_panel* from = &d->input->panels[index];
  const carom__panels* p = &d->layout.panels;
  const carom__panel* panel = &p->items[index];
  carom__rect taken[CAROM_FIGURE_MAX_CURVES];
  int count = 0;
  bool below = from->tags && is_below(from);
  for (int i = 0; from->tags && i < from->curve_count; ++i) {
    const carom_figure_curve* curve = &from->curves[i];
    carom_vec2 peak;
    if (!find_peak(curve, below, &peak)) continue;
    carom__rect at = place(p, panel, peak, below, from->tags[i]);
    bool free = true;
    for (int j = 0; j < count; ++j) free = free && !overlap(at, taken[j]);
    if (!free) continue;
    taken[count++] = at;
    fputs("set label ", script);
    carom__style_write_quoted(script, from->tags[i], HUGE_VAL);
    fprintf(script, " at graph %.6g,%.6g center front font ',%.4g' textcolor rgb '%s'\n",
            at.centre.x / p->across.length, at.centre.y / panel->up.length,
            carom__style_font(p->sheet.figure, p->sheet.format, CAROM__FONT_SMALL),
            carom__curve_colour(carom__chart_curve_of(curve)));
  }
}
