// Where the balls of a rack lie.
#include <math.h>

#include "base/diag.h"
#include "table/table.h"

/// Balls in row `row` of a rack whose widest row has `side` balls.
static int row_size(carom_rack_shape shape, int side, int row) {
  if (shape == CAROM_RACK_ROW) return 1;
  return shape == CAROM_RACK_DIAMOND && row >= side ? 2 * side - 1 - row : row + 1;
}

/// Balls in the widest row; 0: no such rack.
static int side_of(carom_rack_shape shape, int count) {
  if (shape == CAROM_RACK_ROW) return count;
  for (int side = 1; side <= CAROM_TABLE_MAX_BALLS; ++side)
    if (count == (shape == CAROM_RACK_DIAMOND ? side * side : side * (side + 1) / 2)) return side;
  return 0;
}

static carom_status check(const carom_rack* rack, carom_diag* diag) {
  const char* const few[] = {"1, 3, 6, 10, 15, 21 or 28", "1, 4, 9, 16 or 25", "1 to 32"};
  if (rack->shape != CAROM_RACK_TRIANGLE && rack->shape != CAROM_RACK_DIAMOND && rack->shape != CAROM_RACK_ROW)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "shape", rack->shape, "shape is %d, which is none", (int)rack->shape);
  if (rack->count < 1 || rack->count > CAROM_TABLE_MAX_BALLS || side_of(rack->shape, rack->count) == 0)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "count", rack->count, "a rack of this shape has %s balls, not %d",
                       few[rack->shape], rack->count);
  if (!(rack->radius > 0 && isfinite(rack->radius)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "radius", rack->radius, "radius is %g; it must be positive",
                       rack->radius);
  if (!(rack->gap >= 0 && isfinite(rack->gap)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "gap", rack->gap, "gap is %g; it must not be negative", rack->gap);
  carom_status status = carom__table_check_size("radius", rack->radius, diag);
  if (!status) status = carom__table_check_size("gap", rack->gap, diag);
  return status ? status : carom__table_check_place("at", rack->at, diag);
}

/// Rows of a triangle or diamond are sqrt(3)/2 of a distance apart.
carom_status carom_rack_places(const carom_rack* rack, carom_vec2* places, carom_diag* diag) {
  carom_status status = carom__need(rack, "rack", "be a rack", diag);
  if (!status) status = carom__need_memory(places, "places", "have room for count places", diag);
  if (!status) status = check(rack, diag);
  carom_vec2 e;
  if (!status) status = carom__table_check_direction("direction", rack->direction, &e, diag);
  if (status) return status;
  const double apart = 2 * rack->radius + rack->gap;
  const double deep = rack->shape == CAROM_RACK_ROW ? apart : apart * sqrt(0.75);
  const int side = side_of(rack->shape, rack->count);
  for (int row = 0, at = 0; at < rack->count; ++row) {
    const int size = row_size(rack->shape, side, row);
    for (int i = 0; i < size; ++i, ++at) {
      const double along = row * deep, across = (i - 0.5 * (size - 1)) * apart;
      places[at] = (carom_vec2){rack->at.x + along * e.x - across * e.y, rack->at.y + along * e.y + across * e.x};
    }
  }
  return CAROM_OK;
}
