// Collocation on one panel, theta in [0, 1]: a polynomial takes given slopes at the nodes. Radau nodes include the end,
// so that stiff equations are damped there; Gauss nodes include neither end.
#ifndef CAROM_MATH_COLLOCATION_H
#define CAROM_MATH_COLLOCATION_H

enum { CAROM__NODES = 12 };

typedef struct carom__collocation {
  int count;                                    // nodes in use, at most CAROM__NODES; the other entries are 0
  double node[CAROM__NODES];                    // ascending in (0, 1]
  double weight[CAROM__NODES];                  // integral over the panel; for Radau also the last row of `integral`
  double integral[CAROM__NODES][CAROM__NODES];  // [i][j]: integral of node j's Lagrange polynomial up to node i
  double legendre[CAROM__NODES][CAROM__NODES];  // [n][j]: values -> coefficient of the shifted Legendre polynomial n
  double barycentric[CAROM__NODES];             // weights for interpolation between the nodes
} carom__collocation;

/// Radau's twelve nodes.
extern const carom__collocation carom__radau12;

/// Value at theta of the polynomial through the values at the nodes.
double carom__collocation_value(const carom__collocation* rule, const double* values, double theta);

/// Nodes theta in (0, 1] and what integrates over them; normal impulse q = h reach(theta), reach' = rate.
typedef struct carom__panel_rule {
  double node[CAROM__NODES];
  double rate[CAROM__NODES], reach[CAROM__NODES];
  // Matrices by columns, [from node][to node], so that sums over nodes run along memory.
  double integral[CAROM__NODES][CAROM__NODES];    // values -> their integral over q/h from 0 to each node
  double derivative[CAROM__NODES][CAROM__NODES];  // values (and 0 at 0) -> slope in theta at each node
  double twice[CAROM__NODES][CAROM__NODES];       // integral, applied twice
  double left;                                    // 1 - reach(1)
  double weight[CAROM__NODES];                    // values -> their integral over the whole panel
  double twice_weight[CAROM__NODES];              // values -> the integral of their integral
  double tail[3][CAROM__NODES];                   // values -> their last three Legendre coefficients
} carom__panel_rule;

/// Radau's nodes, q = h theta: stiffness and a start at zero force need nothing special.
extern const carom__panel_rule carom__straight_rule;
/// Gauss's nodes, q = h (1 - (1 - theta)^4): for the end of the impact, where the angle is an algebraic function of
/// what remains, and where no node may lie.
extern const carom__panel_rule carom__ending_rule;
/// Radau's nodes, q = h (1 - exp(-L theta)): for the way to the end, as long as the angle turns slowly there.
extern const carom__panel_rule carom__decay4_rule, carom__decay8_rule, carom__decay16_rule;

#endif
