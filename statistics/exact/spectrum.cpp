#include "statistics/exact/spectrum.hpp"

#include <utility>

#include "models/core/errors.hpp"

namespace touchstone::exact {
namespace {

/// Newton's identities for one polynomial a[0] x^d + a[1] x^(d-1) + ...
void add_power_sums(const std::vector<std::int64_t>& a, std::vector<Rational>& sums) {
  if (a.size() < 2 || a.front() == 0)
    throw InputError(
        "spectrum: expected polynomials of degree 1 or more with the highest power first");
  const std::size_t degree = a.size() - 1;
  std::vector<Rational> own = {Rational(degree)};
  for (std::size_t n = 1; n < sums.size(); ++n) {
    Rational sum = n <= degree ? Rational(a[n]) * n : Rational(0);
    for (std::size_t i = 1; i < n && i <= degree; ++i) sum += Rational(a[i]) * own[n - i];
    own.push_back(-sum / a.front());
  }
  for (std::size_t n = 0; n < sums.size(); ++n) sums[n] += own[n];
}

/// Powers of a matrix of weights, one after the other.
class Powers {
 public:
  explicit Powers(const std::vector<WeightedRow>& rows)
      : rows_(rows), power_(rows.size(), std::vector<Big>(rows.size(), 0)) {
    for (std::size_t x = 0; x < rows.size(); ++x) power_[x][x] = 1;
  }
  void next() {
    for (std::vector<Big>& row : power_) {
      std::vector<Big> product(row.size(), 0);
      for (std::size_t x = 0; x < row.size(); ++x)
        if (row[x] != 0)
          for (const auto& [to, weight] : rows_[x]) product[to] += row[x] * weight;
      row = std::move(product);
    }
  }
  Big trace() const {
    Big sum = 0;
    for (std::size_t x = 0; x < power_.size(); ++x) sum += power_[x][x];
    return sum;
  }

 private:
  const std::vector<WeightedRow>& rows_;
  std::vector<std::vector<Big>> power_;
};

}  // namespace

std::vector<Rational> power_sums(const Factors& factors, std::size_t most) {
  std::vector<Rational> sums(most + 1, 0);
  for (const auto& factor : factors) add_power_sums(factor, sums);
  return sums;
}

std::optional<SpectrumDifference> spectrum_difference(const std::vector<WeightedRow>& rows,
                                                      const Big& whole, const Factors& factors) {
  const std::vector<Rational> expected = power_sums(factors, rows.size());
  Powers powers(rows);
  Big denominator = 1;
  for (std::size_t n = 0; n <= rows.size(); ++n, denominator *= whole) {
    const Rational found(powers.trace(), denominator);
    if (found != expected[n]) return SpectrumDifference{n, found, expected[n]};
    powers.next();
  }
  return std::nullopt;
}

}  // namespace touchstone::exact
