// Interpolation of what is known at the nodes of a panel.
#include "math/collocation.h"

double carom__collocation_value(const carom__collocation* rule, const double* values, double theta) {
  double above = 0, below = 0;
  for (int j = 0; j < rule->count; ++j) {
    const double distance = theta - rule->node[j];
    if (distance == 0) return values[j];
    const double share = rule->barycentric[j] / distance;
    above += share * values[j];
    below += share;
  }
  return above / below;
}
