// benchmarks/records.hpp
// Purpose   Records of all families' timings: what is timed, the command that repeats it, median
//           and quartiles of the runs, and the reason where there is no value.
// Not here  What is timed (<family>/*_entries.cpp), writing and resuming (suite/runner.hpp).
#pragma once
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/request.hpp"
#include "models/core/scheme.hpp"
#include "suite/results.hpp"

namespace touchstone::benchmarks {

/// The object of a timing, as records and lists tell it.
struct Subject {
  const char* family;
  SchemeInfo scheme;
  std::string metric;
  std::string name;                                  ///< line of --list
  nlohmann::json params = nlohmann::json::object();  ///< its size
  std::string size = {};                             ///< the same as an option: "--disks 4096"
  int threads = 1;
  int ranks = 1;
};

/// The command that repeats a record of these schemes ("*": all), at a size given by options.
std::string replay(const Request& request, const std::string& family, const std::string& scheme,
                   const std::string& size = "");

/// A record that says what is measured, and nothing yet of the outcome.
ResultRecord blank_record(const Request& request, const Subject& subject);

/// The record of a scheme that is not timed, for this reason.
ResultRecord left_out(const Request& request, const Subject& subject, const std::string& why);

/// The record of a number of this machine or of a method, which no scheme can claim.
ResultRecord stated(const Request& request, const Subject& subject, double value);
/// A lower bound, or one of the costs that it is made of: `how` they were measured.
ResultRecord stated_bound(const Request& request, const char* family, const std::string& metric,
                          double value, const nlohmann::json& params = nlohmann::json::object(),
                          const std::string& how = "arithmetic");

/// Gives `record` the median and quartiles of `values`, one of each run; or, where something is
/// wrong, the failure, its reason and no value: a rate without a correct result is no rate.
void judge_runs(ResultRecord& record, const std::vector<Run>& runs,
                const std::vector<double>& values, const std::string& wrong);

/// Makes the record inconclusive, without a value, for this reason.
void leave_open(ResultRecord& record, const std::string& reason);

}  // namespace touchstone::benchmarks
