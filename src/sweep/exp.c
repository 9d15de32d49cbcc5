// The exponential of src/math under a name of this library.
#include "sweep/elementary.h"
// Behind the names that it shall have.
#include "math/exp.c"
