#include "figure/layout.h"

/// Share of the view left free on each side of what it shows.
static const double border = 0.10;

carom__bounds carom__bounds_empty(void) {
  return (carom__bounds){HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
}

void carom__bounds_add(carom__bounds* bounds, double x, double y) {
  bounds->left = fmin(bounds->left, x);
  bounds->right = fmax(bounds->right, x);
  bounds->bottom = fmin(bounds->bottom, y);
  bounds->top = fmax(bounds->top, y);
}

void carom__bounds_join(carom__bounds* bounds, carom__bounds other) {
  carom__bounds_add(bounds, other.left, other.bottom);
  carom__bounds_add(bounds, other.right, other.top);
}

double carom__bounds_size(carom__bounds bounds) {
  return fmax(0.0, fmax(bounds.right - bounds.left, bounds.top - bounds.bottom));
}

/// Tics at 1, 2 or 5 times a power of ten, so that about `parts` of them fill a length.
static double nice_step(double length, double parts) {
  double power = pow(10.0, floor(log10(length / parts)));
  double lead = length / parts / power;
  return power * (lead < 1.5 ? 1.0 : lead < 3.5 ? 2.0 : lead < 7.5 ? 5.0 : 10.0);
}

/// Axes count in whole units between hundredths and ten thousands, else in thousands of thousands or thousandths.
static int shown_exponent(double largest) {
  if (largest >= 0.02 && largest < 1e4) return 0;
  return 3 * (int)floor(log10(largest) / 3.0);
}

/// Design pixels that a number such as -0.25 needs below the axis.
static const double tic_room = 37.0;

carom__view carom__view_fit(carom__bounds bounds, double width, double height) {
  double room = 1.0 - 2.0 * border;
  double across = (bounds.right - bounds.left) / (room * width);
  double up = (bounds.top - bounds.bottom) / (room * height);
  carom__view view = {.width = width, .height = height, .scale = 1.0 / fmax(across, up)};
  view.left = 0.5 * (bounds.left + bounds.right) - 0.5 * width / view.scale;
  view.bottom = 0.5 * (bounds.bottom + bounds.top) - 0.5 * height / view.scale;
  double right = view.left + width / view.scale;
  double top = view.bottom + height / view.scale;
  view.exponent = shown_exponent(fmax(fmax(fabs(view.left), fabs(right)), fmax(fabs(view.bottom), fabs(top))));
  double unit = pow(10.0, view.exponent), parts = 6.0;
  do {
    view.tic = nice_step(fmax(width, height) / view.scale / unit, parts);
    parts -= 1.0;
  } while (view.tic * unit * view.scale < tic_room && parts >= 1.0);
  return view;
}

void carom__view_part_tics(carom__view* view, double least) {
  double unit = view->scale * pow(10.0, view->exponent), length = least / unit;
  if (view->tic < length) view->tic = nice_step(length, 0.57);  // rounding makes a step up to 1.75 times smaller
}

carom__axis carom__axis_fit(double low, double high, double length, double spacing) {
  double size = fmax(fabs(low), fabs(high));
  if (!(high - low > 1e-12 * size)) {  // rounding of a constant is no range
    double around = size > 0.0 ? 0.5 * size : 1.0;
    low -= around;
    high += around;
  }
  carom__axis axis = {.low = low, .high = high, .length = length};
  axis.exponent = shown_exponent(fmax(fabs(low), fabs(high)));
  axis.tic = nice_step((high - low) / pow(10.0, axis.exponent), fmax(1.0, length / spacing));
  return axis;
}

double carom__axis_pixel(const carom__axis* axis, double data) {
  return (data - axis->low) / (axis->high - axis->low) * axis->length;
}

double carom__axis_shown(const carom__axis* axis, double data) {
  return data / pow(10.0, axis->exponent);
}

carom_vec2 carom__view_pixel(const carom__view* view, double x, double y) {
  return (carom_vec2){(x - view->left) * view->scale, (y - view->bottom) * view->scale};
}

carom_vec2 carom__view_data(const carom__view* view, carom_vec2 pixel) {
  return (carom_vec2){view->left + pixel.x / view->scale, view->bottom + pixel.y / view->scale};
}

carom_vec2 carom__view_shown(const carom__view* view, carom_vec2 pixel) {
  carom_vec2 data = carom__view_data(view, pixel);
  double unit = pow(10.0, view->exponent);
  return (carom_vec2){data.x / unit, data.y / unit};
}

/// Narrows [*from, *to], the parameters where 0 <= start + step * s <= limit.
static bool clip_slab(double start, double step, double limit, double* from, double* to) {
  if (step == 0.0) return start >= 0.0 && start <= limit;
  double enter = step > 0.0 ? -start / step : (limit - start) / step;
  double leave = step > 0.0 ? (limit - start) / step : -start / step;
  *from = fmax(*from, enter);
  *to = fmin(*to, leave);
  return *from < *to;
}

/// The part in the box of start + s * direction with s >= from, in pixels.
static bool clip(const carom__view* view, carom_vec2 start, carom_vec2 direction, double from, carom__segment* out) {
  double to = HUGE_VAL;
  if (!clip_slab(start.x, direction.x, view->width, &from, &to)) return false;
  if (!clip_slab(start.y, direction.y, view->height, &from, &to)) return false;
  if (!isfinite(from) || !isfinite(to)) return false;
  out->a = (carom_vec2){start.x + from * direction.x, start.y + from * direction.y};
  out->b = (carom_vec2){start.x + to * direction.x, start.y + to * direction.y};
  return true;
}

bool carom__view_clip_line(const carom__view* view, carom_line line, carom__segment* out) {
  double length = hypot(line.t, line.n);
  if (!(length > 0.0) || !isfinite(length)) return false;
  double t = line.t / length, n = line.n / length;
  // Distance of the line from the box's centre, then the foot of the perpendicular: a start that is never far away.
  carom_vec2 centre = {0.5 * view->width, 0.5 * view->height};
  carom_vec2 origin = carom__view_pixel(view, 0.0, 0.0);
  double distance = t * (centre.x - origin.x) + n * (centre.y - origin.y) + line.c / length * view->scale;
  carom_vec2 foot = {centre.x - t * distance, centre.y - n * distance};
  carom_vec2 upward = {-n, t};
  if (upward.y < 0.0 || (upward.y == 0.0 && upward.x < 0.0)) upward = (carom_vec2){n, -t};
  return clip(view, foot, upward, -HUGE_VAL, out);
}

bool carom__view_clip_ray(const carom__view* view, carom_vec2 from, double slope, carom__segment* out) {
  double length = hypot(slope, 1.0);
  return clip(view, carom__view_pixel(view, from.x, from.y), (carom_vec2){slope / length, 1.0 / length}, 0.0, out);
}

bool carom__view_clip_direction(const carom__view* view, carom_vec2 from, carom_vec2 direction, carom__segment* out) {
  return clip(view, carom__view_pixel(view, from.x, from.y), direction, 0.0, out);
}

bool carom__segment_same(carom__segment a, carom__segment b) {
  double direct = fmax(hypot(a.a.x - b.a.x, a.a.y - b.a.y), hypot(a.b.x - b.b.x, a.b.y - b.b.y));
  double swapped = fmax(hypot(a.a.x - b.b.x, a.a.y - b.b.y), hypot(a.b.x - b.a.x, a.b.y - b.a.y));
  return fmin(direct, swapped) < 1.0;
}
