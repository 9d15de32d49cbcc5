// Row simultaneous/two-balls: carom_simultaneous_solve on a ball that falls on a ball on a table, against what the
// paper does: Euler steps of h = 1e-4 in the primary impulse while both contacts act, closed forms while one does. The
// note tells how the cost grows with the number of contacts.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "carom/simultaneous.h"
#include "simultaneous/two_balls.h"

enum { BLOCK_COUNT = 9, PASS_COUNT = 200, BASELINE_PASSES = 2, ROW_CONTACTS = 32, ROW_SIZE = 2 * ROW_CONTACTS };

static const double STEP = 1e-4;

/// The collisions of the paper, and their impulses from high-precision arithmetic.
typedef struct known_collision {
  const char* name;
  two_balls balls;
  double i1, i2;
} known_collision;

static const known_collision COLLISIONS[] = {
    {"elastic (Fig. 7)", {1, 1.1547005383792517, -1, 1, 1, 1, 1}, 1.945114611914527, 2.2962185106604887},
    {"plastic (Table 1)", {1, 1.1547005383792517, -1, 0.9, 0.7, 1, 1}, 1.6139494192504138, 1.8561126623036965},
    {"ping-pong", {1, 1, -1, 0.950043, 0.846529, 1, 2.25}, 1.7779868385260653, 2.129023481028813},
};
enum { COLLISION_COUNT = sizeof COLLISIONS / sizeof *COLLISIONS };

static two_balls_problem problems[COLLISION_COUNT];
static double* workspace;

/// The paper's walk: impulses, stored energies and stiffnesses of the two contacts, and their normal velocities.
typedef struct walk {
  two_balls b;
  double i[2], energy[2], k[2], v[2];
  bool restores[2];
  long steps;
} walk;

static void set_velocities(walk* w) {
  const double v1 = w->b.v0 + w->i[0] / w->b.m1, v2 = (w->i[1] - w->i[0]) / w->b.m2;
  w->v[0] = v1 - v2;
  w->v[1] = v2;
}

static double restitution(const walk* w, int c) {
  return c ? w->b.e2 : w->b.e1;
}

/// Energy drops and stiffness grows where compression has just ended.
static void end_compression(walk* w, int c) {
  const bool restores = w->v[c] > 0;
  if (restores && !w->restores[c]) {
    const double kept = restitution(w, c) * restitution(w, c);
    w->energy[c] *= kept;
    w->k[c] /= kept;
  }
  w->restores[c] = restores;
}

/// The slope of the secondary impulse a step after the start of the state, where its energy is still 0.
static double first_slope(const walk* w, int p) {
  const double m1 = w->b.m1, m2 = w->b.m2, ratio = w->k[1 - p] / w->k[p];
  double b = 2 * m2 * w->energy[p] / (STEP * STEP) - 1;
  if (p == 0)
    b += -2 * m2 * (w->b.v0 + w->i[0] / m1) / STEP - m2 / m1 + ratio;
  else
    b += -2 * m2 * w->v[1] / STEP + ratio * (1 + m2 / m1);
  return 2 * ratio / (b + sqrt(b * b + 4 * ratio));
}

static void advance(walk* w, int p, double slope) {
  const double d[2] = {p == 0 ? STEP : slope * STEP, p == 0 ? slope * STEP : STEP};
  for (int c = 0; c < 2; c++) {
    w->energy[c] = fmax(0, w->energy[c] - w->v[c] * d[c]);
    w->i[c] += d[c];
  }
  set_velocities(w);
  for (int c = 0; c < 2; c++) end_compression(w, c);
  w->steps++;
}

/// State S1 with primary contact p. Returns the contact that ends its restitution.
static int both(walk* w, int p) {
  advance(w, p, first_slope(w, p));
  for (;;) {
    for (int c = 0; c < 2; c++) {
      if (w->restores[c] && !(w->energy[c] > 0)) return c;
    }
    if (!(w->energy[1 - p] > 0)) w->energy[1 - p] = 1e-30;
    advance(w, p, sqrt(w->k[1 - p] * w->energy[1 - p] / (w->k[p] * w->energy[p])));
  }
}

/// States S2 and S3: contact c alone, in closed form, until it ends or the other comes back. True if that comes back.
static bool alone(walk* w, int c) {
  const double m1 = w->b.m1, m2 = w->b.m2, mass = c ? m2 : 1 / (1 / m1 + 1 / m2), v = w->v[c], other = w->v[1 - c];
  const bool compresses = v < 0;
  const double peak = w->energy[c] + 0.5 * mass * v * v;
  const double kept = compresses ? restitution(w, c) * restitution(w, c) : 1;
  const double final = sqrt(2 * kept * peak / mass), whole = mass * (final - v);
  // An impulse here slows the other contact's opening by 1/m2.
  const double meeting = m2 * other;
  const double peak_at = -mass * v;
  const bool returns = meeting < whole, after_peak = compresses && (returns ? meeting : whole) > peak_at;
  const double impulse = returns ? meeting : whole, v_end = v + impulse / mass;
  w->energy[c] = fmax(0, (after_peak ? kept * peak : peak) - 0.5 * mass * v_end * v_end);
  w->i[c] += impulse;
  if (after_peak) w->k[c] /= kept;
  set_velocities(w);
  if (returns) w->v[1 - c] = 0;
  w->energy[1 - c] = 0;
  w->restores[c] = w->v[c] > 0;
  w->restores[1 - c] = false;
  return returns;
}

static void walk_of_paper(two_balls b, walk* w) {
  *w = (walk){.b = b, .k = {b.k1, b.k2}};
  set_velocities(w);
  for (int primary = 0;;) {
    const int active = 1 - both(w, primary);
    if (!alone(w, active)) return;
    primary = active;
  }
}

static carom_status solve(const two_balls_problem* p, carom_simultaneous_contact* contacts) {
  const carom_contact_problem problem = two_balls_view(p);
  const carom_simultaneous_memory memory = {.workspace = workspace};
  carom_simultaneous_outcome outcome;
  return carom_simultaneous_solve(&problem, &memory, contacts, &outcome, NULL);
}

static double error_of(const known_collision* c, double i1, double i2) {
  return fmax(fabs(i1 - c->i1), fabs(i2 - c->i2)) / fmax(c->i1, c->i2);
}

static void measure_error(bench_row* row) {
  double baseline = 0;
  long steps = 0;
  row->error = 0;
  for (int i = 0; i < COLLISION_COUNT; i++) {
    carom_simultaneous_contact contacts[2];
    walk w;
    const bool solved = solve(&problems[i], contacts) == CAROM_OK;
    const double error = error_of(&COLLISIONS[i], contacts[0].impulse[1], contacts[1].impulse[1]);
    row->error = fmax(row->error, solved ? error : HUGE_VAL);
    walk_of_paper(COLLISIONS[i].balls, &w);
    baseline = fmax(baseline, error_of(&COLLISIONS[i], w.i[0], w.i[1]));
    steps += w.steps;
  }
  bench_note(row, "  error: worst of the paper's %d collisions; the baseline's is %.1e, with %ld steps each.\n",
             COLLISION_COUNT, baseline, steps / COLLISION_COUNT);
}

static double exact_block(double* sum) {
  const double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; pass++) {
    for (int i = 0; i < COLLISION_COUNT; i++) {
      carom_simultaneous_contact contacts[2];
      solve(&problems[i], contacts);
      *sum += contacts[0].v[1];
    }
  }
  return bench_since(start) / (PASS_COUNT * COLLISION_COUNT);
}

static double baseline_block(double* sum) {
  const double start = bench_now();
  for (int pass = 0; pass < BASELINE_PASSES; pass++) {
    for (int i = 0; i < COLLISION_COUNT; i++) {
      walk w;
      walk_of_paper(COLLISIONS[i].balls, &w);
      *sum += w.v[0];
    }
  }
  return bench_since(start) / (BASELINE_PASSES * COLLISION_COUNT);
}

/// Blocks take turns, so that a noisy moment of the machine hits both sides.
static void measure_time(bench_row* row) {
  double sum = 0;
  row->ns = row->baseline_ns = HUGE_VAL;
  for (int i = 0; i < BLOCK_COUNT; i++) {
    row->ns = fmin(row->ns, exact_block(&sum));
    row->baseline_ns = fmin(row->baseline_ns, baseline_block(&sum));
  }
  bench_note(row, "  time: best of %d blocks over these collisions (check sum %.6g).\n", BLOCK_COUNT, sum);
}

/// Rows of equal balls, the first one flying in, e = 0.9: count contacts, with friction or without.
static double row_of_balls(int count, bool friction, int* events) {
  static double w[9 * ROW_CONTACTS * ROW_CONTACTS], v[3 * ROW_CONTACTS];
  static carom_surface surfaces[ROW_CONTACTS];
  static carom_simultaneous_contact contacts[ROW_CONTACTS];
  const int d = friction ? 3 : 2, size = d * count;
  memset(w, 0, sizeof w);
  memset(v, 0, sizeof v);
  for (int i = 0; i < count; i++) {
    for (int a = 0; a < d; a++) {
      // Balls of unit mass: 2 along the line, 7 across it with their turning; neighbours share a ball.
      const int at = d * i + a;
      w[at * size + at] = a == d - 1 ? 2 : 7;
      if (i + 1 < count) w[at * size + at + d] = w[(at + d) * size + at] = a == d - 1 ? -1 : 1.5;
    }
    surfaces[i] = carom_surface_default();
    surfaces[i].e = 0.9;
    surfaces[i].mu = surfaces[i].mu_static = friction ? 0.2 : 0;
    surfaces[i].eta2 = friction ? 1.2 : 0;
  }
  v[d - 1] = -1;
  if (friction) v[0] = 0.3;
  const carom_contact_problem problem = {d, count, w, v, surfaces};
  const carom_simultaneous_memory memory = {.workspace = workspace};
  carom_simultaneous_outcome outcome;
  double best = HUGE_VAL;
  for (int pass = 0; pass < 3; pass++) {
    const double start = bench_now();
    if (carom_simultaneous_solve(&problem, &memory, contacts, &outcome, NULL) != CAROM_OK) return HUGE_VAL;
    best = fmin(best, bench_since(start));
  }
  *events = outcome.event_total;
  return best;
}

static void describe_growth(bench_row* row) {
  for (int friction = 0; friction < 2; friction++) {
    bench_note(row, "  a row of balls, %s:", friction ? "with friction" : "no friction");
    for (int count = 2; count <= ROW_CONTACTS; count *= 2) {
      int events = 0;
      const double ns = row_of_balls(count, friction, &events);
      if (isfinite(ns))
        bench_note(row, " %d contacts %.3g us (%d events)%s", count, ns / 1000, events,
                   count < ROW_CONTACTS ? "," : ".\n");
      else
        bench_note(row, " %d contacts not solved%s", count, count < ROW_CONTACTS ? "," : ".\n");
    }
  }
}

bench_function bench_simultaneous_two_balls;

void bench_simultaneous_two_balls(bench_row* row) {
  row->name = "simultaneous/two-balls";
  row->baseline = "JME13's Euler, h = 1e-4";
  row->bar = 60;
  workspace = malloc(carom_simultaneous_workspace_size(3, ROW_CONTACTS) * sizeof *workspace);
  if (!workspace) return;
  for (int i = 0; i < COLLISION_COUNT; i++) problems[i] = two_balls_make(COLLISIONS[i].balls);
  measure_error(row);
  measure_time(row);
  describe_growth(row);
  free(workspace);
}
