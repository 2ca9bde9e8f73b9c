// validation/experiments/cmc/early_ends.hpp
// Purpose   Verdicts on clusters that have too few stars for a step before the time is reached.
// Not here  Clusters that users name (own_stars.cpp).
#pragma once
#include <memory>
#include <stdexcept>

#include "validation/experiment.hpp"
#include "validation/own_runs.hpp"

namespace touchstone::validation::cmc {

/// A cluster has too few stars for a step, which is no bad input: other runs go on.
class TooFewStars : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The row, which nothing can decide where the reference's clusters end before their time, or some
/// of the scheme's do: near the end of their life that is chance.
Measurement until_the_end(const Measurement& row, const std::shared_ptr<const SingleRuns>& runs,
                          const std::shared_ptr<const SingleRuns>& serial);

}  // namespace touchstone::validation::cmc
