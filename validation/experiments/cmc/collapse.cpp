#include "validation/experiments/cmc/collapse.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>

#include "models/cmc/plummer.hpp"
#include "models/cmc/structure.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/larger_or_nan.hpp"

namespace touchstone::validation::cmc {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kWindow = 21;
constexpr double kFewestCoreStars = 8;
constexpr std::size_t kMostTraced = 400;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Time, core density and radius of every step.
struct Series {
  std::vector<double> time, density, radius;

  /// The median of the last steps; 0 while there are too few.
  double smoothed() const {
    if (density.size() < kWindow) return 0;
    return median({density.end() - static_cast<std::ptrdiff_t>(kWindow), density.end()});
  }
};

/// Every second one of the steps kept so far, when they are too many.
void thin(std::vector<CollapseStep>& trace, std::uint64_t& every) {
  if (trace.size() < kMostTraced) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < trace.size(); i += 2) trace[kept++] = trace[i];
  trace.resize(kept);
  every *= 2;
}

double slope_between(const Series& series, const SlopeBand& band) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < series.density.size(); ++i) {
    if (!(series.density[i] >= band.low && series.density[i] <= band.high)) continue;
    x.push_back(std::log(series.radius[i]));
    y.push_back(std::log(series.density[i]));
  }
  return fitted_slope(x, y);
}

double singular_time_of(const Series& series) {
  std::vector<double> times, densities;
  for (std::size_t i = 0; i < series.density.size(); ++i) {
    if (!(series.density[i] >= kSingularFrom)) continue;
    times.push_back(series.time[i]);
    densities.push_back(series.density[i]);
  }
  return singular_time(times, densities);
}

}  // namespace

const std::vector<double> kShares{0.01, 0.1, 0.5, 0.9};
const std::vector<SlopeBand> kSlopeBands{{3, 10}, {10, 100}, {100, 1000}};

double fitted_slope(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() < 3) return std::numeric_limits<double>::quiet_NaN();
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / static_cast<double>(x.size());
    mean_y += y[i] / static_cast<double>(x.size());
  }
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return xy / xx;
}

double singular_time(const std::vector<double>& times, const std::vector<double>& densities) {
  constexpr double kLaw = 2.23, kPower = (6 - kLaw) / (2 * kLaw);
  std::vector<double> left;  // goes as t_cc - t
  for (const double density : densities) left.push_back(std::pow(density, -kPower));
  const double slope = fitted_slope(times, left);
  const auto n = static_cast<double>(times.size());
  const double time = std::accumulate(times.begin(), times.end(), 0.0) / n;
  return time - std::accumulate(left.begin(), left.end(), 0.0) / n / slope;
}

Profile density_profile(const cluster::Stars& stars, double time, double growth) {
  Profile profile{time, growth, {}, {}};
  // Few stars where they are few: bins grow outwards by a fifth, up to a sixtieth of all.
  double inner = 0;
  std::size_t first = 0;
  const double most = std::max(8.0, static_cast<double>(stars.size()) / 60);
  for (double size = 8; first < stars.size(); size = std::min(1.2 * size, most)) {
    const std::size_t end = std::min(first + static_cast<std::size_t>(size), stars.size());
    double mass = 0;
    for (std::size_t i = first; i < end; ++i) mass += stars.mass[i];
    const double outer = stars.radius[end - 1];
    const double volume = 4 * std::numbers::pi / 3 * (std::pow(outer, 3) - std::pow(inner, 3));
    if (end - first < 8 || !(volume > 0)) break;
    profile.radius.push_back(stars.radius[(first + end) / 2]);
    profile.density.push_back(mass / volume);
    inner = outer;
    first = end;
  }
  return profile;
}

namespace {

/// A collapse under way.
struct Following {
  Collapse collapse;
  Series series;
  std::uint64_t every = 1;
  double start_energy = 0, start_stars = 0;
};

std::vector<double> lagrangian_radii(const cluster::Stars& stars) {
  std::vector<double> radii;
  for (const double share : kShares) radii.push_back(cluster::lagrangian_radius(stars, share));
  return radii;
}

/// One step and what it shows. False when there is no more to see.
bool advance(Following& f, cluster::ClusterRun& run, const std::vector<double>& densities,
             const std::function<void(double)>& done) {
  const double relaxation =
      cluster::half_mass_relaxation_time(cluster::plummer::half_mass_radius());
  Collapse& collapse = f.collapse;
  const auto start = Clock::now();
  run.step();
  collapse.step_seconds += std::chrono::duration<double>(Clock::now() - start).count();
  ++collapse.steps;
  const double error = std::abs(run.report().total_energy() / f.start_energy - 1);
  collapse.energy_error = larger_or_nan(collapse.energy_error, error);
  const cluster::Stars stars = run.stars();
  const cluster::Core core = cluster::casertano_hut_core(stars);
  const double time = run.report().time / relaxation;
  f.series.time.push_back(time);
  f.series.density.push_back(core.density / kStartDensity);
  f.series.radius.push_back(core.radius);
  if (collapse.profiles.empty())
    collapse.profiles.push_back(density_profile(stars, time, f.series.density.back()));
  if (collapse.steps % f.every == 0) {
    collapse.trace.push_back({time, f.series.density.back(), core.radius, lagrangian_radii(stars)});
    thin(collapse.trace, f.every);
  }
  while (collapse.times.size() < densities.size() &&
         f.series.smoothed() > densities[collapse.times.size()]) {
    collapse.profiles.push_back(density_profile(stars, time, densities[collapse.times.size()]));
    collapse.radii.push_back(lagrangian_radii(stars));
    collapse.times.push_back(time);
    if (done) done(1.0 / static_cast<double>(densities.size()));
  }
  return core.stars >= kFewestCoreStars;
}

Collapse follow(Following& f, cluster::ClusterRun& run, const std::vector<double>& densities,
                std::uint64_t most_steps, const std::function<void(double)>& done,
                const std::function<void()>& between) {
  while (f.collapse.times.size() < densities.size() && f.collapse.steps < most_steps) {
    if (!advance(f, run, densities, done)) break;
    between();
  }
  const cluster::StepReport after = run.report();
  f.collapse.slopes.clear();
  for (const SlopeBand& band : kSlopeBands)
    f.collapse.slopes.push_back(slope_between(f.series, band));
  f.collapse.collapse_time = singular_time_of(f.series);
  f.collapse.mass_lost = 1 - static_cast<double>(after.stars) / f.start_stars;
  return f.collapse;
}

Following begin(const cluster::ClusterRun& run) {
  Following f;
  f.start_energy = run.report().total_energy();
  f.start_stars = static_cast<double>(run.report().stars);
  return f;
}

using nlohmann::json;

json to_json(const Following& f, const cluster::ClusterRun& run, const std::string& key) {
  const cluster::Stars s = run.stars();
  const cluster::StepReport r = run.report();
  json streams = json::array(), trace = json::array(), profiles = json::array();
  for (const cluster::Lfsr113& stream : run.streams()) streams.push_back(stream.state());
  for (const CollapseStep& step : f.collapse.trace)
    trace.push_back({step.time, step.core_density, step.core_radius, step.lagrangian_radii});
  for (const Profile& p : f.collapse.profiles)
    profiles.push_back({p.time, p.growth, p.radius, p.density});
  return {{"key", key},
          {"stars", {s.mass, s.radius, s.radial_velocity, s.tangential_velocity, s.id}},
          {"streams", streams},
          {"report", {r.step, r.time, r.timestep, r.escaped_energy, r.unplaced_energy, r.trials}},
          {"collapse", {f.collapse.times, f.collapse.steps, trace, profiles, f.collapse.radii}},
          {"series", {f.series.time, f.series.density, f.series.radius}},
          {"so_far", {f.collapse.energy_error, f.collapse.step_seconds}},
          {"start", {f.every, f.start_energy, f.start_stars}}};
}

void save(const std::string& path, const json& state) {
  const std::string next = path + ".next";
  {
    const std::vector<std::uint8_t> bytes = json::to_cbor(state);
    std::ofstream file(next, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    if (!file) throw InputError(next + ": cannot be written");
  }
  std::filesystem::rename(next, path);
}

json load(const std::string& path, const std::string& key) {
  std::ifstream file(path, std::ios::binary);
  const json state = json::from_cbor(file, true, false);
  if (state.is_discarded() || !state.contains("key"))
    throw InputError(path + ": damaged; remove it to start this cluster again");
  if (state.at("key") != key)
    throw input_error(path, "checkpoint of", key, state.at("key").get<std::string>());
  return state;
}

Following following_of(const json& state) {
  Following f;
  const json& collapse = state.at("collapse");
  f.collapse.times = collapse.at(0).get<std::vector<double>>();
  f.collapse.steps = collapse.at(1);
  for (const json& step : collapse.at(2))
    f.collapse.trace.push_back({step.at(0), step.at(1), step.at(2), step.at(3)});
  for (const json& p : collapse.at(3))
    f.collapse.profiles.push_back({p.at(0), p.at(1), p.at(2), p.at(3)});
  f.collapse.radii = collapse.at(4).get<std::vector<std::vector<double>>>();
  f.series.time = state.at("series").at(0).get<std::vector<double>>();
  f.series.density = state.at("series").at(1).get<std::vector<double>>();
  f.series.radius = state.at("series").at(2).get<std::vector<double>>();
  f.collapse.energy_error = state.at("so_far").at(0);
  f.collapse.step_seconds = state.at("so_far").at(1);
  f.every = state.at("start").at(0);
  f.start_energy = state.at("start").at(1);
  f.start_stars = state.at("start").at(2);
  return f;
}

std::unique_ptr<cluster::ClusterRun> run_of(const json& state, const CollapseCheckpoint& start) {
  const json& s = state.at("stars");
  cluster::Stars stars{s.at(0), s.at(1), s.at(2), s.at(3), s.at(4)};
  cluster::Continuation next;
  next.initial_stars = static_cast<std::size_t>(state.at("start").at(2).get<double>());
  for (const json& stream : state.at("streams"))
    next.streams.emplace_back(stream.get<cluster::Lfsr113::State>());
  const json& r = state.at("report");
  next.report.step = r.at(0);
  next.report.time = r.at(1);
  next.report.timestep = r.at(2);
  next.report.escaped_energy = r.at(3);
  next.report.unplaced_energy = r.at(4);
  next.report.trials = r.at(5);
  return start.start(stars, std::make_shared<const cluster::Continuation>(next));
}

}  // namespace

Collapse follow_collapse(const cluster::Stars& stars, const CollapseCheckpoint& checkpoint,
                         const std::vector<double>& densities, std::uint64_t most_steps,
                         const std::function<void(double)>& done) {
  const bool stored = !checkpoint.path.empty() && std::filesystem::exists(checkpoint.path);
  const json state = stored ? load(checkpoint.path, checkpoint.key) : json();
  const auto run = stored ? run_of(state, checkpoint) : checkpoint.start(stars, nullptr);
  Following f = stored ? following_of(state) : begin(*run);
  if (done && !f.collapse.times.empty())
    done(static_cast<double>(f.collapse.times.size()) / static_cast<double>(densities.size()));
  auto last = Clock::now();
  const auto between = [&] {
    const bool stopped = interrupt_requested();
    const bool due = std::chrono::duration<double>(Clock::now() - last).count() >= checkpoint.every;
    if (!checkpoint.path.empty() && (stopped || due)) {
      save(checkpoint.path, to_json(f, *run, checkpoint.key));
      last = Clock::now();
    }
    if (stopped) check_interrupt();
  };
  return follow(f, *run, densities, most_steps, done, between);
}

Collapse follow_collapse(cluster::ClusterRun& run, const std::vector<double>& densities,
                         std::uint64_t most_steps, const std::function<void(double)>& done) {
  Following f = begin(run);
  return follow(f, run, densities, most_steps, done, [] {});
}

}  // namespace touchstone::validation::cmc
