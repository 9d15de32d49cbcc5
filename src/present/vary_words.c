/// @file present/vary_words.c
/// How figures call the numbers that paths name: words, symbol and unit.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/vary.h"

/// What the last steps of a path count.
typedef enum axes { NO_AXES, WORLD_AXES, CONTACT_AXES, NUMBERED } axes;

/// A path with stars for any step, and how it is called. The star after "bodies." or "contacts." names the owner.
typedef struct term {
  const char *pattern, *quantity, *symbol, *unit;
  axes axes;
  bool changes;  ///< before and after differ
} term;

#define ITALIC(letter) "{/:Italic " letter "}"

static const term terms[] = {
    {"contacts.*.mu", "friction", "μ", "", NO_AXES, false},
    {"contacts.*.mu_static", "friction to stick", "μ_s", "", NO_AXES, false},
    {"contacts.*.e", "restitution", ITALIC("e"), "", NO_AXES, false},
    {"contacts.*.eta2", "stiffness ratio", "η^2", "", NO_AXES, false},
    {"contacts.*.poisson_ratio", "Poisson’s ratio", "ν", "", NO_AXES, false},
    {"contacts.*.stiffness", "relative stiffness", ITALIC("k"), "", NO_AXES, false},
    {"contacts.*.exponent", "exponent of the force", "", "", NO_AXES, false},
    {"contacts.*.mode", "mode", "", "", NO_AXES, false},
    {"contacts.*.impulse.*", "impulse", ITALIC("I"), "N s", WORLD_AXES, false},
    {"contacts.*.impulse_contact.*", "impulse", ITALIC("I"), "N s", CONTACT_AXES, false},
    {"contacts.*.velocity_before.*", "contact velocity", ITALIC("v"), "m/s", CONTACT_AXES, true},
    {"contacts.*.velocity_after.*", "contact velocity", ITALIC("v"), "m/s", CONTACT_AXES, true},
    {"contacts.*.point.*", "contact point", ITALIC("p"), "m", WORLD_AXES, false},
    {"contacts.*.normal.*", "contact normal", ITALIC("n"), "", WORLD_AXES, false},
    {"bodies.*.velocity.*", "velocity", ITALIC("V"), "m/s", WORLD_AXES, true},
    {"bodies.*.spin.*", "spin", "ω", "rad/s", WORLD_AXES, true},
    {"bodies.*.spin", "spin", "ω", "rad/s", NO_AXES, true},
    {"bodies.*.delta_v", "delta-V", "Δ" ITALIC("V"), "m/s", NO_AXES, false},
    {"bodies.*.departure_angle", "departure angle", "", "rad", NO_AXES, false},
    {"bodies.*.mass", "mass", ITALIC("m"), "kg", NO_AXES, false},
    {"bodies.*.inertia", "inertia", ITALIC("J"), "kg m^2", NO_AXES, false},
    {"bodies.*.inertia.*", "inertia", ITALIC("J"), "kg m^2", WORLD_AXES, false},
    {"bodies.*.position.*", "position", "", "m", WORLD_AXES, false},
    {"bodies.*.angle", "angle", "", "rad", NO_AXES, false},
    {"contact_space.W.*.*", "inverse mass", ITALIC("W"), "1/kg", NUMBERED, false},
    {"contact_space.v.*", "contact velocity", ITALIC("v"), "m/s", CONTACT_AXES, true},
    {"mechanism.velocity.*", "velocity", ITALIC("q̇"), "", NUMBERED, true},
    {"mechanism.mass_matrix.*.*", "mass matrix", ITALIC("M"), "", NUMBERED, false},
    {"energy.before", "energy", ITALIC("T") " before", "J", NO_AXES, false},
    {"energy.after", "energy", ITALIC("T") " after", "J", NO_AXES, false},
    {"energy.change", "energy change", "Δ" ITALIC("T"), "J", NO_AXES, false},
    {"energy.friction", "lost to friction", "", "J", NO_AXES, false},
    {"energy.restitution", "lost in restitution", "", "J", NO_AXES, false},
    {"energy.spring", "left in the springs", "", "J", NO_AXES, false},
    {"events", "events", "", "", NO_AXES, false},
    {"events.count", "number of events", "", "", NO_AXES, false},
    {"events.*.impulse.*", "impulse at an event", "", "N s", NO_AXES, false},
    {"states.count", "number of states", "", "", NO_AXES, false},
    {"method.step", "step", "", "", NO_AXES, false},
    {"motion.planes.*.surface.mu", "friction", "μ", "", NO_AXES, false},
    {"motion.planes.*.surface.e", "restitution", ITALIC("e"), "", NO_AXES, false},
    {"motion.gravity.*", "gravity", ITALIC("g"), "m/s^2", WORLD_AXES, false},
    {"motion.table.cloth.slide", "sliding friction of the cloth", "", "", NO_AXES, false},
    {"motion.table.cloth.roll", "rolling friction of the cloth", "", "", NO_AXES, false},
    {"motion.table.balls.e", "restitution of the balls", ITALIC("e"), "", NO_AXES, false},
    {"motion.table.rails.surface.e", "restitution of the rails", ITALIC("e"), "", NO_AXES, false},
    {"motion.table.strokes.*.speed", "speed of the cue", "", "m/s", NO_AXES, false},
    {"motion.table.strokes.*.elevation", "elevation of the cue", "", "rad", NO_AXES, false},
    {"motion.until", "length of the motion", "", "s", NO_AXES, false},
    {"chain.angles.*", "angle", "θ", "rad", NUMBERED, false},
    {"chain.rates.*", "rate", "ω", "rad/s", NUMBERED, false},
    {"impacts.count", "number of impacts", "", "", NO_AXES, false},
    {"impacts.*.time", "time of an impact", ITALIC("t"), "s", NUMBERED, false},
    {"impacts.*.energy", "energy after an impact", ITALIC("E"), "J", NUMBERED, false},
    {"impacts.*.cut", "angle of cut", "", "rad", NO_AXES, false},
    {"impacts.*.throw", "throw", "", "rad", NO_AXES, false},
    {"impacts.*.mode", "mode", "", "", NO_AXES, false},
    {"end.energy", "energy at the end", "", "J", NO_AXES, false},
    {"end.angles.*", "angle at the end", "θ", "rad", NUMBERED, false},
    {"end.rates.*", "rate at the end", "ω", "rad/s", NUMBERED, false},
    {"end.bodies.*.position.*", "position at the end", "", "m", WORLD_AXES, false},
    {"end.bodies.*.velocity.*", "velocity at the end", ITALIC("V"), "m/s", WORLD_AXES, false},
    {"energy.impacts", "lost in impacts", "", "J", NO_AXES, false},
    {"explain.stick.ratio", "friction that sticking needs", "", "", NO_AXES, false},
    {"explain.stick.holds", "friction holds", "", "", NO_AXES, false},
    {"explain.invariant_directions", "invariant directions", "", "", NO_AXES, false},
    {"explain.invariant_directions.items.count", "number of invariant directions", "", "", NO_AXES, false},
};

enum { MOST_STARS = 3, STAR_SIZE = 160, AXIS_SIZE = 48 };

typedef struct stars {
  char items[MOST_STARS][STAR_SIZE];
  int count;
} stars;

/// Whether a path has the form of a pattern, and what its stars stand for. A star is as short as it can be, but names
/// may have dots.
static bool matches(const char* pattern, const char* path, stars* out, int star) {
  for (; *pattern != '*'; pattern++, path++) {
    if (*pattern != *path) return false;
    if (*pattern == '\0') {
      out->count = star;
      return true;
    }
  }
  for (size_t length = 1; length < STAR_SIZE && path[length - 1] != '\0'; ++length) {
    memcpy(out->items[star], path, length);
    out->items[star][length] = '\0';
    if (matches(pattern + 1, path + length, out, star + 1)) return true;
  }
  return false;
}

static bool is_digits(const char* text) {
  return *text != '\0' && strspn(text, "0123456789") == strlen(text);
}

/// "_x", "_n", "_{02}", or a coordinate by its name: "_{hip}"
static void write_axis(const term* found, const stars* s, const carom_scenario* scenario, char out[AXIS_SIZE]) {
  static const char* const world[] = {"x", "y", "z"};
  static const char* const space[] = {"t1", "t2", "n"};
  static const char* const plane[] = {"t", "n"};
  const char* last = s->count > 0 ? s->items[s->count - 1] : "";
  const int index = is_digits(last) ? atoi(last) : -1;
  out[0] = '\0';
  if (index < 0 || found->axes == NO_AXES) return;
  const bool in_space = scenario->dimension == 3;
  const bool paired = s->count > 1 && is_digits(s->items[s->count - 2]);
  if (found->axes == WORLD_AXES && index < 3) snprintf(out, AXIS_SIZE, "_%s", world[index]);
  if (found->axes == CONTACT_AXES) snprintf(out, AXIS_SIZE, "_{%s}", in_space ? space[index % 3] : plane[index % 2]);
  if (found->axes == NUMBERED && paired) {
    snprintf(out, AXIS_SIZE, "_{%d%s%d}", atoi(s->items[s->count - 2]), index > 9 ? "," : "", index);
  } else if (found->axes == NUMBERED && scenario->coordinate_names && index < scenario->dof) {
    char name[AXIS_SIZE - 4];
    carom_figure_escape(scenario->coordinate_names[index], name, sizeof name);
    snprintf(out, AXIS_SIZE, "_{%s}", name);
  } else if (found->axes == NUMBERED) {
    snprintf(out, AXIS_SIZE, "_{%d}", index);
  }
}

static int movable_count(const carom_scenario* scenario) {
  int count = 0;
  for (int i = 0; i < scenario->body_count; ++i) count += scenario->bodies[i].kind != CAROM_BODY_FIXED;
  return count;
}

/// "left foot: ", or "contact 0: " where it has no name: the pair of bodies would be too long.
static void write_contact_owner(const carom_scenario* scenario, int contact, carom__vary_words* out) {
  char name[100];
  const bool named = scenario->contact_names && contact < scenario->contact_count && scenario->contact_names[contact];
  if (named) carom_figure_escape(scenario->contact_names[contact], name, sizeof name);
  if (!named) snprintf(name, sizeof name, "contact %d", contact);
  snprintf(out->owner, sizeof out->owner, "%s: ", name);
}

static void write_owner(const char* path, const stars* s, const carom_scenario* scenario, carom__vary_words* out) {
  const bool of_body = strncmp(path, "bodies.", 7) == 0 || strncmp(path, "end.bodies.", 11) == 0;
  if (of_body && movable_count(scenario) > 1) {
    char name[100];
    carom_figure_escape(s->items[0], name, sizeof name);
    snprintf(out->owner, sizeof out->owner, "%s: ", name);
  } else if (strncmp(path, "contacts.", 9) == 0 && scenario->contact_count > 1 && is_digits(s->items[0])) {
    write_contact_owner(scenario, atoi(s->items[0]), out);
  }
}

static const char* when(const term* found, const char* path, bool set) {
  if (!found->changes) return "";
  if (strstr(path, ".velocity_before.")) return " before";
  return set || strncmp(path, "contact_space.", 14) == 0 ? " before" : " after";
}

carom__vary_words carom__vary_words_of(const char* path, const carom_scenario* scenario, bool set) {
  carom__vary_words out = {.unit = ""};
  stars s = {.count = 0};
  for (size_t i = 0; i < sizeof terms / sizeof *terms; ++i) {
    if (!matches(terms[i].pattern, path, &s, 0)) continue;
    char axis[AXIS_SIZE];
    write_axis(&terms[i], &s, scenario, axis);
    if (terms[i].axes == WORLD_AXES && terms[i].symbol[0] == '\0' && axis[0] != '\0')
      snprintf(out.symbol, sizeof out.symbol, "{/:Italic %s}", axis + 1);
    else
      snprintf(out.symbol, sizeof out.symbol, "%s%s%s", terms[i].symbol, axis, when(&terms[i], path, set));
    snprintf(out.quantity, sizeof out.quantity, "%s", terms[i].quantity);
    out.unit = terms[i].unit;
    write_owner(path, &s, scenario, &out);
    return out;
  }
  carom_figure_escape(path, out.quantity, sizeof out.quantity);
  return out;
}

void carom__vary_name(const carom__vary_words* words, int size, char* out) {
  snprintf(out, (size_t)size, "%s%s%s%s", words->owner, words->quantity, words->symbol[0] ? " " : "", words->symbol);
}

void carom__vary_axis_name(const carom_present_range* range, const carom_scenario* scenario, int size, char* out) {
  carom__vary_words words = carom__vary_words_of(range->paths[0], scenario, true);
  if (range->path_count > 1) words.owner[0] = '\0';
  carom__vary_name(&words, size, out);
}

/// What a path names, without symbol and owner; the path itself where nothing else is known.
static const char* quantity_of(const char* path) {
  stars s;
  for (size_t i = 0; i < sizeof terms / sizeof *terms; ++i)
    if (matches(terms[i].pattern, path, &s, 0)) return terms[i].quantity;
  return path;
}

void carom__vary_title(const carom__vary_table* table, int size, char* out) {
  enum { MOST = 3 };
  const carom_present_vary_request* request = table->request;
  const char* said[CAROM_PRESENT_MOST_SHOWN];
  int count = 0, length = 0;
  for (int i = 0; i < request->shown_count; ++i) {
    said[count] = quantity_of(request->shown[i]);
    bool again = false;
    for (int j = 0; j < count; ++j) again = again || strcmp(said[j], said[count]) == 0;
    count += !again;
  }
  for (int i = 0; i < count && i < MOST && length < size; ++i) {
    const char* joint = i == 0 ? "" : i + 1 == count || i + 1 == MOST ? " and " : ", ";
    length += snprintf(out + length, (size_t)(size - length), "%s%s", joint,
                       i + 1 == MOST && count > MOST ? "more" : said[i]);
  }
  for (int i = 0; i < request->range_count && length < size; ++i)
    length += snprintf(out + length, (size_t)(size - length), "%s%s", i == 0 ? " against " : " and ",
                       quantity_of(request->ranges[i].paths[0]));
  if (out[0] >= 'a' && out[0] <= 'z') out[0] = (char)(out[0] - 'a' + 'A');
}

/// Whether a number of the surface is varied: contacts.N.KEY, whatever N.
static bool is_varied(const carom_present_vary_request* request, const char* key) {
  for (int i = 0; i < request->range_count; ++i) {
    for (int j = 0; j < request->ranges[i].path_count; ++j) {
      const char *path = request->ranges[i].paths[j], *dot = strrchr(path, '.');
      if (dot && strncmp(path, "contacts.", 9) == 0 && strcmp(dot + 1, key) == 0) return true;
    }
  }
  return false;
}

typedef double (*surface_number)(const carom_surface* surface);

static double mu_of(const carom_surface* surface) {
  return surface->mu;
}

static double e_of(const carom_surface* surface) {
  return surface->e;
}

static double eta2_of(const carom_surface* surface) {
  return surface->eta2;
}

/// Whether all contacts of all files have the same number.
static bool is_common(const carom__bundle* bundle, surface_number number) {
  const double first = number(&bundle->items[0].scenario->surfaces[0]);
  for (int i = 0; i < bundle->count; ++i) {
    const carom_scenario* scenario = bundle->items[i].scenario;
    for (int j = 0; j < scenario->contact_count; ++j)
      if (number(&scenario->surfaces[j]) != first) return false;
  }
  return true;
}

static const char* common_law(const carom__bundle* bundle) {
  const carom_law first = bundle->items[0].scenario->surfaces[0].law;
  for (int i = 0; i < bundle->count; ++i) {
    const carom_scenario* scenario = bundle->items[i].scenario;
    for (int j = 0; j < scenario->contact_count; ++j)
      if (scenario->surfaces[j].law != first) return NULL;
  }
  return carom_law_name(first);
}

void carom__vary_subtitle(const carom__vary_table* table, int size, char* out) {
  static const struct {
    const char *key, *other_key, *symbol;
    surface_number number;
  } parts[] = {{"e", "e", ITALIC("e"), e_of}, {"mu", "mu", "μ", mu_of}, {"eta2", "poisson_ratio", "η^2", eta2_of}};
  const carom__bundle* bundle = table->bundle;
  out[0] = '\0';
  for (int i = 0; i < bundle->count; ++i)
    if (bundle->items[i].scenario->contact_count == 0) return;
  const char* law = common_law(bundle);
  int length = 0;
  if (!table->request->figure.title && bundle->count == 1) {
    char name[160];
    carom_figure_escape(carom__item_name(&bundle->items[0]), name, sizeof name);
    length = snprintf(out, (size_t)size, "varied: %s", name);
  }
  const bool has_e = !is_varied(table->request, "e") && is_common(bundle, e_of);
  if (law && length < size)
    length +=
        snprintf(out + length, (size_t)(size - length), has_e ? "%s%s" : "%s%s's law", length > 0 ? "  ·  " : "", law);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
    const double value = parts[i].number(&bundle->items[0].scenario->surfaces[0]);
    const bool varied = is_varied(table->request, parts[i].key) || is_varied(table->request, parts[i].other_key);
    if (varied || !is_common(bundle, parts[i].number) || (i == 2 && value == 0)) continue;
    if (length < size)
      length += snprintf(out + length, (size_t)(size - length), "%s%s = %.4g",
                         length == 0     ? ""
                         : i == 0 && law ? ", "
                                         : "  ·  ",
                         parts[i].symbol, value);
  }
}

void carom__vary_note(const carom__vary_table* table, int size, char* out) {
  out[0] = '\0';
  if (table->report->failed > 0)
    snprintf(out, (size_t)size, "%d point%s no answer", table->report->failed,
             table->report->failed == 1 ? " has" : "s have");
}
