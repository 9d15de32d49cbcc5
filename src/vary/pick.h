/// @file pick.h
/// Values of a result by typed paths: found once, then read from the struct without any text.
#ifndef CAROM_VARY_PICK_H
#define CAROM_VARY_PICK_H

#include "carom/vary.h"

typedef enum carom__pick_kind {
  CAROM__PICK_NONE,  ///< no such path is known here: the walk must look for it
  CAROM__PICK_IMPULSE,
  CAROM__PICK_IMPULSE_CONTACT,
  CAROM__PICK_VELOCITY_BEFORE,
  CAROM__PICK_VELOCITY_AFTER,
  CAROM__PICK_MODE,
  CAROM__PICK_BODY_VELOCITY,
  CAROM__PICK_BODY_SPIN,
  CAROM__PICK_BODY_CHANGE,
  CAROM__PICK_CLOSING_SPEED,
  CAROM__PICK_JOINT_VELOCITY,
  CAROM__PICK_ENERGY,
  CAROM__PICK_MODEL,
  CAROM__PICK_EVENTS,
  CAROM__PICK_EVENT_COUNT,
  CAROM__PICK_EVENT_TYPE,
  CAROM__PICK_EVENT_IMPULSE,
} carom__pick_kind;

typedef struct carom__pick {
  carom__pick_kind kind;
  int owner;  ///< contact, body, event, or which energy
  int axis;   ///< of a vector, or which number of a change
} carom__pick;

/// What a path means in results of this scenario.
carom__pick carom__pick_find(const char* path, const carom_scenario* scenario);

/// Fills in the value; CAROM_READING_NONE where this result has none.
void carom__pick_read(const carom__pick* pick, const carom_scenario* scenario, const carom_result* result,
                      carom_reading* out);

/// A word that fits: cut with "…" where it is too long.
void carom__put_word(carom_reading* reading, const char* word);
/// "start slip, stick, compression end"; with several contacts each with its number.
void carom__put_events(const carom_result* result, carom_reading* reading);

#endif
