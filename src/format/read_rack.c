// The racks of a table: each becomes bodies, as if the file had listed them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/read_table.h"

/// A rack and what its balls are like.
typedef struct balls {
  carom_rack rack;
  double mass;
  carom__node names;
} balls;

/// One of triangle, diamond and row says the shape and how many.
static bool read_count(const carom__node* node, carom_rack* rack) {
#define CAROM_X(symbol, value, word) word,
  static const char* const shapes[] = {CAROM_RACK_LIST(CAROM_X)};
#undef CAROM_X
  static const carom__range counts = {1, CAROM_TABLE_MAX_BALLS, false, "a whole number from 1 to 32"};
  int given = 0;
  double count = 0;
  for (int i = 0; i < 3; ++i) {
    if (!json_object_get(node->value, shapes[i])) continue;
    rack->shape = (carom_rack_shape)i;
    ++given;
    if (!carom__get_number(node, shapes[i], CAROM__REQUIRED, &counts, &count)) return false;
  }
  rack->count = (int)count;
  return (given == 1 && rack->count == count) ||
         carom__node_fail(
             node, CAROM_BAD_VALUE,
             "a rack has one of \"triangle\", \"diamond\" and \"row\", with a whole number of balls, such as "
             "{\"triangle\": 15}.");
}

/// As the first ball of the file, unless the rack says otherwise.
static void take_defaults(const carom_scenario* scenario, balls* out) {
  for (int i = 0; i < scenario->body_count; ++i) {
    if (scenario->bodies[i].kind != CAROM_BODY_FREE) continue;
    out->mass = scenario->bodies[i].mass;
    out->rack.radius = scenario->body_info[i].sphere_radius;
    return;
  }
}

static bool read_rack(const carom__node* node, const carom_scenario* scenario, balls* out) {
  static const char* const keys[] = {"triangle", "diamond", "row",    "at",    "direction",
                                     "gap",      "mass",    "radius", "names", NULL};
  *out = (balls){.rack = {.direction = {1, 0}}};
  take_defaults(scenario, out);
  const carom__presence needed = out->mass > 0 ? CAROM__OPTIONAL : CAROM__REQUIRED;
  if (!carom__as_object(node, (carom__keys){keys, NULL, NULL}) || !read_count(node, &out->rack) ||
      !carom__get_place(node, "at", CAROM__REQUIRED, &out->rack.at) ||
      !carom__get_place(node, "direction", CAROM__OPTIONAL, &out->rack.direction) ||
      !carom__get_number(node, "gap", CAROM__OPTIONAL, &carom__not_negative, &out->rack.gap) ||
      !carom__get_number(node, "mass", needed, &carom__positive, &out->mass) ||
      !carom__get_number(node, "radius", needed, &carom__positive, &out->rack.radius))
    return false;
  out->names = carom__node_member(node, "names");
  return !out->names.value || carom__get_array(node, "names", out->rack.count, out->rack.count, &out->names);
}

static bool make_room(const carom__node* at, carom_scenario* scenario, int count) {
  const size_t total = (size_t)(scenario->body_count + count);
  carom_body* bodies = realloc(scenario->bodies, total * sizeof *bodies);
  if (bodies) scenario->bodies = bodies;
  carom_scenario_body* info = realloc(scenario->body_info, total * sizeof *info);
  if (info) scenario->body_info = info;
  return (bodies && info) || carom__node_fail(at, CAROM_NO_MEMORY, "there is not enough memory for this rack.");
}

/// "1", "2", .. across all racks, or the next of `names`.
static bool name_ball(const carom__node* rack, const balls* b, carom_scenario* scenario, int place, int number) {
  const carom__node given = b->names.value ? carom__node_item(&b->names, (size_t)place) : *rack;
  char counted[16];
  snprintf(counted, sizeof counted, "%d", number);
  const char* name = b->names.value ? json_string_value(given.value) : counted;
  if (!name || name[0] == '\0') return carom__get_wrong_type(&given, "the name of a ball");
  for (int i = 0; i < scenario->body_count; ++i)
    if (strcmp(scenario->body_info[i].name, name) == 0)
      return carom__node_fail(&given, CAROM_BAD_VALUE,
                              "there is a body \"%.40s\" already; \"names\" can say otherwise.", name);
  carom_scenario_body* info = &scenario->body_info[scenario->body_count];
  *info = (carom_scenario_body){.sphere_radius = b->rack.radius, .name = carom__read_copy(&given, name)};
  return info->name != NULL;
}

static bool check_place(const carom__node* node, const carom_scenario* scenario, int ball) {
  const carom_vec3 place = scenario->bodies[ball].position;
  const char* name = scenario->body_info[ball].name;
  if (!carom__is_on_table(scenario->table, place)) {
    char words[CAROM__RAILS_WORDS];
    carom__say_where_rails_go(scenario->table, words);
    return carom__node_fail(
        node, CAROM_BAD_VALUE,
        "the rack does not fit: its ball \"%.40s\" lies at (%g, %g) m, outside the rails, which %s.", name, place.x,
        place.y, words);
  }
  for (int i = 0; i < ball; ++i) {
    if (scenario->bodies[i].kind != CAROM_BODY_FREE) continue;
    const double touching = scenario->body_info[i].sphere_radius + scenario->body_info[ball].sphere_radius;
    const double apart = carom_vec3_norm(carom_vec3_sub(place, scenario->bodies[i].position));
    if (apart < touching * (1 - 1e-9))
      return carom__node_fail(node, CAROM_BAD_VALUE,
                              "the rack does not fit: its ball \"%.40s\" overlaps \"%.40s\" by %.4g m.", name,
                              scenario->body_info[i].name, touching - apart);
  }
  return true;
}

static bool add_rack(const carom__node* node, const balls* b, carom_scenario* scenario, int* number) {
  carom_vec2 places[CAROM_TABLE_MAX_BALLS];
  carom_diag diag;
  if (carom_rack_places(&b->rack, places, &diag)) return carom__node_fail(node, CAROM_BAD_VALUE, "%s.", diag.message);
  if (!make_room(node, scenario, b->rack.count)) return false;
  for (int i = 0; i < b->rack.count; ++i) {
    const double inertia = 0.4 * b->mass * b->rack.radius * b->rack.radius;
    if (!name_ball(node, b, scenario, i, ++*number)) return false;
    carom_body* body = &scenario->bodies[scenario->body_count++];
    *body = carom_body_default();
    body->mass = b->mass;
    body->inertia = carom_mat3_diagonal(inertia, inertia, inertia);
    body->position = (carom_vec3){places[i].x, places[i].y, b->rack.radius};
    if (!check_place(node, scenario, scenario->body_count - 1)) return false;
  }
  return true;
}

bool carom__read_racks(const carom__node* table, carom_scenario* scenario) {
  carom__node list = carom__node_member(table, "racks");
  int number = 0;
  if (!list.value) return true;
  if (!carom__get_array(table, "racks", 0, CAROM_TABLE_MAX_BALLS, &list)) return false;
  for (size_t i = 0; i < json_array_size(list.value); ++i) {
    const carom__node node = carom__node_item(&list, i);
    balls b;
    if (!read_rack(&node, scenario, &b) || !add_rack(&node, &b, scenario, &number)) return false;
  }
  return true;
}
