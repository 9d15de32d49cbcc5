// What the impact-process diagram shows besides the path.
#include <math.h>

#include "planar/line.h"

/// @eq WM92 (57)  dT = (P^T B P + 2 V0^T P)/2 = 0 is an ellipse about -B^-1 V0, where both velocities vanish
static void add_ellipse(carom_planar_diagram* g, const carom_planar_problem* p, const carom__slip_line* l) {
  const double q_t = carom_difference_of_products(l->b2, l->s0, -l->b3, l->c0);
  const double q_n = carom_difference_of_products(l->b1, l->c0, -l->b3, l->s0);
  g->centre = (carom_vec2){-q_t / l->determinant, -q_n / l->determinant};
  const double size = -(p->v_t * g->centre.x + p->v_n * g->centre.y);  // V0^T B^-1 V0
  double w[4] = {p->w_tt, p->w_tn, p->w_tn, p->w_nn}, values[2], vectors[4];
  carom_symmetric_eigen(2, w, values, vectors);
  const double r1 = sqrt(size / values[0]), r2 = sqrt(size / values[1]);
  g->axis_1 = (carom_vec2){r1 * vectors[0], r1 * vectors[2]};
  g->axis_2 = (carom_vec2){r2 * vectors[1], r2 * vectors[3]};
  g->has_ellipse = size > 0 && isfinite(r1) && isfinite(r2);
}

carom_planar_diagram carom_planar_diagram_of(const carom_planar_problem* p) {
  const carom__slip_line l = carom__slip_line_of(p);
  carom_planar_diagram g = {
      // @eq WM92 (29)  S0 + B1 Px - B3 Py = 0
      .sticking = {l.b1, -l.b3, l.s0},
      // @eq WM92 (24)  C0 - B3 Px + B2 Py = 0
      .compression = {-l.b3, l.b2, l.c0},
      // @eq WM92 (26)  (1+e) C0 - B3 Px + B2 Py = 0
      .termination = {-l.b3, l.b2, (1 + l.e) * l.c0},
      // @eq WM92 (30)  Px = -mu s Py
      .limiting_slope = -l.s * l.mu,
      .reverse_slope = l.s * l.mu,
  };
  if (l.determinant > 0) add_ellipse(&g, p, &l);
  return g;
}
