// validation/experiments/mpmc/few_disks.cpp
// Purpose   Exact anchors without any Markov chain: closed forms against independent sampling, and
//           the two routes to the pressure of disks between walls against each other and against
//           values computed elsewhere.
// Source    Closed forms: models/disks/exact_cases.hpp. Three and four disks in a hard box:
//           validation/data/hard_disk_eos.csv.
// Not here  The schemes on the same systems (exact_schemes.cpp).
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "models/core/csv.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/exact_cases.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/mpmc/pinned_sampling.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::mpmc {
namespace {

constexpr double kTrialsPerSecond = 2e7;  // nominal, for the time left

struct Case {
  std::string name;
  FewDisks system;
  double trials;         ///< class S, per acceptance
  double part = 1. / 6;  ///< share of the class's effect that is the smallest error that matters
};

/// Sides are 1 / d or 1 / (2 r) of the cases as the literature quotes them.
const std::vector<Case>& cases() {
  using disks::Walls;
  static const std::vector<Case> all = {
      {"torus-2-0.3", {2, 1 / 0.3, Walls::periodic}, 8e6},
      {"torus-2-0.5", {2, 2, Walls::periodic}, 8e6},
      {"torus-3-0.2", {3, 5, Walls::periodic}, 8e6},
      {"torus-3-0.333", {3, 3, Walls::periodic}, 8e6},
      {"torus-4-0.2", {4, 5, Walls::periodic}, 8e6},
      {"torus-4-0.25", {4, 4, Walls::periodic}, 8e6},
      {"box-2-0.1", {2, 5, Walls::hard}, 5e6},
      {"box-2-0.15", {2, 1 / 0.3, Walls::hard}, 5e6},
      {"box-2-0.2", {2, 2.5, Walls::hard}, 1e7},
      {"box-3-0.15", {3, 1 / 0.3, Walls::hard}, 1.5e7},
      {"box-4-0.1197", {4, 1 / (2 * 0.1197), Walls::hard}, 2e7},
      {"box-4-0.15", {4, 1 / 0.3, Walls::hard}, 2e7, 1. / 3},
  };
  return all;
}

double scale(ProblemClass size) {
  switch (size) {
    case ProblemClass::tiny:
      return 0.1;
    case ProblemClass::S:
      return 1;
    case ProblemClass::W:
      return 40;
    default:
      return 200;
  }
}

struct Expected {
  Published value;
  std::string source;
};

/// beta P d^2 of a hard box from the data file, by number of disks and packing fraction.
Expected published_box(const FewDisks& system) {
  const double packing =
      static_cast<double>(system.disks) * std::numbers::pi / 4 / (system.side * system.side);
  const CsvTable table(data_file("hard_disk_eos.csv"),
                       {"source", "N", "boundary", "eta", "Pstar", "err"});
  for (const CsvRow& row : table.rows())
    if (row.text("boundary").rfind("hard walls", 0) == 0 &&
        row.text("N") == std::to_string(system.disks) &&
        std::abs(row.number("eta") - packing) < 2e-6)
      return {{row.number("Pstar"), row.number("err")}, row.text("source")};
  throw input_error(data_file("hard_disk_eos.csv"), "hard box",
                    fmt::format("a row with N = {}, eta = {:.6f}", system.disks, packing), "none");
}

Expected expected_pressure(const FewDisks& system) {
  if (system.walls == disks::Walls::periodic)
    return {{disks::exact_torus(system.disks, system.side).pressure, 0}, "closed form"};
  if (system.disks == 2)
    return {{disks::exact_hard_box(system.side, system.side).pressure, 0}, "closed form"};
  return published_box(system);
}

std::uint64_t seed_of(const Plan& plan, const Case& c, Pin pin) {
  return derive_seed(plan.seed, "few disks " + c.name, static_cast<unsigned>(pin));
}

/// One acceptance; its share of the progress of the measurement is 1 / `shares`. Measurements of
/// the same case share acceptances, so each is sampled once per run of the program.
Estimate sample(const Case& c, Pin pin, Bench& bench, double shares) {
  static std::map<std::tuple<std::uint64_t, Pin, double>, Estimate> known;
  const double trials = c.trials * scale(bench.plan.problem_class);
  const std::tuple key{seed_of(bench.plan, c, pin), pin, trials};
  const auto found = known.find(key);
  if (found != known.end()) {
    bench.done(1 / shares);
    return found->second;
  }
  Bench part{bench.plan, bench.chains, [&](double done) { bench.done(done / shares); }};
  return known[key] =
             acceptance(c.system, pin, static_cast<std::uint64_t>(trials), std::get<0>(key), part);
}

Measurement blank(const Plan& plan, const Case& c, const std::string& what, double shares) {
  const double trials = c.trials * scale(plan.problem_class);
  Measurement m;
  m.name = fmt::format("mpmc/few-disks/{}-{}", c.name, what);
  m.record = blank_record(plan, "mpmc", fmt::format("exact/{} {}", c.name, what));
  m.record.scheme = "direct-sampling";
  m.record.params = {{"disks", c.system.disks},
                     {"side", c.system.side},
                     {"walls", c.system.walls == disks::Walls::hard},
                     {"estimator", "independent configurations"},
                     {"trials", trials}};
  m.cost = shares * trials / kTrialsPerSecond;
  return m;
}

double resolution(const Plan& plan, const Case& c, double value) {
  return value * effect_of(plan.problem_class) * c.part;
}

Measurement acceptance_measurement(const Plan& plan, const Case& c, double exact) {
  Measurement m = blank(plan, c, "acceptance", 1);
  m.record.params["resolution"] = resolution(plan, c, exact);
  m.measure = [c, exact](ResultRecord& record, Bench& bench) {
    judge_into(record, sample(c, Pin::none, bench, 1), {exact, 0}, "closed form",
               resolution(bench.plan, c, exact));
  };
  return m;
}

Measurement contact_measurement(const Plan& plan, const Case& c) {
  const bool hard = c.system.walls == disks::Walls::hard;
  Measurement m = blank(plan, c, hard ? "pressure-wall-and-contact" : "pressure", hard ? 3 : 2);
  const Expected expected = expected_pressure(c.system);
  m.record.params["resolution"] = resolution(plan, c, expected.value.value);
  m.measure = [c, hard, expected](ResultRecord& record, Bench& bench) {
    const double shares = hard ? 3 : 2;
    const Estimate free = sample(c, Pin::none, bench, shares);
    const Estimate contact = sample(c, Pin::contact, bench, shares);
    const Estimate pressure =
        hard ? contact_pressure(c.system, free, contact, sample(c, Pin::wall, bench, shares))
             : contact_pressure(c.system, free, contact);
    judge_into(record, pressure, expected.value, expected.source,
               resolution(bench.plan, c, expected.value.value));
  };
  return m;
}

Measurement wall_measurement(const Plan& plan, const Case& c) {
  Measurement m = blank(plan, c, "pressure-wall", 2);
  const Expected expected = expected_pressure(c.system);
  m.record.params["resolution"] = resolution(plan, c, expected.value.value);
  m.measure = [c, expected](ResultRecord& record, Bench& bench) {
    const Estimate free = sample(c, Pin::none, bench, 2);
    judge_into(record, wall_pressure(c.system, free, sample(c, Pin::wall, bench, 2)),
               expected.value, expected.source, resolution(bench.plan, c, expected.value.value));
  };
  return m;
}

/// beta P V from the wall alone must equal that from wall and contact: N pi_x (1 - 1 / L) terms and
/// pairs, from acceptances that share nothing but p (which cancels to first order).
Measurement routes_measurement(const Plan& plan, const Case& c) {
  Measurement m = blank(plan, c, "routes-agree", 4);
  const double value = expected_pressure(c.system).value.value;
  const double smallest = 2 * resolution(plan, c, value);  // a difference of two noisy numbers
  m.record.params["resolution"] = smallest;
  m.measure = [c, smallest](ResultRecord& record, Bench& bench) {
    // a second, independent set of acceptances for the other estimator
    Case other = c;
    other.name += " again";
    const Estimate by_wall =
        wall_pressure(c.system, sample(c, Pin::none, bench, 5), sample(c, Pin::wall, bench, 5));
    const Estimate by_contact =
        contact_pressure(c.system, sample(other, Pin::none, bench, 5),
                         sample(other, Pin::contact, bench, 5), sample(other, Pin::wall, bench, 5));
    judge_difference_into(record, by_wall, by_contact, "two exact routes", smallest);
  };
  return m;
}

std::vector<Measurement> plan_few_disks(const Plan& plan) {
  std::vector<Measurement> all;
  for (const Case& c : cases()) {
    const bool hard = c.system.walls == disks::Walls::hard;
    if (!hard)
      all.push_back(acceptance_measurement(
          plan, c, disks::exact_torus(c.system.disks, c.system.side).acceptance));
    if (hard && c.system.disks == 2)
      all.push_back(acceptance_measurement(
          plan, c, disks::exact_hard_box(c.system.side, c.system.side).acceptance));
    all.push_back(contact_measurement(plan, c));
    if (hard) all.push_back(wall_measurement(plan, c));
    if (hard && c.system.disks > 2) all.push_back(routes_measurement(plan, c));
  }
  return all;
}

const bool registered = register_experiment(
    {"mpmc/few-disks",
     "Two to four disks: independent sampling agrees with closed forms and with itself.",
     plan_few_disks});

}  // namespace
}  // namespace touchstone::validation::mpmc
