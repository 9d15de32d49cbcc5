/// @file present/one_contact.c
/// Figures of one contact.
#include <math.h>

#include "present/track.h"

/// Draws followed impacts.
typedef carom_status (*painter)(carom__subject* subject, const carom__tracks* tracks);

static carom_status draw(carom__subject* subject, painter paint) {
  carom__tracks tracks;
  carom_status status = carom__follow(subject, &tracks);
  if (status == CAROM_OK) status = paint(subject, &tracks);
  carom__free_tracks(&tracks);
  return status;
}

static carom_status paint_process(carom__subject* subject, const carom__tracks* tracks) {
  carom__suggest_usual_size(&subject->figure);
  return carom_figure_processes(&subject->figure, tracks->contacts, tracks->count, subject->diag);
}

carom_status carom__draw_process(carom__subject* subject) {
  return draw(subject, paint_process);
}

static carom_status paint_hodograph(carom__subject* subject, const carom__tracks* tracks) {
  carom__suggest_usual_size(&subject->figure);
  return carom_figure_hodographs(&subject->figure, tracks->contacts, tracks->count, subject->diag);
}

carom_status carom__draw_hodograph(carom__subject* subject) {
  return draw(subject, paint_hodograph);
}

/// Motion along both tangents needs room for the plane of their impulses.
static int springs_height(const carom_compliant_outcome* outcome) {
  const double noise = 1e-9 * outcome->impulse.z;
  return fabs(outcome->impulse.x) > noise && fabs(outcome->impulse.y) > noise ? 1150 : 900;
}

static carom_status paint_springs(carom__subject* subject, const carom__tracks* tracks) {
  const carom_figure_springs_input* input = &tracks->items[0].compliant;
  carom__suggest_size(&subject->figure, 650, springs_height(input->outcome));
  return carom_figure_springs(&subject->figure, input, subject->diag);
}

carom_status carom__draw_springs(carom__subject* subject) {
  return draw(subject, paint_springs);
}

static carom_status paint_curve(carom__subject* subject, const carom__tracks* tracks) {
  carom__suggest_usual_size(&subject->figure);
  return carom_figure_impulse_curve(&subject->figure, tracks->contacts, tracks->count, subject->diag);
}

carom_status carom__draw_curve(carom__subject* subject) {
  return draw(subject, paint_curve);
}

/// Compared impacts have a panel for each quantity.
static void suggest_chart_size(carom__subject* subject) {
  carom__suggest_size(&subject->figure, 650, subject->bundle->count > 1 ? 800 : 650);
}

static carom_status paint_energy(carom__subject* subject, const carom__tracks* tracks) {
  suggest_chart_size(subject);
  return carom_figure_energy(&subject->figure, tracks->contacts, tracks->count, subject->diag);
}

carom_status carom__draw_energy(carom__subject* subject) {
  return draw(subject, paint_energy);
}

static carom_status paint_velocity(carom__subject* subject, const carom__tracks* tracks) {
  suggest_chart_size(subject);
  return carom_figure_velocity(&subject->figure, tracks->contacts, tracks->count, subject->diag);
}

carom_status carom__draw_velocity(carom__subject* subject) {
  return draw(subject, paint_velocity);
}
