#include <math.h>
#include <stdlib.h>

#include "figure/captions.h"
#include "figure/impulse.h"

static const double margin_left = 90.0, margin_right = 46.0, margin_bottom = 126.0, legend = 65.0;
/// Design pixels from the end of a curve to its number; a thin line joins them.
static const double number_gap = 20.0;

/// Numbers at the ends of the curves, spread so that they do not touch. Where there is no room for all, every second or
/// third is shown, and so on.
typedef struct ending {
  double height;
  int contact;
} ending;

static int compare_endings(const void* a, const void* b) {
  const ending *x = a, *y = b;
  if (x->height != y->height) return x->height < y->height ? -1 : 1;
  return x->contact - y->contact;
}

static bool try_labels(carom__time_layout* out, const carom_figure_impulse_input* input) {
  const carom__axis* up = &out->panels.items[0].up;
  ending endings[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  double centre[CAROM_SIMULTANEOUS_MAX_CONTACTS], half[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  int count = 0;
  for (int i = 0; i < input->problem->contact_count; i += out->label_step) {
    double last = carom__impulse_is_impact(input) ? carom__impulse_at(input, input->trace->count - 1, i) : 0.0;
    endings[count++] = (ending){carom__axis_pixel(up, last), i};
  }
  qsort(endings, (size_t)count, sizeof *endings, compare_endings);
  for (int i = 0; i < count; ++i) {
    centre[i] = endings[i].height;
    half[i] = 0.5 * CAROM__FONT_SMALL;
  }
  if (!carom__spread(centre, half, count, 0.0, up->length)) return false;
  for (int i = 0; i < count; ++i) {
    out->labels[endings[i].contact] = centre[i];
    out->ends[endings[i].contact] = endings[i].height;
  }
  return true;
}

static void extend(carom__axis* range, const carom_figure_impulse_input* input) {
  for (int i = 0; i < input->trace->count; ++i) {
    for (int j = 0; j < input->problem->contact_count; ++j) {
      range->low = fmin(range->low, carom__impulse_at(input, i, j));
      range->high = fmax(range->high, carom__impulse_at(input, i, j));
    }
  }
}

void carom__time_lay_out(const carom_figure_impulse_input* input, carom__time_layout* out) {
  carom__sheet sheet = out->panels.sheet;
  *out = (carom__time_layout){.panels.sheet = sheet, .label_step = 1};
  carom__panels* p = &out->panels;
  p->sheet.left = margin_left;
  p->sheet.right = margin_right;
  p->sheet.bottom = margin_bottom;
  p->sheet.legend = legend;
  p->sheet.top -= 14.0;  // nothing is written above the panels
  p->across_what = "scaled time";
  p->across_unit = "√kg";
  p->across.high = carom__impulse_is_impact(input) ? input->trace->time[input->trace->count - 1] : 1.0;
  carom__axis range = {.low = 0.0, .high = 0.0};
  extend(&range, input);
  int count = input->problem->contact_count;
  double bars = fmin(1.3, 0.25 + 0.07 * count);
  carom__panels_add(p, (carom__panel){.what = "normal impulse", .factor = "", .unit = "N s", .share = 1.0}, range.low,
                    range.high);
  carom__panels_add(p, (carom__panel){.what = "active", .factor = "contacts", .share = bars}, 0.0, count);
  carom__panels_stack(p);
  // The first contact is at the top.
  p->items[1].up = (carom__axis){.low = count - 0.5, .high = -0.5, .length = p->items[1].up.length};
  while (!try_labels(out, input)) ++out->label_step;
}

static void write_numbers(FILE* script, const carom__impulse_drawing* d) {
  const carom__panels* p = &d->time.panels;
  const carom__sheet* s = &p->sheet;
  for (int i = 0; i < d->input->problem->contact_count; i += d->time.label_step) {
    double edge = s->left + p->across.length, up = p->items[0].bottom + d->time.labels[i];
    const char* colour = carom__curve_colour(carom__curve_of_series(i));
    fprintf(script, "set label '%d' at screen %.6g,%.6g left font ',%.4g' textcolor rgb '%s'\n", i,
            (edge + number_gap) / s->width, up / s->height, carom__style_font(s->figure, s->format, CAROM__FONT_SMALL),
            colour);
    fprintf(script, "set arrow from screen %.6g,%.6g to screen %.6g,%.6g nohead lw 0.8 dt solid lc rgb '%s'\n",
            (edge + 1.0) / s->width, (p->items[0].bottom + d->time.ends[i]) / s->height,
            (edge + number_gap - 3.0) / s->width, up / s->height, colour);
  }
}

/// How an event is shown on the bar of its contact: gnuplot's point type.
typedef struct bar_mark {
  carom_event_type type;
  int point_type;
} bar_mark;

static const bar_mark bar_marks[] = {
    {CAROM_EVENT_COMPRESSION_END, 5}, {CAROM_EVENT_RECOMPRESS, 4}, {CAROM_EVENT_STICK, 13}, {CAROM_EVENT_SLIP, 12},
    {CAROM_EVENT_REVERSE, 8},         {CAROM_EVENT_LOCK, 7},       {CAROM_EVENT_JAM, 9}};

enum { BAR_MARKS = sizeof bar_marks / sizeof *bar_marks };

static bool happened(const carom_simultaneous_log* log, carom_event_type type) {
  for (int i = 0; i < log->event_count; ++i) {
    if (log->events[i].type == type) return true;
  }
  return false;
}

/// Names where there are few contacts, else only what the marks on the bars mean.
static void write_legend(FILE* script, const carom__impulse_drawing* d) {
  enum { MOST = 8 };
  const carom__sheet* s = &d->time.panels.sheet;
  carom__legend_entry entries[MOST];
  int count = 0, contacts = d->input->problem->contact_count, points[MOST] = {0}, marks = 0;
  for (int i = 0; i < BAR_MARKS; ++i) marks += happened(d->input->log, bar_marks[i].type);
  bool named = d->input->names && contacts + marks <= MOST;
  for (int i = 0; named && i < contacts; ++i) entries[count++] = (carom__legend_entry){carom__curve_of_series(i), NULL};
  for (int i = 0; i < BAR_MARKS; ++i) {
    if (!happened(d->input->log, bar_marks[i].type)) continue;
    points[count] = bar_marks[i].point_type;
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, carom__event_caption(bar_marks[i].type)->words};
  }
  carom__sheet_write_legend(script, s, entries, count);
  for (int i = 0; i < count; ++i) {
    if (points[i] > 0) carom__sheet_write_legend_point(script, s, i, count, points[i]);
  }
  for (int i = 0; named && i < contacts; ++i) {
    char name[256];
    snprintf(name, sizeof name, "%d: %s", i, d->input->names[i]);
    carom__sheet_write_legend_text(script, s, i, count, name);
  }
}

static void write_curves(FILE* script, const carom__impulse_drawing* d) {
  carom__panels_write_panel(script, &d->time.panels, 0);
  if (!carom__impulse_is_impact(d->input)) {
    fputs("plot NaN\n", script);  // the empty panel
    return;
  }
  int count = d->input->problem->contact_count;
  fputs("plot \\\n", script);
  for (int i = 0; i < count; ++i) {
    fprintf(script, "  '%s' using (kx*$1):(ky*$%d) with lines lt %d%s\n", CAROM__IMPULSE_PATH, i + 2,
            carom__curve_of_series(i), i + 1 < count ? ", \\" : "");
  }
}

static void write_bars(FILE* script, const carom__impulse_drawing* d) {
  const carom__panels* p = &d->time.panels;
  int count = d->input->problem->contact_count;
  double row = p->items[1].up.length / count;
  int step = (int)ceil(1.1 * CAROM__FONT_SMALL / row);
  carom__panels_write_panel(script, p, 1);
  fprintf(script, "unset xzeroaxis\nset ytics 0,%d,%d\n", step, count - 1);
  if (!carom__impulse_is_impact(d->input)) {
    fputs("plot NaN\n", script);
    return;
  }
  double size = carom__style_point(p->sheet.figure, p->sheet.format) * fmin(0.8, row / 18.0);
  fprintf(script,
          "plot '%s' using (0.5*kx*($1+$2)):3:(kx*$1):(kx*$2):($3-0.32):($3+0.32):4 with boxxyerror fs solid 0.45 "
          "noborder lc rgb variable",
          CAROM__IMPULSE_BARS);
  for (int i = 0; i < BAR_MARKS; ++i) {
    if (!happened(d->input->log, bar_marks[i].type)) continue;
    fprintf(script, ", \\\n  '%s' using (kx*$1):($3 == %d ? $2 : NaN) with points ps %.4g pt %d lw 1 lc rgb 'black'",
            CAROM__IMPULSE_EVENTS, bar_marks[i].point_type, size, bar_marks[i].point_type);
  }
  fputc('\n', script);
}

void carom__time_write_script(FILE* script, const void* drawing) {
  const carom__impulse_drawing* d = drawing;
  const carom__panels* p = &d->time.panels;
  char picture[32];
  snprintf(picture, sizeof picture, "impulse.%s", carom__format_word(p->sheet.format));
  fprintf(script, "# The impulses of several contacts, drawn by carom. To draw it again: gnuplot %s\n",
          CAROM__IMPULSE_SCRIPT);
  carom__style_write_head(script, p->sheet.figure, p->sheet.format, picture);
  fputs("# The data are in SI units; the axes show kx and ky times that.\n", script);
  carom__panels_write_frame(script, p);
  carom__sheet_write_title(script, &p->sheet);
  carom__impulse_write_subtitle(script, d->input, &p->sheet);
  write_numbers(script, d);
  write_legend(script, d);
  write_curves(script, d);
  write_bars(script, d);
  fputs("unset multiplot\nset output\n", script);
}

void carom__time_write_bars(FILE* file, const void* drawing) {
  const carom__impulse_drawing* d = drawing;
  const carom_simultaneous_trace* trace = d->input->trace;
  fputs("# from, to [sqrt(kg)]  contact  colour\n", file);
  for (int contact = 0; contact < d->input->problem->contact_count; ++contact) {
    long colour = strtol(carom__curve_colour(carom__curve_of_series(contact)) + 1, NULL, 16);
    for (int i = 1, first = -1; i <= trace->count; ++i) {
      bool active = i < trace->count && (trace->active[i] >> contact & 1u);
      if (active && first < 0) first = i - 1;
      if (active || first < 0) continue;
      fprintf(file, "%.17g %.17g %d %ld\n", trace->time[first], trace->time[i - 1], contact, colour);
      first = -1;
    }
  }
}

void carom__time_write_events(FILE* file, const void* drawing) {
  const carom__impulse_drawing* d = drawing;
  const carom_simultaneous_log* log = d->input->log;
  fputs("# time [sqrt(kg)]  contact  point type  event\n", file);
  for (int i = 0; i < log->event_count; ++i) {
    int point_type = 0;
    for (int j = 0; j < BAR_MARKS; ++j) {
      if (bar_marks[j].type == log->events[i].type) point_type = bar_marks[j].point_type;
    }
    fprintf(file, "%.17g %d %d \"%s\"\n", log->times[i], log->events[i].contact, point_type,
            carom_event_word(log->events[i].type));
  }
}
