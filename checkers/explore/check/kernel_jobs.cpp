// checkers/explore/check/kernel_jobs.cpp
// Purpose   Every kernel under every memory model, and every mutant of it: the strongest model in
//           which it goes wrong, against what its table says.
#include <algorithm>
#include <array>
#include <chrono>

#include "checkers/explore/check/job.hpp"
#include "checkers/explore/kernels/trial.hpp"

namespace touchstone::explore {
namespace {

struct Found {
  bool asked = false;  ///< some case is small enough for this model
  bool complete = true;
  std::string wrong;  ///< the first thing that goes wrong
  std::size_t states = 0;
  double milliseconds = 0;
};

Found try_all_cases(const Kernel& kernel, Judge judge, const KernelMutant& mutant) {
  Found found;
  const auto begin = std::chrono::steady_clock::now();
  for (const KernelCase& kernel_case : kernel.cases) {
    if (judge == Judge::rc11 && !kernel_case.few_events) continue;
    found.asked = true;
    const Trial result =
        trial(kernel, kernel_case, program(kernel_case, mutant.fault, mutant.mutation), judge);
    found.complete = found.complete && result.complete;
    found.states += result.states;
    if (result.wrong.empty()) continue;
    found.wrong = kernel_case.name + ": " + result.wrong;
    break;
  }
  found.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

void describe(ResultRecord& record, const Kernel& kernel, const Found& found) {
  record.value = static_cast<double>(found.states);
  record.params["states"] = found.states;
  record.params["milliseconds"] = found.milliseconds;
  record.params["kernel"] = kernel.name;
  record.note = found.wrong;
}

std::vector<ResultRecord> property_records(const ExploreJob& job, const Kernel& kernel) {
  std::vector<ResultRecord> list;
  for (const Judge judge : kJudges) {
    const Found found = try_all_cases(kernel, judge, {});
    if (!found.asked) continue;
    ResultRecord record =
        explore_record(job, "kernel/" + kernel.name, "explore/kernels/" + std::string(name(judge)));
    describe(record, kernel, found);
    record.params["shows"] = kernel.shows;
    record.params["source"] = kernel.source;
    record.verdict = !found.wrong.empty() ? Verdict::fail
                     : found.complete     ? Verdict::pass
                                          : Verdict::inconclusive;
    list.push_back(record);
  }
  return list;
}

/// One record for the strongest model in which the mutant goes wrong; for an equivalent one, one
/// that says why nothing can be found.
ResultRecord mutant_record(const ExploreJob& job, const Kernel& kernel, const Expected& line,
                           const KernelMutant& mutant) {
  std::optional<Judge> killer;
  Found last;
  bool complete = true;  // so far: otherwise neither "survives" nor "strongest" is shown
  for (const Judge judge : kJudges) {
    const Found found = try_all_cases(kernel, judge, mutant);
    if (!found.asked) continue;
    last = found;
    if (found.wrong.empty()) {
      complete = complete && found.complete;
      continue;
    }
    killer = judge;
    break;
  }
  const bool equivalent = !line.killed_by;
  const std::string scheme =
      (equivalent ? "kernel/" : "mutant/") + kernel.name + ": " + line.mutant;
  ResultRecord record = explore_record(
      job, scheme,
      "explore/kernels/" + std::string(killer ? name(*killer) : std::string_view("survives")));
  describe(record, kernel, last);
  record.params["origin"] = kernel.source;
  if (equivalent) {
    record.params["equivalence"] = line.equivalent;
    record.verdict = killer ? Verdict::fail : complete ? Verdict::pass : Verdict::inconclusive;
    return record;
  }
  judge_mutant(record, killer.has_value(), true);
  if (killer && !complete) record.verdict = Verdict::inconclusive;
  if (killer != line.killed_by) {  // caught, but not as its table says
    record.verdict = Verdict::fail;
    record.note += " (expected from " + std::string(name(*line.killed_by)) + " on)";
  }
  return record;
}

/// A mutant without a line in the table of its kernel fails: nobody has said what must become of
/// it.
ResultRecord unlisted_record(const ExploreJob& job, const Kernel& kernel,
                             const KernelMutant& mutant) {
  ResultRecord record = explore_record(job, "mutant/" + kernel.name + ": " + mutant.name,
                                       "explore/kernels/no line in its table");
  judge_mutant(record, false, true);
  return record;
}

}  // namespace

std::vector<ExploreJob> kernel_jobs() {
  std::vector<ExploreJob> jobs;
  for (const Kernel& kernel : kernels()) {
    ExploreJob job{"kernels", kernel.name, "suite", {}};
    job.run = [job, &kernel] {
      std::vector<ResultRecord> list = property_records(job, kernel);
      for (const KernelMutant& mutant : mutants_of(kernel)) {
        const auto line = std::find_if(kernel.mutants.begin(), kernel.mutants.end(),
                                       [&](const Expected& e) { return e.mutant == mutant.name; });
        list.push_back(line != kernel.mutants.end() ? mutant_record(job, kernel, *line, mutant)
                                                    : unlisted_record(job, kernel, mutant));
      }
      return list;
    };
    jobs.push_back(job);
  }
  return jobs;
}

}  // namespace touchstone::explore
