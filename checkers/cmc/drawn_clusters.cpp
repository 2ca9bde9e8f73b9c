// checkers/cmc/drawn_clusters.cpp
// Purpose   Clusters drawn at random (numbers of stars, ranks and threads, masses, largest angle,
//           streams, stars that leave; tides, mass loss, binaries, collisions) evolve as those of
//           the reference, bit for bit; where that refuses or ends a run, so does the scheme. And
//           some that are so large that sums are made in pieces and grids of threads have many
//           blocks.
// Cost      0.4 s, and 1 to 7 s for a scheme on threads or ranks.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <tuple>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/compare_runs.hpp"
#include "checkers/cmc/known_run.hpp"
#include "checkers/digest.hpp"
#include "checkers/draws.hpp"
#include "checkers/made_once.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/collisions.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterParameters;
using cluster::ClusterScheme;
using cluster::Stars;

constexpr int kClusters = 60;    ///< that run to their ends
constexpr int kProcesses = 25;   ///< the same, with a tide or mass loss
constexpr int kBinaries = 15;    ///< the same, with binaries
constexpr int kCollisions = 20;  ///< the same, with collisions

struct DrawnCluster {
  Stars start;
  ClusterParameters parameters;
  int steps = 1;
};

/// Masses over two decades; one star in 30 is fast enough to leave, one in 30 falls to the centre.
void spoil(Stars& stars, Draws& draw) {
  double total = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    total += stars.mass[i] *= draw.scale(0.1, 10);
    if (draw.one_in(30)) stars.radial_velocity[i] *= draw.scale(3, 30);
    if (draw.one_in(30)) stars.tangential_velocity[i] = 0;
  }
  for (double& m : stars.mass) m /= total;
}

/// A bin and the star behind it, so near to each other and so slow that they relax before others.
void crowd(Stars& stars, std::size_t first) {
  const double inner = stars.radius[first], width = 5e-6 * (stars.radius[first + 20] - inner);
  for (std::size_t k = 0; k <= 20; ++k) {
    stars.radius[first + k] = inner + width * static_cast<double>(k);
    stars.radial_velocity[first + k] *= 0.03;
    stars.tangential_velocity[first + k] *= 0.03;
  }
}

/// In a quarter the last whole bin decides about the step, if the star or two behind it let it.
DrawnCluster draw_cluster(Draws draw) {
  DrawnCluster one;
  auto count = static_cast<std::size_t>(draw.scale(21, 3000));
  const bool ends = draw.one_in(4);
  const auto behind = static_cast<std::size_t>(draw.whole(1, 2));
  if (ends) count = 20 * (count / 20) + behind;
  one.parameters = {.seed = draw.random().next(),
                    .ranks = static_cast<std::size_t>(draw.scale(1, 24)),
                    .threads = draw.whole(1, 4),
                    .theta_max = draw.one_in(5) ? std::numbers::pi / 2 : draw.scale(0.02, 1.5),
                    .timestep = ends || draw.one_in(2) ? cluster::TimestepScheme::bins
                                                       : cluster::TimestepScheme::sliding};
  if (draw.one_in(3))
    one.parameters.between_streams = {static_cast<std::uint64_t>(draw.whole(1, 5)),
                                      draw.whole(0, 90)};
  one.start = cluster::plummer::sample(count, draw.random().next());
  if (!draw.one_in(3)) spoil(one.start, draw);
  if (ends) crowd(one.start, count - behind - 20);
  one.steps = draw.whole(1, 6);
  return one;
}

/// Most have a tide, near enough to take stars in every step, and half of them lose mass.
DrawnCluster draw_processes(Draws draw) {
  DrawnCluster one;
  const auto count = static_cast<std::size_t>(draw.scale(100, 1500));
  const bool tide = !draw.one_in(5), energy = draw.one_in(2);
  one.parameters = {
      .seed = draw.random().next(),
      .ranks = static_cast<std::size_t>(draw.scale(1, 12)),
      .threads = draw.whole(1, 4),
      .theta_max = draw.scale(0.1, 1.5),
      .timestep = draw.one_in(2) ? cluster::TimestepScheme::bins : cluster::TimestepScheme::sliding,
      .pair_masses = draw.one_in(2) ? cluster::PairMasses::alike : cluster::PairMasses::any};
  if (tide)
    one.parameters.tide = {energy ? cluster::TideCriterion::energy : cluster::TideCriterion::radius,
                           draw.scale(1.5, 12)};
  if (!tide || draw.one_in(2))
    one.parameters.mass_loss = std::make_shared<const cluster::MassTable>(cluster::MassTable(
        {{0, 1}, {draw.scale(1e-5, 1e-3), draw.from(0.9, 1)}, {draw.from(0.01, 0.1), 0.7}}));
  one.start = cluster::plummer::sample(count, draw.random().next());
  spoil(one.start, draw);
  one.steps = draw.whole(2, 6);
  return one;
}

/// Half of the clusters have so many and so wide binaries, and such long steps, that several are
/// exchanged and ionised. In most some binaries are points for others. A third have a tide or lose
/// mass. Some go on from a late step, follow meetings in vector lanes, or have no room between the
/// stars of a pair.
DrawnCluster draw_binaries(Draws draw) {
  DrawnCluster one = draw_processes(draw);
  if (!draw.one_in(3)) {
    one.parameters.tide = {};
    one.parameters.mass_loss = nullptr;
  }
  const bool many = draw.one_in(2);
  if (many) one.parameters.theta_max = draw.from(0.8, 1.5);
  const double low = many ? draw.from(0.01, 0.03) : draw.scale(3e-3, 5e-2);
  const cluster::BinaryWords binaries{
      .fraction = draw.from(many ? 0.3 : 0, 0.6),
      .axes = fmt::format("axis:{}:{}", low, low * draw.scale(1, 4)),
      .eccentricities = draw.one_in(4) ? "circular" : "thermal"};
  const cluster::BinaryStartSampler sampler({.masses = draw.one_in(2) ? "equal" : "kroupa"},
                                            binaries);
  const std::uint32_t seed = draw.random().next();
  const cluster::ClusterOfBinaries start =
      sampler(static_cast<std::size_t>(draw.scale(many ? 150 : 50, 700)), seed);
  one.start = start.stars;
  if (many && draw.one_in(4))
    for (std::size_t i = 0; i + 1 < one.start.size(); i += 2)
      one.start.radius[i + 1] = std::nextafter(one.start.radius[i], 1e9);
  if (draw.one_in(3)) {
    cluster::StepReport report;
    report.step =
        (std::uint64_t{1} << draw.whole(9, 40)) - static_cast<std::uint64_t>(draw.whole(1, 4));
    const ClusterParameters& p = one.parameters;
    one.parameters.continued = std::make_shared<const cluster::Continuation>(cluster::Continuation{
        one.start.size(), cluster::separate_streams(p.seed, p.ranks, p.between_streams), report});
  }
  one.parameters.binaries =
      std::make_shared<const cluster::BinaryPopulation>(cluster::BinaryPopulation{
          .binaries = start.binaries,
          .closeness = draw.scale(0.5, 3),
          .point_like = draw.one_in(4) ? 0 : draw.from(0.3, 1),
          .part_of_time = many ? 1 : draw.scale(0.02, 1),
          .scattering = draw.one_in(3) ? cluster::widest_scattering_scheme().info.name
                                       : "cmc/scattering-reference"});
  return one;
}

/// Stars that are heavier the farther they are from the centre, or the nearer.
void segregate(Stars& stars, Draws& draw) {
  const double steepest = draw.from(-5, 5), n = static_cast<double>(stars.size());
  double total = 0;
  for (std::size_t i = 0; i < stars.size(); ++i)
    total += stars.mass[i] *= std::exp(steepest * static_cast<double>(i) / n);
  for (double& m : stars.mass) m /= total;
}

/// From clusters in which a few stars collide to some in which nearly all pairs do. A third have
/// binaries, many a tide or loss of mass, and some begin without room between the stars of pairs.
DrawnCluster draw_collisions(Draws draw, bool binaries) {
  DrawnCluster one = binaries && draw.one_in(3) ? draw_binaries(draw) : draw_processes(draw);
  if (!one.parameters.binaries && !draw.one_in(3)) {
    one.parameters.tide = {};
    one.parameters.mass_loss = nullptr;
  }
  if (!one.parameters.binaries && draw.one_in(4))
    for (std::size_t i = 0; i + 1 < one.start.size(); i += 2)
      one.start.radius[i + 1] = std::nextafter(one.start.radius[i], 1e9);
  if (!one.parameters.binaries && draw.one_in(2)) segregate(one.start, draw);
  if (one.parameters.binaries && draw.one_in(3)) {  // whose times limit the step
    cluster::BinaryPopulation often = *one.parameters.binaries;
    often.part_of_time = draw.scale(1e-3, 1e-2);
    one.parameters.binaries = std::make_shared<const cluster::BinaryPopulation>(often);
  }
  one.parameters.collisions = std::make_shared<const cluster::Collisions>(
      cluster::Collisions{.radius = draw.one_in(5) ? draw.scale(0.05, 1) : draw.scale(1e-3, 3e-2),
                          .exponent = draw.one_in(4) ? 0 : draw.from(0.2, 1.5),
                          .part_of_time = draw.one_in(2) ? 1 : draw.scale(0.05, 1)});
  return one;
}

/// So many stars that some end within 2^-28 of each other, on as many blocks as may be where none
/// sends messages.
DrawnCluster draw_many(const ClusterScheme& scheme, Draws draw) {
  DrawnCluster one;
  const int count = draw.whole(84'000, 86'000);
  const int ranks = scheme.messages ? draw.whole(3, 5) : draw.whole(4097, 4150);
  one.parameters = {.seed = draw.random().next(),
                    .ranks = static_cast<std::size_t>(ranks),
                    .threads = draw.whole(2, 4),
                    .theta_max = draw.scale(0.1, 1.5)};
  one.start = cluster::plummer::sample(static_cast<std::size_t>(count), draw.random().next());
  return one;
}

/// Thousands of stars leave in the first step.
DrawnCluster draw_flung(Draws draw) {
  DrawnCluster one;
  one.parameters = {.seed = draw.random().next(),
                    .ranks = static_cast<std::size_t>(draw.whole(1, 8)),
                    .threads = draw.whole(1, 4),
                    .theta_max = draw.scale(0.1, 1.5)};
  one.start = cluster::plummer::sample(6'000, draw.random().next());
  for (double& velocity : one.start.radial_velocity)
    if (draw.one_in(2)) velocity += 30;
  one.steps = 2;
  return one;
}

class Comparison {
 public:
  Comparison(const ClusterScheme& scheme, const ClusterScheme& reference)
      : scheme_(scheme), reference_(reference) {}

  /// Whether the cluster ran to its end. `number`: that of the cluster among all that are drawn for
  /// this seed, for schemes that follow binaries and for others.
  bool compare(const DrawnCluster& one, std::uint64_t seed, std::uint64_t number) {
    static MadeOnce<std::tuple<std::uint64_t, std::uint64_t, bool>, KnownSteps> known;
    return compare(one, known({seed, number, scheme_.follows_binaries}, [&] {
                     return KnownSteps::of(reference_, one.start, one.parameters, one.steps);
                   }));
  }
  bool compare(const DrawnCluster& one) {
    return compare(one, KnownSteps::of(reference_, one.start, one.parameters, one.steps));
  }
  bool compare(const DrawnCluster& one, const KnownSteps& known) {
    const std::string where = fmt::format("{} stars on {} ranks and {} threads", one.start.size(),
                                          one.parameters.ranks, one.parameters.threads);
    auto expected = unless_refused([&] { return KnownRun(known); });
    const auto run = unless_refused([&] { return scheme_.start(one.start, one.parameters); });
    findings_.expect(run.has_value() == expected.has_value(), where + ": one run is refused");
    if (!run || !expected) return false;
    cluster::MeetingCounts before = (*run)->report().meetings;
    for (int step = 1; step <= one.steps; ++step) {
      const bool stops = !unless_refused([&] { return expected->step(), true; });
      const bool stopped = !unless_refused([&] { return (*run)->step(), true; });
      const std::string here = fmt::format("{}, step {}: ", where, step);
      findings_.expect(stopped == stops, here + "one run ends");
      if (stops || stopped) return false;  // too few stars are left
      if (!compare_runs(findings_, **run, *expected, here)) return false;
      const cluster::MeetingCounts now = (*run)->report().meetings;
      both_ += now.collisions > before.collisions && now.ionised > before.ionised ? 1 : 0;
      before = now;
    }
    trials_ += (*run)->report().trials;
    exchanges_ += (*run)->report().meetings.exchanges;
    ionised_ += (*run)->report().meetings.ionised;
    of_binaries_ += (*run)->report().meetings.of_binaries;
    collided_ += (*run)->report().meetings.collisions > 0 ? 1 : 0;
    const Stars end = (*run)->stars();
    digest_.add(end.radius);
    digest_.add(end.radial_velocity);
    digest_.add(end.tangential_velocity);
    return true;
  }

  CheckResult result(const DrawnSystems& systems) {
    findings_.expect(systems.enough(), "only " + systems.text());
    CheckResult result = findings_.result(trials_, systems.text() + ": the same bits");
    result.params.update({{"digest", digest_.text()}, {"systems", systems.compared}});
    return result;
  }

  bool any() const { return findings_.any(); }
  std::string meetings() const {
    return fmt::format("{} exchanges, {} ionised binaries and {} meetings of two binaries",
                       exchanges_, ionised_, of_binaries_);
  }
  std::string collisions() const {
    return fmt::format("{} clusters with collisions, {} steps with ionised binaries, too",
                       collided_, both_);
  }
  /// Whether stars have collided in half of so many clusters, and, if `binaries` are followed, in
  /// enough steps in which others were freed.
  bool collided(int clusters, bool binaries) const {
    const auto wanted = static_cast<std::uint64_t>(clusters);
    return 2 * collided_ >= wanted && (!binaries || both_ >= wanted / 5);
  }
  /// Whether enough meetings have changed masses, and enough were of two binaries, for so many
  /// clusters.
  bool met(int clusters) const {
    const auto wanted = static_cast<std::uint64_t>(clusters);
    return exchanges_ + ionised_ >= 2 * wanted && exchanges_ >= wanted / 4 &&
           of_binaries_ >= 2 * wanted;
  }

 private:
  const ClusterScheme& scheme_;
  const ClusterScheme& reference_;
  Findings findings_;
  Digest digest_;
  std::uint64_t trials_ = 0, exchanges_ = 0, ionised_ = 0, of_binaries_ = 0, collided_ = 0,
                both_ = 0;
};

CheckResult drawn_clusters(const ClusterScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme, cluster::cluster_scheme(kReference));
  return comparison.result(compare_drawn(context, kClusters, comparison, [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    return comparison.compare(draw_cluster(Draws(random)), context.seed, number);
  }));
}

CheckResult drawn_processes(const ClusterScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme, cluster::cluster_scheme(kReference));
  return comparison.result(compare_drawn(context, kProcesses, comparison, [&](std::uint64_t drawn) {
    const std::uint64_t number = 1'000'000 + drawn;
    PhiloxStream random = stream_of_system(context, number);
    return comparison.compare(draw_processes(Draws(random)), context.seed, number);
  }));
}

CheckResult drawn_binaries(const ClusterScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme, cluster::cluster_scheme(kReference));
  const auto compare = [&](std::uint64_t drawn) {
    const std::uint64_t number = 3'000'000 + drawn;
    PhiloxStream random = stream_of_system(context, number);
    return comparison.compare(draw_binaries(Draws(random)), context.seed, number);
  };
  const DrawnSystems systems = compare_drawn(context, kBinaries, comparison, compare,
                                             [&](int wanted) { return comparison.met(wanted); });
  if (!systems.wrong && !comparison.met(systems.wanted))
    return count_violations(1, 0, comparison.meetings() + " only", "");
  return comparison.result(systems);
}

CheckResult drawn_collisions(const ClusterScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme, cluster::cluster_scheme(kReference));
  const auto compare = [&](std::uint64_t drawn) {
    const std::uint64_t number = 4'000'000 + drawn;
    PhiloxStream random = stream_of_system(context, number);
    return comparison.compare(draw_collisions(Draws(random), scheme.follows_binaries), context.seed,
                              number);
  };
  const auto collided = [&](int clusters) {
    return comparison.collided(clusters, scheme.follows_binaries);
  };
  const DrawnSystems systems = compare_drawn(context, kCollisions, comparison, compare, collided);
  if (!systems.wrong && !collided(systems.wanted))
    return count_violations(1, 0, comparison.collisions() + " only", "");
  return comparison.result(systems);
}

CheckResult large_clusters(const ClusterScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme, cluster::cluster_scheme(kReference));
  PhiloxStream random = stream_of_system(context, 2'000'000);
  const Draws draw(random);
  DrawnSystems systems{.wanted = 2};
  for (const DrawnCluster& one : {draw_many(scheme, draw), draw_flung(draw)}) {
    systems.compared += comparison.compare(one) ? 1 : 0;
    ++systems.drawn;
    systems.wrong = comparison.any();
  }
  return comparison.result(systems);
}

const bool registered =
    register_check(ClusterCheck{
        .name = "cmc/large clusters",
        .shows = "tens of thousands of stars in thousands of blocks, and thousands that leave at "
                 "once, evolve as those of the reference, bit for bit",
        .needs = Claims::equals_reference,
        .run = large_clusters}) &&
    register_check(ClusterCheck{
        .name = "cmc/drawn binaries",
        .shows = "clusters with binaries that meet single stars and each other evolve as those of "
                 "the reference, bit for bit",
        .needs = Claims::equals_reference,
        .run = drawn_binaries,
        .only = {.of_binaries = true}}) &&
    register_check(ClusterCheck{
        .name = "cmc/drawn collisions",
        .shows =
            "clusters whose single stars collide evolve as those of the reference, bit for bit",
        .needs = Claims::equals_reference,
        .run = drawn_collisions,
        .only = {.of_collisions = true}}) &&
    register_check(ClusterCheck{
        .name = "cmc/drawn processes",
        .shows = "clusters in tides, and with stars that lose mass, evolve as those of the "
                 "reference, bit for bit",
        .needs = Claims::equals_reference,
        .run = drawn_processes}) &&
    register_check(ClusterCheck{
        .name = "cmc/drawn clusters",
        .shows = "clusters of any size, masses, ranks and threads evolve as those of the "
                 "reference, bit for bit; what that refuses is refused",
        .needs = Claims::equals_reference,
        .run = drawn_clusters});

}  // namespace
}  // namespace touchstone::cmc
