// A folder to draw into, what came of a drawing, and what must be said where there is none.
#ifndef CAROM_TESTS_KIT_DRAWING_H
#define CAROM_TESTS_KIT_DRAWING_H

#include "figure/sample.h"
#include "figure/svg.h"

/// Of the test that runs; .init = open_folder, .fini = remove_folder.
static char folder[SAMPLE_PATH];

static inline void open_folder(void) {
  sample_folder(folder);
}

static inline void remove_folder(void) {
  sample_remove(folder);
}

/// Lets the figure go into the folder, under this name.
static inline void rig_aim(carom_figure* figure, const char* name, char output[SAMPLE_PATH]) {
  sample_join(output, folder, name);
  figure->output = output;
}

/// The picture that was drawn without a complaint; free it.
static inline char* rig_picture(const carom_figure* figure, carom_status status, const carom_diag* diag, size_t* size) {
  cr_assert_eq(status, CAROM_OK, "%s: %s", figure->output, diag->message);
  cr_assert_str_empty(diag->message);
  char* bytes = sample_read(figure->output, size);
  cr_assert_not_null(bytes);
  return bytes;
}

/// A request that is refused says why and leaves nothing behind.
static inline void rig_expect_refused(carom_status status, const carom_diag* diag, const char* part) {
  cr_expect_eq(status, CAROM_BAD_VALUE, "%s", part);
  cr_expect_not_null(strstr(diag->message, part), "no \"%s\" in: %s", part, diag->message);
  cr_expect_eq(sample_file_count(folder), 0);
}

/// Texts that an svg has and lacks; both lists end with NULL. `what` is for the failure's message.
static inline void expect_text(const char* what, const char* svg, const char* const* shown, const char* const* absent) {
  char* text = svg_text_of(svg);
  cr_expect(svg_is_well_formed(svg), "%s", what);
  for (; *shown; ++shown) cr_expect_not_null(strstr(text, *shown), "%s lacks %s", what, *shown);
  for (; *absent; ++absent) cr_expect_null(strstr(text, *absent), "%s has %s", what, *absent);
  free(text);
}

static inline void expect_words(const char* svg, const char* const* shown, const char* const* absent) {
  expect_text("the picture", svg, shown, absent);
}

#endif
