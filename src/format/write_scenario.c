// Scenarios as JSON. Every value is written in the form that the reader takes over without arithmetic, so that reading
// it again gives the same bits; a friendlier form (the spin in the body frame, Poisson's ratio) is used only where it
// gives the same bits too.
#include <math.h>
#include <string.h>

#include "format/write.h"

static void write_field(carom__json* json, const char* key, double value) {
  carom__json_key(json, key);
  carom__json_number(json, value);
}

static void write_vector(carom__json* json, const char* key, int dimension, carom_vec3 value) {
  carom__json_key(json, key);
  carom__json_vector(json, dimension, value);
}

static void write_word(carom__json* json, const char* key, const char* word) {
  carom__json_key(json, key);
  carom__json_string(json, word);
}

static bool same_bits(const void* a, const void* b, size_t size) {
  return memcmp(a, b, size) == 0;
}

static bool is_diagonal(const carom_mat3* a) {
  const carom_mat3 diagonal = carom_mat3_diagonal(a->m[0][0], a->m[1][1], a->m[2][2]);
  return same_bits(a, &diagonal, sizeof diagonal);
}

static void write_inertia(carom__json* json, int dimension, const carom_mat3* inertia) {
  carom__json_key(json, "inertia");
  if (dimension == 2) {
    carom__json_number(json, inertia->m[2][2]);
  } else if (is_diagonal(inertia)) {
    carom__json_vector(json, 3, (carom_vec3){inertia->m[0][0], inertia->m[1][1], inertia->m[2][2]});
  } else {
    carom__json_matrix(json, 3, 3, &inertia->m[0][0]);
  }
}

/// A spin in the body frame that the reader turns into exactly the spin we have. Rotating back and forth rounds, so a
/// few corrections are tried; there may be none.
static bool spin_in_body_frame(const carom_body* body, carom_vec3* spin) {
  const carom_mat3 to_body = carom_mat3_transpose(body->orientation);
  *spin = carom_mat3_apply(to_body, body->spin);
  for (int attempt = 0; attempt < 4; ++attempt) {
    const carom_vec3 world = carom_mat3_apply(body->orientation, *spin);
    if (same_bits(&world, &body->spin, sizeof world)) return true;
    *spin = carom_vec3_add(*spin, carom_mat3_apply(to_body, carom_vec3_sub(body->spin, world)));
  }
  return false;
}

static void write_spin(carom__json* json, int dimension, const carom_body* body, bool prefer_body_frame) {
  carom_vec3 spin;
  if (dimension == 2) {
    write_field(json, "spin", body->spin.z);
  } else if (prefer_body_frame && spin_in_body_frame(body, &spin)) {
    write_vector(json, "spin", 3, spin);
    write_word(json, "spin_frame", "body");
  } else {
    write_vector(json, "spin", 3, body->spin);
  }
}

static void write_shape(carom__json* json, int dimension, const carom_scenario_body* info) {
  if (!(info->sphere_radius > 0) && info->point_count == 0) return;
  carom__json_key(json, "shape");
  carom__json_open(json, '{');
  if (info->shape == CAROM_SHAPE_BOX) {
    write_vector(json, "box", dimension, info->box);
  } else if (info->point_count > 0) {
    carom__json_key(json, info->shape == CAROM_SHAPE_POLYGON ? "polygon" : "points");
    carom__json_open(json, '[');
    for (int i = 0; i < info->point_count; ++i) carom__json_vector(json, dimension, info->points[i]);
    carom__json_close(json, ']');
  } else {
    write_field(json, "sphere", info->sphere_radius);
  }
  carom__json_close(json, '}');
  if (dimension == 2 && info->point_count > 0) write_field(json, "angle", info->angle);
}

static void write_pivot(carom__json* json, int dimension, const carom_scenario_body* info) {
  if (!info->hangs) return;
  carom__json_key(json, "pivot");
  carom__json_open(json, '{');
  write_vector(json, "at", dimension, info->pivot);
  write_field(json, "length", info->pivot_length);
  carom__json_close(json, '}');
}

static void write_free_body(carom__json* json, int dimension, const carom_body* body, const carom_scenario_body* info) {
  write_inertia(json, dimension, &body->inertia);
  write_vector(json, "position", dimension, body->position);
  if (dimension == 3) {
    carom__json_key(json, "orientation");
    carom__json_matrix(json, 3, 3, &body->orientation.m[0][0]);
  }
  write_vector(json, "velocity", dimension, body->velocity);
  write_spin(json, dimension, body, info->spin_in_body_frame);
  write_shape(json, dimension, info);
  write_pivot(json, dimension, info);
}

static void write_body(carom__json* json, int dimension, const carom_body* body, const carom_scenario_body* info) {
  carom__json_key(json, info->name);
  carom__json_open(json, '{');
  if (body->kind == CAROM_BODY_FIXED) {
    carom__json_key(json, "fixed");
    carom__json_bool(json, true);
  } else {
    write_field(json, "mass", body->mass);
  }
  if (body->kind == CAROM_BODY_FREE) write_free_body(json, dimension, body, info);
  if (body->kind == CAROM_BODY_GUIDED) {
    write_vector(json, "guide", dimension, body->guide);
    write_vector(json, "velocity", dimension, body->velocity);
  }
  carom__json_close(json, '}');
}

static void write_bodies(carom__json* json, const carom_scenario* scenario) {
  carom__json_key(json, "bodies");
  carom__json_open(json, '{');
  for (int i = 0; i < scenario->body_count; ++i)
    write_body(json, scenario->dimension, &scenario->bodies[i], &scenario->body_info[i]);
  carom__json_close(json, '}');
}

void carom__write_coordinates(carom__json* json, const carom_scenario* scenario) {
  if (!scenario->coordinate_names) return;
  carom__json_key(json, "coordinates");
  carom__json_open(json, '[');
  for (int i = 0; i < scenario->dof; ++i) carom__json_string(json, scenario->coordinate_names[i]);
  carom__json_close(json, ']');
}

static void write_mechanism(carom__json* json, const carom_scenario* scenario) {
  carom__json_key(json, "mechanism");
  carom__json_open(json, '{');
  carom__json_key(json, "mass_matrix");
  carom__json_matrix(json, scenario->dof, scenario->dof, scenario->mass_matrix);
  carom__json_key(json, "velocity");
  carom__json_numbers(json, scenario->dof, scenario->velocity);
  carom__write_coordinates(json, scenario);
  carom__json_close(json, '}');
}

static void write_contact_space(carom__json* json, const carom_scenario* scenario) {
  const int size = scenario->dimension * scenario->contact_count;
  carom__json_key(json, "contact_space");
  carom__json_open(json, '{');
  carom__json_key(json, "W");
  carom__json_matrix(json, size, size, scenario->w);
  carom__json_key(json, "v");
  carom__json_numbers(json, size, scenario->v);
  carom__json_close(json, '}');
}

static void write_link(carom__json* json, const carom_link* link) {
  carom__json_open(json, '{');
  write_field(json, "length", link->length);
  write_field(json, "mass", link->mass);
  write_field(json, "centre", link->centre);
  write_field(json, "inertia", link->inertia);
  carom__json_close(json, '}');
}

static void write_chain(carom__json* json, const carom_chain* chain) {
  carom__json_key(json, "chain");
  carom__json_open(json, '{');
  write_vector(json, "base", 2, (carom_vec3){chain->base.x, chain->base.y, 0});
  carom__json_key(json, "links");
  carom__json_open(json, '[');
  for (int i = 0; i < chain->link_count; ++i) write_link(json, &chain->links[i]);
  carom__json_close(json, ']');
  carom__json_key(json, "angles");
  carom__json_numbers(json, chain->link_count, chain->angles);
  carom__json_key(json, "rates");
  carom__json_numbers(json, chain->link_count, chain->rates);
  carom__json_close(json, '}');
}

/// eta2 = (2 - nu)/(2 (1 - nu)) solved for nu. The neighbours are tried as well: rounding may need one of them.
static bool poisson_ratio_of(double eta2, double* nu) {
  *nu = 2 * (eta2 - 1) / (2 * eta2 - 1);
  for (int i = 0; i < 4; ++i) *nu = nextafter(*nu, -1);
  for (int i = 0; i < 9; ++i) {
    if (*nu >= 0 && *nu <= 0.5 && carom_eta2_from_poisson_ratio(*nu) == eta2) return true;
    *nu = nextafter(*nu, 1);
  }
  return false;
}

static void write_compliance(carom__json* json, double eta2, bool prefer_poisson_ratio) {
  double nu;
  if (eta2 == 0) return;
  if (prefer_poisson_ratio && poisson_ratio_of(eta2, &nu)) {
    write_field(json, "poisson_ratio", nu);
  } else {
    write_field(json, "eta2", eta2);
  }
}

void carom__write_surface(carom__json* json, const carom_surface* surface, bool prefer_poisson_ratio) {
  write_field(json, "e", surface->e);
  write_word(json, "law", carom_law_word(surface->law));
  write_field(json, "mu", surface->mu);
  write_field(json, "mu_static", surface->mu_static);
  write_compliance(json, surface->eta2, prefer_poisson_ratio);
  write_field(json, "stiffness", surface->stiffness);
  if (surface->exponent != 1) write_field(json, "exponent", surface->exponent);
}

static void write_touch(carom__json* json, const carom_scenario* scenario, const carom_touch* touch) {
  carom__json_key(json, "bodies");
  carom__json_open(json, '[');
  carom__json_string(json, scenario->body_info[touch->body_a].name);
  carom__json_string(json, scenario->body_info[touch->body_b].name);
  carom__json_close(json, ']');
  write_vector(json, "point", scenario->dimension, touch->point);
  write_vector(json, "normal", scenario->dimension, touch->frame.n);
  if (scenario->dimension == 3) write_vector(json, "tangent", 3, touch->frame.t1);
}

static void write_contact(carom__json* json, const carom_scenario* scenario, int index) {
  const int dimension = scenario->dimension;
  carom__json_open(json, '{');
  const char* name = carom__given_name(scenario, index);
  if (name) write_word(json, "name", name);
  if (scenario->kind == CAROM_SCENARIO_BODIES) write_touch(json, scenario, &scenario->touches[index]);
  carom__write_surface(json, &scenario->surfaces[index], scenario->compliance_by_poisson_ratio[index]);
  if (scenario->kind == CAROM_SCENARIO_MECHANISM) {
    carom__json_key(json, "jacobian");
    const size_t first = (size_t)index * (size_t)dimension * (size_t)scenario->dof;
    carom__json_matrix(json, dimension, scenario->dof, scenario->jacobian + first);
  }
  carom__json_close(json, '}');
}

static void write_contacts(carom__json* json, const carom_scenario* scenario) {
  carom__json_key(json, "contacts");
  carom__json_open(json, '[');
  for (int i = 0; i < scenario->contact_count; ++i) write_contact(json, scenario, i);
  carom__json_close(json, ']');
}

static void write_method(carom__json* json, const carom_method* method) {
  if (method->kind == CAROM_METHOD_EXACT) return;
  carom__json_key(json, "method");
  carom__json_open(json, '{');
  write_word(json, method->kind == CAROM_METHOD_STEPS ? "engine" : "scheme", carom_method_word(method->kind));
  if (method->kind == CAROM_METHOD_NI || method->kind == CAROM_METHOD_FS) write_field(json, "step", method->step);
  if (method->kind == CAROM_METHOD_VS) {
    write_field(json, "epsilon", method->epsilon);
    write_field(json, "h1", method->h1);
    write_field(json, "h2", method->h2);
  }
  carom__json_close(json, '}');
}

static void write_own_surface(carom__json* json, const char* key, const carom_surface* surface) {
  carom__json_key(json, key);
  carom__json_open(json, '{');
  carom__write_surface(json, surface, false);
  carom__json_close(json, '}');
}

static void write_plane(carom__json* json, int dimension, const carom_plane* plane) {
  carom__json_open(json, '{');
  write_vector(json, "point", dimension, plane->point);
  write_vector(json, "normal", dimension, plane->normal);
  write_own_surface(json, "surface", &plane->surface);
  carom__json_close(json, '}');
}

static void write_meet(carom__json* json, const carom_scenario* scenario) {
  const carom_scenario_meet* meet = &scenario->meet;
  if (meet->all) write_own_surface(json, "meet", &meet->surface);
  if (meet->count == 0) return;
  carom__json_key(json, "meet");
  carom__json_open(json, '[');
  for (int i = 0; i < meet->count; ++i) {
    carom__json_open(json, '{');
    write_word(json, "a", scenario->body_info[meet->list[i].a].name);
    write_word(json, "b", scenario->body_info[meet->list[i].b].name);
    write_own_surface(json, "surface", &meet->list[i].surface);
    carom__json_close(json, '}');
  }
  carom__json_close(json, ']');
}

static void write_cloth(carom__json* json, const carom_cloth* cloth, const char* ball) {
  carom__json_key(json, "cloth");
  carom__json_open(json, '{');
  write_word(json, "ball", ball);
  write_field(json, "radius", cloth->radius);
  write_field(json, "slide", cloth->slide);
  write_field(json, "roll", cloth->roll);
  carom__json_key(json, "hop");
  carom__json_bool(json, cloth->hop);
  carom__json_close(json, '}');
}

static void write_planes(carom__json* json, int dimension, const carom_motion* motion) {
  if (motion->plane_count == 0) return;
  carom__json_key(json, "planes");
  carom__json_open(json, '[');
  for (int i = 0; i < motion->plane_count; ++i) write_plane(json, dimension, &motion->planes[i]);
  carom__json_close(json, ']');
}

static void write_motion(carom__json* json, const carom_scenario* scenario) {
  const carom_motion* motion = &scenario->motion;
  carom__json_key(json, "motion");
  carom__json_open(json, '{');
  write_field(json, "until", motion->until);
  write_vector(json, "gravity", scenario->dimension, motion->gravity);
  write_planes(json, scenario->dimension, motion);
  write_meet(json, scenario);
  write_field(json, "cutoff_speed", motion->cutoff_speed);
  write_field(json, "sample", motion->sample);
  write_field(json, "tolerance", motion->tolerance);
  if (scenario->table) carom__write_table(json, scenario);
  if (motion->has_cloth) write_cloth(json, &motion->cloth, scenario->body_info[motion->cloth.body].name);
  carom__json_close(json, '}');
}

static void write_what_moves(carom__json* json, const carom_scenario* scenario) {
  switch (scenario->kind) {
    case CAROM_SCENARIO_BODIES:
      write_bodies(json, scenario);
      break;
    case CAROM_SCENARIO_MECHANISM:
      write_mechanism(json, scenario);
      break;
    case CAROM_SCENARIO_CONTACT_SPACE:
      write_contact_space(json, scenario);
      break;
    case CAROM_SCENARIO_CHAIN:
      write_chain(json, &scenario->chain);
      break;
  }
}

void carom__write_scenario(carom__json* json, const carom_scenario* scenario) {
  carom__json_open(json, '{');
  write_field(json, "carom", 1);
  if (scenario->title) write_word(json, "title", scenario->title);
  write_field(json, "dimension", scenario->dimension);
  write_what_moves(json, scenario);
  if (scenario->contact_count > 0) write_contacts(json, scenario);
  write_method(json, &scenario->method);
  if (scenario->has_motion) write_motion(json, scenario);
  carom__json_close(json, '}');
}

bool carom_scenario_write(const carom_scenario* scenario, bool indented, carom_sink sink) {
  carom__json json;
  carom__json_start(&json, indented, sink);
  carom__write_scenario(&json, scenario);
  return carom__json_finish(&json);
}
