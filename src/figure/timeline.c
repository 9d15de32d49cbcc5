#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/timeline.h"

#include <math.h>
#include <stdlib.h>

#include "figure/figure.h"

const carom__phase_look* carom__timeline_look(carom_phase phase) {
  static const carom__phase_look looks[] = {
      [CAROM_PHASE_FLIGHT] = {"#00805C", "#202020", 0.06},   [CAROM_PHASE_SLIDE] = {"#E59A5C", "#202020", 0.34},
      [CAROM_PHASE_STICK] = {"#0072B2", "#FFFFFF", 0.34},    [CAROM_PHASE_ROLL] = {"#B5DAEE", "#202020", 0.34},
      [CAROM_PHASE_REST] = {"#383838", "#FFFFFF", 0.34},     [CAROM_PHASE_SPIN] = {"#5F9E7E", "#202020", 0.34},
      [CAROM_PHASE_POCKETED] = {"#C8C8C8", "#202020", 0.06}, [CAROM_PHASE_OFF] = {"#C8C8C8", "#202020", 0.06},
  };
  return &looks[phase];
}

static void write_bars(FILE* file, const void* drawing) {
  const carom__timeline_drawing* d = drawing;
  fputs("# from, to [s]  row  colour  half height  phase\n", file);
  for (int i = 0; i < d->input->bar_count; ++i) {
    const carom_figure_bar* bar = &d->input->bars[i];
    const carom__phase_look* look = carom__timeline_look(bar->phase);
    fprintf(file, "%.17g %.17g %d %ld %.3g \"%s\"\n", bar->from, bar->to, bar->row + 1,
            strtol(look->colour + 1, NULL, 16), look->half, carom_phase_word(bar->phase));
  }
  fputs("NaN NaN 0 0 0 \"\"\n", file);  // gnuplot would complain about a file without a bar
}

static void write_ticks(FILE* file, const void* drawing) {
  const carom__timeline_drawing* d = drawing;
  fputs("# time [s]  row\n", file);
  for (int i = 0; i < d->input->tick_count; ++i)
    fprintf(file, "%.17g %d\n", d->input->ticks[i].at, d->input->ticks[i].row + 1);
  fputs("NaN NaN\n", file);
}

static bool row_fits(const carom_figure_timeline_input* input, int row) {
  return row >= 0 && row < input->row_count;
}

static bool marks_fit(const carom_figure_timeline_input* input) {
  bool fit = true;
  for (int i = 0; i < input->bar_count; ++i) {
    const carom_figure_bar* bar = &input->bars[i];
    fit = fit && row_fits(input, bar->row) && isfinite(bar->from) && isfinite(bar->to) &&
          bar->phase >= CAROM_PHASE_FLIGHT && bar->phase <= CAROM_PHASE_OFF;
  }
  for (int i = 0; i < input->tick_count; ++i)
    fit = fit && row_fits(input, input->ticks[i].row) && isfinite(input->ticks[i].at);
  return fit;
}

static bool is_complete(const carom_figure_timeline_input* input) {
  if (!input || !input->rows || (input->bar_count > 0 && !input->bars) || (input->tick_count > 0 && !input->ticks))
    return false;
  for (int i = 0; i < input->row_count; ++i) {
    if (!input->rows[i]) return false;
  }
  return true;
}

static carom_status check_input(const carom_figure_timeline_input* input, carom_diag* diag) {
  if (!is_complete(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a timeline needs names for its rows, and the bars and impacts it counts; one of them "
                               "is missing");
  }
  if (input->row_count < 1 || input->row_count > CAROM_FIGURE_MAX_ROWS) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "a timeline has 1 to %d rows, not %d", CAROM_FIGURE_MAX_ROWS,
                               input->row_count);
  }
  if (!(input->until > 0.0) || !isfinite(input->until)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "a timeline must end after 0 s, not at %g s", input->until);
  }
  if (!marks_fit(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a bar or an impact of the timeline stands on a row that is not there, or at a time "
                               "that is not finite");
  }
  return CAROM_OK;
}

/// The names stand to the left of the rows; the longest decides how much room that is, up to a third of the width.
static void lay_out(const carom_figure_timeline_input* input, carom__timeline_layout* out) {
  const double margin_right = 26.0, legend_line = 19.0, beside = 26.0;
  carom__panels* p = &out->panels;
  double widest = 2.0;
  for (int i = 0; i < input->row_count; ++i) widest = fmax(widest, carom__style_plain_width(input->rows[i]));
  out->name_width = fmin(widest, 0.33 * p->sheet.width / CAROM__FONT_SMALL);
  for (int i = 0; i < input->bar_count; ++i) out->has_phase[input->bars[i].phase] = true;
  for (int i = 0; i < CAROM__PHASE_COUNT; ++i) out->legend_count += out->has_phase[i];
  out->legend_count += input->tick_count > 0;
  p->sheet.left = out->name_width * CAROM__FONT_SMALL + beside;
  p->sheet.right = margin_right;
  p->sheet.legend = ((out->legend_count + 1) / 2) * legend_line + 3.0;
  p->sheet.bottom = p->sheet.legend + 61.0;
  p->sheet.top -= 18.0;  // no labels above the box
  p->across = (carom__axis){.low = 0.0, .high = input->until};
  p->across_what = "time {/:Italic t}";
  p->across_unit = "s";
  carom__panels_add(p, (carom__panel){.what = "", .factor = "", .share = 1.0}, 0.0, input->row_count);
  carom__panels_stack(p);
  for (int i = 0; i < input->bar_count; ++i) {
    double length =
        carom__axis_pixel(&p->across, input->bars[i].to) - carom__axis_pixel(&p->across, input->bars[i].from);
    double* longest = &out->longest[input->bars[i].phase];
    *longest = fmax(*longest, length);
  }
  // The first row is at the top.
  p->items[0].up = (carom__axis){.low = input->row_count + 0.5, .high = 0.5, .length = p->items[0].up.length};
}

carom_status carom_figure_timeline(const carom_figure* figure, const carom_figure_timeline_input* input,
                                   carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__TIMELINE_BARS, write_bars},
                                      {CAROM__TIMELINE_TICKS, write_ticks},
                                      {CAROM__TIMELINE_SCRIPT, carom__timeline_write_script}};
  carom__timeline_drawing d = {.input = input};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  d.layout.panels.sheet = carom__sheet_of(figure, format);
  lay_out(input, &d.layout);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, &d, diag);
}
