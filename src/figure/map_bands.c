#include <math.h>
#include <stdlib.h>

#include "figure/map.h"

/// One level, as the tracer asks for it.
typedef struct level {
  const carom_figure_map_input* input;
  double height;
} level;

/// Where a straight line between two values passes the level; half-way to a point without a value.
static double find_change(const void* context, int a, int b) {
  const level* l = context;
  double from = l->input->values[a], to = l->input->values[b];
  return isfinite(from) && isfinite(to) ? (l->height - from) / (to - from) : 0.5;
}

/// The points that have a value at or above a level: 1, the others 0.
static bool trace_level(const level* l, int* above, carom__regions* out) {
  for (int i = 0; i < l->input->columns * l->input->rows; ++i) {
    above[i] = isfinite(l->input->values[i]) && l->input->values[i] >= l->height;
  }
  carom__grid grid = {l->input->columns, l->input->rows, above, find_change, l, true};
  return carom__regions_trace(&grid, out);
}

/// What is above a level has the colour of its band, a hole in it that of the band below; below the first is no answer.
static bool add_level(const carom__regions* from, int band, carom__regions* out) {
  bool fine = true;
  for (int i = 0; i < from->count && fine; ++i) {
    carom__region region = from->items[i];
    if (region.its_class != 1) continue;
    const carom_vec2* points = from->points + region.first;
    region.its_class = region.is_hole ? band - 1 : band;
    fine = carom__regions_add(out, points, region);
  }
  return fine;
}

/// Contours do not cross, so that painting the larger first shows all. Where values jump over several levels these have
/// the same polygon: around a hill the highest is painted last, around a hole the lowest.
static int compare_shapes(const void* a, const void* b) {
  const carom__region *x = a, *y = b;
  if (x->area != y->area) return x->area > y->area ? -1 : 1;
  if (x->its_class != y->its_class) return (x->its_class < y->its_class) == x->is_hole ? 1 : -1;
  return x->first - y->first;
}

bool carom__map_trace_bands(const carom_figure_map_input* input, carom__map_layout* out) {
  int* above = malloc((size_t)input->columns * (size_t)input->rows * sizeof *above);
  bool fine = above != NULL;
  for (int band = 0; band + 1 < out->level_count && fine; ++band) {
    level l = {input, band == 0 ? -HUGE_VAL : out->levels[band]};
    carom__regions regions;
    fine = trace_level(&l, above, &regions);
    if (fine) fine = add_level(&regions, band, &out->shapes);
    carom__regions_free(&regions);
  }
  bool both_signs = out->levels[0] < 0.0 && out->levels[out->level_count - 1] > 0.0;
  if (fine && both_signs) fine = trace_level(&(level){input, 0.0}, above, &out->zero);
  free(above);
  if (out->shapes.count > 0)
    qsort(out->shapes.items, (size_t)out->shapes.count, sizeof *out->shapes.items, compare_shapes);
  return fine;
}
