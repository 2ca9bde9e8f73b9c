#include "statistics/exact/stationary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace touchstone::exact {
namespace {

constexpr int kMostIterations = 200000;
constexpr int kPatience = 64;         // iterations without progress before it stops
constexpr std::size_t kColumns = 16;  // states y of the bound
constexpr int kMostPower = 256;       // largest k of the bound

std::vector<double> applied(const FloatChain& chain, const std::vector<double>& v) {
  std::vector<double> result(v.size(), 0.0);
  for (std::size_t x = 0; x < v.size(); ++x)
    if (v[x] != 0)
      for (const auto& [to, probability] : chain.rows[x]) result[to] += v[x] * probability;
  return result;
}

void normalise(std::vector<double>& v) {
  const double sum = std::accumulate(v.begin(), v.end(), 0.0);
  for (double& p : v) p /= sum;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum;
}

/// Columns Q^k e_y of the lazy chain Q = (P + 1) / 2 for the likeliest states y: backward, all y at
/// a time. Q has the stationary distribution of P and no period.
class Columns {
 public:
  Columns(const FloatChain& chain, const std::vector<double>& weight,
          const std::vector<Index>& members)
      : chain_(chain), members_(members), likely_(members) {
    std::sort(likely_.begin(), likely_.end(),
              [&](Index a, Index b) { return weight[a] > weight[b]; });
    likely_.resize(std::min(likely_.size(), kColumns));
    value_.assign(chain.rows.size(), std::vector<double>(likely_.size(), 0.0));
    for (std::size_t i = 0; i < likely_.size(); ++i) value_[likely_[i]][i] = 1;
  }
  void step() {
    std::vector<std::vector<double>> next(value_.size());
    for (const Index x : members_) {
      next[x] = value_[x];
      for (const auto& [to, probability] : chain_.rows[x])
        for (std::size_t i = 0; i < likely_.size(); ++i) next[x][i] += probability * value_[to][i];
      for (double& value : next[x]) value *= 0.5;
    }
    value_ = std::move(next);
  }
  /// sum over y of min over x: never more than it is, whatever the rounding.
  double doeblin() const {
    double sum = 0;
    for (std::size_t i = 0; i < likely_.size(); ++i) {
      double least = 1;
      for (const Index x : members_) least = std::min(least, value_[x][i]);
      sum += least;
    }
    return sum * (1 - 1e-6);
  }

 private:
  const FloatChain& chain_;
  const std::vector<Index>& members_;
  std::vector<Index> likely_;
  std::vector<std::vector<double>> value_;
};

/// k / eps with the k, among powers of two and those before them, at which it is smallest.
double amplification(const FloatChain& chain, const std::vector<double>& weight,
                     const std::vector<Index>& members) {
  Columns columns(chain, weight, members);
  double best = std::numeric_limits<double>::infinity();
  for (int k = 1; k <= kMostPower; ++k) {
    columns.step();
    const double eps = columns.doeblin();
    if (eps > 0) best = std::min(best, k / eps);
    if (k > best) break;  // k / eps >= k: it can only grow from here
    if (eps > 0 && k >= 8 && k / eps > 1.2 * best) break;
  }
  return best;
}

/// Terms of the longest sum in v P, and some more for the norms: each rounds once or twice.
double most_terms(const FloatChain& chain) {
  std::vector<std::size_t> terms(chain.rows.size(), 8);
  for (const auto& row : chain.rows)
    for (const auto& entry : row) terms[entry.to] += 2;
  return static_cast<double>(*std::max_element(terms.begin(), terms.end()));
}

}  // namespace

Stationary stationary(const FloatChain& chain, std::vector<double> start,
                      const std::vector<Index>& members, bool one_class) {
  Stationary result{std::move(start), std::numeric_limits<double>::infinity()};
  std::vector<char> inside(result.probability.size(), 0);
  for (const Index x : members) inside[x] = 1;
  if (one_class)
    for (std::size_t x = 0; x < inside.size(); ++x)
      if (!inside[x]) result.probability[x] = 0;
  normalise(result.probability);
  std::vector<double> v = result.probability;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0, idle = 0; i < kMostIterations && idle < kPatience; ++i, ++idle) {
    std::vector<double> next = applied(chain, v);
    const double residual = distance(next, v);
    if (residual < least) {
      if (residual < 0.999 * least) idle = 0;
      least = residual;
      result.probability = v;
    }
    for (std::size_t x = 0; x < v.size(); ++x) v[x] = 0.5 * (v[x] + next[x]);  // kills periods
    normalise(v);
  }
  double outside = 0;
  for (std::size_t x = 0; x < v.size(); ++x)
    if (!inside[x]) outside += std::exchange(result.probability[x], 0.0);
  normalise(result.probability);
  if (!one_class || outside > 0) return result;
  const double rounding = most_terms(chain) * std::numeric_limits<double>::epsilon();
  const double residual = distance(applied(chain, result.probability), result.probability);
  result.error = amplification(chain, result.probability, members) * (residual / 2 + rounding);
  return result;
}

}  // namespace touchstone::exact
