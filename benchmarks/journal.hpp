// benchmarks/journal.hpp
// Purpose   The records of a family's timings: what all of them have in common, which entries an
//           interrupted run has finished already, the worst verdict so far.
// Not here  Running (drive.hpp), what is timed (<family>/*_session.cpp).
#pragma once
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/request.hpp"
#include "models/core/results.hpp"
#include "models/core/scheme.hpp"

namespace touchstone::benchmarks {

/// A record of `metric` that says what is measured, and nothing yet of the outcome.
ResultRecord blank_record(const Request& request, const char* family, const SchemeInfo& scheme,
                          int threads, const std::string& metric);

/// Gives `record` the median and quartiles of `values`, one of each run; or, where something is
/// wrong, the failure, its reason and no value: a rate without a correct result is no rate.
void judge_runs(ResultRecord& record, const std::vector<Run>& runs,
                const std::vector<double>& values, const std::string& wrong);

/// Makes the record inconclusive, without a value, for this reason.
void leave_open(ResultRecord& record, const std::string& reason);

class Journal {
 public:
  /// `identity`: the parameters that, with metric, scheme, class, threads, ranks and seed, tell the
  /// entries of `family` apart, whatever protocol their runs were given.
  Journal(const Request& request, std::ostream& text, const char* family,
          std::vector<std::string> identity);

  /// Whether the results file held this entry's record when an interrupted run was taken up.
  bool has(const ResultRecord& entry) const;

  /// Appends the record, and prints the reason where it is a failure.
  void write(const ResultRecord& record, const std::string& name);

  ExitCode worst_code() const { return code_; }

 private:
  std::string key(const nlohmann::json& record) const;

  std::ostream& text_;
  ResultWriter writer_;
  std::vector<std::string> identity_;
  std::set<std::string> finished_;
  ExitCode code_ = ExitCode::pass;
};

}  // namespace touchstone::benchmarks
