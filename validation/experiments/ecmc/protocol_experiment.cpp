// validation/experiments/ecmc/protocol_experiment.cpp
// Purpose   Every scheme that runs legs, held to the single clock: active disks from 2 up, threads
//           more than the machine has, legs as long as the paper's and shorter ones.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 4: T = 4 box lengths / k, k = 2^1 .. 2^13, threads up to 40, over 1000 runs
//           each.
// Computes  How many runs are wrong (none may be), how many meet a horizon violation, and which
//           fraction of the liftings lies before the first one: with many active disks the paper's
//           legs are validated at their beginning only, short ones as a whole.
// Cost      Class S a few seconds. The references dominate: O(k) per lifting.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "models/disks/chains/near_graph.hpp"
#include "validation/experiment.hpp"
#include "validation/experiments/ecmc/birthday_law.hpp"
#include "validation/experiments/ecmc/equilibrated_start.hpp"
#include "validation/experiments/ecmc/protocol.hpp"
#include "validation/experiments/ecmc/schemes.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::ecmc {
namespace {

/// Liftings: violations may leave so little to compare that a pass would say nothing.
constexpr std::uint64_t kFewestCompared = 100;

constexpr double kPacking = 0.708;

/// Size of the runs that a class can afford.
struct Size {
  std::size_t disks;
  std::vector<int> powers;  ///< active disks, as powers of 2
  std::size_t cases;        ///< legs of the paper's length, where the reference is cheap
  double seconds;           ///< for the references of one setting
  std::vector<int> threads;
};
Size size_of(ProblemClass problem_class) {
  switch (problem_class) {
    case ProblemClass::tiny:
    case ProblemClass::S:
      return {870, {0, 1, 2, 4, 6}, 8, 0.2, {1, 2, 4}};
    case ProblemClass::W:
      return {127 * 127, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 20, 3, {1, 2, 3, 4, 8, 16, 40}};
    default:
      return {256 * 256,
              {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
              20,
              20,
              {1, 2, 3, 4, 8, 16, 40}};
  }
}

/// Legs of the paper; of a few free paths; and so short that many runs have no violation.
struct Length {
  const char* name;
  const char* id;     ///< in names of measurements
  double free_paths;  ///< 0: the paper's 4 / k box lengths
  std::size_t more;   ///< times as many cases
};
constexpr Length kLengths[] = {{"4 box lengths / k", "long", 0, 1},
                               {"4 mean free paths", "4-paths", 4, 2},
                               {"1/2 mean free path", "half-path", 0.5, 3}};

disks::Ticks duration(const Length& length, std::size_t disks, std::size_t active) {
  if (length.free_paths == 0) return 4 * disks::kTicksPerSide / static_cast<disks::Ticks>(active);
  return static_cast<disks::Ticks>(length.free_paths *
                                   static_cast<double>(disks::mean_free_path(disks)));
}

/// Number of cases that the time for the references allows, at least two.
std::size_t case_count(const Size& size, const Length& length, std::size_t active) {
  const double k = static_cast<double>(active);
  const double liftings = k * static_cast<double>(duration(length, size.disks, active)) /
                          static_cast<double>(disks::mean_free_path(size.disks));
  const double seconds_each = liftings * (0.2e-6 * k + 1e-6);  // measured
  const double affordable = size.seconds / seconds_each;
  return std::max<std::size_t>(
      2, std::min(size.cases * length.more, static_cast<std::size_t>(affordable)));
}

/// One system: all schemes and lengths meet the same cases.
struct Setting {
  Size size;
  std::size_t active;
  std::uint64_t seed;

  bool operator==(const Setting& other) const {
    return size.disks == other.size.disks && active == other.active && seed == other.seed;
  }
};

/// The cases of one setting; only those of the last one are kept.
class Cases {
 public:
  const std::vector<ProtocolCase>& of(const Setting& setting, const Length& length) {
    if (!(setting_ && *setting_ == setting)) cases_.clear();
    setting_ = setting;
    const auto found = cases_.find(&length);
    if (found != cases_.end()) return found->second;
    return cases_[&length] = protocol_cases(
               system(setting).start, graph(setting),
               {.active = setting.active,
                .duration = duration(length, setting.size.disks, setting.active),
                .cases = case_count(setting.size, length, setting.active),
                .seed = derive_seed(setting.seed, std::string("protocol ") + length.name,
                                    setting.active)});
  }
  const disks::ConstraintGraph& graph(const Setting& setting) { return system(setting).graph; }

 private:
  struct System {
    disks::FixedConfiguration start;
    disks::ConstraintGraph graph;
  };
  const System& system(const Setting& setting) {
    const std::size_t disks = setting.size.disks;
    const auto found = systems_.find(disks);
    if (found != systems_.end()) return found->second;
    const auto start = equilibrated_start(
        disks, kPacking, disks == 870 ? disks::kHexagonal870 : disks::kSquare, setting.seed);
    return systems_
        .emplace(disks, System{start, disks::minimal_graph(start, disks::near_graph(start))})
        .first->second;
  }

  std::optional<Setting> setting_;
  std::map<const Length*, std::vector<ProtocolCase>> cases_;
  std::map<std::size_t, System> systems_;
};

struct Work {
  const disks::ChainScheme* scheme;
  Setting setting;
  int threads = 1;
  disks::OnViolation on_violation = disks::OnViolation::remember;

  std::string key(const Length& length) const {
    return fmt::format("{}|{}|{}|{}|{}|{}|{}", scheme->info.name, setting.size.disks,
                       setting.active, setting.seed, threads, static_cast<int>(on_violation),
                       length.name);
  }
};

/// Several records share a tally, which is made once.
ProtocolTally tally_of(const Work& work, const Length& length) {
  static Cases cases;
  static std::map<std::string, ProtocolTally> known;
  const auto found = known.find(work.key(length));
  if (found != known.end()) return found->second;
  const disks::ChainParameters parameters{
      .threads = work.threads,
      .seed = derive_seed(work.setting.seed, work.key(length), 0),
      .on_violation = work.on_violation};
  return known[work.key(length)] = run_protocol(*work.scheme, cases.graph(work.setting),
                                                cases.of(work.setting, length), parameters);
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

Measurement blank(const Plan& plan, const Work& work, const std::string& metric) {
  Measurement m;
  m.record = blank_record(plan, "ecmc", metric);
  m.record.scheme = work.scheme->info.name;
  m.record.backend = work.scheme->info.backend;
  m.record.threads = work.threads;
  m.record.params = {{"disks", work.setting.size.disks},
                     {"packing_fraction", kPacking},
                     {"active", work.setting.active}};
  return m;
}

Measurement wrong_runs(const Plan& plan, const Work& work) {
  const bool repair = work.on_violation == disks::OnViolation::repair;
  Measurement m = blank(plan, work, repair ? "wrong runs with repair" : "wrong runs");
  m.name = fmt::format("ecmc/validation-protocol/{}-k{}-t{}{}", work.setting.size.disks,
                       work.setting.active, work.threads, repair ? "-repair" : "");
  m.cost = 0.05;
  m.measure = [work](ResultRecord& record, Bench&) {
    ProtocolTally all;
    for (const Length& length : kLengths) all += tally_of(work, length);
    record.value = static_cast<double>(all.wrong);
    record.n_eff = static_cast<double>(all.runs);
    record.expected = Published{0, 0};
    record.expected_source = "a single clock (Algorithm 2)";
    record.verdict = all.wrong > 0                     ? Verdict::fail
                     : all.compared >= kFewestCompared ? Verdict::pass
                                                       : Verdict::inconclusive;
    record.note = fmt::format("{} runs, {} with a violation; {} of {} liftings compared{}{}",
                              all.runs, all.violated, all.compared, all.liftings,
                              all.wrong > 0 ? "; first wrong: " : "", all.first_wrong);
  };
  return m;
}

/// Number and interval (Clopper and Pearson) of a fraction of runs.
Measurement violated_runs(const Plan& plan, const Work& work, const Length& length) {
  Measurement m = blank(plan, work, "runs with a horizon violation, fraction");
  m.name = fmt::format("ecmc/validation-protocol/{}-k{}-{}-violations", work.setting.size.disks,
                       work.setting.active, length.id);
  m.record.params["length"] = length.name;
  m.cost = 0.01;
  m.measure = [work, &length](ResultRecord& record, Bench&) {
    const ProtocolTally tally = tally_of(work, length);
    const Interval interval = binomial_interval(tally.violated, tally.runs);
    record.value = percent(tally.violated, tally.runs) / 100;
    record.low = interval.low;
    record.high = interval.high;
    record.n_eff = static_cast<double>(tally.runs);
    record.verdict = Verdict::not_claimed;
    record.note = fmt::format("{} of {} runs differ at or after the violation", tally.differ_after,
                              tally.violated);
  };
  return m;
}

Measurement compared_liftings(const Plan& plan, const Work& work, const Length& length) {
  Measurement m = blank(plan, work, "liftings before the first violation, fraction");
  m.name = fmt::format("ecmc/validation-protocol/{}-k{}-{}-compared", work.setting.size.disks,
                       work.setting.active, length.id);
  m.record.params["length"] = length.name;
  m.cost = 0.01;
  m.measure = [work, &length](ResultRecord& record, Bench&) {
    const ProtocolTally tally = tally_of(work, length);
    record.value = percent(tally.compared, tally.liftings) / 100;
    record.n_eff = static_cast<double>(tally.liftings);
    record.verdict = Verdict::not_claimed;
  };
  return m;
}

void plan_setting(const Plan& plan, const Setting& setting, std::vector<Measurement>& all) {
  for (const disks::ChainScheme& scheme : disks::chain_schemes()) {
    if (&scheme == &global_time_oracle() || scheme.most_active < setting.active) continue;
    const bool serial = !scheme.info.parallel;
    for (const int threads : setting.size.threads) {
      if (threads > 1 && serial) continue;  // it would do the same again
      const Work work{&scheme, setting, threads};
      all.push_back(wrong_runs(plan, work));
      const bool repairs = scheme.repairs || !scheme.local_times;  // it must equal always
      if (repairs && (serial || threads == setting.size.threads.back()))
        all.push_back(wrong_runs(plan, {&scheme, setting, threads, disks::OnViolation::repair}));
      if (threads > 1 || !scheme.local_times) continue;
      for (const Length& length : kLengths) {
        all.push_back(violated_runs(plan, work, length));
        all.push_back(compared_liftings(plan, work, length));
      }
    }
  }
}

std::vector<Measurement> plan_protocol(const Plan& plan) {
  std::vector<Measurement> all;
  const Size size = size_of(plan.problem_class);
  for (const int power : size.powers)
    plan_setting(plan, {size, std::size_t{1} << power, plan.seed}, all);
  return all;
}

const bool registered = register_experiment(
    {"ecmc/validation-protocol",
     "Event chains by many clocks lift as with a single clock, up to the first horizon violation.",
     plan_protocol});

}  // namespace
}  // namespace touchstone::validation::ecmc
