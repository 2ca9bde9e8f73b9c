// checkers/mpmc/near_pair_checks.cpp
// Purpose   Checks the search for near pairs, smallest distances, and which starts are legal.
// Computes  All of them by all pairs, also of disks on the borders of the box.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>

#include "checkers/findings.hpp"
#include "checkers/mpmc/cell_checks.hpp"
#include "models/disks/start.hpp"

namespace touchstone {
namespace {

using disks::Box;
using disks::Configuration;
using disks::Vec;

constexpr std::uint64_t kLeastPairs = 2000;

Vec<double> nearest(const Configuration& c, std::size_t i, std::size_t j) {
  return {std::remainder(c.centres[j].x - c.centres[i].x, c.box.width),
          std::remainder(c.centres[j].y - c.centres[i].y, c.box.height)};
}

/// Some centres lie exactly on the lower borders of the box, or just below the upper ones.
Configuration scattered(std::size_t disks, const Box& box, PhiloxStream& random) {
  Configuration c{box, {}};
  for (std::size_t i = 0; i < disks; ++i) {
    Vec<double> p{random.uniform() * box.width, random.uniform() * box.height};
    if (i % 7 == 0) p.x = 0;
    if (i % 11 == 1) p.y = 0;
    if (i % 13 == 2) p.x = std::nextafter(box.width, 0);
    if (i % 17 == 3) p.y = std::nextafter(box.height, 0);
    c.centres.push_back(p);
  }
  return c;
}

std::uint64_t compare_pairs(Findings& findings, const CellCode& code, const Configuration& c,
                            double range) {
  const std::string where = fmt::format("{} disks in {:.4g} x {:.4g}, range {}", c.size(),
                                        c.box.width, c.box.height, range);
  std::set<std::pair<std::size_t, std::size_t>> found;
  for (const CellCode::Pair& pair : code.near_pairs(c, range)) {
    const Vec<double> apart = nearest(c, pair.i, pair.j);
    findings.expect(pair.i < pair.j && found.insert({pair.i, pair.j}).second,
                    where + ": a pair twice, or in the wrong order");
    findings.expect(std::abs(std::abs(pair.apart.x) - std::abs(apart.x)) < 1e-9 &&
                        std::abs(std::abs(pair.apart.y) - std::abs(apart.y)) < 1e-9 &&
                        (std::hypot(apart.x, apart.y) >= range ||
                         (pair.apart.x * apart.x >= 0 && pair.apart.y * apart.y >= 0)),
                    where + ": a pair by another image");
  }
  std::uint64_t near = 0;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = i + 1; j < c.size(); ++j) {
      const Vec<double> apart = nearest(c, i, j);
      const double distance = std::hypot(apart.x, apart.y);
      smallest = std::min(smallest, distance);
      if (distance > range * (1 - 1e-12)) continue;
      ++near;
      findings.expect(found.count({i, j}) == 1, where + ": a pair that is not found");
    }
  const double by_cells = disks::smallest_distance(c, range);
  findings.expect(smallest < range ? std::abs(by_cells - smallest) < 1e-9 : !(by_cells < range),
                  where + ": another smallest distance");
  const double by_pairs = disks::smallest_distance_all_pairs(c);
  findings.expect(by_pairs == smallest || std::abs(by_pairs - smallest) < 1e-9,
                  where + ": another smallest distance by all pairs");
  return near;
}

bool refused(const Configuration& c) {
  try {
    disks::require_legal_start(c);
    return false;
  } catch (const InputError&) {
    return true;
  }
}

/// Two disks so far apart, beside each other or one above the other, across the border or not.
void compare_legality(Findings& findings) {
  const Box box{8, 6};
  for (const bool upright : {false, true})
    for (const double first : {0.0, 3.0, upright ? 5.5 : 7.5})
      for (const auto& [distance, legal, start] : {std::tuple{1.0, true, true},
                                                   {1 - 1e-9, false, true},
                                                   {1 - 5e-7, false, true},
                                                   {1 - 2e-6, false, false},
                                                   {1 + 1e-9, true, true}}) {
        const double other = first + distance;
        const Vec<double> a = upright ? Vec<double>{2, first} : Vec<double>{first, 2};
        const Vec<double> b = upright ? Vec<double>{2, other} : Vec<double>{other, 2};
        const Configuration c{box, {a, box.wrap(b)}};
        const bool rounded = distance == 1.0 && first > 0;  // the border is a matter of rounding
        findings.expect(rounded || disks::is_legal(c) == legal, "legal or not");
        findings.expect(disks::is_legal(c, 1e-6) == start && refused(c) == !start,
                        "a legal start or not");
      }
  for (const Vec<double> p : {Vec<double>{8, 1},
                              {1, 6},
                              {-1e-12, 1},
                              {1, -1e-12},
                              {std::nan(""), 1},
                              {1, std::nan("")}}) {
    const Configuration c{box, {{4, 4}, p}};
    findings.expect(!disks::is_legal(c) && refused(c), "a centre outside the box");
  }
  findings.expect(disks::is_legal({box, {{0, 0}}}) && !refused({box, {{0, 0}}}),
                  "a centre in the corner");
  findings.expect(!refused({{2, 2}, {{1, 1}}}), "the smallest box");
  findings.expect(refused({{1.999, 2}, {{1, 1}}}) && refused({{2, 1.999}, {{1, 1}}}),
                  "a box narrower than two diameters");
  findings.expect(refused({box, {}}), "no disks");
}

}  // namespace

CheckResult check_near_pairs(const CellCode& code, const CheckContext& context) {
  Findings findings;
  PhiloxStream random = cell_check_stream(context, 3);
  std::uint64_t near = 0;
  for (const Box& box : {Box{2, 2}, Box{2.9, 3.1}, Box{3, 9}, Box{17.3, 2.2}, Box{2.2, 17.3},
                         Box{8, 8}, Box{12.1, 9.7}})
    for (const std::size_t disks : {1u, 2u, 30u, 150u})
      for (const double range : {1.0, 1.005, 1.7, 2.9})
        near += compare_pairs(findings, code, scattered(disks, box, random), range);
  compare_legality(findings);
  findings.expect(near >= kLeastPairs, fmt::format("only {} pairs", near));
  return findings.result(near, fmt::format("{} near pairs", near));
}

}  // namespace touchstone
