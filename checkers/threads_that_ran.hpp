// checkers/threads_that_ran.hpp
// Purpose   Says in the result of a check how many threads took part in the runs that it compared,
//           and that nothing was tested where that was never more than one.
#pragma once
#include <set>
#include <string>

#include "checkers/check.hpp"
#include "models/core/shared_work.hpp"

namespace touchstone {

class ThreadsThatRan {
 public:
  template <class Run>
  void add(const Run& run) {
    if (const auto ran = threads_that_ran(run))
      ran_.insert(*ran);
    else
      unknown_ = true;
  }

  bool several() const { return !ran_.empty() && *ran_.rbegin() > 1; }

  /// `shares`: the scheme says that it shares its work among threads. A pass becomes not run where
  /// it never did. The numbers are the fact `ran` of the record, and no part of its note: another
  /// run of the check has others.
  CheckResult stated(CheckResult result, bool shares) const {
    result.params["ran"] = unknown_ ? nlohmann::json("not known") : nlohmann::json(ran_);
    if (result.verdict != Verdict::pass) return result;
    if (shares && !several() && !unknown_) {
      result.verdict = Verdict::not_run;
      result.detail = "all runs were done by one thread: the claim was not tested";
      return result;
    }
    if (unknown_) result.detail += "; the program does not say how many threads ran";
    return result;
  }

 private:
  std::set<int> ran_;
  bool unknown_ = false;
};

}  // namespace touchstone
