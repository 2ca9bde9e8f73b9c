#include "optimized/cmc/shells/field.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "models/cmc/shell_potential.hpp"

namespace touchstone::optimized {
namespace {

std::uint64_t bits(double r) { return std::bit_cast<std::uint64_t>(r); }

/// 2^b buckets between a radius and twice it: where stars are dense, a dozen of them in each.
int bucket_bits(std::size_t shells) {
  return std::clamp(static_cast<int>(std::bit_width(shells)) - 6, 4, 16);
}

}  // namespace

void Field::update(std::span<const double> radius, std::span<const double> mass) {
  const std::size_t n = radius.size();
  constexpr std::size_t kWidth = ShellTree::kWidth;
  radius_.resize(n + 2);
  records_.resize((n + 2 + kWidth - 1) / kWidth);
  radius_[0] = cluster::kInnermost;
  radius_[n + 1] = cluster::kOutermost;
  std::copy(radius.begin(), radius.end(), radius_.begin() + 1);
  double total = 0;
  for (const double m : mass) total += m;
  double enclosed = total;
  double potential = 0;
  const auto set = [this](std::size_t k, double u, double phi, double mass_inside) {
    double* const record = records_[k / kWidth].record[k % kWidth];
    record[0] = u;
    record[1] = phi;
    record[2] = mass_inside;
    record[3] = radius_[std::min(k, radius_.size() - 1)];
  };
  for (std::size_t k = n + 2; k < kWidth * records_.size(); ++k)
    set(k, 0, std::numeric_limits<double>::max(), total);
  double outer_u = 1 / radius_[n + 1];
  set(n + 1, outer_u, 0, total);
  for (std::size_t k = n; k >= 1; --k) {
    const double own_u = 1 / radius_[k];
    potential -= enclosed * (own_u - outer_u);
    set(k, own_u, potential, enclosed);
    enclosed -= mass[k - 1];
    outer_u = own_u;
  }
  set(0, 1 / radius_[0], potential, 0);
  tree_.update(records(), n + 2);
  update_table();
}

void Field::update_table() {
  const std::size_t n = shells();
  shift_ = 52 - bucket_bits(n);
  const auto bucket = [this](double r) { return bits(r) >> shift_; };
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
  const std::size_t b = (bits(r) >> shift_) - first_bucket_;
  if (b + 1 >= first_.size()) return shells();
  // Finds the first shell beyond r among those of this bucket and the first of the next ones.
  const double* const begin = radius_.data() + first_[b];
  const double* const end = radius_.data() + first_[b + 1];
  return static_cast<std::size_t>(std::upper_bound(begin, end, r) - radius_.data()) - 1;
}

}  // namespace touchstone::optimized
