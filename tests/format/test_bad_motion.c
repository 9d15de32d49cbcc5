// What can be wrong with motion, planes, cloth and chains.
#include <criterion/criterion.h>

#include "kit/parse_text.h"

// The chain stands on line 2, the motion on line 3.
#define CHAIN(chain) "{'carom': 1, 'dimension': 2,\n'chain': {" chain "},\n'motion': {'until': 1}}"
#define LINKS        "'base': [0, 0], 'links': [{'length': 1, 'mass': 1}]"
#define SWING        LINKS ", 'angles': [0], 'rates': [0]"
#define STATE        ", 'angles': [0], 'rates': [0]"

static const bad_row chain[] = {
    {"no motion", "\n{'carom': 1, 'dimension': 2, 'chain': {" SWING "}}", CAROM_MISSING_KEY, "motion", 2, "object"},
    {"no dimension", "\n{'carom': 1, 'chain': {" SWING "}, 'motion': {'until': 1}}", CAROM_MISSING_KEY, "dimension", 2,
     "must be 2"},
    {"dimension 3", "{'carom': 1,\n'dimension': 3, 'chain': {" SWING "}, 'motion': {'until': 1}}", CAROM_BAD_VALUE,
     "dimension", 2, "must be 2"},
    {"with contacts", "{'carom': 1, 'dimension': 2, 'chain': {" SWING "}, 'motion': {'until': 1},\n'contacts': []}",
     CAROM_UNKNOWN_KEY, "contacts", 2, "motion.planes"},
    {"not an object", "{'carom': 1, 'dimension': 2,\n'chain': []}", CAROM_WRONG_TYPE, "chain", 2, "object"},
    {"unknown key", CHAIN(SWING ", 'angle': [0]"), CAROM_UNKNOWN_KEY, "chain.angle", 2, "mean \"angles\"?"},
    {"no base", CHAIN("'links': [{'length': 1, 'mass': 1}]" STATE), CAROM_MISSING_KEY, "chain.base", 2, "2 num"},
    {"base of three", CHAIN("'base': [0, 0, 0], 'links': [{'length': 1, 'mass': 1}]" STATE), CAROM_BAD_VALUE,
     "chain.base", 2, "exactly 2"},
    {"no links", CHAIN("'base': [0, 0]" STATE), CAROM_MISSING_KEY, "chain.links", 2, "array"},
    {"links empty", CHAIN("'base': [0, 0], 'links': []" STATE), CAROM_BAD_VALUE, "chain.links", 2, "1 to 256"},
    {"no angles", CHAIN(LINKS ", 'rates': [0]"), CAROM_MISSING_KEY, "chain.angles", 2, "1 numbers"},
    {"angles too many", CHAIN(LINKS ", 'angles': [0, 1], 'rates': [0]"), CAROM_BAD_VALUE, "chain.angles", 2,
     "exactly 1"},
    {"no rates", CHAIN(LINKS ", 'angles': [0]"), CAROM_MISSING_KEY, "chain.rates", 2, "1 numbers"},
    {"rates too few", CHAIN(LINKS ", 'angles': [0], 'rates': []"), CAROM_BAD_VALUE, "chain.rates", 2, "exactly 1"},
    {"scheme",
     "{'carom': 1, 'dimension': 2, 'chain': {" SWING "}, 'motion': {'until': 1},\n'method': {'scheme': 'vs'}}",
     CAROM_BAD_VALUE, "method.scheme", 2, "one 3-D contact"},
    {"cloth", "{'carom': 1, 'dimension': 2, 'chain': {" SWING "}, 'motion': {'until': 1,\n'cloth': {}}}",
     CAROM_UNKNOWN_KEY, "motion.cloth", 2, "for a ball"},
};

Test(bad_motion, chain) {
  check_bad_rows(sizeof chain / sizeof *chain, chain);
}

#define LINK(members) CHAIN("'base': [0, 0], 'links': [\n{" members "}]" STATE)

static const bad_row link[] = {
    {"not an object", CHAIN("'base': [0, 0], 'links': [\n1]" STATE), CAROM_WRONG_TYPE, "chain.links.0", 3, "object"},
    {"unknown key", LINK("'length': 1, 'mass': 1, 'center': 1"), CAROM_UNKNOWN_KEY, "chain.links.0.center", 3,
     "mean \"centre\"?"},
    {"no length", LINK("'mass': 1"), CAROM_MISSING_KEY, "chain.links.0.length", 3, "> 0"},
    {"length 0", LINK("'mass': 1, 'length': 0"), CAROM_BAD_VALUE, "chain.links.0.length", 3, "> 0"},
    {"no mass", LINK("'length': 1"), CAROM_MISSING_KEY, "chain.links.0.mass", 3, "> 0"},
    {"mass 0", LINK("'mass': 0, 'length': 1"), CAROM_BAD_VALUE, "chain.links.0.mass", 3, "> 0"},
    {"centre negative", LINK("'mass': 1, 'length': 1, 'centre': -1"), CAROM_BAD_VALUE, "chain.links.0.centre", 3,
     ">= 0"},
    {"inertia negative", LINK("'mass': 1, 'length': 1, 'inertia': -1"), CAROM_BAD_VALUE, "chain.links.0.inertia", 3,
     ">= 0"},
    {"no inertia at all", LINK("'mass': 1, 'length': 1, 'centre': 0, 'inertia': 0"), CAROM_BAD_VALUE,
     "chain.links.0.inertia", 3, "both 0"},
    {"too large", LINK("'mass': 1e200, 'length': 1e100"), CAROM_BAD_VALUE, "chain.links.0", 3, "too large"},
};

Test(bad_motion, link) {
  check_bad_rows(sizeof link / sizeof *link, link);
}

// The members of the motion start on line 3.
#define MOTION(members) "{'carom': 1, 'dimension': 2, 'chain': {" SWING "},\n'motion': {\n" members "}}"
#define PLANE(members)  MOTION("'until': 1, 'planes': [\n{" members "}]")
#define FLOOR           "'point': [0, 0], 'normal': [0, 1]"

static const bad_row motion[] = {
    {"not an object", "{'carom': 1, 'dimension': 2, 'chain': {" SWING "},\n'motion': 1}", CAROM_WRONG_TYPE, "motion", 2,
     "object"},
    {"unknown key", MOTION("'until': 1, 'gravitiy': 1"), CAROM_UNKNOWN_KEY, "motion.gravitiy", 3, "gravity"},
    {"no until", MOTION("'gravity': [0, -9.81]"), CAROM_MISSING_KEY, "motion.until", 2, "> 0"},
    {"until 0", MOTION("'until': 0"), CAROM_BAD_VALUE, "motion.until", 3, "> 0"},
    {"gravity a number", MOTION("'until': 1, 'gravity': 9.81"), CAROM_WRONG_TYPE, "motion.gravity", 3, "2 numbers"},
    {"sample 0", MOTION("'until': 1, 'sample': 0"), CAROM_BAD_VALUE, "motion.sample", 3, "> 0"},
    {"cutoff_speed 0", MOTION("'until': 1, 'cutoff_speed': 0"), CAROM_BAD_VALUE, "motion.cutoff_speed", 3, "> 0"},
    {"tolerance 0", MOTION("'until': 1, 'tolerance': 0"), CAROM_BAD_VALUE, "motion.tolerance", 3, "> 0"},
    {"tolerance large", MOTION("'until': 1, 'tolerance': 1"), CAROM_BAD_VALUE, "motion.tolerance", 3, "0.01"},
    {"planes an object", MOTION("'until': 1, 'planes': {}"), CAROM_WRONG_TYPE, "motion.planes", 3, "array"},
    {"plane a number", MOTION("'until': 1, 'planes': [\n0]"), CAROM_WRONG_TYPE, "motion.planes.0", 4, "object"},
    {"plane: unknown key", PLANE(FLOOR ", 'surface': {'e': 1}, 'colour': 1"), CAROM_UNKNOWN_KEY,
     "motion.planes.0.colour", 4, "point, normal, surface"},
    {"plane: no point", PLANE("'normal': [0, 1], 'surface': {'e': 1}"), CAROM_MISSING_KEY, "motion.planes.0.point", 4,
     "2 numbers"},
    {"plane: no normal", PLANE("'point': [0, 1], 'surface': {'e': 1}"), CAROM_MISSING_KEY, "motion.planes.0.normal", 4,
     "2 numbers"},
    {"plane: normal long", PLANE("'point': [0, 1], 'normal': [1, 1], 'surface': {'e': 1}"), CAROM_BAD_VALUE,
     "motion.planes.0.normal", 4, "unit vector"},
    {"plane: no surface", PLANE(FLOOR), CAROM_MISSING_KEY, "motion.planes.0.surface", 4, "object"},
    {"plane: surface a number", PLANE(FLOOR ", 'surface': 1"), CAROM_WRONG_TYPE, "motion.planes.0.surface", 4,
     "object"},
    {"surface: unknown key", PLANE(FLOOR ", 'surface': {'e': 1, 'my': 1}"), CAROM_UNKNOWN_KEY,
     "motion.planes.0.surface.my", 4, "mean \"mu\"?"},
    {"surface: exponent", PLANE(FLOOR ", 'surface': {'e': 1, 'exponent': 1.5}"), CAROM_UNKNOWN_KEY,
     "motion.planes.0.surface.exponent", 4, "linear"},
    {"surface: no e", PLANE(FLOOR ", 'surface': {\n'mu': 1}"), CAROM_MISSING_KEY, "motion.planes.0.surface.e", 4,
     "from 0 to 1"},
    {"surface: e", PLANE(FLOOR ", 'surface': {\n'e': 2}"), CAROM_BAD_VALUE, "motion.planes.0.surface.e", 5,
     "from 0 to 1"},
};

Test(bad_motion, motion) {
  check_bad_rows(sizeof motion / sizeof *motion, motion);
}

// The bodies stand on line 1, the contacts on line 2, the members of the motion on line 3.
#define BALL                     "'ball': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 1]}"
#define BODIES                   "{'carom': 1, 'bodies': {'table': {'fixed': true}, 'cue': {'mass': 1, 'guide': [1, 0, 0]}, " BALL "}"
#define TABLE                    ",\n'contacts': [{'bodies': ['ball', 'table'], 'point': [0, 0, 0], 'normal': [0, 0, 1], 'e': 1}]"
#define SHOT                     ",\n'contacts': [{'bodies': ['ball', 'cue'], 'point': [1, 0, 1], 'normal': [-1, 0, 0], 'e': 1}]"
#define CLOTH(contacts, members) BODIES contacts ", 'motion': {'until': 1,\n'cloth': {" members "}}}"
#define FELT                     "'radius': 1, 'slide': 0.2, 'roll': 0.01"

static const bad_row bodies_and_cloth[] = {
    {"no contacts and no planes", "\n" BODIES ", 'motion': {'until': 1}}", CAROM_MISSING_KEY, "contacts", 2, "array"},
    {"cloth without contacts",
     "\n" BODIES ", 'motion': {'until': 1, 'planes': [], 'cloth': {'ball': 'ball', " FELT "}}}", CAROM_MISSING_KEY,
     "contacts", 2, "array"},
    {"no shape",
     BODIES ", 'motion': {'until': 1, 'planes': [{'point': [0, 0, 0], 'normal': [0, 0, 1], 'surface': {'e': 1}}]}}",
     CAROM_MISSING_KEY, "bodies.ball.shape", 1, "meet a plane"},
    {"cloth a number", BODIES TABLE ", 'motion': {'until': 1,\n'cloth': 1}}", CAROM_WRONG_TYPE, "motion.cloth", 3,
     "object"},
    {"cloth: unknown key", CLOTH(TABLE, "'ball': 'ball', 'hops': true, " FELT), CAROM_UNKNOWN_KEY, "motion.cloth.hops",
     3, "mean \"hop\"?"},
    {"cloth: no ball", CLOTH(TABLE, FELT), CAROM_MISSING_KEY, "motion.cloth.ball", 3, "name of a body"},
    {"cloth: ball unknown", CLOTH(TABLE, "'ball': 'bal', " FELT), CAROM_BAD_VALUE, "motion.cloth.ball", 3,
     "mean \"ball\"?"},
    {"cloth: ball not text", CLOTH(TABLE, "'ball': 2, " FELT), CAROM_WRONG_TYPE, "motion.cloth.ball", 3, "name"},
    {"cloth: ball fixed", CLOTH(TABLE, "'ball': 'table', " FELT), CAROM_BAD_VALUE, "motion.cloth.ball", 3,
     "not a free body"},
    {"cloth: ball on nothing", CLOTH(SHOT, "'ball': 'ball', " FELT), CAROM_BAD_VALUE, "motion.cloth.ball", 3,
     "touches no fixed body"},
    {"cloth: no radius", CLOTH(TABLE, "'ball': 'ball', 'slide': 0.2, 'roll': 0.01"), CAROM_MISSING_KEY,
     "motion.cloth.radius", 3, "> 0"},
    {"cloth: radius 0", CLOTH(TABLE, "'ball': 'ball', 'radius': 0, 'slide': 0.2, 'roll': 0.01"), CAROM_BAD_VALUE,
     "motion.cloth.radius", 3, "> 0"},
    {"cloth: no slide", CLOTH(TABLE, "'ball': 'ball', 'radius': 1, 'roll': 0.01"), CAROM_MISSING_KEY,
     "motion.cloth.slide", 3, ">= 0"},
    {"cloth: slide negative", CLOTH(TABLE, "'ball': 'ball', 'radius': 1, 'slide': -1, 'roll': 0.01"), CAROM_BAD_VALUE,
     "motion.cloth.slide", 3, ">= 0"},
    {"cloth: no roll", CLOTH(TABLE, "'ball': 'ball', 'radius': 1, 'slide': 0.2"), CAROM_MISSING_KEY,
     "motion.cloth.roll", 3, ">= 0"},
    {"cloth: roll negative", CLOTH(TABLE, "'ball': 'ball', 'radius': 1, 'slide': 0.2, 'roll': -1"), CAROM_BAD_VALUE,
     "motion.cloth.roll", 3, ">= 0"},
    {"cloth: hop a number", CLOTH(TABLE, "'ball': 'ball', 'hop': 1, " FELT), CAROM_WRONG_TYPE, "motion.cloth.hop", 3,
     "true or false"},
};

Test(bad_motion, bodies_and_cloth) {
  check_bad_rows(sizeof bodies_and_cloth / sizeof *bodies_and_cloth, bodies_and_cloth);
}

#define DISCS                                                                                            \
  "{'carom': 1, 'dimension': 2, 'bodies': {'a': {'mass': 1, 'inertia': 1, 'position': [0, 0], 'shape': " \
  "{'disc': 1}}, 'b': {'mass': 1, 'inertia': 1, 'position': [3, 0], 'shape': {'disc': 1}}, 'w': {'fixed': true}}"
#define MEET(value)  DISCS ", 'motion': {'until': 1,\n'meet': " value "}}"
#define ENTRY(entry) MEET("[{" entry "}]")
#define E1           "'surface': {'e': 1}"

static const bad_row meet[] = {
    {"a number", MEET("0.9"), CAROM_WRONG_TYPE, "motion.meet", 2, "a surface for all bodies"},
    {"no e", MEET("{'mu': 0.1}"), CAROM_MISSING_KEY, "motion.meet.e", 2, "0"},
    {"e 2", MEET("{'e': 2}"), CAROM_BAD_VALUE, "motion.meet.e", 2, "0 to 1"},
    {"surface inside", MEET("{" E1 "}"), CAROM_UNKNOWN_KEY, "motion.meet.surface", 2, ""},
    {"exponent", MEET("{'e': 1, 'exponent': 1.5}"), CAROM_UNKNOWN_KEY, "motion.meet.exponent", 2, "linear"},
    {"empty list", MEET("[]"), CAROM_BAD_VALUE, "motion.meet", 2, "1"},
    {"entry a text", MEET("['a']"), CAROM_WRONG_TYPE, "motion.meet.0", 2, "object"},
    {"no a", ENTRY("'b': 'b', " E1), CAROM_MISSING_KEY, "motion.meet.0.a", 2, "name of a body"},
    {"no b", ENTRY("'a': 'b', " E1), CAROM_MISSING_KEY, "motion.meet.0.b", 2, "name of a body"},
    {"unknown name", ENTRY("'a': 'aa', 'b': 'b', " E1), CAROM_BAD_VALUE, "motion.meet.0.a", 2, "no body"},
    {"a fixed body", ENTRY("'a': 'a', 'b': 'w', " E1), CAROM_BAD_VALUE, "motion.meet.0.b", 2, "not a free body"},
    {"itself", ENTRY("'a': 'a', 'b': 'a', " E1), CAROM_BAD_VALUE, "motion.meet.0", 2, "meets itself"},
    {"no surface", ENTRY("'a': 'a', 'b': 'b'"), CAROM_MISSING_KEY, "motion.meet.0.surface", 2, "object"},
    {"e in the entry", ENTRY("'a': 'a', 'b': 'b', 'e': 1"), CAROM_UNKNOWN_KEY, "motion.meet.0.e", 2,
     "inside \"surface\""},
    {"twice", MEET("[{'a': 'a', 'b': 'b', " E1 "},\n{'a': 'b', 'b': 'a', " E1 "}]"), CAROM_BAD_VALUE, "motion.meet.1",
     3, "entry 0 already"},
    {"without shapes",
     "{'carom': 1, 'dimension': 2,\n'bodies': {'a': {'mass': 1, 'inertia': 1, 'position': [0, 0]}}, "
     "'motion': {'until': 1, 'meet': {'e': 1}}}",
     CAROM_MISSING_KEY, "bodies.a.shape", 2, "can meet others"},
    {"beside a cloth", BODIES TABLE ", 'motion': {'until': 1, 'cloth': {'ball': 'ball', " FELT "},\n'meet': {'e': 1}}}",
     CAROM_UNKNOWN_KEY, "motion.meet", 3, "meets nobody"},
};

Test(bad_motion, meet) {
  check_bad_rows(sizeof meet / sizeof *meet, meet);
}

#define ONE(members)                                                                                      \
  "{'carom': 1, 'dimension': 2, 'bodies': {'a': {'mass': 1, 'inertia': 1, 'position': [0, -1],\n" members \
  "}}, "                                                                                                  \
  "'motion': {'until': 1, 'gravity': [0, -9.81]}}"

static const bad_row pivot[] = {
    {"a number", ONE("'pivot': 1"), CAROM_WRONG_TYPE, "bodies.a.pivot", 2, "object"},
    {"no place", ONE("'pivot': {'length': 1}"), CAROM_MISSING_KEY, "bodies.a.pivot.at", 2, "2"},
    {"no length", ONE("'pivot': {'at': [0, 0]}"), CAROM_MISSING_KEY, "bodies.a.pivot.length", 2, "> 0"},
    {"length 0", ONE("'pivot': {'at': [0, 0], 'length': 0}"), CAROM_BAD_VALUE, "bodies.a.pivot.length", 2, "> 0"},
    {"unknown key", ONE("'pivot': {'at': [0, 0], 'length': 1, 'angle': 0}"), CAROM_UNKNOWN_KEY, "bodies.a.pivot.angle",
     2, ""},
    {"and contacts",
     "{'carom': 1, 'dimension': 2, 'bodies': {'f': {'fixed': true}, 'a': {'mass': 1, 'inertia': 1, 'position': [0, "
     "-1],\n"
     "'pivot': {'at': [0, 0], 'length': 1}}}, 'contacts': [{'bodies': ['a', 'f'], 'point': [0, 0], 'normal': [0, 1], "
     "'e': 1}]}",
     CAROM_UNAVAILABLE, "bodies.a.pivot", 2, "knows nothing of its rod"},
};

Test(bad_motion, pivot) {
  check_bad_rows(sizeof pivot / sizeof *pivot, pivot);
}

static const bad_row solid[] = {
    {"polygon of two", ONE("'shape': {'polygon': [[0, 0], [1, 0]]}"), CAROM_BAD_VALUE, "bodies.a.shape.polygon", 2,
     "3"},
    {"box of three", ONE("'shape': {'box': [1, 2, 3]}"), CAROM_BAD_VALUE, "bodies.a.shape.box", 2, "exactly 2"},
    {"box of nothing", ONE("'shape': {'box': [1, 0]}"), CAROM_BAD_VALUE, "bodies.a.shape.box.1", 2, "> 0"},
    {"two shapes", ONE("'shape': {'box': [1, 1], 'disc': 1}"), CAROM_UNKNOWN_KEY, "bodies.a.shape.disc", 2,
     "not two of them"},
    {"disc 0", ONE("'shape': {'disc': 0}"), CAROM_BAD_VALUE, "bodies.a.shape.disc", 2, "> 0"},
};

Test(bad_motion, solid) {
  check_bad_rows(sizeof solid / sizeof *solid, solid);
}
