/// @file read_model.c
/// What follows from the contacts: the model they need, the rules that come with it, and the method that may solve it.
#include <float.h>
#include <string.h>

#include "scenario/read.h"
#include "scenario/solve.h"

static bool fail_at(const carom__node* contact, const char* key, const char* sentence, const char* situation) {
  const carom__node node = carom__node_member(contact, key);
  return carom__node_fail(&node, CAROM_BAD_VALUE, "%s %s.", sentence, situation);
}

bool carom__check_spring_surface(const carom__node* node, const carom_surface* surface, const char* situation) {
  if (surface->law == CAROM_LAW_POISSON) {
    return fail_at(node, "law", "\"law\" is \"poisson\"; it must be \"stronge\" for", situation);
  }
  if (surface->law == CAROM_LAW_NEWTON) {
    return fail_at(node, "law", "\"law\" is \"newton\"; it must be \"stronge\" for", situation);
  }
  if (surface->mu_static != surface->mu) {
    const carom__node at = carom__node_member(node, "mu_static");
    return carom__node_fail(&at, CAROM_BAD_VALUE, "\"mu_static\" is %g; it must equal mu = %g for %s.",
                            surface->mu_static, surface->mu, situation);
  }
  return true;
}

/// Exponents other than 1: several contacts, the same for all, no friction.
static bool check_exponent(const carom__node* contact, const carom_scenario* scenario, int i) {
  const double exponent = scenario->surfaces[i].exponent, first = scenario->surfaces[0].exponent;
  const carom__node at = carom__node_member(contact, "exponent");
  if (exponent != 1 && scenario->contact_count == 1) {
    return carom__node_fail(&at, CAROM_BAD_VALUE,
                            "\"exponent\" is %g; with one contact it must be 1, since the force law changes nothing.",
                            exponent);
  }
  if (exponent != first) {
    return carom__node_fail(&at, CAROM_BAD_VALUE,
                            "\"exponent\" is %g here but %g at contact 0; it must be the same for all contacts.",
                            exponent, first);
  }
  if (exponent != 1 && scenario->surfaces[i].mu > 0) {
    return carom__node_fail(&at, CAROM_BAD_VALUE,
                            "\"exponent\" is %g with mu = %g; with friction it must be 1 (or mu must be 0).", exponent,
                            scenario->surfaces[i].mu);
  }
  return true;
}

static bool check_simultaneous_friction(const carom__node* contact, const carom_surface* surface) {
  const carom__node at = carom__node_member(contact, "eta2");
  return surface->mu == 0 || surface->eta2 > 0 ||
         carom__node_fail(&at, CAROM_MISSING_KEY,
                          "the key \"eta2\" (or \"poisson_ratio\") is missing; with several contacts friction (mu = "
                          "%g) needs tangential compliance.",
                          surface->mu);
}

static bool check_contact(const carom__node* contact, const carom_scenario* scenario, int i) {
  const carom_surface* surface = &scenario->surfaces[i];
  if (!check_exponent(contact, scenario, i)) {
    return false;
  }
  if (scenario->contact_count > 1) {
    return carom__check_spring_surface(contact, surface, "several contacts at once") &&
           check_simultaneous_friction(contact, surface);
  }
  return surface->eta2 == 0 || carom__check_spring_surface(contact, surface, "a contact with tangential compliance");
}

bool carom__read_model(const carom__node* root, carom_scenario* scenario) {
  const carom__node contacts = carom__node_member(root, "contacts");
  scenario->model = scenario->has_motion ? CAROM_MODEL_MOTION : carom__impact_model(scenario);
  for (int i = 0; i < scenario->contact_count; i++) {
    const carom__node contact = carom__node_item(&contacts, (size_t)i);
    if (!check_contact(&contact, scenario, i)) {
      return false;
    }
  }
  return true;
}

#define CAROM_X(symbol, value, word) [symbol] = word,
static const char* const SCHEMES[] = {CAROM_METHOD_LIST(CAROM_X) NULL};
#undef CAROM_X

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
  const carom_model model = carom__impact_model(scenario);
  if (kind == CAROM_METHOD_PUBLISHED && model != CAROM_MODEL_COMPLIANT) {
    return carom__node_fail(node, CAROM_BAD_VALUE,
                            "\"scheme\" is \"published\"; it must be left out here, since it is for one contact with "
                            "tangential compliance (eta2 or poisson_ratio).");
  }
  if (kind != CAROM_METHOD_EXACT && kind != CAROM_METHOD_PUBLISHED && model != CAROM_MODEL_SPATIAL) {
    return carom__node_fail(node, CAROM_BAD_VALUE,
                            "\"scheme\" is \"%s\"; it must be left out here, since it is for one 3-D contact without "
                            "tangential compliance.",
                            SCHEMES[kind]);
  }
  return true;
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
  scenario->method.kind = (carom_method_kind)kind;
  return read_scheme_numbers(node, &scenario->method) && check_method_fits(&scheme, scenario);
}

bool carom__read_method(const carom__node* root, carom_scenario* scenario) {
  const carom__node node = carom__node_member(root, "method");
  const char* word = json_string_value(node.value);
  if (!node.value || (word && strcmp(word, "exact") == 0)) {
    return true;
  }
  if (word) {
    return carom__node_fail(&node, CAROM_BAD_VALUE,
                            "\"method\" is \"%.60s\"; it must be \"exact\" or a scheme such as {\"scheme\": \"vs\"}.",
                            word);
  }
  if (!json_is_object(node.value)) {
    return carom__get_wrong_type(&node, "\"exact\" or an object with a \"scheme\"");
  }
  return read_scheme(&node, scenario);
}
