// Single hits against published numbers and closed forms.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "carom/table.h"
#include "table/game.h"

static const double DEGREE = 3.14159265358979323846 / 180;

/// The cue ball moves at `cut` to the line of centres, which is x; top is its spin about the axis across its way.
static void aim(double speed, double top, double cut, double radius, double mass, carom_table_ball out[2]) {
  const double c = cos(cut), s = sin(cut);
  out[0] = (carom_table_ball){.mass = mass,
                              .radius = radius,
                              .position = {1, 1, radius},
                              .velocity = {speed * c, speed * s, 0},
                              .spin = {-top * s, top * c, 0}};
  out[1] = (carom_table_ball){.mass = mass, .radius = radius, .position = {1 + 2 * radius, 1, radius}};
}

/// The velocity with which a ball will roll, whatever the cloth does until then.
static carom_vec2 rolls(const carom_table_ball* ball) {
  const double slip_x = ball->velocity.x - ball->radius * ball->spin.y;
  const double slip_y = ball->velocity.y + ball->radius * ball->spin.x;
  return (carom_vec2){ball->velocity.x - 2.0 / 7 * slip_x, ball->velocity.y - 2.0 / 7 * slip_y};
}

/// Mathavan, Jackson and Parkin 2014, tables 1 and 2: cue speed, topspin, cut; speeds at the end of sliding, two
/// angles.
static const double SHOTS[5][7] = {{1.539, 58.63, 33.83, .914, .831, 31.93, 32.20},
                                   {1.032, 39.31, 26.36, .520, .599, 32.45, 25.07},
                                   {1.364, 51.96, 40.52, .917, .676, 29.91, 38.62},
                                   {1.731, 65.94, 46.5, 1.28, .780, 27.32, 44.38},
                                   {.942, 35.89, 18.05, .383, .579, 29.47, 17.15}};

static double worst_of_shots(const carom_table* table) {
  double worst = 0;
  for (int i = 0; i < 5; ++i) {
    const double* shot = SHOTS[i];
    const double cut = shot[2] * DEGREE;
    carom_table_ball before[2], after[2];
    carom_diag diag;
    aim(shot[0], shot[1], cut, 0.02625, 0.1406, before);
    cr_assert_eq(carom_table_pair(table, before, after, NULL, &diag), CAROM_OK, "%s", diag.message);
    const carom_vec2 cue = rolls(&after[0]), object = rolls(&after[1]);
    const double found[] = {hypot(cue.x, cue.y), hypot(object.x, object.y), fabs(atan2(cue.y, cue.x) - cut) / DEGREE,
                            fabs(atan2(object.y, object.x) - cut) / DEGREE};
    for (int k = 0; k < 4; ++k) worst = fmax(worst, fabs(found[k] / shot[3 + k] - 1));
  }
  return worst;
}

static carom_table snooker_stuff(void) {
  carom_table table = carom_table_default();
  table.hit = (carom_table_hit){.e = 0.89, .base = 0.05, .eta2 = carom_eta2_from_poisson_ratio(0.3)};
  table.cloth.surface.mu = table.cloth.slide = 0.21;
  return table;
}

Test(table_hits, the_cloth_after_the_hit_is_near_the_published_shots) {
  const carom_table table = snooker_stuff();
  const double worst = worst_of_shots(&table);
  cr_expect_leq(worst, 0.015, "off by %g %%", 100 * worst);
  cr_expect_geq(worst, 0.002, "as near as the hard cloth: is the cloth in the hit?");
}

/// They bar vertical motion, which a hard cloth that gives nothing back does too.
Test(table_hits, a_hard_cloth_in_the_hit_gives_the_published_shots) {
  carom_table table = snooker_stuff();
  table.cloth.stiffness = 1e4;
  table.cloth.surface.e = 0;
  table.cloth.surface.eta2 = table.hit.eta2;
  const double worst = worst_of_shots(&table);
  cr_expect_leq(worst, 0.003, "off by %g %%", 100 * worst);
}

/// TP A-14: tan = min(mu v_n/u, 1/7) v_t/v_n with e = 1, u the speed of slip.
Test(table_hits, throw_has_its_closed_form) {
  carom_table table = carom_table_default();
  table.hit.e = 1;
  table.hit.eta2 = 0;
  double worst = 0;
  for (double speed = 0.2; speed < 8; speed *= 2)
    for (double degrees = 1; degrees < 85; degrees += 3)
      for (int top = 0; top < 2; ++top) {
        const double cut = degrees * DEGREE, along = speed * sin(cut), up = top ? speed * cos(cut) : 0;
        const double u = hypot(along, up), mu = 0.009951 + 0.108 * exp(-1.088 * u), n = speed * cos(cut);
        const double expected = atan(fmin(mu * n / u, 1.0 / 7) * along / n);
        carom_table_ball before[2], after[2];
        carom_table_contact c;
        aim(speed, top ? speed / GAME_RADIUS : 0, cut, GAME_RADIUS, GAME_MASS, before);
        cr_assert_eq(carom_table_pair(&table, before, after, &c, NULL), CAROM_OK);
        const carom_vec3 object = c.ball == 1 ? c.after_a : c.after_b;
        worst = fmax(worst, fabs(atan2(object.y, object.x) - expected) / DEGREE);
      }
  cr_expect_leq(worst, 1e-12, "off by %g degrees", worst);
}

/// Friction that falls to nothing at 700 m/s is none.
Test(table_hits, friction_that_has_died_away) {
  carom_table table = carom_table_default();
  table.hit.base = 0;
  carom_table_ball before[2], after[2];
  carom_table_contact c;
  carom_diag diag = {0};
  aim(1000, 0, 45 * DEGREE, GAME_RADIUS, GAME_MASS, before);
  cr_assert_eq(carom_table_pair(&table, before, after, &c, &diag), CAROM_OK, "%s", diag.message);
  cr_expect_eq(c.mu, 0);
}

/// The largest throw of a stun shot, over cuts half a degree apart.
Test(table_hits, largest_throws_are_those_of_the_fit) {
  static const double rows[3][3] = {{0.4, 5.44, 33}, {1, 4.31, 27.5}, {3, 2.77, 18.5}};
  carom_table table = carom_table_default();
  table.hit.eta2 = 0;
  for (int i = 0; i < 3; ++i) {
    double best = 0, at = 0;
    for (double degrees = 0.5; degrees < 80; degrees += 0.5) {
      carom_table_ball before[2], after[2];
      carom_table_contact c;
      aim(rows[i][0], 0, degrees * DEGREE, GAME_RADIUS, GAME_MASS, before);
      cr_assert_eq(carom_table_pair(&table, before, after, &c, NULL), CAROM_OK);
      const carom_vec3 object = c.ball == 1 ? c.after_a : c.after_b;
      const double angle = atan2(object.y, object.x) / DEGREE;
      if (angle > best) best = angle, at = degrees;
    }
    cr_expect_float_eq(best, rows[i][1], 0.01, "%g m/s: %g", rows[i][0], best);
    cr_expect_float_eq(at, rows[i][2], 0.25, "%g m/s: at %g", rows[i][0], at);
  }
}

/// A rolling cue ball without friction between balls: tan = sin cos/(sin^2 + 2/5), 33.749 degrees at its largest.
Test(table_hits, thirty_degree_rule) {
  carom_table table = carom_table_default();
  table.hit = (carom_table_hit){.e = 1};
  carom_table_ball before[2], after[2];
  const double cut = asin(1 - 0.5285);
  aim(1, 1 / GAME_RADIUS, cut, GAME_RADIUS, GAME_MASS, before);
  cr_assert_eq(carom_table_pair(&table, before, after, NULL, NULL), CAROM_OK);
  const carom_vec2 cue = rolls(&after[0]);
  const double angle = fabs(atan2(cue.y, cue.x) - cut), s = sin(cut), c = cos(cut);
  cr_expect_float_eq(angle, atan(s * c / (s * s + 0.4)), 1e-14);
  cr_expect_float_eq(angle / DEGREE, 33.749, 5e-4);
}

/// Shepard 2001: where tip and ball part with one velocity across the cue, as they do with e = 0 and enough friction,
/// tan(squirt) = 5/2 b c/(1 + 5/2 c^2 + m/m_end), with b the side and c^2 = 1 - b^2.
Test(table_hits, squirt_has_its_closed_form) {
  for (double side = -0.5; side < 0.6; side += 0.25) {
    game g = game_start(false);
    g.balls[0] = (carom_table_ball){.mass = GAME_MASS, .radius = GAME_RADIUS, .position = {0.5, 0.5, GAME_RADIUS}};
    g.table.ball_count = 1;
    g.table.cloth.surface.mu = 0;
    cr_assert_eq(game_begin(&g, NULL), CAROM_OK);
    carom_stroke stroke = carom_stroke_default();
    stroke.side = side;
    stroke.tip = (carom_surface){.mu = 5};
    carom_diag diag;
    cr_assert_eq(carom_table_strike(g.run, &stroke, &diag), CAROM_OK, "%s", diag.message);
    const carom_vec3 v = g.run->pieces[0].velocity;
    const double k = 2.5, across = k * side * sqrt(1 - side * side);
    const double expected = atan(across / (1 + k * (1 - side * side) + GAME_MASS / stroke.end_mass));
    cr_expect_float_eq(atan2(v.y, v.x), expected, 1e-9, "side %g: %g, not %g", side, atan2(v.y, v.x), expected);
    game_end(&g);
  }
}

/// Far away places have no digits left for a ball; the hit does not need them.
Test(table_hits, a_cushion_is_the_same_everywhere) {
  const carom_table table = carom_table_default();
  carom_table_ball ball = {.mass = 0.17, .radius = 0.0286, .velocity = {-1, -0.3, 0}, .spin = {3, -20, 8}}, first,
                   after;
  const double places[] = {0, 0.7, -1e3, 1e12, 1e16, 1e69};
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
    ball.position = (carom_vec3){places[i], 0.3 * places[i], ball.radius};
    cr_assert_eq(carom_table_cushion(&table, &ball, (carom_vec2){1, 0.2}, &after, NULL), CAROM_OK, "%g", places[i]);
    if (i == 0) first = after;
    cr_expect_gt(after.velocity.x, 0.5);
    cr_expect_eq(memcmp(&after.velocity, &first.velocity, sizeof first.velocity), 0, "%g", places[i]);
    cr_expect_eq(memcmp(&after.spin, &first.spin, sizeof first.spin), 0, "%g", places[i]);
  }
}

/// A ball that flies falls into a pocket where it comes down; what it was on its way can be asked afterwards.
Test(table_hits, a_flight_ends_in_a_pocket) {
  carom_table table = carom_table_default();
  const carom_table_ball ball = {
      .mass = 0.17, .radius = 0.03, .position = {0, 0, 0.5}, .velocity = {1, 0, 0}, .spin = {0, 3, 0}};
  const double fall = sqrt(2 * 0.47 / table.gravity);
  const carom_table_pocket pocket = {{fall, 0}, 0.06};
  table.ball_count = table.pocket_count = 1;
  table.balls = &ball;
  table.pockets = &pocket;
  carom_table_run* run = malloc(sizeof *run);
  double* room = malloc(carom_table_workspace_size(&table) * sizeof *room);
  cr_assert(run && room);
  cr_assert_eq(carom_table_start(run, &table, room, NULL), CAROM_OK);
  const carom_cloth_piece flight = run->pieces[0];
  carom_vec3 at[3], same[3];
  carom_table_at(run, 0, 0.5 * fall, &at[0], &at[1], &at[2]);
  carom_table_piece_at(&flight, 0.5 * fall, &same[0], &same[1], &same[2]);
  cr_expect_eq(memcmp(at, same, sizeof at), 0);
  cr_assert_eq(carom_table_step(run, NULL), CAROM_OK);
  cr_expect_eq(run->contacts[0].with, CAROM_TABLE_POCKET);
  cr_expect_eq(run->pieces[0].phase, CAROM_PHASE_POCKETED);
  cr_expect_lt(fabs(run->t - fall), 1e-15);
  cr_expect_lt(fabs(run->ledger.pocketed - (0.5 * 0.17 + 0.17 * table.gravity * 0.5 + 0.5 * 0.4 * 0.17 * 9e-4 * 9)),
               1e-12);
  free(room);
  free(run);
}
