#include "validation/chain_estimates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/core/errors.hpp"
#include "statistics/blocking.hpp"
#include "statistics/tails.hpp"

namespace touchstone::validation {
namespace {

const std::vector<double>& series_of(const ChainState& chain, const std::string& observable) {
  const auto found = chain.series.find(observable);
  if (found == chain.series.end() || found->second.empty())
    throw InputError("chain: no samples of '" + observable + "'");
  return found->second;
}

double mean(const double* first, std::size_t count) {
  return std::accumulate(first, first + count, 0.0) / static_cast<double>(count);
}

std::vector<double> means_of(const std::vector<ChainState>& chains, const std::string& observable) {
  std::vector<double> means;
  for (const ChainState& chain : chains) {
    const std::vector<double>& series = series_of(chain, observable);
    means.push_back(mean(series.data(), series.size()));
  }
  return means;
}

void fill(ResultRecord& record, double effective_samples, const Judgement& judgement,
          const Aim& aim) {
  record.low = judgement.low;
  record.high = judgement.high;
  record.z = judgement.z;
  if (std::isfinite(judgement.z) && std::isfinite(judgement.p)) record.p = judgement.p;
  record.verdict = judgement.verdict;
  if (effective_samples > 0) record.n_eff = effective_samples;
  state_power(record, aim, judgement.smallest_effect);
}

/// Says how much was run.
void state_effort(ResultRecord& record, const std::vector<ChainState>& chains,
                  std::size_t planned) {
  const SweepStats stats = total_stats(chains);
  record.note =
      stats.trials == 0
          ? fmt::format("{} runs", chains.size())
          : fmt::format("{:.3g} trial moves, acceptance {:.4f}", static_cast<double>(stats.trials),
                        static_cast<double>(stats.accepted) / static_cast<double>(stats.trials));
  if (chains.size() > planned)
    record.note += stats.trials == 0
                       ? fmt::format(", where {} were planned", planned)
                       : fmt::format("; {} chains, where {} were planned", chains.size(), planned);
}

/// Nothing passes without equilibrium.
void heed_drift(ResultRecord& record, const std::vector<ChainState>& chains,
                const std::string& observable) {
  if (!drifts(chains, observable)) return;
  withhold_pass(record);
  record.note += "; the halves of the chains differ: not in equilibrium";
}

}  // namespace

Runs chain_means(ChainStore& store, const MarkovChains& chains, const std::string& observable) {
  return [&store, &chains, observable](std::size_t first, std::size_t count) {
    const std::vector<double> all = means_of(store.run(chains, first + count), observable);
    return std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
  };
}

std::size_t chains_of(const Estimate& found, const MarkovChains& chains) {
  return chains.chains < kEnoughChains
             ? chains.chains
             : static_cast<std::size_t>(std::llround(found.effective_samples));
}

Estimate chain_estimate(const std::vector<ChainState>& chains, const std::string& observable) {
  if (chains.empty()) throw InputError("chain: no chains");
  if (chains.size() < kEnoughChains) {
    std::vector<Estimate> each;
    for (const ChainState& chain : chains)
      each.push_back(estimate_mean(series_of(chain, observable)));
    return each.size() == 1 ? each.front() : average(each);
  }
  return estimate_independent(means_of(chains, observable));
}

Estimate chain_drift(const std::vector<ChainState>& chains, const std::string& observable) {
  if (chains.size() < kEnoughChains) return {0, 0, 0, 0};
  std::vector<double> drift;
  for (const ChainState& chain : chains) {
    const std::vector<double>& series = series_of(chain, observable);
    const std::size_t half = series.size() / 2;
    if (half == 0) return {0, 0, 0, 0};
    drift.push_back(mean(series.data() + (series.size() - half), half) - mean(series.data(), half));
  }
  return estimate_independent(drift);
}

Estimate chain_sides(const std::vector<ChainState>& chains, const std::string& observable) {
  const std::vector<double> means = means_of(chains, observable);
  std::vector<double> pairs;
  for (std::size_t k = 1; k < means.size(); k += 2) pairs.push_back(means[k] - means[k - 1]);
  return estimate_independent(pairs);
}

bool beyond_chance(const Estimate& difference) {
  return difference.standard_error > 0 &&
         student_two_sided(difference.mean / difference.standard_error, degrees_of(difference)) <
             kFalseAlarm;
}

bool drifts(const std::vector<ChainState>& chains, const std::string& observable) {
  return beyond_chance(chain_drift(chains, observable));
}

void withhold_pass(ResultRecord& record) {
  if (record.verdict == Verdict::pass) record.verdict = Verdict::inconclusive;
}

double total_seconds(const std::vector<ChainState>& chains) {
  double seconds = 0;
  for (const ChainState& chain : chains) seconds += chain.seconds;
  return seconds;
}

SweepStats total_stats(const std::vector<ChainState>& chains) {
  SweepStats stats;
  for (const ChainState& chain : chains) stats += chain.stats;
  return stats;
}

void judge_into(ResultRecord& record, const Estimate& measured, const Published& expected,
                const std::string& source, const Aim& aim) {
  const Judgement judgement = judge(measured, expected, aim.effect, kFalseAlarm, kPower);
  record.value = measured.mean;
  record.expected = expected;
  record.expected_source = source;
  fill(record, measured.effective_samples, judgement, aim);
}

void judge_difference_into(ResultRecord& record, const Estimate& a, const Estimate& b,
                           const std::string& source, const Aim& aim) {
  const Judgement judgement = judge_difference(a, b, aim.effect, kFalseAlarm, kPower);
  record.value = a.mean - b.mean;
  record.expected = Published{0, 0};
  record.expected_source = source;
  fill(record, std::min(a.effective_samples, b.effective_samples), judgement, aim);
}

void judge_chains_into(ResultRecord& record, ChainStore& store, const MarkovChains& chains,
                       const std::string& observable, const Published& expected,
                       const std::string& source, const Aim& aim) {
  const Estimate found = chains.chains < kEnoughChains
                             ? chain_estimate(store.run(chains), observable)
                             : two_stage_mean(chain_means(store, chains, observable), chains.chains,
                                              expected.uncertainty, aim.of_stages());
  judge_into(record, found, expected, source, aim);
  const std::vector<ChainState>& all = store.run(chains, chains_of(found, chains));
  state_effort(record, all, chains.chains);
  heed_drift(record, all, observable);
}

std::pair<Estimate, Estimate> judge_chains_apart_into(ResultRecord& record, ChainStore& store,
                                                      const MarkovChains& a, const MarkovChains& b,
                                                      const std::string& observable,
                                                      const std::string& source, const Aim& aim) {
  const auto [one, other] =
      two_stage_means(chain_means(store, a, observable), chain_means(store, b, observable),
                      a.chains, aim.of_stages());
  judge_difference_into(record, one, other, source, aim);
  state_effort(record, store.run(a, chains_of(one, a)), a.chains);
  heed_drift(record, store.run(a, chains_of(one, a)), observable);
  heed_drift(record, store.run(b, chains_of(other, b)), observable);
  return {one, other};
}

void report_into(ResultRecord& record, const Estimate& measured) {
  const Interval interval = confidence_interval(measured);
  record.value = measured.mean;
  record.low = interval.low;
  record.high = interval.high;
  if (measured.effective_samples > 0) record.n_eff = measured.effective_samples;
  record.verdict = Verdict::not_claimed;
}

}  // namespace touchstone::validation
