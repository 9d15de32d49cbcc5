#include "figure/captions.h"

#include <stddef.h>

#include "carom/figure.h"

#define ONE(word) \
  {               \
    word, word, { \
      word, NULL  \
    }             \
  }
#define TWO(first, second)                 \
  {                                        \
    first " " second, first "\n" second, { \
      first, second                        \
    }                                      \
  }

const carom__caption* carom__event_caption(carom_event_type type) {
  static const carom__caption captions[] = {
      [CAROM_EVENT_COMPRESSION_END] = TWO("compression", "ends"),
      [CAROM_EVENT_RESTITUTION_END] = ONE("ends"),
      [CAROM_EVENT_RECOMPRESS] = TWO("compression", "restarts"),
      [CAROM_EVENT_REACTIVATE] = TWO("comes", "back"),
      [CAROM_EVENT_STICK] = ONE("sticks"),
      [CAROM_EVENT_SLIP] = ONE("slips"),
      [CAROM_EVENT_REVERSE] = TWO("slip", "reverses"),
      [CAROM_EVENT_STRAIGHT] = TWO("slip is", "straight"),
      [CAROM_EVENT_LOCK] = TWO("is held", "at rest"),
      [CAROM_EVENT_RELEASE] = TWO("is", "released"),
      [CAROM_EVENT_START_SLIP] = TWO("starts", "slipping"),
      [CAROM_EVENT_START_STICK] = TWO("starts", "sticking"),
      [CAROM_EVENT_JAM] = TWO("is", "wedged"),
  };
  return &captions[type];
}

#define NUMBERED_ONE(word)    \
  {                           \
    {"0 " word, "1 " word}, { \
      "0\n" word, "1\n" word  \
    }                         \
  }
#define NUMBERED_TWO(first, second)                   \
  {                                                   \
    {"0 " first " " second, "1 " first " " second}, { \
      "0 " first "\n" second, "1 " first "\n" second  \
    }                                                 \
  }

const carom__numbered_caption* carom__contact_caption(const carom_event* event) {
  static const carom__numbered_caption captions[] = {
      [CAROM_EVENT_COMPRESSION_END] = NUMBERED_TWO("ends", "compression"),
      [CAROM_EVENT_RESTITUTION_END] = NUMBERED_ONE("leaves"),
      [CAROM_EVENT_RECOMPRESS] = NUMBERED_TWO("compresses", "again"),
      [CAROM_EVENT_REACTIVATE] = NUMBERED_TWO("comes", "back"),
      [CAROM_EVENT_STICK] = NUMBERED_ONE("sticks"),
      [CAROM_EVENT_SLIP] = NUMBERED_ONE("slips"),
      [CAROM_EVENT_REVERSE] = NUMBERED_ONE("reverses"),
      [CAROM_EVENT_LOCK] = NUMBERED_TWO("is", "held"),
      [CAROM_EVENT_RELEASE] = NUMBERED_TWO("is", "released"),
      [CAROM_EVENT_JAM] = NUMBERED_TWO("is", "wedged"),
  };
  if ((size_t)event->type >= sizeof captions / sizeof *captions) return NULL;
  if (event->contact < 0 || event->contact >= CAROM__CAPTIONED_CONTACTS) return NULL;
  return captions[event->type].words[0] ? &captions[event->type] : NULL;
}

const char* carom_figure_phase_words(carom_phase phase) {
  static const char* const captions[] = {
      [CAROM_PHASE_FLIGHT] = "hops",          [CAROM_PHASE_SLIDE] = "slides",
      [CAROM_PHASE_STICK] = "sticks",         [CAROM_PHASE_ROLL] = "rolls",
      [CAROM_PHASE_REST] = "rests",           [CAROM_PHASE_SPIN] = "spins on the spot",
      [CAROM_PHASE_POCKETED] = "in a pocket", [CAROM_PHASE_OFF] = "off the table",
  };
  return captions[phase];
}
