// Geometry of the diagram: labels that keep apart, lines and ellipses cut by the frame.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <float.h>

#include "figure/process.h"
#include "figure/sample.h"
#include "random.h"

/// Coordinates are of the order of the box (about 500); this allows a few dozen roundings there.
static const double pixel_noise = 1e-9;

static void random_problem(test_random* r, carom_planar_problem* p) {
  *p = carom_planar_problem_default();
  p->w_tt = test_random_log(r, 0.1, 10);
  p->w_nn = test_random_log(r, 0.1, 10);
  p->w_tn = test_random_uniform(r, -0.98, 0.98) * sqrt(p->w_tt * p->w_nn);
  p->v_t = test_random_below(r, 8) == 0 ? 0 : test_random_uniform(r, -2, 2);
  p->v_n = test_random_below(r, 8) == 0 ? 0 : -test_random_log(r, 0.1, 2);
  p->surface.law = (carom_law)test_random_below(r, 3);
  p->surface.e = test_random_below(r, 8) == 0 ? 0 : test_random_uniform(r, 0, 1);
  p->surface.mu = p->surface.mu_static = test_random_below(r, 8) == 0 ? 0 : test_random_uniform(r, 0, 2);
}

static bool overlap(carom__rect a, carom__rect b) {
  return fabs(a.centre.x - b.centre.x) < a.half_width + b.half_width - pixel_noise &&
         fabs(a.centre.y - b.centre.y) < a.half_height + b.half_height - pixel_noise;
}

static int collect_labels(const carom__process_layout* l, carom__rect* out) {
  int count = 0;
  for (int i = 0; i < l->marks.count; ++i) out[count++] = l->marks.items[i].label;
  for (int i = 0; i < l->line_count; ++i) out[count++] = l->lines[i].label;
  if (l->has_ellipse_label) out[count++] = l->ellipse_label;
  return count;
}

static bool labels_are_fine(const carom__process_layout* l) {
  carom__rect labels[16];
  int count = collect_labels(l, labels);
  for (int i = 0; i < count; ++i) {
    carom__rect a = labels[i];
    bool inside = a.centre.x - a.half_width >= 0 && a.centre.y - a.half_height >= 0 &&
                  a.centre.x + a.half_width <= l->sheet.view.width + l->sheet.right &&
                  a.centre.y + a.half_height <= l->sheet.view.height + l->sheet.top;
    if (!inside) return false;
    for (int j = 0; j < i; ++j) {
      if (overlap(a, labels[j])) return false;
    }
  }
  return true;
}

Test(figure_layout, labels_never_overlap_and_stay_in_the_picture) {
  test_random r = {20260};
  static carom__process_layout l;
  carom_figure figure = carom_figure_default();
  int drawn = 0;
  for (int i = 0; i < 2000; ++i) {
    sample s;
    random_problem(&r, &s.problem);
    if (!sample_solve(&s)) continue;
    carom_figure_process_input input = sample_input(&s);
    l.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
    carom__process_lay_out(&input, &l);
    cr_expect(labels_are_fine(&l), "w %.17g %.17g %.17g v %.17g %.17g law %d e %.17g mu %.17g", s.problem.w_tt,
              s.problem.w_tn, s.problem.w_nn, s.problem.v_t, s.problem.v_n, (int)s.problem.surface.law,
              s.problem.surface.e, s.problem.surface.mu);
    ++drawn;
  }
  cr_expect_gt(drawn, 1900);
}

Test(figure_layout, the_path_fills_a_good_part_of_the_picture) {
  test_random r = {7};
  static carom__process_layout l;
  carom_figure figure = carom_figure_default();
  for (int i = 0; i < 2000; ++i) {
    sample s;
    random_problem(&r, &s.problem);
    if (!sample_solve(&s) || s.outcome.mode == CAROM_PLANAR_NONE) continue;
    carom_figure_process_input input = sample_input(&s);
    l.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
    carom__process_lay_out(&input, &l);
    carom_vec2 start = carom__view_pixel(&l.sheet.view, 0, 0);
    carom_vec2 end = carom__view_pixel(&l.sheet.view, s.outcome.impulse_t, s.outcome.impulse_n);
    double length = hypot(end.x - start.x, end.y - start.y);
    cr_expect_gt(length, 0.15 * fmin(l.sheet.view.width, l.sheet.view.height));
    cr_expect(start.x > 0 && start.y > 0 && end.x < l.sheet.view.width && end.y < l.sheet.view.height);
  }
}

static carom__view unit_view(void) {
  return carom__view_fit((carom__bounds){-1, 1, -1, 1}, 400, 300);
}

Test(figure_layout, a_view_has_one_scale_and_round_tics) {
  carom__view view = carom__view_fit((carom__bounds){-2e-9, 6e-9, 0, 1e-9}, 400, 300);
  cr_expect_eq(view.exponent, -9);
  cr_expect_eq(view.tic, 2.0);
  carom_vec2 corner = carom__view_pixel(&view, view.left, view.bottom);
  cr_expect(corner.x == 0 && corner.y == 0);
  carom_vec2 shown = carom__view_shown(&view, (carom_vec2){400, 0});
  cr_expect(fabs(shown.x - 7.0) <= 16 * DBL_EPSILON * 7.0, "8 units take 80 %% of the width, so it ends at 2 + 5");
}

Test(figure_layout, lines_end_at_the_frame) {
  carom__view view = unit_view();
  carom__segment s;
  cr_assert(carom__view_clip_line(&view, (carom_line){1, 0, -0.5}, &s));
  carom_vec2 half = carom__view_pixel(&view, 0.5, 0);
  cr_expect(fabs(s.a.x - half.x) < pixel_noise && fabs(s.b.x - half.x) < pixel_noise);
  cr_expect(fabs(s.a.y) < pixel_noise && fabs(s.b.y - 300) < pixel_noise);
  cr_expect_not(carom__view_clip_line(&view, (carom_line){1, 0, -5}, &s), "outside");
  cr_expect_not(carom__view_clip_line(&view, (carom_line){0, 0, 1}, &s), "no line at all");
  cr_assert(carom__view_clip_ray(&view, (carom_vec2){0, 0}, 0.5, &s));
  carom_vec2 origin = carom__view_pixel(&view, 0, 0);
  cr_expect(s.a.x == origin.x && s.a.y == origin.y);
  cr_expect(fabs((s.b.x - s.a.x) - 0.5 * (s.b.y - s.a.y)) < pixel_noise);
}

Test(figure_layout, an_ellipse_is_cut_by_the_frame_whatever_its_size) {
  static carom__ellipse_view cut;
  carom__view view = unit_view();
  for (double size = 0.5; size < 1e8; size *= 3) {
    // It passes through the origin, as the energy ellipse does.
    carom_planar_diagram g = {.has_ellipse = true, .centre = {0, size}, .axis_1 = {2 * size, 0}, .axis_2 = {0, size}};
    carom__view_clip_ellipse(&view, &g, &cut);
    cr_expect_gt(cut.arc_count, 0, "size %g", size);
    for (int i = 0; i < cut.region_count; ++i) {
      carom_vec2 p = cut.region[i], at = carom__view_data(&view, p);
      double noise = pixel_noise * fmax(1, size);
      cr_expect(p.x > -noise && p.x < 400 + noise && p.y > -noise && p.y < 300 + noise, "size %g", size);
      double level = (at.x / (2 * size)) * (at.x / (2 * size)) + (at.y / size - 1) * (at.y / size - 1);
      cr_expect_lt(level, 1 + 1e-12, "size %g", size);
    }
  }
}

Test(figure_layout, a_needle_or_endless_ellipse_is_left_out) {
  static carom__ellipse_view cut;
  carom__view view = unit_view();
  carom_planar_diagram needle = {.has_ellipse = true, .axis_1 = {1, 0}};
  carom__view_clip_ellipse(&view, &needle, &cut);
  cr_expect(cut.arc_count == 0 && cut.region_count == 0);
  carom_planar_diagram endless = {.has_ellipse = true, .axis_1 = {1e300, 0}, .axis_2 = {0, 1e300}};
  carom__view_clip_ellipse(&view, &endless, &cut);
  cr_expect(cut.arc_count == 0 && cut.region_count == 0);
}
