// Delta-V, angles of approach and departure, principal direction of force: by hand.
#include <criterion/criterion.h>
#include <math.h>

#include "carom/model.h"

static const double PI = 3.14159265358979323846;

static carom_body_change change(carom_vec2 before, carom_vec2 after) {
  carom_body a = carom_body_planar(1, 1, (carom_vec2){0, 0}), b = a;
  a.velocity = (carom_vec3){before.x, before.y, 0};
  b.velocity = (carom_vec3){after.x, after.y, 0};
  return carom_body_change_between(2, &a, &b);
}

static void expect(double got, double wanted, const char* what) {
  cr_expect(fabs(got - wanted) <= 4e-16 * (1 + fabs(wanted)), "%s: %.17g, not %.17g", what, got, wanted);
}

Test(change, head_on_and_from_the_sides) {
  const carom_body_change front = change((carom_vec2){10, 0}, (carom_vec2){4, 0});
  expect(front.delta_v, 6, "delta-V");
  expect(front.pdof, 0, "from the front");
  const carom_body_change right = change((carom_vec2){0, 10}, (carom_vec2){-3, 10});  // going up, pushed to the left
  expect(right.delta_v, 3, "delta-V");
  expect(right.pdof, PI / 2, "from the right");
  expect(right.approach_angle, PI / 2, "going up");
  expect(change((carom_vec2){0, 10}, (carom_vec2){3, 10}).pdof, -PI / 2, "from the left");
  expect(change((carom_vec2){-2, 0}, (carom_vec2){-5, 0}).pdof, PI, "from behind");
  expect(change((carom_vec2){0, 2}, (carom_vec2){-2, 0}).departure_angle, PI, "to the left");
  expect(change((carom_vec2){1, 1}, (carom_vec2){1, -1}).departure_angle, -PI / 4, "down");
}

Test(change, turned_by_any_angle_the_same) {
  for (int i = -20; i <= 20; ++i) {
    const double turn = 0.31 * i, c = cos(turn), s = sin(turn);
    const carom_body_change turned = change((carom_vec2){8 * c, 8 * s}, (carom_vec2){2 * c - 3 * s, 2 * s + 3 * c});
    cr_expect(fabs(turned.pdof - atan2(3, 6)) < 1e-14, "%g", turned.pdof);
    cr_expect(fabs(turned.delta_v - sqrt(45)) < 1e-14);
  }
}

Test(change, at_rest_and_in_space) {
  const carom_body_change pushed = change((carom_vec2){0, 0}, (carom_vec2){1, 0});
  cr_expect(isnan(pushed.approach_angle) && isnan(pushed.pdof) && pushed.departure_angle == 0);
  const carom_body_change stopped = change((carom_vec2){1, 0}, (carom_vec2){1e-16, -1e-16});
  cr_expect(isnan(stopped.departure_angle) && fabs(stopped.pdof) < 1e-15);
  const carom_body_change untouched = change((carom_vec2){1, 2}, (carom_vec2){1, 2});
  cr_expect(untouched.delta_v == 0 && isnan(untouched.pdof));
  carom_body a = carom_body_default(), b = a;
  b.velocity = (carom_vec3){1, 2, 2};
  const carom_body_change in_space = carom_body_change_between(3, &a, &b);
  cr_expect(in_space.delta_v == 3 && isnan(in_space.pdof) && isnan(in_space.departure_angle));
  cr_expect(carom_closing_speed(&a, &b) == 3);
}
