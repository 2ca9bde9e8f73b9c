// checkers/cmc/drawn_formation.cpp
// Purpose   Drawn clusters in which three single stars become binaries, which then meet others,
//           evolve as those of the reference, bit for bit.
// Cost      1 s for a serial scheme.
#include <algorithm>
#include <cmath>
#include <memory>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/compare_runs.hpp"
#include "checkers/draws.hpp"
#include "models/cmc/binary_formation.hpp"
#include "models/cmc/collisions.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {
namespace {

using cluster::BinaryPopulation;
using cluster::ClusterParameters;
using cluster::ClusterScheme;
using cluster::Stars;

constexpr int kClusters = 25;  ///< that run to their ends

struct DrawnCluster {
  Stars start;
  ClusterParameters parameters;
  int steps = 1;
};

/// Clusters on one to twelve ranks, so cold that binaries form in most. A third begin with some, a
/// third collide, many lose mass or are in a tide; some go on from a late step, or have no room
/// between neighbours.
DrawnCluster draw_cluster(Draws draw, bool collisions) {
  DrawnCluster one;
  ClusterParameters& p = one.parameters;
  p = {.seed = draw.random().next(),
       .ranks = static_cast<std::size_t>(draw.one_in(2) ? draw.whole(1, 4) : draw.scale(1, 12)),
       .threads = draw.whole(1, 4),
       .theta_max = draw.from(0.5, 1.5),
       .timestep =
           draw.one_in(2) ? cluster::TimestepScheme::bins : cluster::TimestepScheme::sliding};
  const cluster::BinaryWords binaries{.fraction = draw.one_in(3) ? draw.from(0.02, 0.3) : 0,
                                      .axes = "axis:3e-3:2e-2"};
  const cluster::BinaryStartSampler sampler({.masses = draw.one_in(2) ? "equal" : "kroupa:0.1:2"},
                                            binaries);
  const auto stars = static_cast<std::size_t>(draw.scale(60, 500));
  const auto start = sampler(stars, draw.random().next());
  one.start = start.stars;
  const double cold = draw.from(0.5, 0.9);
  for (std::size_t i = 0; i < one.start.size(); ++i) {
    one.start.radial_velocity[i] *= cold;
    one.start.tangential_velocity[i] *= cold;
  }
  if (draw.one_in(5))
    for (std::size_t i = 0; i + 2 < one.start.size(); i += 3)
      for (std::size_t k = i + 1; k < i + 3; ++k)
        one.start.radius[k] = std::nextafter(one.start.radius[k - 1], 1e9);
  p.binaries = std::make_shared<const BinaryPopulation>(
      BinaryPopulation{.binaries = start.binaries,
                       .closeness = draw.scale(0.5, 2),
                       .point_like = 1,
                       .part_of_time = draw.scale(0.02, 1)});
  p.formation = std::make_shared<const cluster::BinaryFormation>(
      cluster::BinaryFormation{draw.scale(0.15, 1)});
  if (collisions && draw.one_in(3))
    p.collisions = std::make_shared<const cluster::Collisions>(
        cluster::Collisions{.radius = draw.scale(1e-3, 1e-2), .part_of_time = 1});
  if (draw.one_in(4)) p.tide = {cluster::TideCriterion::energy, draw.scale(3, 12)};
  if (draw.one_in(4))
    p.mass_loss = std::make_shared<const cluster::MassTable>(
        cluster::MassTable({{0, 1}, {draw.scale(1e-5, 1e-3), draw.from(0.9, 1)}}));
  if (draw.one_in(4)) {
    cluster::StepReport report;
    report.step =
        (std::uint64_t{1} << draw.whole(9, 40)) - static_cast<std::uint64_t>(draw.whole(1, 4));
    p.continued = std::make_shared<const cluster::Continuation>(cluster::Continuation{
        one.start.size(), cluster::separate_streams(p.seed, p.ranks, p.between_streams), report});
  }
  one.steps = draw.whole(2, 5);
  return one;
}

class Comparison {
 public:
  Comparison(const ClusterScheme& scheme, const ClusterScheme& reference)
      : scheme_(scheme), reference_(reference) {}

  /// Whether the cluster ran to its end.
  bool compare(const DrawnCluster& one) {
    const std::string where = fmt::format("{} stars on {} ranks and {} threads", one.start.size(),
                                          one.parameters.ranks, one.parameters.threads);
    auto expected = unless_refused([&] { return reference_.start(one.start, one.parameters); });
    const auto run = unless_refused([&] { return scheme_.start(one.start, one.parameters); });
    findings_.expect(run.has_value() == expected.has_value(), where + ": one run is refused");
    if (!run || !expected) return false;
    for (int step = 1; step <= one.steps; ++step) {
      const bool stops = !unless_refused([&] { return (*expected)->step(), true; });
      const bool stopped = !unless_refused([&] { return (*run)->step(), true; });
      const std::string here = fmt::format("{}, step {}: ", where, step);
      findings_.expect(stopped == stops, here + "one run ends");
      if (stops || stopped) return false;  // too few stars are left
      if (!compare_runs(findings_, **run, **expected, here)) return false;
    }
    const cluster::StepReport report = (*run)->report();
    trials_ += report.trials;
    formed_ += report.meetings.formed > 0 ? 1 : 0;
    for (const cluster::Binary& binary : (*run)->binaries())
      kept_ += binary.companion != cluster::kNoStar ? 1 : 0;
    met_ += report.meetings.formed > 0 && report.meetings.all > 0 ? 1 : 0;
    return true;
  }
  bool any() const { return findings_.any(); }
  /// Whether binaries have formed in most of so many clusters, and others have met stars.
  bool formed(int clusters) const {
    const auto wanted = static_cast<std::uint64_t>(clusters);
    return 2 * formed_ >= wanted && met_ >= wanted / 4 && kept_ >= wanted;
  }
  std::string text() const {
    return fmt::format("{} clusters with binaries that formed, {} of them with meetings, {} left",
                       formed_, met_, kept_);
  }
  CheckResult result(const DrawnSystems& systems) {
    findings_.expect(systems.enough(), "only " + systems.text());
    return findings_.result(trials_, systems.text() + ": the same bits; " + text());
  }

 private:
  const ClusterScheme& scheme_;
  const ClusterScheme& reference_;
  Findings findings_;
  std::uint64_t trials_ = 0, formed_ = 0, met_ = 0, kept_ = 0;
};

CheckResult drawn_formation(const ClusterScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme, cluster::cluster_scheme(kReference));
  const auto compare = [&](std::uint64_t drawn) {
    PhiloxStream random = stream_of_system(context, 5'000'000 + drawn);
    return comparison.compare(draw_cluster(Draws(random), scheme.follows_collisions));
  };
  const DrawnSystems systems = compare_drawn(context, kClusters, comparison, compare,
                                             [&](int wanted) { return comparison.formed(wanted); });
  if (!systems.wrong && !comparison.formed(systems.wanted))
    return count_violations(1, 0, comparison.text() + " only", "");
  return comparison.result(systems);
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/drawn formation",
    .shows = "clusters in which three single stars become binaries, which meet others, evolve as "
             "those of the reference, bit for bit",
    .needs = Claims::equals_reference,
    .run = drawn_formation,
    .only = {.of_formation = true}});

}  // namespace
}  // namespace touchstone::cmc
