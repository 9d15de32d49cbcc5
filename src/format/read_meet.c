// Who meets whom in a motion: the key "meet".
#include "format/read.h"

static const char* const SURFACE_KEYS[] = {CAROM__SURFACE_KEYS, NULL};
static const char* const EXPONENT[] = {"exponent", NULL};

static bool read_surface(const carom__node* node, carom_surface* surface) {
  bool by_poisson_ratio;
  const carom__keys keys = {SURFACE_KEYS, EXPONENT, "the normal force between bodies in motion is linear"};
  return carom__as_object(node, keys) && carom__read_surface(node, surface, &by_poisson_ratio);
}

static bool read_partner(const carom__node* node, const char* key, const carom_scenario* scenario, int* index) {
  const carom__node name = carom__node_member(node, key);
  if (!name.value) {
    return carom__get_nothing(&name, CAROM__REQUIRED, "the name of a body");
  }
  if (!carom__read_body_name(&name, scenario, index)) {
    return false;
  }
  return scenario->bodies[*index].kind == CAROM_BODY_FREE ||
         carom__node_fail(&name, CAROM_BAD_VALUE, "\"%.60s\" is not a free body; only free bodies meet.",
                          scenario->body_info[*index].name);
}

/// Two names make one pair, in whichever order.
static bool check_twice(const carom__node* node, const carom_scenario* scenario, int i) {
  const carom_meeting *list = scenario->meet.list, *own = &list[i];
  const char *a = scenario->body_info[own->a].name, *b = scenario->body_info[own->b].name;
  if (own->a == own->b) {
    return carom__node_fail(node, CAROM_BAD_VALUE, "\"%.60s\" meets itself; \"a\" and \"b\" must be two bodies.", a);
  }
  for (int k = 0; k < i; ++k) {
    if ((list[k].a == own->a && list[k].b == own->b) || (list[k].a == own->b && list[k].b == own->a)) {
      return carom__node_fail(node, CAROM_BAD_VALUE, "\"%.60s\" and \"%.60s\" meet in entry %d already.", a, b, k);
    }
  }
  return true;
}

static bool read_meeting(const carom__node* node, const carom_scenario* scenario, int i) {
  static const char* const allowed[] = {"a", "b", "surface", NULL};
  carom_meeting* out = &scenario->meet.list[i];
  carom__node surface;
  return carom__as_object(node, (carom__keys){allowed, NULL, NULL}) && read_partner(node, "a", scenario, &out->a) &&
         read_partner(node, "b", scenario, &out->b) && check_twice(node, scenario, i) &&
         carom__get_object(node, "surface", &surface) && read_surface(&surface, &out->surface);
}

static bool read_list(const carom__node* motion, carom_scenario* scenario) {
  carom__node list;
  if (!carom__get_array(motion, "meet", 1, CAROM_MOTION_MAX_PAIRS, &list)) {
    return false;
  }
  scenario->meet.count = (int)json_array_size(list.value);
  scenario->meet.list = carom__read_allocate(&list, scenario->meet.count, sizeof *scenario->meet.list);
  for (int i = 0; scenario->meet.list && i < scenario->meet.count; ++i) {
    const carom__node item = carom__node_item(&list, (size_t)i);
    if (!read_meeting(&item, scenario, i)) {
      return false;
    }
  }
  return scenario->meet.list != NULL;
}

bool carom__read_meet(const carom__node* motion, carom_scenario* scenario) {
  const carom__node node = carom__node_member(motion, "meet");
  if (!node.value) {
    return true;
  }
  if (json_is_array(node.value)) {
    return read_list(motion, scenario);
  }
  if (!json_is_object(node.value)) {
    return carom__get_wrong_type(
        &node, "a surface for all bodies, {\"e\": ..}, or a list of {\"a\": .., \"b\": .., \"surface\": {..}}");
  }
  scenario->meet.all = true;
  return read_surface(&node, &scenario->meet.surface);
}
