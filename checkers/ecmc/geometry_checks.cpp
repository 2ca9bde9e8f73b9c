// checkers/ecmc/geometry_checks.cpp
// Purpose   Contact separations, lanes, fixed-point coordinates, the search for overlaps and what
//           graphs and boxes are refused: by the law of a circle and by all pairs of disks.
// Source    models/disks/chains/fixed_point.hpp: resolution, and which side a border belongs to.
// Computes  The separation b for a distance dy across satisfies (b - 1)^2 < d^2 - dy^2 <= b^2 in
//           ticks, up to the rounding of the shape of the box; and disks overlap at b - 1 and not
//           at b, exactly. A disk that moves up to the first obstacle ahead overlaps nothing, and
//           one tick further it does, wherever the box is cut.
// Cost      About 0.2 s.
#include <algorithm>
#include <cmath>
#include <limits>

#include "checkers/ecmc/graph_checks.hpp"
#include "checkers/findings.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/chain_leg.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/chains/separation_estimate.hpp"

namespace touchstone::ecmc {
namespace {

using disks::Box;
using disks::Configuration;
using disks::ConstraintGraph;
using disks::FixedConfiguration;
using disks::FixedCoordinate;
using disks::FixedMetric;
using disks::kNoPair;
using disks::kTicksPerSide;
using disks::Lane;
using disks::Ticks;

constexpr Box kBoxes[] = {{2, 2},    {2.5, 2.5}, {8, 8},  {7.3, 5.1},   {5.1, 7.3},  {3, 47.9},
                          {47.9, 3}, {2, 32},    {32, 2}, {1000, 1000}, {300, 211.7}};
constexpr std::size_t kLeastSeparations = 5000;
constexpr std::size_t kLeastMoves = 200;

/// Squares of lengths along x, in ticks.
struct Law {
  explicit Law(const Box& box)
      : diameter2(std::pow(0x1p32L / box.width, 2)),
        shape(std::pow(static_cast<long double>(box.height) / box.width, 2)),
        aspect2(std::max(shape, 1 / shape)),
        margin(diameter2 * 0x1p-29L * aspect2),
        across(0x1p32L / box.height) {}
  long double separation2(FixedCoordinate dy) const {
    const long double apart = std::min(dy, 0u - dy);
    return diameter2 - shape * apart * apart;
  }
  long double diameter2, shape, aspect2, margin;
  long double across;  ///< a diameter along y
};

bool lawful(const Law& law, Ticks b, long double square, long double margin) {
  if (b == kNoPair) return square < law.margin + margin;
  const auto length = static_cast<long double>(b);
  return b >= 1 && length * length > square - margin &&
         (length - 1) * (length - 1) < square + margin;
}

std::vector<FixedCoordinate> distances_across(const Law& law, PhiloxStream& random) {
  std::vector<FixedCoordinate> all{0, 1, 0x80000000u};
  for (const long double border : {law.across, law.across / 2, law.across * 0.99999L})
    for (int k = -3; k <= 3; ++k)
      all.push_back(static_cast<FixedCoordinate>(std::llround(border) + k));
  for (int k = 0; k < 300; ++k) {
    const auto most = static_cast<double>(std::min(1.1L * law.across, 0x1p31L));
    all.push_back(static_cast<FixedCoordinate>(random.uniform() * most));
  }
  for (std::size_t k = all.size(); k-- > 0;) all.push_back(0u - all[k]);
  return all;
}

/// Lane by the law; nothing where rounding decides.
std::optional<Lane> lane_by_law(const Law& law, FixedCoordinate dy) {
  const long double apart = std::min(dy, 0u - dy);
  const long double unsure = law.across * 0x1p-28L * law.aspect2 + 2;
  if (std::abs(apart - law.across) < unsure || std::abs(apart - law.across / 2) < unsure)
    return std::nullopt;
  if (apart > law.across) return Lane::none;
  if (apart < law.across / 2) return Lane::middle;
  return dy < 0x80000000u ? Lane::above : Lane::below;
}

void compare_separation(Findings& findings, const GraphCode& code, const Box& box, const Law& law,
                        FixedCoordinate dy) {
  const std::string where = fmt::format("{} x {}, {} ticks across", box.width, box.height, dy);
  const FixedMetric metric(box);
  const disks::SeparationEstimate estimate(box);
  const Ticks b = code.separation(box, dy);
  const bool separated = b == kNoPair ? !metric.overlap(0, dy)
                                      : !metric.overlap(static_cast<FixedCoordinate>(b), dy) &&
                                            metric.overlap(static_cast<FixedCoordinate>(b - 1), dy);
  findings.expect(separated, where + ": overlap at contact, or none one tick closer");
  findings.expect(lawful(law, b, law.separation2(dy), law.margin),
                  fmt::format("{}: a separation of {}", where, b));
  findings.expect(metric.separation(dy) == b, where + ": integers and doubles differ");
  findings.expect(FixedMetric({box.height, box.width}).transposed().separation(dy) == b,
                  where + ": another separation in the box on its side");
  const double square = estimate.squared(dy);
  findings.expect(lawful(law, b, square, estimate.margin()),
                  where + ": an estimate that is further off than it says");
  if (const auto lane = lane_by_law(law, dy))
    findings.expect(metric.lane(dy) == *lane, where + ": another lane");
}

/// Borders that are exact in a square box of 8 diameters.
void compare_borders(Findings& findings) {
  const FixedMetric metric({8, 8});
  constexpr FixedCoordinate kDiameter = 1u << 29;
  for (const auto& [dy, lane] : {std::pair{kDiameter / 2, Lane::above},
                                 {0u - kDiameter / 2, Lane::below},
                                 {kDiameter / 2 - 1, Lane::middle},
                                 {0u - (kDiameter / 2 - 1), Lane::middle},
                                 {kDiameter, Lane::none},
                                 {kDiameter - 1, Lane::above},
                                 {0u - (kDiameter - 1), Lane::below}})
    findings.expect(metric.lane(dy) == lane, fmt::format("lane of {} ticks", dy));
  findings.expect(metric.separation(0) == kDiameter, "the separation of two disks in line");
  findings.expect(!metric.overlap(kDiameter, 0) && metric.overlap(kDiameter - 1, 0),
                  "the border of overlaps");
}

void compare_coordinates(Findings& findings, PhiloxStream& random) {
  for (const Box& box : kBoxes) {
    FixedConfiguration c{box, {0, 1, 0xFFFFFFFFu}, {0xFFFFFFFFu, 0, 1}};
    Configuration d{box, {}};
    for (int k = 0; k < 30; ++k) {
      c.x.push_back(random.next());
      c.y.push_back(random.next());
      d.centres.push_back({random.uniform() * box.width, random.uniform() * box.height});
    }
    findings.expect(disks::in_fixed_point(disks::in_diameters(c)) == c, "not the same coordinates");
    const FixedConfiguration turned = disks::transposed(c);
    findings.expect(turned.x == c.y && turned.y == c.x && turned.box.width == box.height &&
                        turned.box.height == box.width,
                    "x and y are not exchanged");
    const FixedConfiguration mirror = disks::mirrored(c), fixed = disks::in_fixed_point(d);
    for (std::size_t i = 0; i < c.size(); ++i)
      findings.expect(mirror.x[i] + c.x[i] == 0 && mirror.y[i] == c.y[i], "not the mirror image");
    for (std::size_t i = 0; i < d.size(); ++i) {
      const double x = fixed.x[i] * 0x1p-32 - d.centres[i].x / box.width;
      const double y = fixed.y[i] * 0x1p-32 - d.centres[i].y / box.height;
      findings.expect(std::abs(std::remainder(x, 1)) <= 0x1.001p-33 &&
                          std::abs(std::remainder(y, 1)) <= 0x1.001p-33,
                      "a centre moves by more than half a tick");
    }
  }
}

/// Ticks to the first obstacle ahead of disk i; kTicksPerSide if there is none.
Ticks flight_of(const FixedConfiguration& c, const FixedMetric& metric, std::size_t i) {
  Ticks least = kTicksPerSide;
  for (std::size_t j = 0; j < c.size(); ++j) {
    const Ticks b = metric.separation(c.y[j] - c.y[i]);
    if (j != i && b != kNoPair) least = std::min(least, disks::ahead(c.x[i], c.x[j]) - b);
  }
  return least;
}

FixedConfiguration translated(FixedConfiguration c, PhiloxStream& random) {
  const FixedCoordinate dx = random.next(), dy = random.next();
  for (FixedCoordinate& x : c.x) x += dx;
  for (FixedCoordinate& y : c.y) y += dy;
  return c;
}

bool accepted(const GraphCode& code, const FixedConfiguration& c) {
  try {
    code.require_apart(c);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

CheckResult check_separations(const GraphCode& code, const CheckContext& context) {
  Findings findings;
  PhiloxStream random = Philox(part_seed(context, 80)).stream(Purpose::test, 0, 0);
  std::size_t compared = 0;
  for (const Box& box : kBoxes) {
    const Law law(box);
    for (const FixedCoordinate dy : distances_across(law, random)) {
      compare_separation(findings, code, box, law, dy);
      ++compared;
    }
  }
  compare_borders(findings);
  compare_coordinates(findings, random);
  findings.expect(compared >= kLeastSeparations, fmt::format("only {} separations", compared));
  return findings.result(compared,
                         fmt::format("{} separations in {} boxes", compared, std::size(kBoxes)));
}

CheckResult check_overlaps(const GraphCode& code, const CheckContext& context) {
  Findings findings;
  PhiloxStream random = Philox(part_seed(context, 81)).stream(Purpose::test, 0, 0);
  std::size_t moves = 0;
  for (const FixedConfiguration& start : graph_starts(context)) {
    const FixedMetric metric(start.box);
    const std::string where = fmt::format("{} disks", start.size());
    for (std::size_t k = 0; k < std::min<std::size_t>(start.size(), 40); ++k) {
      FixedConfiguration c = translated(start, random);
      findings.expect(accepted(code, c), where + ": no overlap, refused");
      const std::size_t i = random.below(static_cast<std::uint32_t>(c.size()));
      const Ticks flight = flight_of(c, metric, i);
      if (flight >= kTicksPerSide) continue;
      c.x[i] += static_cast<FixedCoordinate>(flight);
      findings.expect(accepted(code, c) && accepted(code, disks::transposed(c)),
                      where + ": in contact, refused");
      ++c.x[i];
      findings.expect(!accepted(code, c) && !accepted(code, disks::transposed(c)),
                      where + ": an overlap of one tick, accepted");
      ++moves;
    }
  }
  findings.expect(moves >= kLeastMoves, fmt::format("only {} disks moved into contact", moves));
  return findings.result(moves, fmt::format("{} disks moved into contact and beyond", moves));
}

CheckResult check_refusals(const GraphCode& code, const CheckContext& context) {
  Findings findings;
  const auto refused = [&](const char* what, const std::vector<const char*>& words, auto&& call) {
    findings.expect_refused(what, words, call);
  };
  for (const Box& box : {Box{1.999, 8}, Box{8, 1.999}, Box{2, 32.01}, Box{32.01, 2}})
    refused("a box", {"box", "2 diameters", "16 : 1"}, [&] { FixedMetric metric(box); });
  const FixedConfiguration c =
      disks::in_fixed_point(Configuration{{8, 8}, {{1, 4}, {3, 4.25}, {5, 1}, {6, 3.75}}});
  const auto graph = [&](const std::vector<std::vector<disks::DiskIndex>>& targets) {
    return [&c, targets] { ConstraintGraph(c, targets); };
  };
  refused("too few disks", {"number of disks", "4", "3"}, graph({{1}, {3}, {}}));
  refused("a target that does not exist", {"0 -> 4", "0 to 3"}, graph({{4}, {}, {}, {}}));
  refused("a disk's arrow to itself", {"1 -> 1"}, graph({{}, {1}, {}, {}}));
  refused("a target twice", {"disk 0", "1 twice"}, graph({{1, 3, 1}, {}, {}, {}}));
  refused("disks that pass each other", {"0 -> 2", "pass"}, graph({{2}, {}, {}, {}}));
  refused("a graph without the first obstacle", {"arrows of disk 0", "disk 1"}, [&] {
    code.require_match(ConstraintGraph(c, {{3}, {3}, {}, {0}}), c);
  });
  refused("a graph of fewer disks", {"number of disks"}, [&] {
    code.require_match(disks::near_graph({{8, 8}, {0}, {0}}), c);
  });
  refused("other separations", {"contact separation 0 -> 1"}, [&] {
    FixedConfiguration lower = c;
    lower.y[1] -= 1u << 27;
    code.require_match(ConstraintGraph(lower, {{1}, {3}, {}, {0}}), c);
  });
  for (const FixedConfiguration& start : graph_starts(context)) {
    std::string message;
    try {
      const ConstraintGraph lanes = disks::near_graph(start);
      code.require_match(lanes, start);
      code.require_match(disks::minimal_graph(start, lanes), start);
    } catch (const InputError& error) {
      message = error.what();
    }
    findings.expect(message.empty(), "a graph of its own configuration: " + message);
  }
  refused("no disks", {"number of disks"}, [&] { code.require_apart({{8, 8}, {}, {}}); });
  for (const double x : {-1e-9, 8.0, std::nan("")}) {
    refused("a centre outside", {"disk 0", "coordinate"}, [&] {
      disks::in_fixed_point(Configuration{{8, 8}, {{x, 1}}});
    });
    refused("a centre outside", {"disk 1", "coordinate"}, [&] {
      disks::in_fixed_point(Configuration{{8, 8}, {{4, 1}, {1, x}}});
    });
  }
  for (const std::size_t active : {0u, 5u})
    refused("active disks", {"active", "1 to 4"}, [&] { disks::spread_active(4, active); });
  findings.expect(disks::spread_active(10, 3) == std::vector<disks::DiskIndex>{0, 3, 6} &&
                      disks::spread_active(4, 4) == std::vector<disks::DiskIndex>{0, 1, 2, 3},
                  "active disks that are not spread");
  refused("the mean free path of no disks", {"number of disks"}, [] { disks::mean_free_path(0); });
  findings.expect(disks::mean_free_path(10000) == std::llround(0.0768 * 0x1p32 / 100) &&
                      disks::mean_free_path(1) == std::llround(0.0768 * 0x1p32),
                  "another mean free path than 0.0768 / sqrt(N) of the side");
  return findings.result(graph_starts(context).size(), "refused what makes no sense, nothing else");
}

}  // namespace touchstone::ecmc
