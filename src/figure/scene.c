// The picture of an impact itself: bodies, contacts, normals, velocities before and after.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/scene.h"

#include <math.h>
#include <stdlib.h>

#include "figure/figure.h"

static void write_outlines(FILE* file, const void* drawing) {
  const carom__stage_drawing* d = drawing;
  fputs("# x y [m]; one block for each body\n", file);
  for (int i = 0; i < d->input->actor_count; ++i) {
    const carom_figure_actor* actor = &d->input->actors[i];
    for (int j = 0; j < actor->outline_count; ++j)
      fprintf(file, "%.17g %.17g\n", actor->outline[j].x, actor->outline[j].y);
    if (actor->outline_count > 0) fprintf(file, "%.17g %.17g\n", actor->outline[0].x, actor->outline[0].y);
    fputs(actor->outline_count > 0 ? "\n\n" : "NaN NaN\n\n\n", file);  // gnuplot would not count an empty block
  }
}

static void write_contacts(FILE* file, const void* drawing) {
  const carom__stage_drawing* d = drawing;
  carom__marks_write_data(file, &d->stage.marks, "x y [m]");
}

static bool is_finite(carom_vec2 v) {
  return isfinite(v.x) && isfinite(v.y);
}

static bool actor_is_fine(const carom_figure_actor* actor) {
  if (actor->outline_count < 0 || (actor->outline_count > 0 && !actor->outline)) return false;
  for (int i = 0; i < actor->outline_count; ++i) {
    if (!is_finite(actor->outline[i])) return false;
  }
  return is_finite(actor->centre) && is_finite(actor->before) && is_finite(actor->after) &&
         isfinite(actor->spin_before) && isfinite(actor->spin_after);
}

static carom_status check_input(const carom_figure_scene_input* input, carom_diag* diag) {
  if (!input || !input->actors || (input->meeting_count > 0 && !input->meetings) ||
      !carom__sheet_is_markup(input->across) || !carom__sheet_is_markup(input->up)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a scene needs bodies, the contacts it counts, and words without quotes or line breaks "
                               "for both axes; one of them is missing");
  }
  if (input->actor_count < 1 || input->actor_count > CAROM_FIGURE_MAX_ACTORS || input->meeting_count < 0 ||
      input->meeting_count > CAROM_FIGURE_MAX_MEETINGS) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "a scene has 1 to %d bodies and up to %d contacts, not %d and %d",
                               CAROM_FIGURE_MAX_ACTORS, CAROM_FIGURE_MAX_MEETINGS, input->actor_count,
                               input->meeting_count);
  }
  if (input->wall_count < 0 || input->wall_count > CAROM_FIGURE_MAX_WALLS || (input->wall_count > 0 && !input->walls))
    return carom__figure_error(diag, CAROM_BAD_VALUE, "a scene has up to %d walls, not %d", CAROM_FIGURE_MAX_WALLS,
                               input->wall_count);
  for (int i = 0; i < input->actor_count; ++i) {
    if (actor_is_fine(&input->actors[i])) continue;
    return carom__figure_error(
        diag, CAROM_BAD_VALUE,
        "body %d of the scene lacks corners that it counts, or holds a number that is not finite", i);
  }
  for (int i = 0; i < input->meeting_count; ++i) {
    if (is_finite(input->meetings[i].point) && is_finite(input->meetings[i].normal)) continue;
    return carom__figure_error(diag, CAROM_BAD_VALUE, "contact %d of the scene holds a number that is not finite", i);
  }
  return CAROM_OK;
}

carom_status carom_figure_scene(const carom_figure* figure, const carom_figure_scene_input* input, carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__STAGE_OUTLINES, write_outlines},
                                      {CAROM__STAGE_CONTACTS, write_contacts},
                                      {CAROM__STAGE_SCRIPT, carom__stage_write_script}};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  carom__stage_drawing* d = calloc(1, sizeof *d);
  if (!d) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  d->input = input;
  d->stage.sheet = carom__sheet_of(figure, format);
  carom__stage_lay_out(input, &d->stage);
  status = carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, d, diag);
  free(d);
  return status;
}
