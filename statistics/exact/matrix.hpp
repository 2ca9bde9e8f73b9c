// statistics/exact/matrix.hpp
// Purpose   Sparse exact transition matrices: integers over one denominator.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "statistics/exact/index.hpp"
#include "statistics/exact/numbers.hpp"

namespace touchstone::exact {

/// Row x holds the outcomes of state x in increasing order: to state `to` with probability
/// weight / denominator.
template <class Int>
struct Matrix {
  struct Entry {
    Index to;
    Int weight;
  };
  std::vector<std::vector<Entry>> rows;
  Int denominator = 1;

  std::size_t size() const { return rows.size(); }
  Int at(Index from, Index to) const {
    const auto& row = rows[from];
    const auto place = std::lower_bound(row.begin(), row.end(), to,
                                        [](const Entry& e, Index t) { return e.to < t; });
    return place == row.end() || place->to != to ? Int(0) : place->weight;
  }
};

template <class Int>
bool same_row(const std::vector<typename Matrix<Int>::Entry>& a,
              const std::vector<typename Matrix<Int>::Entry>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.to == y.to && x.weight == y.weight;
  });
}

/// Sums by state, cleared in the time of their number and not of the number of states.
template <class Int>
class Sums {
 public:
  using Entry = typename Matrix<Int>::Entry;
  explicit Sums(std::size_t states) : sum_(states), known_(states, false) {}

  void add(Index state, const Int& weight) {
    if (!known_[state]) {
      known_[state] = true;
      touched_.push_back(state);
    }
    sum_[state] += weight;
  }
  /// The sums so far; they start again from zero.
  std::vector<Entry> take(bool sorted = true) {
    if (sorted) std::sort(touched_.begin(), touched_.end());
    std::vector<Entry> result;
    result.reserve(touched_.size());
    for (const Index state : touched_) {
      if (sum_[state] != 0) result.push_back({state, sum_[state]});
      sum_[state] = 0;
      known_[state] = false;
    }
    touched_.clear();
    return result;
  }

 private:
  std::vector<Int> sum_;
  std::vector<char> known_;
  std::vector<Index> touched_;
};

/// The product: first a, then b. Throws TooWide.
template <class Int>
Matrix<Int> product(const Matrix<Int>& a, const Matrix<Int>& b) {
  Matrix<Int> result;
  result.denominator = times(a.denominator, b.denominator);
  result.rows.resize(a.size());
  Sums<Int> sums(b.size());
  for (std::size_t x = 0; x < a.size(); ++x) {
    for (const auto& [middle, weight] : a.rows[x])
      for (const auto& [to, other] : b.rows[middle]) sums.add(to, weight * other);
    result.rows[x] = sums.take();
  }
  return result;
}

}  // namespace touchstone::exact
