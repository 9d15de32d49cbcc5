#include "figure/panels.h"

#include <math.h>

/// Design pixels between panels, from tic to tic, and from a flag to its neighbour.
static const double panel_gap = 9.0, tic_spacing_up = 24.0, tic_spacing_across = 62.0, flag_gap = 7.0,
                    flag_reach = 42.0;
/// Share of a panel left free above and below what it shows.
static const double border = 0.07;

void carom__panels_add(carom__panels* panels, carom__panel titles, double low, double high) {
  if (panels->count == CAROM__MAX_PANELS) return;
  double range = high - low, size = fmax(fabs(low), fabs(high));
  bool constant = !(range > 1e-9 * size);  // no more than rounding: the panel shows how far from 0 it is
  if (!titles.far_from_zero || constant || low - range < 0.0) low = fmin(low, 0.0);
  if (!titles.far_from_zero || constant || high + range > 0.0) high = fmax(high, 0.0);
  double free = border * (high - low);
  titles.up =
      (carom__axis){.low = low != 0.0 ? low - free : -0.5 * free, .high = high != 0.0 ? high + free : 0.5 * free};
  panels->items[panels->count++] = titles;
}

void carom__panels_stack(carom__panels* panels) {
  double room = carom__sheet_box_height(&panels->sheet) - (panels->count - 1) * panel_gap;
  double shares = 0.0, top = panels->sheet.height - panels->sheet.top;
  for (int i = 0; i < panels->count; ++i) shares += panels->items[i].share;
  for (int i = 0; i < panels->count; ++i) {
    carom__panel* panel = &panels->items[i];
    double height = room * panel->share / shares;
    panel->bottom = top - height;
    panel->up = carom__axis_fit(panel->up.low, panel->up.high, height, fmax(tic_spacing_up, height / 6.0));
    top = panel->bottom - panel_gap;
  }
  panels->across = carom__axis_fit(panels->across.low, panels->across.high, carom__sheet_box_width(&panels->sheet),
                                   tic_spacing_across);
}

void carom__panels_add_flag(carom__panels* panels, carom__flag flag) {
  if (panels->flag_count < CAROM__MAX_FLAGS) {
    flag.shown = true;
    panels->flags[panels->flag_count++] = flag;
  } else {
    ++panels->hidden_count;
  }
}

static int line_count(const carom__flag* flag) {
  int count = 0;
  while (count < CAROM__FLAG_LINES && flag->words[count]) ++count;
  return count;
}

static double flag_half_width(const carom__flag* flag) {
  double half = carom__sheet_half_width(flag->value);
  for (int i = 0; i < line_count(flag); ++i) half = fmax(half, carom__sheet_half_width(flag->words[i]));
  return half + 0.5 * flag_gap;
}

/// A run of neighbours that touch: they move together, to the mean of where each would be alone.
typedef struct run {
  double sum, mean;
  int count;
} run;

bool carom__spread(double* centre, const double* half, int count, double low, double high) {
  run runs[CAROM__MAX_FLAGS];
  int run_count = 0;
  double total = 0.0, offset = 0.0;
  for (int i = 0; i < count; ++i) total += 2.0 * half[i];
  if (total > high - low || count > CAROM__MAX_FLAGS) return false;
  // Less the sizes before it, a centre must not fall below its neighbour's: an isotonic regression.
  for (int i = 0; i < count; ++i) {
    double alone = centre[i] - offset - half[i];
    runs[run_count++] = (run){alone, alone, 1};
    offset += 2.0 * half[i];
    for (; run_count > 1 && runs[run_count - 1].mean < runs[run_count - 2].mean; --run_count) {
      run *into = &runs[run_count - 2], *last = &runs[run_count - 1];
      into->sum += last->sum;
      into->count += last->count;
      into->mean = into->sum / into->count;
    }
  }
  offset = 0.0;
  for (int r = 0, i = 0; r < run_count; ++r) {
    double start = fmax(low, fmin(runs[r].mean, high - total));
    for (int j = 0; j < runs[r].count; ++j, ++i) {
      centre[i] = start + offset + half[i];
      offset += 2.0 * half[i];
    }
  }
  return true;
}

/// Takes the words from the least important flag, the last of equals. False if none has any.
static bool hide_one(carom__panels* panels) {
  carom__flag* least = NULL;
  for (int i = 0; i < panels->flag_count; ++i) {
    carom__flag* flag = &panels->flags[i];
    if (flag->shown && (!least || flag->importance <= least->importance)) least = flag;
  }
  if (!least) return false;
  least->shown = false;
  ++panels->hidden_count;
  return true;
}

static bool try_flags(carom__panels* panels) {
  double centre[CAROM__MAX_FLAGS], half[CAROM__MAX_FLAGS];
  int count = 0;
  for (int i = 0; i < panels->flag_count; ++i) {
    const carom__flag* flag = &panels->flags[i];
    if (!flag->shown) continue;
    centre[count] = carom__axis_pixel(&panels->across, flag->at);
    half[count++] = flag_half_width(flag);
  }
  if (count == 0) return true;
  const carom__sheet* s = &panels->sheet;
  if (!carom__spread(centre, half, count, 2.0 - s->left, panels->across.length + s->right - 2.0)) return false;
  count = 0;
  for (int i = 0; i < panels->flag_count; ++i) {
    carom__flag* flag = &panels->flags[i];
    if (!flag->shown) continue;
    int lines = line_count(flag) + (*flag->value != '\0');
    double half_height = 0.5 * lines * CAROM__LINE_HEIGHT;
    flag->label = (carom__rect){{centre[count], 14.0 + half_height}, half[count] - 0.5 * flag_gap, half_height};
    ++count;
  }
  return true;
}

/// How far a flag's words have been pushed from its line.
static double pushed(const carom__panels* panels, int index) {
  const carom__flag* flag = &panels->flags[index];
  return flag->shown ? fabs(flag->label.centre.x - carom__axis_pixel(&panels->across, flag->at)) : 0.0;
}

static bool flags_touch(const carom__flag* a, const carom__flag* b) {
  return b->label.centre.x - a->label.centre.x < a->label.half_width + b->label.half_width + flag_gap + 0.5;
}

/// Takes the words from the least important flag, the last of equals, of the run of neighbours around one.
static void hide_in_run(carom__panels* panels, int index) {
  carom__flag* least = &panels->flags[index];
  for (int step = -1; step <= 1; step += 2) {
    const carom__flag* before = &panels->flags[index];
    for (int i = index + step; i >= 0 && i < panels->flag_count; i += step) {
      carom__flag* flag = &panels->flags[i];
      if (!flag->shown) continue;
      if (!flags_touch(step > 0 ? before : flag, step > 0 ? flag : before)) break;
      bool later = flag->at > least->at;
      if (flag->importance < least->importance || (flag->importance == least->importance && later)) least = flag;
      before = flag;
    }
  }
  least->shown = false;
  ++panels->hidden_count;
}

/// The flag that was pushed farthest, or -1 if all stand where the eye finds their lines.
static int farthest_pushed(const carom__panels* panels) {
  int farthest = -1;
  double most = flag_reach;
  for (int i = 0; i < panels->flag_count; ++i) {
    if (!(pushed(panels, i) > most)) continue;
    most = pushed(panels, i);
    farthest = i;
  }
  return farthest;
}

void carom__panels_place_flags(carom__panels* panels) {
  while (!try_flags(panels) && hide_one(panels)) {
  }
  for (int far; (far = farthest_pushed(panels)) >= 0;) {
    hide_in_run(panels, far);
    try_flags(panels);
  }
}

static double font(const carom__panels* panels, double design_size) {
  return carom__style_font(panels->sheet.figure, panels->sheet.format, design_size);
}

static void describe_unit(const carom__axis* axis, const char* unit, char* out, size_t size) {
  int exponent = axis->exponent;
  if (exponent == 0) {
    snprintf(out, size, *unit ? "[%s]" : "%s", unit);
  } else {
    snprintf(out, size, *unit ? "[10^{%s%d} %s]" : "[10^{%s%d}%s]", exponent < 0 ? "−" : "",
             exponent < 0 ? -exponent : exponent, unit);
  }
}

/// Two lines on the left, smaller where the panel is low.
static void write_panel_title(FILE* script, const carom__panels* p, const carom__panel* panel) {
  char unit[64] = "", second[128];
  if (panel->unit) describe_unit(&panel->up, panel->unit, unit, sizeof unit);
  snprintf(second, sizeof second, "%s%s", panel->factor, unit);
  const char* lines[] = {panel->what, second};
  for (int i = 0; i < 2; ++i) {
    double width = carom__style_text_width(lines[i], 1.0);
    double size = fmin(CAROM__FONT_SMALL, (panel->up.length + panel_gap - 2.0) / width);
    fputs("set label ", script);
    carom__style_write_quoted(script, lines[i], HUGE_VAL);
    fprintf(script, " at screen %.6g,%.6g center rotate by 90 font ',%.4g' textcolor rgb '%s'\n",
            (10.0 + i * 17.0) / p->sheet.width, (panel->bottom + 0.5 * panel->up.length) / p->sheet.height,
            font(p, size), CAROM__TEXT_COLOUR);
  }
}

static void write_across_title(FILE* script, const carom__panels* p) {
  char unit[64], text[256];
  describe_unit(&p->across, p->across_unit, unit, sizeof unit);
  snprintf(text, sizeof text, "%s %s", p->across_what, unit);
  fputs("set label ", script);
  carom__style_write_quoted(script, text, HUGE_VAL);
  fprintf(script, " at screen %.6g,%.6g center font ',%.4g'\n",
          (p->sheet.left + 0.5 * p->across.length) / p->sheet.width,
          (p->sheet.bottom - CAROM__AXIS_TITLE_DROP) / p->sheet.height, font(p, CAROM__FONT_TEXT));
}

void carom__panels_write_frame(FILE* script, const carom__panels* p) {
  const carom__sheet* s = &p->sheet;
  fprintf(script, "set multiplot\nset lmargin at screen %.6g\nset rmargin at screen %.6g\n", s->left / s->width,
          1.0 - s->right / s->width);
  fprintf(script, "set xrange [%.10g:%.10g]\n", carom__axis_shown(&p->across, p->across.low),
          carom__axis_shown(&p->across, p->across.high));
  fprintf(script, "set clip two\nunset key\nset border 15 lw 0.8 lc rgb '#404040'\nset xzeroaxis lt %d\n",
          CAROM__CURVE_AXIS);
  carom__style_write_tics(script, s->figure, s->format);
  fprintf(script, "set minussign\nset format y '%%g'\nset xtics %.10g\nkx = 1e%d\n", p->across.tic,
          -p->across.exponent);
  for (int i = 0; i < p->count; ++i) write_panel_title(script, p, &p->items[i]);
  write_across_title(script, p);
}

static void write_flag_line(FILE* script, const carom__panels* p, carom_vec2 at, const char* words) {
  double top = p->items[0].bottom + p->items[0].up.length;
  fputs("set label ", script);
  carom__style_write_quoted(script, words, HUGE_VAL);
  fprintf(script, " at screen %.6g,%.6g center font ',%.4g' textcolor rgb '%s'\n",
          (p->sheet.left + at.x) / p->sheet.width, (top + at.y) / p->sheet.height, font(p, CAROM__FONT_SMALL),
          CAROM__TEXT_COLOUR);
}

static void write_flag(FILE* script, const carom__panels* p, const carom__flag* flag) {
  carom_vec2 at = {flag->label.centre.x, flag->label.centre.y + flag->label.half_height - 0.5 * CAROM__LINE_HEIGHT};
  for (int i = 0; i < line_count(flag); ++i, at.y -= CAROM__LINE_HEIGHT) write_flag_line(script, p, at, flag->words[i]);
  if (*flag->value) write_flag_line(script, p, at, flag->value);
  double top = p->items[0].bottom + p->items[0].up.length;
  double line = p->sheet.left + carom__axis_pixel(&p->across, flag->at);
  fprintf(script, "set arrow from screen %.6g,%.6g to screen %.6g,%.6g nohead lt %d\n", line / p->sheet.width,
          (top + 1.0) / p->sheet.height, (p->sheet.left + flag->label.centre.x) / p->sheet.width,
          (top + 13.0) / p->sheet.height, CAROM__CURVE_LEADER);
}

void carom__panels_write_flags(FILE* script, const carom__panels* p) {
  for (int i = 0; i < p->flag_count; ++i) {
    if (p->flags[i].shown) write_flag(script, p, &p->flags[i]);
  }
}

/// Tics keep clear of the panel's ends, where they would touch those of the next panel.
static void write_tics_up(FILE* script, const carom__axis* up) {
  if (!(up->high > up->low)) return;  // rows that the caller counts
  double clear = 5.0 / up->length * (up->high - up->low);
  double first = ceil(carom__axis_shown(up, up->low + clear) / up->tic) * up->tic;
  double last = floor(carom__axis_shown(up, up->high - clear) / up->tic) * up->tic;
  fprintf(script, "set ytics %.10g,%.10g,%.10g\n", first + 0.0, up->tic, last + 0.0);
}

void carom__panels_write_panel(FILE* script, const carom__panels* p, int index) {
  const carom__panel* panel = &p->items[index];
  if (index > 0) fputs("unset label\nunset arrow\nunset object\n", script);
  for (int i = 0; i < p->flag_count; ++i) {
    double at = carom__axis_shown(&p->across, p->flags[i].at);
    fprintf(script, "set arrow from first %.10g,graph 0 to first %.10g,graph 1 nohead back lt %d\n", at, at,
            CAROM__CURVE_EVENT);
  }
  fprintf(script, "set bmargin at screen %.6g\nset tmargin at screen %.6g\n", panel->bottom / p->sheet.height,
          (panel->bottom + panel->up.length) / p->sheet.height);
  fprintf(script, "set format x '%s'\nset yrange [%.10g:%.10g]\n", index + 1 == p->count ? "%g" : "",
          carom__axis_shown(&panel->up, panel->up.low), carom__axis_shown(&panel->up, panel->up.high));
  write_tics_up(script, &panel->up);
  fprintf(script, "ky = 1e%d\n", -panel->up.exponent);
}
