/// @file present/kinds.c
/// The one table of the kinds of figures: which scenarios have them, and who draws them.
#include <string.h>

#include "present/kinds.h"

#define PLANAR       (1u << CAROM_MODEL_PLANAR)
#define SPATIAL      (1u << CAROM_MODEL_SPATIAL)
#define COMPLIANT    (1u << CAROM_MODEL_COMPLIANT)
#define SIMULTANEOUS (1u << CAROM_MODEL_SIMULTANEOUS)
#define MOTION       (1u << CAROM_MODEL_MOTION)
#define ONE_CONTACT  (PLANAR | SPATIAL | COMPLIANT)

static bool is_shown_in_poses(const carom_scenario* scenario) {
  return !scenario->motion.has_cloth && !scenario->table;
}

static bool has_cloth(const carom_scenario* scenario) {
  return scenario->motion.has_cloth;
}

static bool has_table(const carom_scenario* scenario) {
  return scenario->table != NULL;
}

static bool has_two_contacts(const carom_scenario* scenario) {
  return scenario->contact_count == 2;
}

/// Bodies have places; the contacts of a mechanism or a contact space have velocities alone.
static bool has_bodies(const carom_scenario* scenario) {
  return scenario->kind == CAROM_SCENARIO_BODIES && scenario->body_count <= CAROM_FIGURE_MAX_ACTORS;
}

/// The first row that fits an impact is its default.
static const carom__kind kinds[] = {
    {"process", PLANAR, NULL, "", carom__draw_process, CAROM_FIGURE_MAX_OVERLAY},
    {"springs", COMPLIANT, NULL, "", carom__draw_springs, 1},
    {"hodograph", ONE_CONTACT, NULL, "", carom__draw_hodograph, CAROM_FIGURE_MAX_BUNDLE},
    {"impulse", SIMULTANEOUS, NULL, "", carom__draw_impulse, 1},
    {"impulse", ONE_CONTACT, NULL, "", carom__draw_curve, CAROM_FIGURE_MAX_OVERLAY},
    {"energy", ONE_CONTACT, NULL, "", carom__draw_energy, CAROM_FIGURE_MAX_OVERLAY},
    {"energy", SIMULTANEOUS, NULL, "", carom__draw_energies, 1},
    {"energy-plane", SIMULTANEOUS, has_two_contacts, "with 2 contacts", carom__draw_energy_plane, 1},
    {"velocity", ONE_CONTACT, NULL, "", carom__draw_velocity, CAROM_FIGURE_MAX_OVERLAY},
    {"velocity", SIMULTANEOUS, NULL, "", carom__draw_velocities, 1},
    {"velocity-plane", SIMULTANEOUS, has_two_contacts, "with 2 contacts", carom__draw_velocity_plane, 1},
    {"scene", ONE_CONTACT | SIMULTANEOUS, has_bodies, "with bodies that have a place (no mechanism, no contact space)",
     carom__draw_scene, 1},
    {"scene", MOTION, has_bodies, "bodies", carom__draw_scene, 1},
    {"strobe", MOTION, is_shown_in_poses, "a chain or bodies over planes", carom__draw_strobe, 1},
    {"path", MOTION, has_cloth, "a ball on the cloth", carom__draw_path, CAROM_FIGURE_MAX_ROUTES},
    {"table", MOTION, has_table, "a table", carom__draw_table, 1},
    {"break", MOTION, has_table, "a table", carom__draw_break, 1},
    {"height", MOTION, NULL, "motion", carom__draw_height, 1},
    {"phases", MOTION, NULL, "motion", carom__draw_phases, 1},
    {"energy", MOTION, NULL, "motion", carom__draw_motion_energy, 1}};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static bool fits(const carom__kind* kind, const carom_scenario* scenario) {
  return (kind->models >> scenario->model & 1u) != 0 && (!kind->fits || kind->fits(scenario));
}

/// Whether bodies meet each other.
static bool meets(const carom_scenario* scenario) {
  return scenario->meet.all || scenario->meet.count > 0;
}

/// A chain and bodies that meet are best seen pose by pose, a ball on the cloth from above, a body by its height.
static const char* default_of_motion(const carom_scenario* scenario) {
  if (scenario->table) return "table";
  const bool in_poses = scenario->kind == CAROM_SCENARIO_CHAIN || meets(scenario);
  return in_poses ? "strobe" : scenario->motion.has_cloth ? "path" : "height";
}

const carom__kind* carom__find_kind(const char* name, const carom_scenario* scenario) {
  if (!name && scenario->model == CAROM_MODEL_MOTION) name = default_of_motion(scenario);
  for (int i = 0; i < KIND_COUNT; ++i)
    if ((!name || strcmp(kinds[i].name, name) == 0) && fits(&kinds[i], scenario)) return &kinds[i];
  return NULL;
}

/// The row of a kind that motions have; NULL where they have none.
static const carom__kind* motion_row(const char* name) {
  for (int i = 0; i < KIND_COUNT; ++i)
    if (kinds[i].models == MOTION && strcmp(kinds[i].name, name) == 0) return &kinds[i];
  return NULL;
}

/// "planar or spatial", "simultaneous with 2 contacts", "motion: a table"
static void say_models(carom__sentence* to, const char* name) {
  unsigned models = 0;
  int count = 0;
  const char *rest = "", *moving = "";
  for (int i = 0; i < KIND_COUNT; ++i) {
    if (strcmp(kinds[i].name, name) != 0) continue;
    models |= kinds[i].models;
    if (!kinds[i].fits) continue;
    *(kinds[i].models == MOTION ? &moving : &rest) = kinds[i].needs;
  }
  for (int model = 0; model < CAROM_MODEL_MOTION; ++model)
    if (models >> model & 1u) carom__say(to, "%s%s", count++ > 0 ? " or " : "", carom_model_word((carom_model)model));
  if (rest[0]) carom__say(to, " %s", rest);
  if (models & MOTION) carom__say(to, "%smotion%s%s", count > 0 ? " or " : "", moving[0] ? ": " : "", moving);
}

/// "process, energy": the kinds that fit a scenario and can show so many at once.
static void say_kinds(carom__sentence* to, const carom_scenario* scenario, int count) {
  int listed = 0;
  for (int i = 0; i < KIND_COUNT; ++i)
    if (fits(&kinds[i], scenario) && count <= kinds[i].most_items)
      carom__say(to, "%s%s", listed++ > 0 ? ", " : "", kinds[i].name);
  if (listed == 0) carom__say(to, count > 1 ? "none" : "no figure in this version");
}

static const char* what_moves(const carom_scenario* scenario) {
  if (!scenario->has_motion) return "an impact alone";
  if (scenario->kind == CAROM_SCENARIO_CHAIN) return "a chain";
  if (scenario->table) return "a table";
  return scenario->motion.has_cloth ? "a ball on the cloth" : "bodies that move";
}

/// Where the first scenario moves, and this one does not have what its kind needs.
static carom_status refuse_beside_motion(const char* name, const carom_scenario* scenario, carom_diag* diag) {
  const carom__kind* row = motion_row(name);
  carom__sentence to = carom__sentence_start(diag, CAROM_UNAVAILABLE, "kind");
  carom__say(&to, "a figure of kind `%.40s` needs %s; this scenario has %s. It has: ", name,
             row ? row->needs : "an impact alone", what_moves(scenario));
  if (scenario->has_motion) {
    say_kinds(&to, scenario, 1);
  } else {
    carom__say(&to, "other figures, drawn without the scenarios that move");
  }
  return CAROM_UNAVAILABLE;
}

/// name is NULL where none was asked for and the model has none.
static carom_status refuse_impact(const char* name, const carom_scenario* scenario, carom_diag* diag) {
  carom__sentence to = carom__sentence_start(diag, CAROM_UNAVAILABLE, "kind");
  if (name) {
    carom__say(&to, "a figure of kind `%.40s` needs the model ", name);
    say_models(&to, name);
    carom__say(&to, "; ");
  }
  carom__say(&to, "this scenario has the model %s", carom_model_word(scenario->model));
  if (scenario->contact_count > 1) carom__say(&to, " and %d contacts", scenario->contact_count);
  carom__say(&to, ". It has: ");
  say_kinds(&to, scenario, 1);
  return CAROM_UNAVAILABLE;
}

static carom_status refuse_many(const carom__kind* kind, const carom_scenario* first, int count, carom_diag* diag) {
  carom__sentence to = carom__sentence_start(diag, CAROM_BAD_VALUE, "count");
  const char* one = kind->most_items == 1 ? "" : "s";
  if (first->model == CAROM_MODEL_MOTION) {
    carom__say(&to, "a figure of kind `%s` shows at most %d scenario%s, not %d; %s", kind->name, kind->most_items, one,
               count, "of motions, paths on the cloth can be laid over each other");
    return CAROM_BAD_VALUE;
  }
  carom__say(&to,
             "a figure of kind `%s` shows %d scenario%s%s of the model %s, not %d. Kinds that overlay %d: ", kind->name,
             kind->most_items, one, one[0] ? " at most" : "", carom_model_word(first->model), count, count);
  say_kinds(&to, first, count);
  return CAROM_BAD_VALUE;
}

static carom_status refuse_mixture(const carom__kind* kind, const carom_present_item* first,
                                   const carom_present_item* other, carom_diag* diag) {
  carom__sentence to = carom__sentence_start(diag, CAROM_UNAVAILABLE, "kind");
  carom__say(&to, "%.120s has the model %s, which does not go into one figure of kind `%s` with the model %s. ",
             other->source ? other->source : carom__item_name(other), carom_model_word(other->scenario->model),
             kind->name, carom_model_word(first->scenario->model));
  carom__say(&to, "One contact can be overlaid whatever its model, as: hodograph, impulse, energy, velocity");
  return CAROM_UNAVAILABLE;
}

static carom_status check_motions(const carom_present_item* items, int count, const char* name, carom_diag* diag) {
  for (int i = 0; i < count; ++i)
    if (!carom__find_kind(name, items[i].scenario) || !items[i].scenario->has_motion)
      return refuse_beside_motion(name, items[i].scenario, diag);
  const carom__kind* kind = carom__find_kind(name, items[0].scenario);
  return count <= kind->most_items ? CAROM_OK : refuse_many(kind, items[0].scenario, count, diag);
}

carom_status carom_present_check(const carom_present_item* items, int count, const char* name, carom_diag* diag) {
  carom_diag unread;
  if (!diag) diag = &unread;
  const carom_status status = carom__require(items, "items", "be the scenarios that are drawn", diag);
  if (status) return status;
  if (count < 1)
    return carom__refuse(diag, CAROM_BAD_VALUE, "count", count, "there are %d scenarios to draw; it takes one", count);
  const carom_scenario* first = items[0].scenario;
  if (first->model == CAROM_MODEL_MOTION)
    return check_motions(items, count, name ? name : default_of_motion(first), diag);
  const carom__kind* kind = carom__find_kind(name, first);
  if (!kind) return refuse_impact(name, first, diag);
  if (count > kind->most_items) return refuse_many(kind, first, count, diag);
  for (int i = 1; i < count; ++i)
    if (!fits(kind, items[i].scenario)) return refuse_mixture(kind, &items[0], &items[i], diag);
  return CAROM_OK;
}

int carom_present_kinds(const carom_present_item* items, int count, const char** out, int capacity) {
  int found = 0;
  for (int i = 0; i < KIND_COUNT && count > 0; ++i) {
    if (!fits(&kinds[i], items[0].scenario) || carom_present_check(items, count, kinds[i].name, NULL)) continue;
    if (found < capacity) out[found] = kinds[i].name;
    ++found;
  }
  return found;
}

/// Whether a row is the first with its name.
static bool is_first(int row) {
  for (int i = 0; i < row; ++i)
    if (strcmp(kinds[i].name, kinds[row].name) == 0) return false;
  return true;
}

bool carom_present_kind_at(int index, carom_present_kind* out) {
  for (int i = 0; i < KIND_COUNT && index >= 0; ++i) {
    if (!is_first(i) || index-- > 0) continue;
    carom__sentence to = {out->needs, sizeof out->needs, 0};
    *out = (carom_present_kind){.name = kinds[i].name};
    say_models(&to, kinds[i].name);
    return true;
  }
  return false;
}
