// How near an impact passes to others that go on differently: what carom_smoothness tells. Private to the room.
//
// Every function does nothing unless somebody asks, and is called with the state before what it tells of.
#ifndef CAROM_COMPLIANT_WATCH_H
#define CAROM_COMPLIANT_WATCH_H

#include "carom/derivative.h"
#include "compliant/panel.h"
#include "compliant/run.h"
#include "compliant/swing.h"

/// Margins so far.
typedef struct carom__spring_watch {
  double grazing;     // the least |v_n| at which it turned, in the first spring; what is more than |v| is not looked at
  double left;        // the least part of the energy that was left when compression began anew
  double wedge;       // how nearly friction holds, or does not, what it wedges
  carom_smooth edge;  // what happens there
  bool has_compressed;
} carom__spring_watch;

carom__spring_watch carom__spring_watch_begin(const carom__spring_run* run);

void carom__spring_watch_swing(carom__spring_run* run, const carom__spring_swing* swing, double t);
void carom__spring_watch_panel(carom__spring_run* run, const carom__panel* panel);
void carom__spring_watch_compressed(carom__spring_run* run);
void carom__spring_watch_begins_anew(carom__spring_run* run);
/// A plastic contact has come to rest; it is held or not.
void carom__spring_watch_rest(carom__spring_run* run);
void carom__spring_watch_held(carom__spring_run* run, const carom__spring_swing* swing, double t);
/// It has let go.
void carom__spring_watch_release(carom__spring_run* run, const carom__spring_swing* swing);

#endif
