// What can be wrong with contacts, mechanisms, contact space and methods.
#include <criterion/criterion.h>

#include "kit/parse_text.h"

// The contact opens on line 4, and so do its members.
#define CONTACT(members)                                                                                            \
  "{'carom': 1, 'dimension': 2,\n'contact_space': {'W': [[2, 0], [0, 2]], 'v': [0, -1]},\n'contacts': [\n{" members \
  "}]}"
// Contact 0 on line 4, contact 1 on line 5.
#define TWO(first, second)                                                                                  \
  "{'carom': 1, 'dimension': 2,\n"                                                                          \
  "'contact_space': {'W': [[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2]], 'v': [0, -1, 0, 0]},\n" \
  "'contacts': [\n{" first "},\n{" second "}]}"

static const bad_row surface[] = {
    {"unknown key", CONTACT("'e': 1,\n'mue': 1"), CAROM_UNKNOWN_KEY, "contacts.0.mue", 5,
     "unknown key \"mue\"; did you mean \"mu\"?"},
    {"unknown key far from all", CONTACT("'e': 1,\n'flavour': 1"), CAROM_UNKNOWN_KEY, "contacts.0.flavour", 5,
     "allowed here are e, law, mu, mu_static, eta2, poisson_ratio, stiffness, exponent, name"},
    {"no e", CONTACT("'mu': 1"), CAROM_MISSING_KEY, "contacts.0.e", 4, "from 0 to 1"},
    {"e above 1", CONTACT("'e': 1.5"), CAROM_BAD_VALUE, "contacts.0.e", 4, "is 1.5; it must be a number from 0"},
    {"e below 0", CONTACT("'e': -0.1"), CAROM_BAD_VALUE, "contacts.0.e", 4, "is -0.1"},
    {"e as text", CONTACT("'e': '1'"), CAROM_WRONG_TYPE, "contacts.0.e", 4, "the text \"1\""},
    {"law misspelt", CONTACT("'e': 1,\n'law': 'Newton'"), CAROM_BAD_VALUE, "contacts.0.law", 5,
     "is \"Newton\"; it must be \"stronge\", \"poisson\" or \"newton\""},
    {"law not text", CONTACT("'e': 1,\n'law': 2"), CAROM_WRONG_TYPE, "contacts.0.law", 5, "the number 2"},
    {"mu negative", CONTACT("'e': 1,\n'mu': -1"), CAROM_BAD_VALUE, "contacts.0.mu", 5, ">= 0"},
    {"mu as text", CONTACT("'e': 1,\n'mu': '0.9'"), CAROM_WRONG_TYPE, "contacts.0.mu", 5, "the text \"0.9\""},
    {"mu_static below mu", CONTACT("'e': 1, 'mu': 0.5,\n'mu_static': 0.4"), CAROM_BAD_VALUE, "contacts.0.mu_static", 5,
     "at least mu = 0.5"},
    {"mu_static negative", CONTACT("'e': 1,\n'mu_static': -0.4"), CAROM_BAD_VALUE, "contacts.0.mu_static", 5, ">= 0"},
    {"eta2 0", CONTACT("'e': 1,\n'eta2': 0"), CAROM_BAD_VALUE, "contacts.0.eta2", 5, "> 0; leave it out"},
    {"eta2 null", CONTACT("'e': 1,\n'eta2': null"), CAROM_WRONG_TYPE, "contacts.0.eta2", 5, "is null"},
    {"poisson_ratio above 0.5", CONTACT("'e': 1,\n'poisson_ratio': 0.6"), CAROM_BAD_VALUE, "contacts.0.poisson_ratio",
     5, "from 0 to 0.5"},
    {"poisson_ratio negative", CONTACT("'e': 1,\n'poisson_ratio': -0.1"), CAROM_BAD_VALUE, "contacts.0.poisson_ratio",
     5, "from 0 to 0.5"},
    {"eta2 and poisson_ratio", CONTACT("'e': 1, 'eta2': 1,\n'poisson_ratio': 0.3"), CAROM_BAD_VALUE,
     "contacts.0.poisson_ratio", 5, "both"},
    {"stiffness 0", CONTACT("'e': 1,\n'stiffness': 0"), CAROM_BAD_VALUE, "contacts.0.stiffness", 5, "> 0"},
    {"exponent below 1", CONTACT("'e': 1,\n'exponent': 0.5"), CAROM_BAD_VALUE, "contacts.0.exponent", 5, "from 1"},
    {"exponent above 2", CONTACT("'e': 1,\n'exponent': 2.5"), CAROM_BAD_VALUE, "contacts.0.exponent", 5, "to 2"},
};

Test(bad_contacts, surface) {
  check_bad_rows(sizeof surface / sizeof *surface, surface);
}

static const bad_row rules_of_models[] = {
    {"exponent of one contact", CONTACT("'e': 1,\n'exponent': 1.5"), CAROM_BAD_VALUE, "contacts.0.exponent", 5,
     "with one contact"},
    {"mu_static at several", TWO("'e': 1, 'mu_static': 0.2", "'e': 1"), CAROM_BAD_VALUE, "contacts.0.mu_static", 4,
     "several contacts"},
    {"friction with and without compliance", TWO("'e': 1, 'mu': 0.1, 'eta2': 1", "'e': 1, 'mu': 0.2"), CAROM_BAD_VALUE,
     "contacts.1.eta2", 5,
     "on springs at contact 0; all contacts with friction must have eta2 (or Poisson's ratio), or none"},
    {"exponents differ", TWO("'e': 1, 'exponent': 1.5", "'e': 1, 'exponent': 1.4"), CAROM_BAD_VALUE,
     "contacts.1.exponent", 5, "the same for all"},
    {"exponent absent at the second", TWO("'e': 1, 'exponent': 1.5", "'e': 1"), CAROM_BAD_VALUE, "contacts.1.exponent",
     5, "is 1 here but 1.5 at contact 0"},
    {"exponent with friction", TWO("'e': 1, 'exponent': 1.5", "'e': 1, 'mu': 0.2, 'eta2': 1, 'exponent': 1.5"),
     CAROM_BAD_VALUE, "contacts.1.exponent", 5, "with tangential springs"},
};

Test(bad_contacts, rules_of_models) {
  check_bad_rows(sizeof rules_of_models / sizeof *rules_of_models, rules_of_models);
}

// The contact opens on line 5.
#define TOUCH(members)                                                                                            \
  "{'carom': 1, 'bodies': {'floor': {'fixed': true}, 'wall': {'fixed': true},\n"                                  \
  "'ball': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 1]},\n'cue': {'mass': 1, 'guide': [1, 0, 0]}},\n" \
  "'contacts': [\n{" members "}]}"
#define PAIR  "'e': 1, 'bodies': ['ball', 'floor']"
#define PLACE "'e': 1, 'point': [0, 0, 0], 'normal': [0, 0, 1]"

static const bad_row touch[] = {
    {"no bodies", TOUCH(PLACE), CAROM_MISSING_KEY, "contacts.0.bodies", 5, "an array"},
    {"bodies is text", TOUCH(PLACE ",\n'bodies': 'ball'"), CAROM_WRONG_TYPE, "contacts.0.bodies", 6, "an array"},
    {"one body", TOUCH(PLACE ",\n'bodies': ['ball']"), CAROM_BAD_VALUE, "contacts.0.bodies", 6, "exactly 2"},
    {"body by number", TOUCH(PLACE ",\n'bodies': [0, 1]"), CAROM_WRONG_TYPE, "contacts.0.bodies.0", 6, "name"},
    {"body misspelt", TOUCH(PLACE ",\n'bodies': ['ball',\n'flour']"), CAROM_BAD_VALUE, "contacts.0.bodies.1", 7,
     "no body \"flour\"; did you mean \"floor\"?"},
    {"body unknown", TOUCH(PLACE ",\n'bodies': ['zeppelin', 'ball']"), CAROM_BAD_VALUE, "contacts.0.bodies.0", 6,
     "no body \"zeppelin\""},
    {"body twice", TOUCH(PLACE ",\n'bodies': ['ball', 'ball']"), CAROM_BAD_VALUE, "contacts.0.bodies", 6, "twice"},
    {"both fixed", TOUCH(PLACE ",\n'bodies': ['wall', 'floor']"), CAROM_BAD_VALUE, "contacts.0.bodies", 6,
     "both fixed"},
    {"no point", TOUCH(PAIR ", 'normal': [0, 0, 1]"), CAROM_MISSING_KEY, "contacts.0.point", 5, "3 numbers"},
    {"point in 2-D", TOUCH(PAIR ", 'normal': [0, 0, 1],\n'point': [0, 0]"), CAROM_BAD_VALUE, "contacts.0.point", 6,
     "exactly 3"},
    {"no normal", TOUCH(PAIR ", 'point': [0, 0, 1]"), CAROM_MISSING_KEY, "contacts.0.normal", 5, "3 numbers"},
    {"normal not a unit vector", TOUCH(PAIR ", 'point': [0, 0, 1],\n'normal': [0, 0, 1.001]"), CAROM_BAD_VALUE,
     "contacts.0.normal", 6, "length 1.001, which is off by 0.001"},
    {"normal zero", TOUCH(PAIR ", 'point': [0, 0, 1],\n'normal': [0, 0, 0]"), CAROM_BAD_VALUE, "contacts.0.normal", 6,
     "length 0"},
    {"tangent of two", TOUCH(PLACE ", 'bodies': ['ball', 'floor'],\n'tangent': [0, 1]"), CAROM_BAD_VALUE,
     "contacts.0.tangent", 6, "exactly 3"},
    {"tangent zero", TOUCH(PLACE ", 'bodies': ['ball', 'floor'],\n'tangent': [0, 0, 0]"), CAROM_BAD_VALUE,
     "contacts.0.tangent", 6, "zero"},
    {"tangent along the normal", TOUCH(PLACE ", 'bodies': ['ball', 'floor'],\n'tangent': [0, 0, -2]"), CAROM_BAD_VALUE,
     "contacts.0.tangent", 6, "along the normal"},
    {"jacobian", TOUCH(PLACE ", 'bodies': ['ball', 'floor'],\n'jacobian': []"), CAROM_UNKNOWN_KEY,
     "contacts.0.jacobian", 6, "goes with \"mechanism\""},
    {"tangent in 2-D",
     "{'carom': 1, 'dimension': 2, 'bodies': {'f': {'fixed': true}, 'a': {'mass': 1, 'guide': [0, 1]}},\n"
     "'contacts': [{'e': 1, 'bodies': ['a', 'f'], 'point': [0, 0], 'normal': [0, 1],\n'tangent': [1, 0]}]}",
     CAROM_UNKNOWN_KEY, "contacts.0.tangent", 3, "turned clockwise"},
};

Test(bad_contacts, touch) {
  check_bad_rows(sizeof touch / sizeof *touch, touch);
}

// The mechanism stands on line 2, the contact on line 3.
#define MECHANISM(inside, contact) \
  "{'carom': 1, 'dimension': 2,\n'mechanism': {" inside "},\n'contacts': [{" contact "}]}"
#define ARM "'mass_matrix': [[2, 1], [1, 2]], 'velocity': [0, 1]"

static const bad_row mechanism[] = {
    {"not an object", "{'carom': 1,\n'mechanism': 1, 'contacts': []}", CAROM_WRONG_TYPE, "mechanism", 2, "object"},
    {"unknown key", MECHANISM(ARM ", 'mass': 1", "'e': 1"), CAROM_UNKNOWN_KEY, "mechanism.mass", 2, "mass_matrix"},
    {"no matrix", MECHANISM("'velocity': [0, 1]", "'e': 1"), CAROM_MISSING_KEY, "mechanism.mass_matrix", 2, "an array"},
    {"empty matrix", MECHANISM("'mass_matrix': [], 'velocity': []", "'e': 1"), CAROM_BAD_VALUE, "mechanism.mass_matrix",
     2, "1 to 256"},
    {"matrix not square", MECHANISM("'mass_matrix': [[1, 0]], 'velocity': [0]", "'e': 1"), CAROM_BAD_VALUE,
     "mechanism.mass_matrix.0", 2, "exactly 1"},
    {"matrix not symmetric", MECHANISM("'mass_matrix': [[2, 1], [1.1, 2]], 'velocity': [0, 1]", "'e': 1"),
     CAROM_BAD_VALUE, "mechanism.mass_matrix.1.0", 2, "\"mass_matrix[1][0]\" is 1.1 but [0][1] is 1"},
    {"matrix not positive", MECHANISM("'mass_matrix': [[1, 2], [2, 1]], 'velocity': [0, 1]", "'e': 1"), CAROM_BAD_VALUE,
     "mechanism.mass_matrix", 2, "not positive definite: its leading 2x2 block"},
    {"no velocity", MECHANISM("'mass_matrix': [[1]]", "'e': 1"), CAROM_MISSING_KEY, "mechanism.velocity", 2,
     "1 numbers"},
    {"velocity too short", MECHANISM("'mass_matrix': [[2, 1], [1, 2]], 'velocity': [0]", "'e': 1"), CAROM_BAD_VALUE,
     "mechanism.velocity", 2, "exactly 2"},
    {"no jacobian", MECHANISM(ARM, "'e': 1"), CAROM_MISSING_KEY, "contacts.0.jacobian", 3, "2 rows of 2 numbers"},
    {"jacobian of three rows", MECHANISM(ARM, "'e': 1, 'jacobian': [[1, 0], [0, 1], [1, 1]]"), CAROM_BAD_VALUE,
     "contacts.0.jacobian", 3, "exactly 2"},
    {"jacobian row too long", MECHANISM(ARM, "'e': 1, 'jacobian': [[1, 0],\n[0, 1, 2]]"), CAROM_BAD_VALUE,
     "contacts.0.jacobian.1", 4, "exactly 2"},
    {"jacobian a number", MECHANISM(ARM, "'e': 1, 'jacobian': 2"), CAROM_WRONG_TYPE, "contacts.0.jacobian", 3,
     "2 rows"},
    {"point", MECHANISM(ARM, "'e': 1, 'point': [0, 0]"), CAROM_UNKNOWN_KEY, "contacts.0.point", 3, "go with"},
    {"bodies", MECHANISM(ARM, "'e': 1, 'bodies': ['a', 'b']"), CAROM_UNKNOWN_KEY, "contacts.0.bodies", 3,
     "a mechanism has a \"jacobian\""},
};

Test(bad_contacts, mechanism) {
  check_bad_rows(sizeof mechanism / sizeof *mechanism, mechanism);
}

// The matrix starts on line 2.
#define SPACE(inside) "{'carom': 1, 'dimension': 2,\n'contact_space': {" inside "},\n'contacts': [{'e': 1}]}"

static const bad_row contact_space[] = {
    {"not an object", "{'carom': 1, 'contact_space':\n0, 'contacts': [{'e': 1}]}", CAROM_WRONG_TYPE, "contact_space", 1,
     "object"},
    {"unknown key", SPACE("'W': [[1, 0], [0, 1]], 'v': [0, -1],\n'w': 0"), CAROM_UNKNOWN_KEY, "contact_space.w", 3,
     "did you mean \"W\"?"},
    {"no W", SPACE("'v': [0, -1]"), CAROM_MISSING_KEY, "contact_space.W", 2, "2 rows of 2 numbers"},
    {"no v", SPACE("'W': [[1, 0], [0, 1]]"), CAROM_MISSING_KEY, "contact_space.v", 2, "2 numbers"},
    {"W of one row", SPACE("'W': [[1, 0]], 'v': [0, -1]"), CAROM_BAD_VALUE, "contact_space.W", 2, "exactly 2"},
    {"W row too long", SPACE("'W': [[1, 0],\n[0, 1, 0]], 'v': [0, -1]"), CAROM_BAD_VALUE, "contact_space.W.1", 3,
     "exactly 2"},
    {"W with text", SPACE("'W': [[1, 0],\n[0, 'x']], 'v': [0, -1]"), CAROM_WRONG_TYPE, "contact_space.W.1.1", 3,
     "\"W[1][1]\""},
    {"W not symmetric", SPACE("'W': [[2.5, -1.5],\n[1.5, 2.5]], 'v': [0, -1]"), CAROM_BAD_VALUE, "contact_space.W.1.0",
     3, "off by 1.2"},
    {"W not semidefinite", SPACE("'W': [[1, 2],\n[2, 1]], 'v': [0, -1]"), CAROM_BAD_VALUE, "contact_space.W", 2,
     "eigenvalue -1"},
    {"normal diagonal 0", SPACE("'W': [[1, 0],\n[0, 0]], 'v': [0, -1]"), CAROM_BAD_VALUE, "contact_space.W.1.1", 3,
     "\"W[1][1]\" is 0"},
    {"v too long", SPACE("'W': [[1, 0], [0, 1]],\n'v': [0, -1, 0]"), CAROM_BAD_VALUE, "contact_space.v", 3,
     "exactly 2"},
    {"normal given", CONTACT("'e': 1,\n'normal': [0, 1]"), CAROM_UNKNOWN_KEY, "contacts.0.normal", 5,
     "surface keys only"},
    {"jacobian given", CONTACT("'e': 1,\n'jacobian': []"), CAROM_UNKNOWN_KEY, "contacts.0.jacobian", 5,
     "surface keys only"},
};

Test(bad_contacts, contact_space) {
  check_bad_rows(sizeof contact_space / sizeof *contact_space, contact_space);
}

// The method stands on line 2.
#define METHOD(value, surface)                                                    \
  "{'carom': 1,\n'method': " value                                                \
  ", 'contact_space': {'W': [[1, 0, 0], [0, 1, 0], [0, 0, 1]], 'v': [0, 0, -1]}," \
  "'contacts': [{'e': 1" surface "}]}"

static const bad_row method[] = {
    {"unknown word", METHOD("'fast'", ""), CAROM_BAD_VALUE, "method", 2, "is \"fast\"; it must be \"exact\""},
    {"scheme as a word", METHOD("'vs'", ""), CAROM_BAD_VALUE, "method", 2, "{\"scheme\": \"vs\"}"},
    {"a number", METHOD("1", ""), CAROM_WRONG_TYPE, "method", 2, "an object with a \"scheme\""},
    {"no scheme", METHOD("{'step': 1}", ""), CAROM_MISSING_KEY, "method.scheme", 2, "\"ni\""},
    {"unknown scheme", METHOD("{'scheme': 'rk4'}", ""), CAROM_BAD_VALUE, "method.scheme", 2, "is \"rk4\""},
    {"scheme a number", METHOD("{'scheme': 4}", ""), CAROM_WRONG_TYPE, "method.scheme", 2, "the number 4"},
    {"ni without step", METHOD("{'scheme': 'ni'}", ""), CAROM_MISSING_KEY, "method.step", 2, "> 0"},
    {"fs with step 0", METHOD("{'scheme': 'fs', 'step': 0}", ""), CAROM_BAD_VALUE, "method.step", 2, "> 0"},
    {"vs with step", METHOD("{'scheme': 'vs', 'step': 1}", ""), CAROM_UNKNOWN_KEY, "method.step", 2, "ni and fs"},
    {"ni with h1", METHOD("{'scheme': 'ni', 'step': 1, 'h1': 1}", ""), CAROM_UNKNOWN_KEY, "method.h1", 2, "vs"},
    {"vs with epsilon 0", METHOD("{'scheme': 'vs', 'epsilon': 0}", ""), CAROM_BAD_VALUE, "method.epsilon", 2, "> 0"},
    {"vs with epsilon 1", METHOD("{'scheme': 'vs', 'epsilon': 1}", ""), CAROM_BAD_VALUE, "method.epsilon", 2, "< 1"},
    {"vs with h1 0", METHOD("{'scheme': 'vs', 'h1': 0}", ""), CAROM_BAD_VALUE, "method.h1", 2, "> 0"},
    {"vs with h2 negative", METHOD("{'scheme': 'vs', 'h2': -1}", ""), CAROM_BAD_VALUE, "method.h2", 2, "> 0"},
    {"published with step", METHOD("{'scheme': 'published', 'step': 1}", ", 'eta2': 1"), CAROM_UNKNOWN_KEY,
     "method.step", 2, "ni and fs"},
    {"published without compliance", METHOD("{'scheme': 'published'}", ""), CAROM_BAD_VALUE, "method.scheme", 2,
     "one contact with tangential compliance"},
    {"vs with compliance", METHOD("{'scheme': 'vs'}", ", 'eta2': 1"), CAROM_BAD_VALUE, "method.scheme", 2,
     "one 3-D contact"},
    {"steps for one contact", METHOD("{'engine': 'steps'}", ""), CAROM_BAD_VALUE, "method.engine", 2,
     "for several contacts"},
    {"unknown engine", METHOD("{'engine': 'fast'}", ""), CAROM_BAD_VALUE, "method.engine", 2, "is \"fast\""},
    {"engine with step", METHOD("{'engine': 'exact', 'step': 1}", ""), CAROM_UNKNOWN_KEY, "method.step", 2, "alone"},
    {"ni in 2-D",
     "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, -1]}, 'contacts': [{'e': 1}],\n"
     "'method': {'scheme': 'ni', 'step': 1}}",
     CAROM_BAD_VALUE, "method.scheme", 2, "one 3-D contact"},
};

Test(bad_contacts, method) {
  check_bad_rows(sizeof method / sizeof *method, method);
}
