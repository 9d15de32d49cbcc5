// The exact solver against CVODE, where SUNDIALS is installed; elsewhere the test says loudly that it did nothing.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "carom/spatial.h"
#include "sample.h"

#if defined(CAROM_TEST_CVODE)

#include "cvode_road.h"

Test(spatial_cvode, exact_and_cvode_agree, .timeout = 600) {
  test_random r = {21};
  double worst = 0;
  int count = 0, sequences[3] = {0};
  while (count < 300) {
    carom_spatial_problem p = sample_spatial(&r, (sample_ranges){.mass = 4, .mu = 2, .slip = 10});
    p.surface.law = CAROM_LAW_STRONGE;
    p.surface.e = test_random_uniform(&r, 0.1, 1);
    carom_spatial_outcome exact;
    cr_assert_eq(carom_spatial_solve(&p, &exact, NULL), CAROM_OK);
    // Left to the other road: recompression, impacts without slip, friction or approach.
    if (exact.recompressed || p.v.z == 0 || p.surface.mu < 0.01 || (p.v.x == 0 && p.v.y == 0)) continue;
    carom_vec3 impulse;
    cr_assert(cvode_road_solve(&p, 1e-12, &impulse), "CVODE failed on impact %d (%s)", count, exact.sequence);
    const double off = carom_vec3_norm(carom_vec3_sub(impulse, exact.impulse)) / carom_vec3_norm(exact.impulse);
    worst = fmax(worst, off);
    // A multistep method that is allowed 1e-12 a step, over a thousand steps, with errors of one sign.
    cr_assert_leq(off, 1e-9, "impact %d, %s: off by %.3g", count, exact.sequence, off);
    ++sequences[!exact.slip_vanished ? 0 : exact.impulse_n_slip_end < exact.impulse_n_compression ? 1 : 2];
    ++count;
  }
  printf("exact against CVODE at 1e-12: %d impacts (%d cr, %d scr, %d csr), worst %.2g\n", count, sequences[0],
         sequences[1], sequences[2], worst);
  cr_expect(sequences[0] > 20 && sequences[1] > 20 && sequences[2] > 3);
}

#else

Test(spatial_cvode, exact_and_cvode_agree) {
  printf("SKIPPED: SUNDIALS not installed\n");
}

#endif
