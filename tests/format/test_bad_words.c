// What people write who know another program, or another unit: the message says what was meant.
#include <criterion/criterion.h>
#include <stddef.h>

#include "kit/parse_text.h"

#define BODY(members)                                                    \
  "{'carom': 1,\n'bodies': {'floor': {'fixed': true},\n'a': {\n" members \
  "}},\n'contacts': [{'bodies': ['a', 'floor'], 'point': [0, 0, 0], 'normal': [0, 0, 1], 'e': 1}]}"
#define BALL "'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 1]"
#define CONTACT(members)                                           \
  "{'carom': 1,\n'bodies': {'floor': {'fixed': true}, 'a': {" BALL \
  "}},\n'contacts': [{'bodies': ['a', 'floor'], "                  \
  "'point': [0, 0, 0], 'normal': [0, 0, 1],\n" members "}]}"
#define ARM(members) "{'carom': 1,\n'mechanism': {" members "},\n'contacts': [{'jacobian': [[1], [0], [0]], 'e': 1}]}"
#define ARM_CONTACT(members) \
  "{'carom': 1,\n'mechanism': {'mass_matrix': [[1]], 'velocity': [-1]},\n'contacts': [{'e': 1,\n" members "}]}"
#define FLOOR(members)                                                         \
  "{'carom': 1, 'bodies': {'a': {" BALL                                        \
  ", 'shape': {'sphere': 1}}},\n'motion': {'until': 1,\n'planes': [{'point': " \
  "[0, 0, 0], 'normal': [0, 0, 1],\n" members "}]}}"

static const bad_row synonyms[] = {
    {"friction", CONTACT("'e': 1, 'friction': 1"), CAROM_UNKNOWN_KEY, "contacts.0.friction", 4, "did you mean \"mu\"?"},
    {"restitution", CONTACT("'restitution': 1"), CAROM_UNKNOWN_KEY, "contacts.0.restitution", 4, "mean \"e\"?"},
    {"surface in a contact", CONTACT("'surface': {'e': 1}"), CAROM_UNKNOWN_KEY, "contacts.0.surface", 4,
     "stand by themselves"},
    {"friction of a body", BODY(BALL ", 'friction': 1"), CAROM_UNKNOWN_KEY, "bodies.a.friction", 4,
     "\"mu\" is a key of a contact"},
    {"angular velocity", BODY(BALL ", 'angular_velocity': 1"), CAROM_UNKNOWN_KEY, "bodies.a.angular_velocity", 4,
     "mean \"spin\"?"},
    {"yaw inertia", BODY("'yaw_inertia': 1"), CAROM_UNKNOWN_KEY, "bodies.a.yaw_inertia", 4, "mean \"inertia\"?"},
    {"speed", BODY(BALL ", 'speed': 1"), CAROM_UNKNOWN_KEY, "bodies.a.speed", 4, "mean \"velocity\"? (a vector"},
    {"heading", BODY(BALL ", 'heading': 1"), CAROM_UNKNOWN_KEY, "bodies.a.heading", 4, "mean \"velocity\"? (a vector"},
    {"radius", BODY(BALL ", 'radius': 1"), CAROM_UNKNOWN_KEY, "bodies.a.radius", 4,
     "\"shape\"? ({\"sphere\": radius})"},
    {"units", BODY(BALL ", 'units': 'us'"), CAROM_UNKNOWN_KEY, "bodies.a.units", 4, "as text: \"30 mph\""},
    {"circle", BODY(BALL ", 'shape': {'circle': 1}"), CAROM_UNKNOWN_KEY, "bodies.a.shape.circle", 4,
     "mean \"sphere\"?"},
    {"disc", BODY(BALL ", 'shape': {'disc': 1}"), CAROM_UNKNOWN_KEY, "bodies.a.shape.disc", 4, "mean \"sphere\"?"},
    {"radius of a shape", BODY(BALL ", 'shape': {'radius': 1}"), CAROM_UNKNOWN_KEY, "bodies.a.shape.radius", 4,
     "mean \"sphere\"?"},
    {"M", ARM("'M': [[1]]"), CAROM_UNKNOWN_KEY, "mechanism.M", 2, "mean \"mass_matrix\"?"},
    {"qdot", ARM("'mass_matrix': [[1]], 'qdot': [1]"), CAROM_UNKNOWN_KEY, "mechanism.qdot", 2, "mean \"velocity\"?"},
    {"J", ARM_CONTACT("'J': [[1], [0], [0]]"), CAROM_UNKNOWN_KEY, "contacts.0.J", 4, "mean \"jacobian\"? (its rows"},
    {"mu_k", CONTACT("'e': 1, 'mu_k': 1"), CAROM_UNKNOWN_KEY, "contacts.0.mu_k", 4, "mean \"mu\"?"},
    {"inertia of a mechanism", ARM("'inertia': [[1]]"), CAROM_UNKNOWN_KEY, "mechanism.inertia", 2,
     "mean \"mass_matrix\"?"},
    {"u", ARM("'mass_matrix': [[1]], 'u': [1]"), CAROM_UNKNOWN_KEY, "mechanism.u", 2, "mean \"velocity\"?"},
    {"w", BODY(BALL ", 'w': 1"), CAROM_UNKNOWN_KEY, "bodies.a.w", 4, "mean \"spin\"?"},
    {"name of a body", BODY(BALL ", 'name': 'x'"), CAROM_UNKNOWN_KEY, "bodies.a.name", 4,
     "the key that it stands under"},
    {"energetic law", CONTACT("'e': 1, 'law': 'energetic'"), CAROM_BAD_VALUE, "contacts.0.law", 4,
     "Did you mean \"stronge\"?"},
    {"kinematic law", CONTACT("'e': 1, 'law': 'kinematic'"), CAROM_BAD_VALUE, "contacts.0.law", 4,
     "Did you mean \"newton\"?"},
    {"law with a capital", CONTACT("'e': 1, 'law': 'Newton'"), CAROM_BAD_VALUE, "contacts.0.law", 4,
     "Did you mean \"newton\"?"},
    {"law misspelt", CONTACT("'e': 1, 'law': 'newtn'"), CAROM_BAD_VALUE, "contacts.0.law", 4,
     "Did you mean \"newton\"?"},
    {"e of a plane", FLOOR("'e': 1"), CAROM_UNKNOWN_KEY, "motion.planes.0.e", 4,
     "it belongs inside \"surface\": {\"e\": ..}"},
    {"friction of a plane", FLOOR("'friction': 1"), CAROM_UNKNOWN_KEY, "motion.planes.0.friction", 4,
     "it belongs inside \"surface\": {\"mu\": ..}"},
    {"a disc outside its shape", BODY("'mass': 1, 'disc': 1"), CAROM_UNKNOWN_KEY, "bodies.a.disc", 4,
     "it belongs inside \"shape\": {\"sphere\": ..}"},
    {"a box outside its shape", BODY("'mass': 1, 'box': [1, 1, 1]"), CAROM_UNKNOWN_KEY, "bodies.a.box", 4,
     "it belongs inside \"shape\": {\"box\": ..}"},
};

Test(bad_words, synonyms) {
  check_bad_rows(sizeof synonyms / sizeof *synonyms, synonyms);
}

static const bad_row forgotten_dimension[] = {
    {"one moment", BODY("'mass': 1, 'inertia': 0.0833"), CAROM_WRONG_TYPE, "bodies.a.inertia", 4,
     "add \"dimension\": 2"},
    {"position", BODY("'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 1]"), CAROM_BAD_VALUE, "bodies.a.position", 4,
     "add \"dimension\": 2"},
    {"jacobian", ARM_CONTACT("'jacobian': [[1], [0]]"), CAROM_BAD_VALUE, "contacts.0.jacobian", 4,
     "the two tangents, then the normal. That is for 3-D"},
    {"jacobian, flat", ARM_CONTACT("'jacobian': [1, 0, 0]"), CAROM_WRONG_TYPE, "contacts.0.jacobian.0", 4,
     "an array of 1 numbers"},
    {"jacobian of six rows", ARM_CONTACT("'jacobian': [[1], [0], [0], [0], [0], [0]]"), CAROM_BAD_VALUE,
     "contacts.0.jacobian", 4, "the two tangents, then the normal."},
    {"jacobian, transposed", ARM_CONTACT("'jacobian': [[1, 0, 0]]"), CAROM_BAD_VALUE, "contacts.0.jacobian", 4,
     "exactly 3 rows of 1 numbers"},
};

Test(bad_words, forgotten_dimension) {
  check_bad_rows(sizeof forgotten_dimension / sizeof *forgotten_dimension, forgotten_dimension);
}

static const bad_row units[] = {
    {"a number in quotes", BODY("'mass': '150'"), CAROM_WRONG_TYPE, "bodies.a.mass", 4,
     "without quotes, or have its unit with it: kg, g, t, lb or oz"},
    {"no number", BODY("'mass': 'heavy'"), CAROM_WRONG_TYPE, "bodies.a.mass", 4,
     "the text \"heavy\"; it must be a number"},
    {"unknown unit", BODY("'mass': '150 lbs'"), CAROM_BAD_VALUE, "bodies.a.mass", 4,
     "the units are kg, g, t, lb or oz"},
    {"unit of something else", BODY("'mass': '2 ft'"), CAROM_BAD_VALUE, "bodies.a.mass", 4, "no unit of a mass"},
    {"unit after a blank", BODY("'mass': '2 lb '"), CAROM_BAD_VALUE, "bodies.a.mass", 4, "no unit of a mass"},
    {"product of units", BODY(BALL ", 'velocity': ['1.2 kN s/m', 0, 0]"), CAROM_BAD_VALUE, "bodies.a.velocity.0", 4,
     "the units are m/s, km/h, mph or ft/s"},
    {"too large", BODY("'mass': '1e308 t'"), CAROM_WRONG_TYPE, "bodies.a.mass", 4, "must be a number"},
    {"out of range", BODY("'mass': '-2 lb'"), CAROM_BAD_VALUE, "bodies.a.mass", 4, "it must be a number > 0"},
    {"where none is measured", CONTACT("'e': '0.5 m'"), CAROM_WRONG_TYPE, "contacts.0.e", 4, "the text \"0.5 m\""},
    {"a number in quotes where none is measured", CONTACT("'e': '0.5'"), CAROM_WRONG_TYPE, "contacts.0.e", 4,
     "it must be a number from 0 to 1."},
};

Test(bad_words, units) {
  check_bad_rows(sizeof units / sizeof *units, units);
}
