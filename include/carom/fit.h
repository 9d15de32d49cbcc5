/// @file fit.h
/// Friction, restitution and compliance from measured impacts: estimates with intervals, what the data cannot tell, and
/// why data are refused. Part of `carom-files`; described in docs/fit.md. Needs NLopt when it is built.
#ifndef CAROM_FIT_H
#define CAROM_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/contact.h"
#include "carom/sink.h"
#include "carom/status.h"

/// How restitution depends on the speed v of approach, v_ref being the median of the data: X(symbol, value, word,
/// formula).
#define CAROM_FIT_E_MODEL_LIST(X)                             \
  X(CAROM_FIT_E_CONST, 0, "const", "e(v) = e")                \
  X(CAROM_FIT_E_POWER, 1, "power", "e(v) = e (v/v_ref)^(-b)") \
  X(CAROM_FIT_E_LINEAR, 2, "linear", "e(v) = e (1 - b (v/v_ref - 1))")

typedef enum carom_fit_e_model {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_FIT_E_MODEL_LIST(CAROM_X)
#undef CAROM_X
} carom_fit_e_model;

/// What is negated in a frame that is not right-handed: X(symbol, value, word, what it is).
#define CAROM_FIT_FLIP_LIST(X)                          \
  X(CAROM_FIT_FLIP_NONE, 0, "none", "nothing")          \
  X(CAROM_FIT_FLIP_VX, 1, "vx", "the velocity along x") \
  X(CAROM_FIT_FLIP_W, 2, "w", "the spin, or the arm of the contact")

typedef enum carom_fit_flip {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_FIT_FLIP_LIST(CAROM_X)
#undef CAROM_X
} carom_fit_flip;

/// What is known of a parameter: X(symbol, value, word, what it means).
#define CAROM_FIT_KNOWN_LIST(X)                                                       \
  X(CAROM_FIT_KNOWN, 0, "known", "the data say what it is")                           \
  X(CAROM_FIT_AT_LEAST, 1, "at_least", "the data only say that it is at least `low`") \
  X(CAROM_FIT_AT_MOST, 2, "at_most", "the data only say that it is at most `high`")   \
  X(CAROM_FIT_UNKNOWN, 3, "unknown", "the data do not say what it is: any value will do")

typedef enum carom_fit_known {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_FIT_KNOWN_LIST(CAROM_X)
#undef CAROM_X
} carom_fit_known;

enum {
  CAROM_FIT_MOST_PARAMETERS = 12,
  CAROM_FIT_MOST_COVARIATES = 4,
  CAROM_FIT_MOST_COLUMNS = 128,
  CAROM_FIT_MOST_MODES = 24,
  CAROM_FIT_MOST_WARNINGS = 24,
  CAROM_FIT_MOST_LURKING = 8,
  CAROM_FIT_MOST_PLANNED = 6,
  CAROM_FIT_PROFILE_POINTS = 33,
  CAROM_FIT_MOST_BOOTSTRAP = 100000,
  CAROM_FIT_NAME_SIZE = 80,
  CAROM_FIT_WARNING_SIZE = 320,
};

/// A number of a scenario that is looked for: "contacts.0.mu=0:2", several paths that share it parted by commas.
typedef struct carom_fit_wanted {
  const char* text;
} carom_fit_wanted;

/// What to fit, and how. Made by carom_fit_options_default(); may grow in a minor release.
typedef struct carom_fit_options {
  carom_law law;
  bool all_laws;  ///< fit all three, and compare them
  bool with_eta2;
  bool plan;  ///< say which impacts to measure next
  carom_fit_flip flip;
  bool least_squares;  ///< else Huber's loss
  double huber;        ///< where it turns linear; 0: 0.05 of the speed, or 1.345 where the data have sigma columns
  uint64_t seed;
  int bootstrap;  ///< resamples; 0: intervals from the sandwich estimate
  carom_fit_e_model e_model;
  const char* covariates[CAROM_FIT_MOST_COVARIATES];  ///< columns on which e may depend
  int covariate_count;
  const char* scenario;  ///< NULL, or the text of a scenario whose paths the columns name
  size_t scenario_length;
  carom_fit_wanted wanted[CAROM_FIT_MOST_PARAMETERS];  ///< with a scenario: what to look for
  int wanted_count;
  bool (*progress)(double done, void* context);  ///< NULL, or told how far it is; false stops with CAROM_STOPPED
  void* context;
} carom_fit_options;

/// Stronge's law, mu and e, Huber's loss, 200 resamples, seed 1.
CAROM_API carom_fit_options carom_fit_options_default(void);

/// A parameter, as far as the data say.
typedef struct carom_fit_estimate {
  char name[CAROM_FIT_NAME_SIZE];  ///< "mu", "e", "eta2", "b", "e.temperature"; with a scenario the path
  carom_fit_known known;
  double value;      ///< NaN unless known
  double low, high;  ///< of the 95 % interval; NaN on a side that is open
  double sd;         ///< NaN unless known
} carom_fit_estimate;

/// A column that the model does not use and that its error goes with.
typedef struct carom_fit_lurking {
  char name[CAROM_FIT_NAME_SIZE];
  double correlation;  ///< of ranks, with the signed error of the normal velocity after
} carom_fit_lurking;

/// The impacts of one mode.
typedef struct carom_fit_mode {
  const char* word;
  int count;
  double mu;  ///< from the impacts of this mode alone, e as for all; NaN where they do not say
} carom_fit_mode;

/// What one law makes of the data.
typedef struct carom_fit_result {
  carom_law law;
  int parameter_count;
  carom_fit_estimate estimates[CAROM_FIT_MOST_PARAMETERS];
  double correlation[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS];
  /// Where the loss is least, known or not: predictions are made with it. eta2 and stiffnesses by their logarithm.
  double best[CAROM_FIT_MOST_PARAMETERS];
  double loss;  ///< mean over the impacts that count
  double residual_median, residual_p90, residual_rms;
  int mode_count;
  carom_fit_mode modes[CAROM_FIT_MOST_MODES];
  bool has_profile;  ///< of eta2, or of the first stiffness
  char profile_name[CAROM_FIT_NAME_SIZE];
  double profile_at[CAROM_FIT_PROFILE_POINTS], profile_loss[CAROM_FIT_PROFILE_POINTS];
  int profile_minima;    ///< valleys that are as good as the best within the 95 % limit
  double profile_limit;  ///< loss below which a value is within the 95 % interval
  int steep;             ///< impacts with |dz/dmu| > 0.5
  int bootstrap_done;
  int lurking_count;
  carom_fit_lurking lurking[CAROM_FIT_MOST_LURKING];  ///< strongest first
  int warning_count;
  char warnings[CAROM_FIT_MOST_WARNINGS][CAROM_FIT_WARNING_SIZE];
} carom_fit_result;

/// One kind of impact to measure next.
typedef struct carom_fit_planned {
  double angle;  ///< rad, of the approach from the normal; positive towards the tangent
  double spin;   ///< spin times radius of gyration over speed
  int share;     ///< of 20 impacts, how many
} carom_fit_planned;

/// What was found in the data before anything was fitted.
typedef struct carom_fit_facts {
  int count;     ///< impacts in the file
  int used;      ///< of these, how many count: they approach
  int gained;    ///< energy is larger after
  int entering;  ///< still approach after
  int numbers;   ///< of a residual
  bool has_imbalance;
  double imbalance;          ///< median
  double imbalance_flipped;  ///< the least median with something negated
  carom_fit_flip suspect;    ///< what to negate to get it; NONE where the data are fine as they are
  double speed;              ///< v_ref: median speed of approach, m/s
} carom_fit_facts;

/// Data with what was fitted to them.
typedef struct carom_fit carom_fit;

/// Reads the data (CSV), checks them and fits. NULL with *error filled: CAROM_UNAVAILABLE where carom was built without
/// NLopt; else what is wrong with the data, or why nothing can be told from them.
CAROM_API carom_fit* carom_fit_run(const char* csv, size_t length, const carom_fit_options* options, carom_diag* error);
/// Frees it; NULL is fine.
CAROM_API void carom_fit_free(carom_fit* fit);

/// What was seen in the data.
CAROM_API carom_fit_facts carom_fit_tell(const carom_fit* fit);
/// How many laws were fitted, and what came of one; NULL behind the last.
CAROM_API int carom_fit_result_count(const carom_fit* fit);
/// The result of one law; NULL behind the last.
CAROM_API const carom_fit_result* carom_fit_result_of(const carom_fit* fit, int index);

/// The paired t of two laws (indices of results) over what they predict of impacts that they have not seen: positive
/// where b is the better one. Below 2 they cannot be told apart.
CAROM_API double carom_fit_compare(const carom_fit* fit, int a, int b);

/// What to measure next, most wanted first, and how many impacts of that kind give 5 %; 0 without a plan.
CAROM_API int carom_fit_plan_of(const carom_fit* fit, carom_fit_planned out[CAROM_FIT_MOST_PLANNED], int* needed);

/// An impact of the file beside its prediction by the first result.
typedef struct carom_fit_point {
  int shown;                         ///< how many numbers there are to compare
  double measured[3], predicted[3];  ///< after; in the plane v_t, v_n and the spin (contact space: v_t, v_n), in space
                                     ///< v_t1, v_t2, v_n, of a scenario its first columns
  double normal_before, normal_after;  ///< m/s, measured
  double residual[6];                  ///< dimensionless
  const char* mode;                    ///< word
} carom_fit_point;

/// Impact `index` of the file. Returns how many numbers are shown; 0 where it does not count.
CAROM_API int carom_fit_point_of(const carom_fit* fit, int index, carom_fit_point* out);

/// The loss of the first result over a grid of its first two parameters, row after row, for drawing.
CAROM_API bool carom_fit_map(carom_fit* fit, int columns, int rows, const double range[4], double* out);

/// A column of the data by name, `count` numbers; NULL where there is none.
CAROM_API const double* carom_fit_column(const carom_fit* fit, const char* name);

/// All of it as one JSON object and a newline.
CAROM_API bool carom_fit_write(const carom_fit* fit, carom_sink sink);
/// The data with predictions, residuals and modes appended.
CAROM_API bool carom_fit_write_csv(const carom_fit* fit, carom_sink sink);

/// As files write it.
CAROM_API const char* carom_fit_e_model_word(carom_fit_e_model model);
/// How e depends on the speed, for people.
CAROM_API const char* carom_fit_e_model_formula(carom_fit_e_model model);
/// As files write it.
CAROM_API const char* carom_fit_flip_word(carom_fit_flip flip);
/// For people.
CAROM_API const char* carom_fit_flip_meaning(carom_fit_flip flip);
/// As files write it.
CAROM_API const char* carom_fit_known_word(carom_fit_known known);

/// Whether the model is a scenario.
CAROM_API bool carom_fit_is_scenario(const carom_fit* fit);
/// Whether this build has NLopt.
CAROM_API bool carom_fit_is_available(void);

#endif
