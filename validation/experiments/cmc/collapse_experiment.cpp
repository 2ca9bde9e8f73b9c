// validation/experiments/cmc/collapse_experiment.cpp
// Purpose   Core collapse of Plummer's model by every scheme: times, slope, energy, mass, against
//           other programs' runs.
// Source    validation/data/cmc_collapse.csv and cmc_fokker_planck.csv; B. Pattabiraman et al.,
//           Astrophys. J. Suppl. 204, 15 (2013), section 4.2, Figures 3 and 5.
// Computes  Means over clusters of different seeds. Others' values are of single runs, stated
//           without an error: such a run is held to the scatter of ours with as many stars, as one
//           more of them. With another number of stars nothing is judged.
// Cost      Class S a few seconds for each scheme, without the reference, whose bits others have,
//           and without messages; W two minutes, A an hour of one core.
//           With --resume, a cluster goes on from its last checkpoint, at most a minute old.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "models/cmc/plummer.hpp"
#include "models/core/csv.hpp"
#include "models/core/larger_or_nan.hpp"
#include "statistics/one_run.hpp"
#include "validation/chain_store.hpp"
#include "validation/data_files.hpp"
#include "validation/experiment.hpp"
#include "validation/experiments/cmc/collapse.hpp"
#include "validation/experiments/cmc/schemes.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::cmc {
namespace {

/// Size of the runs that a class can afford.
struct Size {
  std::size_t stars;
  std::size_t clusters;
  std::vector<double> densities;  ///< over the start

  /// Relative error that passes: the paper states 0.04 % for 1e5 stars and more (section 4.2); what
  /// single stars do to the potential goes as 1 / N.
  double energy_error() const { return 4e-4 * std::max(1.0, 1e5 / static_cast<double>(stars)); }
};
Size size_of(ProblemClass problem_class) {
  switch (problem_class) {
    case ProblemClass::tiny:
    case ProblemClass::S:
      return {10000, 12, {10}};
    case ProblemClass::W:
      return {10000, 12, {10, 100, 1000}};
    default:
      return {100000, 8, {10, 100, 1000}};
  }
}

struct Work {
  const cluster::ClusterScheme* scheme;
  Size size;
  int threads;
  std::uint64_t seed;
};

/// The clusters of one scheme, which are followed once for all of its records.
const std::vector<Collapse>& collapses(const Work& work, Bench& bench) {
  static std::map<std::pair<std::string, std::uint64_t>, std::vector<Collapse>> known;
  auto& all = known[{work.scheme->info.name, work.seed}];
  while (all.size() < work.size.clusters) {
    const auto seed = static_cast<std::uint32_t>(derive_seed(work.seed, "collapse", all.size()));
    const cluster::ClusterParameters parameters{
        .seed = seed ^ 0x5A5A5A5Au, .ranks = ranks_for(*work.scheme), .threads = work.threads};
    CollapseCheckpoint checkpoint;
    checkpoint.key =
        fmt::format("{} with {} stars of seed {} on {} ranks up to {} times the density",
                    work.scheme->info.name, work.size.stars, seed, parameters.ranks,
                    work.size.densities.back());
    checkpoint.path = bench.chains.checkpoint(checkpoint.key);
    checkpoint.start = [&](const cluster::Stars& stars, auto continued) {
      cluster::ClusterParameters p = parameters;
      p.continued = std::move(continued);
      return work.scheme->start(stars, p);
    };
    all.push_back(follow_collapse(
        cluster::plummer::sample(work.size.stars, seed), checkpoint, work.size.densities, 100'000,
        [&](double part) { bench.done(part / static_cast<double>(work.size.clusters)); }));
  }
  return all;
}

template <class Value>
Estimate mean_of(const std::vector<Collapse>& all, Value value) {
  double sum = 0, square = 0;
  for (const Collapse& one : all) sum += value(one);
  const double n = static_cast<double>(all.size()), mean = sum / n;
  for (const Collapse& one : all) square += std::pow(value(one) - mean, 2);
  return {mean, std::sqrt(square / (n * (n - 1))), n, 0};
}

/// Another program's value of a quantity: one run, without an error.
struct Known {
  double value;
  std::string source;
};
/// The value of a run with so many stars, if there is one.
std::optional<Known> known_value(const std::string& quantity, std::size_t stars) {
  const CsvTable table(data_file("cmc_collapse.csv"),
                       {"source", "quantity", "value", "stars", "where"});
  for (const CsvRow& row : table.rows())
    if (row.text("quantity") == quantity && row.text("stars") == std::to_string(stars))
      return Known{row.number("value"), row.text("source") + ", one run, " + row.text("where")};
  return std::nullopt;
}

/// The isotropic Fokker-Planck run. It is another model: what differs as much as it does must be
/// seen.
struct Isotropic {
  std::vector<double> time, growth;  ///< in t_rh; of the core density
};
Isotropic isotropic() {
  const CsvTable table(data_file("cmc_fokker_planck.csv"), {"time", "core_density"});
  Isotropic run;
  const double start = table.rows().front().number("core_density");
  for (const CsvRow& row : table.rows()) {
    run.time.push_back(row.number("time"));
    run.growth.push_back(row.number("core_density") / start);
  }
  return run;
}
double isotropic_time(double growth) {
  const Isotropic run = isotropic();
  for (std::size_t i = 0; i < run.time.size(); ++i)
    if (run.growth[i] >= growth) return run.time[i];
  throw InputError(
      fmt::format("cmc_fokker_planck.csv: the core is never {:g} times as dense", growth));
}
double isotropic_collapse_time() {
  const Isotropic run = isotropic();
  std::vector<double> times, densities;
  for (std::size_t i = 0; i < run.time.size(); ++i) {
    if (run.growth[i] < kSingularFrom) continue;
    times.push_back(run.time[i]);
    densities.push_back(run.growth[i]);
  }
  return singular_time(times, densities);
}

Measurement blank(const Plan& plan, const Work& work, const std::string& metric,
                  const std::string& id) {
  Measurement m;
  const std::string& scheme = work.scheme->info.name;
  m.name = "cmc/collapse/" + id + "-" + scheme.substr(scheme.find('/') + 1);
  m.record = blank_record(plan, "cmc", metric);
  m.record.scheme = scheme;
  m.record.backend = work.scheme->info.backend;
  m.record.threads = work.threads;
  m.record.ranks = static_cast<int>(ranks_for(*work.scheme));
  m.record.params = {{"stars", work.size.stars}, {"clusters", work.size.clusters}};
  m.cost = 1;
  return m;
}

void fill(ResultRecord& record, const Estimate& found) {
  const Interval interval = confidence_interval(found);
  record.value = found.mean;
  record.low = interval.low;
  record.high = interval.high;
  record.n_eff = found.effective_samples;
}

/// States the effect that must be seen: `other` is the value of a wrong model, from which the right
/// one must be told.
void state_effect(Measurement& m, const Work& work, const std::string& quantity, double other) {
  if (const auto known = known_value(quantity, work.size.stars))
    m.record.params["resolution"] = std::abs(known->value - other);
}

/// Judges one run of another program as one more of ours.
template <class Value>
void judge_run(ResultRecord& record, const Work& work, Bench& bench, Value value,
               const std::string& quantity) {
  const Estimate found = mean_of(collapses(work, bench), value);
  fill(record, found);
  const auto known = known_value(quantity, work.size.stars);
  if (!known) {
    record.verdict = Verdict::not_claimed;
    record.note = "nobody has published a run with so many stars";
    return;
  }
  const double resolution = record.params.at("resolution");
  const Judgement judged = judge_one_run(found, known->value, resolution, kFalseAlarm);
  record.expected = Published{known->value, scatter_of_runs(found)};
  record.expected_source = known->source + "; error: the scatter of single runs here";
  record.z = judged.z;
  record.p = judged.p;
  record.facts["smallest_effect"] = judged.smallest_effect;
  record.verdict = judged.verdict;
  // More runs of ours do not help: theirs is one.
  const bool too_weak =
      std::isfinite(judged.smallest_effect) && judged.smallest_effect > resolution;
  if (judged.verdict != Verdict::inconclusive || !too_weak) return;
  record.verdict = Verdict::not_claimed;
  record.note = "too weak to decide: a single run, and single runs scatter";
}

Measurement time_to(const Plan& plan, const Work& work, std::size_t which) {
  const double density = work.size.densities[which];
  Measurement m =
      blank(plan, work, fmt::format("time of {:g} times the core density, in t_rh", density),
            fmt::format("time-{:g}", density));
  const std::string quantity = fmt::format("time_x{:g}", density);
  state_effect(m, work, quantity, isotropic_time(density));
  m.cost = which == 0 ? static_cast<double>(work.size.stars * work.size.clusters) * 4e-4 : 0.01;
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const auto all = collapses(work, bench);
    const bool reached = std::all_of(all.begin(), all.end(),
                                     [&](const Collapse& one) { return one.times.size() > which; });
    if (!reached) {
      record.verdict = Verdict::fail;
      record.note = "a cluster did not get that dense";
      return;
    }
    judge_run(
        record, work, bench, [which](const Collapse& one) { return one.times[which]; }, quantity);
  };
  return m;
}

Measurement slope(const Plan& plan, const Work& work, std::size_t which) {
  const SlopeBand band = kSlopeBands[which];
  Measurement m = blank(
      plan, work,
      fmt::format("slope of core density and radius, {:g} to {:g} times", band.low, band.high),
      which == 0 ? "slope" : fmt::format("slope-{:g}", band.low));
  const std::string quantity = fmt::format("slope_{:g}_to_{:g}", band.low, band.high);
  constexpr double kIsothermal = -2;  // of a core that contracts at one temperature
  state_effect(m, work, quantity, kIsothermal);
  m.cost = 0.01;
  m.measure = [=](ResultRecord& record, Bench& bench) {
    judge_run(
        record, work, bench, [which](const Collapse& one) { return one.slopes[which]; }, quantity);
  };
  return m;
}

/// Time at which a self-similar collapse becomes singular.
Measurement collapse_time(const Plan& plan, const Work& work) {
  Measurement m = blank(plan, work, "time of core collapse, extrapolated, in t_rh", "time");
  state_effect(m, work, "collapse_time", isotropic_collapse_time());
  m.cost = 0.01;
  m.measure = [=](ResultRecord& record, Bench& bench) {
    judge_run(
        record, work, bench, [](const Collapse& one) { return one.collapse_time; },
        "collapse_time");
    for (const Collapse& one : collapses(work, bench))
      record.params["series"]["each"].push_back(one.collapse_time);
  };
  return m;
}

/// Lagrangian radius of the isotropic Fokker-Planck run when its core density has grown tenfold.
double known_radius(std::size_t share) {
  const char* const columns[] = {"r1", "r10", "r50", "r90"};
  const CsvTable table(data_file("cmc_fokker_planck.csv"),
                       {"time", "core_density", columns[share], "core_radius"});
  const double start = table.rows().front().number("core_density");
  for (const CsvRow& row : table.rows())
    if (row.number("core_density") >= 10 * start) return row.number(columns[share]);
  throw InputError("cmc_fokker_planck.csv: the core density does not grow tenfold");
}

/// Radii at equal core density, not at equal time, beside those of the isotropic run. That is
/// another model, whose start is infinite: shown, not judged.
Measurement radius(const Plan& plan, const Work& work, std::size_t share) {
  const double percent = 100 * kShares[share];
  Measurement m =
      blank(plan, work,
            fmt::format("radius of {:g} % of the mass at ten times the core density", percent),
            fmt::format("radius-{:g}", percent));
  m.cost = 0.01;
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const auto all = collapses(work, bench);
    if (std::any_of(all.begin(), all.end(), [](const auto& one) { return one.radii.empty(); })) {
      record.verdict = Verdict::fail;
      record.note = "a cluster did not get that dense";
      return;
    }
    fill(record, mean_of(all, [&](const Collapse& one) { return one.radii[0][share]; }));
    record.expected = Published{known_radius(share), 0};
    record.expected_source = "isotropic Fokker-Planck run, another model";
    record.verdict = Verdict::not_claimed;
  };
  return m;
}

/// The worst of all clusters, against the paper's bound.
Measurement energy(const Plan& plan, const Work& work) {
  Measurement m = blank(plan, work, "energy error of a collapse, relative", "energy");
  m.measure = [=](ResultRecord& record, Bench& bench) {
    double worst = 0;
    for (const Collapse& one : collapses(work, bench))
      worst = larger_or_nan(worst, one.energy_error);
    judge_known(record, worst, 0, work.size.energy_error(), "energy is conserved",
                "Pattabiraman et al. 2013, section 4.2: 0.04 % at 1e5 stars, as 1 / N");
  };
  return m;
}

Measurement mass(const Plan& plan, const Work& work) {
  Measurement m = blank(plan, work, "stars lost in a collapse, share", "mass");
  m.measure = [=](ResultRecord& record, Bench& bench) {
    fill(record,
         mean_of(collapses(work, bench), [](const Collapse& one) { return one.mass_lost; }));
    record.verdict = Verdict::not_claimed;
  };
  return m;
}

/// Core and Lagrangian radii over time, of the first cluster: for figures.
Measurement trace(const Plan& plan, const Work& work) {
  Measurement m = blank(plan, work, "core density over time", "trace");
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const std::vector<Collapse> all = collapses(work, bench);
    const Collapse& first = all.front();
    auto& series = record.params["series"];
    for (const char* name : {"time", "density", "core_radius", "radii"})
      series[name] = nlohmann::json::array();
    series["shares"] = kShares;
    for (const CollapseStep& step : first.trace) {
      series["time"].push_back(step.time);
      series["density"].push_back(step.core_density);
      series["core_radius"].push_back(step.core_radius);
      series["radii"].push_back(step.lagrangian_radii);
    }
    for (const Profile& p : first.profiles)
      series["profiles"].push_back(
          {{"time", p.time}, {"growth", p.growth}, {"radius", p.radius}, {"density", p.density}});
    for (const Collapse& one : all) {
      series["steps"].push_back(one.steps);
      series["step_seconds"].push_back(one.step_seconds);
    }
    record.value = first.trace.back().core_density;
    record.verdict = Verdict::not_claimed;
  };
  return m;
}

std::vector<Measurement> plan_collapse(const Plan& plan) {
  std::vector<Measurement> all;
  const Size size = size_of(plan.problem_class);
  const bool is_short = plan.problem_class < ProblemClass::W;
  for (const cluster::ClusterScheme& scheme : cluster::cluster_schemes()) {
    if (!is_followed(scheme)) continue;
    // Class S leaves messages to the check `cmc/equals reference`: its clusters are too few to
    // judge.
    if (is_short && (scheme.messages || is_followed_by_another(scheme))) continue;
    // Threads would mostly wait for each other in a small cluster.
    const bool threaded = has(scheme.info.claims, Claims::thread_invariant) && size.stars >= 10000;
    const Work work{&scheme, size, threaded ? plan.threads : 1, plan.seed};
    for (std::size_t which = 0; which < size.densities.size(); ++which)
      all.push_back(time_to(plan, work, which));
    const double densest = size.densities.back();
    for (std::size_t which = 0; which < kSlopeBands.size(); ++which)
      if (kSlopeBands[which].high <= densest) all.push_back(slope(plan, work, which));
    if (densest > kSingularFrom) all.push_back(collapse_time(plan, work));
    for (std::size_t share = 0; share < kShares.size(); ++share)
      all.push_back(radius(plan, work, share));
    all.push_back(energy(plan, work));
    all.push_back(mass(plan, work));
    all.push_back(trace(plan, work));
  }
  return all;
}

const bool registered = register_experiment(
    {.name = "cmc/collapse",
     .shows = "Plummer's model collapses when and as other programs' clusters do, and keeps its "
              "energy",
     .plan = plan_collapse});

}  // namespace
}  // namespace touchstone::validation::cmc
