/// @file scenario.h
/// Scenario files: JSON in, structs out, and results back to JSON. This room lives in the library `carom-files` (it
/// allocates and needs jansson); the solvers themselves know nothing of it. The format is described in
/// docs/scenarios.md.
#ifndef CAROM_SCENARIO_H
#define CAROM_SCENARIO_H

#include <stddef.h>
#include <stdint.h>

#include "carom/impact.h"
#include "carom/motion.h"
#include "carom/sink.h"

typedef enum carom_scenario_kind {
  CAROM_SCENARIO_BODIES = 0,
  CAROM_SCENARIO_MECHANISM = 1,
  CAROM_SCENARIO_CONTACT_SPACE = 2,
  CAROM_SCENARIO_CHAIN = 3,
} carom_scenario_kind;

/// One entry of `bodies`, beyond the physics in carom_body.
typedef struct carom_scenario_body {
  char* name;
  bool spin_in_body_frame;
  double angle;          ///< rad, 2-D bodies with corner points
  double turned;         ///< rad, 3-D: the angle that was given with an axis, else 0; orientation has it all
  double sphere_radius;  ///< m; 0 = no sphere
  int point_count;       ///< corner points; 0 = none
  carom_vec3* points;    ///< m, body frame
} carom_scenario_body;

/// A scenario file in memory: checked, normalised, with every default filled in.
typedef struct carom_scenario {
  char* title;  ///< NULL when absent
  int dimension;
  carom_scenario_kind kind;
  carom_model model;
  carom_method method;

  int body_count;  ///< bodies, in file order
  carom_body* bodies;
  carom_scenario_body* body_info;

  int dof;  ///< mechanism
  double* mass_matrix;
  double* velocity;
  double* jacobian;  ///< all contacts, stacked

  double* w;  ///< contact_space
  double* v;

  carom_chain chain;

  int contact_count;
  carom_surface* surfaces;
  bool* compliance_by_poisson_ratio;  ///< eta2 was given as poisson_ratio
  carom_touch* touches;               ///< bodies only

  bool has_motion;
  carom_motion motion;
} carom_scenario;

/// Reads one scenario. Returns NULL and fills *error when anything is wrong.
CAROM_API carom_scenario* carom_scenario_parse(const char* text, size_t length, carom_diag* error);
CAROM_API void carom_scenario_free(carom_scenario* scenario);

/// Writes a scenario so that reading it gives the same structs, bit for bit. One line, or indented. False if the sink
/// refused, as all that write.
CAROM_API bool carom_scenario_write(const carom_scenario* scenario, bool indented, carom_sink sink);

/// The answer to a scenario, whatever model gave it. The pointers belong to the result.
typedef struct carom_result {
  carom_method_kind method;
  carom_impact_outcome outcome;    ///< the model, the energy ledger, the warnings, and the law's own answer
  carom_impact_contact* contacts;  ///< outcome.contact_count
  carom_event* events;             ///< outcome.event_count; CAROM_RESULT_MOST_EVENTS at most
  double* event_impulses;          ///< N s, event_count * contact_count: normal impulse of every contact at each event
  double* event_times;             ///< sqrt(kg), event_count: scaled time of each event (several contacts)
  uint64_t* states;                ///< outcome.state_count: sets of active contacts in order, bit i is contact i
  carom_impact_path path;          ///< empty unless carom_scenario_solve_path made the result
  double* w;                       ///< 1/kg, the contact problem that was solved
  double* v;                       ///< m/s
  carom_surface* surfaces;         ///< as the model took them
  carom_contact_problem problem;   ///< the same three, as a solver wants them
  int body_count;
  carom_body* bodies_after;  ///< world axes
  int dof;
  double* velocity_after;  ///< mechanism
  double energy_before, energy_after;
} carom_result;

/// Events and states that a result lists at most; characters of a sentence for people.
enum { CAROM_RESULT_MOST_EVENTS = 4096, CAROM_SENTENCE_SIZE = 320 };

/// The most energy [J] that the tangential springs of a compliant result held: at any time, to about three digits, if
/// the result has a path; else at a switch or an end.
CAROM_API double carom_result_spring_peak(const carom_result* result);

/// Scenario -> model -> contact problem -> impact law -> result. Returns NULL and fills *error when there is no answer.
CAROM_API carom_result* carom_scenario_solve(const carom_scenario* scenario, carom_diag* error);
/// The same, with the path of the impact, dense enough to draw; the schemes ni, fs and vs have none.
CAROM_API carom_result* carom_scenario_solve_path(const carom_scenario* scenario, carom_diag* error);
CAROM_API void carom_result_free(carom_result* result);

/// A question about a scenario that is valid but looks as if something else was meant.
typedef struct carom_doubt {
  char key[CAROM_FIELD_SIZE];      ///< dotted: "contacts.0.normal"
  char text[CAROM_SENTENCE_SIZE];  ///< without the full stop
} carom_doubt;

enum { CAROM_MOST_DOUBTS = 8 };

/// Looks for a normal that points the wrong way, a contact off the body's shape, degrees for radians, grams for
/// kilograms, a moment of inertia that the shape cannot have. result may be NULL. Returns how many were filled in.
CAROM_API int carom_scenario_doubts(const carom_scenario* scenario, const carom_result* result, int capacity,
                                    carom_doubt* out);

/// What a contact is called in words: "upper-lower", "block-floor 2" where two bodies touch more than once, "contact 0"
/// where the file has no bodies. Cut to fit.
CAROM_API void carom_scenario_contact_name(const carom_scenario* scenario, int contact, int size, char* name);

/// How two of several contacts feel each other. For normal impulses the sign says how: where normal < 0 an impulse at
/// one presses the other together, where normal > 0 it takes load off the other.
typedef struct carom_coupling {
  double normal;   ///< w_ab/sqrt(w_aa w_bb) of the normal directions, -1 to 1
  bool interacts;  ///< some impulse that the surfaces allow at one changes the velocity at the other
} carom_coupling;

CAROM_API carom_coupling carom_result_coupling(const carom_result* result, int contact_a, int contact_b);

/// What decides an impact with tangential springs.
typedef struct carom_compliant_facts {
  double slip_before;      ///< m/s, |v_t|
  double start_limit;      ///< m/s, mu eta2 |v_n|: slower slip is caught by the spring at once (JIA10 (36))
  bool starts_stuck;       ///< what happened
  double slip_after;       ///< m/s, v_t after along the slip before (along t1 without slip): < 0 has come back
  double frequency_ratio;  ///< sqrt(w_tt/(eta2 w_nn)) along the slip: tangential over normal frequency when stuck
  double given_back;       ///< J, what the normal spring gave back of all it stored; NaN after recompression
  double held_tangential;  ///< J, the most that the tangential springs held
} carom_compliant_facts;

/// What decides how several contacts share a collision.
typedef struct carom_simultaneous_facts {
  double stiffness_least, stiffness_most;
  int pair_count;       ///< pairs that interact
  int group_count;      ///< groups of contacts that do not feel each other
  int strongest[2];     ///< the pair with the largest |coupling|; -1 where none interacts
  int approaching;      ///< contacts that approach before the collision
  int acted;            ///< contacts that carried impulse
  int restart_count;    ///< compression that began again, among the listed events
  int come_back_count;  ///< contacts that had ended and came back, likewise
  int lock_count;
  int friction_count;   ///< contacts with friction
  bool rigid_friction;  ///< without tangential springs: a contact that sticks does not move
} carom_simultaneous_facts;

enum { CAROM_EXPLANATION_SENTENCES = 12 };

/// Why an impact went as it did: what the theory says of it, and what that means.
typedef struct carom_explanation {
  carom_model model;
  carom_planar_theory planar;             ///< planar only
  carom_spatial_theory spatial;           ///< spatial only
  carom_spatial_directions directions;    ///< spatial only
  carom_compliant_facts compliant;        ///< compliant only
  carom_simultaneous_facts simultaneous;  ///< simultaneous only
  int sentence_count;
  char sentences[CAROM_EXPLANATION_SENTENCES][CAROM_SENTENCE_SIZE];  ///< plain words, in the order of the impact
} carom_explanation;

/// Explains a solved scenario. False with *error filled when that cannot be done.
CAROM_API bool carom_scenario_explain(const carom_scenario* scenario, const carom_result* result,
                                      carom_explanation* out, carom_diag* error);
CAROM_API bool carom_explanation_write(const carom_scenario* scenario, const carom_result* result,
                                       const carom_explanation* explanation, carom_sink sink);

/// The result, or the error, as one JSON object and a newline. Doubles read back exactly. What the functions of this
/// header fill in as error has one of the statuses that docs/scenarios.md lists, and the key of the file as its field.
CAROM_API bool carom_result_write(const carom_scenario* scenario, const carom_result* result, carom_sink sink);
CAROM_API bool carom_diag_write(const carom_diag* error, carom_sink sink);

#endif
