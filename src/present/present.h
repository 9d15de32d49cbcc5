/// @file present/present.h
/// Scenarios on their way into a figure: private to the room present.
#ifndef CAROM_PRESENT_PRESENT_H
#define CAROM_PRESENT_PRESENT_H

#include "carom/present.h"
#include "text/sentence.h"

enum { CAROM__NAME_SIZE = 1024, CAROM__LABEL_SIZE = 160 };

/// In a legend: what of an item's name sets it apart from the others.
typedef char carom__label[CAROM__LABEL_SIZE];

/// All scenarios of a figure, in order.
typedef struct carom__bundle {
  int count;
  const carom_present_item* items;
  carom__label* labels;
} carom__bundle;

/// What a kind draws. The figure's width is 0 where the size is left to the kind. A function that returns
/// CAROM_NO_MEMORY need not say anything; all other errors fill diag.
typedef struct carom__subject {
  carom_figure figure;
  const carom__bundle* bundle;
  carom_diag* diag;
} carom__subject;

/// Never NULL.
const char* carom__item_name(const carom_present_item* item);
/// Fills in the labels; false without memory. They are freed with the bundle's owner.
bool carom__label_items(carom__bundle* bundle);
/// The words that the names of several scenarios begin with, as a title for all. False if there are none worth it.
bool carom__shared_title(const carom__bundle* bundle, char title[CAROM__NAME_SIZE]);

/// The size that a kind looks best in, unless the user gave one.
void carom__suggest_size(carom_figure* figure, int width, int height);
void carom__suggest_usual_size(carom_figure* figure);

/// Memory that is all zero; NULL where there is none.
void* carom__present_allocate(size_t count, size_t size);
/// Says that there is no memory, if that is what the status says.
carom_status carom__present_end(carom_status status, carom_diag* diag);

/// One contact.
carom_status carom__draw_process(carom__subject* subject);
carom_status carom__draw_hodograph(carom__subject* subject);
carom_status carom__draw_springs(carom__subject* subject);
carom_status carom__draw_curve(carom__subject* subject);
carom_status carom__draw_energy(carom__subject* subject);
carom_status carom__draw_velocity(carom__subject* subject);
/// Several contacts.
carom_status carom__draw_impulse(carom__subject* subject);
carom_status carom__draw_energies(carom__subject* subject);
carom_status carom__draw_velocities(carom__subject* subject);
carom_status carom__draw_energy_plane(carom__subject* subject);
carom_status carom__draw_velocity_plane(carom__subject* subject);
/// Either.
carom_status carom__draw_scene(carom__subject* subject);
/// Motion.
carom_status carom__draw_strobe(carom__subject* subject);
/// Whatever the kind: a name that ends as a film's does asks for one.
carom_status carom__draw_film(carom__subject* subject);
carom_status carom__draw_path(carom__subject* subject);
carom_status carom__draw_table(carom__subject* subject);
carom_status carom__draw_break(carom__subject* subject);
carom_status carom__draw_height(carom__subject* subject);
carom_status carom__draw_phases(carom__subject* subject);
carom_status carom__draw_motion_energy(carom__subject* subject);

#endif
