// checkers/mpmc/lattice_moves.cpp
// Purpose   Checks the trial moves and shifts on tiny lattices.
// Computes  The exact chances of moves and shifts, by all tapes of random choices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "checkers/findings.hpp"
#include "checkers/mpmc/lattice_checks.hpp"

namespace touchstone {
namespace {

using disks::CellOffset;
using disks::GridShift;
using disks::RingSpace;
using disks::Site;
using disks::TorusSpace;

/// Chances of everything that a random function gives, times 2^20.
template <class Draw>
auto chances(Draw draw) {
  ChoiceTape tape;
  std::map<decltype(draw(tape)), double> chance;
  do {
    const auto drawn = draw(tape);
    chance[drawn] += 1.0 / static_cast<double>(tape.weight());
  } while (tape.next());
  return chance;
}

/// The same chance for each of these and for nothing else.
template <class Key>
bool uniform(const std::map<Key, double>& chance, const std::set<Key>& keys) {
  if (chance.size() != keys.size()) return false;
  return std::all_of(keys.begin(), keys.end(), [&](const Key& key) {
    const auto found = chance.find(key);
    return found != chance.end() &&
           std::abs(found->second - 1 / static_cast<double>(keys.size())) < 1e-12;
  });
}

void compare_ring(Findings& findings, const LatticeCode& code, int width) {
  const RingSpace ring(width);
  const std::string where = fmt::format("a ring with cells of {} sites", width);
  findings.expect(ring.cell_width() == width, where + ": another width");
  for (int site = -2; site <= width + 1; ++site) {
    findings.expect(ring.inside(site) == (site >= 0 && site < width), where + ": inside a cell");
    for (int other = -3; other <= width + 2; ++other)
      findings.expect(ring.overlap(site, other) == (std::abs(site - other) < 2),
                      where + ": rods that overlap");
    const auto moves = chances([&](ChoiceTape& tape) {
      auto stream = ring.cell_random(tape, 3, 5);
      return code.ring_move(width, site, stream);
    });
    findings.expect(uniform(moves, {site - 1, site + 1}), where + ": other moves");
    findings.expect(ring.translated(site, {1, 0}) == site + width &&
                        ring.translated(site, {-1, 0}) == site - width,
                    where + ": a translation");
  }
  std::set<int> shifts;  // each distance but 0 comes in both directions
  const auto found = chances([&](ChoiceTape& tape) {
    const GridShift<int> shift = ring.draw_shift(tape, 4);
    return std::pair{shift.direction.x, shift.distance};
  });
  std::set<std::pair<int, int>> expected;
  for (int distance = 0; distance <= width / 2; ++distance)
    for (const int direction : {-1, 1}) {
      expected.insert({direction, distance});
      shifts.insert(ring.shifted(10, {{direction, 0}, distance}));
    }
  findings.expect(uniform(found, expected), where + ": other shifts");
  findings.expect(*shifts.begin() == 10 - width / 2 && *shifts.rbegin() == 10 + width / 2 &&
                      ring.shifted(10, {{1, 0}, 1}) == 9,
                  where + ": positions after a shift");
}

void compare_torus(Findings& findings, int width) {
  const TorusSpace torus(width);
  const std::string where = fmt::format("a torus with cells of {} sites", width);
  findings.expect(torus.cell_width() == Site{width, width}, where + ": another width");
  for (int x = -2; x <= width + 1; ++x)
    for (int y = -2; y <= width + 1; ++y) {
      const bool inside = x >= 0 && x < width && y >= 0 && y < width;
      findings.expect(torus.inside({x, y}) == inside, where + ": inside a cell");
      for (int dx = -3; dx <= 3; ++dx)
        for (int dy = -3; dy <= 3; ++dy)
          findings.expect(
              torus.overlap({x, y}, {x + dx, y + dy}) == (std::abs(dx) < 2 && std::abs(dy) < 2),
              where + ": squares that overlap");
      const auto moves = chances([&](ChoiceTape& tape) {
        auto stream = torus.cell_random(tape, 3, 5);
        const Site to = torus.proposed({x, y}, stream, 0);
        return std::pair{to.x, to.y};
      });
      findings.expect(uniform(moves, {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}}),
                      where + ": other moves");
    }
  const auto found = chances([&](ChoiceTape& tape) {
    const GridShift<int> shift = torus.draw_shift(tape, 4);
    return std::tuple{shift.direction.x, shift.direction.y, shift.distance};
  });
  std::set<std::tuple<int, int, int>> expected;
  for (int distance = 0; distance <= width / 2; ++distance)
    for (const auto& [x, y] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      expected.insert({x, y, distance});
      findings.expect(
          torus.shifted({5, 7}, {{x, y}, distance}) == Site{5 - x * distance, 7 - y * distance} &&
              torus.translated({5, 7}, {x, y}) == Site{5 + x * width, 7 + y * width},
          where + ": positions after a shift or a translation");
    }
  findings.expect(uniform(found, expected), where + ": other shifts");
}

}  // namespace

CheckResult check_lattice_moves(const LatticeCode& code, const CheckContext&) {
  Findings findings;
  std::uint64_t lattices = 0;
  for (int width = 2; width <= 6; ++width, lattices += 2) {
    compare_ring(findings, code, width);
    compare_torus(findings, width);
  }
  findings.expect(lattices >= 10, fmt::format("only {} lattices", lattices));
  return findings.result(lattices, fmt::format("moves and shifts on {} lattices", lattices));
}

}  // namespace touchstone
