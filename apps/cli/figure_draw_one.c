/// @file figure_draw_one.c
/// Figures of one contact.
#include <math.h>

#include "figure_track.h"

/// Draws followed impacts.
typedef carom_status (*painter)(figure_subject* subject, const figure_tracks* tracks, carom_diag* diag);

static int draw(figure_subject* subject, painter paint) {
  figure_tracks tracks;
  int code = cli_figure_follow(subject, &tracks);
  if (code == CLI_SOLVED) {
    carom_diag diag;
    const carom_status status = paint(subject, &tracks, &diag);
    code = cli_figure_report(status, &subject->figure, diag.message);
  }
  cli_figure_free_tracks(&tracks);
  return code;
}

static void suggest_default(figure_subject* subject) {
  const carom_figure usual = carom_figure_default();
  cli_figure_suggest_size(&subject->figure, usual.width, usual.height);
}

static carom_status paint_process(figure_subject* subject, const figure_tracks* tracks, carom_diag* diag) {
  suggest_default(subject);
  return carom_figure_processes(&subject->figure, tracks->contacts, tracks->count, diag);
}

int cli_figure_draw_process(figure_subject* subject) {
  return draw(subject, paint_process);
}

static carom_status paint_hodograph(figure_subject* subject, const figure_tracks* tracks, carom_diag* diag) {
  suggest_default(subject);
  return carom_figure_hodographs(&subject->figure, tracks->contacts, tracks->count, diag);
}

int cli_figure_draw_hodograph(figure_subject* subject) {
  return draw(subject, paint_hodograph);
}

/// Motion along both tangents needs room for the plane of their impulses.
static int springs_height(const carom_compliant_outcome* outcome) {
  const double noise = 1e-9 * outcome->impulse.z;
  return fabs(outcome->impulse.x) > noise && fabs(outcome->impulse.y) > noise ? 1150 : 900;
}

static carom_status paint_springs(figure_subject* subject, const figure_tracks* tracks, carom_diag* diag) {
  const carom_figure_springs_input* input = &tracks->items[0].compliant;
  cli_figure_suggest_size(&subject->figure, 650, springs_height(input->outcome));
  return carom_figure_springs(&subject->figure, input, diag);
}

int cli_figure_draw_springs(figure_subject* subject) {
  return draw(subject, paint_springs);
}

static carom_status paint_curve(figure_subject* subject, const figure_tracks* tracks, carom_diag* diag) {
  suggest_default(subject);
  return carom_figure_impulse_curve(&subject->figure, tracks->contacts, tracks->count, diag);
}

int cli_figure_draw_curve(figure_subject* subject) {
  return draw(subject, paint_curve);
}

/// Compared impacts have a panel for each quantity.
static void suggest_chart_size(figure_subject* subject) {
  cli_figure_suggest_size(&subject->figure, 650, subject->bundle->count > 1 ? 800 : 650);
}

static carom_status paint_energy(figure_subject* subject, const figure_tracks* tracks, carom_diag* diag) {
  suggest_chart_size(subject);
  return carom_figure_energy(&subject->figure, tracks->contacts, tracks->count, diag);
}

int cli_figure_draw_energy(figure_subject* subject) {
  return draw(subject, paint_energy);
}

static carom_status paint_velocity(figure_subject* subject, const figure_tracks* tracks, carom_diag* diag) {
  suggest_chart_size(subject);
  return carom_figure_velocity(&subject->figure, tracks->contacts, tracks->count, diag);
}

int cli_figure_draw_velocity(figure_subject* subject) {
  return draw(subject, paint_velocity);
}
