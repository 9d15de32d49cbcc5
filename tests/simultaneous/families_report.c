// Prints how the solver does on the random families of collisions, one line a family, and dumps any of them as a
// scenario. Not a test: nothing here fails. `carom-families --help` tells the rest.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simultaneous/judge.h"
#include "simultaneous/tally.h"

static const char HELP[] =
    "usage: carom-families [option ...] [FAMILY ...]\n"
    "  --count N      of each family and kind (40)\n"
    "  --from I       first index (0)\n"
    "  --seed S       (1)\n"
    "  --springs      only friction with tangential springs\n"
    "  --rigid        only rigid friction\n"
    "  --wild         stiffness 1e-9 to 1e9, mu 1e-3 to 1e3, eta2 1e-6 to 1e3\n"
    "  --no-oracle    do not judge against the oracle, which takes most of the time\n"
    "  --limit T      seconds of processor time for a solve (2)\n"
    "  --oracle T     the same for the oracle (20); what it cannot tell in it is not judged\n"
    "  --quiet        the table alone, without a line for each fault\n"
    "  --dump I       print number I of each family named as a scenario for `carom solve`, one a line\n"
    "  --touched      with --dump: v moved by 1e-10, as the judge does it\n"
    "  --list         names of the families\n";

enum { MOST_NAMES = 64 };

typedef struct request {
  int count, from, dump, name_count;
  uint64_t seed;
  bool springs, rigid, wild, quiet, touched, list;
  judge_rules rules;
  const char* names[MOST_NAMES];
} request;

static bool read_number(const char* word, const char* value, request* q) {
  if (!value) return false;
  if (!strcmp(word, "--count"))
    q->count = atoi(value);
  else if (!strcmp(word, "--from"))
    q->from = atoi(value);
  else if (!strcmp(word, "--seed"))
    q->seed = strtoull(value, NULL, 10);
  else if (!strcmp(word, "--limit"))
    q->rules.solve_seconds = atof(value);
  else if (!strcmp(word, "--oracle"))
    q->rules.oracle_seconds = atof(value);
  else if (!strcmp(word, "--dump"))
    q->dump = atoi(value);
  else
    return false;
  return true;
}

static bool read_switch(const char* word, request* q) {
  if (!strcmp(word, "--springs"))
    q->rigid = false;
  else if (!strcmp(word, "--rigid"))
    q->springs = false;
  else if (!strcmp(word, "--wild"))
    q->wild = true;
  else if (!strcmp(word, "--no-oracle"))
    q->rules.oracle_seconds = 0;
  else if (!strcmp(word, "--quiet"))
    q->quiet = true;
  else if (!strcmp(word, "--touched"))
    q->touched = true;
  else if (!strcmp(word, "--list"))
    q->list = true;
  else
    return false;
  return true;
}

static bool read_arguments(int count, char** words, request* q) {
  *q = (request){.count = 40, .dump = -1, .seed = 1, .springs = true, .rigid = true, .rules = judge_rules_default()};
  for (int i = 1; i < count; ++i) {
    if (words[i][0] != '-' && q->name_count < MOST_NAMES) {
      q->names[q->name_count++] = words[i];
    } else if (!read_switch(words[i], q)) {
      if (!read_number(words[i], words[i + 1], q)) return false;
      ++i;
    }
  }
  return true;
}

static bool is_wanted(const request* q, const family* f) {
  for (int i = 0; i < q->name_count; ++i)
    if (!strcmp(q->names[i], f->name)) return true;
  return q->name_count == 0;
}

static void dump_numbers(const double* from, int count) {
  for (int i = 0; i < count; ++i) printf("%s%.17g", i ? ", " : "[", from[i]);
  putchar(']');
}

static void dump(const family_problem* p) {
  const int size = p->dimension * p->count;
  printf("{\"carom\": 1, \"dimension\": %d, \"contact_space\": {\"W\": [", p->dimension);
  for (int a = 0; a < size; ++a) {
    if (a) fputs(", ", stdout);
    dump_numbers(p->w + a * size, size);
  }
  fputs("], \"v\": ", stdout);
  dump_numbers(p->v, size);
  fputs("}, \"contacts\": [", stdout);
  for (int i = 0; i < p->count; ++i) {
    const carom_surface* s = &p->surfaces[i];
    printf("%s{\"e\": %.17g, \"mu\": %.17g, \"stiffness\": %.17g", i ? ", " : "", s->e, s->mu, s->stiffness);
    if (s->eta2 > 0) printf(", \"eta2\": %.17g", s->eta2);
    if (s->exponent > 1) printf(", \"exponent\": %.17g", s->exponent);
    putchar('}');
  }
  puts("]}");
}

static void run(const request* q, const family* f, const family_ranges* ranges) {
  static family_problem p, touched;
  if (q->dump >= 0) {
    family_draw(f, ranges, q->seed, q->dump, &p);
    judge_touch(&p, 1, &touched);
    dump(q->touched ? &touched : &p);
    return;
  }
  tally t;
  tally_start(&t, f, ranges->rigid, q->count);
  for (int i = q->from; i < q->from + q->count; ++i) {
    verdict v;
    family_draw(f, ranges, q->seed, i, &p);
    judge(&p, &q->rules, &v);
    tally_add(&t, i, &v);
    if (!q->quiet) tally_print_fault(&t, q->seed, i, &v);
  }
  tally_print(&t);
  tally_end(&t);
}

int main(int count, char** words) {
  request q;
  if (!read_arguments(count, words, &q)) {
    fputs(HELP, stderr);
    return 2;
  }
  if (q.dump < 0 && !q.list) tally_print_head();
  for (int i = 0; i < FAMILY_COUNT; ++i) {
    const family* f = &FAMILIES[i];
    const bool both = f->traits & FAMILY_HAS_FRICTION;
    if (!is_wanted(&q, f)) continue;
    if (q.list) puts(f->name);
    if (q.springs && !q.list) run(&q, f, &(family_ranges){.wild = q.wild});
    if (q.rigid && !q.list && (both || !q.springs)) run(&q, f, &(family_ranges){.rigid = true, .wild = q.wild});
    fflush(stdout);
  }
  return 0;
}
