#include "benchmarks/hpmc/overlap_split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "benchmarks/hpmc/shape_entries.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using Clock = std::chrono::steady_clock;
using shapes::Configuration;
using shapes::Vec3;

constexpr std::size_t kTests = 2000;

double nanoseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

}  // namespace

OverlapSplit::OverlapSplit(const shapes::OverlapTracer& tracer, const ShapeSystem& system,
                           const Configuration& c, std::uint64_t seed) {
  for (const shapes::Body& a : c.types)
    for (const shapes::Body& b : c.types) traced_.push_back(tracer.prepare(a, b));
  const shapes::MoveLaw law = move_law(c, system.parameters());
  for (std::uint32_t i = 0; i < c.size() && tests_ < kTests; ++i) {
    const shapes::Trial trial = draw_trial(Philox(seed), 0, i, law);
    const Vec3 r = c.centres[i] + trial.step;
    const auto q = trial.rotation ? normalised(trial.turn * c.orientations[i]) : c.orientations[i];
    for (std::size_t j = 0; j < c.size(); ++j) {
      const Vec3 r_ab = c.box.wrap(c.centres[j] - r);
      const double reach = circumradius(c.types[c.type[i]]) + circumradius(c.types[c.type[j]]);
      if (j == i || norm2(r_ab) > reach * reach) continue;
      std::size_t supports = 0;
      const auto pair = c.type[i] * c.types.size() + c.type[j];
      overlaps_ += traced_[pair]->add(q, c.orientations[j], r_ab, supports) ? 1 : 0;
      supports_ += supports;
      ++tests_;
    }
  }
}

Run OverlapSplit::run(double seconds) {
  double whole = 0, alone = 0;
  std::uint64_t rounds = 0;
  const auto start = Clock::now();
  do {
    found_ = 0;
    auto begin = Clock::now();
    for (const auto& pairs : traced_) found_ += pairs->whole();
    whole += nanoseconds_since(begin);
    begin = Clock::now();
    for (const auto& pairs : traced_) sum_ += pairs->supports_alone();
    alone += nanoseconds_since(begin);
    ++rounds;
  } while (nanoseconds_since(start) < 1e9 * seconds);
  const auto tests = static_cast<double>(rounds * tests_);
  whole_.push_back(whole / tests);
  supports_alone_.push_back(std::min(alone, whole) / tests);
  runs_.push_back({.seconds = 1e-9 * whole, .count = rounds * tests_});
  return runs_.back();
}

double OverlapSplit::supports_per_test() const {
  return static_cast<double>(supports_) / static_cast<double>(tests_);
}

std::string OverlapSplit::verify() const {
  if (found_ != overlaps_)
    return fmt::format("{} pairs overlap, with their directions written down {}", found_,
                       overlaps_);
  return std::isfinite(sum_) ? "" : "support points are not finite";
}

void split_overlaps(const Request& request, const ShapeSystem& system, const Configuration& start,
                    Journal& journal, Progress& progress) {
  if (!matches(request.filter, kSplitScheme)) return;
  const ShapeProtocol protocol = shape_protocol(request);
  for (const shapes::OverlapTracer& tracer : shapes::overlap_tracers()) {
    const auto blank = [&](const char* part) {
      const SchemeInfo scheme{.name = kSplitScheme, .source = "", .backend = tracer.name};
      ResultRecord record = blank_record(request, "hpmc", scheme, 1, kOverlapSplit);
      record.params = {{"system", system.name}, {"bodies", start.size()}, {"part", part}};
      record.replay =
          fmt::format("./touchstone bench --family hpmc --class {} --filter {} --seed {}",
                      record.problem_class, kSplitScheme, request.seed);
      return record;
    };
    if (journal.has(blank("whole"))) continue;
    OverlapSplit split(tracer, system, start, request.seed);
    drive({{fmt::format("{}/{}/xenocollide", kSplitScheme, system.name), protocol.runs, "tests/s",
            [&] { return split.run(0.5 * protocol.seconds); }}},
          progress, 0);
    const auto write = [&](const char* part, const std::vector<double>& values) {
      ResultRecord record = blank(part);
      judge_runs(record, split.runs(), values, split.verify());
      record.params["tests"] = split.tests();
      record.params["supports"] = split.supports_per_test();
      journal.write(record, fmt::format("{}/{}/xenocollide/{}", kSplitScheme, system.name, part));
    };
    write("whole", split.whole());
    write("support functions", split.supports());
  }
}

}  // namespace touchstone::benchmarks::hpmc
