// checkers/mpmc/cell_checks.hpp
// Purpose   Checks of what all schemes with cells stand on: grids of cells and their capacity, the
//           search for near pairs, shifts, choices of one of n, and arithmetic with ten bits.
//           Schemes and references share it.
// Not here  The code (models/disks, models/core/rounded.hpp), its mutants (checkers/mutants).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checkers/check.hpp"
#include "models/core/origin.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/plane_cells.hpp"
#include "models/disks/space.hpp"

namespace touchstone {

/// Code for cells and near pairs, or wrong code of the same form.
struct CellCode {
  struct Pair {
    std::size_t i, j;
    disks::Vec<double> apart;  ///< from i to j
  };

  std::string name;  ///< "mpmc/..." or "mutant/..."
  std::function<disks::GridShape(const disks::Box&)> grid;
  /// Pairs of disks in neighbouring cells, among them all that are closer than the range.
  std::function<std::vector<Pair>(const disks::Configuration&, double range)> near_pairs;
  /// The nearest number with ten bits behind the leading one.
  std::function<double(double)> in_ten_bits;
  /// Shift of the grid after a sweep, for cells of these sides.
  std::function<disks::GridShift<double>(disks::Vec<double> cell, std::uint64_t seed,
                                         std::uint64_t sweep)>
      shift;
  /// One of 0 ... n - 1.
  std::function<std::uint32_t(PhiloxStream& words, std::uint32_t n)> below;
};

/// The checks, each in a file of its own.
CheckResult check_grids(const CellCode& code, const CheckContext& context);
CheckResult check_near_pairs(const CellCode& code, const CheckContext& context);
CheckResult check_ten_bits(const CellCode& code, const CheckContext& context);
CheckResult check_shifts(const CellCode& code, const CheckContext& context);
CheckResult check_choices(const CellCode& code, const CheckContext& context);
/// Random numbers of one part of these checks.
PhiloxStream cell_check_stream(const CheckContext& context, unsigned part);

inline constexpr const char* kGrids = "cells/grids";
inline constexpr const char* kNearPairs = "cells/near pairs";
inline constexpr const char* kTenBits = "cells/ten bits";
inline constexpr const char* kShifts = "cells/shifts";
inline constexpr const char* kChoices = "cells/choices";

/// The code that ships, under another name.
CellCode plane_cells(const std::string& name);

/// Registers the checks of this code as jobs; for a mutant `killed_by` names one of them.
bool register_cell_code(const CellCode& code, const std::optional<std::string>& killed_by = {},
                        const Origin& origin = {});

}  // namespace touchstone
