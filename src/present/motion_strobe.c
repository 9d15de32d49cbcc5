/// @file present/motion_strobe.c
/// Poses of a chain or of bodies, one after another. Bodies in space are seen from the side.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/motion.h"

/// What is seen, and when: the axes of the picture, and the flashes of the light.
typedef struct camera {
  carom__axes axes;
  double until, step;  ///< s
  int count;           ///< flashes
  bool all;            ///< until nothing moves any more
} camera;

static double axis(carom_vec3 p, int index) {
  return index == 0 ? p.x : index == 1 ? p.y : p.z;
}

carom_vec2 carom__show_flat(carom_vec3 place, carom__axes axes) {
  return (carom_vec2){axis(place, axes.across), axis(place, axes.up)};
}

static carom_vec2 seen(carom_vec3 p, const camera* c) {
  return carom__show_flat(p, c->axes);
}

/// How far the movers go along an axis.
static double extent(const carom_present_item* run, int index) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < run->simulation->mover_count; ++i) {
    for (int row = 0; row < run->simulation->sample_count; ++row) {
      const double at = axis(carom__show_place(run, i, carom__show_time(run->simulation, row)), index);
      low = fmin(low, at);
      high = fmax(high, at);
    }
  }
  return high - low;
}

carom__axes carom__show_axes(const carom_present_item* run) {
  carom__axes axes = {0, 1};
  if (run->scenario->dimension == 2) return axes;
  const carom_vec3 g = run->scenario->motion.gravity;
  axes.up = 2;
  for (int i = 0; i < 3; ++i)
    if (fabs(axis(g, i)) > fabs(axis(g, axes.up))) axes.up = i;
  const int one = axes.up == 0 ? 1 : 0, other = axes.up == 2 ? 1 : 2;
  axes.across = extent(run, other) > extent(run, one) ? other : one;
  return axes;
}

/// Twice the area of a triangle; > 0 where it turns left.
static double turn(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int compare(const void* a, const void* b) {
  const carom_vec2 *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return p->y < q->y ? -1 : p->y > q->y;
}

int carom__show_hull(carom_vec2* points, int count, carom_vec2* out) {
  int size = 0;
  qsort(points, (size_t)count, sizeof *points, compare);
  for (int pass = 0; pass < 2; ++pass) {
    const int base = size;
    for (int i = 0; i < count; ++i) {
      const carom_vec2 p = points[pass == 0 ? i : count - 1 - i];
      while (size >= base + 2 && turn(out[size - 2], out[size - 1], p) <= 0) --size;
      out[size++] = p;
    }
    --size;  // the last point is the first of the other side
  }
  return size;
}

/// Memory behind one thing.
typedef struct thing_memory {
  double *times, *path_times;
  carom_vec2 *poses, *path;
  carom_vec3* points;
  carom_vec2 *flat, *around;
} thing_memory;

static bool reserve(thing_memory* m, int points, int poses, int rows) {
  const size_t n = (size_t)points, p = (size_t)poses, r = (size_t)rows;
  m->times = carom__present_allocate(p, sizeof *m->times);
  m->poses = m->times ? carom__present_allocate(n * p, sizeof *m->poses) : NULL;
  m->path_times = m->poses ? carom__present_allocate(r, sizeof *m->path_times) : NULL;
  m->path = m->path_times ? carom__present_allocate(r, sizeof *m->path) : NULL;
  m->points = m->path ? carom__present_allocate(n, sizeof *m->points) : NULL;
  m->flat = m->points ? carom__present_allocate(n, sizeof *m->flat) : NULL;
  m->around = m->flat ? carom__present_allocate(2 * n + 2, sizeof *m->around) : NULL;
  return m->around != NULL;
}

static void release(thing_memory* m) {
  void* all[] = {m->times, m->path_times, m->poses, m->path, m->points, m->flat, m->around};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) free(all[i]);
}

/// One pose. The outline of a body is its hull; where that has fewer points, the last one stands again.
static void take_pose(const carom_present_item* run, int mover, const camera* c, thing_memory* m,
                      carom_figure_thing* thing) {
  const int pose = thing->pose_count++, count = thing->point_count;
  carom_vec2* out = &m->poses[pose * count];
  carom__show_pose(run, mover, m->times[pose], m->points);
  for (int i = 0; i < count; ++i) m->flat[i] = seen(m->points[i], c);
  if (thing->shape != CAROM_FIGURE_SHAPE_OUTLINE) {
    memcpy(out, m->flat, (size_t)count * sizeof *out);
    return;
  }
  const int size = carom__show_hull(m->flat, count, m->around);
  for (int i = 0; i < count; ++i) out[i] = m->around[i < size ? i : size > 0 ? size - 1 : 0];
}

/// Poses that lie over each other too often show nothing: so far things may go, in times of the room they need.
static double clear_time(const carom_present_item* run, double active) {
  enum { TURNS = 2 };
  double room = 0, farthest = 0;
  for (int i = 0; i < run->simulation->mover_count; ++i) {
    carom_vec3 before = carom__show_place(run, i, 0), low = before, high = before;
    double way = 0;
    for (int row = 1; row < run->simulation->sample_count; ++row) {
      const carom_vec3 at = carom__show_place(run, i, carom__show_time(run->simulation, row));
      low = (carom_vec3){fmin(low.x, at.x), fmin(low.y, at.y), fmin(low.z, at.z)};
      high = (carom_vec3){fmax(high.x, at.x), fmax(high.y, at.y), fmax(high.z, at.z)};
      way += hypot(hypot(at.x - before.x, at.y - before.y), at.z - before.z);
      before = at;
      room = fmax(room, hypot(hypot(high.x - low.x, high.y - low.y), high.z - low.z));
      farthest = fmax(farthest, way);
      if (farthest > TURNS * room) return fmin(active, carom__show_time(run->simulation, row));
    }
  }
  return active;
}

/// Flashes of the light: many for what is thin, fewer where poses as large as these would cover each other.
static double flash_count(const carom_present_item* run, double until) {
  const double most = 26, least = 10, apart = 0.5;
  double count = most;
  for (int i = 0; i < run->simulation->mover_count; ++i) {
    const int points = carom__show_point_count(run, i);
    carom_vec3* pose = carom__present_allocate((size_t)points, sizeof *pose);
    if (!pose) return most;
    carom__show_pose(run, i, 0, pose);
    double size = 2 * carom__show_radius(run, i), way = 0;
    for (int j = 1; j < points; ++j)
      size = fmax(size, hypot(hypot(pose[j].x - pose[0].x, pose[j].y - pose[0].y), pose[j].z - pose[0].z));
    free(pose);
    carom_vec3 before = carom__show_place(run, i, 0);
    for (int row = 1; row < run->simulation->sample_count; ++row) {
      const double time = carom__show_time(run->simulation, row);
      const carom_vec3 at = carom__show_place(run, i, time);
      if (time <= until) way += hypot(hypot(at.x - before.x, at.y - before.y), at.z - before.z);
      before = at;
    }
    const bool solid = run->simulation->movers[i].body >= 0;
    if (solid && size > 0) count = fmin(count, fmax(least, way / (apart * size)));
  }
  return count;
}

static bool take_thing(const carom_present_item* run, int mover, const camera* c, thing_memory* m,
                       carom_figure_thing* out) {
  const carom_simulation* simulation = run->simulation;
  *out = (carom_figure_thing){.name = simulation->movers[mover].name, .radius = carom__show_radius(run, mover)};
  out->point_count = carom__show_point_count(run, mover);
  out->shape = simulation->movers[mover].body < 0 ? CAROM_FIGURE_SHAPE_CHAIN
               : out->radius > 0                  ? CAROM_FIGURE_SHAPE_DISC
                                                  : CAROM_FIGURE_SHAPE_OUTLINE;
  if (!reserve(m, out->point_count, c->count, simulation->sample_count)) return false;
  for (int i = 0; i < c->count; ++i) {
    m->times[i] = fmin(i * c->step, c->until);
    take_pose(run, mover, c, m, out);
  }
  for (int row = 0; row < simulation->sample_count && carom__show_time(simulation, row) <= c->until; ++row) {
    const double time = carom__show_time(simulation, row);
    m->path_times[row] = time;
    m->path[row] = seen(carom__show_place(run, mover, time), c);
    out->path_count = row + 1;
  }
  out->times = m->times;
  out->poses = m->poses;
  out->path_times = m->path_times;
  out->path = m->path;
  return true;
}

int carom__show_walls(const carom_motion* motion, carom__axes axes, carom_figure_wall* out) {
  int count = 0;
  for (int i = 0; i < motion->plane_count && count < CAROM_FIGURE_MAX_WALLS; ++i) {
    const carom_vec2 point = carom__show_flat(motion->planes[i].point, axes);
    const carom_vec2 normal = carom__show_flat(motion->planes[i].normal, axes);
    if (fabs(hypot(normal.x, normal.y) - 1) < 1e-9) out[count++] = (carom_figure_wall){point, normal};
  }
  return count;
}

/// Where a mover touched a plane: its point at that time, put on the plane.
static carom_vec3 touching_point(const carom_present_item* run, const carom_simulation_impact* impact,
                                 carom_vec3* points) {
  const carom_plane* plane = &run->scenario->motion.planes[impact->impact.touch.plane];
  const bool sphere = carom__show_radius(run, impact->mover) > 0,
             chain = run->simulation->movers[impact->mover].body < 0;
  carom__show_pose(run, impact->mover, impact->impact.time, points);
  const carom_vec3 p = points[sphere ? 0 : impact->impact.touch.point + (chain ? 1 : 0)], n = plane->normal;
  const double off = (p.x - plane->point.x) * n.x + (p.y - plane->point.y) * n.y + (p.z - plane->point.z) * n.z;
  return (carom_vec3){p.x - off * n.x, p.y - off * n.y, p.z - off * n.z};
}

static int take_bounces(const carom_present_item* run, const camera* c, thing_memory* memories,
                        carom_figure_bounce* out) {
  int count = 0;
  for (int i = 0; i < run->simulation->impact_count; ++i) {
    const carom_simulation_impact* impact = &run->simulation->impacts[i];
    const bool has_place = impact->with >= 0 || impact->impact.touch.plane >= 0;
    if (impact->mover < 0 || !has_place || (!c->all && impact->impact.time > c->until)) continue;
    const carom_vec3 at = impact->with >= 0 ? impact->at : touching_point(run, impact, memories[impact->mover].points);
    out[count++] = (carom_figure_bounce){.time = impact->impact.time,
                                         .at = seen(at, c),
                                         .speed = fabs(impact->impact.velocity_before[run->scenario->dimension - 1])};
  }
  return count;
}

/// How far a thing goes to and fro, in times of the width that it goes through: 1 if it never turns round.
static double turns_of(const carom_figure_thing* thing) {
  double way = 0, low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < thing->path_count; ++i) {
    low = fmin(low, thing->path[i].x);
    high = fmax(high, thing->path[i].x);
    if (i > 0) way += fabs(thing->path[i].x - thing->path[i - 1].x);
  }
  return high > low ? way / (high - low) : 0;
}

/// As high as the poses are beside their width. What goes to and fro gets the height for two pictures, one part of the
/// time below the other; a chain, which hangs in one place, does not.
static int suggested_height(const carom_figure_strobe_input* input, int width) {
  enum { TITLES_AND_LEGEND = 230, LEAST = 480, MOST = 1000 };
  const double margins = 0.2, plot = width - 140.0;
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL}, turns = 0;
  for (int i = 0; i < input->thing_count; ++i) {
    const carom_figure_thing* thing = &input->things[i];
    for (int j = 0; j < thing->pose_count * thing->point_count; ++j) {
      const double at[2] = {thing->poses[j].x, thing->poses[j].y};
      for (int k = 0; k < 2; ++k) {
        low[k] = fmin(low[k], at[k] - thing->radius);
        high[k] = fmax(high[k], at[k] + thing->radius);
      }
    }
  }
  const double across = high[0] - low[0], up = high[1] - low[1];
  for (int i = 0; i < input->thing_count; ++i)
    if (input->things[i].shape != CAROM_FIGURE_SHAPE_CHAIN) turns = fmax(turns, turns_of(&input->things[i]));
  const double row = across > 0 ? plot * fmin(up / across + margins, 1.1) : plot;
  const bool fits_twice = TITLES_AND_LEGEND + 2 * row <= MOST;
  return (int)fmax(LEAST, fmin(MOST, TITLES_AND_LEGEND + row * (turns > 1.2 && fits_twice ? 2 : 1)));
}

static carom_status draw(carom__subject* subject, const carom_figure_strobe_input* input) {
  const int width = carom_figure_default().width;
  if (subject->figure.width == 0) {  // letters as large as the width allows, in low figures too
    const double design_width = 520, design_height = 560, height = suggested_height(input, width);
    subject->figure.letters = fmax(1, (width / design_width) / (height / design_height));
    carom__suggest_size(&subject->figure, width, (int)height);
  }
  return carom_figure_strobe(&subject->figure, input, subject->diag);
}

static carom_status draw_things(carom__subject* subject, const camera* c, thing_memory* memories) {
  static const char* const letters[] = {"{/:Italic x}", "{/:Italic y}", "{/:Italic z}"};
  const carom_present_item* run = &subject->bundle->items[0];
  carom_figure_thing things[CAROM_FIGURE_MAX_THINGS];
  carom_figure_wall walls[CAROM_FIGURE_MAX_WALLS];
  char subtitle[256];
  const int count = run->simulation->mover_count;
  for (int i = 0; i < count; ++i)
    if (!take_thing(run, i, c, &memories[i], &things[i])) return CAROM_NO_MEMORY;
  carom_figure_bounce* bounces = carom__present_allocate((size_t)run->simulation->impact_count, sizeof *bounces);
  if (!bounces) return CAROM_NO_MEMORY;
  carom__show_subtitle(run, subtitle, sizeof subtitle);
  if (!c->all) {
    const size_t used = strlen(subtitle);
    snprintf(subtitle + used, sizeof subtitle - used, "  ·  here the first %.3g s", c->until);
  }
  const carom_figure_strobe_input input = {
      .things = things,
      .thing_count = count,
      .walls = walls,
      .wall_count = carom__show_walls(&run->scenario->motion, c->axes, walls),
      .bounces = bounces,
      .bounce_count = take_bounces(run, c, memories, bounces),
      .across = letters[c->axes.across],
      .up = letters[c->axes.up],
      .path_words = run->scenario->kind == CAROM_SCENARIO_CHAIN ? "path of the tip" : "path of the centre",
      .subtitle = subtitle};
  const carom_status status = draw(subject, &input);
  free(bounces);
  return status;
}

carom_status carom__draw_strobe(carom__subject* subject) {
  const carom_present_item* run = &subject->bundle->items[0];
  if (run->simulation->mover_count > CAROM_FIGURE_MAX_THINGS) {
    return carom__refuse(subject->diag, CAROM_UNAVAILABLE, "kind", run->simulation->mover_count,
                         "a figure of kind `strobe` shows at most %d bodies, not %d", CAROM_FIGURE_MAX_THINGS,
                         run->simulation->mover_count);
  }
  thing_memory memories[CAROM_FIGURE_MAX_THINGS] = {0};
  const double active = carom__show_active_time(run);
  camera c = {.until = clear_time(run, active)};
  c.all = !(c.until < active);
  c.step = carom__show_step(c.until, flash_count(run, c.until));
  c.count = (int)floor(c.until / c.step * (1 + 1e-12)) + 1;
  c.axes = carom__show_axes(run);
  const carom_status status = draw_things(subject, &c, memories);
  for (int i = 0; i < CAROM_FIGURE_MAX_THINGS; ++i) release(&memories[i]);
  return status;
}
