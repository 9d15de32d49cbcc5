// Derivatives at the events of an impact on springs.
#include <math.h>

#include "compliant/tangent.h"

/// The springs are not loaded yet.
static void starts(const carom__spring_run* run, carom__spring_tangent* d) {
  const double speed = carom__hypot(run->vx, run->vy);
  if (run->slipping) d->angle = speed > 0 ? (run->ux * d->vy - run->uy * d->vx) / speed : 0;
}

/// The length follows the force at once; across its direction the spring stays where it is.
static void slips(const carom__spring_run* run, carom__spring_tangent* d) {
  const double force = carom__spring_force(run), length = carom__spring_reach(run);
  d->angle = (run->ux * d->sy - run->uy * d->sx) / length;
  d->energy = -force * d->x + run->energy / run->k * d->k;
}

static void sticks(const carom__spring_run* run, carom__spring_tangent* d) {
  const double force = carom__spring_force(run), length = carom__spring_reach(run);
  if (!(force > 0)) return;
  const double force_moves = (run->k * d->energy + run->energy * d->k) / force;
  const double longer = length * (d->mu / run->mu + d->eta2 / run->eta2 + force_moves / force);
  d->sx = longer * run->ux - length * d->angle * run->uy;
  d->sy = longer * run->uy + length * d->angle * run->ux;
  d->x = (-force_moves + force / run->k * d->k) / run->k;
}

/// x <- e^2 x, E <- e^2 E, k <- k/e^2. The flow stays: v_n is 0 and every force as it was.
static void hardens(const carom__spring_run* run, carom__spring_tangent* d) {
  const double e = run->e, x = -carom__spring_force(run) / run->k;
  d->x = e * (e * d->x + 2 * x * d->e);
  d->energy = e * (e * d->energy + 2 * run->energy * d->e);
  d->k = (d->k - 2 * run->k * d->e / e) / (e * e);
}

// ---- where v_n stays 0

/// The springs as they are, and the rates of the state in time.
typedef struct flow {
  double s[2], force;
  double push[3], spring[2];  // rates of the impulse and of the springs
  double turn;                // of the direction in which it slips
  double vn;                  // rate of v_n
} flow;

static flow flow_of(const carom__spring_run* run) {
  const double length = carom__spring_length(run), kt = 1 / run->eta2;
  flow f = {.s = {run->sx, run->sy}, .force = carom__spring_force(run), .spring = {run->vx, run->vy}};
  if (run->slipping) {  // v_n = 0: the spring turns and keeps its length
    const double across = run->ux * run->vy - run->uy * run->vx;
    f.s[0] = length * run->ux, f.s[1] = length * run->uy;
    f.spring[0] = -across * run->uy, f.spring[1] = across * run->ux;
    f.turn = across / length;
  }
  f.push[0] = -kt * f.s[0], f.push[1] = -kt * f.s[1], f.push[2] = f.force;
  f.vn = run->d1 * f.push[0] + run->d2 * f.push[1] + run->wnn * f.force;
  return f;
}

/// What an impulse does.
static void push(const carom__spring_run* run, const double impulse[3], double part, carom__spring_tangent* d) {
  const double x = part * impulse[0], y = part * impulse[1], n = part * impulse[2];
  d->ix += x, d->iy += y, d->in += n;
  d->vx += run->b11 * x + run->b12 * y + run->d1 * n;
  d->vy += run->b12 * x + run->b22 * y + run->d2 * n;
  d->vn += run->d1 * x + run->d2 * y + run->wnn * n;
}

static void go_along(const carom__spring_run* run, const flow* f, double time, carom__spring_tangent* d) {
  push(run, f->push, time, d);
  d->sx += time * f->spring[0], d->sy += time * f->spring[1];
}

/// A spring this much harder than the first one bounces so fast that it matters where dy is cut: a moment makes much of
/// its force, and of what friction makes of that.
static const double HARD = 100;

/// Then dy is cut where v_n = 0.
static void turns(const carom__spring_run* run, const flow* f, carom__spring_tangent* d) {
  if (!(run->k > HARD) || f->vn == 0) return;
  const double time = -d->vn / f->vn;
  go_along(run, f, time, d);
  if (run->slipping) d->angle += time * f->turn;
  d->vn = 0;
}

/// Cuts where v_n = 0. The spring is known by its ends from here on.
static void comes_to_rest(const carom__spring_run* run, const flow* f, carom__spring_tangent* d) {
  if (run->slipping) sticks(run, d);
  if (d->vn != 0) go_along(run, f, -d->vn / f->vn, d);
  d->vn = 0;
}

/// Bounces too small to see swing ever faster, so that how they move says when they are, and nothing else: dy is cut
/// where their phase is given. v_n = b sin and c (F - F0) = b cos, with c = sqrt(wnn/k), turn by sqrt(k wnn) a second.
static void locks(const carom__spring_run* run, const flow* f, carom__spring_tangent* d) {
  if (run->e == 0) return;  // it has come to rest
  if (run->slipping || run->vn == 0) {
    comes_to_rest(run, f, d);
    return;
  }
  const double fast = sqrt(run->k * run->wnn), c = sqrt(run->wnn / run->k), cosine = f->vn / fast, sine = run->vn;
  const double force_moves = -run->k * d->x + f->force / run->k * d->k;
  const double held_moves = (run->d1 * d->sx + run->d2 * d->sy) / (run->eta2 * run->wnn);
  const double turned = cosine * d->vn - sine * c * (force_moves - held_moves);
  go_along(run, f, -turned / (fast * (cosine * cosine + sine * sine)), d);
  d->vn = 0;
}

/// It lets go where mu d.s^ = wnn.
static void releases(const carom__spring_run* run, carom__spring_tangent* d) {
  const double length = carom__hypot(run->sx, run->sy), x = run->sx / length, y = run->sy / length, mu = run->mu;
  const double gx = run->wnn * x - mu * run->d1, gy = run->wnn * y - mu * run->d2;
  const double pull = run->d1 * run->sx + run->d2 * run->sy;
  const double opens =
      gx * d->sx + gy * d->sy + d->wnn * length - d->mu * pull - mu * (d->d1 * run->sx + d->d2 * run->sy);
  const double kt = 1 / run->eta2, forces[3] = {-kt * run->sx, -kt * run->sy, kt * pull / run->wnn};
  push(run, forces, -opens / (gx * run->vx + gy * run->vy), d);
  d->vn = 0;
}

// ---- plastic impacts

/// k = 1/e^2 is so large that the tangential spring has no time to move, but for friction, which follows the force down
/// to 0.
static carom__spring_rebound rebound_of(const carom__spring_run* run, const flow* f) {
  const double x = f->s[0], y = f->s[1], force = f->force, length = carom__hypot(x, y);
  const double limit = run->slipping ? force : carom__min(force, length / (run->mu * run->eta2));
  const double ux = length > 0 ? x / length : 0, uy = length > 0 ? y / length : 0;
  // While it holds: F'' = -(wnn F - pull), from F' = 0 down to the limit.
  const double pull = (run->d1 * x + run->d2 * y) / run->eta2, root = sqrt(run->wnn), middle = pull / run->wnn;
  const double cosine = force > limit ? (limit - middle) / (force - middle) : 1;
  if (!(fabs(cosine) <= 1 && (force > middle || force == limit)))
    return (carom__spring_rebound){.stays_pressed = cosine < -1};
  const double angle = carom__atan2(sqrt((1 - cosine) * (1 + cosine)), cosine), sine = carom__sin(angle);
  const double time = angle / root, held = (force - middle) * sine / root + middle * time;
  const double speed = (force - middle) * root * sine;
  // While it slips: F'' = -opens F.
  const double opens = run->wnn - run->mu * (run->d1 * ux + run->d2 * uy);
  const double square = speed * speed + opens * limit * limit;
  if (!(square > 0)) return (carom__spring_rebound){0};
  const double slid = limit * limit / (speed + sqrt(square));
  return (carom__spring_rebound){.impulse = {-x / run->eta2 * time - run->mu * ux * slid,
                                             -y / run->eta2 * time - run->mu * uy * slid, held + slid},
                                 .is_known = true};
}

static void rests(carom__spring_run* run) {
  carom__spring_tangents* t = run->tangents;
  const flow f = flow_of(run);
  t->rebound = rebound_of(run, &f);
  for (int i = 0; i < t->count; ++i) comes_to_rest(run, &f, &t->along[i]);
}

/// A little restitution throws it off; or, where friction could hold all the time, makes the force swing to both sides
/// of what would hold it, and brings nothing.
static void leaves(carom__spring_run* run) {
  carom__spring_tangents* t = run->tangents;
  if (run->e == 0) t->jumps_by_e = !t->rebound.is_known;
  for (int i = 0; i < t->count; ++i) push(run, t->rebound.impulse, t->along[i].e, &t->along[i]);
}

static void holds(carom__spring_run* run) {
  if (run->e == 0) run->tangents->jumps_by_e = !run->tangents->rebound.stays_pressed;
}

static void change_one(const carom__spring_run* run, const flow* f, carom__spring_change change,
                       carom__spring_tangent* d) {
  if (change == CAROM__SPRING_STARTS) starts(run, d);
  if (change == CAROM__SPRING_SLIPS) slips(run, d);
  if (change == CAROM__SPRING_STICKS) sticks(run, d);
  if (change == CAROM__SPRING_TURNS) turns(run, f, d);
  if (change == CAROM__SPRING_HARDENS) hardens(run, d);
  if (change == CAROM__SPRING_LOCKS) locks(run, f, d);
  if (change == CAROM__SPRING_RELEASES) releases(run, d);
}

void carom__spring_tangent_change(carom__spring_run* run, carom__spring_change change) {
  if (change == CAROM__SPRING_RESTS) rests(run);
  if (change == CAROM__SPRING_HOLDS) holds(run);
  if (change == CAROM__SPRING_LEAVES) leaves(run);
  const flow f = flow_of(run);
  for (int i = 0; i < run->tangents->count; ++i) change_one(run, &f, change, &run->tangents->along[i]);
}
