// Defaults, words and the frame of a plane.
#include "carom/motion.h"
#include "base/words.h"

carom_motion carom_motion_default(void) {
  return (carom_motion){.until = 1, .cutoff_speed = 1e-6, .sample = 1.0 / 500, .tolerance = 1e-12};
}

carom_frame carom_plane_frame(const carom_plane* plane, int dimension) {
  carom_frame frame = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  if (dimension == 2) {
    carom_frame_in_plane((carom_vec2){plane->normal.x, plane->normal.y}, &frame, NULL);
  } else {
    carom_frame_from_normal(plane->normal, NULL, &frame, NULL);
  }
  return frame;
}

const char* carom_phase_word(carom_phase phase) {
  switch (phase) { CAROM_PHASE_LIST(CAROM__CASE_WORD) }
  return "unknown";
}
