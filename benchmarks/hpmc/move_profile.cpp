#include "benchmarks/hpmc/move_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "benchmarks/stopwatch.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::MovePart;
using shapes::Vec3;

/// Evenly on the unit sphere: a spiral by the golden ratio.
Vec3 on_sphere(std::size_t i, std::size_t count) {
  const double z = 1 - 2 * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
  const double angle = 2 * std::numbers::pi * static_cast<double>(i) / std::numbers::phi;
  const double radius = std::sqrt(1 - z * z);
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

/// Seconds of the proposals of some sweeps alone: words, trials, what rotations make of bodies.
double seconds_of_proposals(const shapes::MoveLaw& law, std::size_t bodies, std::uint64_t sweeps) {
  const Philox random(7);
  shapes::Orientation q{};
  Vec3 path{};
  const Stopwatch watch;
  for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep)
    for (std::uint32_t tag = 0; tag < bodies; ++tag) {
      const shapes::Trial trial = draw_trial(random, sweep, tag, law);
      if (trial.rotation) q = normalised(trial.turn * q);
      path = path + trial.step;
    }
  const double seconds = watch.seconds();
  return path.x + q.s > 1e300 ? 0 : seconds;  // never 0; the compiler does not know
}

}  // namespace

Subject ProfileEntry::subject() const {
  return {kFamily,
          shapes::shape_scheme(profiler->name).info,
          kPartOfMove,
          fmt::format("{}/{}/profile", profiler->name, system->name),
          {{"system", system->name}}};
}

ProfiledMoves::ProfiledMoves(const Request& request, const ProfileEntry& entry,
                             const shapes::Configuration& start)
    : Timed(request, entry.subject(), shape_protocol(request)),
      parameters_(entry.system->parameters()),
      law_(move_law(start, parameters_)),
      bodies_(start.size()) {
  parameters_.seed = request.seed;
  plain_ = shapes::shape_scheme(entry.profiler->name).start(start, parameters_);
  clocked_ = entry.profiler->start(start, parameters_);
  subject_.params["bodies"] = bodies_;
}

Run ProfiledMoves::once() {
  Run run = repeated(protocol_.seconds, [&] {
    plain_->advance(1);
    return std::uint64_t{1};
  });
  const std::uint64_t steps = run.count;
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
      seconds_of_proposals(law_, bodies_, sweeps) / moves;
  double known = 0;
  for (const double part : profile.parts) known += part;
  profile.parts[static_cast<std::size_t>(MovePart::query)] = std::max(0.0, profile.seconds - known);
  profiles_.push_back(profile);
  return run;
}

std::vector<Quantity> ProfiledMoves::quantities() const {
  std::vector<Quantity> all;
  for (std::size_t part = 0; part < shapes::kMoveParts; ++part) {
    const std::string name = shapes::kMovePartNames[part];
    Quantity& one = all.emplace_back(Quantity{kPartOfMove, {}, {}, "/" + name});
    std::vector<double> calls, whole;
    for (const MoveProfile& profile : profiles_) {
      one.values.push_back(1e9 * profile.parts[part]);
      calls.push_back(profile.calls[part]);
      whole.push_back(1e9 * profile.seconds);
    }
    one.params = {
        {"part", name}, {"calls", quartiles(calls).median}, {"whole", quartiles(whole).median}};
  }
  return all;
}

std::string ProfiledMoves::fault() {
  const shapes::Configuration a = plain_->configuration(), b = clocked_->configuration();
  return a.centres == b.centres && a.orientations == b.orientations
             ? ""
             : "with clocks other moves were made";
}

Subject SupportEntry::subject() const {
  const SchemeInfo scheme{.name = kSupportScheme, .source = "", .backend = kind->name};
  return {kFamily,
          scheme,
          kSupport,
          fmt::format("{}/vertices:{}/{}", kSupportScheme, vertices, kind->name),
          {{"vertices", vertices}, {"vectors", kind->name}}};
}

std::vector<SupportEntry> support_entries() {
  std::vector<SupportEntry> all;
  for (const std::size_t vertices : {4u, 8u, 12u, 20u, 32u, 64u})
    for (const shapes::SupportKind& kind : shapes::support_kinds())
      all.push_back({vertices, &kind});
  return all;
}

TimedSupport::TimedSupport(const Request& request, const SupportEntry& entry)
    : Timed(request, entry.subject(), shape_protocol(request)) {
  for (std::size_t i = 0; i < entry.vertices; ++i)
    body_.vertices.push_back(on_sphere(i, entry.vertices));
  support_ = entry.kind->prepare(shapes::checked(body_));
}

Run TimedSupport::once() {
  constexpr std::uint64_t kBatch = 2000;
  Vec3 n{0.3, -0.5, 0.8};
  return repeated(0.1 * protocol_.seconds, [&] {
    for (std::uint64_t k = 0; k < kBatch; ++k) {
      const Vec3 p = (*support_)(n);
      n = {-n.y + 0.1 * p.x, n.z - 0.1 * p.y, n.x - 0.1 * p.z};  // somewhere else
      if (norm2(n) > 4 || norm2(n) < 0.25) n = (1 / norm(n)) * n;
    }
    return kBatch;
  });
}

std::string TimedSupport::fault() {
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
