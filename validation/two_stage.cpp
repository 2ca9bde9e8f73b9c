#include "validation/two_stage.hpp"

#include <cmath>
#include <numeric>

#include "statistics/blocking.hpp"
#include "statistics/judge.hpp"
#include "validation/experiment.hpp"
#include "validation/power.hpp"

namespace touchstone::validation {
namespace {

/// One stage, to which the rest is added when it is known how many runs there are to be.
class Sample {
 public:
  Sample(const Runs& runs, std::size_t planned)
      : runs_(runs), values_(runs(0, planned)), first_(estimate_independent(values_)) {}

  Estimate with(std::size_t runs) const { return with_runs(first_, values_.size(), runs); }

  Estimate extended(std::size_t runs) const {
    const std::size_t planned = values_.size();
    if (runs == planned) return first_;
    const std::vector<double> more = runs_(planned, runs - planned);
    Estimate all = with(runs);
    all.mean = (first_.mean * static_cast<double>(planned) +
                std::accumulate(more.begin(), more.end(), 0.0)) /
               static_cast<double>(runs);
    return all;
  }

 private:
  const Runs& runs_;
  std::vector<double> values_;
  Estimate first_;
};

}  // namespace

std::size_t runs_needed(std::size_t planned, const std::function<bool(std::size_t)>& sees) {
  for (std::size_t runs = planned; runs <= kMostStages * planned; runs += 2)
    if (sees(runs)) return runs;
  return planned;
}

Estimate with_runs(const Estimate& first_stage, std::size_t planned, std::size_t runs) {
  Estimate all = first_stage;
  const double more = static_cast<double>(runs) / static_cast<double>(planned);
  all.standard_error /= std::sqrt(more);
  all.effective_samples *= more;
  all.degrees_of_freedom = degrees_of(first_stage);
  return all;
}

Estimate two_stage_mean(const Runs& runs, std::size_t planned, double uncertainty,
                        double resolution) {
  return two_stage_mean(
      runs, planned, [=] { return uncertainty; }, resolution);
}

Estimate two_stage_mean(const Runs& runs, std::size_t planned,
                        const std::function<double()>& uncertainty, double resolution) {
  const Sample sample(runs, planned);
  const Published known{0, uncertainty()};
  return sample.extended(runs_needed(planned, [&](std::size_t number) {
    Estimate at_expected = sample.with(number);  // what judge() sees does not depend on the mean
    at_expected.mean = 0;
    return judge(at_expected, known, resolution, kFalseAlarm, kPower).smallest_effect < resolution;
  }));
}

std::pair<Estimate, Estimate> two_stage_means(const Runs& a, const Runs& b, std::size_t planned,
                                              double resolution) {
  const Sample one(a, planned);
  const Sample other(b, planned);
  const std::size_t number = runs_needed(planned, [&](std::size_t runs) {
    return judge_difference(one.with(runs), other.with(runs), resolution, kFalseAlarm, kPower)
               .smallest_effect < resolution;
  });
  return {one.extended(number), other.extended(number)};
}

}  // namespace touchstone::validation
