#include "validation/experiments/hpmc/own_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "models/core/errors.hpp"
#include "models/core/shell_word.hpp"
#include "validation/experiments/hpmc/own_bodies.hpp"
#include "validation/experiments/hpmc/own_published.hpp"
#include "validation/experiments/hpmc/schemes.hpp"
#include "validation/experiments/hpmc/shape_effort.hpp"
#include "validation/file_digest.hpp"
#include "validation/own_rows.hpp"
#include "validation/own_schemes.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::ShapeScheme;

constexpr std::int64_t kFewest = 4;
constexpr std::int64_t kMost = 1'000'000;

struct OwnState {
  OwnShapes wanted;
  shapes::Body body;
  OwnStart start;
  std::string name;  ///< "256-sphere-0.4"
  std::string file;  ///< digest of the file of the body; empty without one
};

/// Letters, digits, hyphens and dots of a name or of the stem of a file.
std::string safe(const std::string& text) {
  const std::size_t slash = text.find_last_of('/');
  std::string stem = slash == std::string::npos ? text : text.substr(slash + 1);
  if (stem.ends_with(".json")) stem.resize(stem.size() - 5);
  std::replace_if(
      stem.begin(), stem.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '.'; }, '-');
  return stem;
}

OwnState state_of(const OwnShapes& wanted) {
  const shapes::Body body = own_body(wanted.body);
  require_within("--shapes", "number of bodies", wanted.shapes, kFewest, kMost);
  const double densest = densest_packing(body);
  if (!(wanted.packing > 0 && wanted.packing < densest))
    throw input_error("--packing", "packing fraction of " + wanted.body,
                      fmt::format("a number above 0 and below {:.4f}", densest),
                      fmt::format("{}", wanted.packing));
  require_positive("--error", "standard error of the pressure, as a part of it", wanted.error,
                   kOwnLargestError);
  return {wanted, body, own_start(body, static_cast<std::size_t>(wanted.shapes), wanted.packing),
          fmt::format("{}-{}-{}", wanted.shapes, safe(wanted.body), wanted.packing),
          is_body_file(wanted.body) ? file_digest(wanted.body) : ""};
}

std::vector<const ShapeScheme*> candidates() {
  std::vector<const ShapeScheme*> all;
  for (const ShapeScheme& scheme : shapes::shape_schemes())
    if (scheme.available && !scheme.mutant && !scheme.emulated) all.push_back(&scheme);
  return all;
}

std::string refusal(const ShapeScheme& scheme, const OwnState& point) {
  const ChainRun& run = point.start.run;
  if (can_run(scheme, run.start, run.parameters)) return "";
  try {
    (void)scheme.start(run.start, with_domains(scheme, run.parameters));
  } catch (const InputError& reason) {
    return reason.what();
  }
  return "it does not take such a run";
}

shapes::RunParameters parameters_at(const ShapeScheme& scheme, const OwnState& point) {
  const ChainRun& run = point.start.run;
  // the oracle needs no domains, which leave bodies frozen for a step
  const bool oracle = &scheme == &serial_oracle(point.body, run.start.size());
  return oracle ? run.parameters : with_domains(scheme, run.parameters);
}

/// Share of the bodies that domains leave free to move in a step; 1 without domains.
double active_share(const shapes::Configuration& c, const shapes::RunParameters& p) {
  constexpr double kLeast = 0.05;
  double share = 1;
  const auto widths = c.box.plane_distances();
  for (std::size_t k = 0; k < 3; ++k)
    if (p.domains[k] > 1) share *= 1 - p.domains[k] * shapes::largest_diameter(c) / widths[k];
  return std::max(share, kLeast);
}

/// The fast serial scheme; where that is the oracle, domains if the box is wide enough for them.
const ShapeScheme& usual_scheme(const OwnState& point) {
  const bool judges = &serial_scheme() == &serial_oracle(point.body, point.start.run.start.size());
  return judges && refusal(domain_scheme(), point).empty() ? domain_scheme() : serial_scheme();
}

ChainRun run_at(const ShapeScheme& scheme, const OwnState& point) {
  ChainRun run = point.start.run;
  const double packing = point.wanted.packing;
  run.parameters = parameters_at(scheme, point);
  run.name =
      fmt::format("own point {}{}", point.name, point.file.empty() ? "" : ", file " + point.file);
  const double active = active_share(run.start, run.parameters);
  run.equilibration = static_cast<std::int64_t>(
      equilibration_steps(point.body, packing, run.start.size()) / active);
  const double trials = relative_cost(point.body, packing) / std::pow(point.wanted.error, 2);
  const double samples = trials / kShapeChains / run.trials_of_step() / active / run.steps_between;
  // a drift shows only in chains that are as long as it is
  const auto fewest = static_cast<double>(run.equilibration / run.steps_between);
  run.samples = 2 * counted_effort(std::max(samples, fewest) / 2);
  return run;
}

/// Seconds on one core, as measured roughly.
double cost(const ShapeScheme& scheme, const ChainRun& run) {
  const bool round = run.start.types[0].index() < 2;
  const double bodies = static_cast<double>(run.start.size());
  const double trial = scheme.all_pairs ? 40e-9 * bodies : 0.4e-6;
  return run.trials() * trial * (round ? 1 : 4) +
         kShapeChains * static_cast<double>(run.samples) * bodies * (round ? 2e-6 : 20e-6);
}

OwnRun run_of(const Plan& plan, const ShapeScheme& scheme, const OwnState& point) {
  const ChainRun run = run_at(scheme, point);
  const Estimator estimator = estimator_of(point.body, point.wanted.packing);
  Measurement m;
  m.name = "hpmc/own-point/" + point.name;
  m.record = blank_record(plan, "hpmc", "beta P / rho");
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  auto& params = m.record.params;
  params["body"] = point.wanted.body;
  if (!point.file.empty()) params["file"] = point.file;
  params["bodies"] = run.start.size();
  params["packing_fraction"] = point.wanted.packing;
  params["start"] = point.start.description;
  params["chains"] = kShapeChains;
  params["samples"] = run.samples;
  params["domains"] = run.parameters.domains;
  params["max_displacement"] = run.parameters.max_displacement;
  params["estimator"] = estimator.name;
  params["error"] = point.wanted.error;
  m.cost = cost(scheme, run);
  // schemes that repeat each other's trajectories must not be given the same random numbers
  const std::uint64_t stream = derive_seed(plan.seed, "own point|" + scheme.info.name, 0);
  const auto chains = [&scheme, run, stream, begin = estimator.begin](
                          std::uint64_t times) -> std::shared_ptr<const MarkovChains> {
    ChainRun longer = run;
    longer.equilibration *= static_cast<std::int64_t>(times);
    longer.samples *= static_cast<std::int64_t>(times);
    return std::make_shared<const ShapeChains>(scheme, longer, stream, begin);
  };
  return {m, chains(1), chains};
}

OwnQuantity pressure_at(const OwnState& point) {
  const OwnShapes& w = point.wanted;
  const auto number = static_cast<std::size_t>(w.shapes);
  OwnQuantity quantity{kShapeValue,
                       kOwnSeen * w.error * approximate_compressibility(point.body, w.packing),
                       published_here(w.body, number, w.packing),
                       {}};
  if (!quantity.known) quantity.nearest = nearest_published(w.body, number, w.packing);
  return quantity;
}

std::vector<Measurement> plan_rows(const Plan& plan, const OwnState& point) {
  const OwnCandidates<ShapeScheme> all{
      candidates(), "simulation of hard shapes",
      [&](const ShapeScheme& scheme) { return refusal(scheme, point); }};
  const ShapeScheme& oracle = serial_oracle(point.body, point.start.run.start.size());
  std::vector<const ShapeScheme*> schemes{&usual_scheme(point)};
  if (!point.wanted.schemes.empty()) schemes = all.chosen(point.wanted.schemes);
  const OwnRun serial = run_of(plan, oracle, point);
  const OwnQuantity pressure = pressure_at(point);
  std::vector<Measurement> rows;
  const auto add = [&](std::vector<Measurement> more) {
    for (Measurement& m : more) rows.push_back(std::move(m));
  };
  for (const ShapeScheme* scheme : all.after_oracle(oracle, schemes)) {
    const std::string reason = refusal(*scheme, point);
    if (!reason.empty())
      add({row_not_run(run_of(plan, *scheme, point), reason)});
    else if (scheme == &oracle)
      add(oracle_rows(serial, pressure));
    else
      add(scheme_rows(run_of(plan, *scheme, point), serial, pressure));
  }
  return rows;
}

}  // namespace

OwnPoint own_point(const OwnShapes& wanted) {
  const OwnState point = state_of(wanted);
  return {fmt::format("--shapes {} --body {} --packing {} --error {}", wanted.shapes,
                      shell_word(wanted.body), wanted.packing, wanted.error),
          {"hpmc/own-point", "A point of your own: the pressure is the serial oracle's.",
           [point](const Plan& plan) { return plan_rows(plan, point); }}};
}

namespace {

OwnPoint typed_point(const OwnArguments& typed, const std::string& schemes) {
  return own_point({.shapes = typed.integer("--shapes"),
                    .body = typed.text("--body"),
                    .packing = typed.number("--packing"),
                    .error = typed.number("--error", OwnShapes{}.error),
                    .schemes = schemes});
}

const bool registered = register_own_kind(
    {.name = "shapes",
     .options = {{"--shapes", "INT", "number of hard bodies"},
                 {"--body", "TEXT", "name of the body (sphere, cube, ...), or a file *.json", true},
                 {"--packing", "FLOAT", "packing fraction", true},
                 {"--error", "FLOAT",
                  "wanted standard error of the pressure, as a part of it (0.005)"}},
     .point = typed_point});

}  // namespace
}  // namespace touchstone::validation::hpmc
