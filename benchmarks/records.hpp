// benchmarks/records.hpp
// Purpose   Common parts of the records of all families' timings.
// Not here  What is timed (<family>/timed_*.cpp), writing and resuming (suite/runner.hpp).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/request.hpp"
#include "models/core/scheme.hpp"
#include "suite/results.hpp"

namespace touchstone::benchmarks {

/// A record of `metric` that says what is measured, and nothing yet of the outcome.
ResultRecord blank_record(const Request& request, const char* family, const SchemeInfo& scheme,
                          int threads, const std::string& metric);

/// Gives `record` the median and quartiles of `values`, one of each run; or, where something is
/// wrong, the failure, its reason and no value: a rate without a correct result is no rate.
void judge_runs(ResultRecord& record, const std::vector<Run>& runs,
                const std::vector<double>& values, const std::string& wrong);
/// The same with the value of each run.
void judge_runs(ResultRecord& record, const std::vector<Run>& runs,
                const std::function<double(const Run&)>& value, const std::string& wrong);
inline double rate_of(const Run& run) { return static_cast<double>(run.count) / run.seconds; }

/// Makes the record inconclusive, without a value, for this reason.
void leave_open(ResultRecord& record, const std::string& reason);

}  // namespace touchstone::benchmarks
