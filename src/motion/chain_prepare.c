// A chain of links, checked and made a mover.
#include <stdio.h>

#include "base/diag.h"
#include "motion/chain.h"

/// Lengths and masses from 1e-60 to 1e60: the largest product of the elimination, mass^3 length^2, stays a double.
static const double SMALLEST = 1e-60, LARGEST = 1e60;
/// Inertia about the joint below this part of the smallest mass length^2: with a millionth of it a link is a bob on a
/// thread a thousandth as long, and anything less is none.
static const double NO_INERTIA = 1e-6;

static carom_status check_link(const carom_link* link, carom_diag* diag) {
  if (!(link->length >= SMALLEST && link->length <= LARGEST))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "length", link->length,
                       "length is %g m; it must be positive, from %g to %g", link->length, SMALLEST, LARGEST);
  if (!(link->mass >= SMALLEST && link->mass <= LARGEST))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "mass", link->mass,
                       "mass is %g kg; it must be positive, from %g to %g", link->mass, SMALLEST, LARGEST);
  if (!(link->centre >= 0 && link->centre <= LARGEST))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "centre", link->centre,
                       "centre is %g m; it must not be negative, and at most %g", link->centre, LARGEST);
  const double most = LARGEST * LARGEST * LARGEST, least = NO_INERTIA * SMALLEST * SMALLEST * SMALLEST;
  if (!(link->inertia >= 0 && link->inertia <= most))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "inertia", link->inertia,
                       "inertia is %g kg m^2; it must not be negative, and at most %g", link->inertia, most);
  const double about_joint = link->inertia + link->mass * link->centre * link->centre;
  if (!(about_joint >= least))
    return carom__fail(diag, CAROM_NOT_POSITIVE, "inertia", about_joint,
                       "inertia + mass centre^2 is %g kg m^2; a link that turns without inertia is impossible",
                       about_joint);
  return CAROM_OK;
}

static carom_status check_numbers(const char* field, int count, const double* numbers, carom_diag* diag) {
  for (int i = 0; i < count; ++i)
    if (!isfinite(numbers[i])) {
      char name[CAROM_FIELD_SIZE];
      snprintf(name, sizeof name, "%s[%d]", field, i);
      return carom__fail(diag, CAROM_NOT_FINITE, name, numbers[i], "%s is not a finite number", name);
    }
  return CAROM_OK;
}

static carom_status need_numbers(const carom_chain* chain, carom_diag* diag) {
  carom_status status = carom__need(chain->links, "links", "hold link_count links", diag);
  if (!status) status = carom__need(chain->angles, "angles", "hold link_count angles", diag);
  if (!status) status = carom__need(chain->rates, "rates", "hold link_count rates", diag);
  return status;
}

static carom_status check_chain(const carom_chain* chain, carom_diag* diag) {
  if (!chain) return carom__need(chain, "chain", "be a chain", diag);
  const int n = chain->link_count;
  if (n < 1 || n > CAROM_CHAIN_MAX_LINKS)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "links", n, "there are %d links; there must be 1 to %d", n,
                       CAROM_CHAIN_MAX_LINKS);
  if (!(isfinite(chain->base.x) && isfinite(chain->base.y)))
    return carom__fail(diag, CAROM_NOT_FINITE, "base", 0, "base has an entry that is NaN or infinite");
  carom_status status = need_numbers(chain, diag);
  if (status) return status;
  for (int i = 0; i < n; ++i) {
    status = check_link(&chain->links[i], diag);
    if (status) return carom__fail_within(diag, status, "links", i);
  }
  status = check_numbers("angles", n, chain->angles, diag);
  return status ? status : check_numbers("rates", n, chain->rates, diag);
}

static carom_chain_mover prepared(const carom_chain* chain, const carom_motion* motion) {
  carom_chain_mover out = {
      .link_count = chain->link_count, .base = chain->base, .gravity = {motion->gravity.x, motion->gravity.y}};
  double mass_beyond = 0;
  for (int i = chain->link_count - 1; i >= 0; --i) {
    const carom_link* link = &chain->links[i];
    out.length[i] = link->length;
    out.mass[i] = link->mass;
    out.centre[i] = link->centre;
    out.inertia[i] = link->inertia;
    out.weight[i] = link->mass * link->centre + link->length * mass_beyond;
    mass_beyond += link->mass;
  }
  for (int i = 0; i < motion->plane_count; ++i) {
    const carom_vec3 n = carom_plane_frame(&motion->planes[i], 2).n;
    out.normals[i] = (carom_vec2){n.x, n.y};
  }
  return out;
}

static double total_length(const carom_chain* chain) {
  double sum = 0;
  for (int i = 0; i < chain->link_count; ++i) sum += chain->links[i].length;
  return sum;
}

carom_status carom_chain_prepare(const carom_chain* chain, const carom_motion* motion, carom_chain_mover* out,
                                 carom_mover* mover, double* state, carom_diag* diag) {
  carom_status status = check_chain(chain, diag);
  if (!status) status = carom__mover_check(motion, 2, chain->link_count, diag);
  if (!status) status = carom__need_mover_memory(out, mover, state, diag);
  if (status) return status;
  const int n = chain->link_count;
  *out = prepared(chain, motion);
  *mover = (carom_mover){.self = out,
                         .dimension = 2,
                         .position_count = n,
                         .dof = n,
                         .point_count = n,
                         .plane_count = motion->plane_count,
                         .planes = motion->planes,
                         .size = total_length(chain),
                         .rate = carom__chain_rate,
                         .gaps = carom__chain_gaps,
                         .contact = carom__chain_contact,
                         .push = carom__chain_push,
                         .energy = carom__chain_energy,
                         .kinetic = carom__chain_kinetic,
                         .pace = carom__chain_pace,
                         .name = carom__chain_name};
  for (int i = 0; i < n; ++i) {
    state[i] = chain->angles[i];
    state[n + i] = chain->rates[i];
  }
  return CAROM_OK;
}
