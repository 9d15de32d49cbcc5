#include <math.h>
#include <string.h>

#include "figure/impulse_curve.h"

enum { SPACE = 3 };

/// How high the box is against the longer side of its floor.
static const double tall = 1.25;

static double span(const carom__axis* axis) {
  return axis->high - axis->low;
}

static double unit_of(const carom__axis* axis) {
  return axis->tic * pow(10.0, axis->exponent);
}

/// Widens a range to whole tics.
static carom__axis snapped(double low, double high) {
  carom__axis axis = carom__axis_fit(low, high, 100.0, 34.0);
  double unit = unit_of(&axis);
  axis.low = floor(low / unit + 1e-9) * unit;
  axis.high = ceil(high / unit - 1e-9) * unit;
  return axis;
}

/// Both sides of the floor have one scale; the shorter one gets at least a third of the longer.
static void fit_floor(carom__box* box, const double low[SPACE], const double high[SPACE]) {
  double longest = fmax(high[0] - low[0], high[1] - low[1]);
  if (!(longest > 0.0)) longest = high[2] > 0.0 ? 0.5 * high[2] : 1.0;
  for (int i = 0; i < 2; ++i) {
    double more = fmax(0.0, 0.4 * longest - (high[i] - low[i])), border = 0.06 * longest;
    box->sides[i] = snapped(low[i] - 0.5 * more - border, high[i] + 0.5 * more + border);
  }
  // Tics of one size on both sides.
  int finer = unit_of(&box->sides[0]) > unit_of(&box->sides[1]) ? 0 : 1;
  carom__axis* other = &box->sides[1 - finer];
  double unit = unit_of(&box->sides[finer]);
  other->tic = box->sides[finer].tic;
  other->exponent = box->sides[finer].exponent;
  other->low = floor(other->low / unit + 1e-9) * unit;
  other->high = ceil(other->high / unit - 1e-9) * unit;
  box->size = fmax(span(&box->sides[0]), span(&box->sides[1]));
}

static void turn_to(carom__box* box, double degrees) {
  double angle = degrees * (3.14159265358979323846 / 180.0);
  box->turn[0] = cos(angle);
  box->turn[1] = sin(angle);
}

/// How wide the curves look.
static double width_of(const carom__box* box, const carom__course* courses, int count) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < courses[i].count; ++j) {
      double x = carom__box_place(box, courses[i].points[j].impulse).x;
      low = fmin(low, x);
      high = fmax(high, x);
    }
  }
  return high - low;
}

carom__box carom__box_of(const carom__course* courses, int count) {
  static const double turns[] = {-35.0, 35.0, -55.0, 55.0};
  carom__box box = {.height = 0.0};
  double low[SPACE] = {0.0}, high[SPACE] = {0.0};
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < courses[i].count; ++j) {
      for (int k = 0; k < SPACE; ++k) {
        low[k] = fmin(low[k], courses[i].points[j].impulse[k]);
        high[k] = fmax(high[k], courses[i].points[j].impulse[k]);
      }
    }
  }
  fit_floor(&box, low, high);
  box.sides[2] = snapped(0.0, high[2] > 0.0 ? high[2] : 1.0);
  box.height = span(&box.sides[2]);
  box.tilt[0] = cos(0.4);
  box.tilt[1] = sin(0.4);
  double best = -1.0, chosen = turns[0];
  for (unsigned i = 0; i < sizeof turns / sizeof *turns; ++i) {
    turn_to(&box, turns[i]);
    double width = width_of(&box, courses, count);
    if (!(width > 1.05 * best)) continue;
    best = width;
    chosen = turns[i];
  }
  turn_to(&box, chosen);
  return box;
}

static double middle(const carom__axis* axis) {
  return 0.5 * (axis->low + axis->high);
}

carom_vec2 carom__box_place(const carom__box* box, const double impulse[SPACE]) {
  double x = (impulse[0] - middle(&box->sides[0])) / box->size, y = (impulse[1] - middle(&box->sides[1])) / box->size;
  double away = x * box->turn[1] + y * box->turn[0];
  return (carom_vec2){x * box->turn[0] - y * box->turn[1],
                      tall * impulse[2] / box->height * box->tilt[0] + away * box->tilt[1]};
}

static carom_vec2 see(const carom__box* box, double x, double y, double z) {
  const double impulse[SPACE] = {x, y, z};
  return carom__box_place(box, impulse);
}

static void add_line(carom__box_frame* out, carom_vec2 a, carom_vec2 b, carom__curve curve) {
  if (out->line_count == CAROM__TRAIL_MAX_LINES - 16) return;  // the caller has some too
  out->lines[out->line_count++] = (carom__trail_line){CAROM__TRAIL_SEGMENT, a, b, curve, NULL, CAROM__CURVE_NONE};
}

/// Words beside a point, on the side that `outward` points to.
static void add_text(carom__box_frame* out, carom_vec2 at, carom_vec2 outward, double distance, const char* words) {
  if (out->text_count == CAROM__TRAIL_MAX_TEXTS) return;
  char* text = out->words[out->text_count];
  snprintf(text, sizeof out->words[0], "%s", words);
  double half = carom__sheet_half_width(text);
  carom_vec2 beside = {outward.x * (distance + half), outward.y * (distance + 0.5 * CAROM__LINE_HEIGHT)};
  out->texts[out->text_count++] = (carom__trail_text){at, beside, text};
}

static void tic_words(const carom__axis* axis, int tic, char* out, size_t size) {
  double value = tic * axis->tic;
  carom__style_number(out, size, value == 0.0 ? 0.0 : value);
}

static int first_tic(const carom__axis* axis) {
  return (int)ceil(axis->low / unit_of(axis) - 1e-6);
}

static int last_tic(const carom__axis* axis) {
  return (int)floor(axis->high / unit_of(axis) + 1e-6);
}

static void title_words(const carom__axis* axis, const char* symbol, char* out, size_t size) {
  int e = axis->exponent;
  if (e == 0) {
    snprintf(out, size, "{/:Italic I}_{%s} [N s]", symbol);
  } else {
    snprintf(out, size, "{/:Italic I}_{%s} [10^{%s%d} N s]", symbol, e < 0 ? "−" : "", e < 0 ? -e : e);
  }
}

/// A unit vector on the screen, across the edge from a to b and away from the middle of the floor.
static carom_vec2 outward_of(carom_vec2 a, carom_vec2 b, carom_vec2 inside) {
  double length = hypot(b.x - a.x, b.y - a.y);
  carom_vec2 n = {-(b.y - a.y) / length, (b.x - a.x) / length};
  bool turned = n.x * (a.x - inside.x) + n.y * (a.y - inside.y) < 0.0;
  return turned ? (carom_vec2){-n.x, -n.y} : n;
}

/// The side of the floor along axis `along` that is nearer to the eye: the value of the other axis there.
static double near_side(const carom__box* box, int along) {
  const carom__axis* other = &box->sides[1 - along];
  double away = along == 0 ? box->turn[0] : box->turn[1];
  return away > 0.0 ? other->low : other->high;
}

static carom_vec2 on_floor(const carom__box* box, int along, double value, double across) {
  return along == 0 ? see(box, value, across, 0.0) : see(box, across, value, 0.0);
}

static void draw_floor_axis(const carom__box* box, int along, carom__box_frame* out) {
  static const char* const symbols[] = {"t1", "t2"};
  const carom__axis *axis = &box->sides[along], *other = &box->sides[1 - along];
  double edge = near_side(box, along);
  carom_vec2 a = on_floor(box, along, axis->low, edge), b = on_floor(box, along, axis->high, edge);
  carom_vec2 outward = outward_of(a, b, see(box, middle(&box->sides[0]), middle(&box->sides[1]), 0.0));
  char words[48];
  for (int i = first_tic(axis); i <= last_tic(axis); ++i) {
    double at = i * unit_of(axis);
    add_line(out, on_floor(box, along, at, other->low), on_floor(box, along, at, other->high), CAROM__CURVE_AXIS);
    tic_words(axis, i, words, sizeof words);
    // The corner that is nearest to the eye belongs to both sides: the first has its number there.
    bool corner = fabs(at - near_side(box, 1 - along)) < 0.5 * unit_of(axis);
    if (along == 0 || !corner) add_text(out, on_floor(box, along, at, edge), outward, 1.0, words);
  }
  title_words(axis, symbols[along], words, sizeof words);
  carom_vec2 centre = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
  add_text(out, centre, outward, 24.0, words);
}

/// The upright axis stands at the corner furthest to the left.
static void draw_height(const carom__box* box, carom__box_frame* out) {
  const carom__axis* axis = &box->sides[2];
  double corner[2] = {0.0, 0.0};
  carom_vec2 base = {HUGE_VAL, 0.0};
  for (int i = 0; i < 4; ++i) {
    double x = i & 1 ? box->sides[0].high : box->sides[0].low, y = i & 2 ? box->sides[1].high : box->sides[1].low;
    carom_vec2 at = see(box, x, y, 0.0);
    if (at.x >= base.x) continue;
    base = at;
    corner[0] = x;
    corner[1] = y;
  }
  carom_vec2 left = {-1.0, 0.0};
  char words[48];
  add_line(out, base, see(box, corner[0], corner[1], axis->high), CAROM__CURVE_LEADER);
  for (int i = first_tic(axis) + 1; i <= last_tic(axis); ++i) {
    carom_vec2 at = see(box, corner[0], corner[1], i * unit_of(axis));
    add_line(out, at, (carom_vec2){at.x + 0.02, at.y}, CAROM__CURVE_LEADER);
    tic_words(axis, i, words, sizeof words);
    add_text(out, at, left, 1.0, words);
  }
  title_words(axis, "n", words, sizeof words);
  carom_vec2 top = see(box, corner[0], corner[1], axis->high);
  carom_vec2 up = {0.0, 1.0};
  add_text(out, top, up, 11.0, words);
}

void carom__box_draw_frame(const carom__box* box, carom__box_frame* out) {
  out->line_count = out->text_count = 0;
  draw_floor_axis(box, 0, out);
  draw_floor_axis(box, 1, out);
  draw_height(box, out);
}

typedef struct corner {
  double at[SPACE];
} corner;

/// Cuts off what of a polygon lies below (sign 1) or above (sign -1) a height.
static int cut(const corner* from, int count, double height, double sign, corner* to) {
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const corner *a = &from[i], *b = &from[(i + 1) % count];
    double ha = sign * (a->at[2] - height), hb = sign * (b->at[2] - height);
    if (ha >= 0.0) to[kept++] = *a;
    if ((ha >= 0.0) == (hb >= 0.0)) continue;
    double share = ha / (ha - hb);
    for (int k = 0; k < SPACE; ++k) to[kept].at[k] = a->at[k] + share * (b->at[k] - a->at[k]);
    ++kept;
  }
  return kept;
}

int carom__box_compression(const carom__box* box, const carom__course* c, carom_vec2 corners[8]) {
  corner first[8], second[8];
  const carom__axis *x = &box->sides[0], *y = &box->sides[1];
  const double xs[] = {x->low, x->high, x->high, x->low}, ys[] = {y->low, y->low, y->high, y->high};
  for (int i = 0; i < 4; ++i) {
    double height = -(c->v.z + c->w.m[2][0] * xs[i] + c->w.m[2][1] * ys[i]) / c->w.m[2][2];
    first[i] = (corner){{xs[i], ys[i], height}};
  }
  int count = cut(first, 4, 0.0, 1.0, second);
  count = cut(second, count, box->sides[2].high, -1.0, first);
  for (int i = 0; i < count; ++i) corners[i] = carom__box_place(box, first[i].at);
  return count;
}

bool carom__box_sticking(const carom__box* box, const carom__course* c, carom__segment* out) {
  double a = c->w.m[0][0], b = c->w.m[0][1], d = c->w.m[1][1], det = a * d - b * b;
  if (!(det > 0.0)) return false;
  // Where slip is 0: B I_t = -(slip before + d I_n), a line that rises with I_n.
  double foot[2] = {-(d * c->v.x - b * c->v.y) / det, -(a * c->v.y - b * c->v.x) / det};
  double rise[2] = {-(d * c->w.m[0][2] - b * c->w.m[1][2]) / det, -(a * c->w.m[1][2] - b * c->w.m[0][2]) / det};
  double low = 0.0, high = box->sides[2].high;
  for (int i = 0; i < 2; ++i) {
    double to_low = box->sides[i].low - foot[i], to_high = box->sides[i].high - foot[i];
    if (rise[i] == 0.0) {
      if (to_low > 0.0 || to_high < 0.0) return false;
      continue;
    }
    double from = to_low / rise[i], until = to_high / rise[i];
    low = fmax(low, fmin(from, until));
    high = fmin(high, fmax(from, until));
  }
  if (!(high > low)) return false;
  out->a = see(box, foot[0] + rise[0] * low, foot[1] + rise[1] * low, low);
  out->b = see(box, foot[0] + rise[0] * high, foot[1] + rise[1] * high, high);
  return true;
}
