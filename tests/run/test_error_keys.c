// A solver names a field of its structs, a user knows keys of the file: each field that a solver can complain of must
// become its key. The scenarios are spoilt behind the reader's back, since the reader would refuse most of this itself.
// A field that is renamed in a solver, and not in src/run/solve_error.c, loses its key and fails here.
#include <criterion/criterion.h>
#include <math.h>

#include "carom/scenario.h"
#include "kit/parse_text.h"

#define TWO_BODIES                                                                                         \
  "'bodies': {'ball': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 1], 'velocity': [1, 0, -1]},\n" \
  " 'cue': {'mass': 1, 'guide': [0, 0, 1]}}"
#define CONTACT "{'bodies': ['ball', 'cue'], 'point': [0, 0, 0], 'normal': [0, 0, 1], 'e': 0.5, 'mu': 0.3}"

static const char one_contact[] = "{'carom': 1, " TWO_BODIES ", 'contacts': [" CONTACT "]}";
static const char compliant[] = "{'carom': 1, " TWO_BODIES
                                ", 'contacts': [{'bodies': ['ball', 'cue'], 'point': [0, 0, 0], 'normal': [0, 0, 1],\n"
                                " 'e': 0.5, 'mu': 0.3, 'eta2': 1.2}]}";
static const char several[] = "{'carom': 1, " TWO_BODIES ", 'contacts': [" CONTACT ", " CONTACT "]}";
static const char in_plane[] =
    "{'carom': 1, 'dimension': 2, 'bodies': {'rod': {'mass': 1, 'inertia': 1, 'position': [0, 1], 'velocity': [1, "
    "-1]},\n"
    " 'floor': {'fixed': true}}, 'contacts': [{'bodies': ['rod', 'floor'], 'point': [0.5, 0], 'normal': [0, 1],\n"
    " 'e': 0.5, 'mu': 0.3}]}";
static const char contact_space[] =
    "{'carom': 1, 'contact_space': {'W': [[3, 0, 1], [0, 3, 0], [1, 0, 2]], 'v': [1, 0, -1]},\n"
    " 'contacts': [{'e': 0.9, 'mu': 0.5}]}";
static const char plane_space[] =
    "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[3, 1], [1, 2]], 'v': [1, -1]},\n"
    " 'contacts': [{'e': 0.9, 'mu': 0.5}]}";
static const char scheme[] =
    "{'carom': 1, 'contact_space': {'W': [[3, 0, 1], [0, 3, 0], [1, 0, 2]], 'v': [1, 0, -1]},\n"
    " 'contacts': [{'e': 0.9, 'mu': 0.5}], 'method': {'scheme': 'ni', 'step': 1e-12}}";
static const char mechanism[] =
    "{'carom': 1, 'dimension': 2, 'mechanism': {'mass_matrix': [[2.5, 0.75], [0.75, 0.3333]], 'velocity': [-1, 0.5]},\n"
    " 'contacts': [{'jacobian': [[-1.2, -0.5], [1.5, 0.8]], 'e': 0.5, 'mu': 0.3}]}";

/// One thing to spoil, and the key that the error must have.
#define SPOIL(name, change)                    \
  static void name(carom_scenario* scenario) { \
    change;                                    \
  }

SPOIL(mass, scenario->bodies[0].mass = -1)
SPOIL(inertia, scenario->bodies[0].inertia.m[0][0] = -1)
SPOIL(orientation, scenario->bodies[0].orientation.m[0][0] = 2)
SPOIL(position, scenario->bodies[0].position.x = NAN)
SPOIL(velocity, scenario->bodies[0].velocity.x = NAN)
SPOIL(spin, scenario->bodies[0].spin.x = NAN)
SPOIL(guide, scenario->bodies[1].guide.z = 2)
SPOIL(off_the_guide, scenario->bodies[1].velocity.x = 1)
SPOIL(point, scenario->touches[0].point.x = NAN)
SPOIL(normal, scenario->touches[0].frame.n.z = 2)
SPOIL(tangent, scenario->touches[0].frame.t1.x = 2)
SPOIL(second_normal, scenario->touches[1].frame.n.z = 2)
SPOIL(body_a, scenario->touches[0].body_a = 7)
SPOIL(body_b, scenario->touches[0].body_b = scenario->touches[0].body_a)
SPOIL(law, scenario->surfaces[0].law = (carom_law)7)
SPOIL(e, scenario->surfaces[0].e = 2)
SPOIL(mu, scenario->surfaces[0].mu = -1)
SPOIL(mu_static, scenario->surfaces[0].mu_static = 0.1)
SPOIL(eta2, scenario->surfaces[0].eta2 = INFINITY)
SPOIL(stiffness, scenario->surfaces[0].stiffness = -1)
SPOIL(exponent, scenario->surfaces[0].exponent = 7)
SPOIL(second_e, scenario->surfaces[1].e = 2)
SPOIL(w, scenario->w[0] = NAN)
SPOIL(w_indefinite, scenario->w[0] = -1)
SPOIL(w_crooked, scenario->w[1] = 0.5)
SPOIL(v, scenario->v[0] = NAN)
SPOIL(mass_matrix, scenario->mass_matrix[0] = -1)
SPOIL(joint_velocity, scenario->velocity[0] = NAN)
SPOIL(jacobian, scenario->jacobian[0] = NAN)
SPOIL(nothing, (void)scenario)

typedef struct spoilt_row {
  const char* text;
  void (*spoil)(carom_scenario* scenario);
  const char* key;
} spoilt_row;

static const spoilt_row rows[] = {
    {one_contact, mass, "bodies.ball.mass"},
    {one_contact, inertia, "bodies.ball.inertia"},
    {one_contact, orientation, "bodies.ball.orientation"},
    {one_contact, position, "bodies.ball.position"},
    {one_contact, velocity, "bodies.ball.velocity"},
    {one_contact, spin, "bodies.ball.spin"},
    {one_contact, guide, "bodies.cue.guide"},
    {one_contact, off_the_guide, "bodies.cue.velocity"},
    {one_contact, point, "contacts.0.point"},
    {one_contact, normal, "contacts.0.normal"},
    {one_contact, tangent, "contacts.0.normal"},
    {one_contact, body_a, "contacts.0.bodies"},
    {one_contact, body_b, "contacts.0.bodies"},
    {several, second_normal, "contacts.1.normal"},
    {in_plane, mass, "bodies.rod.mass"},
    {in_plane, inertia, "bodies.rod.inertia"},
    {one_contact, law, "contacts.0.law"},
    {one_contact, e, "contacts.0.e"},
    {one_contact, mu, "contacts.0.mu"},
    {one_contact, mu_static, "contacts.0.mu_static"},
    {one_contact, eta2, "contacts.0.eta2"},
    {one_contact, stiffness, "contacts.0.stiffness"},
    {one_contact, exponent, "contacts.0.exponent"},
    {in_plane, e, "contacts.0.e"},
    {in_plane, mu, "contacts.0.mu"},
    {compliant, e, "contacts.0.e"},
    {compliant, mu, "contacts.0.mu"},
    {several, mu_static, "contacts.0.mu_static"},
    {several, second_e, "contacts.1.e"},
    {several, stiffness, "contacts.0.stiffness"},
    {contact_space, w, "contact_space.W"},
    {contact_space, w_indefinite, "contact_space.W"},
    {contact_space, w_crooked, "contact_space.W"},
    {contact_space, v, "contact_space.v"},
    {plane_space, w, "contact_space.W"},
    {plane_space, w_indefinite, "contact_space.W"},
    {plane_space, v, "contact_space.v"},
    {mechanism, mass_matrix, "mechanism.mass_matrix"},
    {mechanism, joint_velocity, "mechanism.velocity"},
    {mechanism, jacobian, "contacts.0.jacobian"},
    {scheme, nothing, "method"},
};

Test(run_error_keys, every_field_of_a_solver_becomes_a_key) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    carom_scenario* scenario = parse_good(rows[i].text);
    carom_diag error = {0};
    rows[i].spoil(scenario);
    carom_result* result = carom_scenario_solve(scenario, &error);
    cr_expect_null(result, "row %zu, %s: solved", i, rows[i].key);
    cr_expect_str_eq(error.field, rows[i].key, "row %zu: key \"%s\" instead of \"%s\" (%s)", i, error.field,
                     rows[i].key, error.message);
    carom_result_free(result);
    carom_scenario_free(scenario);
  }
}
