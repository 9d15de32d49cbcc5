// The impulses of several contacts: what the picture and its data hold, and where things lie in it.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "figure/impulse.h"
#include "kit/drawing.h"
#include "random.h"

enum { MOST_CONTACTS = 24, MOST_SIZE = 2 * MOST_CONTACTS, POINTS = 1500, EVENTS = 1000 };

/// A solved collision with all that its figure needs.
typedef struct collision {
  double w[MOST_SIZE * MOST_SIZE], v[MOST_SIZE];
  carom_surface surfaces[MOST_CONTACTS];
  carom_contact_problem problem;
  carom_simultaneous_contact contacts[MOST_CONTACTS];
  carom_simultaneous_outcome outcome;
  carom_event events[EVENTS];
  double event_impulses[EVENTS * MOST_CONTACTS], event_times[EVENTS];
  carom_simultaneous_log log;
  double time[POINTS], impulse[POINTS * MOST_SIZE];
  uint64_t active[POINTS];
  carom_simultaneous_trace trace;
} collision;

static collision c;

TestSuite(figure_impulse, .init = open_folder, .fini = remove_folder);

static bool solve(void) {
  double* workspace =
      malloc(sizeof(double) * carom_simultaneous_workspace_size(c.problem.dimension, c.problem.contact_count));
  c.log = (carom_simultaneous_log){
      .events = c.events, .impulses = c.event_impulses, .times = c.event_times, .event_capacity = EVENTS};
  c.trace = (carom_simultaneous_trace){.capacity = POINTS, .time = c.time, .active = c.active, .impulse = c.impulse};
  carom_simultaneous_memory memory = {.workspace = workspace, .log = &c.log, .trace = &c.trace};
  bool solved = carom_simultaneous_solve(&c.problem, &memory, c.contacts, &c.outcome, NULL) == CAROM_OK;
  free(workspace);
  return solved;
}

/// Contacts in the plane whose normals have the matrix w (count x count) and whose tangents feel nothing.
static void set_normals(int count, const double* w, const double* v) {
  memset(c.w, 0, sizeof c.w);
  memset(c.v, 0, sizeof c.v);
  for (int i = 0; i < count; ++i) {
    c.w[2 * i * 2 * count + 2 * i] = 1;
    c.v[2 * i + 1] = v[i];
    c.surfaces[i] = carom_surface_default();
    for (int j = 0; j < count; ++j) c.w[(2 * i + 1) * 2 * count + 2 * j + 1] = w[i * count + j];
  }
  c.problem = (carom_contact_problem){2, count, c.w, c.v, c.surfaces};
}

/// A ball of mass 1 falls with speed 1 on one of mass m2 that lies on a table (JME13 sections 3 to 7).
static void two_balls(double m2, double e1, double e2, double stiffness) {
  const double w[] = {1 + 1 / m2, -1 / m2, -1 / m2, 1 / m2}, v[] = {-1, 0};
  set_normals(2, w, v);
  c.surfaces[0].e = e1;
  c.surfaces[1].e = e2;
  c.surfaces[1].stiffness = stiffness;
}

/// Equal balls in a row, the first one moving.
static void cradle(int contacts, double e) {
  double w[MOST_CONTACTS * MOST_CONTACTS] = {0}, v[MOST_CONTACTS] = {-1};
  for (int i = 0; i < contacts; ++i) {
    w[i * contacts + i] = 2;
    if (i > 0) w[i * contacts + i - 1] = w[(i - 1) * contacts + i] = -1;
  }
  set_normals(contacts, w, v);
  for (int i = 0; i < contacts; ++i) c.surfaces[i].e = e;
}

static carom_figure_impulse_input input_of(void) {
  return (carom_figure_impulse_input){.problem = &c.problem, .outcome = &c.outcome, .log = &c.log, .trace = &c.trace};
}

/// Draws into the test's folder and returns the picture.
static char* draw_named(carom_figure figure, const char* name, const char* const* names, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  sample_join(output, folder, name);
  figure.output = output;
  carom_figure_impulse_input input = input_of();
  input.names = names;
  carom_status status = carom_figure_impulse(&figure, &input, &diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", name, diag.message);
  cr_assert_str_empty(diag.message);
  char* bytes = sample_read(output, size);
  cr_assert_not_null(bytes);
  return bytes;
}

static char* draw(carom_figure figure, const char* name, size_t* size) {
  return draw_named(figure, name, NULL, size);
}

Test(figure_impulse, the_picture_says_what_happened) {
  size_t size;
  two_balls(2 / sqrt(3), 0.9, 0.7, 1);
  cr_assert(solve());
  char* svg = draw(carom_figure_default(), "table1.svg", &size);
  const char* const table1[] = {"normal impulse I0 [N s]",
                                "normal impulse I1 [N s]",
                                "v0 = 0",
                                "v1 = 0",
                                "ΔT = 0",
                                "start",
                                "0 ends compression",
                                "1 ends compression",
                                "0 leaves",
                                "1 leaves",
                                "0 comes back",
                                "end",
                                "0 and 1 act",
                                "1 acts",
                                "C0R1",
                                "R0C1",
                                "R0R1",
                                "e = 0.9, 0.7",
                                NULL};
  expect_text("table 1", svg, table1, (const char* const[]){"more event", "no impact", "μ", NULL});
  cr_expect_not_null(strstr(svg, "<rect x=\"0\" y=\"0\" width=\"650\" height=\"700\" fill=\"#ffffff\"/>"), "opaque");
  free(svg);
  two_balls(0.5, 0.9, 0.7, 1);
  cr_assert(solve());
  svg = draw(carom_figure_default(), "restart.svg", &size);
  expect_text("restart", svg, (const char* const[]){"compresses again", NULL}, (const char* const[]){"back", NULL});
  free(svg);
  c.v[1] = 1;
  cr_assert(solve());
  svg = draw(carom_figure_default(), "none.svg", &size);
  expect_text("leaving", svg, (const char* const[]){"no impact", "v1 = 0", NULL},
              (const char* const[]){"path of", "start", "acts", NULL});
  free(svg);
  cradle(5, 1);
  cr_assert(solve());
  svg = draw(carom_figure_default(), "cradle.svg", &size);
  expect_text("cradle", svg,
              (const char* const[]){"scaled time [√kg]", "normal impulse", "active", "compression ends", NULL},
              (const char* const[]){"v1", "ellipse", "differs", NULL});
  free(svg);
}

/// The paper's ellipse for two balls: I1^2/2 + (I1 - I2)^2/(2 m2) - I1 = 0.
// @eq JME13 (41)
Test(figure_impulse, the_ellipse_is_the_papers) {
  for (double m2 = 0.01; m2 < 200; m2 *= 3) {
    two_balls(m2, 0.9, 0.7, 1);
    carom__impulse_plane plane = carom__impulse_plane_of(&c.problem);
    cr_assert(plane.has_ellipse && !plane.has_friction);
    for (int i = 0; i < 64; ++i) {
      double s = sin(0.1 * i), t = cos(0.1 * i);
      double i1 = plane.ellipse.centre.x + plane.ellipse.axis_1.x * t + plane.ellipse.axis_2.x * s;
      double i2 = plane.ellipse.centre.y + plane.ellipse.axis_1.y * t + plane.ellipse.axis_2.y * s;
      double level = i1 * i1 / 2 + (i1 - i2) * (i1 - i2) / (2 * m2) - i1;
      // A few dozen roundings of I2, which grows with sqrt(m2), divided by a mass that may be small.
      cr_expect_lt(fabs(level), 256 * DBL_EPSILON * (1 + 1 / m2), "m2 = %g: %g", m2, level);
    }
    for (int i = 0; i < 2; ++i) {
      cr_expect(plane.has_line[i] && plane.lines[i].t == c.w[(2 * i + 1) * 4 + 1]);
      cr_expect(plane.lines[i].n == c.w[(2 * i + 1) * 4 + 3] && plane.lines[i].c == c.v[2 * i + 1]);
    }
  }
}

/// A positive definite matrix and a velocity for two contacts in space or in the plane.
static void random_contacts(test_random* r, int dimension, bool friction) {
  int size = 2 * dimension;
  double a[6][6];
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) a[i][j] = test_random_uniform(r, -1, 1);
    c.v[i] = test_random_uniform(r, -2, 2);
  }
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      c.w[i * size + j] = i == j ? 0.2 : 0.0;
      for (int k = 0; k < size; ++k) c.w[i * size + j] += a[k][i] * a[k][j];
    }
  }
  for (int i = 0; i < 2; ++i) {
    c.surfaces[i] = carom_surface_default();
    c.surfaces[i].e = test_random_uniform(r, 0, 1);
    c.surfaces[i].stiffness = test_random_log(r, 0.01, 100);
    c.surfaces[i].eta2 = friction ? 1.2 : 0;
    c.surfaces[i].mu = c.surfaces[i].mu_static = friction ? test_random_log(r, 0.05, 2) : 0;
    c.v[i * dimension + dimension - 1] = -test_random_uniform(r, 0, 2);
  }
  c.problem = (carom_contact_problem){dimension, 2, c.w, c.v, c.surfaces};
}

/// v^T I + I^T W I/2: what an impulse adds to the energy.
static double energy_gain(const double* impulse) {
  int size = 2 * c.problem.dimension;
  double gain = 0;
  for (int i = 0; i < size; ++i) {
    gain += c.v[i] * impulse[i];
    for (int j = 0; j < size; ++j) gain += 0.5 * impulse[i] * c.w[i * size + j] * impulse[j];
  }
  return gain;
}

/// Below 1 inside the ellipse, 1 on it.
static double place_in(const carom_planar_diagram* e, double i1, double i2) {
  double dx = i1 - e->centre.x, dy = i2 - e->centre.y;
  double det = e->axis_1.x * e->axis_2.y - e->axis_1.y * e->axis_2.x;
  return hypot((dx * e->axis_2.y - dy * e->axis_2.x) / det, (e->axis_1.x * dy - e->axis_1.y * dx) / det);
}

/// Fills in the tangential impulses that lose most beside the given normal ones: W_tt I_t = -(v_t + W_tn I_n).
static void complete(double* impulse) {
  int d = c.problem.dimension, size = 2 * d, rows[4], count = 0;
  double a[4][5] = {{0}};
  for (int i = 0; i < size; ++i) {
    if (i % d != d - 1) rows[count++] = i;
  }
  for (int i = 0; i < count; ++i) {
    a[i][count] = -c.v[rows[i]];
    for (int j = 0; j < count; ++j) a[i][j] = c.w[rows[i] * size + rows[j]];
    for (int j = d - 1; j < size; j += d) a[i][count] -= c.w[rows[i] * size + j] * impulse[j];
  }
  for (int k = 0; k < count; ++k) {
    for (int i = 0; i < count; ++i) {
      double share = i == k ? 0 : a[i][k] / a[k][k];
      for (int j = k; j <= count; ++j) a[i][j] -= share * a[k][j];
    }
  }
  for (int i = 0; i < count; ++i) impulse[rows[i]] = a[i][count] / a[i][i];
}

/// With friction the ellipse is the shadow of all impulses that gain nothing: on it the best tangential impulses just
/// keep the energy, inside they lose some, outside every one gains.
Test(figure_impulse, with_friction_the_ellipse_is_a_shadow) {
  test_random r = {41};
  for (int n = 0; n < 300; ++n) {
    int d = 2 + n % 2;
    random_contacts(&r, d, true);
    carom__impulse_plane plane = carom__impulse_plane_of(&c.problem);
    cr_assert(plane.has_ellipse && plane.has_friction);
    cr_expect_not(plane.has_line[0] || plane.has_line[1], "friction moves them");
    for (int i = 0; i < 60; ++i) {
      double s = sin(0.1 * i), t = cos(0.1 * i), reach = 0.9 + 0.1 * (i % 3), impulse[6] = {0};
      const carom_planar_diagram* e = &plane.ellipse;
      impulse[d - 1] = e->centre.x + reach * (e->axis_1.x * t + e->axis_2.x * s);
      impulse[2 * d - 1] = e->centre.y + reach * (e->axis_1.y * t + e->axis_2.y * s);
      complete(impulse);
      double gain = energy_gain(impulse);
      // W has eigenvalues down to 0.2 and entries of a few: impulses of a few tens, energies of a few hundreds.
      if (i % 3 == 0) cr_expect_lt(gain, 0, "case %d: inside", n);
      if (i % 3 == 1) cr_expect_lt(fabs(gain), 1e-11, "case %d: on it, %g", n, gain);
      if (i % 3 == 2) cr_expect_gt(gain, 0, "case %d: outside", n);
    }
  }
}

Test(figure_impulse, a_singular_matrix_has_no_ellipse) {
  const double w[] = {1, 1, 1, 1}, almost[] = {1, 1, 1, 1 + 4e-16}, v[] = {-1, -1};
  set_normals(2, almost, v);
  cr_expect_not(carom__impulse_plane_of(&c.problem).has_ellipse);
  set_normals(2, w, v);
  cr_expect_not(carom__impulse_plane_of(&c.problem).has_ellipse);
  cr_assert(solve());
  size_t size;
  char* svg = draw(carom_figure_default(), "singular.svg", &size);
  expect_text("singular", svg, (const char* const[]){"v1 = 0", NULL},
              (const char* const[]){"energy is lost inside", NULL});
  free(svg);
}

static bool overlap(carom__rect a, carom__rect b) {
  const double noise = 1e-9;  // pixels are of the order of 500: a few dozen roundings
  return fabs(a.centre.x - b.centre.x) < a.half_width + b.half_width - noise &&
         fabs(a.centre.y - b.centre.y) < a.half_height + b.half_height - noise;
}

static int collect_labels(const carom__impulse_layout* l, carom__rect* out) {
  int count = 0;
  for (int i = 0; i < l->marks.count; ++i) {
    if (!l->marks.items[i].silent) out[count++] = l->marks.items[i].label;
  }
  for (int i = 0; i < 2; ++i) {
    if (l->has_segment[i]) out[count++] = l->line_labels[i];
  }
  for (int i = 0; i < l->state_count; ++i) out[count++] = l->states[i].label;
  for (int i = 0; i < CAROM__IMPULSE_REGIONS; ++i) {
    if (l->regions[i].shown) out[count++] = l->regions[i].label;
  }
  if (l->ellipse_words.shown) out[count++] = l->ellipse_words.label;
  return count;
}

static bool labels_are_fine(const carom__impulse_layout* l) {
  carom__rect labels[64];
  int count = collect_labels(l, labels);
  for (int i = 0; i < count; ++i) {
    carom__rect a = labels[i];
    bool inside = a.centre.x - a.half_width >= 0 && a.centre.y - a.half_height >= 0 &&
                  a.centre.x + a.half_width <= l->sheet.view.width + l->sheet.right &&
                  a.centre.y + a.half_height <= l->sheet.view.height + l->sheet.top;
    for (int j = 0; j < i && inside; ++j) inside = !overlap(a, labels[j]);
    if (!inside) return false;
  }
  return true;
}

/// The words of a region stand where both velocities have its signs.
static bool regions_are_fine(const carom__impulse_layout* l) {
  for (int i = 0; i < CAROM__IMPULSE_REGIONS; ++i) {
    if (!l->regions[i].shown) continue;
    carom_vec2 at = carom__view_data(&l->sheet.view, l->regions[i].label.centre);
    for (int j = 0; j < 2; ++j) {
      double v = c.w[(2 * j + 1) * 4 + 1] * at.x + c.w[(2 * j + 1) * 4 + 3] * at.y + c.v[2 * j + 1];
      bool restores = strchr(l->regions[i].markup, j == 0 ? '0' : '1')[-3] == 'R';
      if ((v > 0) != restores) return false;
    }
  }
  return true;
}

static const carom__impulse_layout* lay_out(void) {
  static carom__impulse_layout l;
  static carom_figure figure;
  figure = carom_figure_default();
  carom_figure_impulse_input input = input_of();
  l.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
  carom__impulse_lay_out(&input, &l);
  return &l;
}

Test(figure_impulse, labels_keep_apart_and_the_path_stays_in_the_ellipse) {
  test_random r = {20264};
  int drawn = 0, regions = 0, states = 0;
  for (int n = 0; n < 600; ++n) {
    two_balls(test_random_log(&r, 0.1, 10), test_random_uniform(&r, 0, 1), test_random_uniform(&r, 0, 1),
              test_random_log(&r, 0.01, 100));
    if (!solve()) continue;
    const carom__impulse_layout* l = lay_out();
    cr_expect(labels_are_fine(l), "labels of case %d", n);
    cr_expect(regions_are_fine(l), "regions of case %d", n);
    for (int i = 0; i < c.trace.count; ++i) {
      double i1 = c.impulse[4 * i + 1], i2 = c.impulse[4 * i + 3];
      cr_expect_lt(place_in(&l->plane.ellipse, i1, i2), 1 + 1e-9, "case %d leaves the ellipse", n);
      carom_vec2 p = carom__view_pixel(&l->sheet.view, i1, i2);
      cr_expect(p.x > 0 && p.y > 0 && p.x < l->sheet.view.width && p.y < l->sheet.view.height, "case %d", n);
    }
    for (int i = 0; i < CAROM__IMPULSE_REGIONS; ++i) regions += l->regions[i].shown;
    states += l->state_count;
    ++drawn;
  }
  cr_expect_gt(drawn, 570);
  cr_expect_gt(regions, 2 * drawn);
  cr_expect_gt(states, drawn);
}

/// "0 comes back" and the like, at a mark near the place.
static bool has_words(const carom__impulse_layout* l, int event) {
  static const char* const verbs[] = {[CAROM_EVENT_COMPRESSION_END] = "ends compression",
                                      [CAROM_EVENT_RESTITUTION_END] = "leaves",
                                      [CAROM_EVENT_RECOMPRESS] = "compresses again",
                                      [CAROM_EVENT_REACTIVATE] = "comes back",
                                      [CAROM_EVENT_LOCK] = "is held",
                                      [CAROM_EVENT_RELEASE] = "is released"};
  char words[64];
  bool again = false;
  for (int i = 0; i < event && c.events[event].type == CAROM_EVENT_COMPRESSION_END; ++i)
    again = again || (c.events[i].type == c.events[event].type && c.events[i].contact == c.events[event].contact);
  snprintf(words, sizeof words, "%d %s%s", c.events[event].contact, verbs[c.events[event].type], again ? " again" : "");
  carom_vec2 at = carom__view_pixel(&l->sheet.view, c.event_impulses[2 * event], c.event_impulses[2 * event + 1]);
  for (int i = 0; i < l->marks.count; ++i) {
    const carom__mark* mark = &l->marks.items[i];
    if (hypot(mark->pixel.x - at.x, mark->pixel.y - at.y) > 5) continue;
    bool said = false;
    for (int j = 0; j < mark->text_count; ++j) said = said || strcmp(mark->texts[j], words) == 0;
    return said && !mark->silent;  // the first mark that is near enough is its own
  }
  return false;
}

/// Every event has its words, or is counted among those that have none.
Test(figure_impulse, no_event_is_forgotten) {
  test_random r = {77};
  int crowded = 0, drawn = 0;
  for (int n = 0; n < 300; ++n) {
    two_balls(test_random_log(&r, 0.1, 10), test_random_uniform(&r, 0.05, 1), test_random_uniform(&r, 0.05, 1),
              test_random_log(&r, 1e-3, 1e3));
    if (!solve()) continue;
    const carom__impulse_layout* l = lay_out();
    int without = c.log.event_total - c.log.event_count;
    for (int i = 0; i < c.log.event_count; ++i) without += !has_words(l, i);
    cr_expect_eq(l->hidden_count, without, "case %d: %d, not %d", n, l->hidden_count, without);
    cr_expect(l->marks.count >= 2 && l->marks.count < CAROM__MAX_MARKS, "case %d", n);
    crowded += without > 0;
    ++drawn;
  }
  cr_expect_gt(drawn, 280);
  // Words that come again and again stand at two marks.
  cr_expect(crowded > 10 && crowded < 2 * drawn / 3, "%d have more events than words fit", crowded);
}

Test(figure_impulse, script_and_data_stay_when_asked) {
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH], command[2 * SAMPLE_PATH];
  sample_join(scripts, folder, "scripts");
  carom_figure figure = carom_figure_default();
  figure.script_dir = scripts;
  for (int contacts = 2; contacts <= 4; contacts += 2) {
    if (contacts == 2) two_balls(2 / sqrt(3), 0.9, 0.7, 1);
    if (contacts == 4) cradle(4, 0.9);
    cr_assert(solve());
    size_t size;
    free(draw(figure, "collision.svg", &size));
    cr_expect_eq(sample_file_count(scripts), contacts == 2 ? 5 : 4, "script and data, and nothing else");
    sample_join(path, scripts, "path.dat");
    char* data = sample_read(path, &size);
    cr_assert_not_null(data);
    char* at = strchr(data, '\n');
    for (int i = 0; i < c.trace.count; ++i) {
      cr_assert_eq(strtod(at, &at), c.time[i], "point %d", i);
      for (int j = 0; j < contacts; ++j) cr_assert_eq(strtod(at, &at), c.impulse[2 * (i * contacts + j) + 1]);
    }
    cr_expect_str_eq(at, "\n", "nothing but the trace");
    free(data);
    sample_join(path, scripts, "impulse.gp");
    char* script = sample_read(path, &size);
    for (int j = 0; j < contacts && contacts != 2; ++j) {
      char want[64];
      snprintf(want, sizeof want, "using (kx*$1):(ky*$%d) with lines", j + 2);
      cr_expect_eq(svg_count_of(script, want), 1, "contact %d", j);
    }
    free(script);
    snprintf(command, sizeof command, "cd '%s' && gnuplot impulse.gp", scripts);
    cr_expect_eq(system(command), 0, "the script draws again");
    sample_remove(scripts);
  }
}

/// A bar from where a contact comes to where it leaves.
Test(figure_impulse, bars_are_what_the_trace_says) {
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH];
  sample_join(scripts, folder, "scripts");
  carom_figure figure = carom_figure_default();
  figure.script_dir = scripts;
  cradle(3, 0.8);
  c.surfaces[1].stiffness = 7;
  cr_assert(solve());
  size_t size;
  free(draw(figure, "bars.svg", &size));
  sample_join(path, scripts, "bars.dat");
  char* data = sample_read(path, &size);
  char* at = strchr(data, '\n');
  double covered[3] = {0}, want[3] = {0};
  for (char* end = at; *(at = end + strspn(end, " \n"));) {
    double from = strtod(at, &end), to = strtod(end, &end), contact = strtod(end, &end);
    strtod(end, &end);
    cr_assert(to > from && contact >= 0 && contact <= 2);
    covered[(int)contact] += to - from;
  }
  for (int i = 1; i < c.trace.count; ++i) {
    for (int j = 0; j < 3; ++j) want[j] += c.active[i] >> j & 1 ? c.time[i] - c.time[i - 1] : 0;
  }
  for (int j = 0; j < 3; ++j) {
    cr_expect(want[j] > 0 && fabs(covered[j] - want[j]) < 1e-12 * want[j] * c.trace.count, "contact %d", j);
  }
  free(data);
  sample_remove(scripts);
}

Test(figure_impulse, every_contact_has_its_curve_and_its_number) {
  size_t size;
  cradle(5, 1);
  cr_assert(solve());
  char* svg = draw(carom_figure_default(), "five.svg", &size);
  static const char* const colours[] = {"stroke='rgb(  0, 114, 178)'", "stroke='rgb(192,  79,   0)'",
                                        "stroke='rgb(  0, 128,  92)'", "stroke='rgb(166,  64, 126)'",
                                        "stroke='rgb(138, 106,   0)'"};
  for (int i = 0; i < 5; ++i)
    cr_expect_eq(svg_count_of(svg, colours[i]), 2, "contact %d: its curve, and the line to its number", i + 1);
  free(svg);
  for (int contacts = 1; contacts <= MOST_CONTACTS; ++contacts) {
    if (contacts == 2) continue;
    static carom__time_layout l;
    cradle(contacts, 0.95);
    cr_assert(solve(), "%d contacts", contacts);
    carom_figure figure = carom_figure_default();
    carom_figure_impulse_input input = input_of();
    l.panels.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
    carom__time_lay_out(&input, &l);
    for (int i = 0; i < contacts; i += l.label_step) {
      cr_expect(l.labels[i] >= 0 && l.labels[i] <= l.panels.items[0].up.length, "%d contacts, number %d", contacts, i);
      for (int j = 0; j < i; j += l.label_step) cr_expect_geq(fabs(l.labels[i] - l.labels[j]), 12.9);
    }
  }
}

Test(figure_impulse, any_scale_has_readable_axes) {
  static const double scales[] = {1e-100, 1e-9, 1e9, 1e100};
  static const char* const units[] = {"N s]", "[10−9 N s]", "[109 N s]", "N s]"};
  for (int i = 0; i < 4; ++i) {
    two_balls(2 / sqrt(3), 0.9, 0.7, 1);
    c.v[1] = -scales[i];
    cr_assert(solve());
    size_t size;
    char* svg = draw(carom_figure_default(), "scale.svg", &size);
    expect_text("scale", svg, (const char* const[]){units[i], "0 comes back", NULL}, (const char* const[]){NULL});
    free(svg);
  }
}

Test(figure_impulse, hostile_names_and_titles_are_text) {
  static const char* const names[] = {"`touch pwned`", "'; system('touch pwned'); '",
                                      "x' at 0,0\n! touch pwned\nset label 'y"};
  char here[SAMPLE_PATH];
  cr_assert_not_null(getcwd(here, sizeof here));
  cr_assert_eq(chdir(folder), 0);
  for (int contacts = 2; contacts <= 3; ++contacts) {
    cradle(contacts, 1);
    cr_assert(solve());
    carom_figure figure = carom_figure_default();
    figure.title = names[contacts - 2];
    size_t size;
    char* svg = draw_named(figure, "names.svg", names, &size);
    cr_expect_not_null(strstr(svg, "0: `touch pwned`"));
    cr_expect_not_null(strstr(svg, "1: '; system('touch pwned'); '"));
    cr_expect(svg_is_well_formed(svg));
    cr_expect_eq(sample_file_count(folder), 1, "%d names ran", contacts);
    free(svg);
  }
  cr_assert_eq(chdir(here), 0);
}

Test(figure_impulse, formats_are_what_their_names_say) {
  static const char* const names[] = {"a.svg", "a.pdf", "a.png"};
  static const char* const starts[] = {"<?xml", "%PDF-", "\x89PNG"};
  for (int i = 0; i < 6; ++i) {
    cradle(2 + i / 3, 0.9);
    cr_assert(solve());
    size_t size, again;
    char* bytes = draw(carom_figure_default(), names[i % 3], &size);
    char* second = draw(carom_figure_default(), names[i % 3], &again);
    cr_expect(size > 1000 && memcmp(bytes, starts[i % 3], 4) == 0, "%s", names[i % 3]);
    cr_expect(size == again && memcmp(bytes, second, size) == 0, "%s: equal input, equal bytes", names[i % 3]);
    free(bytes);
    free(second);
  }
}

static void expect_refused(const carom_figure_impulse_input* input, const char* part) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  rig_aim(&figure, "refused.svg", output);
  rig_expect_refused(carom_figure_impulse(&figure, input, &diag), &diag, part);
}

Test(figure_impulse, what_is_missing_is_named) {
  two_balls(2 / sqrt(3), 0.9, 0.7, 1);
  cr_assert(solve());
  expect_refused(NULL, "problem, outcome, a log");
  for (int i = 0; i < 10; ++i) {
    carom_simultaneous_log log = c.log;
    carom_simultaneous_trace trace = c.trace;
    carom_figure_impulse_input input = {.problem = &c.problem, .outcome = &c.outcome, .log = &log, .trace = &trace};
    if (i == 0) input.problem = NULL;
    if (i == 1) input.outcome = NULL;
    if (i == 2) input.log = NULL;
    if (i == 3) input.trace = NULL;
    if (i == 4) log.events = NULL;
    if (i == 5) log.impulses = NULL;
    if (i == 6) log.times = NULL;
    if (i == 7) trace.time = NULL;
    if (i == 8) trace.active = NULL;
    if (i == 9) trace.impulse = NULL;
    expect_refused(&input, "problem, outcome, a log with impulses and times, and a trace");
  }
}

Test(figure_impulse, what_cannot_be_drawn_is_refused) {
  two_balls(2 / sqrt(3), 0.9, 0.7, 1);
  cr_assert(solve());
  carom_figure_impulse_input input = input_of();
  const double nan = (double)NAN;
  double* const places[] = {
      &c.w[5], &c.v[3], &c.time[1], &c.impulse[4 * 2 + 1], &c.event_times[0], &c.event_impulses[1]};
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
    double before = *places[i];
    *places[i] = nan;
    expect_refused(&input, "not finite");
    *places[i] = before;
  }
  c.trace.count = 1;
  expect_refused(&input, "lend carom_simultaneous_solve a trace");
  c.problem.contact_count = 0;
  expect_refused(&input, "0 contacts cannot be drawn");
  c.problem.contact_count = CAROM_SIMULTANEOUS_MAX_CONTACTS + 1;
  expect_refused(&input, "1 to 64");
  carom_figure figure = carom_figure_default();
  figure.output = "impulse.jpg";
  carom_diag diag = {0};
  cr_expect_eq(carom_figure_impulse(&figure, &input, &diag), CAROM_BAD_VALUE);
  cr_expect_not_null(strstr(diag.message, ".svg, .pdf or .png"));
}
