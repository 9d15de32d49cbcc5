/// @file read_motion.c
/// What happens between impacts: the motion block with its planes and cloth, and the chain.
#include <math.h>

#include "format/read.h"

static bool read_plane(const carom__node* node, int dimension, carom_plane* plane) {
  static const char* const allowed[] = {"point", "normal", "surface", NULL};
  static const char* const surface_keys[] = {CAROM__SURFACE_KEYS, NULL};
  static const char* const exponent[] = {"exponent", NULL};
  carom__node surface;
  bool by_poisson_ratio;
  if (!carom__as_object(node, (carom__keys){allowed, NULL, NULL}) ||
      !carom__get_vector(node, "point", CAROM__REQUIRED, dimension, &plane->point) ||
      !carom__read_unit(node, "normal", dimension, &plane->normal) || !carom__get_object(node, "surface", &surface)) {
    return false;
  }
  const carom__keys keys = {surface_keys, exponent, "the normal force of a plane is linear"};
  return carom__node_check_keys(&surface, keys) && carom__read_surface(&surface, &plane->surface, &by_poisson_ratio);
}

static bool read_planes(const carom__node* node, int dimension, carom_motion* motion) {
  carom__node planes = carom__node_member(node, "planes");
  if (!planes.value) {
    return true;
  }
  if (!carom__get_array(node, "planes", 0, CAROM__MAX_PLANES, &planes)) {
    return false;
  }
  motion->plane_count = (int)json_array_size(planes.value);
  motion->planes = carom__read_allocate(&planes, motion->plane_count, sizeof *motion->planes);
  for (int i = 0; motion->planes && i < motion->plane_count; ++i) {
    const carom__node plane = carom__node_item(&planes, (size_t)i);
    if (!read_plane(&plane, dimension, &motion->planes[i])) {
      return false;
    }
  }
  return motion->planes != NULL;
}

/// The ball comes to rest on the plane of its contact with something that does not move.
static bool check_ball(const carom__node* ball, const carom_scenario* scenario, int index) {
  if (scenario->bodies[index].kind != CAROM_BODY_FREE) {
    return carom__node_fail(ball, CAROM_BAD_VALUE, "\"%.60s\" is not a free body; the ball on the cloth must be.",
                            scenario->body_info[index].name);
  }
  for (int i = 0; i < scenario->contact_count; ++i) {
    const carom_touch* touch = &scenario->touches[i];
    const int other = touch->body_a == index ? touch->body_b : touch->body_b == index ? touch->body_a : index;
    if (scenario->bodies[other].kind == CAROM_BODY_FIXED) {
      return true;
    }
  }
  return carom__node_fail(ball, CAROM_BAD_VALUE,
                          "\"%.60s\" touches no fixed body; the cloth is the plane of such a contact.",
                          scenario->body_info[index].name);
}

static bool read_ball(const carom__node* cloth_node, const carom_scenario* scenario, int* index) {
  const carom__node ball = carom__node_member(cloth_node, "ball");
  if (!ball.value) {
    return carom__get_nothing(&ball, CAROM__REQUIRED, "the name of a body");
  }
  return carom__read_body_name(&ball, scenario, index) && check_ball(&ball, scenario, *index);
}

static bool read_cloth(const carom__node* node, const carom_scenario* scenario, carom_cloth* cloth) {
  static const char* const allowed[] = {"ball", "radius", "slide", "roll", "hop", NULL};
  cloth->hop = true;
  return carom__as_object(node, (carom__keys){allowed, NULL, NULL}) && read_ball(node, scenario, &cloth->body) &&
         carom__get_number(node, "radius", CAROM__REQUIRED, &carom__positive, &cloth->radius) &&
         carom__get_number(node, "slide", CAROM__REQUIRED, &carom__not_negative, &cloth->slide) &&
         carom__get_number(node, "roll", CAROM__REQUIRED, &carom__not_negative, &cloth->roll) &&
         carom__get_bool(node, "hop", &cloth->hop);
}

/// Bodies meet planes with their shapes, so each one that flies needs one. With a cloth no shape would help: there are
/// no planes then, which is said when the motion is made ready.
static bool check_shapes(const carom__node* root, const carom_scenario* scenario) {
  const json_t* motion = json_object_get(root->value, "motion");
  const bool meets = json_object_get(motion, "meet") != NULL;
  if (scenario->kind != CAROM_SCENARIO_BODIES || (scenario->motion.plane_count == 0 && !meets) ||
      json_object_get(motion, "cloth")) {
    return true;
  }
  const carom__node bodies = carom__node_member(root, "bodies");
  for (int i = 0; i < scenario->body_count; ++i) {
    const carom_scenario_body* info = &scenario->body_info[i];
    if (scenario->bodies[i].kind == CAROM_BODY_FREE && info->sphere_radius == 0 && info->point_count == 0) {
      const carom__node body = carom__node_member(&bodies, info->name);
      const carom__node shape = carom__node_member(&body, "shape");
      return carom__get_nothing(&shape, CAROM__REQUIRED,
                                meets ? scenario->dimension == 2
                                            ? "{\"disc\": R}, {\"polygon\": [..]} or {\"box\": [a, b]}, since the body "
                                              "can meet others"
                                            : "{\"sphere\": R} or {\"box\": [a, b, c]}, since the body can meet others"
                                      : "{\"sphere\": R} or {\"points\": [..]}, since the body can meet a plane");
    }
  }
  return true;
}

static bool read_times(const carom__node* node, carom_motion* motion) {
  static const carom__range tolerances = {0, 1e-2, true, "a number > 0 and at most 0.01"};
  motion->cutoff_speed = 1e-6;
  motion->tolerance = 1e-12;
  if (!carom__get_number(node, "until", CAROM__REQUIRED, &carom__positive, &motion->until)) {
    return false;
  }
  motion->sample = motion->until / 500 > 0 ? motion->until / 500 : motion->until;  // the smallest doubles have no 500th
  return carom__get_number(node, "sample", CAROM__OPTIONAL, &carom__positive, &motion->sample) &&
         carom__get_number(node, "cutoff_speed", CAROM__OPTIONAL, &carom__positive, &motion->cutoff_speed) &&
         carom__get_number(node, "tolerance", CAROM__OPTIONAL, &tolerances, &motion->tolerance);
}

bool carom__read_motion(const carom__node* root, carom_scenario* scenario) {
  static const char* const allowed[] = {"until",     "gravity", "planes", "cutoff_speed", "sample",
                                        "tolerance", "cloth",   "meet",   "table",        NULL};
  static const char* const of_chain[] = {"until", "gravity", "planes", "cutoff_speed", "sample", "tolerance", NULL};
  static const char* const on_cloth[] = {"until",  "gravity",   "planes", "cutoff_speed",
                                         "sample", "tolerance", "cloth",  NULL};
  carom_motion* motion = &scenario->motion;
  const bool is_chain = scenario->kind == CAROM_SCENARIO_CHAIN;
  const bool is_ball = json_object_get(json_object_get(root->value, "motion"), "cloth") != NULL;
  const carom__keys keys = {
      is_chain  ? of_chain
      : is_ball ? on_cloth
                : allowed,
      allowed,
      is_chain ? "a chain meets planes; a cloth is for a ball, a table for balls, and bodies meet each other"
               : "one ball is followed on the cloth, and it meets nobody there"};
  carom__node node;
  if (!carom__get_object(root, "motion", &node) || !carom__node_check_keys(&node, keys) || !read_times(&node, motion) ||
      !carom__get_vector(&node, "gravity", CAROM__OPTIONAL, scenario->dimension, &motion->gravity) ||
      !read_planes(&node, scenario->dimension, motion) || !check_shapes(root, scenario) ||
      !carom__read_meet(&node, scenario)) {
    return false;
  }
  const carom__node cloth = carom__node_member(&node, "cloth");
  scenario->has_motion = true;
  if (carom__has_table(root)) return carom__read_table(root, &node, scenario);
  motion->has_cloth = cloth.value != NULL;
  return !motion->has_cloth || read_cloth(&cloth, scenario, &motion->cloth);
}

static bool read_link(const carom__node* node, carom_link* link) {
  static const char* const allowed[] = {"length", "mass", "centre", "inertia", NULL};
  if (!carom__as_object(node, (carom__keys){allowed, NULL, NULL}) ||
      !carom__get_number(node, "length", CAROM__REQUIRED, &carom__positive, &link->length) ||
      !carom__get_number(node, "mass", CAROM__REQUIRED, &carom__positive, &link->mass)) {
    return false;
  }
  link->centre = link->length / 2;
  link->inertia = link->mass * link->length * link->length / 12;  // a slender bar about its middle
  if (!carom__get_number(node, "centre", CAROM__OPTIONAL, &carom__not_negative, &link->centre) ||
      !carom__get_number(node, "inertia", CAROM__OPTIONAL, &carom__not_negative, &link->inertia)) {
    return false;
  }
  const carom__node inertia = carom__node_member(node, "inertia");
  if (!isfinite(link->inertia)) {
    return carom__node_fail(node, CAROM_BAD_VALUE,
                            "mass %g times length %g squared is too large for a double; the link must be smaller.",
                            link->mass, link->length);
  }
  return link->inertia > 0 || link->centre > 0 ||
         carom__node_fail(&inertia, CAROM_BAD_VALUE,
                          "\"inertia\" and \"centre\" are both 0; a link that turns without inertia is impossible.");
}

static bool read_links(const carom__node* chain_node, carom_chain* chain) {
  carom__node links;
  if (!carom__get_array(chain_node, "links", 1, CAROM_MECHANISM_MAX_DOF, &links)) {
    return false;
  }
  chain->link_count = (int)json_array_size(links.value);
  chain->links = carom__read_allocate(&links, chain->link_count, sizeof *chain->links);
  chain->angles = carom__read_allocate(&links, chain->link_count, sizeof *chain->angles);
  chain->rates = carom__read_allocate(&links, chain->link_count, sizeof *chain->rates);
  if (!chain->links || !chain->angles || !chain->rates) {
    return false;
  }
  for (int i = 0; i < chain->link_count; ++i) {
    const carom__node link = carom__node_item(&links, (size_t)i);
    if (!read_link(&link, &chain->links[i])) {
      return false;
    }
  }
  return true;
}

bool carom__read_chain(const carom__node* root, carom_scenario* scenario) {
  static const char* const allowed[] = {"base", "links", "angles", "rates", NULL};
  carom_chain* chain = &scenario->chain;
  carom_vec3 base = {0, 0, 0};
  carom__node node;
  if (scenario->dimension != 2) {
    const carom__node dimension = carom__node_member(root, "dimension");
    return carom__node_fail(&dimension, dimension.value ? CAROM_BAD_VALUE : CAROM_MISSING_KEY,
                            "\"dimension\" is %s; a chain lives in the plane, so it must be 2.",
                            dimension.value ? "3" : "missing, which means 3");
  }
  if (!carom__get_object(root, "chain", &node) || !carom__node_check_keys(&node, (carom__keys){allowed, NULL, NULL}) ||
      !carom__get_vector(&node, "base", CAROM__REQUIRED, 2, &base) || !read_links(&node, chain)) {
    return false;
  }
  chain->base = (carom_vec2){base.x, base.y};
  return carom__get_numbers(&node, "angles", CAROM__REQUIRED, chain->link_count, chain->angles) &&
         carom__get_numbers(&node, "rates", CAROM__REQUIRED, chain->link_count, chain->rates);
}
