// checkers/explore/sampling/pct.hpp
// Purpose   Who runs next: a random thread (random walk), or the one of highest priority, where
//           priorities are random and change at a few random moments (PCT).
// Source    S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte, "A randomized scheduler with
//           probabilistic guarantees of finding bugs", ASPLOS 2010, section 3: a bug of depth d
//           (d ordering constraints between steps suffice to show it) in a program of n threads and
//           at most k steps is found by one run with probability at least 1 / (n k^(d-1)).
// Computes  Threads get the priorities d, ..., d + n - 1 in random order; d - 1 moments are drawn
//           from 1..k, uniformly and independently. The thread that does step number k_i gets
//           priority i (less than any first priority) right after it.
// Not here  Random numbers that the program draws and values that its loads may return: the bound
//           is about schedules only, and says so (sample.hpp).
#pragma once
#include <vector>

#include "models/core/random/philox.hpp"

namespace touchstone::explore {

/// 1 / (n k^(d-1)).
double pct_bound(unsigned threads, std::size_t steps, unsigned depth);

/// The probability that `runs` independent runs miss what each finds with probability `bound`.
double missed_after(double bound, std::size_t runs);

class Priorities {
 public:
  /// depth >= 1, steps >= 1.
  Priorities(PhiloxStream& random, unsigned threads, std::size_t steps, unsigned depth);

  /// `candidates` are not empty.
  unsigned highest(const std::vector<unsigned>& candidates) const;
  /// `thread` has done one more step of the run.
  void done(unsigned thread);

 private:
  std::vector<unsigned> priority_;    // by thread
  std::vector<std::size_t> changes_;  // changes_[i]: after which step somebody gets priority i
  std::size_t done_ = 0;
};

}  // namespace touchstone::explore
