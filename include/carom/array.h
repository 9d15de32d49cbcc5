/// @file array.h
/// Many impacts in one call. A column is a pointer and a step in BYTES from one element to the next: 0 gives every
/// element the same value, sizeof(struct) walks an array of structs, a negative step walks backwards, and the strides
/// of a NumPy array fit as they are. Nothing need be aligned.
///
/// Numbers are double, laws int64_t, codes (model, mode, status) uint8_t, sets of bits (flags, warnings) uint32_t,
/// counts int32_t. An input that is NULL has the value that its comment says; w, v and what else has none leaves every
/// element without an answer (CAROM_NOT_FINITE). An output that is NULL is not wanted. Outputs must not overlap inputs
/// or each other.
///
/// Every element has a status of its own and never disturbs another. Where it is not CAROM_OK there is no answer: the
/// element's numbers are NaN, its codes, bits and counts 0. The functions return how many elements these are.
///
/// Elements first .. first + count - 1 are solved (count <= 0: none), so that any number of threads can share an array.
/// Nothing is allocated and nothing is written but the outputs. The answers are those of carom_impact_solve
/// (carom/impact.h), element by element, to the last bit and whatever the ranges.
#ifndef CAROM_ARRAY_H
#define CAROM_ARRAY_H

#include <stddef.h>
#include <stdint.h>

#include "carom/contact.h"
#include "carom/derivative.h"
#include "carom/impact.h"

/// A column that is read.
typedef struct carom_in {
  const void* at;  ///< element 0
  ptrdiff_t step;  ///< bytes from one element to the next
} carom_in;

/// A column that is written.
typedef struct carom_out {
  void* at;        ///< element 0; NULL: not wanted
  ptrdiff_t step;  ///< bytes from one element to the next
} carom_out;

/// How the surfaces meet. Where a column is NULL: as in carom_surface_default(), but mu_static as mu.
typedef struct carom_surface_columns {
  carom_in law;  ///< int64_t, carom_law; what is no law is CAROM_OUT_OF_RANGE
  carom_in e, mu, mu_static;
  carom_in eta2;  ///< must be 0 in planar and spatial arrays; NULL in compliant ones: that of Poisson's ratio 0.3
  carom_in stiffness, exponent;
} carom_surface_columns;

/// Where the kinetic energy went, as in carom_energy [J].
typedef struct carom_energy_columns {
  carom_out friction, restitution, spring, change;
} carom_energy_columns;

/// What happened at the one contact of an element.
typedef struct carom_answer_columns {
  carom_out impulse_n_compression;  ///< N s, normal impulse when compression ended
  carom_out impulse_n_slip_end;     ///< N s, normal impulse when slip stopped; NaN on springs, where it comes and goes
  carom_out stored;                 ///< J, in the normal direction when compression ended
  carom_energy_columns energy;
  carom_out model;     ///< carom_model that answered
  carom_out mode;      ///< carom_planar_mode, carom_spatial_mode or carom_contact_mode, as the model says
  carom_out flags;     ///< carom_flag bits
  carom_out status;    ///< carom_status
  carom_out warnings;  ///< carom_warning bits
} carom_answer_columns;

/// One contact in the plane, rigid tangentially (carom/planar.h); axes (t, n).
typedef struct carom_planar_array {
  carom_in w[2][2];  ///< 1/kg; w[1][0] may be NULL: as w[0][1]
  carom_in v[2];     ///< m/s, before
  carom_surface_columns surface;
  carom_out impulse[2];         ///< N s, on body a
  carom_out velocity_after[2];  ///< m/s
  carom_answer_columns answer;
} carom_planar_array;

/// Runs in lanes, as wide as the processor has them (row planar/array of `make bench`).
CAROM_API ptrdiff_t carom_planar_solve_array(const carom_planar_array* array, ptrdiff_t first, ptrdiff_t count);

/// One contact in space, rigid tangentially (carom/spatial.h); axes (t1, t2, n). Where nothing can move along some
/// tangent the planar law answers; model and mode are then its own.
typedef struct carom_spatial_array {
  carom_in w[3][3];  ///< 1/kg; those below the diagonal may be NULL: as their mirror images
  carom_in v[3];     ///< m/s, before
  carom_surface_columns surface;
  carom_out impulse[3];         ///< N s, on body a
  carom_out velocity_after[3];  ///< m/s
  carom_answer_columns answer;
} carom_spatial_array;

/// Plain impacts run in lanes, as wide as the processor has them (docs/spatial.md, row spatial/array of `make bench`).
/// Needs less than 64 kB of stack.
CAROM_API ptrdiff_t carom_spatial_solve_array(const carom_spatial_array* array, ptrdiff_t first, ptrdiff_t count);

/// One contact in space on springs along the tangents (carom/compliant.h); axes (t1, t2, n). Where eta2 is 0 the rigid
/// law answers.
typedef struct carom_compliant_array {
  carom_in w[3][3];  ///< 1/kg; those below the diagonal may be NULL: as their mirror images
  carom_in v[3];     ///< m/s, before
  carom_surface_columns surface;
  carom_out impulse[3];         ///< N s, on body a
  carom_out velocity_after[3];  ///< m/s
  carom_out stored_tangential;  ///< J, the most that the tangential springs held at a switch or an end; rigid: NaN
  carom_answer_columns answer;
} carom_compliant_array;

/// As carom_spatial_solve_array.
CAROM_API ptrdiff_t carom_compliant_solve_array(const carom_compliant_array* array, ptrdiff_t first, ptrdiff_t count);

// ---- several contacts, mechanisms: each element is a block of numbers ---------------------------------------------

/// A block that is read: one matrix an element, every step in bytes. carom_in_packed makes it of matrices row by row.
typedef struct carom_in_block {
  const void* at;         ///< row 0, column 0 of element 0
  ptrdiff_t step;         ///< from one element to the next
  ptrdiff_t row, column;  ///< from one row or column to the next; of a list, which has no columns, row alone counts
} carom_in_block;

/// A block that is written.
typedef struct carom_out_block {
  void* at;  ///< NULL: not wanted
  ptrdiff_t step;
  ptrdiff_t row, column;
} carom_out_block;

/// Doubles without gaps: elements of rows x columns, row by row.
static inline carom_in_block carom_in_packed(const double* at, int rows, int columns) {
  carom_in_block block;
  block.at = at;
  block.column = (ptrdiff_t)sizeof *at;
  block.row = columns * block.column;
  block.step = rows * block.row;
  return block;
}

static inline carom_out_block carom_out_packed(double* at, int rows, int columns) {
  carom_out_block block;
  block.at = at;
  block.column = (ptrdiff_t)sizeof *at;
  block.row = columns * block.column;
  block.step = rows * block.row;
  return block;
}

/// How the surfaces of all contacts meet: lists with a row for each contact. Defaults as in carom_surface_columns, eta2
/// 0.
typedef struct carom_surface_blocks {
  carom_in_block law;  ///< int64_t, carom_law
  carom_in_block e, mu, mu_static, eta2, stiffness, exponent;
} carom_surface_blocks;

/// What happened at all contacts. Rows are contacts; columns, where there are any, the axes (t, n) or (t1, t2, n).
typedef struct carom_answer_blocks {
  carom_out_block impulse;                          ///< N s, on body a
  carom_out_block velocity_before, velocity_after;  ///< m/s
  carom_out_block mode, flags;                      ///< a number for each contact, as in carom_answer_columns
  carom_energy_columns energy;
  carom_out event_total;  ///< how many events there were
  carom_out model, status, warnings;
} carom_answer_blocks;

/// The same number of contacts, one or several, at every element.
typedef struct carom_simultaneous_array {
  int dimension;                        ///< 2 or 3
  int contact_count;                    ///< 1 to CAROM_SIMULTANEOUS_MAX_CONTACTS
  const carom_impact_options* options;  ///< for all; NULL: the defaults. Events and paths are not heard.
  carom_in_block w;                     ///< 1/kg, (dimension * contact_count) rows and columns
  carom_in_block v;                     ///< m/s, before: contact_count rows, dimension columns
  carom_surface_blocks surfaces;
  carom_answer_blocks answer;
} carom_simultaneous_array;

/// Doubles of workspace that a thread needs; 0 where dimension or contact_count cannot be.
CAROM_API size_t carom_simultaneous_array_workspace_size(const carom_simultaneous_array* array);

/// A workspace of less than that: CAROM_TOO_SMALL at every element.
CAROM_API ptrdiff_t carom_simultaneous_solve_array(const carom_simultaneous_array* array, ptrdiff_t first,
                                                   ptrdiff_t count, double* workspace, size_t workspace_capacity);

/// A mechanism that strikes with one contact or several: mass matrix, Jacobian and velocity in, velocity after out
/// (carom_strike_mechanism).
typedef struct carom_mechanism_array {
  int dof;                              ///< 1 to CAROM_MECHANISM_MAX_DOF
  int dimension;                        ///< 2 or 3
  int contact_count;                    ///< 1 to CAROM_SIMULTANEOUS_MAX_CONTACTS
  const carom_impact_options* options;  ///< for all; NULL: the defaults. Events and paths are not heard.
  carom_in_block mass_matrix;           ///< dof rows and columns; NULL where factor is given
  carom_in_block factor;                ///< its Cholesky factor instead, as in carom_mechanism
  carom_in_block jacobian;              ///< dimension * contact_count rows, dof columns
  carom_in_block velocity;              ///< a list of dof, before
  carom_surface_blocks surfaces;
  carom_out_block velocity_after;  ///< a list of dof
  carom_answer_blocks answer;
} carom_mechanism_array;

/// Doubles of workspace that a thread needs; 0 where dof, dimension or contact_count cannot be.
CAROM_API size_t carom_mechanism_array_workspace_size(const carom_mechanism_array* array);

/// A workspace of less than that: CAROM_TOO_SMALL at every element.
CAROM_API ptrdiff_t carom_mechanism_solve_array(const carom_mechanism_array* array, ptrdiff_t first, ptrdiff_t count,
                                                double* workspace, size_t workspace_capacity);

// ---- derivatives: one block of numbers an element ------------------------------------------------------------------

/// The derivatives of many outcomes (carom/derivative.h). An element without derivatives has NaN and codes 0.
typedef struct carom_jacobian_columns {
  unsigned wrt;                ///< carom_wrt bits, for all elements; 0: all that the array has
  carom_out_block d_impulse;   ///< N s per unit of the input: a row for each axis, columns in the order of the bits
  carom_out_block d_velocity;  ///< m/s per unit of the input, likewise
  carom_out smooth;            ///< carom_smooth: of the boundary that the outcome lies on; CAROM_SMOOTH elsewhere
  carom_out boundary;          ///< carom_boundary: the nearest
  carom_out margin;            ///< double: how far that is
  carom_out status;            ///< carom_status: of the solve where that failed, else of the derivatives
} carom_jacobian_columns;

/// Solves the elements and differentiates their outcomes: bit for bit what carom_planar_solve and
/// carom_planar_differentiate say. The columns of `array` are written as by carom_planar_solve_array. Returns how many
/// elements have no derivatives; a bit of wrt that the array does not have leaves all without (CAROM_OUT_OF_RANGE).
CAROM_API ptrdiff_t carom_planar_differentiate_array(const carom_planar_array* array,
                                                     const carom_jacobian_columns* jacobian, ptrdiff_t first,
                                                     ptrdiff_t count);

/// The same in space. Where nothing can move along some tangent W is singular, and there are no derivatives
/// (CAROM_NO_FINITE_ANSWER).
CAROM_API ptrdiff_t carom_spatial_differentiate_array(const carom_spatial_array* array,
                                                      const carom_jacobian_columns* jacobian, ptrdiff_t first,
                                                      ptrdiff_t count);

/// The same on springs: what carom_compliant_differentiate says. Elements with eta2 = 0 have the derivatives of the
/// rigid law, and 0 by eta2.
CAROM_API ptrdiff_t carom_compliant_differentiate_array(const carom_compliant_array* array,
                                                        const carom_jacobian_columns* jacobian, ptrdiff_t first,
                                                        ptrdiff_t count);

#endif
