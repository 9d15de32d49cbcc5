// The key "table" of a motion: cloth, balls, rails and pockets, and whether the balls fit.
#include "format/read_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool carom__has_table(const carom__node* root) {
  return json_object_get(json_object_get(root->value, "motion"), "table") != NULL;
}

bool carom__read_solid_ball(const carom__node* body_node, carom_body* body) {
  const carom__node* root = body_node;
  while (root->parent) root = root->parent;
  const json_t* radius = json_object_get(json_object_get(body_node->value, "shape"), "sphere");
  if (!carom__has_table(root) || json_object_get(body_node->value, "inertia") || !json_is_number(radius)) return false;
  const double r = json_number_value(radius), inertia = 0.4 * body->mass * r * r;
  if (!(inertia > 0 && isfinite(inertia))) return false;
  body->inertia = carom_mat3_diagonal(inertia, inertia, inertia);
  return true;
}

bool carom__get_place(const carom__node* parent, const char* key, carom__presence presence, carom_vec2* out) {
  double place[2] = {out->x, out->y};
  if (!carom__get_numbers(parent, key, presence, 2, place)) return false;
  *out = (carom_vec2){place[0], place[1]};
  return true;
}

/// A default surface as the reader of surfaces leaves one.
static void fill_in(carom_surface* surface) {
  surface->mu_static = surface->mu;
  surface->stiffness = surface->exponent = 1;
}

/// A surface that keeps its default where the file gives none.
static bool read_surface(const carom__node* parent, carom_surface* surface) {
  static const char* const keys[] = {CAROM__SURFACE_KEYS, NULL};
  const carom__node node = carom__node_member(parent, "surface");
  bool by_poisson_ratio;
  if (!node.value) return true;
  return carom__as_object(&node, (carom__keys){keys, NULL, NULL}) &&
         carom__read_surface(&node, surface, &by_poisson_ratio);
}

static bool read_cloth(const carom__node* table, carom_table_cloth* cloth) {
  static const char* const keys[] = {"slide", "roll", "spin", "hop", "surface", "stiffness", NULL};
  const carom__node node = carom__node_member(table, "cloth");
  if (!node.value) return true;
  return carom__as_object(&node, (carom__keys){keys, NULL, NULL}) &&
         carom__get_number(&node, "slide", CAROM__OPTIONAL, &carom__not_negative, &cloth->slide) &&
         carom__get_number(&node, "roll", CAROM__OPTIONAL, &carom__not_negative, &cloth->roll) &&
         carom__get_number(&node, "spin", CAROM__OPTIONAL, &carom__not_negative, &cloth->spin) &&
         carom__get_number(&node, "stiffness", CAROM__OPTIONAL, &carom__not_negative, &cloth->stiffness) &&
         carom__get_bool(&node, "hop", &cloth->hop) && read_surface(&node, &cloth->surface);
}

/// A number, or [a, b, c] of a + b exp(-c s).
static bool read_friction(const carom__node* balls, carom_table_hit* hit) {
  const carom__node node = carom__node_member(balls, "friction");
  double parts[3];
  if (!node.value) return true;
  if (json_is_array(node.value)) {
    if (!carom__as_numbers(&node, 3, &carom__not_negative, parts)) return false;
    hit->base = parts[0], hit->extra = parts[1], hit->decay = parts[2];
    return true;
  }
  hit->extra = hit->decay = 0;
  return carom__get_number(balls, "friction", CAROM__REQUIRED, &carom__not_negative, &hit->base);
}

static bool read_hit(const carom__node* table, carom_table_hit* hit) {
  static const char* const keys[] = {"e", "friction", "eta2", NULL};
  const carom__node node = carom__node_member(table, "balls");
  if (!node.value) return true;
  return carom__as_object(&node, (carom__keys){keys, NULL, NULL}) &&
         carom__get_number(&node, "e", CAROM__OPTIONAL, &carom__from_0_to_1, &hit->e) && read_friction(&node, hit) &&
         carom__get_number(&node, "eta2", CAROM__OPTIONAL, &carom__not_negative, &hit->eta2);
}

static bool read_segments(const carom__node* rails, carom_scenario_table* out) {
  carom__node list = carom__node_member(rails, "segments");
  if (!list.value) return true;
  if (!carom__get_array(rails, "segments", 1, CAROM_TABLE_MAX_RAILS, &list)) return false;
  const int count = (int)json_array_size(list.value);
  out->rails = carom__read_allocate(&list, count, sizeof *out->rails);
  if (!out->rails) return false;
  for (int i = 0; i < count; ++i) {
    const carom__node item = carom__node_item(&list, (size_t)i);
    double ends[4];
    if (!carom__as_matrix(&item, 2, 2, ends)) return false;
    out->rails[i] = (carom_table_rail){{ends[0], ends[1]}, {ends[2], ends[3]}};
    if (!(hypot(ends[2] - ends[0], ends[3] - ends[1]) > 0))
      return carom__node_fail(&item, CAROM_BAD_VALUE, "the rail begins where it ends; it must have a length.");
  }
  out->table.rail_count = count;
  return true;
}

/// Four rails, unless segments take their place.
static bool read_size(const carom__node* table, carom_scenario_table* out) {
  const carom__node node = carom__node_member(table, "size");
  if (!node.value) return true;
  double size[2];
  if (!carom__as_numbers(&node, 2, &carom__positive, size)) return false;
  out->has_size = true;
  out->size = (carom_vec2){size[0], size[1]};
  if (out->rails) return true;
  out->rails = carom__read_allocate(&node, 4, sizeof *out->rails);
  if (!out->rails) return false;
  carom_table_rectangle(size[0], size[1], out->rails);
  out->table.rail_count = 4;
  return true;
}

static bool read_rails(const carom__node* table, carom_scenario_table* out) {
  static const char* const keys[] = {"height", "nose", "surface", "segments", NULL};
  const carom__node node = carom__node_member(table, "rails");
  if (!node.value) return read_size(table, out);
  return carom__as_object(&node, (carom__keys){keys, NULL, NULL}) &&
         carom__get_number(&node, "height", CAROM__OPTIONAL, &carom__positive, &out->table.rail_height) &&
         carom__get_number(&node, "nose", CAROM__OPTIONAL, &carom__not_negative, &out->table.nose_radius) &&
         read_surface(&node, &out->table.rail_surface) && read_segments(&node, out) && read_size(table, out);
}

static bool read_pockets(const carom__node* table, carom_scenario_table* out) {
  static const char* const keys[] = {"at", "radius", NULL};
  carom__node list = carom__node_member(table, "pockets");
  if (!list.value) return true;
  if (!carom__get_array(table, "pockets", 0, CAROM_TABLE_MAX_POCKETS, &list)) return false;
  out->table.pocket_count = (int)json_array_size(list.value);
  out->pockets = carom__read_allocate(&list, out->table.pocket_count, sizeof *out->pockets);
  for (int i = 0; out->pockets && i < out->table.pocket_count; ++i) {
    const carom__node item = carom__node_item(&list, (size_t)i);
    if (!carom__as_object(&item, (carom__keys){keys, NULL, NULL}) ||
        !carom__get_place(&item, "at", CAROM__REQUIRED, &out->pockets[i].at) ||
        !carom__get_number(&item, "radius", CAROM__REQUIRED, &carom__positive, &out->pockets[i].radius))
      return false;
  }
  return out->pockets != NULL;
}

static bool is_same_place(carom_vec2 a, carom_vec2 b) {
  return hypot(a.x - b.x, a.y - b.y) < 1e-9;
}

/// Whether every end of a rail is that of one more: then they close round the table.
static bool rails_close(const carom_scenario_table* table) {
  for (int i = 0; i < 2 * table->table.rail_count; ++i) {
    const carom_vec2 end = i % 2 ? table->rails[i / 2].to : table->rails[i / 2].from;
    int shared = 0;
    for (int j = 0; j < table->table.rail_count; ++j)
      shared += is_same_place(end, table->rails[j].from) + is_same_place(end, table->rails[j].to);
    if (shared != 2) return false;
  }
  return table->table.rail_count >= 3;
}

/// A line from here to the right crosses them an odd number of times.
static bool is_enclosed(const carom_scenario_table* table, carom_vec3 place) {
  bool inside = false;
  for (int i = 0; i < table->table.rail_count; ++i) {
    const carom_vec2 a = table->rails[i].from, b = table->rails[i].to;
    if ((a.y > place.y) == (b.y > place.y)) continue;
    if (place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

bool carom__is_on_table(const carom_scenario_table* table, carom_vec3 place) {
  if (!table->has_size) return !rails_close(table) || is_enclosed(table, place);
  return place.x >= 0 && place.x <= table->size.x && place.y >= 0 && place.y <= table->size.y;
}

void carom__say_where_rails_go(const carom_scenario_table* table, char words[CAROM__RAILS_WORDS]) {
  carom_vec2 low = {0, 0}, high = table->size;
  for (int i = 0; !table->has_size && i < 2 * table->table.rail_count; ++i) {
    const carom_vec2 end = i % 2 ? table->rails[i / 2].to : table->rails[i / 2].from;
    low = i == 0 ? end : (carom_vec2){fmin(low.x, end.x), fmin(low.y, end.y)};
    high = i == 0 ? end : (carom_vec2){fmax(high.x, end.x), fmax(high.y, end.y)};
  }
  snprintf(words, CAROM__RAILS_WORDS, "%s (%g, %g) to (%g, %g) m", table->has_size ? "go from" : "enclose", low.x,
           low.y, high.x, high.y);
}

/// What files round of a place is forgiven, as a part of a radius.
static const double ROUNDED = 1e-9;

static bool check_height(const carom__node* at, const carom_body* body, double radius) {
  return body->position.z >= radius * (1 - ROUNDED) ||
         carom__node_fail(
             at, CAROM_BAD_VALUE,
             "the centre is %g m above the cloth, which is the plane z = 0; it must be at least the radius, "
             "%g m.",
             body->position.z, radius);
}

static bool check_apart(const carom__node* at, const carom_scenario* scenario, int i) {
  for (int j = 0; j < i; ++j) {
    if (scenario->bodies[j].kind != CAROM_BODY_FREE) continue;
    const double touching = scenario->body_info[i].sphere_radius + scenario->body_info[j].sphere_radius;
    const double apart = carom_vec3_norm(carom_vec3_sub(scenario->bodies[i].position, scenario->bodies[j].position));
    if (apart >= touching * (1 - ROUNDED)) continue;
    return carom__node_fail(at, CAROM_BAD_VALUE, "\"%.40s\" and \"%.40s\" overlap by %.4g m; balls must lie apart.",
                            scenario->body_info[j].name, scenario->body_info[i].name, touching - apart);
  }
  return true;
}

/// Every free body is a ball.
static bool check_ball(const carom__node* bodies, const carom_scenario* scenario, int i) {
  const carom_scenario_body* info = &scenario->body_info[i];
  const carom__node body = carom__node_member(bodies, info->name);
  if (!body.value || scenario->bodies[i].kind != CAROM_BODY_FREE) return true;  // a rack's balls are judged there
  const carom__node shape = carom__node_member(&body, "shape"), at = carom__node_member(&body, "position");
  if (info->sphere_radius == 0)
    return carom__get_nothing(&shape, CAROM__REQUIRED, "{\"sphere\": R}, since the body is a ball on a table");
  if (!carom__is_on_table(scenario->table, scenario->bodies[i].position)) {
    char words[CAROM__RAILS_WORDS];
    carom__say_where_rails_go(scenario->table, words);
    return carom__node_fail(&at, CAROM_BAD_VALUE, "\"%.40s\" lies at (%g, %g) m, outside the rails, which %s.",
                            info->name, scenario->bodies[i].position.x, scenario->bodies[i].position.y, words);
  }
  return check_height(&at, &scenario->bodies[i], info->sphere_radius) && check_apart(&at, scenario, i);
}

static bool check_gravity(const carom__node* motion, carom_vec3 gravity) {
  const carom__node node = carom__node_member(motion, "gravity");
  if (node.value && gravity.x == 0 && gravity.y == 0 && gravity.z < 0) return true;
  return carom__node_fail(&node, node.value ? CAROM_BAD_VALUE : CAROM_MISSING_KEY,
                          "a table needs \"gravity\" that points down, such as [0, 0, -9.81]: the cloth is the plane "
                          "z = 0.");
}

static bool check_company(const carom__node* root, const carom__node* motion, const carom_scenario* scenario) {
  static const char* const others[] = {"planes", "cloth", "meet"};
  const carom__node dimension = carom__node_member(root, "dimension");
  if (scenario->dimension != 3)
    return carom__node_fail(&dimension, CAROM_BAD_VALUE,
                            "\"dimension\" is 2; a table lives in space, so it must be 3.");
  for (int i = 0; i < 3; ++i) {
    const carom__node other = carom__node_member(motion, others[i]);
    if (other.value)
      return carom__node_fail(&other, CAROM_BAD_VALUE,
                              "both \"table\" and \"%s\" are given; the balls of a table meet its cloth, its rails and "
                              "each other, so leave \"%s\" out.",
                              others[i], others[i]);
  }
  return true;
}

/// The nose must lie lower than the top of every ball.
static bool check_rail_height(const carom__node* table_node, const carom_scenario* scenario) {
  const carom_table* table = &scenario->table->table;
  const carom__node rails = carom__node_member(table_node, "rails");
  for (int i = 0; i < scenario->body_count && table->rail_count > 0; ++i) {
    const carom_scenario_body* info = &scenario->body_info[i];
    if (scenario->bodies[i].kind != CAROM_BODY_FREE ||
        table->rail_height < 2 * info->sphere_radius + table->nose_radius)
      continue;
    return carom__node_fail(
        &rails, CAROM_BAD_VALUE,
        "\"%.40s\" would roll beneath the rails: their nose is %g m high, and the ball %g m; \"height\" "
        "is usually 0.64 of that, %.3g.",
        info->name, table->rail_height, 2 * info->sphere_radius, 1.28 * info->sphere_radius);
  }
  return true;
}

/// A landing that is slower than this is plastic, on a table: it would rise 50 nm.
static const double CUTOFF = 1e-3;

static bool read_times(const carom__node* motion, const carom__node* table, carom_scenario* scenario) {
  carom_table* out = &scenario->table->table;
  if (!json_object_get(motion->value, "cutoff_speed")) scenario->motion.cutoff_speed = CUTOFF;
  return carom__get_number(table, "contact_time", CAROM__OPTIONAL, &carom__not_negative, &out->contact_time);
}

static bool check_count(const carom__node* root, const carom_scenario* scenario) {
  const carom__node bodies = carom__node_member(root, "bodies");
  int count = 0;
  for (int i = 0; i < scenario->body_count; ++i) count += scenario->bodies[i].kind == CAROM_BODY_FREE;
  return (count >= 1 && count <= CAROM_TABLE_MAX_BALLS) ||
         carom__node_fail(&bodies, CAROM_BAD_VALUE, "there are %d balls with those of the racks; a table has 1 to %d.",
                          count, CAROM_TABLE_MAX_BALLS);
}

bool carom__read_table(const carom__node* root, const carom__node* motion, carom_scenario* scenario) {
  static const char* const keys[] = {"cloth",   "balls", "contact_time", "size", "rails",
                                     "pockets", "racks", "strokes",      NULL};
  const carom__node node = carom__node_member(motion, "table");
  const carom__node bodies = carom__node_member(root, "bodies");
  if (!check_company(root, motion, scenario) || !carom__as_object(&node, (carom__keys){keys, NULL, NULL}) ||
      !check_gravity(motion, scenario->motion.gravity))
    return false;
  scenario->table = carom__read_allocate(&node, 1, sizeof *scenario->table);
  if (!scenario->table) return false;
  scenario->table->table = carom_table_default();
  carom_table* out = &scenario->table->table;
  fill_in(&out->cloth.surface);
  fill_in(&out->rail_surface);
  if (!read_times(motion, &node, scenario) || !read_cloth(&node, &out->cloth) || !read_hit(&node, &out->hit) ||
      !read_rails(&node, scenario->table) || !read_pockets(&node, scenario->table))
    return false;
  for (int i = 0; i < scenario->body_count; ++i)
    if (!check_ball(&bodies, scenario, i)) return false;
  return carom__read_racks(&node, scenario) && check_count(root, scenario) && check_rail_height(&node, scenario) &&
         carom__read_strokes(&node, scenario);
}
