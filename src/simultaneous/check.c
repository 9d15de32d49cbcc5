// What a collision may be: carom_contact_problem_check, and what springs at several contacts need besides.
#include "contact/springs.h"
#include "contact/surface.h"
#include "simultaneous/collision.h"

static carom_status check_surface(const carom_surface* s, carom_diag* diag) {
  if (s->law != CAROM_LAW_STRONGE)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "law", (double)s->law,
                       "law is \"%s\"; several contacts at once take Stronge's law only", carom_law_word(s->law));
  if (s->mu_static > s->mu)
    return carom__fail(
        diag, CAROM_OUT_OF_RANGE, "mu_static", s->mu_static,
        "mu_static is %g; with several contacts it must equal mu = %g, since answers would not be unique", s->mu_static,
        s->mu);
  return CAROM_OK;
}

/// Beyond these ratios the springs cannot be solved together in doubles.
static carom_status check_ratios(const carom_contact_problem* p, carom_diag* diag) {
  double least = HUGE_VAL, most = 0;
  for (int i = 0; i < p->contact_count; ++i) {
    least = carom__min(least, carom__stiffness(&p->surfaces[i]));
    most = carom__max(most, carom__stiffness(&p->surfaces[i]));
  }
  if (!(most / least <= 1e30))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "stiffness", most / least,
                       "the stiffest contact is %.3g times as stiff as the softest; 1e30 is the most", most / least);
  return CAROM_OK;
}

carom_status carom__simultaneous_check(const carom_contact_problem* p, double* workspace, carom_diag* diag) {
  if (p->contact_count > CAROM_SIMULTANEOUS_MAX_CONTACTS)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact_count", p->contact_count,
                       "contact_count is %d; at most %d contacts are solved at once", p->contact_count,
                       CAROM_SIMULTANEOUS_MAX_CONTACTS);
  carom_status status = carom_contact_problem_check(p, workspace, diag);
  if (status) return status;
  for (int i = 0; i < p->contact_count; ++i) {
    status = check_surface(&p->surfaces[i], diag);
    if (status) return carom__fail_within(diag, status, "surfaces", i);
  }
  status = carom__springs_check(p->contact_count, p->surfaces, diag);
  return status ? status : check_ratios(p, diag);
}
