// checkers/mpmc/cell_checks.cpp
// Purpose   Registers the checks of grids of cells, near pairs, shifts, choices and ten-bit
//           arithmetic.
// Cost      About 0.1 s.
#include "checkers/mpmc/cell_checks.hpp"

#include "checkers/code_checks.hpp"
#include "models/disks/neighbour_grid.hpp"
#include "models/disks/start.hpp"

namespace touchstone {

using disks::Box;
using disks::Configuration;
using disks::Vec;

PhiloxStream cell_check_stream(const CheckContext& context, unsigned part) {
  return Philox(part_seed(context, part)).stream(Purpose::test, 0, 0);
}

CellCode plane_cells(const std::string& name) {
  return {.name = name,
          .grid = [](const Box& box) { return disks::choose_grid(box); },
          .near_pairs =
              [](const Configuration& c, double range) {
                std::vector<CellCode::Pair> pairs;
                disks::NeighbourGrid(c, range).for_each_pair(
                    c, [&](std::size_t i, std::size_t j, Vec<double> apart) {
                      pairs.push_back({i, j, apart});
                    });
                return pairs;
              },
          .in_ten_bits = [](double value) { return double(TenBits(value)); },
          .shift =
              [](Vec<double> cell, std::uint64_t seed, std::uint64_t sweep) {
                return disks::PlaneSpace<double>(cell, 0.16).draw_shift(Philox(seed), sweep);
              },
          .below = [](PhiloxStream& words, std::uint32_t n) { return words.below(n); }};
}

bool register_cell_code(const CellCode& code, const std::optional<std::string>& killed_by,
                        const Origin& origin) {
  return register_code<CellCode>("mpmc", code,
                                 {{kGrids, check_grids},
                                  {kNearPairs, check_near_pairs},
                                  {kShifts, check_shifts},
                                  {kChoices, check_choices},
                                  {kTenBits, check_ten_bits}},
                                 killed_by, origin);
}

namespace {
const bool registered = register_cell_code(plane_cells("mpmc/plane-cells"));
}  // namespace

}  // namespace touchstone
