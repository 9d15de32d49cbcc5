// A scenario that is written reads back as the same structs, bit for bit. The reader is the reference.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"
#include "kit/good_texts.h"
#include "kit/parse_text.h"
#include "random.h"

static bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

static carom_scenario* parse(const char* text) {
  carom_diag error;
  carom_scenario* scenario = carom_scenario_parse(text, strlen(text), &error);
  cr_assert(scenario != NULL, "%s: %s\n%s", error.field, error.message, text);
  return scenario;
}

static char* written(const carom_scenario* scenario, bool indented) {
  char* out = NULL;
  size_t size = 0;
  FILE* memory = open_memstream(&out, &size);
  carom_scenario_write(scenario, indented, carom_sink_file(memory));
  fclose(memory);
  return out;
}

#define SAME(count, a, b) \
  cr_expect((count) == 0 || memcmp((a), (b), (size_t)(count) * sizeof *(a)) == 0, "%s differs in\n%s", #a, text)

static void expect_same_bodies(const carom_scenario* a, const carom_scenario* b, const char* text) {
  cr_assert(a->body_count == b->body_count);
  for (int i = 0; i < a->body_count; i++) {
    const carom_body *body = &a->bodies[i], *again = &b->bodies[i];
    cr_expect(body->kind == again->kind && same_bits(body->mass, again->mass));
    SAME(1, &body->inertia, &again->inertia);
    SAME(1, &body->orientation, &again->orientation);
    SAME(1, &body->position, &again->position);
    SAME(1, &body->velocity, &again->velocity);
    SAME(1, &body->spin, &again->spin);
    SAME(1, &body->guide, &again->guide);
    const carom_scenario_body *one = &a->body_info[i], *other = &b->body_info[i];
    cr_expect_str_eq(one->name, other->name);
    cr_expect(same_bits(one->angle, other->angle) && same_bits(one->sphere_radius, other->sphere_radius));
    cr_assert(one->point_count == other->point_count);
    SAME(one->point_count, one->points, other->points);
  }
}

static void expect_same_motion(const carom_scenario* a, const carom_scenario* b, const char* text) {
  const carom_motion *one = &a->motion, *other = &b->motion;
  cr_assert(a->has_motion == b->has_motion && one->plane_count == other->plane_count);
  cr_expect(same_bits(one->until, other->until) && same_bits(one->sample, other->sample));
  cr_expect(same_bits(one->cutoff_speed, other->cutoff_speed) && same_bits(one->tolerance, other->tolerance));
  SAME(1, &one->gravity, &other->gravity);
  for (int i = 0; i < one->plane_count; i++) {
    SAME(1, &one->planes[i].point, &other->planes[i].point);
    SAME(1, &one->planes[i].normal, &other->planes[i].normal);
    cr_expect(same_bits(one->planes[i].surface.eta2, other->planes[i].surface.eta2));
  }
  cr_expect(one->has_cloth == other->has_cloth && one->cloth.body == other->cloth.body);
  cr_expect(one->cloth.hop == other->cloth.hop && same_bits(one->cloth.roll, other->cloth.roll));
}

static void expect_same_chain(const carom_chain* a, const carom_chain* b, const char* text) {
  cr_assert(a->link_count == b->link_count);
  SAME(1, &a->base, &b->base);
  SAME(a->link_count, a->links, b->links);
  SAME(a->link_count, a->angles, b->angles);
  SAME(a->link_count, a->rates, b->rates);
}

static void expect_same_contacts(const carom_scenario* a, const carom_scenario* b, const char* text) {
  cr_assert(a->contact_count == b->contact_count);
  for (int i = 0; i < a->contact_count; i++) {
    const carom_surface *one = &a->surfaces[i], *other = &b->surfaces[i];
    cr_expect(one->law == other->law && same_bits(one->e, other->e) && same_bits(one->mu, other->mu), "%s", text);
    cr_expect(same_bits(one->mu_static, other->mu_static) && same_bits(one->eta2, other->eta2), "%s", text);
    cr_expect(same_bits(one->stiffness, other->stiffness) && same_bits(one->exponent, other->exponent), "%s", text);
    if (a->kind != CAROM_SCENARIO_BODIES) continue;
    cr_expect(a->touches[i].body_a == b->touches[i].body_a && a->touches[i].body_b == b->touches[i].body_b);
    SAME(1, &a->touches[i].point, &b->touches[i].point);
    SAME(1, &a->touches[i].frame, &b->touches[i].frame);
  }
}

static void expect_same_scenario(const carom_scenario* a, const carom_scenario* b, const char* text) {
  const int size = a->dimension * a->contact_count;
  cr_assert(a->kind == b->kind && a->dimension == b->dimension && a->model == b->model && a->dof == b->dof);
  cr_expect(!a->title == !b->title && (!a->title || strcmp(a->title, b->title) == 0));
  cr_expect(a->method.kind == b->method.kind && same_bits(a->method.step, b->method.step));
  cr_expect(same_bits(a->method.epsilon, b->method.epsilon));
  cr_expect(same_bits(a->method.h1, b->method.h1) && same_bits(a->method.h2, b->method.h2));
  expect_same_bodies(a, b, text);
  expect_same_contacts(a, b, text);
  expect_same_chain(&a->chain, &b->chain, text);
  expect_same_motion(a, b, text);
  SAME(a->dof * a->dof, a->mass_matrix, b->mass_matrix);
  SAME(a->dof, a->velocity, b->velocity);
  SAME(size * a->dof, a->jacobian, b->jacobian);
  if (a->kind != CAROM_SCENARIO_CONTACT_SPACE) return;
  SAME(size * size, a->w, b->w);
  SAME(size, a->v, b->v);
}

/// text -> structs -> text -> structs -> text: the same structs and the same text, on one line and indented.
static void expect_stable(const char* text) {
  carom_scenario* first = parse_good(text);
  for (int indented = 0; indented < 2; indented++) {
    char* once = written(first, indented != 0);
    carom_scenario* second = parse(once);
    char* twice = written(second, indented != 0);
    expect_same_scenario(first, second, once);
    cr_expect_str_eq(once, twice);
    cr_expect((strchr(once, '\n') == once + strlen(once) - 1) == (indented == 0));
    carom_scenario_free(second);
    free(once);
    free(twice);
  }
  carom_scenario_free(first);
}

#define FLOOR   "'floor': {'fixed': true}"
#define CONTACT "'bodies': ['a', 'floor'], 'point': [0.1, 0.2, 0.3], 'normal': [0.36, 0.48, 0.8]"

static const char* const texts[] = {
    "{'carom': 1, 'dimension': 2, 'title': 'quoted \\'title\\' \\u00e9\\n', 'bodies': {'a': {'mass': 0.1, "
    "'inertia': 0.3, 'position': [0.1, 0.7], 'velocity': [-0.0, -1e-300], 'spin': 3.3}, " FLOOR
    "}, 'contacts': [{'bodies': ['a', 'floor'], 'point': [0, 0], 'normal': [0.6001, 0.8], 'e': 0.1, 'mu': "
    "0.3, 'mu_static': 0.7, 'law': 'poisson'}]}",
    "{'carom': 1, 'dimension': 2, 'bodies': {'cue': {'mass': 0.5, 'guide': [0.7071, 0.7071], 'velocity': "
    "[0.3, 0.3]}, 'a': {'mass': 1, 'inertia': 1, 'position': [1, 1]}}, 'contacts': [{'bodies': ['a', 'cue'], "
    "'point': [0, 0], 'normal': [0, 1], 'e': 1}]}",
    "{'carom': 1, 'bodies': {'a': {'mass': 2, 'inertia': [0.1, 0.2, 0.25], 'position': [0, 0, 1], "
    "'orientation': {'axis': [0.1, 0.2, 0.3], 'angle': 0.7}, 'velocity': [1, 2, -3], 'spin': [0.1, 0.2, 0.3], "
    "'spin_frame': 'body'}, " FLOOR "}, 'contacts': [{" CONTACT ", 'e': 0.5, 'mu': 0.2}]}",
    "{'carom': 1, 'bodies': {'a': {'mass': 2, 'inertia': [[0.3, 0.01, 0.02], [0.01, 0.3, 0.03], [0.02, 0.03, "
    "0.3]], 'position': [0, 0, 1], 'orientation': {'quaternion': [0.5, 0.5, 0.1, 0.7]}}, " FLOOR
    "}, 'contacts': [{" CONTACT
    ", 'tangent': [1, 0.3, 0.1], 'e': 0.5, 'mu': 0.2, 'poisson_ratio': 0.3}], 'method': {'scheme': "
    "'published'}}",
    "{'carom': 1, 'contact_space': {'W': [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], 'v': [1, 0.1, -1]}, "
    "'contacts': [{'e': 0.5, 'mu': 0.3}], 'method': {'scheme': 'vs', 'epsilon': 0.5, 'h1': 0.01, 'h2': 0.02}}",
    "{'carom': 1, 'contact_space': {'W': [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], 'v': [1, 0.1, -1]}, "
    "'contacts': [{'e': 0.5, 'mu': 0.3}], 'method': {'scheme': 'ni', 'step': 0.001}}",
    "{'carom': 1, 'mechanism': {'mass_matrix': [[2.1, 0.3, 0], [0.3, 0.7, 0.1], [0, 0.1, 1.7]], 'velocity': [0.1, "
    "-3, 1e-5]}, 'contacts': [{'e': 0.5, 'mu': 0.3, 'mu_static': 0.31, 'law': 'poisson', 'jacobian': [[1.1, 0.2, 0.3], "
    "[0, 1, 0.1], [0.3, 0, 1.3]]}], 'method': {'scheme': 'fs', 'step': 1e-7}}",
    "{'carom': 1, 'bodies': {'bat': {'mass': 0.9, 'inertia': [0.05, 0.05, 0.0003], 'position': [0, 0.1, 0], 'spin': "
    "[0.1, 0.2, 0.3], 'spin_frame': 'body', 'orientation': [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}, 'a': {'mass': 0.145, "
    "'inertia': [8e-5, 8e-5, 8e-5], 'position': [0, 0, 1], 'velocity': [0, 0, -40]}}, 'contacts': [{'bodies': ['bat', "
    "'a'], 'point': [0.1, 0.2, 0.3], 'normal': [0.36, 0.48, 0.8], 'tangent': [1, 0, 0], 'e': 0.5, 'mu': 0.4}], "
    "'method': {'scheme': 'vs', 'h1': 0.02}}",
    "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0, 0, 0], [0, 1, 0, 0.3], [0, 0, 1, 0], [0, "
    "0.3, 0, 1]], 'v': [0, -1, 0, 0]}, 'contacts': [{'e': 0.5, 'stiffness': 3, 'exponent': 1.5}, {'e': 1, "
    "'exponent': 1.5}]}",
    "{'carom': 1, 'dimension': 2, 'mechanism': {'mass_matrix': [[2.1, 0.3], [0.3, 0.7]], 'velocity': [0.1, "
    "-3]}, 'contacts': [{'e': 0.5, 'mu': 0.3, 'law': 'newton', 'jacobian': [[0.1, 0.2], [0.3, 1.1]]}]}",
    "{'carom': 1, 'dimension': 2, 'chain': {'base': [0.1, 0], 'links': [{'length': 1, 'mass': 0.7}, "
    "{'length': 1.1, 'mass': 1, 'centre': 0.3, 'inertia': 0.2}], 'angles': [0, 0.5], 'rates': [0.1, 0]}, "
    "'motion': {'until': 1.4, 'gravity': [0, -9.81], 'planes': [{'point': [0, -1.5], 'normal': [0, 1], "
    "'surface': {'e': 0.5, 'mu': 0.3, 'law': 'stronge'}}]}}",
    "{'carom': 1, 'dimension': 2, 'bodies': {'box': {'mass': 1, 'inertia': 0.2, 'position': [0, 1], 'shape': "
    "{'points': [[0.5, 0.5], [-0.5, 0.5], [0, -0.7]]}, 'angle': 0.3}}, 'motion': {'until': 2, 'sample': 0.1, "
    "'cutoff_speed': 1e-5, 'tolerance': 1e-10, 'planes': [{'point': [0, 0], 'normal': [0.6, 0.8], 'surface': "
    "{'e': 0.5, 'mu': 0.3, 'poisson_ratio': 0.1}}]}}",
    "{'carom': 1, 'bodies': {'ball': {'mass': 0.17, 'inertia': [5e-5, 5e-5, 5e-5], 'position': [0, 0, 0.028], "
    "'velocity': [1, 0, -1]}, " FLOOR
    "}, 'contacts': [{'bodies': ['ball', 'floor'], 'point': [0, 0, 0], 'normal': [0, 0, 1], 'e': 0.5, 'mu': "
    "0.2}], 'motion': {'until': 5, 'gravity': [0, 0, -9.81], 'cloth': {'ball': 'ball', 'radius': 0.028, "
    "'slide': 0.2, 'roll': 0.01, 'hop': false}}}",
};

Test(write_scenario, every_kind_reads_back_the_same) {
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) expect_stable(texts[i]);
  for (int i = 0; i < GOOD_TEXT_COUNT; i++) expect_stable(good_texts[i]);
}

static void print_vector(FILE* out, test_random* r, double scale) {
  fprintf(out, "[%.17g, %.17g, %.17g]", test_random_uniform(r, -scale, scale), test_random_uniform(r, -scale, scale),
          test_random_uniform(r, -scale, scale));
}

/// A unit vector rounded to five places, as people write them.
static void print_direction(FILE* out, test_random* r) {
  const double around = test_random_uniform(r, 0, 6.28), z = test_random_uniform(r, -1, 1), across = sqrt(1 - z * z);
  fprintf(out, "[%.5f, %.5f, %.5f]", across * cos(around), across * sin(around), z);
}

static char* random_text(test_random* r) {
  char* text = NULL;
  size_t size = 0;
  FILE* out = open_memstream(&text, &size);
  fputs("{'carom': 1, 'bodies': {'a': {'mass': 1, 'inertia': [0.11, 0.12, 0.13], 'position': ", out);
  print_vector(out, r, 1);
  fputs(", 'orientation': {'axis': ", out);
  print_vector(out, r, 1);
  fprintf(out, ", 'angle': %.17g}, 'spin': ", test_random_uniform(r, -4, 4));
  print_vector(out, r, 10);
  fputs(", 'spin_frame': 'body'}, " FLOOR "}, 'contacts': [{'bodies': ['a', 'floor'], 'point': [0, 0, 0], ", out);
  fputs("'normal': ", out);
  print_direction(out, r);
  if (test_random_below(r, 2) == 0) {
    fputs(", 'tangent': ", out);
    print_vector(out, r, 2);
  }
  fprintf(out, ", 'e': 0.5, 'mu': 0.3, 'poisson_ratio': %.17g}]}", test_random_uniform(r, 0, 0.5));
  fclose(out);
  return text;
}

// Rotations, directions and tangents are normalised when they are read, so this fails if normalising twice moves a bit.
Test(write_scenario, random_bodies_in_space_read_back_the_same) {
  test_random r = {.state = 7};
  for (int i = 0; i < 2000; i++) {
    char* text = random_text(&r);
    expect_stable(text);
    free(text);
  }
}

Test(write_scenario, the_spin_stays_in_its_frame_where_that_keeps_every_bit) {
  carom_scenario* scenario = parse_good(
      "{'carom': 1, 'bodies': {'a': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 0], "
      "'orientation': "
      "[[0, -1, 0], [1, 0, 0], [0, 0, 1]], 'spin': [1, 2, 3], 'spin_frame': 'body'}, " FLOOR "}, 'contacts': [{" CONTACT
      ", 'e': 1}]}");
  char* text = written(scenario, false);
  cr_expect(strstr(text, "[1, 2, 3], \"spin_frame\": \"body\"") != NULL, "%s", text);
  free(text);
  carom_scenario_free(scenario);
}

/// What carom_result_write says of a result made by hand.
static char* written_result(const carom_scenario* scenario, const carom_result* result) {
  char* out = NULL;
  size_t size = 0;
  FILE* memory = open_memstream(&out, &size);
  carom_result_write(scenario, result, carom_sink_file(memory));
  fclose(memory);
  return out;
}

#define STACK                                                                                                \
  "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0, 0, 0], [0, 2, 0, -1], [0, 0, 1, 0], [0, -1, " \
  "0, 1]], 'v': [0, -1, 0, 0]}, 'contacts': [{'e': 1}, {'e': 1}]}"

Test(write_result, events_carry_every_contact_and_states_are_sets) {
  carom_scenario* scenario = parse_good(STACK);
  carom_impact_contact contacts[2] = {{.impulse = {0, 1.5}, .velocity_before = {0, -1}, .mode = "frictionless"},
                                      {.impulse = {0, 2}, .velocity_after = {0, 0.5}, .mode = "none"}};
  carom_event events[2] = {{.type = CAROM_EVENT_COMPRESSION_END, .contact = 1, .impulse_n = 7},
                           {.type = CAROM_EVENT_LOCK, .contact = 0}};
  double impulses[4] = {0.25, 7, 1.5, 2};
  uint64_t states[3] = {3, 2, 1};
  const carom_result result = {.outcome = {.model = CAROM_MODEL_SIMULTANEOUS,
                                           .contact_count = 2,
                                           .energy = {.spring = 0.5, .change = -0.5},
                                           .event_count = 2,
                                           .event_total = 2,
                                           .state_count = 3,
                                           .state_total = 3,
                                           .warnings = CAROM_WARN_LOG_CUT},
                               .contacts = contacts,
                               .energy_before = 1,
                               .energy_after = 0.5,
                               .events = events,
                               .event_impulses = impulses,
                               .states = states};
  char* text = written_result(scenario, &result);
  cr_expect_str_eq(
      text,
      "{\"carom\": 1, \"model\": \"simultaneous\", \"method\": \"exact\", \"contacts\": [{\"impulse_contact\": [0, "
      "1.5], "
      "\"velocity_before\": [0, -1], \"velocity_after\": [0, 0], \"mode\": \"frictionless\"}, {\"impulse_contact\": "
      "[0, 2], "
      "\"velocity_before\": [0, 0], \"velocity_after\": [0, 0.5], \"mode\": \"none\"}], \"energy\": {\"before\": 1, "
      "\"after\": "
      "0.5, \"change\": -0.5, \"friction\": 0, \"restitution\": 0, \"spring\": 0.5}, \"events\": [{\"type\": "
      "\"compression_end\", \"contact\": 1, \"impulse\": [0.25, 7]}, {\"type\": \"lock\", \"contact\": 0, \"impulse\": "
      "[1.5, "
      "2]}], \"states\": [[0, 1], [1], [0]], \"warnings\": [{\"code\": \"log_cut\", \"text\": \"the list of events is "
      "full; later "
      "events are solved but not listed\"}]}\n");
  free(text);
  carom_scenario_free(scenario);
}

Test(write_result, the_last_of_many_contacts_is_in_the_set) {
  carom_scenario* scenario = parse_good(STACK);
  carom_impact_contact contacts[64] = {{.mode = "none"}};
  uint64_t states[1] = {UINT64_C(1) << 63 | UINT64_C(1) << 32};
  const carom_result result = {.outcome = {.model = CAROM_MODEL_SIMULTANEOUS, .contact_count = 64, .state_count = 1},
                               .contacts = contacts,
                               .states = states};
  char* text = written_result(scenario, &result);
  cr_expect(strstr(text, "\"states\": [[32, 63]]") != NULL, "%s", text);
  free(text);
  carom_scenario_free(scenario);
}

Test(write_result, how_far_an_answer_is_to_be_trusted) {
  carom_scenario* scenario = parse_good(STACK);
  carom_impact_contact contacts[2] = {{.mode = "none"}, {.mode = "none"}};
  const carom_result result = {
      .outcome = {.model = CAROM_MODEL_SIMULTANEOUS,
                  .contact_count = 2,
                  .error = 0.25,
                  .warnings = CAROM_WARN_LOCKED | CAROM_WARN_APPROXIMATE | CAROM_WARN_SENSITIVE},
      .contacts = contacts};
  char* text = written_result(scenario, &result);
  char wanted[600];
  snprintf(wanted, sizeof wanted,
           "\"warnings\": [{\"code\": \"locked\", \"text\": \"%s\"}, {\"code\": \"approximate\", \"text\": \"%s\", "
           "\"error\": 0.25}, {\"code\": \"sensitive\", \"text\": \"%s\"}]",
           carom_warning_sentence(CAROM_WARN_LOCKED), carom_warning_sentence(CAROM_WARN_APPROXIMATE),
           carom_warning_sentence(CAROM_WARN_SENSITIVE));
  cr_expect(strstr(text, wanted) != NULL, "%s", text);
  free(text);
  carom_scenario_free(scenario);
}
