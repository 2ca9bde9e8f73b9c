#include "validation/experiments/hpmc/shape_chains.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <vector>

#include "checkers/statistics/blocking.hpp"
#include "checkers/statistics/tails.hpp"
#include "models/core/errors.hpp"
#include "models/core/for_each_index.hpp"
#include "models/core/interrupt.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::hpmc {
namespace {

using Values = std::vector<double>;  ///< values of one chain: one for each part of its samples

Values run_chain(const shapes::ShapeScheme& scheme, const ChainRun& run, std::size_t chain,
                 std::uint64_t seed, int parts, const BeginChain& begin) {
  shapes::RunParameters parameters = run.parameters;
  parameters.seed = derive_seed(seed, "chains of shapes", chain);
  const auto simulation =
      scheme.start(run.prepare ? run.prepare(chain, parameters.seed) : run.start, parameters);
  for (int step = 0; step < run.equilibration; ++step) {
    check_interrupt();
    simulation->advance(1);
  }
  Values values;
  for (int part = 0; part < parts; ++part) {
    const ChainObserver observer = begin();
    for (int k = 0; k < run.samples / parts; ++k) {
      check_interrupt();
      simulation->advance(static_cast<std::uint64_t>(run.steps_between));
      observer.sample(simulation->configuration());
    }
    values.push_back(observer.value());
  }
  return values;
}

/// Key of all that decides the values of a chain, except for the observable.
std::string key_of(const shapes::ShapeScheme& scheme, const ChainRun& run, std::size_t chain,
                   std::uint64_t seed, int parts) {
  const shapes::RunParameters& p = run.parameters;
  return nlohmann::json{
      {"scheme", scheme.info.name},
      {"bodies", run.start.size()},
      {"box", run.start.box.volume()},
      {"moves", {p.max_displacement, p.max_rotation, p.translations}},
      {"sweeps_per_step", p.sweeps_per_step},
      {"domains", p.domains},
      {"pressure", p.box.pressure},
      {"box_moves",
       {p.box.max_volume, p.box.max_log_volume, p.box.max_length, p.box.max_shear, p.box.per_step}},
      {"steps", {run.equilibration, run.samples, run.steps_between}},
      {"prepared", static_cast<bool>(run.prepare)},
      {"parts", parts},
      {"chain", chain},
      {"seed", seed}}
      .dump();
}

Values load(const std::string& path, const std::string& key) {
  std::ifstream file(path);
  const auto content = nlohmann::json::parse(file, nullptr, false);
  if (!content.is_object() || content.value("key", "") != key)
    throw input_error(path, "checkpoint (delete it to start this chain anew)", "the chain " + key,
                      "something else");
  return content.at("values").get<Values>();
}

void save(const std::string& path, const std::string& key, const Values& values) {
  const std::string next = path + ".new";
  std::ofstream file(next);
  file << nlohmann::json{{"key", key}, {"values", values}};
  file.close();
  if (!file)
    throw input_error(next, "a checkpoint could not be written", "space and permission",
                      "write error");
  std::filesystem::rename(next, path);  // a kill leaves the old one or the new one
}

/// Chains `first` to `first + count - 1`.
std::vector<Values> run_chains(const ShapeChains& chains, int parts, std::size_t first,
                               std::size_t count) {
  const ChainRun& run = chains.run;
  std::vector<Values> values(count);
  std::mutex reporting;
  for_each_index(count, chains.bench.plan.threads, [&](std::size_t k) {
    const std::size_t chain = first + k;
    // Chains are told apart by the name of the measurement too: observables have no key.
    const std::string key = run.name + " " + key_of(chains.scheme, run, chain, chains.seed, parts);
    const std::string path = run.name.empty() ? "" : chains.bench.chains.checkpoint(key);
    if (!path.empty() && std::filesystem::exists(path)) {
      values[k] = load(path, key);
    } else {
      values[k] = run_chain(chains.scheme, run, chain, chains.seed, parts, chains.begin);
      if (!path.empty()) save(path, key, values[k]);
    }
    const std::lock_guard lock(reporting);
    chains.bench.done(chains.share / kShapeChains);
  });
  return values;
}

}  // namespace

Runs values_of(const ShapeChains& chains) {
  return [&chains](std::size_t first, std::size_t count) {
    Values values;
    for (const Values& chain : run_chains(chains, 1, first, count)) values.push_back(chain.front());
    return values;
  };
}

Estimate over_chains(const ShapeChains& chains) {
  return estimate_independent(values_of(chains)(0, kShapeChains));
}

Halves over_halves(const ShapeChains& chains, double unit,
                   const std::function<PublishedShapes()>& expected, double resolution) {
  Values means, drifts, pairs;
  const auto run = [&](std::size_t first, std::size_t count) {
    for (const Values& chain : run_chains(chains, 2, first, count)) {
      means.push_back((chain[0] + chain[1]) / 2);
      drifts.push_back(chain[1] - chain[0]);
      if (means.size() % 2 == 0) pairs.push_back(means.back() - means[means.size() - 2]);
    }
    return Values(means.begin() + static_cast<std::ptrdiff_t>(first), means.end());
  };
  const Estimate mean = two_stage_mean(
      run, kShapeChains,
      [&] {
        const PublishedShapes known = expected();
        return std::hypot(known.value.uncertainty, known.further) / unit;
      },
      resolution / unit);
  return {mean, estimate_independent(drifts), estimate_independent(pairs)};
}

void judge_halves_into(ResultRecord& record, const ShapeChains& chains, double unit,
                       const std::function<PublishedShapes()>& known, double resolution) {
  const Halves halves = over_halves(chains, unit, known, resolution);
  const PublishedShapes expected = known();
  const auto scaled = [&](Estimate e) {
    e.mean *= unit;
    e.standard_error *= unit;
    return e;
  };
  const auto beyond_chance = [](const Estimate& e) {
    return e.standard_error > 0 &&
           student_two_sided(e.mean / e.standard_error, degrees_of(e)) < kFalseAlarm;
  };
  const Estimate drift = scaled(halves.drift), sides = scaled(halves.sides);
  judge_into(record, scaled(halves.mean),
             {expected.value.value, std::hypot(expected.value.uncertainty, expected.further)},
             expected.source, resolution);
  record.expected = expected.value;  // what is allowed further is ours
  if (expected.further > 0) record.allowance = Allowance{expected.further, expected.why};
  std::string note = fmt::format(
      "second halves less first: {:+.2g} +- {:.2g}; odd chains less even: {:+.2g} +- {:.2g}",
      drift.mean, drift.standard_error, sides.mean, sides.standard_error);
  if (*record.n_eff > kShapeChains)
    note += fmt::format("; {:.0f} chains, where {} were planned", *record.n_eff, kShapeChains);
  if (beyond_chance(drift) || beyond_chance(sides)) {
    record.verdict = Verdict::inconclusive;
    note = "not in equilibrium: " + note;
  }
  record.note = note;
}

BeginChain scale_distribution_of(const std::vector<shapes::Body>& types,
                                 shapes::ScaleParameters parameters) {
  return [=] {
    const auto distribution = std::make_shared<shapes::ScaleDistribution>(types, parameters);
    return ChainObserver{[=](const shapes::Configuration& c) { distribution->add(c); },
                         [=] { return distribution->compressibility(); }};
  };
}

}  // namespace touchstone::validation::hpmc
