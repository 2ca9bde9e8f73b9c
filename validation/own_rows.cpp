#include "validation/own_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>

#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"

namespace touchstone::validation {
namespace {

using Chains = std::shared_ptr<const MarkovChains>;

Chains as_long(const OwnRun& run, std::uint64_t times) {
  return times > 1 && run.longer ? run.longer(times) : run.chains;
}

/// Length of the chains in which the oracle comes to equilibrium.
struct Equilibrium {
  std::uint64_t times = 1;  ///< in units of what was planned
  bool reached = false;
};

/// Decided by the oracle alone, before anything is compared with it.
Equilibrium equilibrium_of(const OwnRun& oracle, ChainStore& store, const std::string& series) {
  Equilibrium found;
  for (;; found.times *= 2) {
    found.reached = !drifts(store.run(*as_long(oracle, found.times)), series);
    if (found.reached || !oracle.longer || 2 * found.times > kMostStages) return found;
  }
}

void note_equilibrium(ResultRecord& record, const Equilibrium& found) {
  if (found.times > 1) record.note += fmt::format("; {} times as long as planned", found.times);
  if (!found.reached) record.note += "; the oracle itself is not in equilibrium";
}

/// A row of these chains; `against` ends its name.
Measurement row(const OwnRun& run, const std::string& against) {
  Measurement m = run.blank;
  if (!against.empty()) m.name += "-" + against;
  m.record.params["against"] = against.empty() ? "nothing" : against;
  return m;
}

/// Says what the row would have seen: there is no report that shows it.
void note_power(ResultRecord& record, double resolution) {
  if (record.facts.contains("smallest_effect"))
    record.note += fmt::format("; sees deviations from {:.2g}, wanted {:.2g}",
                               record.facts["smallest_effect"].get<double>(), resolution);
}

/// Difference that chains are added for. Where it is a part of a number of events, that number is
/// the mean of both sides, which does not depend on their difference: the number of chains, which
/// it decides, does not either. The oracle's mean may come out smaller: a quarter is left for that.
double planned_resolution(const OwnQuantity& quantity, ChainStore& store, const Chains& scheme,
                          const Chains& oracle) {
  if (quantity.part_of_oracle == 0) return std::sqrt(2.0) * quantity.resolution;
  const auto mean = [&](const Chains& of) {
    return chain_estimate(store.run(*of), quantity.series).mean;
  };
  const double resolution = 0.75 * quantity.part_of_oracle * (mean(scheme) + mean(oracle)) / 2;
  return resolution > 0 ? resolution
                        : std::numeric_limits<double>::min();  // no events, or no number
}

Measurement oracle_row(const OwnRun& oracle, const OwnQuantity& quantity) {
  Measurement m = row(oracle, "");
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const Equilibrium found = equilibrium_of(oracle, bench.chains, quantity.series);
    const Chains chains = as_long(oracle, found.times);
    report_into(record, chain_estimate(bench.chains.run(*chains), quantity.series));
    record.note = "serial oracle";
    if (!quantity.nearest.empty())
      record.note += "; no published value here, the nearest is of " + quantity.nearest;
    note_equilibrium(record, found);
  };
  return m;
}

Measurement against_oracle(const OwnRun& scheme, const OwnRun& oracle,
                           const OwnQuantity& quantity) {
  const std::string name = oracle.blank.record.scheme;
  const double part = quantity.part_of_oracle;
  Measurement m = row(scheme, "oracle");
  m.record.params["oracle"] = name;
  if (part > 0)
    m.record.params["resolution_part"] = part;
  else
    m.record.params["resolution"] = std::sqrt(2.0) * quantity.resolution;
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const Equilibrium equilibrium = equilibrium_of(oracle, bench.chains, quantity.series);
    const Chains chains = as_long(scheme, equilibrium.times);
    const Chains others = as_long(oracle, equilibrium.times);
    const double planned = planned_resolution(quantity, bench.chains, chains, others);
    const auto [found, expected] =
        judge_chains_apart_into(record, bench.chains, *chains, *others, quantity.series,
                                name + ", independent stream", planned);
    const double smallest = part > 0 ? part * expected.mean : planned;
    const double infinity = std::numeric_limits<double>::infinity();
    if (part > 0 && !(record.facts.value("smallest_effect", infinity) < smallest))
      withhold_pass(record);
    if (quantity.larger_is_worse && found.mean < expected.mean && record.verdict == Verdict::fail) {
      record.verdict = Verdict::pass;
      record.note += "; smaller than the oracle's, which is no fault";
    }
    const Interval interval = confidence_interval(found);  // of the value, not the difference
    record.value = found.mean;
    record.low = interval.low;
    record.high = interval.high;
    record.expected = Published{expected.mean, expected.standard_error};
    note_power(record, smallest);
    if (!equilibrium.reached) record.verdict = Verdict::inconclusive;  // no value to compare with
    note_equilibrium(record, equilibrium);
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
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const Equilibrium equilibrium = equilibrium_of(oracle, bench.chains, quantity.series);
    const Chains chains = as_long(scheme, equilibrium.times);
    judge_chains_into(record, bench.chains, *chains, quantity.series, known.value, known.source,
                      aim);
    note_power(record, aim.effect);
    if (!equilibrium.reached) withhold_pass(record);
    note_equilibrium(record, equilibrium);
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
