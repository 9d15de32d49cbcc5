/// @file present.h
/// What to draw of scenarios and their answers: the kinds of figures that they have, and figures of a number that is
/// varied. Part of the library `carom-files`; how it is drawn is in carom/figure.h.
#ifndef CAROM_PRESENT_H
#define CAROM_PRESENT_H

#include "carom/figure.h"
#include "carom/fit.h"
#include "carom/simulation.h"
#include "carom/sweep.h"
#include "carom/vary.h"

/// One scenario of a figure. What is not said here is NULL.
typedef struct carom_present_item {
  const carom_scenario* scenario;
  const char* name;              ///< in titles and legends; NULL: the title of the scenario
  const char* source;            ///< in messages: the file that it comes from; NULL: its name
  carom_result* result;          ///< from carom_present_solve: of an impact
  carom_simulation* simulation;  ///< likewise: of a motion
  carom_vary* vary;              ///< for carom_present_vary: the same scenario, with numbers that can be set
} carom_present_item;

/// Solves or simulates an item as its figures need it, unless that is done. On error the item is as before.
CAROM_API carom_status carom_present_solve(carom_present_item* item, carom_diag* diag);
/// Frees what carom_present_solve made.
CAROM_API void carom_present_release(carom_present_item* item);

/// A kind of figure, and which models have it: "planar or spatial", "motion: a table".
typedef struct carom_present_kind {
  const char* name;
  char needs[160];
} carom_present_kind;

/// The kinds that there are, in order; false where index is beyond the last.
CAROM_API bool carom_present_kind_at(int index, carom_present_kind* out);

/// The names of all kinds that can show these scenarios in one figure. Returns how many there are, and fills in no more
/// than there is room for.
CAROM_API int carom_present_kinds(const carom_present_item* items, int count, const char** kinds, int capacity);
/// Whether a kind (NULL: the one that suits the first scenario best) can show these scenarios. CAROM_UNAVAILABLE where
/// it does not suit one of them, CAROM_BAD_VALUE where they are too many; *diag says what can be drawn.
CAROM_API carom_status carom_present_check(const carom_present_item* items, int count, const char* kind,
                                           carom_diag* diag);

/// A figure of one or more scenarios.
typedef struct carom_present_request {
  carom_figure figure;  ///< title NULL: what the names begin with, or the first; width 0: the size that suits the kind
  const char* kind;     ///< NULL: the one that suits
  int count;
  carom_present_item* items;  ///< those that are not solved yet are solved, and then to be released
} carom_present_request;

/// Draws it. Errors are those of carom_present_check, carom_present_solve and carom/figure.h.
CAROM_API carom_status carom_present(const carom_present_request* request, carom_diag* diag);

enum {
  CAROM_PRESENT_MOST_PATHS = 16,  ///< numbers that are set together
  CAROM_PRESENT_MOST_SHOWN = 12,
  CAROM_PRESENT_MOST_COUNT = 10001,
  CAROM_PRESENT_MOST_POINTS = 250000,
};

/// Numbers that are set together, from one value to another in equal steps.
typedef struct carom_present_range {
  const char* const* paths;  ///< as in carom/vary.h
  int path_count;
  double from, to;  ///< from < to
  int count;        ///< of values, 2 or more; both ends are among them
} carom_present_range;

/// Told now and then which part of the points is done (0 to 1); false stops with CAROM_STOPPED.
typedef bool carom_present_progress(double done, void* context);

/// A figure of what becomes of an answer when numbers of the scenario are varied: a chart for one range, a map of one
/// scenario and one value for two.
typedef struct carom_present_vary_request {
  carom_figure figure;  ///< title NULL: what is drawn against what, with the name of the item below
  carom_present_range ranges[2];
  int range_count;
  const char* const* shown;  ///< paths of what is read, as in carom/vary.h
  int shown_count;
  int count;
  const carom_present_item* items;   ///< scenario and vary
  carom_present_progress* progress;  ///< or NULL
  void* context;
} carom_present_vary_request;

/// What came of the points.
typedef struct carom_present_vary_report {
  int point_count;   ///< of all items
  int failed;        ///< points without an answer, which are left out
  carom_diag first;  ///< what the first of them said
  int item;          ///< on error: the item that *diag speaks of; -1: none
} carom_present_vary_report;

/// Solves all points and draws them. On error *report says of which item *diag speaks; both may be NULL.
CAROM_API carom_status carom_present_vary(const carom_present_vary_request* request, carom_present_vary_report* report,
                                          carom_diag* diag);

/// A figure of a sweep whose file is complete: a curve where one number is varied, a map where a grid of two is, else a
/// histogram of each value that has statistics, with the sensitivities where there are any. figure->width 0: the size
/// that suits; title NULL: that of the scenario.
CAROM_API carom_status carom_present_sweep(carom_sweep* sweep, const carom_sweep_summary* summary,
                                           const carom_figure* figure, carom_diag* diag);

/// A figure of a fit of a table: measured against predicted, contours of the loss, residuals, the bounce against the
/// strongest covariate, and the profile of eta2 where there is one. figure->width 0: the size that suits.
/// CAROM_UNAVAILABLE: the fit is that of a scenario.
CAROM_API carom_status carom_present_fit(carom_fit* fit, const carom_figure* figure, carom_diag* diag);

#endif
