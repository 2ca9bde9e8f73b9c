#include "statistics/one_run.hpp"

#include <cmath>

namespace touchstone {

double scatter_of_runs(const Estimate& mean) {
  return mean.standard_error * std::sqrt(mean.effective_samples);
}

Judgement judge_one_run(const Estimate& mean, double theirs, double resolution, double false_alarm,
                        double power) {
  Estimate distance = mean;
  distance.standard_error = mean.standard_error * std::sqrt(1 + mean.effective_samples);
  Judgement result = judge(distance, {theirs, 0}, resolution, false_alarm, power);
  const Interval own = confidence_interval(mean);
  result.low = own.low;
  result.high = own.high;
  return result;
}

}  // namespace touchstone
