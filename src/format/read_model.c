/// @file read_model.c
/// What follows from the contacts: the model they need, the rules that come with it, and the method that may solve it.
#include <float.h>
#include <string.h>

#include "format/read.h"
#include "text/indexed.h"

/// The force law of a single contact changes nothing.
static bool check_exponent(const carom__node* contacts, const carom_scenario* scenario) {
  if (scenario->contact_count != 1 || scenario->surfaces[0].exponent == 1) {
    return true;
  }
  const carom__node contact = carom__node_item(contacts, 0), at = carom__node_member(&contact, "exponent");
  return carom__node_fail(&at, CAROM_BAD_VALUE,
                          "\"exponent\" is %g; with one contact it must be 1, since the force law changes nothing.",
                          scenario->surfaces[0].exponent);
}

/// What the table of carom/impact.h refuses, at the key that it names.
static bool check_surfaces(const carom__node* contacts, const carom_scenario* scenario) {
  const carom_contact_problem problem = {
      .dimension = scenario->dimension, .contact_count = scenario->contact_count, .surfaces = scenario->surfaces};
  carom_surface accepted[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  unsigned replaced = 0;
  carom_diag diag;
  int index;
  const char* key;
  if (scenario->contact_count == 0 || !carom_impact_accept(&problem, false, accepted, &replaced, &diag)) {
    return true;
  }
  if (!carom__split_indexed(diag.field, "surfaces", &index, &key) || !key[0]) {
    return carom__node_fail(contacts, CAROM_BAD_VALUE, "%s.", diag.message);
  }
  const carom__node contact = carom__node_item(contacts, (size_t)index), at = carom__node_member(&contact, key);
  return carom__node_fail(&at, CAROM_BAD_VALUE, "%s.", diag.message);
}

bool carom__read_model(const carom__node* root, carom_scenario* scenario) {
  const carom__node contacts = carom__node_member(root, "contacts");
  scenario->model = scenario->has_motion ? CAROM_MODEL_MOTION : carom_scenario_impact_model(scenario);
  return check_exponent(&contacts, scenario) && check_surfaces(&contacts, scenario);
}

/// What a file may call a scheme, and which method that is.
static const char* const SCHEMES[] = {"exact", "ni", "fs", "vs", "published", NULL};
static const carom_method_kind SCHEME_KINDS[] = {CAROM_METHOD_EXACT, CAROM_METHOD_NI, CAROM_METHOD_FS, CAROM_METHOD_VS,
                                                 CAROM_METHOD_PUBLISHED};

/// Likewise an engine.
static const char* const ENGINES[] = {"exact", "steps", NULL};
static const carom_method_kind ENGINE_KINDS[] = {CAROM_METHOD_EXACT, CAROM_METHOD_STEPS};

static bool read_scheme_numbers(const carom__node* node, carom_method* method) {
  static const char* const bare[] = {"scheme", NULL};
  static const char* const fixed[] = {"scheme", "step", NULL};
  static const char* const variable[] = {"scheme", "epsilon", "h1", "h2", NULL};
  static const char* const known[] = {"step", "epsilon", "h1", "h2", NULL};
  static const carom__range weight = {0, 1 - DBL_EPSILON / 2, true, "a number > 0 and < 1"};
  const char* reason = "step goes with ni and fs; epsilon, h1 and h2 go with vs";
  switch (method->kind) {
    case CAROM_METHOD_NI:
    case CAROM_METHOD_FS:
      return carom__node_check_keys(node, (carom__keys){fixed, known, reason}) &&
             carom__get_number(node, "step", CAROM__REQUIRED, &carom__positive, &method->step);
    case CAROM_METHOD_VS:
      method->epsilon = 0.5;
      method->h1 = method->h2 = 0.01;
      return carom__node_check_keys(node, (carom__keys){variable, known, reason}) &&
             carom__get_number(node, "epsilon", CAROM__OPTIONAL, &weight, &method->epsilon) &&
             carom__get_number(node, "h1", CAROM__OPTIONAL, &carom__positive, &method->h1) &&
             carom__get_number(node, "h2", CAROM__OPTIONAL, &carom__positive, &method->h2);
    default:
      return carom__node_check_keys(node, (carom__keys){bare, known, reason});
  }
}

static bool check_method_fits(const carom__node* node, const carom_scenario* scenario) {
  const carom_method_kind kind = scenario->method.kind;
  if (carom_impact_has_method(carom_scenario_impact_model(scenario), kind)) {
    return true;
  }
  if (kind == CAROM_METHOD_PUBLISHED) {
    return carom__node_fail(node, CAROM_BAD_VALUE,
                            "\"scheme\" is \"published\"; it must be left out here, since it is for one contact with "
                            "tangential compliance (eta2 or poisson_ratio).");
  }
  return carom__node_fail(node, CAROM_BAD_VALUE,
                          "\"scheme\" is \"%s\"; it must be left out here, since it is for one 3-D contact without "
                          "tangential compliance.",
                          carom_method_word(kind));
}

static bool read_scheme(const carom__node* node, carom_scenario* scenario) {
  const carom__node scheme = carom__node_member(node, "scheme");
  int kind = 0;
  if (!scheme.value) {
    return carom__get_nothing(&scheme, CAROM__REQUIRED, "\"ni\", \"fs\", \"vs\" or \"published\"");
  }
  if (!carom__get_word(node, "scheme", SCHEMES, &kind)) {
    return false;
  }
  scenario->method.kind = SCHEME_KINDS[kind];
  return read_scheme_numbers(node, &scenario->method) && check_method_fits(&scheme, scenario);
}

static bool read_engine(const carom__node* node, carom_scenario* scenario) {
  static const char* const bare[] = {"engine", NULL};
  static const char* const known[] = {"scheme", "step", "epsilon", "h1", "h2", NULL};
  const carom__keys keys = {bare, known, "an engine stands alone; a scheme is another method"};
  const carom__node engine = carom__node_member(node, "engine");
  int kind = 0;
  if (!carom__node_check_keys(node, keys) || !carom__get_word(node, "engine", ENGINES, &kind)) {
    return false;
  }
  scenario->method.kind = ENGINE_KINDS[kind];
  if (carom_impact_has_method(carom_scenario_impact_model(scenario), scenario->method.kind)) {
    return true;
  }
  return carom__node_fail(&engine, CAROM_BAD_VALUE,
                          "\"engine\" is \"%s\"; it must be left out here, since it is for several contacts.",
                          ENGINES[kind]);
}

bool carom__read_method(const carom__node* root, carom_scenario* scenario) {
  const carom__node node = carom__node_member(root, "method");
  const char* word = json_string_value(node.value);
  if (!node.value || (word && strcmp(word, "exact") == 0)) {
    return true;
  }
  if (word) {
    return carom__node_fail(&node, CAROM_BAD_VALUE,
                            "\"method\" is \"%.60s\"; it must be \"exact\", a scheme such as {\"scheme\": \"vs\"} or "
                            "{\"engine\": \"steps\"}.",
                            word);
  }
  if (!json_is_object(node.value)) {
    return carom__get_wrong_type(&node, "\"exact\" or an object with a \"scheme\" or an \"engine\"");
  }
  return carom__node_member(&node, "engine").value ? read_engine(&node, scenario) : read_scheme(&node, scenario);
}
