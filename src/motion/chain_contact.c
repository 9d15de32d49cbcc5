// Where a chain meets planes. W = J M^-1 J^T comes from the elimination of chain.h as a sum over the links of
// e_a e_b / D, where e_a = l r_n is the moment about a link's inner joint that is left of a unit force along row a:
// symmetric and positive semidefinite.
#include <stdio.h>

#include "math/elementary.h"
#include "motion/chain.h"

void carom__chain_directions(const carom_chain_mover* chain, const double* angles, carom_vec2* directions) {
  carom_vec2 d = {1, 0};
  for (int i = 0; i < chain->link_count; ++i) {
    const carom__sincos at = carom__sincos_of(angles[i]);
    const double cosine = at.cosine, sine = at.sine;
    directions[i] = d = (carom_vec2){d.x * cosine - d.y * sine, d.y * cosine + d.x * sine};
  }
}

/// The same from links that carom__chain_eliminate has seen.
static void directions_of(int n, const carom__chain_link* links, carom_vec2* directions) {
  carom_vec2 d = {1, 0};
  for (int i = 0; i < n; ++i)
    directions[i] = d = (carom_vec2){d.x * links[i].cos - d.y * links[i].sin, d.y * links[i].cos + d.x * links[i].sin};
}

void carom_chain_points(const carom_chain_mover* chain, const double* state, carom_vec2* points) {
  carom_vec2 at = chain->base;
  carom__chain_directions(chain, state, points);
  for (int i = 0; i < chain->link_count; ++i) {
    at.x += chain->length[i] * points[i].x;
    at.y += chain->length[i] * points[i].y;
    points[i] = at;
  }
}

void carom__chain_gaps(const carom_mover* mover, const double* state, double* gaps, double* gap_rates) {
  const carom_chain_mover* chain = mover->self;
  carom_vec2 directions[CAROM_CHAIN_MAX_LINKS], r = {0, 0}, v = {0, 0};
  double spin = 0;
  carom__chain_directions(chain, state, directions);
  for (int i = 0; i < chain->link_count; ++i) {
    spin += state[chain->link_count + i];
    const double l = chain->length[i];
    r = (carom_vec2){r.x + l * directions[i].x, r.y + l * directions[i].y};
    v = (carom_vec2){v.x - l * spin * directions[i].y, v.y + l * spin * directions[i].x};
    for (int k = 0; k < mover->plane_count; ++k) {
      const carom_vec2 normal = chain->normals[k];
      const carom_vec3 point = mover->planes[k].point;
      const double x = chain->base.x - point.x + r.x, y = chain->base.y - point.y + r.y;
      gaps[i * mover->plane_count + k] = normal.x * x + normal.y * y;
      gap_rates[i * mover->plane_count + k] = normal.x * v.x + normal.y * v.y;
    }
  }
}

/// A normal turned clockwise by 90 degrees, as carom_frame_in_plane does.
static carom_vec2 tangent_of(carom_vec2 n) {
  return (carom_vec2){n.y, -n.x};
}

/// A vector in the axes of a link: along it, across it.
static carom_vec2 seen_from(carom_vec2 direction, carom_vec2 axis) {
  return (carom_vec2){direction.x * axis.x + direction.y * axis.y, direction.x * axis.y - direction.y * axis.x};
}

static void velocities_of(const carom_chain_mover* chain, const carom__chain_link* links, const carom_vec2* directions,
                          carom_vec2* joints) {
  carom_vec2 v = {0, 0};
  for (int i = 0; i < chain->link_count; ++i) {
    const double across = chain->length[i] * links[i].spin;
    v = (carom_vec2){v.x - across * directions[i].y, v.y + across * directions[i].x};
    joints[i] = v;
  }
}

static void accelerations_of(const carom_chain_mover* chain, const carom__chain_link* links,
                             const carom_vec2* directions, carom_vec2* joints) {
  double angular[CAROM_CHAIN_MAX_LINKS];
  carom_vec2 a = {0, 0};
  carom__chain_accelerate(chain, links, angular);
  for (int i = 0; i < chain->link_count; ++i) {
    const double across = chain->length[i] * angular[i], inwards = chain->length[i] * links[i].spin * links[i].spin;
    a.x -= inwards * directions[i].x + across * directions[i].y;
    a.y -= inwards * directions[i].y - across * directions[i].x;
    joints[i] = a;
  }
}

/// Rows of contact from the motion of the joints.
static void project(const carom_chain_mover* chain, int count, const carom_mover_touch* touches,
                    const carom_vec2* joints, double* rows) {
  for (int i = 0; i < count; ++i) {
    const carom_vec2 n = chain->normals[touches[i].plane], t = tangent_of(n), a = joints[touches[i].point];
    rows[2 * i] = t.x * a.x + t.y * a.y;
    rows[2 * i + 1] = n.x * a.x + n.y * a.y;
  }
}

/// e of a link and the ones before it under a force on its end, given in its axes.
static void spread(const carom_chain_mover* chain, const carom__chain_link* links, int last, carom_vec2 force,
                   double* e) {
  carom_vec2 r = {-force.x, -force.y};
  for (int i = last; i >= 0; --i) {
    e[i] = chain->length[i] * r.y;
    r = carom__chain_inwards(&links[i], r);
  }
}

/// Lower triangle and mirror image.
static void fill_w(const carom__chain_link* links, int size, const carom_mover_touch* touches,
                   double (*e)[CAROM_CHAIN_MAX_LINKS], double* w) {
  for (int a = 0; a < size; ++a)
    for (int b = 0; b <= a; ++b) {
      const int last_a = touches[a / 2].point, last_b = touches[b / 2].point;
      double sum = 0;
      for (int i = 0; i <= (last_a < last_b ? last_a : last_b); ++i) sum += e[a][i] * e[b][i] * links[i].inverse;
      w[a * size + b] = w[b * size + a] = sum;
    }
}

void carom__chain_contact(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                          double* w, double* v, double* c) {
  const carom_chain_mover* chain = mover->self;
  carom__chain_link links[CAROM_CHAIN_MAX_LINKS];
  carom_vec2 directions[CAROM_CHAIN_MAX_LINKS], joints[CAROM_CHAIN_MAX_LINKS];
  double e[2 * CAROM_MOTION_MAX_CONTACTS][CAROM_CHAIN_MAX_LINKS];
  carom__chain_eliminate(chain, state, links);
  directions_of(chain->link_count, links, directions);
  for (int i = 0; i < count; ++i) {
    const carom_vec2 d = directions[touches[i].point], n = chain->normals[touches[i].plane];
    spread(chain, links, touches[i].point, seen_from(d, tangent_of(n)), e[2 * i]);
    spread(chain, links, touches[i].point, seen_from(d, n), e[2 * i + 1]);
  }
  fill_w(links, 2 * count, touches, e, w);
  velocities_of(chain, links, directions, joints);
  project(chain, count, touches, joints, v);
  if (!c) return;
  accelerations_of(chain, links, directions, joints);
  project(chain, count, touches, joints, c);
}

/// e of all links under forces on their ends, each in the axes of its link.
static void press(const carom_chain_mover* chain, const carom__chain_link* links, const carom_vec2* forces, double* e) {
  carom_vec2 r = {0, 0};
  for (int i = chain->link_count - 1; i >= 0; --i) {
    r = (carom_vec2){r.x - forces[i].x, r.y - forces[i].y};
    e[i] = chain->length[i] * r.y;
    r = carom__chain_inwards(&links[i], r);
  }
}

/// Relative angular accelerations under e alone, with the base at rest.
static void respond(const carom_chain_mover* chain, const carom__chain_link* links, const double* e, double* change) {
  double a_x = 0, a_y = 0, before = 0;
  for (int i = 0; i < chain->link_count; ++i) {
    const carom__chain_link* k = &links[i];
    const double a_d = k->cos * a_x + k->sin * a_y, a_n = k->cos * a_y - k->sin * a_x;
    const double alpha = -(k->b_d * a_d + k->b_n * a_n + e[i]) * k->inverse;
    change[i] = alpha - before;
    before = alpha;
    a_x = a_d;
    a_y = a_n + chain->length[i] * alpha;
  }
}

void carom__chain_push(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                       const double* p, double* change) {
  const carom_chain_mover* chain = mover->self;
  carom__chain_link links[CAROM_CHAIN_MAX_LINKS];
  carom_vec2 directions[CAROM_CHAIN_MAX_LINKS], forces[CAROM_CHAIN_MAX_LINKS];
  double e[CAROM_CHAIN_MAX_LINKS];
  carom__chain_eliminate(chain, state, links);
  directions_of(chain->link_count, links, directions);
  for (int i = 0; i < chain->link_count; ++i) forces[i] = (carom_vec2){0, 0};
  for (int i = 0; i < count; ++i) {
    const carom_vec2 n = chain->normals[touches[i].plane], t = tangent_of(n);
    const carom_vec2 world = {p[2 * i] * t.x + p[2 * i + 1] * n.x, p[2 * i] * t.y + p[2 * i + 1] * n.y};
    const carom_vec2 force = seen_from(directions[touches[i].point], world);
    forces[touches[i].point].x += force.x;
    forces[touches[i].point].y += force.y;
  }
  press(chain, links, forces, e);
  respond(chain, links, e, change);
}

void carom__chain_name(const carom_mover* mover, int point, int size, char* name) {
  if (point == mover->point_count - 1) {
    snprintf(name, (size_t)size, "tip");
  } else {
    snprintf(name, (size_t)size, "joint %d", point + 1);
  }
}
