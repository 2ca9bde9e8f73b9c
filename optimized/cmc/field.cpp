#include "optimized/cmc/field.hpp"

#include <algorithm>
#include <bit>

#include "models/cluster/shell_potential.hpp"

namespace touchstone::optimized {
namespace {

// 256 buckets between a radius and twice it.
constexpr int kShift = 52 - 8;

std::uint64_t bucket(double r) { return std::bit_cast<std::uint64_t>(r) >> kShift; }

}  // namespace

void Field::update(std::span<const double> radius, std::span<const double> mass) {
  const std::size_t n = radius.size();
  radius_.resize(n + 2);
  enclosed_.resize(n + 2);
  pairs_.resize(2 * (n + 2));
  radius_[0] = cluster::kInnermost;
  radius_[n + 1] = cluster::kOutermost;
  std::copy(radius.begin(), radius.end(), radius_.begin() + 1);
  for (std::size_t k = 0; k < n + 2; ++k) pairs_[2 * k] = 1 / radius_[k];
  double total = 0;
  for (const double m : mass) total += m;
  double enclosed = total;
  double potential = 0;
  enclosed_[n + 1] = total;
  pairs_[2 * n + 3] = 0;
  for (std::size_t k = n; k >= 1; --k) {
    enclosed_[k] = enclosed;
    potential -= enclosed * (pairs_[2 * k] - pairs_[2 * k + 2]);
    pairs_[2 * k + 1] = potential;
    enclosed -= mass[k - 1];
  }
  enclosed_[0] = 0;
  pairs_[1] = pairs_[3];
  update_table();
}

void Field::update_table() {
  const std::size_t n = shells();
  first_bucket_ = bucket(radius_[1]);
  first_.assign(bucket(radius_[n]) - first_bucket_ + 2, 0);
  std::size_t next = 0;  // buckets up to here know their first shell
  for (std::size_t k = 1; k <= n; ++k)
    for (const std::size_t b = bucket(radius_[k]) - first_bucket_; next <= b; ++next)
      first_[next] = static_cast<std::uint32_t>(k);
  for (; next < first_.size(); ++next) first_[next] = static_cast<std::uint32_t>(n + 1);
}

std::size_t Field::interval(double r) const {
  if (r < radius_[1]) return 0;
  const std::size_t b = bucket(r) - first_bucket_;
  if (b + 1 >= first_.size()) return shells();
  // Of the shells in this bucket and the first of the next ones, the first beyond r.
  const double* const begin = radius_.data() + first_[b];
  const double* const end = radius_.data() + first_[b + 1];
  return static_cast<std::size_t>(std::upper_bound(begin, end, r) - radius_.data()) - 1;
}

}  // namespace touchstone::optimized
