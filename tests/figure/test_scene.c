// The bodies of an impact: what the picture shows, one scale for velocities, and words that keep apart.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/sample.h"
#include "figure/scene.h"
#include "figure/svg.h"
#include "random.h"

enum { CORNERS = 4, MOST = CAROM_FIGURE_MAX_ACTORS };

static char folder[SAMPLE_PATH];
static carom_vec2 outlines[MOST][CORNERS];
static carom_figure_actor actors[MOST];
static carom_figure_meeting meetings[CAROM_FIGURE_MAX_MEETINGS];
static carom_figure_scene_input input;

static void open_folder(void) {
  sample_folder(folder);
}

static void remove_folder(void) {
  sample_remove(folder);
}

TestSuite(figure_scene, .init = open_folder, .fini = remove_folder);

static void put_box(int index, carom_vec2 at, double half) {
  static const carom_vec2 corners[CORNERS] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int i = 0; i < CORNERS; ++i)
    outlines[index][i] = (carom_vec2){at.x + half * corners[i].x, at.y + half * corners[i].y};
  actors[index] =
      (carom_figure_actor){.name = "box", .outline = outlines[index], .outline_count = CORNERS, .centre = at};
}

/// A box that falls on the floor with a corner, and leaves it turning.
static void fall(double scale) {
  put_box(0, (carom_vec2){0, scale}, scale);
  actors[0].before = (carom_vec2){0.3, -1.2};
  actors[0].after = (carom_vec2){0.1, 0.6};
  actors[0].spin_after = -2.5;
  meetings[0] = (carom_figure_meeting){{-scale, 0}, {0, 1}, -1};
  input = (carom_figure_scene_input){.actors = actors,
                                     .actor_count = 1,
                                     .meetings = meetings,
                                     .meeting_count = 1,
                                     .across = "{/:Italic x}",
                                     .up = "{/:Italic y}",
                                     .subtitle = "friction"};
}

static char* draw(const char* name, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  sample_join(output, folder, name);
  figure.output = output;
  carom_status status = carom_figure_scene(&figure, &input, &diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", name, diag.message);
  char* bytes = sample_read(output, size);
  cr_assert_not_null(bytes);
  return bytes;
}

static carom__stage* lay_out(void) {
  static carom__stage stage;
  carom_figure figure = carom_figure_default();
  stage.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
  carom__stage_lay_out(&input, &stage);
  return &stage;
}

static void expect_words(const char* svg, const char* const* shown, const char* const* absent) {
  char* text = svg_text_of(svg);
  cr_expect(svg_is_well_formed(svg));
  for (; *shown; ++shown) cr_expect_not_null(strstr(text, *shown), "lacks %s", *shown);
  for (; *absent; ++absent) cr_expect_null(strstr(text, *absent), "has %s", *absent);
  free(text);
}

Test(figure_scene, the_picture_says_who_moves_how_and_where_they_touch) {
  size_t size;
  fall(0.5);
  char* svg = draw("box.svg", &size);
  expect_words(
      svg,
      (const char* const[]){"box", "1.237 m/s", "0.6083 m/s", "ω: 0 → −2.5 rad/s", "contact", "velocity before",
                            "velocity after", "normal at the contact", "x [m]", "y [m]", "friction", NULL},
      (const char* const[]){"guessed", "longest", NULL});
  free(svg);
  actors[0].guessed = true;
  actors[0].spin_after = 1e-14;
  svg = draw("guess.svg", &size);
  expect_words(svg, (const char* const[]){"guessed shape", NULL},
               (const char* const[]){"rad/s", NULL});  // rounding is no spin
  free(svg);
}

Test(figure_scene, what_is_fixed_has_no_velocity_and_two_contacts_have_numbers) {
  size_t size;
  fall(0.5);
  put_box(1, (carom_vec2){2, 1}, 0.5);
  actors[1].name = "rock";
  actors[1].fixed = true;
  actors[1].before = (carom_vec2){77, 0};
  meetings[1] = (carom_figure_meeting){{1.5, 1}, {-1, 0}, 0};
  input.actor_count = input.meeting_count = 2;
  char* svg = draw("rock.svg", &size);
  expect_words(svg, (const char* const[]){"rock", "0", "1", NULL}, (const char* const[]){"77 m/s", "contact 0", NULL});
  free(svg);
  cr_expect_eq(lay_out()->wall_count, 1);
}

Test(figure_scene, velocities_have_one_scale_and_normals_one_length) {
  test_random r = {414};
  for (int n = 0; n < 200; ++n) {
    fall(test_random_log(&r, 1e-6, 1e6));
    double speed = test_random_log(&r, 1e-6, 1e6);
    actors[0].before = (carom_vec2){speed * test_random_uniform(&r, -1, 1), -speed};
    actors[0].after = (carom_vec2){0, 0.4 * speed};
    const carom__stage* l = lay_out();
    for (int i = 0; i < 2; ++i) {
      const carom__stage_arrow* arrow = &l->arrows[i];
      carom_vec2 v = i == 0 ? actors[0].before : actors[0].after;
      double x = arrow->to.x - arrow->from.x, y = arrow->to.y - arrow->from.y;
      cr_expect(fabs(x - l->speed_scale * v.x) < 1e-6 && fabs(y - l->speed_scale * v.y) < 1e-6, "case %d", n);
      bool inside = arrow->to.x >= 0 && arrow->to.y >= 0 && arrow->to.x <= l->sheet.view.width &&
                    arrow->to.y <= l->sheet.view.height;
      cr_expect(inside, "case %d: arrow %d leaves the box", n, i);
    }
    cr_expect_float_eq(hypot(l->normals[0].to.x - l->normals[0].from.x, l->normals[0].to.y - l->normals[0].from.y), 40,
                       1e-6);
    double ground = -l->sheet.view.bottom * l->sheet.view.scale;
    cr_expect_lt(ground, 0.4 * l->sheet.view.height, "case %d: room that is left over goes above", n);
  }
}

static bool overlap(carom__rect a, carom__rect b) {
  return fabs(a.centre.x - b.centre.x) < a.half_width + b.half_width - 1e-9 &&
         fabs(a.centre.y - b.centre.y) < a.half_height + b.half_height - 1e-9;
}

/// Labels that are there, of all sorts.
static int labels_of(const carom__stage* l, carom__rect* out) {
  int count = 0;
  for (int i = 0; i < 2 * input.actor_count; ++i) {
    if (l->arrows[i].said) out[count++] = l->arrows[i].label;
  }
  for (int i = 0; i < input.actor_count; ++i) {
    if (l->names[i].shown) out[count++] = l->names[i].label;
  }
  for (int i = 0; i < l->marks.count; ++i) {
    if (!l->marks.items[i].silent && l->marks.items[i].text_count > 0) out[count++] = l->marks.items[i].label;
  }
  return count;
}

/// Boxes on a floor, side by side, in any motion.
static void line_up(test_random* r, int count) {
  fall(0.5);
  for (int i = 0; i < count; ++i) {
    put_box(i, (carom_vec2){1.1 * i, 0.5}, 0.5);
    actors[i].before = (carom_vec2){test_random_uniform(r, -1, 1), test_random_uniform(r, -2, 0)};
    actors[i].after = (carom_vec2){test_random_uniform(r, -1, 1), test_random_uniform(r, 0, 2)};
    actors[i].spin_after = test_random_uniform(r, -3, 3);
    meetings[i] = (carom_figure_meeting){{1.1 * i - 0.5, 0}, {0, 1}, -1};
  }
  input.actor_count = input.meeting_count = count;
}

Test(figure_scene, labels_keep_apart_and_a_crowd_has_fewer) {
  static carom__rect labels[4 * MOST];
  test_random r = {415};
  int said = 0;
  for (int n = 0; n < 60; ++n) {
    line_up(&r, 1 + n % 12);
    const carom__stage* l = lay_out();
    int count = labels_of(l, labels);
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < i; ++j) cr_expect_not(overlap(labels[i], labels[j]), "case %d", n);
    }
    cr_expect_eq(l->crowded, 2 * input.actor_count > 16);
    cr_expect_eq(strlen(l->longest) > 0, l->crowded);
    for (int i = 0; i < 2 * input.actor_count; ++i) cr_expect_not(l->crowded && l->arrows[i].said);
    said += count;
    cr_expect_eq(l->wall_count, 1, "all stand on one floor");
  }
  cr_expect_gt(said, 200);
}

Test(figure_scene, formats_are_what_their_names_say) {
  size_t size;
  fall(0.5);
  char* pdf = draw("box.pdf", &size);
  cr_expect_eq(memcmp(pdf, "%PDF", 4), 0);
  free(pdf);
  char* png = draw("box.png", &size);
  cr_expect_eq(memcmp(png, "\x89PNG", 4), 0);
  free(png);
}

Test(figure_scene, what_has_no_size_and_does_not_move_is_drawn_too) {
  size_t size;
  actors[0] = (carom_figure_actor){.name = "point"};
  input = (carom_figure_scene_input){.actors = actors, .actor_count = 1, .across = "x", .up = "y"};
  char* svg = draw("point.svg", &size);
  expect_words(svg, (const char* const[]){"point", NULL}, (const char* const[]){"velocity", "normal", NULL});
  free(svg);
}

Test(figure_scene, names_of_others_are_shown_and_never_run) {
  size_t size;
  fall(0.5);
  actors[0].name = "`touch x`'\"{/:Bold";
  char* svg = draw("name.svg", &size);
  expect_words(svg, (const char* const[]){"`touch", NULL}, (const char* const[]){NULL});
  free(svg);
  char path[SAMPLE_PATH];
  sample_join(path, folder, "x");
  FILE* file = fopen(path, "r");
  cr_expect_null(file);
  if (file) fclose(file);
}

static void expect_refused(const char* words) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  sample_join(output, folder, "no.svg");
  figure.output = output;
  cr_expect_eq(carom_figure_scene(&figure, &input, &diag), CAROM_BAD_VALUE, "%s", words);
  cr_expect_not_null(strstr(diag.message, words), "%s", diag.message);
  FILE* file = fopen(output, "r");
  cr_expect_null(file, "%s", words);
  if (file) fclose(file);
}

Test(figure_scene, bad_requests_say_what_would_be_right) {
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  figure.output = "no.svg";
  cr_expect_eq(carom_figure_scene(&figure, NULL, &diag), CAROM_BAD_VALUE);
  fall(0.5);
  input.actors = NULL;
  expect_refused("a scene needs bodies");
  fall(0.5);
  input.meetings = NULL;
  expect_refused("a scene needs bodies");
  fall(0.5);
  input.across = "it's";
  expect_refused("without quotes");
  fall(0.5);
  input.up = NULL;
  expect_refused("for both axes");
  fall(0.5);
  input.actor_count = 0;
  expect_refused("1 to 64 bodies");
  fall(0.5);
  input.meeting_count = 65;
  expect_refused("up to 64 contacts");
  fall(0.5);
  actors[0].after.y = (double)NAN;
  expect_refused("body 0");
  fall(0.5);
  actors[0].outline = NULL;
  expect_refused("body 0");
  fall(0.5);
  outlines[0][2].x = (double)INFINITY;
  expect_refused("body 0");
  fall(0.5);
  meetings[0].normal.x = (double)INFINITY;
  expect_refused("contact 0");
}
