#include "benchmarks/hpmc/overlap_split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/hpmc/move_profile.hpp"
#include "benchmarks/records.hpp"
#include "benchmarks/stopwatch.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::Configuration;
using shapes::Vec3;

constexpr std::size_t kTests = 2000;

}  // namespace

std::string name_of(const shapes::OverlapTracer& tracer, const ShapeSystem& system) {
  return fmt::format("{}/{}/xenocollide/{}", kSplitScheme, system.name, tracer.name);
}

OverlapSplit::OverlapSplit(const shapes::OverlapTracer& tracer, const ShapeSystem& system,
                           const Configuration& c, const Request& request)
    : request_(request),
      protocol_(shape_protocol(request)),
      name_(name_of(tracer, system)),
      tracer_(tracer.name),
      system_(system.name),
      bodies_(c.size()) {
  for (const shapes::Body& a : c.types)
    for (const shapes::Body& b : c.types) traced_.push_back(tracer.prepare(a, b));
  const shapes::MoveLaw law = move_law(c, system.parameters());
  for (std::uint32_t i = 0; i < c.size() && tests_ < kTests; ++i) {
    const shapes::Trial trial = draw_trial(Philox(request.seed), 0, i, law);
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

Run OverlapSplit::run() {
  double whole = 0, alone = 0;
  std::uint64_t rounds = 0;
  const Stopwatch all;
  do {
    found_ = 0;
    Stopwatch watch;
    for (const auto& pairs : traced_) found_ += pairs->whole();
    whole += 1e9 * watch.seconds();
    watch = {};
    for (const auto& pairs : traced_) sum_ += pairs->supports_alone();
    alone += 1e9 * watch.seconds();
    ++rounds;
  } while (all.seconds() < 0.5 * protocol_.seconds);
  const auto tests = static_cast<double>(rounds * tests_);
  whole_.push_back(whole / tests);
  supports_alone_.push_back(std::min(alone, whole) / tests);
  done_.push_back({.seconds = 1e-9 * whole, .count = rounds * tests_});
  return done_.back();
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

std::vector<ResultRecord> OverlapSplit::records() {
  const auto record_of = [&](const char* part, const std::vector<double>& values) {
    const SchemeInfo scheme{.name = kSplitScheme, .source = "", .backend = tracer_};
    ResultRecord record = profile_record(request_, scheme, kOverlapSplit);
    record.params = {{"system", system_},
                     {"bodies", bodies_},
                     {"part", part},
                     {"tests", tests_},
                     {"supports", supports_per_test()}};
    record.facts["entry"] = fmt::format("{}/{}", name_, part);
    judge_runs(record, done_, values, verify());
    return record;
  };
  return {record_of("whole", whole_), record_of("support functions", supports_alone_)};
}

}  // namespace touchstone::benchmarks::hpmc
