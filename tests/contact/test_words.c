// Words and meanings of the lists: there for every value, each another, and for no value a word that says so.
#include <criterion/criterion.h>
#include <string.h>

#include "carom/carom.h"

enum { MOST = 40 };

/// Texts of one list.
typedef struct texts {
  int count;
  const char* all[MOST];
} texts;

static void add(texts* t, const char* text) {
  cr_assert(text && text[0] != '\0' && strncmp(text, "unknown", 7) != 0 && !strstr(text, "this version does not know"));
  for (int i = 0; i < t->count; ++i) cr_expect_str_neq(t->all[i], text);
  cr_assert_lt(t->count, MOST);
  t->all[t->count++] = text;
}

Test(words, laws_and_events) {
  texts names = {0}, words = {0}, meanings = {0};
#define X_LAW(symbol, ...) add(&names, carom_law_name(symbol));
  CAROM_LAW_LIST(X_LAW)
  cr_expect_str_eq(carom_law_name((carom_law)77), "an unknown law");
#define X_EVENT(symbol, ...) add(&words, carom_event_word(symbol)), add(&meanings, carom_event_meaning(symbol));
  CAROM_EVENT_LIST(X_EVENT)
  cr_expect_str_eq(carom_event_meaning((carom_event_type)777), "an event that this version does not know");
}

Test(words, derivatives) {
  texts smooth = {0}, smooth_meanings = {0}, boundaries = {0}, boundary_meanings = {0};
#define X_SMOOTH(symbol, ...) \
  add(&smooth, carom_smooth_word(symbol)), add(&smooth_meanings, carom_smooth_meaning(symbol));
  CAROM_SMOOTH_LIST(X_SMOOTH)
#define X_BOUNDARY(symbol, ...) \
  add(&boundaries, carom_boundary_word(symbol)), add(&boundary_meanings, carom_boundary_meaning(symbol));
  CAROM_BOUNDARY_LIST(X_BOUNDARY)
  cr_expect_str_eq(carom_smooth_word((carom_smooth)77), "unknown");
  cr_expect_str_eq(carom_smooth_meaning((carom_smooth)77), "a kind that this version does not know");
  cr_expect_str_eq(carom_boundary_word((carom_boundary)77), "unknown");
  cr_expect_str_eq(carom_boundary_meaning((carom_boundary)77), "a boundary that this version does not know");
}

/// In the plane some of the numbers do not exist.
Test(words, what_a_derivative_is_by) {
  texts space = {0}, plane = {0};
#define X_WRT(symbol, bit, word, planar_word)                                        \
  add(&space, carom_wrt_word(symbol, 3));                                            \
  cr_expect_eq(carom_wrt_word(symbol, 2) != NULL, (const char*)planar_word != NULL); \
  if (carom_wrt_word(symbol, 2)) add(&plane, carom_wrt_word(symbol, 2));
  CAROM_WRT_LIST(X_WRT)
  cr_expect_null(carom_wrt_word((carom_wrt)0, 3));
  cr_expect_lt(plane.count, space.count);
}

Test(words, inputs_of_bodies) {
  texts words = {0};
#define X_INPUT(symbol, ...) add(&words, carom_body_input_word(symbol));
  CAROM_BODY_INPUT_LIST(X_INPUT)
  cr_expect_str_eq(carom_body_input_word((carom_body_input)77), "unknown");
}

Test(words, of_tables) {
  texts words = {0};
#define X_WITH(symbol, ...) add(&words, carom_table_with_word(symbol));
  CAROM_TABLE_WITH_LIST(X_WITH)
  cr_expect_str_eq(carom_table_with_word((carom_table_with)77), "unknown");
}

/// Two contacts that share a body along the normal, or only along the tangent, which counts where there is friction.
Test(coupling, normal_and_tangential) {
  const double normal[16] = {2, 0, 0, 0, 0, 4, 0, 2, 0, 0, 3, 0, 0, 2, 0, 9};
  const double tangential[16] = {2, 0, 1, 0, 0, 4, 0, 0, 1, 0, 3, 0, 0, 0, 0, 9};
  const double v[4] = {0, -1, 0, -1};
  carom_surface surfaces[2] = {carom_surface_default(), carom_surface_default()};
  const carom_contact_problem along = {2, 2, normal, v, surfaces}, across = {2, 2, tangential, v, surfaces};
  cr_expect_eq(carom_contact_coupling(&along, 0, 1).normal, 2 / sqrt(36.));
  cr_expect(carom_contact_coupling(&along, 1, 0).interacts);
  cr_expect_not(carom_contact_coupling(&across, 0, 1).interacts);
  surfaces[0].mu = surfaces[1].mu = 0.1;
  cr_expect(carom_contact_coupling(&across, 0, 1).interacts);
  cr_expect_eq(carom_contact_coupling(&across, 0, 1).normal, 0);
}
