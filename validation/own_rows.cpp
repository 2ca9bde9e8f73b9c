#include "validation/own_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "statistics/tails.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"

namespace touchstone::validation {
namespace {

/// The oracle is in equilibrium unless its halves differ beyond this chance. It is no scheme under
/// test, so that more than a false alarm of 1e-6 may be spent on it.
constexpr double kOracleDrift = 1e-3;

/// A row of these chains; `against` ends its name.
Measurement row(const OwnRun& run, const std::string& against) {
  Measurement m = run.blank;
  if (!against.empty()) m.name += "-" + against;
  m.record.params["against"] = against.empty() ? "nothing" : against;
  return m;
}

/// Withholds the verdict beside an oracle that is not in equilibrium: two right schemes may differ.
void heed_oracle(ResultRecord& record, ChainStore& store, const MarkovChains& oracle,
                 const std::string& series) {
  const Estimate drift = chain_drift(store.run(oracle), series);
  if (!(drift.standard_error > 0) ||
      student_two_sided(drift.mean / drift.standard_error, degrees_of(drift)) >= kOracleDrift)
    return;
  if (record.verdict == Verdict::fail || record.verdict == Verdict::pass)
    record.verdict = Verdict::inconclusive;
  record.note += "; the oracle itself is not in equilibrium";
}

/// Says what the row would have seen: there is no report that shows it.
void note_power(ResultRecord& record, double resolution) {
  if (record.facts.contains("smallest_effect"))
    record.note += fmt::format("; sees deviations from {:.2g}, wanted {:.2g}",
                               record.facts["smallest_effect"].get<double>(), resolution);
}

Measurement oracle_row(const OwnRun& oracle, const OwnQuantity& quantity) {
  Measurement m = row(oracle, "");
  m.measure = [chains = oracle.chains, quantity](ResultRecord& record, Bench& bench) {
    report_into(record, chain_estimate(bench.chains.run(*chains), quantity.series));
    record.note = "serial oracle";
    if (!quantity.nearest.empty())
      record.note += "; no published value here, the nearest is of " + quantity.nearest;
    heed_oracle(record, bench.chains, *chains, quantity.series);
  };
  return m;
}

Measurement against_oracle(const OwnRun& scheme, const OwnRun& oracle,
                           const OwnQuantity& quantity) {
  const std::string name = oracle.blank.record.scheme;
  const double smallest = std::sqrt(2.0) * quantity.resolution;
  Measurement m = row(scheme, "oracle");
  m.record.params["oracle"] = name;
  m.record.params["resolution"] = smallest;
  m.measure = [=, chains = scheme.chains, others = oracle.chains](ResultRecord& record,
                                                                  Bench& bench) {
    const auto [found, expected] =
        judge_chains_apart_into(record, bench.chains, *chains, *others, quantity.series,
                                name + ", independent stream", smallest);
    const Interval interval = confidence_interval(found);  // of the value, not the difference
    record.value = found.mean;
    record.low = interval.low;
    record.high = interval.high;
    record.expected = Published{expected.mean, expected.standard_error};
    note_power(record, smallest);
    heed_oracle(record, bench.chains, *others, quantity.series);
  };
  return m;
}

Measurement against_published(const OwnRun& scheme, const OwnRun& oracle,
                              const OwnQuantity& quantity) {
  const OwnKnown known = *quantity.known;
  // an uncertainty of the source that hides the effect is no fault of the run
  const Aim aim(quantity.resolution, kOwnSeen * known.value.uncertainty < quantity.resolution);
  Measurement m = row(scheme, "published");
  m.record.params["resolution"] = aim.effect;
  m.cost = 0.1;  // run before
  m.measure = [=, chains = scheme.chains, others = oracle.chains](ResultRecord& record,
                                                                  Bench& bench) {
    judge_chains_into(record, bench.chains, *chains, quantity.series, known.value, known.source,
                      aim);
    note_power(record, aim.effect);
    heed_oracle(record, bench.chains, *others, quantity.series);
  };
  return m;
}

std::vector<Measurement> beside_published(Measurement first, const OwnRun& scheme,
                                          const OwnRun& oracle, const OwnQuantity& quantity) {
  std::vector<Measurement> rows{std::move(first)};
  if (quantity.known) rows.push_back(against_published(scheme, oracle, quantity));
  return rows;
}

}  // namespace

std::vector<Measurement> oracle_rows(const OwnRun& oracle, const OwnQuantity& quantity) {
  return beside_published(oracle_row(oracle, quantity), oracle, oracle, quantity);
}

std::vector<Measurement> scheme_rows(const OwnRun& scheme, const OwnRun& oracle,
                                     const OwnQuantity& quantity) {
  return beside_published(against_oracle(scheme, oracle, quantity), scheme, oracle, quantity);
}

Measurement row_not_run(const OwnRun& scheme, const std::string& reason) {
  Measurement m = row(scheme, "oracle");
  m.cost = 0;
  m.measure = [reason](ResultRecord& record, Bench&) {
    record.value = std::numeric_limits<double>::quiet_NaN();
    record.verdict = Verdict::not_run;
    record.note = reason;
  };
  return m;
}

}  // namespace touchstone::validation
