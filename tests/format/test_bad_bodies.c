// What can be wrong with a body.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/parse_text.h"

// The body "a" opens on line 3 and its members start on line 4.
#define SPATIAL(members)                                                 \
  "{'carom': 1,\n'bodies': {'floor': {'fixed': true},\n'a': {\n" members \
  "}},\n'contacts': [{'bodies': ['a', 'floor'], 'point': [0, 0, 0], 'normal': [0, 0, 1], 'e': 1}]}"
#define PLANAR(members)                                                                  \
  "{'carom': 1, 'dimension': 2,\n'bodies': {'floor': {'fixed': true},\n'a': {\n" members \
  "}},\n'contacts': [{'bodies': ['a', 'floor'], 'point': [0, 0], 'normal': [0, 1], 'e': 1}]}"
#define BALL "'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 1]"
#define DISC "'mass': 1, 'inertia': 1, 'position': [0, 1]"
#define CUE  "'mass': 1, 'guide': [0, 0, 1]"

static const bad_row the_whole[] = {
    {"bodies not an object", "{'carom': 1,\n'bodies': []}", CAROM_WRONG_TYPE, "bodies", 2, "must be an object"},
    {"no body", "{'carom': 1,\n'bodies': {}}", CAROM_BAD_VALUE, "bodies", 2, "has 0 bodies"},
    {"no name", "{'carom': 1,\n'bodies': {\n'': {'fixed': true}}}", CAROM_BAD_VALUE, "bodies.", 3, "name"},
    {"body not an object", "{'carom': 1, 'bodies': {\n'a': 1}}", CAROM_WRONG_TYPE, "bodies.a", 2, "an object"},
    {"unknown key", SPATIAL(BALL ",\n'masss': 1"), CAROM_UNKNOWN_KEY, "bodies.a.masss", 5, "mean \"mass\"?"},
    {"fixed not a boolean", SPATIAL("'fixed': 1"), CAROM_WRONG_TYPE, "bodies.a.fixed", 4, "true or false"},
    {"fixed with mass", SPATIAL("'fixed': true,\n'mass': 1"), CAROM_UNKNOWN_KEY, "bodies.a.mass", 5, "fixed"},
    {"fixed is false, no mass", SPATIAL("'fixed': false"), CAROM_MISSING_KEY, "bodies.a.mass", 3, "number > 0"},
    {"angle in 3-D", SPATIAL(BALL ",\n'angle': 1"), CAROM_UNKNOWN_KEY, "bodies.a.angle", 5, "orientation"},
    {"orientation in 2-D", PLANAR(DISC ",\n'orientation': 1"), CAROM_UNKNOWN_KEY, "bodies.a.orientation", 5, "2-D"},
    {"spin_frame in 2-D", PLANAR(DISC ",\n'spin_frame': 'body'"), CAROM_UNKNOWN_KEY, "bodies.a.spin_frame", 5, "2-D"},
};

Test(bad_bodies, the_whole) {
  check_bad_rows(sizeof the_whole / sizeof *the_whole, the_whole);
}

static const bad_row mass_and_inertia[] = {
    {"no mass", SPATIAL("'inertia': [1, 1, 1], 'position': [0, 0, 1]"), CAROM_MISSING_KEY, "bodies.a.mass", 3,
     "number > 0"},
    {"mass 0", SPATIAL("'mass': 0, 'inertia': [1, 1, 1], 'position': [0, 0, 1]"), CAROM_BAD_VALUE, "bodies.a.mass", 4,
     "is 0; it must be a number > 0"},
    {"mass as text", SPATIAL("'mass': 'heavy', 'inertia': [1, 1, 1], 'position': [0, 0, 1]"), CAROM_WRONG_TYPE,
     "bodies.a.mass", 4, "the text \"heavy\""},
    {"2-D mass negative", PLANAR("'mass': -2, 'inertia': 1, 'position': [0, 1]"), CAROM_BAD_VALUE, "bodies.a.mass", 4,
     "is -2"},
    {"2-D no inertia", PLANAR("'mass': 1, 'position': [0, 1]"), CAROM_MISSING_KEY, "bodies.a.inertia", 3, "> 0"},
    {"2-D inertia 0", PLANAR("'mass': 1, 'inertia': 0, 'position': [0, 1]"), CAROM_BAD_VALUE, "bodies.a.inertia", 4,
     "is 0"},
    {"2-D inertia as in 3-D", PLANAR("'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 1]"), CAROM_WRONG_TYPE,
     "bodies.a.inertia", 4, "an array of 3"},
    {"no inertia", SPATIAL("'mass': 1, 'position': [0, 0, 1]"), CAROM_MISSING_KEY, "bodies.a.inertia", 3,
     "three principal moments"},
    {"inertia as in 2-D", SPATIAL("'mass': 1, 'inertia': 1, 'position': [0, 0, 1]"), CAROM_WRONG_TYPE,
     "bodies.a.inertia", 4, "three principal moments"},
    {"two moments", SPATIAL("'mass': 1, 'inertia': [1, 1], 'position': [0, 0, 1]"), CAROM_BAD_VALUE, "bodies.a.inertia",
     4, "exactly 3"},
    {"moment 0", SPATIAL("'mass': 1, 'inertia': [1,\n0, 1], 'position': [0, 0, 1]"), CAROM_BAD_VALUE,
     "bodies.a.inertia.1", 5, "\"inertia[1]\" is 0"},
    {"moments against the triangle inequality", SPATIAL("'mass': 1, 'inertia': [1, 1, 2.1], 'position': [0, 0, 1]"),
     CAROM_BAD_VALUE, "bodies.a.inertia", 4, "larger than the sum"},
    {"matrix of two rows", SPATIAL("'mass': 1, 'inertia': [[1, 0, 0], [0, 1, 0]], 'position': [0, 0, 1]"),
     CAROM_BAD_VALUE, "bodies.a.inertia", 4, "exactly 3"},
    {"matrix with a short row", SPATIAL("'mass': 1, 'inertia': [[1, 0, 0],\n[0, 1], [0, 0, 1]], 'position': [0, 0, 1]"),
     CAROM_BAD_VALUE, "bodies.a.inertia.1", 5, "\"inertia[1]\" has 2 entries"},
    {"matrix with a row that is a number", SPATIAL("'mass': 1, 'inertia': [[1, 0, 0], 2, 3], 'position': [0, 0, 1]"),
     CAROM_WRONG_TYPE, "bodies.a.inertia.1", 4, "an array of 3 numbers"},
    {"matrix not symmetric",
     SPATIAL("'mass': 1, 'inertia': [[2, 0, 0], [0, 2, 0],\n[0.01, 0, 2]], 'position': [0, 0, 1]"), CAROM_BAD_VALUE,
     "bodies.a.inertia.2.0", 5, "off by 0.005"},
    {"matrix not positive", SPATIAL("'mass': 1, 'inertia': [[1, 2, 0], [2, 1, 0], [0, 0, 1]], 'position': [0, 0, 1]"),
     CAROM_BAD_VALUE, "bodies.a.inertia", 4, "positive"},
    {"matrix against the triangle inequality",
     SPATIAL("'mass': 1, 'inertia': [[1, 0, 0], [0, 3, 0], [0, 0, 1]], 'position': [0, 0, 1]"), CAROM_BAD_VALUE,
     "bodies.a.inertia", 4, "larger than the sum"},
};

Test(bad_bodies, mass_and_inertia) {
  check_bad_rows(sizeof mass_and_inertia / sizeof *mass_and_inertia, mass_and_inertia);
}

static const bad_row state[] = {
    {"no position", SPATIAL("'mass': 1, 'inertia': [1, 1, 1]"), CAROM_MISSING_KEY, "bodies.a.position", 3,
     "an array of 3 numbers"},
    {"2-D no position", PLANAR("'mass': 1, 'inertia': 1"), CAROM_MISSING_KEY, "bodies.a.position", 3, "2 numbers"},
    {"2-D position in 3-D", PLANAR("'mass': 1, 'inertia': 1, 'position': [0, 0, 0]"), CAROM_BAD_VALUE,
     "bodies.a.position", 4, "has 3 entries; it must have exactly 2"},
    {"position with null", SPATIAL("'mass': 1, 'inertia': [1, 1, 1], 'position': [0,\nnull, 1]"), CAROM_WRONG_TYPE,
     "bodies.a.position.1", 5, "\"position[1]\" is null"},
    {"velocity a number", SPATIAL(BALL ",\n'velocity': 1"), CAROM_WRONG_TYPE, "bodies.a.velocity", 5, "3 numbers"},
    {"2-D velocity too long", PLANAR(DISC ",\n'velocity': [1, 2, 3]"), CAROM_BAD_VALUE, "bodies.a.velocity", 5,
     "exactly 2"},
    {"spin a number", SPATIAL(BALL ",\n'spin': 1"), CAROM_WRONG_TYPE, "bodies.a.spin", 5, "3 numbers"},
    {"2-D spin a vector", PLANAR(DISC ",\n'spin': [0, 0, 1]"), CAROM_WRONG_TYPE, "bodies.a.spin", 5, "a number"},
    {"spin_frame misspelt", SPATIAL(BALL ",\n'spin_frame': 'bodie'"), CAROM_BAD_VALUE, "bodies.a.spin_frame", 5,
     "\"world\" or \"body\""},
    {"spin_frame not text", SPATIAL(BALL ",\n'spin_frame': true"), CAROM_WRONG_TYPE, "bodies.a.spin_frame", 5,
     "is true; it must be \"world\""},
    {"spin overflows in world axes",
     SPATIAL(BALL ", 'orientation': {'axis': [1, 1, 1], 'angle': 1}, 'spin_frame': 'body',\n"
                  "'spin': [1.7e308, 1.7e308, 1.7e308]"),
     CAROM_BAD_VALUE, "bodies.a.spin", 5, "infinite"},
};

Test(bad_bodies, state) {
  check_bad_rows(sizeof state / sizeof *state, state);
}

#define TURNED(orientation) SPATIAL(BALL ",\n'orientation': " orientation)

static const bad_row orientation[] = {
    {"a number", TURNED("1"), CAROM_WRONG_TYPE, "bodies.a.orientation", 5, "rotation matrix"},
    {"empty object", TURNED("{}"), CAROM_MISSING_KEY, "bodies.a.orientation.quaternion", 5, "4 numbers"},
    {"unknown key", TURNED("{'euler': [0, 0, 0]}"), CAROM_UNKNOWN_KEY, "bodies.a.orientation.euler", 5, "allowed"},
    {"axis alone", TURNED("{'axis': [0, 0, 1]}"), CAROM_MISSING_KEY, "bodies.a.orientation.angle", 5, "a number"},
    {"angle alone", TURNED("{'angle': 1}"), CAROM_MISSING_KEY, "bodies.a.orientation.axis", 5, "3 numbers"},
    {"axis zero", TURNED("{'angle': 1,\n'axis': [0, 0, 0]}"), CAROM_BAD_VALUE, "bodies.a.orientation.axis", 6,
     "length 0"},
    {"axis and quaternion", TURNED("{'axis': [0, 0, 1], 'angle': 1,\n'quaternion': [1, 0, 0, 0]}"), CAROM_UNKNOWN_KEY,
     "bodies.a.orientation.quaternion", 6, "axis and angle, or a quaternion"},
    {"quaternion of three", TURNED("{'quaternion': [1, 0, 0]}"), CAROM_BAD_VALUE, "bodies.a.orientation.quaternion", 5,
     "exactly 4"},
    {"quaternion too long", TURNED("{'quaternion': [1, 0, 0, 0.1]}"), CAROM_BAD_VALUE,
     "bodies.a.orientation.quaternion", 5, "off by 0.005"},
    {"matrix of two rows", TURNED("[[1, 0, 0], [0, 1, 0]]"), CAROM_BAD_VALUE, "bodies.a.orientation", 5, "exactly 3"},
    {"matrix stretched", TURNED("[[1, 0, 0], [0, 1, 0], [0, 0, 1.01]]"), CAROM_BAD_VALUE, "bodies.a.orientation", 5,
     "by 0.02"},
    {"matrix left-handed", TURNED("[[1, 0, 0], [0, 1, 0], [0, 0, -1]]"), CAROM_BAD_VALUE, "bodies.a.orientation", 5,
     "left-handed"},
};

Test(bad_bodies, orientation) {
  check_bad_rows(sizeof orientation / sizeof *orientation, orientation);
}

static const bad_row guide[] = {
    {"no mass", SPATIAL("'guide': [0, 0, 1]"), CAROM_MISSING_KEY, "bodies.a.mass", 3, "> 0"},
    {"mass 0", SPATIAL("'guide': [0, 0, 1], 'mass': 0"), CAROM_BAD_VALUE, "bodies.a.mass", 4, "> 0"},
    {"not a unit vector", SPATIAL("'mass': 1,\n'guide': [0, 0, 2]"), CAROM_BAD_VALUE, "bodies.a.guide", 5,
     "length 2, which is off by 1"},
    {"zero", SPATIAL("'mass': 1,\n'guide': [0, 0, 0]"), CAROM_BAD_VALUE, "bodies.a.guide", 5, "length 0"},
    {"3-D in 2-D", PLANAR("'mass': 1,\n'guide': [0, 0, 1]"), CAROM_BAD_VALUE, "bodies.a.guide", 5, "exactly 2"},
    {"with inertia", SPATIAL(CUE ",\n'inertia': [1, 1, 1]"), CAROM_UNKNOWN_KEY, "bodies.a.inertia", 5, "guide"},
    {"with position", SPATIAL(CUE ",\n'position': [1, 1, 1]"), CAROM_UNKNOWN_KEY, "bodies.a.position", 5, "guide"},
    {"with spin", SPATIAL(CUE ",\n'spin': [1, 1, 1]"), CAROM_UNKNOWN_KEY, "bodies.a.spin", 5, "guide"},
    {"with orientation", SPATIAL(CUE ",\n'orientation': []"), CAROM_UNKNOWN_KEY, "bodies.a.orientation", 5, "guide"},
    {"with shape", SPATIAL(CUE ",\n'shape': {}"), CAROM_UNKNOWN_KEY, "bodies.a.shape", 5, "guide"},
    {"velocity off the line", SPATIAL(CUE ",\n'velocity': [0.01, 0, 3]"), CAROM_BAD_VALUE, "bodies.a.velocity", 5,
     "leaves the guide's line by 0.01"},
};

Test(bad_bodies, guide) {
  check_bad_rows(sizeof guide / sizeof *guide, guide);
}

static const bad_row shape[] = {
    {"not an object", SPATIAL(BALL ",\n'shape': 'ball'"), CAROM_WRONG_TYPE, "bodies.a.shape", 5, "an object"},
    {"empty", SPATIAL(BALL ",\n'shape': {}"), CAROM_MISSING_KEY, "bodies.a.shape.sphere", 5, "> 0"},
    {"unknown", SPATIAL(BALL ",\n'shape': {'cube': 1}"), CAROM_UNKNOWN_KEY, "bodies.a.shape.cube", 5, "sphere"},
    {"both", SPATIAL(BALL ",\n'shape': {'points': [[1, 1, 1]],\n'sphere': 1}"), CAROM_UNKNOWN_KEY,
     "bodies.a.shape.sphere", 6, "not two of them"},
    {"radius 0", SPATIAL(BALL ",\n'shape': {'sphere': 0}"), CAROM_BAD_VALUE, "bodies.a.shape.sphere", 5, "> 0"},
    {"no corners", SPATIAL(BALL ",\n'shape': {'points': []}"), CAROM_BAD_VALUE, "bodies.a.shape.points", 5,
     "1 to 1024"},
    {"corner not a vector", SPATIAL(BALL ",\n'shape': {'points': [1, 2, 3]}"), CAROM_WRONG_TYPE,
     "bodies.a.shape.points.0", 5, "\"points[0]\" is the number 1"},
    {"corner of two", SPATIAL(BALL ",\n'shape': {'points': [[1, 2, 3],\n[1, 2]]}"), CAROM_BAD_VALUE,
     "bodies.a.shape.points.1", 6, "exactly 3"},
    {"corner with text", PLANAR(DISC ",\n'shape': {'points': [[1, 2],\n[1, 'x']]}"), CAROM_WRONG_TYPE,
     "bodies.a.shape.points.1.1", 6, "\"points[1][1]\""},
    {"angle without corners", PLANAR(DISC ", 'shape': {'sphere': 1},\n'angle': 0"), CAROM_UNKNOWN_KEY, "bodies.a.angle",
     5, "corner points"},
    {"angle not a number", PLANAR(DISC ", 'shape': {'points': [[1, 1]]},\n'angle': [0]"), CAROM_WRONG_TYPE,
     "bodies.a.angle", 5, "a number"},
};

Test(bad_bodies, shape) {
  check_bad_rows(sizeof shape / sizeof *shape, shape);
}

Test(bad_bodies, too_many) {
  char* text = malloc(40 * 1025 + 100);
  strcpy(text, "{'carom': 1,\n'bodies': {");
  char* end = text + strlen(text);
  for (int i = 0; i < 1025; i++) {
    end += sprintf(end, "'b%d': {'fixed': true}%s", i, i < 1024 ? ", " : "}}");
  }
  const bad_row row = {"1025 bodies", text, CAROM_BAD_VALUE, "bodies", 2, "has 1025 bodies; it must have 1 to 1024"};
  check_bad_rows(1, &row);
  free(text);
}
