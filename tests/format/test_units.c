// Numbers with a unit as text. The factors are checked against definitions and against products of each other.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "format/units.h"
#include "kit/parse_text.h"

static double si(const char* text, carom__quantity quantity) {
  double value = NAN;
  cr_expect(carom__measure_text(text, quantity, &value) == CAROM__MEASURED, "%s", text);
  return value;
}

static void expect(const char* text, carom__quantity quantity, double wanted) {
  const double got = si(text, quantity);
  cr_expect(fabs(got - wanted) <= 4e-16 * fabs(wanted), "%s: %.17g, not %.17g", text, got, wanted);
}

Test(units, definitions) {
  expect("12 in", CAROM__LENGTH, 0.3048);
  expect("3 ft", CAROM__LENGTH, 0.9144);
  expect("1760 yd", CAROM__LENGTH, 1609.344);
  expect("1 mi", CAROM__LENGTH, 5280 * 0.3048);
  expect("2.5 mm", CAROM__LENGTH, 0.0025);
  expect("2.5 cm", CAROM__LENGTH, 0.025);
  expect("-2.5 km", CAROM__LENGTH, -2500);
  expect("16 oz", CAROM__MASS, 0.45359237);
  expect("1 lb", CAROM__MASS, 0.45359237);
  expect("170 g", CAROM__MASS, 0.17);
  expect("1.5 t", CAROM__MASS, 1500);
  expect("1 mph", CAROM__SPEED, 1609.344 / 3600);
  expect("36 km/h", CAROM__SPEED, 10);
  expect("10 ft/s", CAROM__SPEED, 3.048);
  expect("180 deg", CAROM__ANGLE, acos(-1));
  expect("360 deg/s", CAROM__RATE, 2 * acos(-1));
  expect("60 rpm", CAROM__RATE, 2 * acos(-1));
  expect("5 ms", CAROM__TIME, 0.005);
  expect("1 lb ft^2", CAROM__INERTIA, 0.45359237 * 0.3048 * 0.3048);
  expect("32 ft/s^2", CAROM__ACCELERATION, 32 * 0.3048);
}

Test(units, spelling) {
  cr_expect(si("30mph", CAROM__SPEED) == si("30 mph", CAROM__SPEED));
  cr_expect(si("3e1  mph", CAROM__SPEED) == si("30 mph", CAROM__SPEED));
  cr_expect(si("1 m", CAROM__LENGTH) == 1);
  cr_expect(si("60 rpm", CAROM__SPEED_OR_RATE) == si("60 rpm", CAROM__RATE));
  cr_expect(si("1 mph", CAROM__SPEED_OR_RATE) == si("1 mph", CAROM__SPEED));
}

Test(units, what_is_none) {
  static const struct {
    const char* text;
    carom__measure measure;
  } rows[] = {{"", CAROM__NO_NUMBER},      {"m", CAROM__NO_NUMBER},       {"1", CAROM__NO_UNIT},
              {"1 ", CAROM__NO_UNIT},      {"1 M", CAROM__OTHER_UNIT},    {"1 m ", CAROM__OTHER_UNIT},
              {"1 kg", CAROM__OTHER_UNIT}, {"+1 m", CAROM__NO_NUMBER},    {"1.2.3 m", CAROM__NO_NUMBER},
              {"-- m", CAROM__NO_NUMBER},  {"1e999 m", CAROM__NO_NUMBER}, {"1e308 km", CAROM__NO_NUMBER},
              {"nan m", CAROM__NO_NUMBER}, {"1 e3 m", CAROM__OTHER_UNIT}, {"01 m", CAROM__NO_NUMBER}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    double value = 7;
    cr_expect(carom__measure_text(rows[i].text, CAROM__LENGTH, &value) == rows[i].measure, "\"%s\"", rows[i].text);
    cr_expect(value == 7, "\"%s\" left %g", rows[i].text, value);
  }
}

Test(units, lists) {
  char list[100];
  carom__list_units(CAROM__SPEED, list, sizeof list);
  cr_expect_str_eq(list, "m/s, km/h, mph or ft/s");
  carom__list_units(CAROM__ANGLE, list, sizeof list);
  cr_expect_str_eq(list, "rad or deg");
}

/// The same impact in two systems of units, each key that takes a unit among them.
Test(units, a_file_of_each_key) {
  carom_scenario* us = parse_good(
      "{'carom': 1, 'dimension': 2, 'bodies': {'car': {'mass': '2 lb', 'inertia': '3 lb ft^2', 'position': ['1 ft', "
      "'-2 in'],"
      " 'velocity': ['30 mph', '-10 ft/s'], 'spin': '60 rpm', 'angle': '45 deg', 'shape': {'points': [['1 ft', 0], [0, "
      "1]]}}},"
      " 'motion': {'until': '500 ms', 'gravity': [0, '-32 ft/s^2'], 'cutoff_speed': '1 km/h', 'sample': '10 ms',"
      " 'planes': [{'point': [0, '-1 yd'], 'normal': [0, 1], 'surface': {'e': 0.5}}]}}");

  const carom_body* car = &us->bodies[0];
  cr_expect(car->mass == si("2 lb", CAROM__MASS));
  cr_expect(car->inertia.m[2][2] == si("3 lb ft^2", CAROM__INERTIA));
  cr_expect(car->position.x == si("1 ft", CAROM__LENGTH) && car->position.y == si("-2 in", CAROM__LENGTH));
  cr_expect(car->velocity.x == si("30 mph", CAROM__SPEED) && car->velocity.y == si("-10 ft/s", CAROM__SPEED));
  cr_expect(car->spin.z == si("60 rpm", CAROM__RATE));
  cr_expect(us->body_info[0].angle == si("45 deg", CAROM__ANGLE));
  cr_expect(us->body_info[0].points[0].x == si("1 ft", CAROM__LENGTH));
  cr_expect(us->motion.until == si("500 ms", CAROM__TIME) &&
            us->motion.gravity.y == si("-32 ft/s^2", CAROM__ACCELERATION));
  cr_expect(us->motion.planes[0].point.y == si("-1 yd", CAROM__LENGTH));
  carom_scenario_free(us);
}
