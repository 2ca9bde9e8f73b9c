// checkers/balance/every_sweep.hpp
// Purpose   A proof about sweep 0 holds for the others: with the same choices, an operator ends
//           in the same state after asking for the same choices, whatever the number of the sweep.
// Range     Sweeps kSweeps: all residues modulo 2 to 9, and the borders of narrower numbers. A
//           sample of states and tapes; a fault of one sweep in a thousand is not seen.
// Not here  Random streams of different sweeps (the verdict "fresh streams").
#pragma once
#include <cstdint>
#include <optional>

#include "checkers/balance/findings.hpp"
#include "models/core/tiny_model.hpp"

namespace touchstone::balance {

inline constexpr std::uint64_t kSweeps[] = {
    1,   2,   3,   4,   5,          6,     7,          8,          (1u << 8) - 1,
    256, 511, 512, 513, 1ull << 16, 65537, 1ull << 31, 1ull << 32, (1ull << 40) + 3};

struct SweepDifference {
  std::uint64_t sweep;
  Witness run;  ///< from the same state, with the same choices, sweep 0 goes another way
};

/// The first difference that a sample shows, or nothing. `compared` counts runs.
std::optional<SweepDifference> sweep_difference(const TinyModel& model, TinySystem& system,
                                                const States& states, std::uint64_t& compared);

}  // namespace touchstone::balance
