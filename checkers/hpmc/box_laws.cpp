// checkers/hpmc/box_laws.cpp
// Purpose   Moves of the box against laws that are known exactly: what is proposed, and what boxes
//           of few bodies follow at constant pressure.
// Method    One disk or ball of diameter 1 needs edges of 1 or more, which makes the law of the
//           lengths one that can be normalised; points fill what it leaves. With n points in d
//           dimensions and a sphere of measure c,
//             V moves       p(V) ~ V (V - c)^n exp(-beta P V), V > 1
//             length moves  the same times (ln V)^(d - 1); (ln L_k) / ln V uniform on the simplex.
//           Starts are drawn from the law, and must still follow it after some moves, by which
//           most boxes have changed. Nothing of models/hpmc/boxes/box_moves.cpp is used here.
// Power     N + 1 for N, or the reverse, is half a standard deviation of V.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "checkers/hpmc/exact_laws.hpp"
#include "checkers/hpmc/shape_kind.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Box;
using shapes::BoxMoves;
using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;
using shapes::Vec3;

shapes::Body sphere(int dimensions, double radius) {
  return dimensions == 2 ? shapes::Body{shapes::Disk{radius}} : shapes::Body{shapes::Ball{radius}};
}

/// Law of a sphere of diameter 1 and points in a box without tilts.
class SphereAndPoints {
 public:
  static constexpr double kPressure = 2;
  SphereAndPoints(int dimensions, int points, bool lengths)
      : dimensions_(dimensions), points_(points) {
    const double measure = dimensions == 2 ? std::numbers::pi / 4 : std::numbers::pi / 6;
    double sum = 0;
    for (int k = 0; k <= kSteps; ++k) {
      const double v = volume_at(k);
      double density = v * std::pow(v - measure, points) * std::exp(-kPressure * v);
      if (lengths) density *= std::pow(std::log(v), dimensions - 1);
      if (k > 0) sum += 0.5 * (density + last_);
      last_ = density;
      cumulated_.push_back(sum);
    }
    for (double& c : cumulated_) c /= sum;
  }

  /// Share of boxes that are smaller.
  double share_below(double volume) const {
    const double at = std::clamp((volume - 1) / kStep, 0.0, static_cast<double>(kSteps));
    const auto k = std::min(static_cast<std::size_t>(at), cumulated_.size() - 2);
    return cumulated_[k] + (at - static_cast<double>(k)) * (cumulated_[k + 1] - cumulated_[k]);
  }
  double volume(double share) const {
    const auto next = std::upper_bound(cumulated_.begin() + 1, cumulated_.end() - 1, share);
    const double high = *next, low = *(next - 1);
    const auto k = static_cast<double>(next - cumulated_.begin() - 1);
    return 1 + kStep * (k + (share - low) / (high - low));
  }
  /// Box of given shares of ln V, and its bodies.
  Configuration start(PhiloxStream& random, const std::array<double, 3>& shares,
                      double volume) const {
    Configuration c;
    c.box = {std::pow(volume, shares[0]),
             std::pow(volume, shares[1]),
             dimensions_ == 2 ? 1 : std::pow(volume, shares[2]),
             0,
             0,
             0,
             dimensions_};
    c.types = {sphere(dimensions_, 0.5), sphere(dimensions_, 1e-9)};
    const auto images = c.box.images(1);
    const auto somewhere = [&] {
      return c.box.wrap(c.box.from_fractional({random.uniform() - 0.5, random.uniform() - 0.5,
                                               dimensions_ == 2 ? 0 : random.uniform() - 0.5}));
    };
    c.centres = {somewhere()};
    while (c.size() < 1 + static_cast<std::size_t>(points_)) {
      const Vec3 r = somewhere();
      if (std::all_of(images.begin(), images.end(),
                      [&](Vec3 image) { return norm(r - c.centres[0] + image) > 0.5 + 2e-9; }))
        c.centres.push_back(r);
    }
    c.type.assign(c.size(), 1);
    c.type[0] = 0;
    c.orientations.assign(c.size(), {});
    return c;
  }

 private:
  static constexpr int kSteps = 20000;
  static constexpr double kStep = 1e-3;  ///< step of V; the density at the end is below 1e-11
  static double volume_at(int k) { return 1 + kStep * k; }
  int dimensions_;
  int points_;
  double last_ = 0;
  std::vector<double> cumulated_;
};

/// Shares of ln V of the edges: uniform on the simplex.
std::array<double, 3> random_shares(PhiloxStream& random, int dimensions) {
  const double a = random.uniform(), b = random.uniform();
  if (dimensions == 2) return {a, 1 - a, 0};
  return {std::min(a, b), std::abs(a - b), 1 - std::max(a, b)};
}

struct BoxCase {
  const char* name;
  BoxMoves moves;
  bool lengths;
};

std::uint64_t judge_boxes(const ShapeScheme& scheme, const CheckContext& context, int dimensions,
                          int points, const BoxCase& one, Laws& laws) {
  const SphereAndPoints law(dimensions, points, one.lengths);
  std::vector<double> volumes;
  std::array<std::vector<double>, 3> edges;
  std::uint64_t changed = 0;
  const int runs = std::max(10, static_cast<int>(1000 * context.effort));
  const auto d = static_cast<std::size_t>(dimensions);
  for (int k = 0; k < runs; ++k) {
    PhiloxStream random =
        Philox(part_seed(context, 60)).stream(Purpose::test, static_cast<std::uint64_t>(k), 0);
    const double even = 1.0 / dimensions;
    const auto shares =
        one.lengths ? random_shares(random, dimensions) : std::array<double, 3>{even, even, even};
    const Configuration c = law.start(random, shares, law.volume(random.uniform()));
    RunParameters p{.max_displacement = 0.01,
                    .sweeps_per_step = 1,
                    .seed = part_seed(context, 1000 + static_cast<std::uint64_t>(k))};
    p.box = one.moves;
    if (k == 0 && scheme.runs && !scheme.runs(c, p)) return 0;
    const auto run = scheme.start(c, p);
    run->advance(3);
    const Box box = run->configuration().box;
    volumes.push_back(law.share_below(box.volume()));
    changed += std::abs(box.volume() - c.box.volume()) > kMoved ? 1 : 0;
    const double length[3] = {box.lx, box.ly, box.lz};
    for (std::size_t i = 0; i < d; ++i) {
      const double share = std::log(length[i]) / std::log(box.volume());
      edges[i].push_back(dimensions == 2 ? share : 1 - (1 - share) * (1 - share));
    }
  }
  const std::string what =
      fmt::format("{} in {} dimensions, {} bodies", one.name, dimensions, points + 1);
  laws.moved("volume by " + what, changed, volumes.size());
  laws.uniform("volume by " + what, volumes);
  for (std::size_t i = 0; one.lengths && i < d; ++i)
    laws.uniform(fmt::format("edge {} by {}", i + 1, what), edges[i]);
  return static_cast<std::uint64_t>(runs) * 3 * (static_cast<std::uint64_t>(points) + 9);
}

/// Throws CannotRun where a scheme that may refuse systems refused all of them.
void require_any(const ShapeScheme& scheme, std::uint64_t trials) {
  if (scheme.runs && trials == 0) throw CannotRun("it refuses all of these moves of the box");
}

CheckResult boxes_of_few(const ShapeScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  std::uint64_t trials = 0;
  const double p = SphereAndPoints::kPressure;
  const BoxCase cases[] = {
      {"moves of V", {.pressure = p, .max_volume = 1.5, .per_step = 8}, false},
      {"moves of ln V", {.pressure = p, .max_log_volume = 0.7, .per_step = 8}, false},
      {"moves of lengths", {.pressure = p, .max_length = 0.8, .per_step = 12}, true}};
  for (const BoxCase& one : cases)
    for (const int dimensions : {2, 3})
      for (const int points : {0, 1})
        trials += judge_boxes(scheme, context, dimensions, points, one, laws);
  require_any(scheme, trials);
  return laws.result(trials, "one and two bodies: volumes and edges follow their exact laws");
}

/// Box parameters by number: lengths, then tilts.
std::array<double, 6> numbers_of(const Box& box) {
  return {box.lx, box.ly, box.lz, box.xy, box.xz, box.yz};
}

/// Changes of a box by one kind of move that hardly any weight rejects.
std::uint64_t judge_changes(const ShapeScheme& scheme, const CheckContext& context, bool shears,
                            int dimensions, Laws& laws) {
  constexpr double kMost = 1e-3;
  const std::string what =
      fmt::format("{} in {} dimensions", shears ? "tilt" : "length", dimensions);
  RunParameters p{.max_displacement = 0.01,
                  .sweeps_per_step = 1,
                  .seed = part_seed(context, 61 + static_cast<std::uint64_t>(dimensions))};
  p.box = {.max_length = shears ? 0 : kMost, .max_shear = shears ? kMost : 0};
  Configuration c;
  c.box = {9, 10, dimensions == 2 ? 1.0 : 11.0, 0.1, 0, 0, dimensions};
  if (dimensions == 3) c.box.xz = -0.2, c.box.yz = 0.3;
  c.types = {sphere(dimensions, 0.5)};
  c.type = {0};
  c.centres = {{}};
  c.orientations = {{}};
  if (scheme.runs && !scheme.runs(c, p)) return 0;
  const auto run = scheme.start(c, p);
  const std::size_t first = shears ? 3 : 0;
  const auto kinds = static_cast<std::size_t>(dimensions == 3 ? 3 : shears ? 1 : 2);
  const int steps = std::max(200, static_cast<int>(3000 * context.effort));
  std::vector<double> size, next;
  std::array<std::uint64_t, 6> changes = {};
  std::uint64_t changed = 0;
  std::array<double, 6> before = numbers_of(c.box);
  for (int step = 0; step < steps; ++step) {
    run->advance(1);
    const std::array<double, 6> after = numbers_of(run->configuration().box);
    std::uint64_t here = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      if (after[k] == before[k]) continue;
      ++here;
      ++changes[k];
      size.push_back(0.5 + 0.5 * (after[k] - before[k]) / kMost);
    }
    laws.require(here <= 1, what + ": two numbers at once");
    changed += here;
    before = after;
  }
  // At no pressure a length is rejected with a chance below kMost / 9.
  laws.require(changed + 10 > static_cast<std::uint64_t>(steps), what + ": trials rejected");
  laws.uniform("change of a " + what, size);
  for (std::size_t k = 1; k < size.size(); k += 2)
    next.push_back(std::fmod(size[k] + size[k - 1], 1.0));
  laws.uniform("two changes of a " + what, next);
  std::uint64_t others = changed;
  for (std::size_t k = first; k < first + kinds; ++k) {
    laws.share(fmt::format("share of {} {}", what, k - first + 1), changes[k], changed,
               1.0 / static_cast<double>(kinds));
    others -= changes[k];
  }
  laws.require(others == 0, what + ": another number changes");
  const shapes::MoveStats stats = run->stats();
  const SweepStats& told =
      stats
          .box[static_cast<std::size_t>(shears ? shapes::BoxMove::shear : shapes::BoxMove::length)];
  laws.require(told.accepted == changed, what + ": number of accepted moves");
  laws.require(told.trials == static_cast<std::uint64_t>(steps), what + ": number of trials");
  return static_cast<std::uint64_t>(steps);
}

CheckResult box_proposals(const ShapeScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  std::uint64_t trials = 0;
  for (const bool shears : {false, true})
    for (const int dimensions : {2, 3})
      trials += judge_changes(scheme, context, shears, dimensions, laws);
  require_any(scheme, trials);
  return laws.result(trials, "lengths and tilts change by the law, each equally often");
}

const bool registered =
    register_check(ShapeCheck{.name = "shapes/boxes of few bodies",
                              .shows = "boxes of one and two bodies follow their exact laws",
                              .needs = Claims::global_balance,
                              .run = boxes_of_few,
                              .only = {.of_box_moves = true},
                              .many_steps = true}) &&
    register_check(ShapeCheck{.name = "shapes/proposals of boxes",
                              .shows = "lengths and tilts change by the law of their moves",
                              .needs = Claims::global_balance,
                              .run = box_proposals,
                              .only = {.of_box_moves = true},
                              .many_steps = true});

}  // namespace
}  // namespace touchstone::hpmc
