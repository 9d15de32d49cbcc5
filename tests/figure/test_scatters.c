// Panels of points: what the picture holds, and what is refused.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <math.h>

#include "carom/figure.h"
#include "kit/drawing.h"

TestSuite(figure_scatters, .init = open_folder, .fini = remove_folder);

enum { GRID = 5 };
static const double X[] = {0, 1, 2, (double)NAN}, Y[] = {0.1, 0.9, 2.2, 1}, LEVEL[] = {0.5, 1};
static double bowl[GRID * GRID];
static const char* const SERIES[] = {"sliding", "sticking"};

static carom_figure_curve curves[2] = {
    {.look = CAROM_FIGURE_LOOK_POINTS, .series = 0, .x = X, .y = Y, .count = 4},
    {.look = CAROM_FIGURE_LOOK_SERIES, .series = 1, .x = X, .y = Y, .count = 3},
};

static void fill(carom_figure_scatter panels[2]) {
  for (int i = 0; i < GRID * GRID; ++i) bowl[i] = hypot(i % GRID - 2, i / GRID - 2);
  panels[0] = (carom_figure_scatter){
      .what_across = "predicted", .what_up = "measured", .curves = curves, .curve_count = 2, .diagonal = true};
  panels[1] = (carom_figure_scatter){.what_across = "friction",
                                     .what_up = "restitution",
                                     .values = bowl,
                                     .columns = GRID,
                                     .rows = GRID,
                                     .right = 1,
                                     .top = 1,
                                     .levels = LEVEL,
                                     .level_count = 2};
}

Test(figure_scatters, the_picture_has_both_panels) {
  static const char *const shown[] = {"predicted", "measured", "friction", "restitution", "sliding", "sticking", NULL},
                           *const absent[] = {NULL};
  carom_figure_scatter panels[2];
  carom_figure figure = carom_figure_default();
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  size_t size;
  fill(panels);
  rig_aim(&figure, "panels.svg", output);
  const carom_figure_scatters_input input = {
      .panels = panels, .count = 2, .across = 2, .series = SERIES, .series_count = 2};
  const carom_status status = carom_figure_scatters(&figure, &input, &diag);
  char* svg = rig_picture(&figure, status, &diag, &size);
  expect_words(svg, shown, absent);
  free(svg);
}

Test(figure_scatters, what_is_not_complete_is_refused) {
  carom_figure_scatter panels[2];
  carom_figure figure = carom_figure_default();
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  rig_aim(&figure, "panels.svg", output);
  for (int i = 0; i < 8; ++i) {
    carom_figure_scatters_input input = {
        .panels = panels, .count = 2, .across = 2, .series = SERIES, .series_count = 2};
    fill(panels);
    if (i == 0) input.panels = NULL;
    if (i == 1) input.count = 0;
    if (i == 2) input.across = 0;
    if (i == 3) panels[0].what_up = NULL;
    if (i == 4) panels[0].curves = NULL;
    if (i == 5) panels[1].right = 0;
    if (i == 6) panels[1].levels = NULL;
    if (i == 7) input.series = NULL;
    rig_expect_refused(carom_figure_scatters(&figure, &input, &diag), &diag, "scatters need 1 to");
  }
}
