// optimized/core/epoch_claims_kernel.hpp
// Purpose   Epochs of work in pieces that threads claim. Nobody waits for a thread, only for pieces
//           that are being worked on: a thread that another program keeps from its processor holds
//           up the rest only if it holds a piece. A barrier waits for each thread, each time.
// Computes  A piece is claimed by exactly one thread in each epoch. Who completes the last piece
//           alone settles the epoch, and begins the next or ends the work.
// Shown by  checkers/explore/kernels/epoch_claims.cpp: every schedule, every weaker order.
#pragma once
#include <cstdint>
#include <functional>

#include "models/core/memory_order.hpp"

namespace touchstone::optimized {

/// Epochs have numbers, odd while there is work and even while there is none, which only grow: who
/// comes with an old one claims nothing.
template <class Mem>
struct EpochClaims {
  using Number = std::uint32_t;
  using Cell = typename Mem::template Cell<Number>;
  static constexpr Number kNoEpoch = 0;         ///< first value of `epoch`
  static constexpr Number kNeverClaimed = ~0u;  ///< first value of each piece

  alignas(64) Cell epoch;
  alignas(64) Cell completed;  ///< pieces of the epoch; 0 at the beginning

  static bool has_work(Number number) { return number % 2 == 1; }

  /// The present epoch. What was written before it began is seen afterwards.
  Number present(Mem& m) { return m.load(epoch, order::acquire); }
  /// Waits until the epoch is no longer `old`.
  Number next(Mem& m, Number old) {
    return m.wait_until(epoch, std::not_equal_to<>(), old, order::acquire);
  }

  /// Whether this thread, and no other, has the piece in this epoch. In the epoch with work before,
  /// two less, each piece was claimed by somebody.
  bool claim(Mem& m, Cell& piece, Number number) {
    Number found = number - 2;
    return m.compare_exchange(piece, found, number, order::relaxed, order::relaxed);
  }
  /// Whether somebody has the piece.
  bool is_claimed(Mem& m, Cell& piece, Number number) {
    return m.load(piece, order::relaxed) == number;
  }
  /// Counts pieces as completed. True for the last: what all wrote in this epoch is seen, and
  /// nobody works.
  bool complete(Mem& m, Number pieces, Number all) {
    return m.fetch_add(completed, pieces, order::acq_rel) + pieces == all;
  }

  /// Begins the work, when there is none, or the next epoch, after the last piece of one.
  void begin(Mem& m, Number number) {
    m.store(completed, 0, order::relaxed);
    m.store(epoch, number + (has_work(number) ? 2 : 1), order::release);
  }
  /// Ends the work after the last piece of an epoch.
  void end(Mem& m, Number number) { m.store(epoch, number + 1, order::release); }
};

}  // namespace touchstone::optimized
