// Paths in a plane: where their lines run, how labels keep apart, what is left of their points; and the box in space.
#define _POSIX_C_SOURCE 200809L

#include "figure/trail.h"

#include <criterion/criterion.h>
#include <math.h>

#include "figure/impulse_curve.h"
#include "figure/sample.h"
#include "random.h"

enum { POINTS = 200, EVENTS = 9 };

static carom__trail_layout layout;

static void lay_out(const carom__trail_input* input) {
  carom_figure figure = carom_figure_default();
  layout.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
  carom__trail_lay_out(input, &layout);
}

/// A path that wanders, broken once.
static void wander(test_random* r, carom_vec2 points[POINTS]) {
  double x = 0, y = 0, angle = test_random_uniform(r, -3, 3);
  for (int i = 0; i < POINTS; ++i) {
    angle += test_random_uniform(r, -0.3, 0.3);
    x += cos(angle);
    y += sin(angle);
    points[i] = (carom_vec2){x, y};
  }
  points[POINTS / 3] = (carom_vec2){(double)NAN, (double)NAN};
}

static bool overlap(carom__rect a, carom__rect b) {
  const double noise = 1e-9;  // pixels are of the order of 500: a few dozen roundings
  return fabs(a.centre.x - b.centre.x) < a.half_width + b.half_width - noise &&
         fabs(a.centre.y - b.centre.y) < a.half_height + b.half_height - noise;
}

static bool is_inside(carom__rect a) {
  return a.centre.x - a.half_width >= 0 && a.centre.y - a.half_height >= 0 &&
         a.centre.x + a.half_width <= layout.sheet.view.width + layout.sheet.right &&
         a.centre.y + a.half_height <= layout.sheet.view.height + layout.sheet.top;
}

static const carom__trail_line lines[] = {
    {CAROM__TRAIL_LINE, {0, 0}, {1, 2}, CAROM__CURVE_STICKING, "line", CAROM__CURVE_NONE},
    {CAROM__TRAIL_RAY, {0, 0}, {-1, 0.3}, CAROM__CURVE_FRICTION, "ray", CAROM__CURVE_SERIES_2},
    {CAROM__TRAIL_SEGMENT, {0, 0}, {3, 4}, CAROM__CURVE_EVENT, NULL, CAROM__CURVE_NONE},
};

Test(figure_trail, labels_keep_apart_and_heads_lie_on_the_path) {
  test_random r = {20263};
  static const char* const words[] = {"start", "compression ends", "slip stops, sticks", "slips", "end"};
  int labels = 0, heads = 0;
  for (int n = 0; n < 300; ++n) {
    carom_vec2 points[POINTS];
    carom__trail_event events[EVENTS];
    wander(&r, points);
    for (int i = 0; i < EVENTS; ++i) {
      int at = i * (POINTS - 1) / (EVENTS - 1);
      events[i] = (carom__trail_event){points[at == POINTS / 3 ? at + 1 : at], CAROM__MARK_SLIP, words[i % 5]};
    }
    carom__trail_path path = {.points = points, .count = POINTS, .curve = CAROM__CURVE_PATH, .heads = true};
    carom__trail_input input = {.name = "test",
                                .paths = &path,
                                .path_count = 1,
                                .lines = lines,
                                .line_count = 3,
                                .events = events,
                                .event_count = EVENTS};
    input.bounds = carom__bounds_empty();
    lay_out(&input);
    carom__rect rects[EVENTS + 3];
    int count = 0;
    for (int i = 0; i < layout.marks.count; ++i) {
      if (!layout.marks.items[i].silent) rects[count++] = layout.marks.items[i].label;
    }
    for (int i = 0; i < 2; ++i) {
      if (layout.has_segment[i]) rects[count++] = layout.tags[i];
    }
    for (int i = 0; i < count; ++i) {
      cr_expect(is_inside(rects[i]), "case %d, label %d", n, i);
      for (int j = 0; j < i; ++j) cr_expect(!overlap(rects[i], rects[j]), "case %d, labels %d and %d", n, i, j);
    }
    for (int i = 0; i < layout.head_count; ++i) {
      double nearest = HUGE_VAL;
      for (int j = 0; j < POINTS; ++j) {
        carom_vec2 p = carom__view_pixel(&layout.sheet.view, points[j].x, points[j].y);
        if (isfinite(p.x)) nearest = fmin(nearest, hypot(p.x - layout.heads[i].at.x, p.y - layout.heads[i].at.y));
      }
      cr_expect_lt(nearest, layout.sheet.view.scale, "case %d: within a step of the path", n);
    }
    labels += count;
    heads += layout.head_count;
  }
  cr_expect_gt(labels, 300 * 5);
  cr_expect_gt(heads, 300);
}

Test(figure_trail, a_crowd_is_counted_and_the_end_stays_at_the_end) {
  carom_vec2 points[] = {{0, 0}, {100, 0}, {100, 100}};
  static const char* const words[] = {"a", "b", "c", "d", "e"};
  carom__trail_event events[7] = {{points[0], CAROM__MARK_START, "start"}};
  for (int i = 0; i < 5; ++i) events[1 + i] = (carom__trail_event){points[1], CAROM__MARK_SLIP, words[i]};
  events[6] = (carom__trail_event){{100, 1.5}, CAROM__MARK_END, "end"};  // some six pixels off
  carom__trail_path path = {.points = points, .count = 3, .curve = CAROM__CURVE_PATH};
  carom__trail_input input = {
      .name = "test", .paths = &path, .path_count = 1, .events = events, .event_count = 7, .hidden_count = 1};
  input.bounds = carom__bounds_empty();
  lay_out(&input);
  cr_assert_eq(layout.marks.count, 2);
  const carom__mark* end = &layout.marks.items[1];
  cr_expect_eq(end->text_count, 4, "three of the crowd, and the end");
  cr_expect_str_eq(end->texts[3], "end");
  cr_expect(end->shape == CAROM__MARK_END && end->data.y == 1.5);
  cr_expect_str_eq(layout.hidden, "and 3 more events");
}

Test(figure_trail, paths_that_end_together_are_counted) {
  carom_vec2 points[] = {{0, 0}, {100, 100}, {50, 0}};
  carom__trail_path path = {.points = points, .count = 3, .curve = CAROM__CURVE_PATH};
  for (int together = 1; together <= 5; ++together) {
    carom__trail_event events[6];
    for (int i = 0; i < together; ++i) events[i] = (carom__trail_event){points[1], CAROM__MARK_END, ""};
    events[together] = (carom__trail_event){points[2], CAROM__MARK_END, ""};
    carom__trail_input input = {
        .name = "test", .paths = &path, .path_count = 1, .events = events, .event_count = together + 1};
    input.bounds = carom__bounds_empty();
    lay_out(&input);
    cr_assert_eq(layout.marks.count, 2);
    char want[24];
    snprintf(want, sizeof want, "%d end here", together);
    cr_expect_eq(layout.marks.items[0].text_count, together < 3 ? 0 : 1, "%d", together);
    if (together >= 3) cr_expect_str_eq(layout.marks.items[0].texts[0], want);
    cr_expect_eq(layout.marks.items[1].text_count, 0);
  }
}

Test(figure_trail, what_is_never_below_zero_leaves_its_room_above) {
  carom_vec2 points[] = {{0, 0}, {1, 9}, {0, 9}};
  carom__trail_path path = {.points = points, .count = 3, .curve = CAROM__CURVE_PATH};
  carom__trail_input input = {.name = "test", .paths = &path, .path_count = 1};
  input.bounds = carom__bounds_empty();
  lay_out(&input);
  double before = -layout.sheet.view.left * layout.sheet.view.scale;
  input.from_zero = true;
  lay_out(&input);
  const carom__view* view = &layout.sheet.view;
  cr_expect_lt(-view->left * view->scale, 0.5 * before);
  cr_expect_leq(-view->left * view->scale, 0.2 * view->width);
  cr_expect_geq(view->left + view->width / view->scale, 1.0, "all of the path is there");
}

Test(figure_trail, lines_end_where_they_should) {
  carom_vec2 corners[] = {{-10, -10}, {10, 10}};
  carom__trail_path path = {.points = corners, .count = 2, .curve = CAROM__CURVE_PATH};
  carom__trail_input input = {.name = "test", .paths = &path, .path_count = 1, .lines = lines, .line_count = 3};
  input.bounds = carom__bounds_empty();
  lay_out(&input);
  const carom__view* view = &layout.sheet.view;
  for (int i = 0; i < 3; ++i) {
    cr_assert(layout.has_segment[i]);
    carom_vec2 a = carom__view_data(view, layout.segments[i].a), b = carom__view_data(view, layout.segments[i].b);
    carom_vec2 along = {lines[i].b.x - lines[i].a.x, lines[i].b.y - lines[i].a.y};
    cr_expect_lt(fabs(along.x * a.y - along.y * a.x), 1e-12 * 40, "line %d passes through the origin", i);
    cr_expect_lt(fabs(along.x * b.y - along.y * b.x), 1e-12 * 40, "line %d", i);
    bool starts = lines[i].reach != CAROM__TRAIL_LINE;
    cr_expect_eq(fabs(a.x) + fabs(a.y) < 1e-12, starts, "line %d starts at %g,%g", i, a.x, a.y);
    if (lines[i].reach == CAROM__TRAIL_SEGMENT) cr_expect_lt(fabs(b.x - 3) + fabs(b.y - 4), 1e-12);
    if (lines[i].reach == CAROM__TRAIL_RAY) cr_expect_lt(b.x, -9, "the ray runs to the frame");
  }
}

Test(figure_trail, a_single_point_and_nothing_are_drawn) {
  carom_vec2 point = {2, 3};
  carom__trail_path path = {.points = &point, .count = 1, .curve = CAROM__CURVE_PATH, .heads = true};
  carom__trail_input input = {.name = "test", .paths = &path, .path_count = 1};
  input.bounds = carom__bounds_empty();
  lay_out(&input);
  carom_vec2 pixel = carom__view_pixel(&layout.sheet.view, 2, 3);
  cr_expect(pixel.x > 0 && pixel.x < layout.sheet.view.width && pixel.y > 0 && pixel.y < layout.sheet.view.height);
  input.path_count = 0;
  lay_out(&input);
  cr_expect(isfinite(layout.sheet.view.scale) && layout.sheet.view.scale > 0);
}

static carom_figure drawn_figure(const char* folder, char output[SAMPLE_PATH], char scripts[SAMPLE_PATH]) {
  carom_figure figure = carom_figure_default();
  sample_join(output, folder, "it.svg");
  sample_join(scripts, folder, "scripts");
  figure.output = output;
  figure.script_dir = scripts;
  return figure;
}

/// Points that are left out lie within a third of a pixel of the line between those that are not.
Test(figure_trail, thinning_keeps_the_shape_and_the_ends) {
  char folder[SAMPLE_PATH], output[SAMPLE_PATH], scripts[SAMPLE_PATH], data[SAMPLE_PATH];
  carom_diag diag = {0};
  sample_folder(folder);
  enum { MANY = 1000 };
  static carom_vec2 points[MANY];
  for (int i = 0; i < MANY; ++i) points[i] = (carom_vec2){cos(0.003 * i), sin(0.003 * i)};
  carom__trail_path path = {.points = points, .count = MANY, .curve = CAROM__CURVE_PATH};
  carom__trail_input input = {
      .name = "test", .columns = "x y", .across = "x", .up = "y", .unit = "m", .paths = &path, .path_count = 1};
  input.bounds = carom__bounds_empty();
  carom_figure figure = drawn_figure(folder, output, scripts);
  carom_status status = carom__trail_draw(&figure, CAROM__FORMAT_SVG, &input, &diag);
  cr_assert_eq(status, CAROM_OK, "%s", diag.message);
  sample_join(data, scripts, CAROM__TRAIL_PATHS);
  size_t size;
  char* text = sample_read(data, &size);
  cr_assert_not_null(text);
  int kept = 0;
  carom_vec2 before = {1, 0}, last = {0, 0};
  double sag = 0;
  for (char *at = strchr(text, '\n') + 1, *end; kept < MANY; at = end) {
    double x = strtod(at, &end);
    if (end == at) break;
    last = (carom_vec2){x, strtod(end, &end)};
    sag = fmax(sag, 1 - hypot(0.5 * (last.x + before.x), 0.5 * (last.y + before.y)));
    before = last;
    ++kept;
  }
  free(text);
  cr_expect(kept > 10 && kept < MANY / 3, "%d points are left", kept);
  cr_expect(last.x == points[MANY - 1].x && last.y == points[MANY - 1].y);
  cr_expect_lt(sag * 200, 0.34, "the circle's radius is less than 200 pixels");
  sample_remove(scripts);
  sample_remove(folder);
}

/// A course of a straight impulse, to fill a box.
static carom__course course_of(test_random* r, carom__course_point points[2]) {
  carom__course c = {.points = points, .count = 2};
  for (int i = 0; i < 3; ++i) points[1].impulse[i] = test_random_uniform(r, i == 2 ? 0.5 : -1, i == 2 ? 3 : 1);
  double a[3][3];
  for (int i = 0; i < 9; ++i) a[i / 3][i % 3] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < 9; ++i) {
    int j = i / 3, k = i % 3;
    c.w.m[j][k] = a[0][j] * a[0][k] + a[1][j] * a[1][k] + a[2][j] * a[2][k] + (j == k ? 0.3 : 0);
  }
  c.v = (carom_vec3){test_random_uniform(r, -1, 1), test_random_uniform(r, -1, 1), -test_random_uniform(r, 0.2, 2)};
  return c;
}

/// A point of the box is seen where the sum of its steps along the three axes is seen.
static carom_vec2 seen(const carom__box* box, double x, double y, double z) {
  const double at[] = {x, y, z};
  return carom__box_place(box, at);
}

Test(figure_trail, the_box_holds_the_curve_and_is_linear) {
  test_random r = {31};
  for (int n = 0; n < 300; ++n) {
    carom__course_point points[2] = {0};
    carom__course c = course_of(&r, points);
    carom__box box = carom__box_of(&c, 1);
    for (int i = 0; i < 3; ++i) {
      double low = fmin(0, points[1].impulse[i]), high = fmax(0, points[1].impulse[i]);
      cr_expect(box.sides[i].low <= low && box.sides[i].high >= high, "case %d, side %d", n, i);
    }
    carom_vec2 origin = seen(&box, 0, 0, 0), up = seen(&box, 0, 0, 1), all = seen(&box, 1, 1, 1);
    carom_vec2 x = seen(&box, 1, 0, 0), y = seen(&box, 0, 1, 0);
    cr_expect_lt(fabs(up.x - origin.x), 1e-12, "the normal is upright");
    cr_expect_gt(up.y, origin.y);
    cr_expect_lt(fabs(x.x + y.x + up.x - 2 * origin.x - all.x) + fabs(x.y + y.y + up.y - 2 * origin.y - all.y), 1e-10);
    static carom__box_frame frame;
    carom__box_draw_frame(&box, &frame);
    cr_expect(frame.line_count > 5 && frame.text_count > 5, "case %d", n);
  }
}

/// The two points of a line seen at one place: solved back from where they are seen is not possible, so the plane and
/// the line are checked through what defines them.
Test(figure_trail, the_plane_and_the_line_of_the_box_are_those_of_w) {
  test_random r = {37};
  int planes = 0, stuck = 0;
  for (int n = 0; n < 300; ++n) {
    carom__course_point points[2] = {0};
    carom__course c = course_of(&r, points);
    carom__box box = carom__box_of(&c, 1);
    carom_vec2 corners[8];
    int count = carom__box_compression(&box, &c, corners);
    planes += count > 2;
    for (int i = 0; i < count; ++i) {
      // The corner is where a vertical line of the box, or an edge of floor or lid, meets v_n = 0: look for it.
      double best = HUGE_VAL;
      for (int side = 0; side < 4; ++side) {
        for (int k = 0; k <= 2000; ++k) {
          const carom__axis* axis = &box.sides[side % 2];
          double share = k / 2000.0, along = axis->low + share * (axis->high - axis->low);
          double across = side < 2 ? box.sides[1 - side % 2].low : box.sides[1 - side % 2].high;
          double x = side % 2 == 0 ? along : across, y = side % 2 == 0 ? across : along;
          double z = -(c.v.z + c.w.m[2][0] * x + c.w.m[2][1] * y) / c.w.m[2][2];
          carom_vec2 p = seen(&box, x, y, z);
          best = fmin(best, hypot(p.x - corners[i].x, p.y - corners[i].y));
        }
      }
      cr_expect_lt(best, 0.02, "case %d, corner %d is %g off", n, i, best);
    }
    carom__segment line;
    if (!carom__box_sticking(&box, &c, &line)) continue;
    ++stuck;
    for (int i = 0; i < 2; ++i) {
      carom_vec2 end = i == 0 ? line.a : line.b;
      double best = HUGE_VAL;
      for (int k = 0; k <= 20000; ++k) {
        double z = box.sides[2].high * k / 20000.0;
        double a = c.w.m[0][0], b = c.w.m[0][1], d = c.w.m[1][1], det = a * d - b * b;
        double px = -(c.v.x + c.w.m[0][2] * z), py = -(c.v.y + c.w.m[1][2] * z);
        carom_vec2 p = seen(&box, (d * px - b * py) / det, (a * py - b * px) / det, z);
        best = fmin(best, hypot(p.x - end.x, p.y - end.y));
      }
      cr_expect_lt(best, 0.01, "case %d, end %d is %g off", n, i, best);
    }
  }
  cr_expect_gt(planes, 100);
  cr_expect_gt(stuck, 50);
}
