#include "validation/experiments/cmc/cross_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "models/core/registry.hpp"
#include "statistics/judge.hpp"
#include "statistics/tails.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::cmc {
namespace {

using cluster::ScatteringScheme;

/// Meetings between two reports of progress; of fast ones an eighth.
constexpr std::size_t kBatch = 4096, kMost = 100'000;
constexpr std::size_t kFewer = 4;  ///< times as many as the reference follows

/// Smallest error of meetings without an end that matters, as a part of all meetings.
constexpr double kWithoutEnd = 0.1;

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
  const Judgement judged = judge(found, expected, resolution, kFalseAlarm);
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

/// Ends of a scheme at a speed, beside those of the reference.
struct Both {
  Ends ours, serial;
  double n, few;  ///< meetings
  double disk;
};

/// Exact test: where meetings end, few are left without, and the normal law is not theirs. The
/// reference has a binomial number of all that are left, or one that scatters less.
void judge_without_end(ResultRecord& record, const Both& both) {
  const std::size_t serial = both.serial.none, all = both.ours.none + serial;
  const double of_reference = both.few / (both.n + both.few);
  const double share = static_cast<double>(std::max<std::size_t>(all, 1)) / (both.n + both.few);
  const double ours = static_cast<double>(both.ours.none) / both.n;
  const double theirs = static_cast<double>(serial) / both.few;
  const double error = std::sqrt(share / both.n), uncertainty = std::sqrt(share / both.few);
  judge_found(record, {both.disk * ours, both.disk * error, both.n, 0},
              {both.disk * theirs, both.disk * uncertainty}, kWithoutEnd * both.disk);
  record.p = std::min(1.0, 2 * std::min(binomial_lower(serial, all, of_reference),
                                        binomial_upper(serial, all, of_reference)));
  const bool seen = record.facts["smallest_effect"].get<double>() < kWithoutEnd * both.disk;
  record.verdict = *record.p < kFalseAlarm ? Verdict::fail
                   : seen                  ? Verdict::pass
                                           : Verdict::inconclusive;
}

void judge_kind(ResultRecord& record, const Both& both, const Compared& compared) {
  const auto share_of = [&](const Ends& ends, double meetings) {
    return static_cast<double>(ends.of_kind[compared.kind]) / meetings;
  };
  const double found = share_of(both.ours, both.n), expected = share_of(both.serial, both.few);
  // Both errors are those of the share that all meetings together have.
  const double share = (both.n * found + both.few * expected) / (both.n + both.few);
  const double spread = both.disk * std::sqrt(share * (1 - share));
  judge_found(record, {both.disk * found, spread / std::sqrt(both.n), both.n, 0},
              {both.disk * expected, spread / std::sqrt(both.few)},
              compared.resolution * both.disk * expected);
}

/// Row of a kind, or of the meetings without an end.
Measurement row_beside_reference(const Meetings& meetings, const AtSpeed& at,
                                 const std::optional<Compared>& compared, const Plan& plan,
                                 const ScatteringScheme& scheme) {
  const ScatteringScheme& reference = baseline_of(cluster::scattering_schemes());
  const std::size_t fewer = at.count / kFewer;
  const Kind& kind = compared ? meetings.kinds[compared->kind] : meetings.without_end;
  Measurement m = blank(meetings, kind, plan, scheme, fmt::format("{:g}", at.speed), at.count);
  m.record.params["speed"] = at.speed;
  m.cost = (meetings.seconds(scheme.info.parallel, at.speed) * static_cast<double>(at.count) +
            meetings.seconds(reference.info.parallel, at.speed) * static_cast<double>(fewer)) /
           static_cast<double>(at.kinds.size() + 1);  // all rows share the meetings
  m.measure = [=, &scheme, &reference](ResultRecord& record, Bench& bench) {
    const auto part = static_cast<std::uint64_t>(1000 + 8 * at.speed);
    const auto ends = [&](const ScatteringScheme& one, std::size_t count, std::uint64_t of) {
      return ends_of({meetings, one, at.speed, count, seed_of(meetings, bench, of)},
                     bench.plan.threads, [&](double done) { bench.done(done / 2); });
    };
    const double widest = meetings.widest_impact(at.speed);
    const Both both{ends(scheme, at.count, part), ends(reference, fewer, part + 500),
                    static_cast<double>(at.count), static_cast<double>(fewer), widest * widest};
    record.expected_source = "serial reference, other meetings";
    record.facts["without end"] = static_cast<double>(both.ours.none) / both.n;
    record.facts["without end, reference"] = static_cast<double>(both.serial.none) / both.few;
    if (compared)
      judge_kind(record, both, *compared);
    else
      judge_without_end(record, both);
  };
  return m;
}

/// `kinds`: number of them that share the meetings.
Measurement limit(const Meetings& meetings, std::size_t kind, std::size_t kinds, const Plan& plan,
                  const ScatteringScheme& scheme, std::size_t count) {
  const Kind& wanted = meetings.kinds[kind];
  Measurement m = blank(meetings, wanted, plan, scheme, "limit", count);
  const double n = static_cast<double>(count);
  m.record.params["speeds"] = nlohmann::json::array();
  m.cost = 0;
  for (const FastSpeed& at : meetings.to_limit) {
    m.record.params["speeds"].push_back(at.speed);
    m.cost +=
        at.part * n * meetings.seconds(scheme.info.parallel, at.speed) / static_cast<double>(kinds);
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
    judge_found(record, {value, std::sqrt(variance), n, 0}, {wanted.limit, 0}, 0.5 * wanted.limit);
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

std::vector<Measurement> limits(const Meetings& meetings, const std::vector<std::size_t>& kinds,
                                const Plan& plan, const ScatteringScheme& scheme,
                                std::size_t count) {
  std::vector<Measurement> rows;
  for (const std::size_t kind : kinds)
    rows.push_back(limit(meetings, kind, kinds.size(), plan, scheme, count));
  return rows;
}

std::vector<Measurement> beside_reference(const Meetings& meetings, const AtSpeed& at,
                                          const Plan& plan, const ScatteringScheme& scheme) {
  std::vector<Measurement> rows;
  for (const Compared& compared : at.kinds)
    rows.push_back(row_beside_reference(meetings, at, compared, plan, scheme));
  rows.push_back(row_beside_reference(meetings, at, std::nullopt, plan, scheme));
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
