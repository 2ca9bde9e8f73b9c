// checkers/ecmc/findings.hpp
// Purpose   Common parts of the checks of event chains: counting what is wrong, and comparing a run
//           with another one.
// Not here  The choice of runs (made by each check).
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "checkers/check.hpp"
#include "checkers/ecmc/cases.hpp"

namespace touchstone::ecmc {

/// Counts runs and what is wrong in them; remembers the first.
class LegFindings {
 public:
  void run(const std::optional<std::string>& wrong, const std::string& where) {
    ++runs_;
    if (!wrong) return;
    ++violations_;
    if (first_.empty()) first_ = fmt::format("{}: {}", where, *wrong);
  }
  /// Liftings that took part in a comparison; a check that compared nothing decides nothing.
  void compared(std::size_t liftings) { compared_ += liftings; }
  bool failed() const { return violations_ > 0; }
  std::uint64_t runs() const { return runs_; }

  CheckResult result() const {
    CheckResult result =
        count_violations(violations_, runs_, first_, fmt::format("{} runs compared", runs_));
    if (!failed() && compared_ == 0) {
      result.verdict = Verdict::inconclusive;
      result.detail = fmt::format("{} runs, and no lifting that could be compared", runs_);
    }
    // Threads that race decide which legs are given up: the count of liftings is a fact (task.cpp).
    result.params = {{"runs", runs_}, {"liftings", compared_}};
    return result;
  }

 private:
  std::uint64_t runs_ = 0;
  std::uint64_t violations_ = 0;
  std::size_t compared_ = 0;
  std::string first_;
};

/// Number of liftings before a time.
inline std::size_t liftings_before(const disks::LegEnd& end, disks::Ticks time) {
  return static_cast<std::size_t>(
      std::count_if(end.liftings.begin(), end.liftings.end(),
                    [&](const disks::Lifting& l) { return l.time < time; }));
}

/// Sum over all disks, modulo the box length: exact in fixed-point coordinates.
inline disks::FixedCoordinate total_displacement(const disks::Leg& leg, const disks::LegEnd& end) {
  disks::FixedCoordinate moved = 0;
  for (std::size_t i = 0; i < leg.start.size(); ++i) moved += end.x[i] - leg.start.x[i];
  return moved;
}

/// First difference between an end state and the expected one: liftings, positions, local times,
/// active disks.
inline std::optional<std::string> difference(const disks::LegEnd& expected,
                                             const disks::LegEnd& end) {
  if (const auto l = first_difference(expected.liftings, end.liftings, disks::kNoViolation))
    return "lifting " + text(*l);
  if (end.active != expected.active) return "other active disks at the end";
  for (std::size_t i = 0; i < expected.x.size(); ++i) {
    if (end.x.size() != expected.x.size()) return "another number of disks";
    if (end.x[i] != expected.x[i])
      return fmt::format("disk {} at {}, expected {} ticks", i, end.x[i], expected.x[i]);
    if (end.local_time.size() != expected.local_time.size() ||
        end.local_time[i] != expected.local_time[i])
      return fmt::format("local time of disk {}, expected {}", i, expected.local_time[i]);
  }
  return std::nullopt;
}

/// Checks a scheme's promise: the liftings before a violation, or everything if there is none, the
/// motion carried included.
inline std::optional<std::string> broken_promise(const disks::LegEnd& expected,
                                                 const ChainOutcome& run) {
  if (run.violation == disks::kNoViolation) {
    const auto wrong = difference(expected, run.end);
    return wrong ? wrong : run.misreported;
  }
  if (const auto l = first_difference(expected.liftings, run.end.liftings, run.violation))
    return fmt::format("lifting {}, before the violation at {}", text(*l), run.violation);
  return std::nullopt;
}

/// Compares and counts.
inline void judge_run(LegFindings& findings, const disks::LegEnd& expected, const ChainOutcome& run,
                      const std::string& where) {
  findings.run(broken_promise(expected, run), where);
  findings.compared(liftings_before(expected, run.violation));
}

}  // namespace touchstone::ecmc
