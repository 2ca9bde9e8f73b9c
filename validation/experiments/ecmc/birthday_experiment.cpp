// validation/experiments/ecmc/birthday_experiment.cpp
// Purpose   The law of horizon violations, P = 1 - exp(-c k^2 n / N), for legs of n mean free paths
//           with k active disks, and how c depends on the order in which chains advance.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 4; c for five orders: validation/data/ecmc_horizon_law.csv.
// Computes  P for each number of disks, active disks and length; c of each order, fitted to all of
//           them; and whether the orders stand in the order of that table: that is judged, not
//           equal numbers, which depend on how the active disks are chosen (here: at random).
// Cost      Class S about 10 s of one core.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "models/core/csv.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "validation/data_files.hpp"
#include "validation/experiment.hpp"
#include "validation/experiments/ecmc/birthday.hpp"
#include "validation/experiments/ecmc/equilibrated_start.hpp"
#include "validation/experiments/ecmc/schemes.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::ecmc {
namespace {

constexpr double kPacking = 0.708;

/// The orders of the data file, from few violations to many.
std::vector<std::string> known_orders() {
  const CsvTable table(data_file("ecmc_horizon_law.csv"), {"quantity", "order", "low"});
  std::vector<std::pair<double, std::string>> orders;
  for (const CsvRow& row : table.rows())
    if (row.text("quantity") == "c") orders.emplace_back(row.number("low"), row.text("order"));
  std::sort(orders.begin(), orders.end());
  std::vector<std::string> names;
  for (auto& [low, name] : orders) names.push_back(std::move(name));
  return names;
}

struct Cell {
  std::size_t active;
  double flights;
  std::uint64_t legs;
};
struct Size {
  std::size_t disks;
  std::vector<Cell> cells;
};
Size size_of(ProblemClass problem_class) {
  switch (problem_class) {
    case ProblemClass::tiny:
    case ProblemClass::S:
      return {64 * 64,
              {{16, 10, 600}, {16, 40, 600}, {32, 10, 600}, {16, 100, 300}, {64, 10, 300}}};
    default: {
      const std::uint64_t legs = problem_class == ProblemClass::W ? 1000 : 10000;
      return {256 * 256,
              {{16, 10, legs},
               {16, 100, legs},
               {16, 1000, legs},
               {64, 10, legs},
               {64, 30, legs},
               {64, 100, legs},
               {256, 10, legs}}};
    }
  }
}

struct Work {
  const disks::ChainScheme* scheme;
  Size size;
  int threads = 1;
  std::uint64_t seed = 1;
};

struct System {
  disks::FixedConfiguration start;
  disks::ConstraintGraph graph;
};
const System& system_of(std::size_t disks, std::uint64_t seed) {
  static std::map<std::pair<std::size_t, std::uint64_t>, System> known;
  const std::pair key{disks, seed};
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  const auto start = equilibrated_start(disks, kPacking, disks::kSquare, seed);
  return known.emplace(key, System{start, disks::minimal_graph(start, disks::near_graph(start))})
      .first->second;
}

/// The counts of one cell; several records share them.
BirthdayCount count_of(const Work& work, const Cell& cell, const Bench& bench) {
  static std::map<std::string, BirthdayCount> known;
  const std::string key =
      fmt::format("birthday {} {} {} {} {} {}", work.scheme->info.name, work.size.disks,
                  cell.active, cell.flights, work.threads, cell.legs);
  const auto found = known.find(key + fmt::format("{}", work.seed));
  if (found != known.end()) return found->second;
  const System& system = system_of(work.size.disks, work.seed);
  const BirthdayPlan plan{.active = cell.active,
                          .flights = cell.flights,
                          .legs = cell.legs,
                          .seed = derive_seed(work.seed, key, 0),
                          .threads = work.threads};
  return known[key + fmt::format("{}", work.seed)] =
             count_violations(*work.scheme, system.start, system.graph, plan,
                              work.threads > 1 ? 1 : bench.plan.threads);
}

Measurement blank(const Plan& plan, const Work& work, const std::string& metric,
                  const std::string& name) {
  Measurement m;
  m.name = fmt::format("ecmc/birthday/{}-t{}-{}", work.size.disks, work.threads, name);
  m.record = blank_record(plan, "ecmc", metric);
  m.record.scheme = work.scheme->info.name;
  m.record.backend = work.scheme->info.backend;
  m.record.threads = work.threads;
  m.record.params = {{"disks", work.size.disks}, {"packing_fraction", kPacking}};
  if (!work.scheme->order.empty()) m.record.facts["order"] = work.scheme->order;
  return m;
}

Measurement chance(const Plan& plan, const Work& work, const Cell& cell) {
  Measurement m = blank(plan, work, "horizon violation, chance per leg",
                        fmt::format("k{}-n{}", cell.active, cell.flights));
  m.record.params.update(
      {{"active", cell.active},
       {"flights", cell.flights},
       {"legs", cell.legs},
       {"x", birthday_scale(work.size.disks, {.active = cell.active, .flights = cell.flights})}});
  m.cost = static_cast<double>(cell.legs * work.size.disks) * 1e-7;
  m.measure = [work, cell](ResultRecord& record, Bench& bench) {
    const BirthdayCount count = count_of(work, cell, bench);
    const Interval interval = binomial_interval(count.violated, count.trials);
    record.value = static_cast<double>(count.violated) / static_cast<double>(count.trials);
    record.low = interval.low;
    record.high = interval.high;
    record.n_eff = static_cast<double>(count.trials);
    record.verdict = Verdict::not_claimed;
  };
  return m;
}

std::vector<BirthdayCount> all_counts(const Work& work, const Bench& bench) {
  std::vector<BirthdayCount> counts;
  for (const Cell& cell : work.size.cells) counts.push_back(count_of(work, cell, bench));
  return counts;
}

/// Sum of squared deviations of the counts from the law, in their standard deviations: where it
/// exceeds the number of counts, one c does not describe them all, and its error bar is widened.
double chi_squared(const std::vector<BirthdayCount>& counts, double c) {
  double sum = 0;
  for (const BirthdayCount& n : counts) {
    const double p = -std::expm1(-c * n.x);
    const double expected = p * static_cast<double>(n.trials);
    if (p > 0 && p < 1)
      sum += std::pow(static_cast<double>(n.violated) - expected, 2) / (expected * (1 - p));
  }
  return sum;
}

Measurement constant(const Plan& plan, const Work& work) {
  Measurement m = blank(plan, work, "horizon violation, c", "c");
  m.record.params["cells"] = work.size.cells.size();
  m.measure = [work](ResultRecord& record, Bench& bench) {
    const auto counts = all_counts(work, bench);
    Estimate c = fit_birthday(counts);
    const double chi = chi_squared(counts, c.mean);
    const double freedom = static_cast<double>(counts.size()) - 1;
    if (chi > freedom) c.standard_error *= std::sqrt(chi / freedom);  // one c is not all there is
    const Interval interval = confidence_interval(c);
    record.value = c.mean;
    record.low = interval.low;
    record.high = interval.high;
    record.n_eff = c.effective_samples;
    record.verdict = std::isfinite(c.mean) ? Verdict::not_claimed : Verdict::inconclusive;
    record.facts.update({{"chi_squared", chi}, {"counts", counts.size()}});
  };
  return m;
}

/// Mean difference of the chances of two orders, b - a, over all cells.
Estimate difference(const std::vector<BirthdayCount>& a, const std::vector<BirthdayCount>& b) {
  double sum = 0;
  double variance = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    for (const auto& [count, sign] : {std::pair{a[k], -1.0}, std::pair{b[k], 1.0}}) {
      const double n = static_cast<double>(count.trials);
      const double p = static_cast<double>(count.violated) / n;
      // (s + 1) / (n + 2) in the variance: a fraction of 0 or 1 is not exact.
      const double q = (static_cast<double>(count.violated) + 1) / (n + 2);
      sum += sign * p;
      variance += q * (1 - q) / n;
    }
  const double cells = static_cast<double>(a.size());
  return {sum / cells, std::sqrt(variance) / cells, 0, 0};
}

/// Passes when the second order violates more often, beyond chance at kFalseAlarm; fails when it
/// does so less often.
Measurement comparison(const Plan& plan, const Work& fewer, const Work& more) {
  Measurement m =
      blank(plan, more, "horizon violation, more often than",
            "above-" + fewer.scheme->info.name.substr(fewer.scheme->info.name.find('/') + 1));
  m.record.params["other"] = fewer.scheme->info.name;
  m.measure = [fewer, more](ResultRecord& record, Bench& bench) {
    const Estimate d = difference(all_counts(fewer, bench), all_counts(more, bench));
    const Judgement judged = judge(d, {0, 0}, 1, kFalseAlarm);
    record.value = d.mean;
    record.low = judged.low;
    record.high = judged.high;
    record.z = judged.z;
    const bool significant = !(judged.p >= kFalseAlarm);
    record.verdict = !significant ? Verdict::inconclusive
                     : d.mean > 0 ? Verdict::pass
                                  : Verdict::fail;
    record.note = "mean difference of the chances of a violation";
  };
  return m;
}

void plan_scheme(const Plan& plan, const Work& work, std::vector<Measurement>& all) {
  for (const Cell& cell : work.size.cells) all.push_back(chance(plan, work, cell));
  all.push_back(constant(plan, work));
}

/// All schemes of a known order on one thread, in full, and each beside one of the order before.
void plan_orders(const Plan& plan, const std::vector<std::string>& orders,
                 std::vector<Measurement>& all) {
  const Size size = size_of(plan.problem_class);
  std::vector<Measurement> comparisons;
  std::optional<Work> fewer;
  for (const std::string& order : orders) {
    std::optional<Work> first;
    for (const disks::ChainScheme& scheme : disks::chain_schemes()) {
      if (scheme.order != order) continue;
      const Work work{&scheme, size, 1, plan.seed};
      plan_scheme(plan, work, all);
      if (fewer) comparisons.push_back(comparison(plan, *fewer, work));
      if (!first) first = work;
    }
    if (first) fewer = first;
  }
  all.insert(all.end(), comparisons.begin(), comparisons.end());
}

std::vector<Measurement> plan_birthday(const Plan& plan) {
  std::vector<Measurement> all;
  const Size size = size_of(plan.problem_class);
  const std::vector<std::string> orders = known_orders();
  plan_orders(plan, orders, all);
  for (const disks::ChainScheme& scheme : disks::chain_schemes()) {
    if (!scheme.local_times || std::count(orders.begin(), orders.end(), scheme.order) > 0) continue;
    const bool serial = !scheme.info.parallel;
    for (const int threads : {1, 2, 4}) {
      if (threads > 1 && serial) continue;
      if (threads != (serial ? 1 : 2) && plan.problem_class == ProblemClass::S) continue;
      Work work{&scheme, size, threads, plan.seed};
      if (plan.problem_class == ProblemClass::S) work.size.cells = {{16, 10, 600}, {32, 10, 600}};
      std::erase_if(work.size.cells,
                    [&](const Cell& cell) { return cell.active > scheme.most_active; });
      for (Cell& cell : work.size.cells) cell.legs /= 4;
      if (!work.size.cells.empty()) plan_scheme(plan, work, all);
    }
  }
  return all;
}

const bool registered = register_experiment(
    {"ecmc/birthday",
     "How often legs meet a horizon violation: the law in k, n and N, and the order of schedules.",
     plan_birthday});

}  // namespace
}  // namespace touchstone::validation::ecmc
