#include "reference/hpmc/quadrics.hpp"

namespace touchstone::reference {
namespace {

void trim(Polynomial& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}
/// Negated remainder of p divided by `by`, times a square: needs no division and keeps signs.
Polynomial minus_remainder(Polynomial p, const Polynomial& by) {
  while (p.size() >= by.size()) {
    const Integer leading = by.back();
    const Integer factor = leading * p.back();
    for (Integer& x : p) x *= leading * leading;
    for (std::size_t i = 0; i < by.size(); ++i) p[p.size() - by.size() + i] -= factor * by[i];
    p.pop_back();
    trim(p);
  }
  for (Integer& x : p) x = -x;
  return p;
}
int changes(const std::vector<int>& signs) {
  int count = 0;
  int last = 0;
  for (const int s : signs) {
    if (s == 0) continue;
    count += last != 0 && s != last ? 1 : 0;
    last = s;
  }
  return count;
}

}  // namespace

Quadric quadric(const Axes& axes, int e, const shapes::Orientation& q_,
                const Point<Integer>& centre) {
  const auto q = whole(q_);
  const Integer n2 = norm2(q);
  const int d = axes.dimensions;
  Integer product = 1;
  for (int k = 0; k < d; ++k) product *= whole(axes.half[static_cast<std::size_t>(k)], e);
  Quadric m(static_cast<std::size_t>(d) + 1, std::vector<Integer>(static_cast<std::size_t>(d) + 1));
  for (int k = 0; k < d; ++k) {
    // (u . (x - centre) / a_k)^2, u the k-th axis times |q|^2; all times the squares of the axes.
    const Point<Integer> u =
        turned(q, Point<Integer>{k == 0 ? 1 : 0, k == 1 ? 1 : 0, k == 2 ? 1 : 0});
    const Integer weight = product / whole(axes.half[static_cast<std::size_t>(k)], e);
    std::vector<Integer> row;
    for (int i = 0; i < d; ++i) row.push_back(weight * part(u, i));
    row.push_back(-weight * dot(u, centre));
    for (std::size_t i = 0; i < row.size(); ++i)
      for (std::size_t j = 0; j < row.size(); ++j) m[i][j] += row[i] * row[j];
  }
  m.back().back() -= n2 * n2 * product * product;
  return m;
}

Integer scale(const Axes& axes, int e, const shapes::Orientation& q) {
  Integer root = norm2(whole(q));
  for (int k = 0; k < axes.dimensions; ++k)
    root *= whole(axes.half[static_cast<std::size_t>(k)], e);
  return root * root;
}

Integer value(const Quadric& m, const Point<Integer>& p) {
  std::vector<Integer> x;
  for (std::size_t i = 0; i + 1 < m.size(); ++i) x.push_back(part(p, static_cast<int>(i)));
  x.emplace_back(1);
  Integer sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) sum += m[i][j] * x[i] * x[j];
  return sum;
}

Integer determinant(const Quadric& m) {
  if (m.size() == 1) return m[0][0];
  Integer sum = 0;
  for (std::size_t column = 0; column < m.size(); ++column) {
    Quadric minor;
    for (std::size_t i = 1; i < m.size(); ++i) {
      minor.emplace_back();
      for (std::size_t j = 0; j < m.size(); ++j)
        if (j != column) minor.back().push_back(m[i][j]);
    }
    const Integer term = m[0][column] * determinant(minor);
    sum += column % 2 == 0 ? term : Integer(-term);
  }
  return sum;
}

/// 24 det(lambda A + B) through its values at 0, 1, ... (Newton's differences).
Polynomial characteristic(const Quadric& a, const Quadric& b) {
  std::vector<Integer> differences;
  for (std::size_t x = 0; x <= a.size(); ++x) {
    Quadric m = b;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < a.size(); ++j) m[i][j] += Integer(x) * a[i][j];
    differences.push_back(determinant(m));
  }
  for (std::size_t level = 1; level < differences.size(); ++level)
    for (std::size_t i = differences.size() - 1; i >= level; --i)
      differences[i] -= differences[i - 1];
  constexpr int kOverFactorial[] = {24, 24, 12, 4, 1};
  Polynomial sum;
  for (std::size_t k = differences.size(); k-- > 0;) {
    Polynomial next(sum.size() + 1);  // (lambda - k) sum + the k-th difference
    for (std::size_t i = 0; i < sum.size(); ++i) {
      next[i + 1] += sum[i];
      next[i] -= Integer(k) * sum[i];
    }
    next[0] += kOverFactorial[k] * differences[k];
    sum = next;
  }
  return sum;
}

int positive_roots(Polynomial p) {
  trim(p);
  std::vector<Polynomial> chain{p};
  Polynomial slope;
  for (std::size_t i = 1; i < p.size(); ++i) slope.push_back(Integer(i) * p[i]);
  trim(slope);
  while (!slope.empty()) {
    chain.push_back(slope);
    slope = minus_remainder(chain[chain.size() - 2], chain.back());
  }
  std::vector<int> at_zero;
  std::vector<int> at_infinity;
  for (const Polynomial& one : chain) {
    at_zero.push_back(one.front().sign());
    at_infinity.push_back(one.back().sign());
  }
  return changes(at_zero) - changes(at_infinity);
}

}  // namespace touchstone::reference
