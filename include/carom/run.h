/// @file run.h
/// A scenario in, its answer out: solve and explain. Lives in the library `carom-files`; motion is in
/// carom/simulation.h, files in carom/format.h.
#ifndef CAROM_RUN_H
#define CAROM_RUN_H

#include <stdint.h>

#include "carom/derivative.h"
#include "carom/format.h"

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
  carom_jacobian* derivatives;  ///< of the one contact, by all inputs; NULL until carom_result_differentiate
  carom_bodies_jacobian* body_derivatives;  ///< of its bodies; NULL until carom_scenario_differentiate
  double*
      velocity_derivatives;  ///< of a mechanism: dof rows of velocity after, by dof of velocity before, mu, e; or NULL
} carom_result;

/// Events and states that a result lists at most.
enum { CAROM_RESULT_MOST_EVENTS = 4096 };

/// The most energy [J] that the tangential springs of a compliant result held: at any time, to about three digits, if
/// the result has a path; else at a switch or an end.
CAROM_API double carom_result_spring_peak(const carom_result* result);

/// Scenario -> model -> contact problem -> impact law -> result. Returns NULL and fills *error when there is no answer.
CAROM_API carom_result* carom_scenario_solve(const carom_scenario* scenario, carom_diag* error);
/// The same, with the path of the impact, dense enough to draw; the schemes ni, fs and vs have none.
CAROM_API carom_result* carom_scenario_solve_path(const carom_scenario* scenario, carom_diag* error);
/// Frees it; NULL is fine.
CAROM_API void carom_result_free(carom_result* result);

/// Adds the derivatives of the outcome, which carom_result_write then writes with its contact. One contact only:
/// CAROM_UNAVAILABLE else; CAROM_NO_FINITE_ANSWER where the outcome has none.
CAROM_API carom_status carom_result_differentiate(carom_result* result, carom_diag* error);

/// The same, and the derivatives of bodies or of a mechanism's velocity, by the chain rule.
CAROM_API carom_status carom_scenario_differentiate(const carom_scenario* scenario, carom_result* result,
                                                    carom_diag* error);

/// How two contacts of a result feel each other.
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
  carom_smoothness next;                  ///< one contact, solved exactly: the nearest change of branch
  int sentence_count;
  char sentences[CAROM_EXPLANATION_SENTENCES][CAROM_SENTENCE_SIZE];  ///< plain words, in the order of the impact
} carom_explanation;

/// Explains a solved scenario. False with *error filled when that cannot be done.
CAROM_API bool carom_scenario_explain(const carom_scenario* scenario, const carom_result* result,
                                      carom_explanation* out, carom_diag* error);

#endif
