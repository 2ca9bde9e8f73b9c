// validation/experiment.hpp
// Purpose   Type of an experiment: a list of measurements, each of which becomes one result record.
//           The list is made before anything runs, so that resuming, filtering, time left and
//           replay need no help from the experiment.
//           Adding one is one source file below experiments/ that ends in one registration line.
// Not here  Running the list (session.hpp), Markov chains and their checkpoints (chain*.hpp).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "suite/problem_class.hpp"
#include "suite/results.hpp"

namespace touchstone::validation {

class ChainStore;

/// The chance that a correct scheme fails one decision (fixed seeds: red means broken).
inline constexpr double kFalseAlarm = 1e-6;

/// Request of the user, as far as it decides which measurements there are.
struct Plan {
  ProblemClass problem_class = ProblemClass::S;
  int threads = 1;
  std::uint64_t seed = 1;
};

/// Resources that a measurement may use while it runs.
struct Bench {
  const Plan& plan;
  ChainStore& chains;
  std::function<void(double)> done;  ///< adds a finished fraction of the measurement's cost
};

/// One record to be. `record` holds everything that identifies it; `measure` fills in the value,
/// its interval, the expected value and the verdict.
struct Measurement {
  std::string name;  ///< "mpmc/small-anchors/72-square-0.650": with the scheme, it is unique
  ResultRecord record;
  double cost = 1;  ///< expected seconds on one core; only for the time left
  std::function<void(ResultRecord&, Bench&)> measure;
  std::string experiment = {};  ///< filled in when it is selected
};

struct Experiment {
  std::string name;   ///< "family/experiment"
  std::string shows;  ///< one sentence
  std::function<std::vector<Measurement>(const Plan&)> plan;

  std::string family() const { return name.substr(0, name.find('/')); }
};

/// All experiments, sorted by name.
const std::vector<Experiment>& experiments();
/// Adds an experiment and returns true; throws on a duplicate name.
bool register_experiment(Experiment experiment);

/// A record with kind, family, class and seed filled in.
ResultRecord blank_record(const Plan& plan, const std::string& family, const std::string& metric);

/// Fills in value, expected value and verdict: they may differ by `allowed`, of which `why` tells
/// the reason: the allowance of the record, and no uncertainty of the source. A value that is not a
/// number fails.
void judge_known(ResultRecord& record, double value, double expected, double allowed,
                 const std::string& source, const std::string& why);

}  // namespace touchstone::validation
