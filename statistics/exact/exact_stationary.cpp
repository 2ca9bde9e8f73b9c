#include "statistics/exact/exact_stationary.hpp"

#include <array>
#include <numeric>
#include <optional>

#include "models/core/errors.hpp"

namespace touchstone::exact {
namespace {

constexpr std::array<std::uint64_t, 3> kPrimes = {2147483647, 2147483629, 2147483587};

__extension__ typedef __int128 Int128;

template <class Whole>
std::uint64_t modulo(const Whole& n, std::uint64_t prime) {
  const Whole rest = n % Whole(prime);
  return static_cast<std::uint64_t>(rest < 0 ? Whole(rest + Whole(prime)) : rest);
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t prime) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1, base = base * base % prime)
    if ((exponent & 1) != 0) result = result * base % prime;
  return result;
}

/// matrix * unknowns = right; the coefficients of each equation as {unknown, coefficient}.
struct Equations {
  std::vector<WeightedRow> matrix;
  std::vector<Big> right;
  std::size_t size() const { return right.size(); }
};

/// Inflow equals outflow in all states but the last, whose unknown is set to 1. Unknowns are
/// probabilities over the sums of rows, up to a common factor.
Equations balance_of_flows(const std::vector<WeightedRow>& rows) {
  const std::size_t n = rows.size() - 1;
  Equations result{std::vector<WeightedRow>(n), std::vector<Big>(n, 0)};
  for (Index x = 0; x < rows.size(); ++x) {
    Big leaves = 0;
    for (const auto& [to, weight] : rows[x]) {
      if (to == x) continue;
      leaves += weight;
      if (to == n) continue;
      if (x == n)
        result.right[to] -= weight;
      else
        result.matrix[to].emplace_back(x, weight);
    }
    if (x < n) result.matrix[x].emplace_back(x, -leaves);
  }
  return result;
}

/// The inverse modulo a prime, by rows; nothing when there is none.
using Dense = std::vector<std::vector<std::uint64_t>>;
std::optional<Dense> inverse(const Equations& equations, std::uint64_t prime) {
  const std::size_t n = equations.size();
  Dense work(n, std::vector<std::uint64_t>(2 * n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    for (const auto& [to, weight] : equations.matrix[i])
      work[i][to] = (work[i][to] + modulo(weight, prime)) % prime;
    work[i][n + i] = 1;
  }
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    while (pivot < n && work[pivot][column] == 0) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(work[pivot], work[column]);
    const std::uint64_t scale = power(work[column][column], prime - 2, prime);
    for (std::uint64_t& entry : work[column]) entry = entry * scale % prime;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t factor = work[i][column];
      if (i == column || factor == 0) continue;
      for (std::size_t k = column; k < 2 * n; ++k)
        work[i][k] = (work[i][k] + (prime - factor) * work[column][k]) % prime;
    }
  }
  for (auto& row : work) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
  return work;
}

/// Unknowns as fractions with one denominator.
struct Fractions {
  std::vector<Big> numerators;
  Big denominator = 1;
};

/// The fraction n / d that is `residue` modulo `whole`, with |n| and d below `most`: {n, d}.
std::pair<Big, Big> read_fraction(const Big& residue, const Big& whole, const Big& most) {
  Big r0 = whole;
  Big r1 = residue;
  Big d0 = 0;
  Big d1 = 1;
  while (r1 > most) {
    const Big quotient = r0 / r1;
    r0 -= quotient * r1;
    std::swap(r0, r1);
    d0 -= quotient * d1;
    std::swap(d0, d1);
  }
  return d1 < 0 ? std::pair(Big(-r1), Big(-d1)) : std::pair(r1, d1);
}

/// `Whole` holds the coefficients of an equation, times a digit, summed.
template <class Whole>
class Lifting {
 public:
  Lifting(const Equations& equations, Dense inverse, std::uint64_t prime)
      : inverse_(std::move(inverse)), prime_(prime), digits_(equations.size()) {
    for (const WeightedRow& row : equations.matrix) {
      matrix_.emplace_back();
      for (const auto& [unknown, weight] : row) matrix_.back().emplace_back(unknown, Whole(weight));
    }
    for (const Big& right : equations.right) rest_.push_back(Whole(right));
  }

  /// One more digit of every unknown.
  void step() {
    const std::size_t n = rest_.size();
    std::vector<std::uint64_t> rest(n);
    for (std::size_t i = 0; i < n; ++i) rest[i] = modulo(rest_[i], prime_);
    std::vector<std::uint64_t> digit(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      Uint128 sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum += inverse_[i][k] * rest[k];
      digit[i] = static_cast<std::uint64_t>(sum % prime_);
      digits_[i].push_back(digit[i]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (const auto& [unknown, weight] : matrix_[i]) rest_[i] -= weight * Whole(digit[unknown]);
      rest_[i] /= Whole(prime_);  // without remainder
    }
  }

  /// The unknowns that the digits so far suggest; nothing while these are too few.
  std::optional<Fractions> fractions() const {
    Big whole = 1;
    for (std::size_t k = 0; k < digits_.front().size(); ++k) whole *= prime_;
    const Big most = sqrt(Big(whole / 2));
    Fractions result;
    for (const auto& digits : digits_) {
      Big residue = 0;
      for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit)
        residue = residue * prime_ + *digit;
      residue = residue * result.denominator % whole;
      Big numerator = residue > whole / 2 ? Big(residue - whole) : residue;
      if (abs(numerator) > most) {  // one more factor of the denominator
        const auto [n, d] = read_fraction(residue, whole, most);
        numerator = n;
        result.denominator *= d;
        if (result.denominator > most) return std::nullopt;
        for (Big& before : result.numerators) before *= d;
      }
      result.numerators.push_back(std::move(numerator));
    }
    return result;
  }

 private:
  std::vector<std::vector<std::pair<Index, Whole>>> matrix_;
  Dense inverse_;
  std::uint64_t prime_;
  std::vector<Whole> rest_;
  std::vector<std::vector<std::uint64_t>> digits_;
};

bool solves(const Fractions& found, const Equations& equations) {
  for (std::size_t i = 0; i < equations.size(); ++i) {
    Big sum = 0;
    for (const auto& [unknown, weight] : equations.matrix[i])
      sum += weight * found.numerators[unknown];
    if (sum != equations.right[i] * found.denominator) return false;
  }
  return true;
}

template <class Whole>
Fractions lifted(const Equations& equations, Dense inverse, std::uint64_t prime) {
  Lifting<Whole> lifting(equations, std::move(inverse), prime);
  for (std::size_t digits = 1, next = 4;; ++digits) {
    lifting.step();
    if (digits < next) continue;
    const auto found = lifting.fractions();
    if (found && solves(*found, equations)) return *found;
    next *= 2;
  }
}

/// Whether 128 bits hold a sum of coefficients times a digit.
bool narrow(const Equations& equations) {
  const Big most = Big(1) << 90;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    Big sum = abs(equations.right[i]);
    for (const auto& entry : equations.matrix[i]) sum += abs(entry.second);
    if (sum > most) return false;
  }
  return true;
}

Fractions solved(const Equations& equations) {
  if (equations.size() == 0) return {};
  for (const std::uint64_t prime : kPrimes)
    if (auto inverted = inverse(equations, prime))
      return narrow(equations) ? lifted<Int128>(equations, std::move(*inverted), prime)
                               : lifted<Big>(equations, std::move(*inverted), prime);
  throw InputError("exact stationary vector: more than one class of states is never left");
}

}  // namespace

ExactVector exact_stationary(std::vector<WeightedRow> rows) {
  for (WeightedRow& row : rows) {  // only the ratios of a row matter
    Big common = 0;
    for (const auto& entry : row) common = gcd(common, entry.second);
    for (auto& entry : row) entry.second /= common;
  }
  const Fractions found = solved(balance_of_flows(rows));
  ExactVector result;
  result.whole = 0;
  Big common = 0;
  for (std::size_t x = 0; x < rows.size(); ++x) {
    Big sum = 0;
    for (const auto& entry : rows[x]) sum += entry.second;
    result.parts.push_back((x + 1 < rows.size() ? found.numerators[x] : found.denominator) * sum);
    common = gcd(common, result.parts.back());
    result.whole += result.parts.back();
  }
  for (Big& part : result.parts) part /= common;
  result.whole /= common;
  return result;
}

}  // namespace touchstone::exact
