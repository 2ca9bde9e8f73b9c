#include "validation/experiments/cmc/early_ends.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>

#include "suite/job_watch.hpp"

namespace touchstone::validation::cmc {
namespace {

/// Whether each of the scheme's first clusters ends before its time. Where none of the 32 or more
/// of the reference does, that is chance in one of C(40, 8) = 8e7 cases.
bool all_end_early(const SingleRuns& runs) {
  constexpr std::size_t kClusters = 8;
  for (std::size_t index = 0; index < kClusters; ++index) {
    try {
      (void)runs.run(index, [](std::uint64_t) { JobWatch::alive_here(); });
      return false;
    } catch (const TooFewStars&) {  // the next one
    }
  }
  return true;
}

}  // namespace

Measurement until_the_end(const Measurement& row, const std::shared_ptr<const SingleRuns>& runs,
                          const std::shared_ptr<const SingleRuns>& serial) {
  Measurement m = row;
  m.measure = [measure = row.measure, runs, serial](ResultRecord& record, Bench& bench) {
    const auto spoil = [&](Verdict verdict, const std::string& why) {
      record.value = std::numeric_limits<double>::quiet_NaN();
      record.verdict = verdict;
      record.note = why;
    };
    try {
      (void)bench.chains.run(*serial);
    } catch (const TooFewStars& end) {
      return spoil(Verdict::not_run, std::string("a cluster of the reference: ") + end.what());
    }
    try {
      measure(record, bench);
    } catch (const TooFewStars& end) {
      const bool all = all_end_early(*runs);
      spoil(all ? Verdict::fail : Verdict::inconclusive,
            fmt::format("{}, {}; those of the reference did not",
                        all ? "all clusters" : "a cluster", end.what()));
    }
  };
  return m;
}

}  // namespace touchstone::validation::cmc
