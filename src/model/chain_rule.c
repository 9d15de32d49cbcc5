// The part of the chain rule that all models share: the impulse of the one contact.
#include "model/chain_rule.h"

#include "base/diag.h"
#include "base/words.h"

static int columns_of(int dimension) {
  return dimension == 2 ? CAROM_PLANAR_INPUTS : CAROM_SPATIAL_INPUTS;
}

void carom__impulse_rate(const carom_jacobian* contact, int n, const carom__contact_rate* rate, double out[3]) {
  double inputs[CAROM_COMPLIANT_INPUTS];
  int count = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) inputs[count++] = rate->w[i][j];
  for (int i = 0; i < n; ++i) inputs[count++] = rate->v[i];
  inputs[count++] = rate->mu;
  inputs[count++] = rate->e;
  if (contact->columns > count) inputs[count++] = rate->eta2;
  for (int row = 0; row < n; ++row) {
    out[row] = 0;
    for (int k = 0; k < count; ++k) out[row] += contact->d_impulse[row][k] * inputs[k];
  }
}

carom_status carom__chain_check(int contact_count, int dimension, const carom_jacobian* contact, carom_diag* diag) {
  if (contact_count != 1)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact_count", contact_count,
                       "there are %d contacts; derivatives are those of one", contact_count);
  const carom_status status = carom__need(contact, "contact", "be the derivatives of the contact", diag);
  const int all = columns_of(dimension);
  if (!status && contact->columns != all && contact->columns != all + 1)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact.columns", contact->columns,
                       "the derivatives of the contact have %d columns; all %d are needed, or on springs %d",
                       contact->columns, all, all + 1);
  return status;
}

const char* carom_body_input_word(carom_body_input input) {
  switch (input) {
#define CASE_WORD(symbol, value, word) \
  case symbol:                         \
    return word;
    CAROM_BODY_INPUT_LIST(CASE_WORD)
#undef CASE_WORD
  }
  return "unknown";
}
