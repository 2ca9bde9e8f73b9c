// checkers/explore/check/random_leg_jobs.cpp
// Purpose   The kernels of event chains on random small legs: the kernel itself never goes wrong,
//           and its mutants are found there too, without the hand-made suites.
#include <algorithm>
#include <chrono>

#include "checkers/explore/check/job.hpp"
#include "checkers/explore/kernels/random_legs.hpp"
#include "checkers/explore/kernels/tag_chains.hpp"
#include "checkers/explore/kernels/trial.hpp"
#include "checkers/explore/kernels/word_chains.hpp"

namespace touchstone::explore {
namespace {

/// Legs of two chains on which a mutant is sought.
constexpr std::uint64_t kLegsForMutants = 600;

struct ChainKernel {
  std::string name;
  KernelCase (*case_of)(const ChainLeg&, bool);
  /// Mutants that need a witness found by long search, in the suites of the kernel: not sought
  /// here.
  std::vector<std::string> only_witnesses;

  bool sought(const Expected& line) const {
    return line.killed_by && std::find(only_witnesses.begin(), only_witnesses.end(), line.mutant) ==
                                 only_witnesses.end();
  }
};

std::vector<ChainKernel> chain_kernels() {
  return {
      {"chains with tags", tag_case, {"tag.store rel>rlx"}},
      {"chains with words", word_case, {"word.compare_exchange acq>rlx", "word.store rel>rlx"}}};
}

std::uint64_t legs_of(LegFamily family, Judge judge) {
  switch (family) {
    case LegFamily::two_chains:
      return kLegsForMutants;
    case LegFamily::by_turns:
      return judge == Judge::sc ? 300 : 100;
    case LegFamily::three_chains:
      return judge == Judge::sc ? 60 : 20;
    case LegFamily::ring:
      break;
  }
  return 5;
}

class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

void describe(ResultRecord& record, const ChainKernel& kernel, const RandomLegResult& found,
              double milliseconds) {
  record.value = static_cast<double>(found.wrong);
  record.params["kernel"] = kernel.name;
  record.params["legs"] = found.legs;
  record.params["states"] = found.states;
  record.params["milliseconds"] = milliseconds;
  record.note = found.first_wrong;
}

ResultRecord own_record(const ExploreJob& job, const ChainKernel& kernel, LegFamily family,
                        Judge judge) {
  const Stopwatch watch;
  const RandomLegResult found =
      on_random_legs(kernel.case_of, family, legs_of(family, judge), judge);
  ResultRecord record =
      explore_record(job, "kernel/" + kernel.name,
                     "explore/random-legs/" + name(family) + ", " + std::string(name(judge)));
  describe(record, kernel, found, watch.milliseconds());
  record.params["legs_of"] = name(family);
  record.params["model"] = std::string(name(judge));
  record.verdict = found.wrong > 0                          ? Verdict::fail
                   : found.undecided > 0 || found.legs == 0 ? Verdict::inconclusive
                                                            : Verdict::pass;
  return record;
}

ResultRecord mutant_record(const ExploreJob& job, const ChainKernel& kernel,
                           const KernelMutant& mutant, Judge killer) {
  const Stopwatch watch;
  const Judge judge = killer == Judge::sc ? Judge::sc : Judge::views;
  const RandomLegResult found =
      on_random_legs(kernel.case_of, LegFamily::two_chains, kLegsForMutants, judge, mutant.fault,
                     mutant.mutation, true);
  ResultRecord record = explore_record(job, "mutant/" + kernel.name + ": " + mutant.name,
                                       "explore/random-legs/" + std::string(name(judge)));
  describe(record, kernel, found, watch.milliseconds());
  record.params["origin"] = explore::kernel(kernel.name).source;
  judge_mutant(record, found.wrong > 0, true);
  return record;
}

std::vector<ResultRecord> records_of(const ExploreJob& job, const ChainKernel& kernel) {
  std::vector<ResultRecord> list;
  for (const LegFamily family : kLegFamilies)
    for (const Judge judge : {Judge::sc, Judge::views})
      list.push_back(own_record(job, kernel, family, judge));
  const Kernel& listed = explore::kernel(kernel.name);
  for (const KernelMutant& mutant : mutants_of(listed))
    for (const Expected& line : listed.mutants)
      if (line.mutant == mutant.name && kernel.sought(line))
        list.push_back(mutant_record(job, kernel, mutant, *line.killed_by));
  return list;
}

}  // namespace

std::vector<ExploreJob> random_leg_jobs() {
  std::vector<ExploreJob> jobs;
  for (const ChainKernel& kernel : chain_kernels()) {
    ExploreJob job{"random legs", kernel.name, "ecmc", {}};
    job.run = [job, kernel] { return records_of(job, kernel); };
    jobs.push_back(job);
  }
  return jobs;
}

}  // namespace touchstone::explore
