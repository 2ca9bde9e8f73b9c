// gpu/exec/tune.hpp
// Purpose   Chooses the number of threads per block by trying: each candidate is run and timed, and
//           the fastest is kept. Anderson et al. 2013 found 55 % between the best and the slowest.
// Cost      For each candidate one run to warm up and kTunedRuns that count.
// Not here  What a kernel computes must not depend on the size of its blocks; a test says so, not
//           this.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "gpu/exec/cuda_error.hpp"
#include "models/core/errors.hpp"

namespace touchstone::gpu {

inline constexpr int kTunedRuns = 5;

/// One candidate: the median of its times in seconds, or why it cannot run.
struct TunedThreads {
  int threads = 0;
  double seconds = 0;
  std::string cannot_run;
};

struct Tuning {
  int threads = 0;  ///< the fastest
  std::vector<TunedThreads> candidates;
};

/// `run(threads)` launches what is to be timed, on `device`. A candidate that the device refuses
/// (too many registers, too much shared memory) is left out; any other error is thrown on. Throws
/// LaunchRefused when all are refused, InputError when there is none.
template <class Device, class Run>
Tuning tune_threads(Device& device, const std::vector<int>& candidates, Run&& run) {
  Tuning tuning;
  double best = 0;
  for (const int threads : candidates) {
    TunedThreads tried{threads, 0, ""};
    try {
      std::vector<double> times;
      device.seconds([&] { run(threads); });
      for (int i = 0; i < kTunedRuns; ++i) times.push_back(device.seconds([&] { run(threads); }));
      std::nth_element(times.begin(), times.begin() + kTunedRuns / 2, times.end());
      tried.seconds = times[kTunedRuns / 2];
      if (tuning.threads == 0 || tried.seconds < best) {
        tuning.threads = threads;
        best = tried.seconds;
      }
    } catch (const LaunchRefused& error) {
      tried.cannot_run = error.what();
    }
    tuning.candidates.push_back(tried);
  }
  if (tuning.threads == 0 && !tuning.candidates.empty())
    throw LaunchRefused("all block sizes tried", tuning.candidates.front().cannot_run);
  if (tuning.threads == 0)
    throw input_error("block sizes to try", "one that the device can run", "1 or more", "none");
  return tuning;
}

/// One line per candidate; the fastest is marked.
std::string describe(const Tuning& tuning);

}  // namespace touchstone::gpu
