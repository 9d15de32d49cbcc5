/// @file fit/fit.h
/// What the files of the fit share: measured impacts, the model that predicts them, and the search for its parameters.
#ifndef CAROM_FIT_FIT_H
#define CAROM_FIT_FIT_H

#include "base/diag.h"
#include "carom/fit.h"
#include "carom/vary.h"
#include "fit/table.h"

enum { CAROM__FIT_NUMBERS = 6, CAROM__FIT_MOST_OUTPUTS = 24 };

/// A measured impact as it stands in the file: mass matrix diag(m, m, [m,] inertia), Jacobian rows t1, t2, n. In the
/// plane the row t2 is not used and there is one spin.
typedef struct carom__measured {
  double mass, inertia[3][3];
  double jacobian[3][6], before[6], after[6];
  double sigma[6];  ///< 0: not given
} carom__measured;

/// An impact ready to be fitted: z = a - map I, dimensionless, for the impulse I that the model predicts at (W, v).
/// In the plane the axis t2 is not coupled to anything.
typedef struct carom__impact {
  double w[3][3], v[3];
  double after[3];  ///< contact velocity that was measured
  double a[CAROM__FIT_NUMBERS], map[CAROM__FIT_NUMBERS][3];
  double weight;  ///< 0: does not count
  int group;
} carom__impact;

typedef enum carom__fit_layout {
  CAROM__LAYOUT_PLANE,
  CAROM__LAYOUT_SPACE,
  CAROM__LAYOUT_CONTACT,  ///< contact space, in the plane
} carom__fit_layout;

typedef struct carom__fit_data {
  carom__table table;
  carom__fit_layout layout;
  int count, numbers, group_count;
  bool has_sigma;
  carom__measured* measured;  ///< NULL in contact space and with a scenario
  carom__impact* impacts;
  double* speed;                                  ///< of approach, over its median
  double* covariates[CAROM_FIT_MOST_COVARIATES];  ///< standardised
  int covariate_count;
  double* extra[CAROM_FIT_MOST_COLUMNS];  ///< by column: those that the model does not use; else NULL
  carom_fit_facts facts;
  int unit_count;
  char units[4][CAROM_FIT_WARNING_SIZE];  ///< suspicions
} carom__fit_data;

/// Reads the table into impacts, without any check of what they say. False with *error filled.
bool carom__fit_data_read(carom__fit_data* data, carom_diag* error);
void carom__fit_data_free(carom__fit_data* data);
/// Groups, weights and the columns that are left, in `data`, whose table and count are there.
bool carom__fit_data_groups(carom__fit_data* data, const bool* is_used, carom_diag* error);
/// v_ref, and covariates. False with *error filled.
bool carom__fit_data_covariates(carom__fit_data* data, const carom_fit_options* options, carom_diag* error);

/// Whether the data can be what they are said to be; fills data->facts. False with *error filled.
bool carom__fit_data_check(carom__fit_data* data, const carom_fit_options* options, carom_diag* error);

/// The impact in dimensionless form. False: the mass matrix is not positive, or nothing moves before.
bool carom__fit_prepare(const carom__measured* measured, bool is_plane, carom__impact* out);
/// The same from contact space, in the plane: (B1, B2, B3, S0, C0, S1, C1).
bool carom__fit_prepare_contact(const double columns[7], carom__impact* out);
/// What no impulse at the contact explains, as a part of the change of velocity.
double carom__fit_imbalance(const carom__impact* impact, bool is_plane, int numbers);

// ---- the model --------------------------------------------------------------------------------------------------

typedef enum carom__fit_role {
  CAROM__ROLE_MU,
  CAROM__ROLE_E,
  CAROM__ROLE_ETA2,
  CAROM__ROLE_SLOPE,      ///< b of e(v)
  CAROM__ROLE_COVARIATE,  ///< of e: item / 2 is the covariate, item % 2 whether it is squared
  CAROM__ROLE_PATH,       ///< of a scenario
} carom__fit_role;

typedef struct carom__parameter {
  char name[CAROM_FIT_NAME_SIZE];
  carom__fit_role role;
  int item;
  double low, high;  ///< of the value; the search is in its logarithm if `log`
  double start;      ///< where it stays while the main ones are searched
  bool log, is_main;
} carom__parameter;

/// A scenario whose numbers are set and read, row by row.
typedef struct carom__template {
  carom_vary* vary;
  int set_count, read_count;
  int set_slot[CAROM_VARY_MOST_SLOTS];
  double* set_value[CAROM_VARY_MOST_SLOTS];
  char read_path[CAROM__FIT_MOST_OUTPUTS][160];
  double* read_value[CAROM__FIT_MOST_OUTPUTS];
  double* read_sigma[CAROM__FIT_MOST_OUTPUTS];
  double scale[CAROM__FIT_MOST_OUTPUTS];
  int wanted_slots[CAROM_FIT_MOST_PARAMETERS][8], wanted_slot_count[CAROM_FIT_MOST_PARAMETERS];
} carom__template;

/// Who waits for a fit: told how far it is, and may stop it.
typedef struct carom__fit_watch {
  const carom_fit_options* options;
  double from, to;  ///< share of the progress
  double done;      ///< of that share
  double work;      ///< impacts predicted since it was told last
  bool stopped;     ///< every loss is infinite from then on, so that all searches end at once
} carom__fit_watch;
bool carom__fit_tell_progress(carom__fit_watch* watch, double done);
/// Of the progress: a scan of a logarithm, and the profile that follows it. The rest is for resamples.
#define CAROM__FIT_SCAN_SHARE 0.3

typedef struct carom__fit_model {
  const carom__fit_data* data;
  carom__template* scenario;  ///< NULL, or it predicts
  carom__fit_watch* watch;    ///< NULL, or who waits
  carom_law law;
  carom_fit_e_model e_model;
  double huber;  ///< HUGE_VAL: least squares
  int count, numbers;
  int parameter_count;
  carom__parameter parameters[CAROM_FIT_MOST_PARAMETERS];
  bool starved;                          ///< somewhere on the way there was no memory: what was found is not believed
  bool held[CAROM_FIT_MOST_PARAMETERS];  ///< not known: it stays where it is while the others are judged
  // Workspace of a prediction, an element for each impact.
  double *e, *impulse;  ///< impulse: 3 each
  uint8_t *mode, *kind, *status;
  double* multiplicity;  ///< of each impact in a resample; 1 for the data themselves
  double *z, *shifted;   ///< residuals, `numbers` each
} carom__fit_model;

bool carom__fit_model_start(carom__fit_model* model, const carom__fit_data* data, const carom_fit_options* options,
                            carom_diag* error);
void carom__fit_model_free(carom__fit_model* model);

/// From what is searched to the value, and back.
double carom__fit_value(const carom__parameter* parameter, double x);
double carom__fit_place(const carom__parameter* parameter, double value);

/// e of every impact, into model->e.
void carom__fit_restitution(carom__fit_model* model, const double* x);
/// Predicts all impacts: impulses, modes and z.
void carom__fit_predict(carom__fit_model* model, const double* x, double* z);
/// dz/dx of one parameter for all impacts, at the prediction that carom__fit_predict has made last.
void carom__fit_derive(carom__fit_model* model, const double* x, int parameter, double* out);
/// dI of an impact in the plane by the inputs of `wrt` (carom_wrt bits), from the solver's own derivative; a row for
/// each in the order of the bits. False where it has none.
bool carom__fit_derive_in_plane(const carom__impact* impact, const carom_surface* surface, unsigned wrt,
                                double out[][3]);
/// The word of an impact's mode.
const char* carom__fit_mode_word(const carom__fit_model* model, int impact);

/// A scenario in place of the models: reads it, finds the columns. False with *error filled.
bool carom__fit_template_open(carom__template* t, carom__fit_data* data, const carom_fit_options* options,
                              carom_diag* error);
void carom__fit_template_close(carom__template* t);
bool carom__fit_template_parameters(carom__fit_model* model, const carom_fit_options* options, carom_diag* error);
void carom__fit_template_predict(carom__fit_model* model, const double* x, double* z);
/// The number that was predicted last for a row and a measured column.
double carom__fit_template_number(const carom__fit_model* model, int row, int output);

// ---- loss and search --------------------------------------------------------------------------------------------

/// Sum over impacts of weight times multiplicity times Huber's function of z.
double carom__fit_loss(carom__fit_model* model, const double* x);
double carom__fit_loss_of(const carom__fit_model* model, const double* z);
/// Of one impact, without weights.
double carom__fit_loss_of_impact(const carom__fit_model* model, const double* z);
double carom__huber(double c, double z);
double carom__huber_slope(double c, double z);

/// The global search: where the loss is least. Returns the loss.
double carom__fit_search(carom__fit_model* model, double* x);
/// Downhill from x with first steps `step` to within `fineness` of them; parameters whose step is 0 stay.
double carom__fit_descend(carom__fit_model* model, double* x, const double* step, double fineness);
/// Gauss and Newton's steps from x, taken while they lead down.
double carom__fit_polish(carom__fit_model* model, double* x, double loss);
/// The least loss with one parameter held at x[parameter]; x is where it was found.
double carom__fit_profile_at(carom__fit_model* model, double* x, int parameter);

// ---- what is known ----------------------------------------------------------------------------------------------

/// Second-order facts at the least loss.
typedef struct carom__fit_local {
  double hessian[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS];
  double covariance[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS];  ///< sandwich, of x
  double fisher[CAROM_FIT_MOST_PARAMETERS];          ///< sd of x if the noise were as large everywhere
  double limit;                                      ///< how much the loss may grow within the 95 % interval
  double variance;                                   ///< of z
  int steep;                                         ///< impacts with |dz/dmu| > 0.5
  bool is_singular;                                  ///< some combination of parameters changes nothing
  double null_direction[CAROM_FIT_MOST_PARAMETERS];  ///< that combination
} carom__fit_local;

bool carom__fit_look(carom__fit_model* model, const double* x, carom__fit_local* out);
/// Fills known, and the open side of estimates that are not; values of the others.
void carom__fit_identify(carom__fit_model* model, const double* x, const carom__fit_local* local,
                         carom_fit_result* out);
/// The profile of the first parameter that is searched in its logarithm.
void carom__fit_profile(carom__fit_model* model, const double* x, const carom__fit_local* local, carom_fit_result* out);

/// Intervals by resampling. False: stopped, or no memory.
bool carom__fit_bootstrap(carom__fit_model* model, const double* x, const carom__fit_local* local,
                          carom__fit_watch* watch, carom_fit_result* out);
/// Losses of impacts (or groups) that a fit of the others predicts, ten times a tenth; out has group_count numbers.
bool carom__fit_cross_validate(carom__fit_model* model, const double* x, const carom__fit_local* local, uint64_t seed,
                               double* out);
void carom__fit_modes(carom__fit_model* model, const double* x, carom_fit_result* out);
void carom__fit_lurking(carom__fit_model* model, const double* x, carom_fit_result* out);
void carom__fit_warn(carom_fit_result* out, const char* text, ...) CAROM__PRINTF(2, 3);

struct carom_fit {
  carom__fit_data data;
  carom__template scenario;
  carom_fit_options options;
  int result_count;
  carom_fit_result results[3];
  carom__fit_model models[3];
  double t[3][3];  ///< paired t of the laws
  int planned_count, needed;
  carom_fit_planned planned[CAROM_FIT_MOST_PLANNED];
};

void carom__fit_plan(carom_fit* fit, const carom__fit_local* local);

// ---- small things -----------------------------------------------------------------------------------------------

/// The q quantile of sorted numbers.
double carom__fit_quantile(const double* sorted, int count, double q);
void carom__fit_sort(double* numbers, int count);
/// Inverse of a symmetric positive definite n * n matrix. False where it is not.
bool carom__fit_invert(int n, double a[][CAROM_FIT_MOST_PARAMETERS], double out[][CAROM_FIT_MOST_PARAMETERS]);

#endif
