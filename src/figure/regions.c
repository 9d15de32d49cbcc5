#include "figure/regions.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/// The grid has a ring of squares around it whose outer points belong to no class. The change to that lies on the
/// grid's own border, so that every polygon closes.
enum { OUTSIDE = INT_MIN };

/// A square, its corners counterclockwise from the lower left; side k leads from corner k to corner k + 1.
typedef struct square {
  int column, row;  ///< of its upper right corner: 0 to columns, 0 to rows
  int point[4];     ///< -1 outside
  int its_class[4];
} square;

typedef struct tracer {
  const carom__grid* grid;
  carom__regions* out;
  unsigned char* visited;  ///< bit k of a square: the border that comes in through side k
} tracer;

static int point_at(const carom__grid* g, int column, int row) {
  bool inside = column >= 0 && column < g->columns && row >= 0 && row < g->rows;
  return inside ? row * g->columns + column : -1;
}

static square square_at(const carom__grid* g, int column, int row) {
  static const int dx[4] = {-1, 0, 0, -1}, dy[4] = {-1, -1, 0, 0};
  square s = {.column = column, .row = row};
  for (int k = 0; k < 4; ++k) {
    s.point[k] = point_at(g, column + dx[k], row + dy[k]);
    s.its_class[k] = s.point[k] < 0 ? OUTSIDE : g->classes[s.point[k]];
  }
  return s;
}

static carom_vec2 place_of(const carom__grid* g, int point) {
  return (carom_vec2){point % g->columns, point / g->columns};
}

static bool changes(const square* s, int side) {
  return s->its_class[side] != s->its_class[(side + 1) & 3];
}

/// Where the class changes on a side. Asked from both squares of the side it must be the same bits: the lower point
/// counts as the first.
static carom_vec2 crossing(const carom__grid* g, const square* s, int side) {
  int a = s->point[side], b = s->point[(side + 1) & 3];
  if (a < 0 || b < 0) return place_of(g, a < 0 ? b : a);
  if (a > b) {
    int swapped = a;
    a = b;
    b = swapped;
  }
  double t = fmin(1.0, fmax(0.0, g->change(g->context, a, b)));
  carom_vec2 from = place_of(g, a), to = place_of(g, b);
  return (carom_vec2){from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)};
}

/// Where more than two borders meet: in the middle of them, but at the grid's edge where the class changes on that
/// edge.
static carom_vec2 meeting_point(const carom__grid* g, const square* s) {
  carom_vec2 sum = {0.0, 0.0}, inside = sum;
  int count = 0;
  bool at_edge = false;
  for (int k = 0; k < 4; ++k) {
    if (!changes(s, k)) continue;
    carom_vec2 at = crossing(g, s, k);
    sum = (carom_vec2){sum.x + at.x, sum.y + at.y};
    ++count;
    bool reaches_out = s->point[k] < 0 || s->point[(k + 1) & 3] < 0;
    if (!reaches_out) inside = at;
    at_edge = at_edge || reaches_out;
  }
  return at_edge ? inside : (carom_vec2){sum.x / count, sum.y / count};
}

static int change_count(const square* s) {
  int count = 0;
  for (int k = 0; k < 4; ++k) count += changes(s, k);
  return count;
}

static bool add_point(carom__regions* out, carom_vec2 at, int first) {
  if (out->point_count > first) {
    carom_vec2 last = out->points[out->point_count - 1];
    if (last.x == at.x && last.y == at.y) return true;
  }
  if (out->point_count == out->point_capacity) {
    int capacity = out->point_capacity == 0 ? 1024 : 2 * out->point_capacity;
    carom_vec2* points = realloc(out->points, (size_t)capacity * sizeof *points);
    if (!points) return false;
    out->points = points;
    out->point_capacity = capacity;
  }
  out->points[out->point_count++] = at;
  return true;
}

static bool add_region(carom__regions* out, carom__region region) {
  if (out->count == out->capacity) {
    int capacity = out->capacity == 0 ? 64 : 2 * out->capacity;
    carom__region* items = realloc(out->items, (size_t)capacity * sizeof *items);
    if (!items) return false;
    out->items = items;
    out->capacity = capacity;
  }
  out->items[out->count++] = region;
  return true;
}

/// Through one square, its class on the left: from the side it came in by to the side it leaves by.
static bool cross_square(tracer* t, const square* s, int side, int first, int* leaves) {
  int corner = side;
  while (s->its_class[(corner + 3) & 3] == s->its_class[side]) corner = (corner + 3) & 3;
  *leaves = (corner + 3) & 3;
  bool fine = add_point(t->out, crossing(t->grid, s, side), first);
  if (change_count(s) > 2) fine = fine && add_point(t->out, meeting_point(t->grid, s), first);
  return fine;
}

/// Twice the area, signed: > 0 around the outside of a part, < 0 around a hole. It starts at the lowest point, so that
/// the same polygon has the same bits wherever its list starts.
static double twice_area(const carom_vec2* points, int count) {
  double sum = 0.0;
  int start = 0;
  for (int i = 1; i < count; ++i) {
    carom_vec2 a = points[i], b = points[start];
    if (a.y < b.y || (a.y == b.y && a.x < b.x)) start = i;
  }
  for (int i = 0; i < count; ++i) {
    carom_vec2 a = points[(start + i) % count], b = points[(start + i + 1) % count];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum;
}

/// Follows one border until it is back.
static bool trace_border(tracer* t, square s, int side) {
  static const int to_column[4] = {0, 1, 0, -1}, to_row[4] = {-1, 0, 1, 0};
  const int its_class = s.its_class[side], first = t->out->point_count;
  for (;;) {
    unsigned char* seen = &t->visited[s.row * (t->grid->columns + 1) + s.column];
    if (*seen >> side & 1) break;
    *seen = (unsigned char)(*seen | 1 << side);
    int leaves;
    if (!cross_square(t, &s, side, first, &leaves)) return false;
    s = square_at(t->grid, s.column + to_column[leaves], s.row + to_row[leaves]);
    side = (leaves + 2) & 3;
  }
  int count = t->out->point_count - first;
  double area = 0.5 * twice_area(t->out->points + first, count);
  if (area > 0.0 || (t->grid->with_holes && area < 0.0))
    return add_region(t->out, (carom__region){its_class, first, count, fabs(area), area < 0.0});
  t->out->point_count = first;
  return true;
}

static bool trace_square(tracer* t, int column, int row) {
  square s = square_at(t->grid, column, row);
  bool fine = true;
  for (int k = 0; k < 4 && fine; ++k) {
    bool seen = t->visited[row * (t->grid->columns + 1) + column] >> k & 1;
    if (s.its_class[k] != OUTSIDE && changes(&s, k) && !seen) fine = trace_border(t, s, k);
  }
  return fine;
}

static int compare_areas(const void* a, const void* b) {
  const carom__region *x = a, *y = b;
  if (x->area != y->area) return x->area > y->area ? -1 : 1;
  return x->first - y->first;
}

bool carom__regions_trace(const carom__grid* grid, carom__regions* out) {
  *out = (carom__regions){0};
  tracer t = {.grid = grid, .out = out};
  t.visited = calloc((size_t)(grid->columns + 1) * (size_t)(grid->rows + 1), 1);
  bool fine = t.visited != NULL;
  for (int row = 0; row <= grid->rows && fine; ++row) {
    for (int column = 0; column <= grid->columns && fine; ++column) fine = trace_square(&t, column, row);
  }
  free(t.visited);
  if (!fine) {
    carom__regions_free(out);
    return false;
  }
  if (out->count > 0) qsort(out->items, (size_t)out->count, sizeof *out->items, compare_areas);
  return true;
}

bool carom__regions_add(carom__regions* regions, const carom_vec2* points, carom__region region) {
  region.first = regions->point_count;
  bool fine = true;
  for (int i = 0; i < region.count && fine; ++i) fine = add_point(regions, points[i], region.first);
  return fine && add_region(regions, region);
}

void carom__regions_free(carom__regions* regions) {
  free(regions->points);
  free(regions->items);
  *regions = (carom__regions){0};
}
