// From rates of W, v and the surface to rates of the impulse. Private to the model room.
#ifndef CAROM_MODEL_CHAIN_RULE_H
#define CAROM_MODEL_CHAIN_RULE_H

#include "carom/model.h"

/// How the inputs of one contact move.
typedef struct carom__contact_rate {
  double w[3][3];  // symmetric
  double v[3];
  double mu, e, eta2;
} carom__contact_rate;

/// How its impulse moves with them, by derivatives that have all columns.
void carom__impulse_rate(const carom_jacobian* contact, int dimension, const carom__contact_rate* rate, double out[3]);

/// CAROM_OUT_OF_RANGE unless there is one contact and its derivatives have all columns.
carom_status carom__chain_check(int contact_count, int dimension, const carom_jacobian* contact, carom_diag* diag);

#endif
