// checkers/explore/check/litmus_jobs.cpp
// Purpose   The exam under each memory model, the published programs with scopes, and the mutants
//           of the engine.
#include <chrono>
#include <filesystem>
#include <set>
#include <sstream>

#include "checkers/explore/check/job.hpp"
#include "checkers/explore/litmus/engine_faults.hpp"
#include "checkers/explore/litmus/exam.hpp"
#include "checkers/explore/litmus/scope_exam.hpp"
#include "models/core/source_tree.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kBudget = 1'000'000;

std::string exam_file() { return (source_tree() / "validation/data/litmus.csv").string(); }

}  // namespace

std::vector<ExploreJob> litmus_jobs() {
  std::vector<ExploreJob> jobs;
  for (const std::string model : {"sc", "tso_x86", "rc11", "rc11_cxx17"}) {
    ExploreJob job{"litmus", model, "suite", {}};
    job.run = [job, model] {
      std::ostringstream differences;
      const auto begin = std::chrono::steady_clock::now();
      const ExamResult result = run_exam(exam_file(), kBudget, differences, model);
      const std::chrono::duration<double, std::milli> spent =
          std::chrono::steady_clock::now() - begin;
      ResultRecord record = explore_record(job, "explorer/" + model, "explore/litmus/wrong rows");
      record.value = static_cast<double>(result.wrong);
      record.params["rows"] = result.rows;
      record.params["graphs"] = result.graphs;
      record.params["executions"] = result.executions;
      record.params["milliseconds"] = spent.count();
      record.note = differences.str();
      record.verdict = result.wrong > 0 ? Verdict::fail : Verdict::pass;
      if (result.undecided > 0 || result.rows == 0) record.verdict = Verdict::inconclusive;
      return std::vector{record};
    };
    jobs.push_back(job);
  }
  return jobs;
}

std::vector<ExploreJob> scope_jobs() {
  ExploreJob job{"scopes", "published programs", "suite", {}};
  job.run = [job] {
    std::vector<ResultRecord> records;
    const auto file = source_tree() / "validation/data/litmus_scopes.csv";
    for (const ScopeAnswer& answer : run_scope_exam(file.string(), kBudget)) {
      ResultRecord record =
          explore_record(job, "explorer/rc11 with scopes", "explore/scopes/" + answer.name);
      record.value = static_cast<double>(answer.explored);
      record.params["program"] = answer.program;
      record.params["published"] = answer.published;
      record.params["graphs"] = answer.graphs;
      record.params["views"] = answer.views;
      record.params["undecided"] = answer.undecided;
      record.params["source"] = answer.source;
      record.params["milliseconds"] = answer.milliseconds;
      record.note = answer.wrong;
      record.verdict = !answer.wrong.empty()      ? Verdict::fail
                       : answer.undecided.empty() ? Verdict::pass
                                                  : Verdict::not_claimed;
      records.push_back(record);
    }
    return records;
  };
  return {job};
}

std::vector<ExploreJob> engine_fault_jobs() {
  std::vector<ExploreJob> jobs;
  for (const EngineFault& fault : engine_faults()) {
    ExploreJob job{"engine faults", fault.name, "suite", {}};
    job.run = [job, &fault] {
      ResultRecord record =
          explore_record(job, "mutant/explorer: " + fault.name, "explore/litmus/" + fault.litmus);
      const auto begin = std::chrono::steady_clock::now();
      const bool found = caught(fault);
      record.params["milliseconds"] =
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
              .count();
      record.value = found ? 1 : 0;
      record.params["origin"] = "one rule of the explorer switched off";
      record.params["program"] = fault.program;
      judge_mutant(record, found, true);
      return std::vector{record};
    };
    jobs.push_back(job);
  }
  return jobs;
}

}  // namespace touchstone::explore
