// What can be wrong with a table: its parts, its racks and strokes, and what stands on it.
#include <criterion/criterion.h>

#include "kit/parse_text.h"

// Bodies stand on line 2, the table on line 3.
#define CUE "'cue ball': {'mass': 0.17, 'shape': {'sphere': 0.03}, 'position': [0.5, 0.5, 0.03]}"
#define GAME(b, t) \
  "{'carom': 1, 'bodies': {\n" b "}, 'motion': {'until': 1, 'gravity': [0, 0, -9.81],\n'table': {" t "}}}"
#define TABLE(t)      GAME(CUE, t)
#define SIZE          "'size': [2, 1]"
#define RING          "'rails': {'segments': [[[0, 0], [2, 0]], [[0.5, 1], [2, 0]], [[0.5, 1], [0, 0]]]}"
#define STROKE(s)     TABLE(SIZE ", 'strokes': [{'ball': 'cue ball', " s "}]")
#define BALL(name, x) ", '" name "': {'mass': 0.17, 'shape': {'sphere': 0.03}, 'position': " x "}"

static const bad_row table[] = {
    {"a number", "{'carom': 1, 'bodies': {" CUE "}, 'motion': {'until': 1, 'gravity': [0, 0, -9.81],\n'table': 1}}",
     CAROM_WRONG_TYPE, "motion.table", 2, "object"},
    {"no gravity", "{'carom': 1, 'bodies': {" CUE "},\n'motion': {'until': 1, 'table': {}}}", CAROM_MISSING_KEY,
     "motion.gravity", 2, "points down"},
    {"gravity aside",
     "{'carom': 1, 'bodies': {" CUE "}, 'motion': {'until': 1, 'table': {},\n'gravity': [1, 0, -9.81]}}",
     CAROM_BAD_VALUE, "motion.gravity", 2, "points down"},
    {"with planes",
     "{'carom': 1, 'bodies': {" CUE "}, 'motion': {'until': 1, 'gravity': [0, 0, -9.81], 'table': {},\n'planes': []}}",
     CAROM_BAD_VALUE, "motion.planes", 2, "leave \"planes\" out"},
    {"in the plane",
     "{'carom': 1,\n'dimension': 2, 'bodies': {'b': {'mass': 1, 'inertia': 1, 'position': [0, 0]}}, "
     "'motion': {'until': 1, 'table': {}}}",
     CAROM_BAD_VALUE, "dimension", 2, "must be 3"},
    {"unknown key", TABLE("'rail': {}"), CAROM_UNKNOWN_KEY, "motion.table.rail", 3, "mean \"rails\"?"},
    {"contact_time negative", TABLE("'contact_time': -1"), CAROM_BAD_VALUE, "motion.table.contact_time", 3, ">= 0"},
    {"size of one", TABLE("'size': [1]"), CAROM_BAD_VALUE, "motion.table.size", 3, "exactly 2"},
    {"size negative", TABLE("'size': [1, -1]"), CAROM_BAD_VALUE, "motion.table.size.1", 3, "> 0"},
    {"cloth: unknown key", TABLE("'cloth': {'slides': 1}"), CAROM_UNKNOWN_KEY, "motion.table.cloth.slides", 3, "slide"},
    {"cloth: negative friction", TABLE("'cloth': {'slide': -0.2}"), CAROM_BAD_VALUE, "motion.table.cloth.slide", 3,
     ">= 0"},
    {"cloth: roll negative", TABLE("'cloth': {'roll': -0.2}"), CAROM_BAD_VALUE, "motion.table.cloth.roll", 3, ">= 0"},
    {"cloth: spin negative", TABLE("'cloth': {'spin': -1}"), CAROM_BAD_VALUE, "motion.table.cloth.spin", 3, ">= 0"},
    {"cloth: stiffness negative", TABLE("'cloth': {'stiffness': -1}"), CAROM_BAD_VALUE, "motion.table.cloth.stiffness",
     3, ">= 0"},
    {"cloth: hop a number", TABLE("'cloth': {'hop': 1}"), CAROM_WRONG_TYPE, "motion.table.cloth.hop", 3, "true"},
    {"cloth: surface", TABLE("'cloth': {'surface': {'e': 2}}"), CAROM_BAD_VALUE, "motion.table.cloth.surface.e", 3,
     "0 to 1"},
    {"balls: e", TABLE("'balls': {'e': 2}"), CAROM_BAD_VALUE, "motion.table.balls.e", 3, "0 to 1"},
    {"balls: friction negative", TABLE("'balls': {'friction': -1}"), CAROM_BAD_VALUE, "motion.table.balls.friction", 3,
     ">= 0"},
    {"balls: friction of two", TABLE("'balls': {'friction': [1, 2]}"), CAROM_BAD_VALUE, "motion.table.balls.friction",
     3, "exactly 3"},
    {"balls: eta2 negative", TABLE("'balls': {'eta2': -1}"), CAROM_BAD_VALUE, "motion.table.balls.eta2", 3, ">= 0"},
    {"rails: height", TABLE("'rails': {'height': 0}"), CAROM_BAD_VALUE, "motion.table.rails.height", 3, "> 0"},
    {"rails: nose", TABLE("'rails': {'nose': -1}"), CAROM_BAD_VALUE, "motion.table.rails.nose", 3, ">= 0"},
    {"rails: no length", TABLE("'rails': {'segments': [[[1, 1], [1, 1]]]}"), CAROM_BAD_VALUE,
     "motion.table.rails.segments.0", 3, "length"},
    {"rails: not points", TABLE("'rails': {'segments': [[1, 1]]}"), CAROM_WRONG_TYPE, "motion.table.rails.segments.0.0",
     3, "2"},
    {"pockets: radius", TABLE("'pockets': [{'at': [0, 0], 'radius': 0}]"), CAROM_BAD_VALUE,
     "motion.table.pockets.0.radius", 3, "> 0"},
    {"pockets: nowhere", TABLE("'pockets': [{'radius': 0.1}]"), CAROM_MISSING_KEY, "motion.table.pockets.0.at", 3,
     "2 numbers"},
};

Test(bad_table, table) {
  check_bad_rows(sizeof table / sizeof *table, table);
}

static const bad_row balls[] = {
    {"overlap", GAME(CUE BALL("1", "[0.54, 0.5, 0.03]"), ""), CAROM_BAD_VALUE, "bodies.1.position", 2,
     "\"cue ball\" and \"1\" overlap by 0.02 m"},
    {"outside the rails", GAME(CUE BALL("1", "[2.5, 0.5, 0.03]"), SIZE), CAROM_BAD_VALUE, "bodies.1.position", 2,
     "outside the rails"},
    {"in the cloth", GAME(CUE BALL("1", "[1, 0.5, 0.02]"), SIZE), CAROM_BAD_VALUE, "bodies.1.position", 2, "cloth"},
    {"no shape", GAME("'b': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 1]}", ""), CAROM_MISSING_KEY,
     "bodies.b.shape", 2, "ball on a table"},
    {"outside a triangle of rails", GAME(CUE BALL("1", "[0.1, 0.9, 0.03]"), RING), CAROM_BAD_VALUE, "bodies.1.position",
     2, "(0.1, 0.9) m, outside the rails, which enclose (0, 0) to (2, 1) m"},
    {"smaller than the rails are high", TABLE(SIZE ", 'racks': [{'row': 2, 'at': [1, 0.5], 'radius': 0.015}]"),
     CAROM_BAD_VALUE, "motion.table.rails", 3, "\"1\" would roll beneath the rails: their nose is 0.0366 m high"},
    {"rack outside", TABLE(SIZE ", 'racks': [{'triangle': 15, 'at': [1.9, 0.5]}]"), CAROM_BAD_VALUE,
     "motion.table.racks.0", 3, "does not fit"},
    {"rack on a ball", TABLE("'racks': [{'row': 2, 'at': [0.45, 0.5]}]"), CAROM_BAD_VALUE, "motion.table.racks.0", 3,
     "overlaps \"cue ball\""},
    {"rack of no kind", TABLE("'racks': [{'at': [0, 0]}]"), CAROM_BAD_VALUE, "motion.table.racks.0", 3, "one of"},
    {"rack of two kinds", TABLE("'racks': [{'row': 1, 'diamond': 1, 'at': [0, 0]}]"), CAROM_BAD_VALUE,
     "motion.table.racks.0", 3, "one of"},
    {"triangle of 14", TABLE("'racks': [{'triangle': 14, 'at': [1, 0.5]}]"), CAROM_BAD_VALUE, "motion.table.racks.0", 3,
     "15"},
    {"rack: no place", TABLE("'racks': [{'row': 2}]"), CAROM_MISSING_KEY, "motion.table.racks.0.at", 3, "2 numbers"},
    {"rack: gap", TABLE("'racks': [{'row': 2, 'at': [1, 1], 'gap': -1}]"), CAROM_BAD_VALUE, "motion.table.racks.0.gap",
     3, ">= 0"},
    {"rack: names too few", TABLE("'racks': [{'row': 2, 'at': [1, 1], 'names': ['a']}]"), CAROM_BAD_VALUE,
     "motion.table.racks.0.names", 3, "2"},
    {"rack: a name twice", TABLE("'racks': [{'row': 2, 'at': [1, 1], 'names': ['a', 'cue ball']}]"), CAROM_BAD_VALUE,
     "motion.table.racks.0.names.1", 3, "already"},
    {"rack: no direction", TABLE("'racks': [{'row': 2, 'at': [1, 1], 'direction': [0, 0]}]"), CAROM_BAD_VALUE,
     "motion.table.racks.0", 3, "direction"},
    {"too many balls", TABLE("'racks': [{'triangle': 28, 'at': [2, 1]}, {'row': 9, 'at': [2, 5]}]"), CAROM_BAD_VALUE,
     "bodies", 1, "1 to 32"},
};

Test(bad_table, balls) {
  check_bad_rows(sizeof balls / sizeof *balls, balls);
}

#define SHOT "'speed': 1, 'direction': [1, 0]"

static const bad_row strokes[] = {
    {"no ball", TABLE("'strokes': [{" SHOT "}]"), CAROM_MISSING_KEY, "motion.table.strokes.0.ball", 3,
     "name of a ball"},
    {"unknown ball", TABLE("'strokes': [{'ball': 'cue bal', " SHOT "}]"), CAROM_BAD_VALUE,
     "motion.table.strokes.0.ball", 3, "mean \"cue ball\"?"},
    {"no speed", STROKE("'direction': [1, 0]"), CAROM_MISSING_KEY, "motion.table.strokes.0.speed", 3, "> 0"},
    {"no direction", STROKE("'speed': 1"), CAROM_MISSING_KEY, "motion.table.strokes.0.direction", 3, "2 numbers"},
    {"direction 0", STROKE("'speed': 1, 'direction': [0, 0]"), CAROM_BAD_VALUE, "motion.table.strokes.0.direction", 3,
     "somewhere"},
    {"past the ball", STROKE(SHOT ", 'offset': [0.8, 0.7]"), CAROM_BAD_VALUE, "motion.table.strokes.0.offset", 3,
     "less than 1"},
    {"from below", STROKE(SHOT ", 'elevation': -0.1"), CAROM_BAD_VALUE, "motion.table.strokes.0.elevation", 3, "0 to"},
    {"time", STROKE(SHOT ", 'time': 'soon'"), CAROM_WRONG_TYPE, "motion.table.strokes.0.time", 3, ">= 0"},
    {"cue: mass", STROKE(SHOT ", 'cue': {'mass': 0}"), CAROM_BAD_VALUE, "motion.table.strokes.0.cue.mass", 3, "> 0"},
    {"cue: end_mass", STROKE(SHOT ", 'cue': {'end_mass': -1}"), CAROM_BAD_VALUE, "motion.table.strokes.0.cue.end_mass",
     3, ">= 0"},
    {"cue: e", STROKE(SHOT ", 'cue': {'e': 2}"), CAROM_BAD_VALUE, "motion.table.strokes.0.cue.e", 3, "0 to 1"},
    {"cue: unknown key", STROKE(SHOT ", 'cue': {'tip': 2}"), CAROM_UNKNOWN_KEY, "motion.table.strokes.0.cue.tip", 3,
     ""},
    {"out of order",
     TABLE("'strokes': [{'ball': 'cue ball', 'time': 2, " SHOT "}, {'ball': 'cue ball', 'time': 1, " SHOT "}]"),
     CAROM_BAD_VALUE, "motion.table.strokes.1.time", 3, "order"},
    {"after rest",
     TABLE("'strokes': [{'ball': 'cue ball', 'time': 'rest', " SHOT "}, {'ball': 'cue ball', 'time': 1, " SHOT "}]"),
     CAROM_BAD_VALUE, "motion.table.strokes.1.time", 3, "rest"},
};

Test(bad_table, strokes) {
  check_bad_rows(sizeof strokes / sizeof *strokes, strokes);
}
