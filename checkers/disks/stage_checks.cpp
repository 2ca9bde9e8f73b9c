// checkers/disks/stage_checks.cpp
// Purpose   Registers the checks of stage invariance: in equilibrium every elementary trial of a
//           correct scheme sees the same law, so acceptance cannot depend on the trial index in
//           the cell or on the place of the colour in the sweep, nor can a colour's share of the
//           disks at the end of a sweep.
// Source    statistics/stage_invariance.hpp; the effects in the checkerboard algorithm
//           belong to the pitfalls of Anderson et al. 2013, section 2.4.
// Computes  Independent chains from a lattice, relaxed for a while; one row of stage means each.
// Cost      See each check; 1e6 to 1e7 trial moves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkers/disks/disk_kind.hpp"
#include "models/disks/start.hpp"
#include "statistics/holm.hpp"
#include "statistics/stage_invariance.hpp"

namespace touchstone {
namespace {

using disks::StageCounters;

struct Plan {
  std::size_t disks;
  double packing;
  double step;
  int trials_per_cell;
  std::size_t chains;
  std::uint64_t relaxation;  ///< sweeps before counting
  std::uint64_t sweeps;      ///< counted
  double resolution;         ///< smallest difference of rates (or of shares) that matters
};

/// Counts of one Markov chain after its relaxation; adds all its trials to `trials`.
StageCounters count_stages(const disks::DiskScheme& scheme, const CheckContext& context,
                           const Plan& plan, std::uint64_t chain, std::uint64_t& trials) {
  const auto start = disks::hexagonal_start(plan.disks, plan.packing);
  const auto simulation = begin(scheme, start,
                                {.max_displacement = plan.step,
                                 .trials_per_cell = plan.trials_per_cell,
                                 .threads = context.threads,
                                 .seed = part_seed(context, chain)});
  if (simulation->stages() == nullptr) return {};
  simulation->advance(plan.relaxation);
  const StageCounters before = *simulation->stages();
  simulation->advance(plan.sweeps);
  StageCounters counted = *simulation->stages();
  for (std::size_t k = 0; k < counted.trials.size(); ++k) {
    counted.trials[k] -= before.trials[k];
    counted.accepted[k] -= before.accepted[k];
  }
  for (std::size_t q = 0; q < counted.occupancy.size(); ++q)
    counted.occupancy[q] -= before.occupancy[q];
  trials += simulation->stats().trials;
  return counted;
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? std::nan("") : static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<double> acceptance_by_trial_index(const StageCounters& c) {
  std::vector<double> row;
  for (std::size_t s = 0; s < c.trials_per_cell; ++s) {
    std::uint64_t trials = 0;
    std::uint64_t accepted = 0;
    for (std::size_t q = 0; q < c.occupancy.size(); ++q) {
      trials += c.trials[c.at(q, s)];
      accepted += c.accepted[c.at(q, s)];
    }
    row.push_back(ratio(accepted, trials));
  }
  return row;
}

std::vector<double> acceptance_by_colour_order(const StageCounters& c) {
  std::vector<double> row;
  for (std::size_t q = 0; q < c.occupancy.size(); ++q) {
    std::uint64_t trials = 0;
    std::uint64_t accepted = 0;
    for (std::size_t s = 0; s < c.trials_per_cell; ++s) {
      trials += c.trials[c.at(q, s)];
      accepted += c.accepted[c.at(q, s)];
    }
    row.push_back(ratio(accepted, trials));
  }
  return row;
}

std::vector<double> share_by_colour_order(const StageCounters& c) {
  std::uint64_t all = 0;
  for (const std::uint64_t n : c.occupancy) all += n;
  std::vector<double> row;
  for (const std::uint64_t n : c.occupancy) row.push_back(ratio(n, all));
  return row;
}

using Row = std::vector<double> (*)(const StageCounters&);

Contrast last_against_rest(std::size_t stages) {
  std::vector<double> weights(stages, -1.0 / static_cast<double>(stages - 1));
  weights.back() = 1;
  return {"last against rest", weights};
}

std::string means_text(const StageBatches& batches) {
  std::string text;
  for (std::size_t k = 0; k < batches.names.size(); ++k) {
    double sum = 0;
    for (const auto& row : batches.rows) sum += row[k];
    text += fmt::format("{:.5f} ", sum / static_cast<double>(batches.rows.size()));
  }
  return text;
}

CheckResult judge_batches(const StageBatches& batches, const CheckContext& context,
                          double resolution) {
  const std::size_t stages = batches.names.size();
  const std::vector<Contrast> contrasts{alternating_contrast(stages), trend_contrast(stages),
                                        first_against_rest_contrast(stages),
                                        last_against_rest(stages)};
  const StageJudgement judged = judge_stages(batches, contrasts, resolution, context.false_alarm);
  CheckResult result{.verdict = judged.verdict,
                     .value = two_sided_z(judged.flatness.p),
                     .unit = "z",
                     .false_alarm = context.false_alarm};
  std::string strongest = "flatness";
  std::vector<double> p_values{judged.flatness.p};
  for (const ContrastJudgement& c : judged.contrasts) {
    result.smallest_effect = std::max(result.smallest_effect, c.judgement.smallest_effect);
    p_values.push_back(c.judgement.p);
    const double z = two_sided_z(c.judgement.p);  // of Student's t: comparable with the others
    if (z < result.value) continue;
    result.value = z;
    strongest = c.name;
  }
  result.p = std::ranges::min(holm_adjusted(p_values));
  result.detail = fmt::format("{}({})", means_text(batches), strongest);
  return result;
}

CheckResult stage_check(const disks::DiskScheme& scheme, const CheckContext& context,
                        const Plan& plan, const char* what, Row row) {
  StageBatches batches;
  std::uint64_t trials = 0;
  const auto chains =
      static_cast<std::size_t>(static_cast<double>(plan.chains) * std::max(1.0, context.effort));
  for (std::uint64_t chain = 0; chain < chains; ++chain) {
    const StageCounters counted = count_stages(scheme, context, plan, chain, trials);
    if (counted.trials.empty())
      return {.verdict = Verdict::not_run, .detail = "the scheme counts no stages"};
    batches.rows.push_back(row(counted));
  }
  for (std::size_t k = 0; k < batches.rows.front().size(); ++k)
    batches.names.push_back(fmt::format("{} {}", what, k));
  CheckResult result = judge_batches(batches, context, plan.resolution);
  result.trials = trials;
  return result;
}

DiskCheck stage(const char* name, const char* shows, const char* cost, const Plan& plan,
                const char* what, Row row) {
  return {.name = std::string("stage/") + name,
          .shows = shows,
          .needs = Claims::detailed_balance | Claims::global_balance,
          .cost = cost,
          .run =
              [plan, what, row](const disks::DiskScheme& scheme, const CheckContext& context) {
                return stage_check(scheme, context, plan, what, row);
              },
          .only = {.of_cells = true},
          .many_steps = true};
}

// Boxes of 6 x 6 cells as wide as four slots allow, where the effects of the pitfalls are largest
// per trial; moderate densities, so that chains forget their lattice within the relaxation.
constexpr Plan kTrialIndex{46, 0.5048, 0.2, 4, 60, 50, 300, 0.006};
constexpr Plan kColourAcceptance{32, 0.3511, 0.4, 4, 80, 50, 1200, 0.004};
constexpr Plan kColourShare{72, 0.65, 0.16, 4, 40, 30, 150, 0.01};

const bool registered =
    register_check(stage("acceptance by trial index",
                         "trials early and late in a cell are accepted equally often: no memory in "
                         "the order of particles",
                         "about 0.4 s", kTrialIndex, "trial", acceptance_by_trial_index)) &&
    register_check(stage("acceptance by colour order",
                         "the colour processed first is like the one processed last", "about 1.5 s",
                         kColourAcceptance, "colour", acceptance_by_colour_order)) &&
    register_check(
        stage("occupancy by colour order",
              "each colour holds a quarter of the disks, whatever its place in the sweep",
              "about 0.2 s", kColourShare, "colour", share_by_colour_order));

}  // namespace
}  // namespace touchstone
