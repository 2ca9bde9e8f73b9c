// checkers/mutants/mpmc/faults.hpp
// Purpose   The faults that can be planted in the checkerboard algorithm, one switch each. With all
//           switches at their defaults the bodies are Algorithm 1, bit for bit (tested), so a
//           mutant differs from a correct scheme in its fault and in nothing else.
// Source    Anderson et al. 2013, section 2.4 and the text of Algorithm 4; faults of public codes
//           as cited where a mutant is registered.
#pragma once

namespace touchstone::mutants {

/// Treatment of the list of a cell in line 5 of Algorithm 1.
enum class ListOrder {
  shuffled,
  kept,         ///< no shuffle: the order remembers who came when
  biased,       ///< each place swaps with a place drawn from all, not from those not yet done
  one_too_few,  ///< the end of the random range is off by one: nobody keeps its place
};

/// Positions that the overlap test reads.
enum class Neighbours {
  current,
  without_diagonal,  ///< one of the four diagonal cells is forgotten
  stale,             ///< other cells as they were when the sweep began
};

/// Treatment of a trial move that is not allowed.
enum class Rejection {
  restored,
  retried,  ///< proposes again until a move succeeds
  kept,     ///< the moved position was stored and stays, unless it left the cell
};

/// Rule of ownership of a particle after the grid moved, asked by its old cell and by the next one.
enum class ShiftRule {
  complement,         ///< Algorithm 4: both evaluate D - f d; the next cell takes what is outside
  moved_closed,       ///< the next cell asks whether (D - f d) + s is in (0, w]
  translated_closed,  ///< the next cell asks whether (D + s) - f d is in (0, w]
  moved_open,         ///< the next cell asks whether (D - f d) + s is in (0, w)
};

struct Faults {
  ListOrder order = ListOrder::shuffled;
  bool order_in_all_sweeps = true;  ///< else `order` is that of sweeps 2 and 3 of four alone
  Neighbours neighbours = Neighbours::current;
  Rejection rejection = Rejection::restored;
  unsigned most_retries = 1000;  ///< limit of Rejection::retried
  ShiftRule shift_rule = ShiftRule::complement;
  unsigned cell_bits = 32;            ///< random streams differ between cells: bits of the key
  unsigned step_bits = 64;            ///< ... and between sweeps
  bool thread_in_key = false;         ///< ... and depend on the number of threads
  bool seed_used = true;              ///< ... and on the seed
  bool hidden_counter = false;        ///< a count of all simulations ever started joins the seed
  bool steps_shrink_at_edge = false;  ///< steps are shorter near the edge of a cell
  bool step_size_used = true;         ///< max_displacement has an effect
  double drift = 0;                   ///< added to each step along x, in steps
  unsigned step_values = 0;           ///< steps along each axis have so many values; 0: all
  double contact = 1;                 ///< distance at which disks touch
  double contact_within = 1;          ///< ... times this, where both are in one cell
  bool expanded_squares = false;      ///< contact is decided by squares whose large terms cancel
  bool moves_stored = true;           ///< an accepted move is carried out
  bool counts_empty_cells = false;    ///< empty cells count as attempted moves
  bool leaving_allowed = false;       ///< a move may end in another cell
  bool low_borders_inside = false;    ///< a move may end right on the left or low border
  bool each_once = false;             ///< ... and every particle is moved exactly once per sweep
  bool grid_shifts = true;
  bool origin_follows = true;       ///< exported positions know that the grid has moved
  bool positions_wrapped = true;    ///< exported positions are wrapped into the box
  bool positions_in_double = true;  ///< exported positions keep the digits of large boxes
  bool cells_wide_enough = true;    ///< cells are at least as wide as a diameter
  bool sides_told_apart = true;     ///< exported heights know that the box may be no square
  bool positions_in_memory = true;  ///< reported memory includes the positions
  bool overflow_reported = true;    ///< a full cell is an error, not a particle dropped
};

}  // namespace touchstone::mutants
