#include "motion/chain_rig.h"

#include <criterion/criterion.h>

#include "motion/movers.h"

void chain_rig_prepare(chain_rig* r) {
  carom_diag diag;
  const carom_status status = carom_chain_prepare(&r->chain, &r->motion, &r->prepared, &r->mover, r->state, &diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", diag.field, diag.message);
}

void chain_rig_bars(chain_rig* r, int n) {
  *r = (chain_rig){.chain = {.link_count = n, .links = r->links, .angles = r->angles, .rates = r->rates}};
  r->motion = carom_motion_default();
  r->motion.gravity = (carom_vec3){0, -9.81, 0};
  r->planes[0] = (carom_plane){{0, -1.5, 0}, {0, 1, 0}, carom_surface_default()};
  r->motion.planes = r->planes;
  r->motion.plane_count = 1;
  for (int i = 0; i < n; ++i) r->links[i] = (carom_link){1, 1, 0.5, 1.0 / 12};
  chain_rig_prepare(r);
}

void chain_rig_random(chain_rig* r, test_random* random, int n) {
  chain_rig_bars(r, n);
  r->chain.base = (carom_vec2){test_random_uniform(random, -2, 2), test_random_uniform(random, -2, 2)};
  r->motion.gravity = (carom_vec3){test_random_uniform(random, -10, 10), test_random_uniform(random, -10, 10), 0};
  for (int i = 0; i < n; ++i) {
    const double l = test_random_uniform(random, 0.3, 2), m = test_random_uniform(random, 0.3, 2);
    r->links[i] = (carom_link){l, m, test_random_uniform(random, 0, 1.5) * l, test_random_uniform(random, 0.02, 1)};
    r->angles[i] = test_random_uniform(random, -4, 4);
    r->rates[i] = test_random_uniform(random, -2, 2);
  }
  for (int i = 0; i < PLANES; ++i) r->planes[i] = random_plane(random, 2);
  r->motion.plane_count = PLANES;
  chain_rig_prepare(r);
}
