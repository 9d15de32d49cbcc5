#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/route.h"

#include <math.h>

#include "figure/figure.h"

bool carom__route_is_drawn(const carom_figure_leg* leg) {
  bool moves = false;
  for (int i = 1; i < leg->count && !moves; ++i)
    moves = leg->points[i].x != leg->points[0].x || leg->points[i].y != leg->points[0].y;
  return moves;
}

bool carom__route_has(const carom_figure_routes_input* input, carom_phase phase) {
  for (int i = 0; i < input->route_count; ++i) {
    const carom_figure_route* route = &input->routes[i];
    for (int j = 0; j < route->leg_count; ++j) {
      if (route->legs[j].phase == phase && carom__route_is_drawn(&route->legs[j])) return true;
    }
  }
  return false;
}

/// Two empty lines part the legs, so that gnuplot finds them by number.
static void write_legs(FILE* file, const void* drawing) {
  const carom__route_drawing* d = drawing;
  fputs("# x y [m], one block a leg\n", file);
  for (int i = 0; i < d->input->route_count; ++i) {
    const carom_figure_route* route = &d->input->routes[i];
    for (int j = 0; j < route->leg_count; ++j) {
      const carom_figure_leg* leg = &route->legs[j];
      if (!carom__route_is_drawn(leg)) continue;
      fprintf(file, "# route %d, %s from %.17g s to %.17g s\n", i + 1, carom_phase_word(leg->phase), leg->from,
              leg->to);
      for (int k = 0; k < leg->count; ++k) fprintf(file, "%.17g %.17g\n", leg->points[k].x, leg->points[k].y);
      fputs("\n\n", file);
    }
  }
}

static void write_dots(FILE* file, const void* drawing) {
  const carom__route_drawing* d = drawing;
  fprintf(file, "# x y [m], every %.17g s\n", d->input->dot_interval);
  for (int i = 0; i < d->input->route_count; ++i) {
    const carom_figure_route* route = &d->input->routes[i];
    for (int j = 0; j < route->dot_count; ++j) fprintf(file, "%.17g %.17g\n", route->dots[j].x, route->dots[j].y);
  }
  fputs("NaN NaN\n", file);  // gnuplot would complain about a file without a point
}

static void write_events(FILE* file, const void* drawing) {
  const carom__route_drawing* d = drawing;
  char columns[64];
  snprintf(columns, sizeof columns, "x, %g y [m]", d->layout.stretch);
  carom__marks_write_data(file, &d->layout.marks, d->layout.stretch == 1.0 ? "x y [m]" : columns);
}

static bool are_finite(const carom_vec2* points, int count) {
  for (int i = 0; i < count; ++i) {
    if (!isfinite(points[i].x) || !isfinite(points[i].y)) return false;
  }
  return true;
}

static bool route_is_complete(const carom_figure_route* route) {
  if (route->leg_count < 1 || !route->legs || (route->dot_count > 0 && !route->dots)) return false;
  for (int i = 0; i < route->leg_count; ++i) {
    const carom_figure_leg* leg = &route->legs[i];
    if (leg->count < 1 || !leg->points || !isfinite(leg->from) || !isfinite(leg->to)) return false;
    if (!are_finite(leg->points, leg->count)) return false;
  }
  return are_finite(route->dots, route->dot_count);
}

static carom_status check_input(const carom_figure_routes_input* input, carom_diag* diag) {
  if (!input || !input->routes || !carom__sheet_is_markup(input->across) || !carom__sheet_is_markup(input->up)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "routes and the words of both axes, without quotes or line breaks, are needed; one of "
                               "them is missing");
  }
  if (input->route_count < 1 || input->route_count > CAROM_FIGURE_MAX_ROUTES) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "1 to %d routes can be drawn, not %d", CAROM_FIGURE_MAX_ROUTES,
                               input->route_count);
  }
  for (int i = 0; i < input->route_count; ++i) {
    if (!route_is_complete(&input->routes[i])) {
      return carom__figure_error(diag, CAROM_BAD_VALUE,
                                 "route %d lacks legs or points that it counts, or holds a number that is not finite",
                                 i + 1);
    }
  }
  if (!(input->radius >= 0.0) || !isfinite(input->radius)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "the ball's radius %g is no length", input->radius);
  }
  return CAROM_OK;
}

carom_status carom_figure_routes(const carom_figure* figure, const carom_figure_routes_input* input, carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__ROUTE_LEGS, write_legs},
                                      {CAROM__ROUTE_DOTS, write_dots},
                                      {CAROM__ROUTE_EVENTS, write_events},
                                      {CAROM__ROUTE_SCRIPT, carom__route_write_script}};
  carom__route_drawing d = {.input = input};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  d.layout.sheet = carom__sheet_of(figure, format);
  carom__route_lay_out(input, &d.layout);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, &d, diag);
}
