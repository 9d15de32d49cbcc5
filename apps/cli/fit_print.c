// What a fit tells people.
#include <math.h>
#include <string.h>

#include "fit.h"

enum { NAME_WIDTH = 28, TEXT_WIDTH = 400 };

static void put_name(const char* name) {
  const int width = cli_put_text(stdout, name, NAME_WIDTH);
  printf("%*s", NAME_WIDTH - width, "");
}

static void print_estimate(const carom_fit_estimate* e) {
  fputs("  ", stdout);
  put_name(e->name);
  switch (e->known) {
    case CAROM_FIT_KNOWN:
      printf("%10.5g  %10.5g  %10.5g  %10.3g\n", e->value, e->low, e->high, e->sd);
      break;
    case CAROM_FIT_AT_LEAST:
      printf("  >= %.4g (not identified)\n", e->low);
      break;
    case CAROM_FIT_AT_MOST:
      printf("  <= %.4g (not identified)\n", e->high);
      break;
    case CAROM_FIT_UNKNOWN:
      puts("  not identified");
      break;
  }
}

static void print_estimates(const carom_fit_result* r) {
  printf("\n  %-*s%10s  %10s  %10s  %10s\n", NAME_WIDTH, "", "value", "95 % from", "to", "sd");
  for (int j = 0; j < r->parameter_count; ++j) print_estimate(&r->estimates[j]);
  printf("  intervals from %s\n", r->bootstrap_done ? "resampled impacts" : "the sandwich estimate");
  if (r->parameter_count == 2 && isfinite(r->correlation[0][1]))
    printf("  correlation of the two: %.2f\n", r->correlation[0][1]);
}

static void print_modes(const carom_fit_result* r) {
  double least = HUGE_VAL, most = -HUGE_VAL;
  printf("\n  %-*s%10s  %10s\n", NAME_WIDTH, "what happened", "impacts", "mu alone");
  for (int i = 0; i < r->mode_count; ++i) {
    const carom_fit_mode* mode = &r->modes[i];
    printf("  %-*s%10d", NAME_WIDTH, mode->word, mode->count);
    if (isfinite(mode->mu)) printf("  %10.5g", mode->mu);
    putchar('\n');
    least = fmin(least, isfinite(mode->mu) ? mode->mu : least);
    most = fmax(most, isfinite(mode->mu) ? mode->mu : most);
  }
  if (most > least)
    printf("  spread of mu over modes: %.4g (what the model leaves out; the interval is noise alone)\n", most - least);
}

static void print_profile(const carom_fit_result* r) {
  double least = HUGE_VAL;
  for (int i = 0; i < CAROM_FIT_PROFILE_POINTS; ++i) least = fmin(least, r->profile_loss[i]);
  printf("\n  profile of %s: loss over its least, * where the data allow it\n", r->profile_name);
  for (int i = 0; i < CAROM_FIT_PROFILE_POINTS; ++i)
    printf("  %10.4g  %12.6g %s\n", r->profile_at[i], r->profile_loss[i] - least,
           r->profile_loss[i] <= r->profile_limit ? "*" : "");
}

static void print_result(const carom_fit_result* r, const cli_options* options) {
  if (!options->scenario) printf("\n%s's law\n", carom_law_name(r->law));
  print_estimates(r);
  printf("  residual, as a part of the speed: median %.3g, 90 %% below %.3g, rms %.3g\n", r->residual_median,
         r->residual_p90, r->residual_rms);
  if (!options->scenario) print_modes(r);
  if (r->has_profile) print_profile(r);
}

static void print_warnings(const carom_fit* fit) {
  for (int k = 0; k < carom_fit_result_count(fit); ++k) {
    const carom_fit_result* r = carom_fit_result_of(fit, k);
    for (int i = 0; i < r->warning_count; ++i) {
      fputs(k + i ? "warning: " : "\nwarning: ", stdout);
      cli_put_text(stdout, r->warnings[i], TEXT_WIDTH);
      putchar('\n');
    }
  }
}

static void print_comparison(const carom_fit* fit) {
  puts("\nWhich law predicts impacts that it has not seen (ten times a tenth, paired):");
  for (int a = 0; a < carom_fit_result_count(fit); ++a)
    for (int b = a + 1; b < carom_fit_result_count(fit); ++b) {
      const double t = carom_fit_compare(fit, a, b);
      const char* first = carom_law_name(carom_fit_result_of(fit, a)->law);
      const char* second = carom_law_name(carom_fit_result_of(fit, b)->law);
      if (fabs(t) < 2)
        printf("  %s and %s: not distinguishable (t = %.2f)\n", first, second, t);
      else
        printf("  %s is better than %s (t = %.2f)\n", t > 0 ? second : first, t > 0 ? first : second, fabs(t));
    }
}

static void print_plan(const carom_fit* fit) {
  carom_fit_planned planned[CAROM_FIT_MOST_PLANNED];
  int needed = 0;
  const int count = carom_fit_plan_of(fit, planned, &needed);
  if (count == 0) {
    puts("\nNo plan: it needs a table of bodies in the plane, and mu and e alone.");
    return;
  }
  puts("\nTo measure next (angle from the normal, towards the tangent; spin times radius of gyration over speed):");
  for (int i = 0; i < count; ++i)
    printf("  %2d of 20 at %6.1f degrees, spin %5.2f\n", planned[i].share, planned[i].angle * 57.29577951308232,
           planned[i].spin);
  if (needed > 0) printf("  %d such impacts give mu and e to 5 %% (one standard deviation)\n", needed);
}

void cli_fit_print(const carom_fit* fit, const cli_options* options) {
  const carom_fit_facts f = carom_fit_tell(fit);
  printf("%d impacts", f.count);
  if (f.used < f.count) printf(", of which %d count", f.used);
  if (f.has_imbalance) printf("; median imbalance %.3g", f.imbalance);
  if (f.gained > 0) printf("; %d gain energy", f.gained);
  putchar('\n');
  for (int i = 0; i < carom_fit_result_count(fit); ++i) print_result(carom_fit_result_of(fit, i), options);
  if (carom_fit_result_count(fit) > 1) print_comparison(fit);
  if (options->plan) print_plan(fit);
  print_warnings(fit);
}
