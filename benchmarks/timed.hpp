// benchmarks/timed.hpp
// Purpose   One scheme at one size: begun, verified, timed, verified again, and its records, in
//           this order in every family. A family derives a class that says how its scheme goes on,
//           what work it counts, and what would be wrong.
// Not here  Several of them side by side (timing_job.hpp), their runs (drive.hpp).
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/equilibrium.hpp"
#include "benchmarks/records.hpp"
#include "benchmarks/selection.hpp"

namespace touchstone::benchmarks {

/// A number that the runs have measured.
struct Quantity {
  std::string metric;
  std::vector<double> values;  ///< one of each run
  nlohmann::json params = nlohmann::json::object();
  std::string part = {};  ///< added to the name, where an entry has several lines
  bool exact = false;     ///< not measured by the runs: no quartiles
};

class Timed {
 public:
  Timed(const Request& request, Subject subject, const Protocol& protocol)
      : request_(request), subject_(std::move(subject)), protocol_(protocol) {}
  virtual ~Timed() = default;

  const std::string& name() const { return subject_.name; }
  /// Verifies and plans; to be called once, before the first run.
  virtual void begin() {}
  int runs() const { return protocol_.runs; }
  Run run();
  /// Verifies what was made. To be called once, after the last run. Not empty; a wrong scheme has
  /// failures and no values.
  std::vector<ResultRecord> records();

 protected:
  virtual Run once() = 0;
  /// The value of a run.
  virtual double value(const Run& run) const { return rate_of(run); }
  virtual std::vector<Quantity> quantities() const { return {{subject_.metric, values()}}; }
  /// Part of the bound of this machine that a median of the subject's metric reaches, by the cores
  /// that it uses: the number that machines and commits are compared by. Nothing where no bound is
  /// known.
  virtual std::optional<double> fraction_of_bound(double) const { return std::nullopt; }
  /// Text of the first error in what was made, or empty.
  virtual std::string fault() { return ""; }
  /// Parameters of the records beside the subject's.
  virtual nlohmann::json params() const { return nlohmann::json::object(); }
  /// The start whose equilibrium the rate depends on, if any.
  virtual const Relaxation* relaxation() const { return nullptr; }

  static double rate_of(const Run& run) { return static_cast<double>(run.count) / run.seconds; }
  static double cost_of(const Run& run) { return run.seconds / static_cast<double>(run.count); }
  std::vector<double> values() const;

  Request request_;
  Subject subject_;
  Protocol protocol_;
  std::string wrong_;  ///< the first error that is known
  std::vector<Run> done_;
};

/// A scheme that goes on step by step.
class TimedSteps : public Timed {
 public:
  using Timed::Timed;
  /// Verifies the first steps, whose number no clock chooses, and finds out how many make a run.
  void begin() final;

 protected:
  virtual void advance(std::uint64_t steps) = 0;
  /// Work counted since the start.
  virtual std::uint64_t work() const { return made_; }
  virtual std::string fault_of_first_steps() = 0;
  /// Chooses steps_ and warmup_, and so the protocol.
  virtual void plan();
  /// Called between the plan and the first run.
  virtual void planned() {}

  Run once() final;
  double make(std::uint64_t steps);  ///< seconds of so many steps

  std::uint64_t made_ = 0;  ///< steps, also those that were not timed
  std::uint64_t steps_ = 1;
  std::uint64_t warmup_ = 0;  ///< steps before those of a run
  std::uint64_t most_steps_ = std::numeric_limits<std::uint64_t>::max();  ///< most in a run
};

/// Makes batches, of which each says how much it did, for so many seconds, and at least one.
Run repeated(double seconds, const std::function<std::uint64_t()>& batch);

}  // namespace touchstone::benchmarks
