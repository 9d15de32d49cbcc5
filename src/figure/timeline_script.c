#include <math.h>

#include "figure/timeline.h"

/// Half the height of an impact's stroke, of a row.
static const double stroke = 0.46;

static double font(const carom__panels* p, double design_size) {
  return carom__style_font(p->sheet.figure, p->sheet.format, design_size);
}

static void write_legend(FILE* script, const carom__timeline_drawing* d) {
  enum { MOST = CAROM__PHASE_COUNT + 1, SEEN = 3 };  // design pixels
  char words[MOST][64];
  const carom__sheet* s = &d->layout.panels.sheet;
  carom__legend_entry entries[MOST];
  carom__legend_box boxes[MOST];
  int count = 0;
  for (int i = 0; i < CAROM__PHASE_COUNT; ++i) {
    if (!d->layout.has_phase[i]) continue;
    const carom__phase_look* look = carom__timeline_look((carom_phase)i);
    boxes[count] = (carom__legend_box){look->colour, 32.0, i == CAROM_PHASE_FLIGHT ? 3.0 : 11.0};
    snprintf(words[count], sizeof words[count], "%s%s",
             i == CAROM_PHASE_FLIGHT ? carom_phase_word((carom_phase)i) : carom_figure_phase_words((carom_phase)i),
             d->layout.longest[i] < SEEN ? ", too briefly to see" : "");
    entries[count] = (carom__legend_entry){CAROM__CURVE_NONE, words[count]};
    ++count;
  }
  if (d->input->tick_count > 0) {
    boxes[count] = (carom__legend_box){"#000000", 1.2, 14.0};
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, "impact"};
  }
  carom__sheet_write_legend(script, s, entries, count);
  for (int i = 0; i < count; ++i) carom__sheet_write_legend_box(script, s, i, count, boxes[i]);
}

/// Names are anybody's text, so they are labels rather than tics. Where rows are low, letters are small.
static void write_names(FILE* script, const carom__timeline_drawing* d) {
  const carom__panels* p = &d->layout.panels;
  double row = p->items[0].up.length / d->input->row_count, size = fmin(CAROM__FONT_SMALL, 0.95 * row);
  for (int i = 0; i < d->input->row_count; ++i) {
    fputs("set label ", script);
    carom__style_write_quoted(script, d->input->rows[i], d->layout.name_width);
    fprintf(script, " at screen %.6g,first %d right noenhanced font ',%.4g' textcolor rgb '%s'\n",
            (p->sheet.left - 8.0) / p->sheet.width, i + 1, font(p, size), CAROM__TEXT_COLOUR);
  }
}

/// The word of a phase on its bar, where that is wide enough.
static void write_words(FILE* script, const carom__timeline_drawing* d) {
  const carom__panels* p = &d->layout.panels;
  double row = p->items[0].up.length / d->input->row_count;
  for (int i = 0; i < d->input->bar_count; ++i) {
    const carom_figure_bar* bar = &d->input->bars[i];
    const carom__phase_look* look = carom__timeline_look(bar->phase);
    double left = carom__axis_pixel(&p->across, fmax(bar->from, 0.0));
    double right = carom__axis_pixel(&p->across, fmin(bar->to, d->input->until));
    double width = carom__style_text_width(carom_figure_phase_words(bar->phase), CAROM__FONT_SMALL) + 6.0;
    bool high_enough = 2.0 * look->half * row >= 1.1 * CAROM__FONT_SMALL;
    if (right - left < width || !high_enough || bar->phase == CAROM_PHASE_FLIGHT) continue;
    fprintf(script, "set label '%s' at first %.8g,%d center front font ',%.4g' textcolor rgb '%s'\n",
            carom_figure_phase_words(bar->phase),
            carom__axis_shown(&p->across, 0.5 * (fmax(bar->from, 0.0) + fmin(bar->to, d->input->until))), bar->row + 1,
            font(p, CAROM__FONT_SMALL), look->text);
  }
}

/// Bars that are too short to be seen are a pixel wide.
static void write_plot(FILE* script, const carom__timeline_drawing* d) {
  const carom__panels* p = &d->layout.panels;
  double pixel = carom__axis_shown(&p->across, p->across.high - p->across.low) / p->across.length;
  fprintf(script, "least = %.6g\nend(a, b) = b - a < least ? a + least : b\n", pixel);
  fputs("plot \\\n", script);
  if (d->input->bar_count > 0) {
    fprintf(script,
            "  '%s' using (kx*$1):3:(kx*$1):(end(kx*$1, kx*$2)):($3-$5):($3+$5):4 with boxxyerror fs solid noborder "
            "lc rgb variable, \\\n",
            CAROM__TIMELINE_BARS);
  }
  if (d->input->tick_count > 0) {
    fprintf(script,
            "  '%s' using (kx*$1):($2-%.3g):(0):(%.3g) with vectors nohead lw 0.9 lc rgb 'black' dt solid, \\\n",
            CAROM__TIMELINE_TICKS, stroke, 2.0 * stroke);
  }
  fputs("  NaN\n", script);
}

void carom__timeline_write_script(FILE* script, const void* drawing) {
  const carom__timeline_drawing* d = drawing;
  const carom__panels* p = &d->layout.panels;
  char picture[32];
  snprintf(picture, sizeof picture, "timeline.%s", carom__format_word(p->sheet.format));
  fprintf(script, "# What each place does in the course of time, drawn by carom. To draw it again: gnuplot %s\n",
          CAROM__TIMELINE_SCRIPT);
  carom__style_write_head(script, p->sheet.figure, p->sheet.format, picture);
  fputs("# The data are in SI units; the axis shows kx times that.\n", script);
  carom__panels_write_frame(script, p);
  carom__sheet_write_title(script, &p->sheet);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, &p->sheet, d->input->subtitle);
  write_legend(script, d);
  carom__panels_write_panel(script, p, 0);
  fputs("unset ytics\n", script);
  write_names(script, d);
  write_words(script, d);
  write_plot(script, d);
  fputs("unset multiplot\nset output\n", script);
}
