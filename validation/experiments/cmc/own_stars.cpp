#include "validation/experiments/cmc/own_stars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string_view>

#include "models/cmc/binary_formation.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/collisions.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/registry.hpp"
#include "models/cmc/structure.hpp"
#include "models/core/csv.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/larger_or_nan.hpp"
#include "models/core/registry.hpp"
#include "suite/external/program.hpp"
#include "validation/chain_store.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/cmc/early_ends.hpp"
#include "validation/experiments/cmc/schemes.hpp"
#include "validation/file_digest.hpp"
#include "validation/own_rows.hpp"
#include "validation/own_runs.hpp"
#include "validation/own_schemes.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::cmc {
namespace {

using cluster::ClusterScheme;

/// Clusters of a few stars have no relaxation; 16.6 half-mass relaxation times end in collapse.
constexpr std::int64_t kFewest = 100, kMost = 10'000'000;
constexpr double kLatest = 14;

constexpr const char* kBinariesLeft = "part of the binaries that is left";
constexpr const char* kCollisions = "collisions for each star of the start";
constexpr const char* kFormed = "binaries that have formed for each star of the start";
constexpr const char* kMassLeft = "part of the mass that is left";
constexpr const char* kEnergyError = "relative error of the energy";
/// The error itself scatters over decades where masses are unequal.
constexpr const char* kErrorDecades = "decadic logarithm of the relative error of the energy";

/// A factor of 1.5 in the number of collisions, or of binaries that form, matters.
constexpr double kPartOfEvents = 0.5;

/// Standard deviation from cluster to cluster, measured: 0.25 to 0.3, 0.7 with Kroupa's masses.
constexpr double kScatterOfDecades = 0.3;

/// A Lagrangian radius that is compared.
struct Radius {
  double share;        ///< part of the mass inside
  const char* column;  ///< name in cmc_fokker_planck.csv
};
constexpr Radius kRadii[] = {{0.1, "r10"}, {0.5, "r50"}, {0.9, "r90"}};
std::string metric_of(const Radius& radius) {
  return fmt::format("radius of {:g} % of the mass", 100 * radius.share);
}

/// Processes of the run; throws InputError for a criterion or a table that does not exist.
cluster::ClusterParameters parameters_of(const OwnStars& wanted) {
  cluster::ClusterParameters p;
  p.tide = {cluster::tide_criterion(wanted.tide), wanted.tidal_radius};
  p.collisions = cluster::collisions_of(wanted.collisions);
  p.formation = cluster::formation_of(wanted.formation);
  if (!wanted.mass_loss.empty())
    p.mass_loss =
        std::make_shared<const cluster::MassTable>(cluster::MassTable::of_file(wanted.mass_loss));
  return p;
}

void require_in_range(const OwnStars& wanted) {
  require_within("--stars", "number of stars", wanted.stars, kFewest, kMost);
  require_positive("--time", "half-mass relaxation times", wanted.time, kLatest);
  require_positive("--error", "standard error of the radii, as a part of them", wanted.error,
                   kOwnLargestError);
  cluster::require_valid(wanted.start, wanted.binaries);
  (void)parameters_of(wanted);
  if ((wanted.tide == "none") != (wanted.tidal_radius == 0))
    throw input_error("--tide", "tidal radius",
                      wanted.tide == "none" ? "none without a tide" : "--tidal-radius",
                      fmt::format("{:g}", wanted.tidal_radius));
}

cluster::ClusterOfBinaries start_of(const OwnStars& wanted, std::size_t stars, std::uint32_t seed) {
  return cluster::BinaryStartSampler(wanted.start, wanted.binaries)(stars, seed);
}

/// Whether the start has any: a small part of few stars is none.
bool has_binaries(const OwnStars& wanted) {
  return std::llround(wanted.binaries.fraction * static_cast<double>(wanted.stars)) > 0;
}

/// The radius of a share of the mass at the start: Plummer's in closed form, else of one cluster.
double radius_of_start(const OwnStars& wanted, double share) {
  if (wanted.start.usual() && !has_binaries(wanted)) return cluster::plummer::radius_of_mass(share);
  constexpr std::size_t kEnough = 20'000;
  return cluster::lagrangian_radius(start_of(wanted, kEnough, 1).stars, share);
}

/// Behind the name of a point and in what decides a run; nothing for the usual start.
std::string label_of(const OwnStars& wanted) {
  std::string label = wanted.cluster_options();
  for (char& c : label)
    if (std::string_view(" /'\\").find(c) != std::string_view::npos) c = '_';
  return label;
}

/// Digests of the input files; nothing without any.
std::string files_of(const OwnStars& wanted) {
  std::string text;
  const auto add = [&](const char* what, const std::string& path) {
    if (!path.empty())
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, file_digest(path));
  };
  const auto path_in = [](const std::string& words) {
    return words.starts_with("file:") ? words.substr(5) : "";
  };
  add("masses", path_in(wanted.start.masses));
  if (wanted.binaries.fraction > 0) add("axes", path_in(wanted.binaries.axes));
  add("mass loss", wanted.mass_loss);
  return text;
}

std::size_t stars_of(const OwnStars& wanted) { return static_cast<std::size_t>(wanted.stars); }

/// Blocks of at least some hundred stars, as many as in the experiments.
std::size_t ranks_for(const ClusterScheme& scheme, const OwnStars& wanted) {
  const std::size_t most = std::max<std::size_t>(1, stars_of(wanted) / 100);
  return cluster::ranks_of(scheme, std::min<std::size_t>(most, scheme.messages ? 4 : 16));
}

/// The way to follow meetings: the serial one for the serial oracle, else that in most lanes.
const std::string& scattering_for(const ClusterScheme& scheme) {
  return (scheme.info.baseline ? baseline_of(cluster::scattering_schemes())
                               : cluster::widest_scattering_scheme())
      .info.name;
}

/// A run of the start that one seed draws, with another seed.
std::unique_ptr<cluster::ClusterRun> begin(const ClusterScheme& scheme, const OwnStars& wanted,
                                           std::uint32_t of_start, std::uint32_t of_run) {
  const cluster::ClusterOfBinaries start = start_of(wanted, stars_of(wanted), of_start);
  cluster::ClusterParameters p = parameters_of(wanted);
  p.seed = of_run;
  p.ranks = ranks_for(scheme, wanted);
  if (!start.binaries.empty() || p.formation)
    p.binaries = std::make_shared<const cluster::BinaryPopulation>(cluster::BinaryPopulation{
        .binaries = start.binaries, .scattering = scattering_for(scheme)});
  return scheme.start(start.stars, p);
}

std::string refusal(const ClusterScheme& scheme, const OwnStars& wanted) {
  try {
    (void)begin(scheme, wanted, 1, 1);
    return "";
  } catch (const external::ProgramFault&) {
    return "";  // a program that breaks down should run: its measurement will say so
  } catch (const InputError& reason) {
    return reason.what();
  }
}

/// Whether a tide or a table takes mass that the start has, which is 1.
bool loses_mass(const OwnStars& wanted) {
  return wanted.tide != "none" || !wanted.mass_loss.empty();
}

std::vector<double> radii_of(const cluster::Stars& stars) {
  std::vector<double> all;
  for (const Radius& one : kRadii) all.push_back(cluster::lagrangian_radius(stars, one.share));
  return all;
}

/// `time`: in half-mass relaxation times, for people.
void step(cluster::ClusterRun& run, double time) {
  try {
    run.step();
  } catch (const external::Refused&) {
    throw;
  } catch (const InputError& end) {
    throw TooFewStars(fmt::format("after {:.3g} half-mass relaxation times: {}", time, end.what()));
  }
}

constexpr std::uint64_t kProgress = 1000;  ///< units of progress of a cluster

/// One cluster until the time.
SingleRuns::Values follow(const ClusterScheme& scheme, const OwnStars& wanted, std::uint64_t seed,
                          const std::function<void(std::uint64_t)>& report) {
  const double relaxation = cluster::half_mass_relaxation_time(radius_of_start(wanted, 0.5));
  const double end = wanted.time * relaxation;
  const auto run = begin(scheme, wanted, static_cast<std::uint32_t>(seed),
                         static_cast<std::uint32_t>(seed >> 32));
  const cluster::StepReport begun = run->report();
  const auto binaries = static_cast<double>(run->binaries().size());
  // Radii, mass, collisions, binaries that have formed, part of the binaries.
  const auto look = [&] {
    const cluster::Stars stars = run->stars();
    std::vector<double> all = radii_of(stars);
    all.push_back(std::accumulate(stars.mass.begin(), stars.mass.end(), 0.0));
    all.push_back(static_cast<double>(run->report().meetings.collisions) /
                  static_cast<double>(wanted.stars));
    all.push_back(static_cast<double>(run->report().meetings.formed) /
                  static_cast<double>(wanted.stars));
    all.push_back(static_cast<double>(run->binaries().size()) / std::max(binaries, 1.0));
    return all;
  };
  std::vector<double> now = look(), before;
  double time = 0, time_before = 0, error = 0;
  std::uint64_t reported = 0;
  while (time < end) {
    check_interrupt();
    before = now;
    time_before = time;
    step(*run, time / relaxation);
    time = run->report().time;
    now = look();
    // A part of the energy without that within binaries, which may be any number.
    const double now_wrong = std::abs((run->report().total_energy() - begun.total_energy()) /
                                      (begun.kinetic + begun.potential));
    error = larger_or_nan(error, now_wrong);
    if (!(time > time_before)) throw IllegalState("time stands still");
    const auto done =
        static_cast<std::uint64_t>(static_cast<double>(kProgress) * std::min(1.0, time / end));
    report(done - reported);
    reported = done;
  }
  SingleRuns::Values values{
      {kEnergyError, error},
      {kErrorDecades, std::log10(std::max(error, std::numeric_limits<double>::epsilon()))}};
  const double part = (end - time_before) / (time - time_before);
  const auto at_end = [&](std::size_t k) { return before[k] + part * (now[k] - before[k]); };
  const std::size_t radii = std::size(kRadii);
  for (std::size_t k = 0; k < radii; ++k) values[metric_of(kRadii[k])] = at_end(k);
  if (loses_mass(wanted)) values[kMassLeft] = at_end(radii);
  if (wanted.collisions != "none") values[kCollisions] = at_end(radii + 1);
  if (wanted.formation != "none") values[kFormed] = at_end(radii + 2);
  if (binaries > 0) values[kBinariesLeft] = at_end(radii + 3);
  return values;
}

std::shared_ptr<const SingleRuns> runs_of(const Plan& plan, const ClusterScheme& scheme,
                                          const OwnStars& wanted) {
  // of the half-mass radius, for clusters of 1000 to 10000 stars; others scatter more
  const double scatter = 2 / std::sqrt(static_cast<double>(wanted.stars));
  const std::uint64_t seed = derive_seed(plan.seed, "own point|" + scheme.info.name, 0);
  const std::string files = files_of(wanted);
  return std::make_shared<const SingleRuns>(
      fmt::format("{} with {} stars{} until {}, seed {}{}", scheme.info.name, wanted.stars,
                  wanted.cluster_options(), wanted.time, plan.seed,
                  files.empty() ? "" : ", files: " + files),
      runs_for(scatter, wanted.error), kProgress,
      [&scheme, wanted, seed](std::size_t index, const auto& report) {
        return follow(scheme, wanted, derive_seed(seed, "cluster", index), report);
      });
}

OwnRun run_of(const Plan& plan, const ClusterScheme& scheme, const OwnStars& wanted,
              const std::string& metric, const std::string& ending,
              const std::shared_ptr<const SingleRuns>& runs) {
  constexpr double kStepsOfRelaxation = 10, kSecondsOfStar = 4e-7;  // measured, roughly
  Measurement m;
  m.name =
      fmt::format("cmc/own-point/{}{}-{}{}", wanted.stars, label_of(wanted), wanted.time, ending);
  m.record = blank_record(plan, "cmc", metric);
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.ranks = static_cast<int>(ranks_for(scheme, wanted));
  m.record.params = wanted.parameters();
  m.record.params["clusters"] = runs->chains;
  if (const std::string files = files_of(wanted); !files.empty()) m.record.params["files"] = files;
  m.cost = static_cast<double>(runs->chains) * static_cast<double>(wanted.stars) * wanted.time *
           kStepsOfRelaxation * kSecondsOfStar;
  return {m, runs};
}

/// The radius of the isotropic Fokker-Planck run at the nearest time that is listed.
std::string nearest_of(const Radius& radius, double time) {
  const CsvTable table(data_file("cmc_fokker_planck.csv"), {"time", radius.column});
  const auto& rows = table.rows();
  const auto& nearest =
      *std::min_element(rows.begin(), rows.end(), [&](const CsvRow& one, const CsvRow& other) {
        return std::abs(one.number("time") - time) < std::abs(other.number("time") - time);
      });
  return fmt::format("infinitely many stars at {:.3g}: {:.5g} (isotropic Fokker-Planck run)",
                     nearest.number("time"), nearest.number(radius.column));
}

/// The worst of all clusters, against the paper's bound, which is that of its own start: heavy
/// stars, which cross many shells, and processes have other errors.
Measurement energy_row(const Plan& plan, const ClusterScheme& scheme, const OwnStars& wanted,
                       const std::shared_ptr<const SingleRuns>& runs) {
  Measurement m = run_of(plan, scheme, wanted, kEnergyError, "-energy", runs).blank;
  m.cost = 0.01;  // run before
  const double allowed = 4e-4 * std::max(1.0, 1e5 / static_cast<double>(wanted.stars));
  m.measure = [runs, allowed](ResultRecord& record, Bench& bench) {
    double worst = 0;
    for (const ChainState& run : bench.chains.run(*runs))
      worst = larger_or_nan(worst, run.series.at(kEnergyError).at(0));
    judge_known(record, worst, 0, allowed, "energy is conserved, the worst cluster",
                "Pattabiraman et al. 2013, section 4.2: 0.04 % at 1e5 stars, as 1 / N");
  };
  return m;
}

std::vector<Measurement> rows_of(const Plan& plan, const ClusterScheme& scheme,
                                 const ClusterScheme& oracle, const OwnStars& wanted) {
  const auto runs = runs_of(plan, scheme, wanted);
  const std::string reason = refusal(scheme, wanted);
  if (!reason.empty())
    return {row_not_run(run_of(plan, scheme, wanted, metric_of(kRadii[0]), "", runs), reason)};
  const auto serial = runs_of(plan, oracle, wanted);
  std::vector<Measurement> rows;
  const auto add = [&](const OwnQuantity& quantity, const std::string& ending) {
    OwnRun reference = run_of(plan, oracle, wanted, quantity.series, ending, serial);
    OwnRun own = run_of(plan, scheme, wanted, quantity.series, ending, runs);
    if (!rows.empty()) own.blank.cost = reference.blank.cost = 0.01;  // run before
    for (Measurement& m : &scheme == &oracle ? oracle_rows(reference, quantity)
                                             : scheme_rows(own, reference, quantity))
      rows.push_back(std::move(m));
  };
  for (const Radius& radius : kRadii) {
    const std::string metric = metric_of(radius);
    const std::string ending = std::string("-") + radius.column;
    const OwnQuantity quantity{
        metric, kOwnSeen * wanted.error * radius_of_start(wanted, radius.share), std::nullopt,
        wanted.cluster_options().empty() ? nearest_of(radius, wanted.time) : ""};
    add(quantity, ending);
  }
  if (loses_mass(wanted)) add({kMassLeft, kOwnSeen * wanted.error, std::nullopt, ""}, "-mass");
  if (wanted.collisions != "none")
    add({.series = kCollisions, .part_of_oracle = kPartOfEvents}, "-collisions");
  if (wanted.formation != "none")
    add({.series = kFormed, .part_of_oracle = kPartOfEvents}, "-formed");
  if (has_binaries(wanted))
    add({kBinariesLeft, kOwnSeen * wanted.error, std::nullopt, ""}, "-binaries");
  add({.series = kErrorDecades,
       .resolution = kOwnSeen * kScatterOfDecades / std::sqrt(static_cast<double>(runs->chains)),
       .known = std::nullopt,
       .nearest = "",
       .larger_is_worse = true},
      "-energy-error");
  if (wanted.cluster_options().empty()) rows.push_back(energy_row(plan, scheme, wanted, runs));
  for (Measurement& m : rows) m = until_the_end(m, runs, serial);
  return rows;
}

std::vector<const ClusterScheme*> candidates() {
  std::vector<const ClusterScheme*> all;
  for (const ClusterScheme& scheme : cluster::cluster_schemes())
    if (is_followed(scheme) && !scheme.mutant) all.push_back(&scheme);
  return all;
}

/// The first scheme that uses threads, else the reference alone.
const ClusterScheme& usual_scheme(const ClusterScheme& oracle) {
  for (const ClusterScheme* scheme : candidates())
    if (scheme->info.parallel && !scheme->messages) return *scheme;
  return oracle;
}

std::vector<Measurement> plan_rows(const Plan& plan, const OwnStars& wanted) {
  const OwnCandidates<ClusterScheme> all{
      candidates(), "scheme for star clusters",
      [&](const ClusterScheme& scheme) { return refusal(scheme, wanted); }};
  const ClusterScheme& oracle = baseline_of(cluster::cluster_schemes());
  std::vector<const ClusterScheme*> schemes{&usual_scheme(oracle)};
  if (!wanted.schemes.empty()) schemes = all.chosen(wanted.schemes);
  std::vector<Measurement> rows;
  for (const ClusterScheme* scheme : all.after_oracle(oracle, schemes))
    for (Measurement& m : rows_of(plan, *scheme, oracle, wanted)) rows.push_back(std::move(m));
  return rows;
}

}  // namespace

OwnPoint own_point(const OwnStars& wanted) {
  require_in_range(wanted);
  return {fmt::format("--stars {} --time {} --error {}{}", wanted.stars, wanted.time, wanted.error,
                      wanted.cluster_options()),
          {"cmc/own-point",
           "A cluster of your own: its radii are the serial reference's, and its energy stays.",
           [wanted](const Plan& plan) { return plan_rows(plan, wanted); }}};
}

}  // namespace touchstone::validation::cmc
