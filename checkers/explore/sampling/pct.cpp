#include "checkers/explore/sampling/pct.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace touchstone::explore {

double pct_bound(unsigned threads, std::size_t steps, unsigned depth) {
  return 1 / (threads * std::pow(static_cast<double>(steps), static_cast<double>(depth) - 1));
}

double missed_after(double bound, std::size_t runs) {
  if (runs == 0) return 1;
  return std::exp(static_cast<double>(runs) * std::log1p(-bound));
}

Priorities::Priorities(PhiloxStream& random, unsigned threads, std::size_t steps, unsigned depth)
    : priority_(threads) {
  std::iota(priority_.begin(), priority_.end(), depth);
  for (unsigned left = threads; left > 1; --left)
    std::swap(priority_[left - 1], priority_[random.below(left)]);
  for (unsigned change = 1; change < depth; ++change)
    changes_.push_back(1 + random.below(static_cast<std::uint32_t>(steps)));
}

unsigned Priorities::highest(const std::vector<unsigned>& candidates) const {
  return *std::max_element(candidates.begin(), candidates.end(),
                           [&](unsigned a, unsigned b) { return priority_[a] < priority_[b]; });
}

void Priorities::done(unsigned thread) {
  ++done_;
  for (std::size_t i = 0; i < changes_.size(); ++i)
    if (changes_[i] == done_) priority_[thread] = static_cast<unsigned>(i);
}

}  // namespace touchstone::explore
