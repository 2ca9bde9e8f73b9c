#include "benchmarks/hpmc/move_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

namespace touchstone::benchmarks::hpmc {
namespace {

using Clock = std::chrono::steady_clock;
using shapes::MovePart;
using shapes::Vec3;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Evenly on the unit sphere: a spiral by the golden ratio.
Vec3 on_sphere(std::size_t i, std::size_t count) {
  const double z = 1 - 2 * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
  const double angle = 2 * std::numbers::pi * static_cast<double>(i) / std::numbers::phi;
  const double radius = std::sqrt(1 - z * z);
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

}  // namespace

ProfiledMoves::ProfiledMoves(const shapes::MoveProfiler& profiler, const ShapeSystem& system,
                             const shapes::Configuration& start, std::uint64_t seed)
    : parameters_(system.parameters()), law_(move_law(start, parameters_)), bodies_(start.size()) {
  parameters_.seed = seed;
  plain_ = shapes::shape_scheme(profiler.name).start(start, parameters_);
  clocked_ = profiler.start(start, parameters_);
}

Run ProfiledMoves::run(double seconds) {
  Run run;
  std::uint64_t steps = 0;
  const auto start = Clock::now();
  do {
    plain_->advance(1);
    ++steps;
    run.seconds = seconds_since(start);
  } while (run.seconds < seconds);
  const auto sweeps = steps * static_cast<std::uint64_t>(parameters_.sweeps_per_step);
  run.count = sweeps * bodies_;
  const auto moves = static_cast<double>(run.count);

  const auto times = clocked_->advance(steps);
  MoveProfile profile{run.seconds / moves, {}, {}};
  for (std::size_t k = 0; k < shapes::kMoveParts; ++k) {
    profile.parts[k] = times[k].seconds / moves;
    profile.calls[k] = static_cast<double>(times[k].calls) / moves;
  }
  profile.parts[static_cast<std::size_t>(MovePart::proposal)] =
      shapes::seconds_of_proposals(law_, bodies_, sweeps) / moves;
  double known = 0;
  for (const double part : profile.parts) known += part;
  profile.parts[static_cast<std::size_t>(MovePart::query)] = std::max(0.0, profile.seconds - known);
  profiles_.push_back(profile);
  runs_.push_back(run);
  return run;
}

std::string ProfiledMoves::verify() const {
  const shapes::Configuration a = plain_->configuration(), b = clocked_->configuration();
  return a.centres == b.centres && a.orientations == b.orientations
             ? ""
             : "with clocks other moves were made";
}

TimedSupport::TimedSupport(std::size_t vertices, const shapes::SupportKind& kind)
    : vectors_(kind.name) {
  for (std::size_t i = 0; i < vertices; ++i) body_.vertices.push_back(on_sphere(i, vertices));
  support_ = kind.prepare(shapes::checked(body_));
}

Run TimedSupport::run(double seconds) {
  constexpr std::uint64_t kBatch = 2000;
  Run run;
  Vec3 n{0.3, -0.5, 0.8};
  const auto start = Clock::now();
  do {
    for (std::uint64_t k = 0; k < kBatch; ++k) {
      const Vec3 p = (*support_)(n);
      n = {-n.y + 0.1 * p.x, n.z - 0.1 * p.y, n.x - 0.1 * p.z};  // somewhere else
      if (norm2(n) > 4 || norm2(n) < 0.25) n = (1 / norm(n)) * n;
    }
    run.count += kBatch;
    run.seconds = seconds_since(start);
  } while (run.seconds < seconds);
  runs_.push_back(run);
  return run;
}

std::string TimedSupport::verify() const {
  for (std::size_t i = 0; i < 100; ++i) {
    const Vec3 n = on_sphere(i, 100);
    double far = -1;
    for (const Vec3& p : body_.vertices) far = std::max(far, dot(p, n));
    const double found = dot((*support_)(n), n);
    if (!(std::abs(far - found) < 1e-12))
      return fmt::format("a point at {} was found, the farthest is at {}", found, far);
  }
  return "";
}

}  // namespace touchstone::benchmarks::hpmc
