// How a contact's mode grows, phase by phase. Private to the library.
#ifndef CAROM_CONTACT_MODE_H
#define CAROM_CONTACT_MODE_H

#include "carom/contact.h"

/// The mode after one more phase: CAROM_CONTACT_SLIP, CAROM_CONTACT_STICK or CAROM_CONTACT_FRICTIONLESS. None changes
/// nothing.
carom_contact_mode carom__contact_mode_then(carom_contact_mode before, carom_contact_mode phase);

#endif
