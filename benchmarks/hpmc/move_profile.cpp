#include "benchmarks/hpmc/move_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "benchmarks/records.hpp"
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

ResultRecord profile_record(const Request& request, const SchemeInfo& scheme,
                            const std::string& metric) {
  ResultRecord record = blank_record(request, "hpmc", scheme, 1, metric);
  record.replay = fmt::format("./touchstone bench --family hpmc --class {} --filter {} --seed {}",
                              record.problem_class, scheme.name, request.seed);
  return record;
}

std::string name_of(const shapes::MoveProfiler& profiler, const ShapeSystem& system) {
  return fmt::format("{}/{}/profile", profiler.name, system.name);
}

ProfiledMoves::ProfiledMoves(const shapes::MoveProfiler& profiler, const ShapeSystem& system,
                             const shapes::Configuration& start, const Request& request)
    : request_(request),
      protocol_(shape_protocol(request)),
      name_(name_of(profiler, system)),
      system_(system.name),
      scheme_(shapes::shape_scheme(profiler.name).info),
      parameters_(system.parameters()),
      law_(move_law(start, parameters_)),
      bodies_(start.size()) {
  parameters_.seed = request.seed;
  plain_ = shapes::shape_scheme(profiler.name).start(start, parameters_);
  clocked_ = profiler.start(start, parameters_);
}

Run ProfiledMoves::run() {
  Run run;
  std::uint64_t steps = 0;
  const Stopwatch watch;
  do {
    plain_->advance(1);
    ++steps;
    run.seconds = watch.seconds();
  } while (run.seconds < protocol_.seconds);
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
  done_.push_back(run);
  return run;
}

std::vector<ResultRecord> ProfiledMoves::records() {
  const std::string wrong = verify();
  std::vector<ResultRecord> all;
  for (std::size_t part = 0; part < shapes::kMoveParts; ++part) {
    ResultRecord record = profile_record(request_, scheme_, kPartOfMove);
    record.params = {
        {"system", system_}, {"bodies", bodies_}, {"part", shapes::kMovePartNames[part]}};
    record.facts["entry"] = fmt::format("{}/{}", name_, shapes::kMovePartNames[part]);
    std::vector<double> values, calls, whole;
    for (const MoveProfile& profile : profiles_) {
      values.push_back(1e9 * profile.parts[part]);
      calls.push_back(profile.calls[part]);
      whole.push_back(1e9 * profile.seconds);
    }
    judge_runs(record, done_, values, wrong);
    if (wrong.empty()) {
      record.params["calls"] = quartiles(calls).median;
      record.params["whole"] = quartiles(whole).median;
    }
    all.push_back(std::move(record));
  }
  return all;
}

std::string ProfiledMoves::verify() const {
  const shapes::Configuration a = plain_->configuration(), b = clocked_->configuration();
  return a.centres == b.centres && a.orientations == b.orientations
             ? ""
             : "with clocks other moves were made";
}

std::string SupportEntry::name() const {
  return fmt::format("{}/vertices:{}/{}", kSupportScheme, vertices, kind->name);
}

std::vector<SupportEntry> support_entries() {
  std::vector<SupportEntry> all;
  for (const std::size_t vertices : {4u, 8u, 12u, 20u, 32u, 64u})
    for (const shapes::SupportKind& kind : shapes::support_kinds())
      all.push_back({vertices, &kind});
  return all;
}

TimedSupport::TimedSupport(const SupportEntry& entry, const Request& request)
    : entry_(entry), request_(request), protocol_(shape_protocol(request)) {
  for (std::size_t i = 0; i < entry.vertices; ++i)
    body_.vertices.push_back(on_sphere(i, entry.vertices));
  support_ = entry.kind->prepare(shapes::checked(body_));
}

Run TimedSupport::run() {
  constexpr std::uint64_t kBatch = 2000;
  Run run;
  Vec3 n{0.3, -0.5, 0.8};
  const Stopwatch watch;
  do {
    for (std::uint64_t k = 0; k < kBatch; ++k) {
      const Vec3 p = (*support_)(n);
      n = {-n.y + 0.1 * p.x, n.z - 0.1 * p.y, n.x - 0.1 * p.z};  // somewhere else
      if (norm2(n) > 4 || norm2(n) < 0.25) n = (1 / norm(n)) * n;
    }
    run.count += kBatch;
    run.seconds = watch.seconds();
  } while (run.seconds < 0.1 * protocol_.seconds);
  done_.push_back(run);
  return run;
}

std::vector<ResultRecord> TimedSupport::records() {
  const SchemeInfo scheme{.name = kSupportScheme, .source = "", .backend = entry_.kind->name};
  ResultRecord record = profile_record(request_, scheme, kSupport);
  record.params = {{"vertices", entry_.vertices}, {"vectors", entry_.kind->name}};
  std::vector<double> costs;
  for (const Run& run : done_) costs.push_back(1e9 * run.seconds / static_cast<double>(run.count));
  judge_runs(record, done_, costs, verify());
  return {record};
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
