/// @file captions.h
/// What figures say of events and phases, each in one place: for one contact, for numbered contacts, in one line or
/// broken where room is scarce.
#ifndef CAROM_FIGURE_CAPTIONS_H
#define CAROM_FIGURE_CAPTIONS_H

#include "carom/contact.h"

enum { CAROM__CAPTIONED_CONTACTS = 2 };  ///< more contacts would fill a figure with words

typedef struct carom__caption {
  const char* words;     ///< "compression ends"
  const char* broken;    ///< the same in two lines, parted by a line break, if there are two words
  const char* lines[2];  ///< the same as two strings, the second NULL if there is one word
} carom__caption;

/// Of an event of the only contact, or of whichever one.
const carom__caption* carom__event_caption(carom_event_type type);

typedef struct carom__numbered_caption {
  const char* words[CAROM__CAPTIONED_CONTACTS];   ///< "0 sticks"
  const char* broken[CAROM__CAPTIONED_CONTACTS];  ///< the same in two lines
} carom__numbered_caption;

/// Of an event of contact 0 or 1; NULL for other contacts, and for events that are not worth words.
const carom__numbered_caption* carom__contact_caption(const carom_event* event);

#endif
