// A free body in flight. Private to src/motion.
#ifndef CAROM_MOTION_FLYER_H
#define CAROM_MOTION_FLYER_H

#include "motion/mover.h"

/// A state in space, whatever the dimension.
typedef struct carom__flyer_pose {
  carom_mat3 rotation;  ///< body to world
  carom_vec3 position, velocity, spin;
} carom__flyer_pose;

carom__flyer_pose carom__flyer_pose_of(const carom_flyer* flyer, const double* state);
/// R^T x: a world vector in the body frame.
carom_vec3 carom__flyer_to_body(const carom_mat3* rotation, carom_vec3 x);
/// Angular acceleration of free rotation, world.
carom_vec3 carom__flyer_tumble(const carom_flyer* flyer, const carom_mat3* rotation, carom_vec3 spin);

void carom__flyer_rate(const carom_mover* mover, const double* state, double* rate);
double carom__flyer_kinetic(const carom_mover* mover, const double* state);
double carom__flyer_energy(const carom_mover* mover, const double* state);
void carom__flyer_tidy(const carom_mover* mover, double* state);
double carom__flyer_pace(const carom_mover* mover, const double* state);
void carom__flyer_gaps(const carom_mover* mover, const double* state, double* gaps, double* gap_rates);
void carom__flyer_contact(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                          double* w, double* v, double* c);
void carom__flyer_push(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                       const double* p, double* change);
void carom__flyer_glide(const carom_mover* mover, const double* state, const double* rate, double time, double* out);
/// Whether constant forces move it evenly, and its contacts' w and c never change: a ball of equal moments.
bool carom__flyer_glides(const carom_flyer* flyer);
void carom__flyer_name(const carom_mover* mover, int point, int size, char* name);

#endif
