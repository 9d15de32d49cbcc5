/// @file read.c
/// carom_scenario_parse: JSON with jansson, then each key of the format in turn. The first thing that is wrong ends it.
#include <stdlib.h>
#include <string.h>

#include "format/load.h"
#include "format/read.h"
#include "format/read_sweep.h"

void* carom__read_allocate(const carom__node* at, int count, size_t item_size) {
  void* memory = calloc(count > 0 ? (size_t)count : 1, item_size);
  if (!memory) {
    carom__node_fail(at, CAROM_NO_MEMORY, "there is not enough memory for this scenario.");
  }
  return memory;
}

char* carom__read_copy(const carom__node* at, const char* text) {
  const size_t size = strlen(text) + 1;
  char* copy = malloc(size);
  if (!copy) {
    carom__node_fail(at, CAROM_NO_MEMORY, "there is not enough memory for this scenario.");
    return NULL;
  }
  return memcpy(copy, text, size);
}

bool carom__read_name(const carom__node* node, int count, char** names) {
  char called[64];
  if (!json_is_string(node->value) || json_string_length(node->value) == 0)
    return carom__get_wrong_type(node, "a text that is not empty");
  const char* name = json_string_value(node->value);
  for (int i = 0; i < count; ++i)
    if (names[i] && strcmp(names[i], name) == 0)
      return carom__node_fail(node, CAROM_BAD_VALUE,
                              "\"%s\" is \"%.60s\", and so is that of number %d; each must be "
                              "different.",
                              carom__node_name(node, called, sizeof called), name, i);
  names[count] = carom__read_copy(node, name);
  return names[count] != NULL;
}

static bool read_version(const carom__node* root) {
  static const carom__range version = {1, 1, false, "1, the version of the format"};
  double number;
  return carom__get_number(root, "carom", CAROM__REQUIRED, &version, &number);
}

static bool read_title(const carom__node* root, carom_scenario* scenario) {
  const carom__node title = carom__node_member(root, "title");
  if (!title.value) {
    return true;
  }
  if (!json_is_string(title.value)) {
    return carom__get_wrong_type(&title, "a text");
  }
  scenario->title = carom__read_copy(&title, json_string_value(title.value));
  return scenario->title != NULL;
}

static bool read_dimension(const carom__node* root, carom_scenario* scenario) {
  const carom__node node = carom__node_member(root, "dimension");
  static const carom__range dimensions = {2, 3, false, "2 or 3"};
  double dimension = 3;
  if (!carom__get_number(root, "dimension", CAROM__OPTIONAL, &dimensions, &dimension)) {
    return false;
  }
  scenario->dimension = (int)dimension;
  return scenario->dimension == dimension ||
         carom__node_fail(&node, CAROM_BAD_VALUE, "\"dimension\" is %g; it must be 2 or 3.", dimension);
}

static bool read_kind(const carom__node* root, carom_scenario* scenario) {
  static const char* const kinds[] = {"bodies", "mechanism", "contact_space", "chain"};
  int found = -1;
  for (int i = 0; i < 4; ++i) {
    const carom__node node = carom__node_member(root, kinds[i]);
    if (node.value && found >= 0) {
      return carom__node_fail(&node, CAROM_BAD_VALUE,
                              "both \"%s\" and \"%s\" are given; a scenario has one of bodies, mechanism, "
                              "contact_space and chain.",
                              kinds[found], kinds[i]);
    }
    found = node.value ? i : found;
  }
  if (found < 0) {
    const carom__node missing = carom__node_member(root, "bodies");
    return carom__get_nothing(&missing, CAROM__REQUIRED,
                              "given, or one of \"mechanism\", \"contact_space\" and \"chain\" in its place");
  }
  scenario->kind = (carom_scenario_kind)found;
  return true;
}

static const char* const ROOT_KEYS[] = {"carom", "title",    "dimension", "bodies", "mechanism", "contact_space",
                                        "chain", "contacts", "method",    "motion", "sweep",     NULL};

/// Known keys that do not go together.
static bool check_combination(const carom__node* root, carom_scenario_kind kind) {
  static const char* const chain[] = {"carom", "title", "dimension", "chain", "motion", "method", "sweep", NULL};
  static const char* const instant[] = {"carom",    "title",  "dimension", "mechanism", "contact_space",
                                        "contacts", "method", "sweep",     NULL};
  switch (kind) {
    case CAROM_SCENARIO_CHAIN:
      return carom__node_check_keys(root, (carom__keys){chain, ROOT_KEYS, "a chain meets \"motion.planes\""});
    case CAROM_SCENARIO_MECHANISM:
    case CAROM_SCENARIO_CONTACT_SPACE:
      return carom__node_check_keys(
          root,
          (carom__keys){instant, ROOT_KEYS, "\"motion\" is for \"bodies\" and \"chain\", which say where things are"});
    case CAROM_SCENARIO_BODIES:
      break;
  }
  return true;
}

/// The first body on a pivot; NULL: none.
static const char* who_hangs(const carom_scenario* scenario) {
  for (int i = 0; i < scenario->body_count; ++i) {
    if (scenario->body_info[i].hangs) {
      return scenario->body_info[i].name;
    }
  }
  return NULL;
}

/// A ball on a cloth begins with an impact.
static bool refuse_cloth_alone(const carom__node* root, bool has_planes) {
  const carom__node contacts = carom__node_member(root, "contacts");
  return carom__get_nothing(&contacts, CAROM__REQUIRED,
                            has_planes ? "an array, since \"cloth\" follows a ball after an impact at time 0, without "
                                         "\"planes\"; leave out \"cloth\" for bodies that meet planes"
                                       : "an array, since \"cloth\" follows a ball after an impact at time 0");
}

/// Contacts may be left out where planes, bodies that meet or pivots take their place.
static bool read_optional_contacts(const carom__node* root, carom_scenario* scenario) {
  const json_t* motion = json_object_get(root->value, "motion");
  const bool has_planes = json_object_get(motion, "planes"), has_contacts = json_object_get(root->value, "contacts");
  const bool moves = has_planes || json_object_get(motion, "meet") || who_hangs(scenario) || carom__has_table(root);
  if (!has_contacts && json_object_get(motion, "cloth")) {
    return refuse_cloth_alone(root, has_planes);
  }
  if (!has_contacts && motion && moves) {
    return true;
  }
  if (!who_hangs(scenario)) {
    return carom__read_contacts(root, scenario);
  }
  const carom__node bodies = carom__node_member(root, "bodies"),
                    body = carom__node_member(&bodies, who_hangs(scenario));
  const carom__node pivot = carom__node_member(&body, "pivot");
  return carom__node_fail(&pivot, CAROM_UNAVAILABLE,
                          "a body on a pivot moves and meets others, but \"contacts\" state an impact that knows "
                          "nothing of its rod; leave one of the two out, and give the file a \"motion\".");
}

static bool read_what_moves(const carom__node* root, carom_scenario* scenario) {
  switch (scenario->kind) {
    case CAROM_SCENARIO_BODIES:
      return carom__read_bodies(root, scenario) && read_optional_contacts(root, scenario);
    case CAROM_SCENARIO_MECHANISM:
      return carom__read_mechanism(root, scenario) && carom__read_contacts(root, scenario);
    case CAROM_SCENARIO_CONTACT_SPACE:
      return carom__read_contacts(root, scenario) && carom__read_contact_space(root, scenario);
    case CAROM_SCENARIO_CHAIN:
      break;
  }
  return carom__read_chain(root, scenario);
}

static bool read_scenario(const carom__node* root, carom_scenario* scenario) {
  if (!json_is_object(root->value)) {
    return carom__get_wrong_type(root, "an object: {\"carom\": 1, ...}");
  }
  const bool has_motion = json_object_get(root->value, "motion") || json_object_get(root->value, "chain");
  return read_version(root) && carom__node_check_keys(root, (carom__keys){ROOT_KEYS, NULL, NULL}) &&
         read_kind(root, scenario) && check_combination(root, scenario->kind) && read_title(root, scenario) &&
         read_dimension(root, scenario) && read_what_moves(root, scenario) &&
         (!has_motion || carom__read_motion(root, scenario)) && carom__read_model(root, scenario) &&
         carom__read_method(root, scenario) && carom__check_sweep(root);
}

carom_scenario* carom__read_document(const carom__source* source, json_t* document) {
  const carom__node root = {source, NULL, NULL, 0, document};
  carom_scenario* scenario = carom__read_allocate(&root, 1, sizeof *scenario);
  if (scenario && !read_scenario(&root, scenario)) {
    carom_scenario_free(scenario);
    return NULL;
  }
  return scenario;
}

carom_scenario* carom_scenario_parse(const char* text, size_t length, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  memset(error, 0, sizeof *error);
  const carom__source source = {text, length, error};
  json_t* document = carom__load_json(&source);
  if (!document) {
    return NULL;
  }
  carom_scenario* scenario = carom__read_document(&source, document);
  json_decref(document);
  return scenario;
}
