// The impact-process diagram: what the picture and its data hold.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include "kit/drawing.h"

TestSuite(figure_process, .init = open_folder, .fini = remove_folder);

/// Draws into the test's folder and returns the picture.
static char* draw(const sample* s, carom_figure figure, const char* name, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure_process_input input = sample_input(s);
  rig_aim(&figure, name, output);
  return rig_picture(&figure, carom_figure_process(&figure, &input, &diag), &diag, size);
}

typedef struct picture_row {
  const char* what;
  double v_t, v_n, mu, e;
  carom_planar_mode mode;
  const char* shown[6];
  const char* absent;
} picture_row;

static const picture_row pictures[] = {
    {"case 1 slides",
     0,
     -1,
     0.3,
     0.5,
     CAROM_PLANAR_SLIDING,
     {"start", "compression ends", "end", "L: limiting"},
     "R: "},
    {"case 1 sticks",
     0,
     -1,
     0.9,
     0.5,
     CAROM_PLANAR_C_STICKING,
     {"start", "sticks", "end", "R: reversed"},
     "slip stops"},
    {"case 2 reverses", 0.6, -1, 0.3, 0.5, CAROM_PLANAR_C_REVERSED, {"slip stops, reverses", "C-reversed"}, "sticks"},
    {"case 2 sticks",
     0.6,
     -1,
     0.9,
     0.5,
     CAROM_PLANAR_C_STICKING,
     {"slip stops, sticks", "C = 0", "R: reversed"},
     "termination"},
    {"case 3 sticks late", -1, -1, 0.95, 1, CAROM_PLANAR_R_STICKING, {"slip stops, sticks", "R-sticking"}, "reverses"},
    {"case 4, tangential",
     -0.2,
     0,
     2,
     0.5,
     CAROM_PLANAR_C_STICKING,
     {"S = 0", "C = 0", "slip stops, sticks"},
     "termination"},
    {"no rebound", 0.6, -1, 0.9, 0, CAROM_PLANAR_C_STICKING, {"compression ends", "end", "e = 0"}, "termination"},
    {"no friction", 0.6, -1, 0, 0.5, CAROM_PLANAR_C_REVERSED, {"slip stops, reverses", "μ = 0"}, "R: "},
    {"separating", 0.6, 1, 0.3, 0.5, CAROM_PLANAR_NONE, {"no impact", "S = 0", "ΔT = 0"}, "path of"},
    {"at rest", 0, 0, 0.3, 0.5, CAROM_PLANAR_NONE, {"no impact", "S = 0", "C = 0"}, "ΔT = 0"},
};

Test(figure_process, every_kind_of_impact_shows_its_lines_and_events) {
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; ++i) {
    const picture_row* row = &pictures[i];
    sample s;
    sample_rod(&s, row->v_t, row->v_n, row->mu, row->e);
    cr_assert_eq(s.outcome.mode, row->mode, "%s", row->what);
    size_t size;
    char* svg = draw(&s, carom_figure_default(), "rod.svg", &size);
    char* text = svg_text_of(svg);
    cr_expect(svg_is_well_formed(svg), "%s", row->what);
    for (int j = 0; j < 6 && row->shown[j]; ++j) {
      cr_expect(strstr(text, row->shown[j]), "%s does not show %s", row->what, row->shown[j]);
    }
    cr_expect_null(strstr(text, row->absent), "%s shows %s", row->what, row->absent);
    cr_expect(strstr(text, "tangential impulse Pt [N s]"), "%s", row->what);
    cr_expect(strstr(text, "normal impulse Pn [N s]"), "%s", row->what);
    free(text);
    free(svg);
  }
}

Test(figure_process, a_late_reversal_is_drawn) {
  sample s;
  sample_rod(&s, 0.6, -1, 0.3, 0.5);
  // Less coupling than the rod has: slip lasts into restitution, and friction cannot hold it.
  s.problem.w_tn = -1.0;
  s.problem.v_t = 1.0;
  s.problem.surface.e = 1.0;
  cr_assert(sample_solve(&s));
  cr_assert_eq(s.outcome.mode, CAROM_PLANAR_R_REVERSED);
  size_t size;
  char* svg = draw(&s, carom_figure_default(), "late.svg", &size);
  cr_expect_not_null(strstr(svg, "R-reversed"));
  cr_expect_not_null(strstr(svg, "slip stops, reverses"));
  free(svg);
}

Test(figure_process, the_line_of_termination_is_newtons) {
  sample s;
  sample_rod(&s, 0.6, -1, 0.9, 1);
  s.problem.surface.law = CAROM_LAW_NEWTON;
  cr_assert(sample_solve(&s));
  size_t size;
  char* svg = draw(&s, carom_figure_default(), "newton.svg", &size);
  char* text = svg_text_of(svg);
  cr_expect_not_null(strstr(text, "termination, C = −eC0"));
  cr_expect_not_null(strstr(text, "ΔT = +0.1125 J"), "the gain of energy is said");
  free(text);
  free(svg);
}

Test(figure_process, singular_and_guided_contacts_have_no_ellipse) {
  sample s;
  sample_rod(&s, 0.6, -1, 0.3, 0.5);
  s.problem.w_tt = s.problem.w_nn = 1;
  for (int i = 0; i < 2; ++i) {
    s.problem.w_tn = i == 0 ? -1 : 0;
    s.problem.w_tt = i == 0 ? 1 : 0;
    cr_assert(sample_solve(&s));
    size_t size;
    char* svg = draw(&s, carom_figure_default(), "singular.svg", &size);
    char* text = svg_text_of(svg);
    cr_expect(svg_is_well_formed(svg));
    cr_expect_null(strstr(text, "energy is lost"));
    free(text);
    free(svg);
  }
}

Test(figure_process, any_scale_has_readable_axes) {
  static const double scales[] = {1e-100, 1e-9, 1e9, 1e100};
  static const char* const units[] = {"[1099 N s]", "[109 N s]", "[10−9 N s]", "[10−102 N s]"};
  for (int i = 0; i < 4; ++i) {
    sample s;
    sample_rod(&s, 0.6, -1, 0.9, 0.5);
    s.problem.w_tt *= scales[i];
    s.problem.w_tn *= scales[i];
    s.problem.w_nn *= scales[i];
    cr_assert(sample_solve(&s));
    size_t size;
    char* svg = draw(&s, carom_figure_default(), "scale.svg", &size);
    char* text = svg_text_of(svg);
    cr_expect_not_null(strstr(text, units[i]), "scale %g has no %s", scales[i], units[i]);
    cr_expect_not_null(strstr(text, "compression ends"));
    cr_expect_eq(svg_count_of(svg, "stroke='rgb(  0, 128,  92)'"), 2, "line of compression and its sample, scale %g",
                 scales[i]);
    free(text);
    free(svg);
  }
}

Test(figure_process, formats_are_what_their_names_say) {
  static const char* const names[] = {"a.svg", "a.pdf", "a.png", "A.PNG"};
  static const char* const starts[] = {"<?xml", "%PDF-", "\x89PNG", "\x89PNG"};
  sample s;
  sample_rod(&s, 0.6, -1, 0.9, 0.5);
  for (int i = 0; i < 4; ++i) {
    size_t size;
    char* bytes = draw(&s, carom_figure_default(), names[i], &size);
    cr_expect(size > 1000 && memcmp(bytes, starts[i], 4) == 0, "%s", names[i]);
    free(bytes);
  }
}

Test(figure_process, size_is_in_pixels) {
  sample s;
  sample_rod(&s, 0.6, -1, 0.9, 0.5);
  carom_figure figure = carom_figure_default();
  figure.width = 432;
  figure.height = 321;
  size_t size;
  char* png = draw(&s, figure, "size.png", &size);
  const unsigned char* header = (const unsigned char*)png;
  cr_expect_eq(header[18] * 256 + header[19], 432);
  cr_expect_eq(header[22] * 256 + header[23], 321);
  free(png);
}

Test(figure_process, equal_input_gives_equal_bytes) {
  static const char* const names[] = {"one.svg", "one.pdf", "one.png"};
  sample s;
  sample_rod(&s, -1, -1, 0.95, 1);
  for (int i = 0; i < 3; ++i) {
    size_t size_a, size_b;
    char* a = draw(&s, carom_figure_default(), names[i], &size_a);
    sleep(i == 1 ? 2 : 0);  // a pdf says when it was made, to the second
    char* b = draw(&s, carom_figure_default(), names[i], &size_b);
    cr_expect(size_a == size_b && memcmp(a, b, size_a) == 0, "%s", names[i]);
    free(a);
    free(b);
  }
}

Test(figure_process, the_data_are_the_trace_to_the_last_bit) {
  sample s;
  sample_rod(&s, 0.6, -1, 0.9, 0.5);
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH];
  sample_join(scripts, folder, "scripts");
  carom_figure figure = carom_figure_default();
  figure.script_dir = scripts;
  size_t size;
  free(draw(&s, figure, "rod.svg", &size));
  sample_join(path, scripts, "path.dat");
  char* data = sample_read(path, &size);
  cr_assert_not_null(data);
  char* at = strchr(data, '\n');
  for (int i = 0; i < s.trace.count; ++i) {
    const carom_trace_point* p = &s.points[i];
    const double want[] = {p->impulse[0], p->impulse[2], p->velocity[0], p->velocity[2], p->stored, p->friction};
    for (int j = 0; j < 6; ++j) cr_assert_eq(strtod(at, &at), want[j], "point %d, column %d", i, j);
  }
  cr_expect_str_eq(at, "\n");
  free(data);
  sample_remove(scripts);
}

Test(figure_process, the_script_left_behind_draws_again) {
  sample s;
  sample_rod(&s, 0.6, -1, 0.3, 0.5);
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH], command[2 * SAMPLE_PATH];
  sample_join(scripts, folder, "scripts");
  carom_figure figure = carom_figure_default();
  figure.script_dir = scripts;
  figure.title = "Falling rod";
  size_t size;
  free(draw(&s, figure, "rod.svg", &size));
  cr_expect_eq(sample_file_count(scripts), 5, "script and data, and nothing else");
  snprintf(command, sizeof command, "cd '%s' && gnuplot process.gp", scripts);
  cr_assert_eq(system(command), 0);
  sample_join(path, scripts, "process.svg");
  char* svg = sample_read(path, &size);
  cr_assert_not_null(svg);
  cr_expect(svg_is_well_formed(svg) && strstr(svg, "Falling rod"));
  free(svg);
  sample_remove(scripts);
}

Test(figure_process, the_output_may_lie_among_the_scripts) {
  sample s;
  sample_rod(&s, 0.6, -1, 0.3, 0.5);
  carom_figure figure = carom_figure_default();
  figure.script_dir = folder;
  size_t size;
  char* svg = draw(&s, figure, "process.svg", &size);
  cr_expect(svg_is_well_formed(svg));
  cr_expect_eq(sample_file_count(folder), 6);
  free(svg);
}
