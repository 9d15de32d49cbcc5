// What carom says alone of the box that both examples throw: its own motion, event by event.
#ifndef OWN_ANSWER_H
#define OWN_ANSWER_H

#include <stdbool.h>

/// A box of 0.2 x 0.3 x 0.4 m and 6 kg, thrown over a floor. Where it is after 10 s [m]; false where there is no
/// answer.
bool own_answer(double e, double mu, double place[3]);

#endif
