#include "figure/route.h"

#include <math.h>

/// The curve of a leg of one route alone: colour and dash say what the ball does.
static carom__curve phase_curve(carom_phase phase) {
  switch (phase) {
    case CAROM_PHASE_FLIGHT:
      return CAROM__CURVE_PHASE_FLIGHT;
    case CAROM_PHASE_SLIDE:
      return CAROM__CURVE_PHASE_SLIDE;
    case CAROM_PHASE_STICK:
      return CAROM__CURVE_PHASE_STICK;
    case CAROM_PHASE_ROLL:
      return CAROM__CURVE_PHASE_ROLL;
    case CAROM_PHASE_REST:
    case CAROM_PHASE_SPIN:
    case CAROM_PHASE_POCKETED:
    case CAROM_PHASE_OFF:
      break;
  }
  return CAROM__CURVE_PHASE_REST;
}

/// Of several routes the colour says which it is, and the dash what the ball does. The legend shows the dash in grey.
static carom__curve grey_curve(carom_phase phase) {
  if (phase == CAROM_PHASE_FLIGHT) return CAROM__CURVE_LOST;
  return phase == CAROM_PHASE_SLIDE ? CAROM__CURVE_PHASE_REST : CAROM__CURVE_NORMAL;
}

static const char* dash_of(carom_phase phase) {
  if (phase == CAROM_PHASE_FLIGHT) return "(2,3)";
  return phase == CAROM_PHASE_SLIDE ? "solid" : "(14,4)";
}

static const char* phase_words(carom_phase phase) {
  return phase == CAROM_PHASE_FLIGHT ? "hops, above the cloth" : carom_figure_phase_words(phase);
}

/// Of several routes: the dash alone says it, whatever the colour.
static const char* dash_words(carom_phase phase) {
  if (phase == CAROM_PHASE_FLIGHT) return "dotted: hops";
  return phase == CAROM_PHASE_SLIDE ? "solid: slides" : "dashed: rolls";
}

static void write_legend(FILE* script, const carom__route_drawing* d) {
  enum { MOST = CAROM_FIGURE_MAX_ROUTES + 8 };
  const carom__sheet* s = &d->layout.sheet;
  carom__legend_entry entries[MOST];
  char dots[96], number[40];
  int count = 0, routes = d->input->route_count, total = carom__route_legend_count(d->input, &d->layout), dot_at = -1;
  for (int i = CAROM_PHASE_FLIGHT; i <= CAROM_PHASE_REST; ++i) {
    carom_phase phase = (carom_phase)i;
    if (!carom__route_has(d->input, phase)) continue;
    entries[count++] = routes > 1 ? (carom__legend_entry){grey_curve(phase), dash_words(phase)}
                                  : (carom__legend_entry){phase_curve(phase), phase_words(phase)};
  }
  if (d->input->routes[0].dot_count > 0) {
    carom__style_number(number, sizeof number, d->input->dot_interval);
    snprintf(dots, sizeof dots, "every %s s", number);
    dot_at = count;
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, dots};
  }
  int names = count;
  while (count < total && count < MOST) {
    entries[count] = (carom__legend_entry){carom__curve_of_series(count - names), NULL};
    ++count;
  }
  carom__sheet_write_legend(script, s, entries, count);
  if (dot_at >= 0) carom__sheet_write_legend_point(script, s, dot_at, count, 7);
  for (int i = 0; names + i < count; ++i) {
    const char* name = d->input->routes[i].name;
    carom__sheet_write_legend_text(script, s, names + i, count, name ? name : "");
  }
}

/// Names are anybody's text.
static void write_name(FILE* script, const carom__sheet* s, const carom__route_look* look, const char* name,
                       const char* colour) {
  carom_vec2 at = carom__view_shown(&s->view, look->label.centre);
  fputs("set label ", script);
  carom__style_write_quoted(script, name, 12.0);
  fprintf(script, " at %.8g,%.8g center front noenhanced font ',%.4g' textcolor rgb '%s'\n", at.x, at.y,
          carom__style_font(s->figure, s->format, CAROM__FONT_SMALL), colour);
  carom__sheet_write_leader(script, s, look->end, look->label);
}

static void write_labels(FILE* script, const carom__route_drawing* d) {
  const carom__sheet* s = &d->layout.sheet;
  for (int i = 0; i < d->input->route_count; ++i) {
    const carom__route_look* look = &d->layout.routes[i];
    carom__curve curve = d->input->route_count > 1 ? carom__curve_of_series(i) : CAROM__CURVE_PATH;
    if (look->has_head) carom__sheet_write_head(script, s, look->at, look->along, curve);
    if (look->named) write_name(script, s, look, d->input->routes[i].name, carom__curve_colour(curve));
  }
  carom__marks_write_labels(script, &d->layout.marks, s);
}

/// The ball where it starts.
static void write_ball(FILE* script, const carom__route_drawing* d) {
  if (!(d->input->radius > 0.0) || d->layout.stretch != 1.0) return;
  const carom__view* view = &d->layout.sheet.view;
  for (int i = 0; i < d->input->route_count; ++i) {
    carom_vec2 at = carom__view_shown(view, d->layout.routes[i].start);
    carom_vec2 rim = carom__view_pixel(view, view->left + d->input->radius, view->bottom);
    double size = carom__view_shown(view, rim).x - carom__view_shown(view, (carom_vec2){0.0, 0.0}).x;
    fprintf(script, "set object circle at first %.8g,%.8g size first %.8g behind fs empty border lt %d\n", at.x, at.y,
            size, CAROM__CURVE_ELLIPSE);
    carom_vec2 first = d->input->routes[0].legs[0].points[0], next = d->input->routes[i].legs[0].points[0];
    if (i == 0) continue;
    if (first.x == next.x && first.y == next.y) break;
  }
}

/// The ways, each leg a block of the data.
static void write_legs(FILE* script, const carom__route_drawing* d, const carom__view* view, double stretch) {
  int block = 0;
  fprintf(script, "# The data are in m; the axes show k times that.\nk = 1e%d\nstretch = %g\nplot \\\n",
          -view->exponent, stretch);
  for (int i = 0; i < d->input->route_count; ++i) {
    const carom_figure_route* route = &d->input->routes[i];
    for (int j = 0; j < route->leg_count; ++j) {
      carom_phase phase = route->legs[j].phase;
      if (!carom__route_is_drawn(&route->legs[j])) continue;
      fprintf(script, "  '%s' index %d using (k*$1):(k*stretch*$2) with lines ", CAROM__ROUTE_LEGS, block++);
      if (d->input->route_count > 1) {
        fprintf(script, "lt %d dt %s, \\\n", carom__curve_of_series(i), dash_of(phase));
      } else {
        fprintf(script, "lt %d, \\\n", phase_curve(phase));
      }
    }
  }
}

static void write_plot(FILE* script, const carom__route_drawing* d) {
  const carom__sheet* s = &d->layout.sheet;
  double dot = carom__style_point(s->figure, s->format);
  write_legs(script, d, &s->view, d->layout.stretch);
  for (int i = 0; i < d->input->route_count && d->input->route_count > 1; ++i) {
    carom_vec2 end = carom__view_shown(&s->view, d->layout.routes[i].end);
    fprintf(script, "  '+' using (%.8g):(%.8g) every ::::0 with points pt 7 ps %.4g lc rgb '%s', \\\n", end.x, end.y,
            0.6 * dot, carom__curve_colour(carom__curve_of_series(i)));
  }
  if (d->input->routes[0].dot_count > 0) {
    fprintf(script, "  '%s' using (k*$1):(k*stretch*$2) with points pt 7 ps %.4g lc rgb 'black', \\\n",
            CAROM__ROUTE_DOTS, 0.32 * dot);
  }
  if (d->layout.marks.count > 0) {
    carom__marks_write_plot(script, s, CAROM__ROUTE_EVENTS);
  } else {
    fputs("  NaN\n", script);
  }
}

enum { AXIS_WORDS = 96 };

/// Tics of the axis up where it has a scale of its own, and its words.
static void write_stretched_axis(FILE* script, const carom__view* view, double stretch, const char* up,
                                 char words[AXIS_WORDS]) {
  snprintf(words, AXIS_WORDS, "%s", up);
  if (stretch == 1.0) return;
  double low = view->bottom / stretch, high = (view->bottom + view->height / view->scale) / stretch;
  carom__axis axis = carom__axis_fit(low, high, view->height, 40.0);
  double unit = pow(10.0, view->exponent), tic = axis.tic * pow(10.0, axis.exponent);
  fputs("set ytics (", script);
  for (double at = ceil(low / tic); at * tic <= high; at += 1.0) {
    char number[40];
    carom__style_number(number, sizeof number, at * tic / unit);
    fprintf(script, "%s'%s' %.10g", at > ceil(low / tic) ? ", " : "", number, at * tic * stretch / unit);
  }
  fputs(")\n", script);
  snprintf(words, AXIS_WORDS, "%s, %g times larger", up, stretch);
}

/// The box that shows the beginning.
static void write_close(FILE* script, const carom__route_drawing* d) {
  const carom__sheet* close = &d->layout.close;
  char up[AXIS_WORDS];
  fputs("unset label\nunset arrow\nunset object\nset ytics auto\n", script);
  carom__sheet_write_frame(script, close);
  write_stretched_axis(script, &close->view, d->layout.close_stretch, d->input->up, up);
  carom__sheet_write_axis_titles(script, close, d->input->across, up, "m");
  carom__rect words = {.half_width = carom__sheet_half_width(d->layout.close_words)};
  words.centre = (carom_vec2){close->view.width - words.half_width - 4.0, close->view.height - 13.0};
  carom__sheet_write_label(script, close, words, d->layout.close_words, CAROM__TEXT_COLOUR);
  write_legs(script, d, &close->view, d->layout.close_stretch);
  fputs("  NaN\n", script);
}

void carom__route_write_script(FILE* script, const void* drawing) {
  const carom__route_drawing* d = drawing;
  const carom__sheet* sheet = &d->layout.sheet;
  char picture[32], up[AXIS_WORDS];
  snprintf(picture, sizeof picture, "routes.%s", carom__format_word(sheet->format));
  fprintf(script, "# Ways of a ball, drawn by carom. To draw them again: gnuplot %s\n", CAROM__ROUTE_SCRIPT);
  carom__style_write_head(script, sheet->figure, sheet->format, picture);
  if (d->layout.has_close) fputs("set multiplot\n", script);
  carom__sheet_write_frame(script, sheet);
  write_stretched_axis(script, &sheet->view, d->layout.stretch, d->input->up, up);
  carom__sheet_write_axis_titles(script, sheet, d->input->across, up, "m");
  carom__sheet_write_title(script, sheet);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, sheet, d->input->subtitle);
  write_labels(script, d);
  write_ball(script, d);
  write_legend(script, d);
  write_plot(script, d);
  if (d->layout.has_close) write_close(script, d);
  fputs(d->layout.has_close ? "unset multiplot\nset output\n" : "set output\n", script);
}
