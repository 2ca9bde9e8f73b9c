#include "benchmarks/hpmc/overlap_split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/stopwatch.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::Configuration;
using shapes::Vec3;

constexpr std::size_t kTests = 2000;

}  // namespace

Subject SplitEntry::subject() const {
  const SchemeInfo scheme{.name = kSplitScheme, .source = "", .backend = tracer->name};
  return {kFamily,
          scheme,
          kOverlapSplit,
          fmt::format("{}/{}/xenocollide/{}", kSplitScheme, system->name, tracer->name),
          {{"system", system->name}}};
}

OverlapSplit::OverlapSplit(const Request& request, const SplitEntry& entry, const Configuration& c)
    : Timed(request, entry.subject(), shape_protocol(request)) {
  subject_.params["bodies"] = c.size();
  for (const shapes::Body& a : c.types)
    for (const shapes::Body& b : c.types) traced_.push_back(entry.tracer->prepare(a, b));
  const shapes::MoveLaw law = move_law(c, entry.system->parameters());
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

Run OverlapSplit::once() {
  double whole = 0, alone = 0;
  Run run = repeated(0.5 * protocol_.seconds, [&] {
    found_ = 0;
    Stopwatch watch;
    for (const auto& pairs : traced_) found_ += pairs->whole();
    whole += 1e9 * watch.seconds();
    watch = {};
    for (const auto& pairs : traced_) sum_ += pairs->supports_alone();
    alone += 1e9 * watch.seconds();
    return tests_;
  });
  whole_.push_back(whole / static_cast<double>(run.count));
  supports_alone_.push_back(std::min(alone, whole) / static_cast<double>(run.count));
  return run;
}

nlohmann::json OverlapSplit::params() const {
  return {{"tests", tests_},
          {"supports", static_cast<double>(supports_) / static_cast<double>(tests_)}};
}

std::vector<Quantity> OverlapSplit::quantities() const {
  const auto part = [](const std::string& name, const std::vector<double>& values) {
    return Quantity{kOverlapSplit, values, {{"part", name}}, "/" + name};
  };
  return {part("whole", whole_), part("support functions", supports_alone_)};
}

std::string OverlapSplit::fault() {
  if (found_ != overlaps_)
    return fmt::format("{} pairs overlap, with their directions written down {}", found_,
                       overlaps_);
  return std::isfinite(sum_) ? "" : "support points are not finite";
}

}  // namespace touchstone::benchmarks::hpmc
