// What the targets that read text share.
#include "fuzz_text.h"

#include <stdlib.h>
#include <string.h>

#include "kit/good_texts.h"

enum { MOST_CALLS = 40, MOST_CONTACTS = 3, MOST_MOVERS = 3, MOST_LANDINGS = 2000 };

char* fuzz_good_text(fuzz_input* in, bool motion) {
  const char* text = good_texts[0];
  int index = fuzz_int(in, 0, GOOD_TEXT_COUNT - 1);
  for (int i = 0; i < GOOD_TEXT_COUNT; ++i) {
    text = good_texts[(index + i) % GOOD_TEXT_COUNT];
    if (motion || (!strstr(text, "'motion'") && !strstr(text, "'method'"))) break;
  }
  const size_t length = strlen(text);
  char* copy = malloc(length + 1);
  if (!copy) abort();
  for (size_t i = 0; i <= length; ++i) copy[i] = text[i] == '\'' ? '"' : text[i];
  return copy;
}

char* fuzz_line(fuzz_input* in) {
  const uint8_t* end = in->left ? memchr(in->at, '\n', in->left) : NULL;
  const size_t length = end ? (size_t)(end - in->at) : in->left;
  char* line = malloc(length + 1);
  if (!line) abort();
  if (length > 0) memcpy(line, in->at, length);
  line[length] = '\0';
  in->at += length + (end != NULL);
  in->left -= length + (end != NULL);
  return line;
}

char* fuzz_rest(fuzz_input* in, size_t* length) {
  char* text = malloc(in->left + 1);
  if (!text) abort();
  if (in->left > 0) memcpy(text, in->at, in->left);
  text[in->left] = '\0';
  *length = in->left;
  in->at += in->left;
  in->left = 0;
  return text;
}

bool fuzz_is_small(const carom_scenario* s) {
  if (s->model == CAROM_MODEL_SPATIAL && s->method.kind != CAROM_METHOD_EXACT) return false;  // 1e8 steps
  if (s->contact_count > MOST_CONTACTS) return false;
  if (!s->has_motion) return true;
  int corners = 0;
  for (int i = 0; i < s->body_count; ++i) corners += s->body_info[i].point_count;
  return s->body_count <= MOST_MOVERS && s->motion.plane_count <= 2 && corners <= 12 && s->chain.link_count <= 3 &&
         s->motion.until / s->motion.sample < 2000 &&
         (!s->motion.has_cloth || s->motion.cutoff_speed >= 0.01 || !s->motion.cloth.hop);
}

bool fuzz_go_on(double done, void* context) {
  int* calls = context;
  if (!(done >= 0 && done <= 1)) fuzz_fail("how much is done", done);
  return ++*calls < MOST_CALLS;
}

static bool take(const char* text, size_t length, void* context) {
  int* room = context;
  if (length == 0) fuzz_fail("a sink was given nothing", 0);
  for (size_t i = 0; i < length; i += 64) (void)*(const volatile char*)(text + i);
  if (*room < (int)length) return false;
  *room -= (int)length;
  return true;
}

carom_sink fuzz_sink(int* room) {
  return (carom_sink){take, room};
}
