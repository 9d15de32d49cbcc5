#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/strobe.h"

#include <math.h>
#include <stdlib.h>

#include "figure/figure.h"

/// From a light tint of the thing's colour to the colour itself and on to a dark shade: later is darker in grey too.
static long pose_colour(int thing, double share) {
  const double lightest = 0.32, darkest = 1.45;
  long base = strtol(carom__curve_colour(carom__curve_of_series(thing)) + 1, NULL, 16), colour = 0;
  double strength = lightest + (darkest - lightest) * share;
  for (int shift = 16; shift >= 0; shift -= 8) {
    double part = (double)(base >> shift & 255);
    double tinted = strength <= 1.0 ? 255.0 + strength * (part - 255.0) : part * (2.0 - strength);
    colour |= lround(tinted) << shift;
  }
  return colour;
}

/// The points of a pose, as they are joined.
static void write_pose(FILE* file, const carom_figure_thing* thing, int pose, long colour) {
  enum { SIDES = 36 };
  const carom_vec2* points = &thing->poses[pose * thing->point_count];
  if (thing->shape == CAROM_FIGURE_SHAPE_DISC) {
    double start = atan2(points[1].y - points[0].y, points[1].x - points[0].x);
    fprintf(file, "%.10g %.10g %ld %.10g\n", points[0].x, points[0].y, colour, thing->times[pose]);
    for (int i = 0; i <= SIDES; ++i) {
      double angle = start + i * (2.0 * 3.14159265358979323846 / SIDES);
      fprintf(file, "%.10g %.10g %ld %.10g\n", points[0].x + thing->radius * cos(angle),
              points[0].y + thing->radius * sin(angle), colour, thing->times[pose]);
    }
    return;
  }
  int count = thing->point_count + (thing->shape == CAROM_FIGURE_SHAPE_OUTLINE && thing->point_count > 2);
  for (int i = 0; i < count; ++i) {
    carom_vec2 p = points[i % thing->point_count];
    fprintf(file, "%.17g %.17g %ld %.10g\n", p.x, p.y, colour, thing->times[pose]);
  }
}

static void write_poses(FILE* file, const void* drawing) {
  const carom__strobe_drawing* d = drawing;
  fputs("# x y [m]  colour  time [s]; one block for each picture and thing, one pose after another\n", file);
  for (int row = 0; row < d->layout.row_count; ++row) {
    for (int i = 0; i < d->input->thing_count; ++i) {
      const carom_figure_thing* thing = &d->input->things[i];
      int written = 0;
      for (int pose = 0; pose < thing->pose_count; ++pose) {
        double share = d->layout.duration > 0.0 ? thing->times[pose] / d->layout.duration : 1.0;
        if (!carom__strobe_shows(&d->layout.rows[row], thing->times[pose])) continue;
        if (written++ > 0) fputc('\n', file);
        write_pose(file, thing, pose, pose_colour(i, fmin(share, 1.0)));
      }
      fputs(written == 0 ? "NaN NaN 0 0\n\n\n" : "\n\n", file);  // gnuplot would not count an empty block
    }
  }
}

static carom_vec2 path_pixel(const carom__strobe_row* row, const carom_figure_thing* thing, int i) {
  return carom__view_pixel(&row->sheet.view, thing->path[i].x, thing->path[i].y);
}

/// Whether a point is so near to the line from the last one kept to the next that the eye does not miss it.
static bool is_dull(const carom__strobe_row* row, const carom_figure_thing* thing, int kept, int i) {
  const double unseen = 0.08, longest = 12.0;
  if (i + 1 >= thing->path_count || !carom__strobe_shows(row, thing->path_times[i + 1])) return false;
  carom_vec2 a = path_pixel(row, thing, kept), b = path_pixel(row, thing, i + 1), p = path_pixel(row, thing, i);
  double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
  double along = (p.x - a.x) * dx + (p.y - a.y) * dy, off = fabs((p.x - a.x) * dy - (p.y - a.y) * dx);
  if (!(length > unseen)) return hypot(p.x - a.x, p.y - a.y) <= unseen;
  return length < longest && along >= 0.0 && along <= length * length && off <= unseen * length;
}

static void write_paths(FILE* file, const void* drawing) {
  const carom__strobe_drawing* d = drawing;
  fputs("# x y [m]  time [s]; one block for each picture and thing. Points that the eye would not miss are left out.\n",
        file);
  for (int r = 0; r < d->layout.row_count; ++r) {
    const carom__strobe_row* row = &d->layout.rows[r];
    for (int i = 0; i < d->input->thing_count; ++i) {
      const carom_figure_thing* thing = &d->input->things[i];
      int kept = -1;
      for (int p = 0; p < thing->path_count; ++p) {
        if (!carom__strobe_shows(row, thing->path_times[p]) || (kept >= 0 && is_dull(row, thing, kept, p))) continue;
        fprintf(file, "%.17g %.17g %.17g\n", thing->path[p].x, thing->path[p].y, thing->path_times[p]);
        kept = p;
      }
      fputs(kept < 0 ? "NaN NaN 0\n\n\n" : "\n\n", file);
    }
  }
}

static void write_events(FILE* file, const void* drawing) {
  const carom__strobe_drawing* d = drawing;
  for (int i = 0; i < d->layout.row_count; ++i) {
    carom__marks_write_data(file, &d->layout.rows[i].marks, "x y [m]");
    fputs(d->layout.rows[i].marks.count == 0 ? "NaN NaN 7 1 0 \"\"\n\n\n" : "\n\n", file);
  }
}

static bool is_rising(const double* times, int count) {
  for (int i = 0; i < count; ++i) {
    if (!isfinite(times[i]) || (i > 0 && times[i] < times[i - 1])) return false;
  }
  return true;
}

static bool are_finite(const carom_vec2* points, int count) {
  for (int i = 0; i < count; ++i) {
    if (!isfinite(points[i].x) || !isfinite(points[i].y)) return false;
  }
  return true;
}

static bool thing_is_complete(const carom_figure_thing* thing) {
  bool disc = thing->shape == CAROM_FIGURE_SHAPE_DISC;
  if (thing->point_count < 2 || thing->pose_count < 1 || thing->path_count < 0 || !thing->times || !thing->poses)
    return false;
  if (disc && (thing->point_count != 2 || !(thing->radius > 0.0) || !isfinite(thing->radius))) return false;
  return thing->path_count == 0 || (thing->path && thing->path_times);
}

static bool thing_is_finite(const carom_figure_thing* thing) {
  return is_rising(thing->times, thing->pose_count) && is_rising(thing->path_times, thing->path_count) &&
         are_finite(thing->poses, thing->pose_count * thing->point_count) && are_finite(thing->path, thing->path_count);
}

static bool surroundings_are_finite(const carom_figure_strobe_input* input) {
  for (int i = 0; i < input->wall_count; ++i) {
    if (!are_finite(&input->walls[i].point, 1) || !are_finite(&input->walls[i].normal, 1)) return false;
  }
  for (int i = 0; i < input->bounce_count; ++i) {
    if (!isfinite(input->bounces[i].time) || !are_finite(&input->bounces[i].at, 1)) return false;
  }
  return true;
}

static carom_status check_input(const carom_figure_strobe_input* input, carom_diag* diag) {
  if (!input || !input->things || !carom__sheet_is_markup(input->across) || !carom__sheet_is_markup(input->up) ||
      (input->path_words && !carom__sheet_is_markup(input->path_words)) || (input->wall_count > 0 && !input->walls) ||
      (input->bounce_count > 0 && !input->bounces)) {
    return carom__figure_error(
        diag, CAROM_BAD_VALUE,
        "a strobe picture needs things, words without quotes or line breaks for both axes, and the "
        "walls and impacts it counts; one of them is missing");
  }
  if (input->thing_count < 1 || input->thing_count > CAROM_FIGURE_MAX_THINGS ||
      input->wall_count > CAROM_FIGURE_MAX_WALLS) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a strobe picture has 1 to %d things and up to %d walls, not %d and %d",
                               CAROM_FIGURE_MAX_THINGS, CAROM_FIGURE_MAX_WALLS, input->thing_count, input->wall_count);
  }
  for (int i = 0; i < input->thing_count; ++i) {
    if (!thing_is_complete(&input->things[i]) || !thing_is_finite(&input->things[i])) {
      return carom__figure_error(diag, CAROM_BAD_VALUE,
                                 "thing %d of the strobe picture lacks points or times that it counts, or holds a "
                                 "number that is not finite or a time that goes back",
                                 i + 1);
    }
  }
  if (!surroundings_are_finite(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a wall or an impact of the strobe picture holds a number that is not finite");
  }
  return CAROM_OK;
}

carom_status carom_figure_strobe(const carom_figure* figure, const carom_figure_strobe_input* input, carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__STROBE_POSES, write_poses},
                                      {CAROM__STROBE_PATHS, write_paths},
                                      {CAROM__STROBE_EVENTS, write_events},
                                      {CAROM__STROBE_SCRIPT, carom__strobe_write_script}};
  carom__strobe_drawing d = {.input = input};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  d.layout.sheet = carom__sheet_of(figure, format);
  carom__strobe_lay_out(input, &d.layout);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, &d, diag);
}
