#include "validation/experiments/cmc/cross_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "models/core/registry.hpp"
#include "statistics/judge.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::cmc {
namespace {

using cluster::ScatteringScheme;

/// Meetings between two reports of progress; of fast ones an eighth.
constexpr std::size_t kBatch = 4096, kMost = 100'000;
constexpr std::size_t kFewer = 4;  ///< times as many as the reference follows

/// Meetings that are followed once for all of their kinds.
struct Work {
  const Meetings& meetings;
  const ScatteringScheme& scheme;
  double speed;
  std::size_t count;
  std::uint64_t seed;
  std::size_t batch = kBatch;
};

const Ends& ends_of(const Work& work, int threads, const std::function<void(double)>& done) {
  using Key = std::tuple<std::string, std::string, double, std::size_t, std::uint64_t>;
  static std::map<Key, Ends> known;
  const Key key{work.meetings.experiment, work.scheme.info.name, work.speed, work.count, work.seed};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  Ends all{std::vector<std::size_t>(work.meetings.kinds.size())};
  for (std::size_t first = 0; first < work.count; first += work.batch) {
    const std::size_t last = std::min(work.count, first + work.batch);
    const Ends some =
        work.meetings.follow(work.scheme, work.speed, work.seed, first, last, threads);
    for (std::size_t k = 0; k < all.of_kind.size(); ++k) all.of_kind[k] += some.of_kind[k];
    all.none += some.none;
    done(static_cast<double>(last - first) / static_cast<double>(work.count));
  }
  return known[key] = all;
}

Measurement blank(const Meetings& meetings, const Kind& kind, const Plan& plan,
                  const ScatteringScheme& scheme, const std::string& speed, std::size_t count) {
  Measurement m;
  m.name = fmt::format("cmc/{}/{}-{}-{}", meetings.experiment, kind.name, speed,
                       scheme.info.name.substr(scheme.info.name.find('/') + 1));
  m.record = blank_record(plan, "cmc", kind.metric);
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.threads = scheme.info.parallel ? plan.threads : 1;
  m.record.params = {{"meetings", count}};
  return m;
}

void judge_found(ResultRecord& record, const Estimate& found, Published expected,
                 double resolution) {
  const Judgement judged = judge(found, expected, resolution * expected.value, kFalseAlarm);
  record.value = found.mean;
  record.low = judged.low;
  record.high = judged.high;
  record.n_eff = found.effective_samples;
  record.expected = expected;
  record.z = judged.z;
  record.p = judged.p;
  record.facts["smallest_effect"] = judged.smallest_effect;
  record.verdict = judged.verdict;
}

std::uint64_t seed_of(const Meetings& meetings, const Bench& bench, std::uint64_t part) {
  return derive_seed(bench.plan.seed, meetings.seeds, part);
}

Measurement row_beside_reference(const Meetings& meetings, const AtSpeed& at, std::size_t kind,
                                 const Plan& plan, const ScatteringScheme& scheme) {
  const ScatteringScheme& reference = baseline_of(cluster::scattering_schemes());
  const std::size_t fewer = at.count / kFewer;
  Measurement m =
      blank(meetings, meetings.kinds[kind], plan, scheme, fmt::format("{:g}", at.speed), at.count);
  m.record.params["speed"] = at.speed;
  m.cost = (meetings.seconds(scheme.info.parallel, at.speed) * static_cast<double>(at.count) +
            meetings.seconds(reference.info.parallel, at.speed) * static_cast<double>(fewer)) /
           static_cast<double>(at.kinds.size());
  m.measure = [=, &scheme, &reference](ResultRecord& record, Bench& bench) {
    const auto part = static_cast<std::uint64_t>(1000 + 8 * at.speed);
    const auto ends = [&](const ScatteringScheme& one, std::size_t count, std::uint64_t of,
                          const std::function<void(double)>& done) {
      return ends_of({meetings, one, at.speed, count, seed_of(meetings, bench, of)},
                     bench.plan.threads, done);
    };
    const auto half = [&](double part) { bench.done(part / 2); };
    const Ends ours = ends(scheme, at.count, part, half);
    const Ends serial = ends(reference, fewer, part + 500, half);
    // Both errors are those of the share that all meetings together have.
    const double widest = meetings.widest_impact(at.speed), disk = widest * widest;
    const double n = static_cast<double>(at.count), few = static_cast<double>(fewer);
    Estimate found = cross_section(widest, ours.of_kind[kind], at.count);
    const double expected = cross_section(widest, serial.of_kind[kind], fewer).mean;
    const double share = (n * found.mean + few * expected) / (n + few) / disk;
    const double spread = disk * std::sqrt(share * (1 - share));
    found.standard_error = spread / std::sqrt(n);
    record.expected_source = "serial reference, other meetings";
    record.facts["without end"] = static_cast<double>(ours.none) / n;
    judge_found(record, found, {expected, spread / std::sqrt(few)}, at.resolution);
  };
  return m;
}

}  // namespace

Estimate cross_section(double widest_impact, std::size_t found, std::size_t meetings,
                       double expected) {
  const double n = static_cast<double>(meetings), share = static_cast<double>(found) / n;
  const double disk = widest_impact * widest_impact, other = expected / disk;
  const double variance = std::max(share * (1 - share), other * (1 - other));
  return {disk * share, disk * std::sqrt(variance / (n - 1)), n, 0};
}

Measurement limit(const Meetings& meetings, std::size_t kind, const Plan& plan,
                  const ScatteringScheme& scheme, std::size_t count) {
  const Kind& wanted = meetings.kinds[kind];
  Measurement m = blank(meetings, wanted, plan, scheme, "limit", count);
  const double n = static_cast<double>(count);
  m.record.params["speeds"] = nlohmann::json::array();
  m.cost = 0;
  for (const FastSpeed& at : meetings.to_limit) {
    m.record.params["speeds"].push_back(at.speed);
    m.cost += at.part * n * meetings.seconds(scheme.info.parallel, at.speed);
  }
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    std::size_t none = 0;
    double value = 0, variance = 0;
    for (const FastSpeed& at : meetings.to_limit) {
      const auto some = static_cast<std::size_t>(std::llround(at.part * n));
      const Ends& ends = ends_of({meetings, scheme, at.speed, some,
                                  seed_of(meetings, bench, static_cast<std::uint64_t>(at.speed)),
                                  std::clamp(some / 8, kBatch, kMost)},
                                 plan.threads, [&](double done) { bench.done(at.part * done); });
      none += ends.none;
      const double square = at.speed * at.speed;
      const Estimate found = cross_section(meetings.widest_impact(at.speed), ends.of_kind[kind],
                                           some, wanted.limit / square);
      value += at.weight * square * found.mean;
      variance += std::pow(at.weight * square * found.standard_error, 2);
    }
    record.expected_source = meetings.limit_known;
    record.facts["without end"] = static_cast<double>(none) / n;
    judge_found(record, {value, std::sqrt(variance), n, 0}, {wanted.limit, 0}, 0.5);
  };
  return m;
}

std::vector<Measurement> beside_reference(const Meetings& meetings, const AtSpeed& at,
                                          const Plan& plan, const ScatteringScheme& scheme) {
  std::vector<Measurement> rows;
  for (const std::size_t kind : at.kinds)
    rows.push_back(row_beside_reference(meetings, at, kind, plan, scheme));
  return rows;
}

std::vector<const ScatteringScheme*> scattering_schemes_of(const Plan& plan) {
  std::vector<const ScatteringScheme*> all;
  for (const ScatteringScheme& scheme : cluster::scattering_schemes())
    if (scheme.available) all.push_back(&scheme);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* a, const auto* b) { return a->info.lanes > b->info.lanes; });
  if (plan.problem_class < ProblemClass::W) all.resize(1);
  return all;
}

std::size_t times_class_S(const Plan& plan) {
  return plan.problem_class < ProblemClass::W ? 1 : plan.problem_class < ProblemClass::A ? 10 : 100;
}

}  // namespace touchstone::validation::cmc
