// The key "contacts", and surfaces wherever they stand.
#include <float.h>
#include <math.h>

#include "format/read.h"

_Static_assert((int)CAROM__MAX_CONTACTS <= (int)CAROM_SIMULTANEOUS_MAX_CONTACTS, "what can be read can be solved");

#define SURFACE CAROM__SURFACE_KEYS, "exponent"
static const char* const CONTACT_KEYS[] = {SURFACE, "bodies", "point", "normal", "tangent", "jacobian", "name", NULL};
static const char* const SPATIAL_KEYS[] = {"bodies", "point", "normal", "tangent", SURFACE, "name", NULL};
static const char* const PLANAR_KEYS[] = {"bodies", "point", "normal", SURFACE, "name", NULL};
static const char* const MECHANISM_KEYS[] = {"jacobian", SURFACE, "name", NULL};
static const char* const SURFACE_KEYS[] = {SURFACE, "name", NULL};

static carom__keys contact_keys(const carom_scenario* scenario) {
  switch (scenario->kind) {
    case CAROM_SCENARIO_MECHANISM:
      return (carom__keys){MECHANISM_KEYS, CONTACT_KEYS,
                           "bodies, point, normal and tangent go with \"bodies\"; a mechanism has a \"jacobian\""};
    case CAROM_SCENARIO_CONTACT_SPACE:
      return (carom__keys){
          SURFACE_KEYS, CONTACT_KEYS,
          "in \"contact_space\" W and v say where the contact is; it has a name and surface keys only"};
    default:
      break;
  }
  if (scenario->dimension == 2) {
    return (carom__keys){PLANAR_KEYS, CONTACT_KEYS,
                         "in 2-D the tangent is the normal turned clockwise, and a jacobian goes with \"mechanism\""};
  }
  return (carom__keys){SPATIAL_KEYS, CONTACT_KEYS, "a jacobian goes with \"mechanism\", not with \"bodies\""};
}

static bool read_compliance(const carom__node* node, carom_surface* surface, bool* by_poisson_ratio) {
  static const carom__range poisson_range = {0, 0.5, false, "a number from 0 to 0.5"};
  static const carom__range eta2_range = {0, DBL_MAX, true,
                                          "a number > 0; leave it out where the contact does not give sideways"};
  const carom__node poisson = carom__node_member(node, "poisson_ratio");
  *by_poisson_ratio = poisson.value != NULL;
  if (!poisson.value) {
    return carom__get_number(node, "eta2", CAROM__OPTIONAL, &eta2_range, &surface->eta2);
  }
  if (json_object_get(node->value, "eta2")) {
    return carom__node_fail(&poisson, CAROM_BAD_VALUE,
                            "both \"eta2\" and \"poisson_ratio\" are given; they say the same thing, so give one.");
  }
  double nu = 0;
  if (!carom__get_number(node, "poisson_ratio", CAROM__REQUIRED, &poisson_range, &nu)) {
    return false;
  }
  surface->eta2 = carom_eta2_from_poisson_ratio(nu);
  return true;
}

bool carom__read_surface(const carom__node* node, carom_surface* surface, bool* by_poisson_ratio) {
#define CAROM_X(symbol, value, word, name) [symbol] = word,
  static const char* const laws[] = {CAROM_LAW_LIST(CAROM_X) NULL};
#undef CAROM_X
  int law = CAROM_LAW_STRONGE;
  *surface = carom_surface_default();
  if (!carom__get_number(node, "e", CAROM__REQUIRED, &carom__from_0_to_1, &surface->e) ||
      !carom__get_word(node, "law", laws, &law) ||
      !carom__get_number(node, "mu", CAROM__OPTIONAL, &carom__not_negative, &surface->mu)) {
    return false;
  }
  surface->law = (carom_law)law;
  surface->mu_static = surface->mu;
  if (!carom__get_number(node, "mu_static", CAROM__OPTIONAL, &carom__not_negative, &surface->mu_static) ||
      !read_compliance(node, surface, by_poisson_ratio) ||
      !carom__get_number(node, "stiffness", CAROM__OPTIONAL, &carom__positive, &surface->stiffness)) {
    return false;
  }
  carom_diag diag;
  return !carom_surface_check(surface, &diag) || carom__node_fail_diag(node, &diag);
}

static bool check_pair(const carom__node* pair, const carom_scenario* scenario, const carom_touch* touch) {
  if (touch->body_a == touch->body_b) {
    return carom__node_fail(pair, CAROM_BAD_VALUE,
                            "\"bodies\" names \"%.60s\" twice; a contact is between two different bodies.",
                            scenario->body_info[touch->body_a].name);
  }
  if (scenario->bodies[touch->body_a].kind == CAROM_BODY_FIXED &&
      scenario->bodies[touch->body_b].kind == CAROM_BODY_FIXED) {
    return carom__node_fail(pair, CAROM_BAD_VALUE,
                            "\"%.60s\" and \"%.60s\" are both fixed; at least one body of a contact must move.",
                            scenario->body_info[touch->body_a].name, scenario->body_info[touch->body_b].name);
  }
  return true;
}

static bool read_pair(const carom__node* node, const carom_scenario* scenario, carom_touch* touch) {
  carom__node pair;
  if (!carom__get_array(node, "bodies", 2, 2, &pair)) {
    return false;
  }
  const carom__node a = carom__node_item(&pair, 0), b = carom__node_item(&pair, 1);
  return carom__read_body_name(&a, scenario, &touch->body_a) && carom__read_body_name(&b, scenario, &touch->body_b) &&
         check_pair(&pair, scenario, touch);
}

static bool read_frame(const carom__node* node, int dimension, carom_frame* frame) {
  carom_vec3 normal = {0, 0, 0}, tangent = {0, 0, 0};
  carom_diag diag;
  if (!carom__read_unit(node, "normal", dimension, &normal) ||
      !carom__get_vector(node, "tangent", CAROM__OPTIONAL, dimension, &tangent)) {
    return false;
  }
  const carom_vec3* hint = json_object_get(node->value, "tangent") ? &tangent : NULL;
  const carom_status status = dimension == 2 ? carom_frame_in_plane((carom_vec2){normal.x, normal.y}, frame, &diag)
                                             : carom_frame_from_normal(normal, hint, frame, &diag);
  return !status || carom__node_fail_diag(node, &diag);
}

static bool read_touch(const carom__node* node, const carom_scenario* scenario, carom_touch* touch) {
  return read_pair(node, scenario, touch) &&
         carom__get_vector(node, "point", CAROM__REQUIRED, scenario->dimension, &touch->point) &&
         read_frame(node, scenario->dimension, &touch->frame);
}

static bool read_contact(const carom__node* node, carom_scenario* scenario, int i) {
  static const carom__range exponents = {1, 2, false, "a number from 1 (linear) to 2; Hertz is 1.5"};
  const carom__node name = carom__node_member(node, "name");
  if (!carom__as_object(node, contact_keys(scenario)) ||
      (name.value && !carom__read_name(&name, i, scenario->contact_names)) ||
      !carom__read_surface(node, &scenario->surfaces[i], &scenario->compliance_by_poisson_ratio[i]) ||
      !carom__get_number(node, "exponent", CAROM__OPTIONAL, &exponents, &scenario->surfaces[i].exponent)) {
    return false;
  }
  if (scenario->kind == CAROM_SCENARIO_BODIES) {
    return read_touch(node, scenario, &scenario->touches[i]);
  }
  return scenario->kind != CAROM_SCENARIO_MECHANISM || carom__read_jacobian(node, scenario, i);
}

static bool allocate_contacts(const carom__node* contacts, carom_scenario* scenario, int count) {
  scenario->surfaces = carom__read_allocate(contacts, count, sizeof *scenario->surfaces);
  scenario->compliance_by_poisson_ratio = carom__read_allocate(contacts, count, sizeof(bool));
  scenario->contact_names = carom__read_allocate(contacts, count, sizeof *scenario->contact_names);
  if (scenario->kind == CAROM_SCENARIO_BODIES) {
    scenario->touches = carom__read_allocate(contacts, count, sizeof *scenario->touches);
  } else if (scenario->kind == CAROM_SCENARIO_MECHANISM) {
    scenario->jacobian =
        carom__read_allocate(contacts, count * scenario->dimension * scenario->dof, sizeof *scenario->jacobian);
  }
  return contacts->source->error->status == CAROM_OK;
}

bool carom__read_contacts(const carom__node* root, carom_scenario* scenario) {
  carom__node contacts;
  if (!carom__get_array(root, "contacts", 1, CAROM__MAX_CONTACTS, &contacts)) {
    return false;
  }
  const int count = (int)json_array_size(contacts.value);
  if (!allocate_contacts(&contacts, scenario, count)) {
    return false;
  }
  scenario->contact_count = count;
  for (int i = 0; i < count; ++i) {
    const carom__node contact = carom__node_item(&contacts, (size_t)i);
    if (!read_contact(&contact, scenario, i)) {
      return false;
    }
  }
  return true;
}
