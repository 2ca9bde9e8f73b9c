// reference/hpmc/overlap_ellipsoids.cpp
// Purpose   Whether ellipses or ellipsoids overlap, for certain: by a point in both, or a weighted
//           mean of their quadrics that is positive everywhere, verified in whole numbers. Where
//           neither proves it: they are apart exactly if det(lambda A + B) has two distinct
//           positive roots, A and B the quadrics, counted by Sturm's theorem in whole numbers. The
//           margin is that of Perram and Wertheim, in long double.
// Source    W. Wang, J. Wang, M.-S. Kim, Comput. Aided Geom. Des. 18, 531 (2001); J. W. Perram,
//           M. S. Wertheim, J. Comput. Phys. 58, 409 (1985).
// Cost      Below a millisecond; some 50 where Sturm's theorem is needed.
#include <cmath>
#include <vector>

#include "models/shapes/overlap.hpp"
#include "reference/hpmc/exact_points.hpp"

namespace touchstone::reference {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Vec3;
using Polynomial = std::vector<Integer>;  ///< from the constant up

struct Axes {
  int dimensions;
  std::array<double, 3> half;
};
Axes axes_of(const Body& body) {
  if (const auto* e = std::get_if<shapes::Ellipse>(&body)) return {2, {e->a, e->b, 1}};
  const auto& e = std::get<shapes::Ellipsoid>(body);
  return {3, {e.a, e.b, e.c}};
}

/// X^T M X <= 0 inside, X = (x, y, z, 1) or (x, y, 1), as whole numbers.
using Quadric = std::vector<std::vector<Integer>>;

template <class T>
T part(const Point<T>& p, int k) {
  return k == 0 ? p.x : k == 1 ? p.y : p.z;
}

Quadric quadric(const Axes& axes, int e, const Orientation& q_, const Point<Integer>& centre) {
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

/// The number by which quadric() multiplies (distance)^2 - 1.
Integer scale(const Axes& axes, int e, const Orientation& q) {
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

void trim(Polynomial& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}
/// Of p divided by `by`, times a square: no division is needed, and signs stay.
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

/// Distinct roots above 0, by Sturm's theorem.
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

/// lambda (1 - lambda) r^T [(1 - lambda) A^-1 + lambda B^-1]^-1 r, by Cramer's rule.
struct Contact {
  int d;
  Real a[3][3];
  Real b[3][3];
  Real r[3];

  /// [(1 - lambda) A^-1 + lambda B^-1]^-1 r
  Point<Real> inner(Real lambda) const {
    Real m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) m[i][j] = (1 - lambda) * a[i][j] + lambda * b[i][j];
    const auto det = [&](int column) {
      Real n[3][3];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) n[i][j] = j == column ? (i < d ? r[i] : 0) : m[i][j];
      return n[0][0] * (n[1][1] * n[2][2] - n[1][2] * n[2][1]) -
             n[0][1] * (n[1][0] * n[2][2] - n[1][2] * n[2][0]) +
             n[0][2] * (n[1][0] * n[2][1] - n[1][1] * n[2][0]);
    };
    const Real all = det(-1);
    return {det(0) / all, det(1) / all, d == 3 ? det(2) / all : 0};
  }
  Real operator()(Real lambda) const {
    return lambda * (1 - lambda) * dot(inner(lambda), {r[0], r[1], d == 3 ? r[2] : 0});
  }
  /// The largest value of this concave function, by golden section.
  Real place_of_largest() const {
    const Real golden = (std::sqrt(5.0L) - 1) / 2;
    Real low = 0;
    Real high = 1;
    for (int i = 0; i < 90; ++i) {
      const Real x = high - golden * (high - low);
      const Real y = low + golden * (high - low);
      const Real fx = (*this)(x);
      const Real fy = (*this)(y);
      (fx < fy ? low : high) = fx < fy ? x : y;
    }
    return (low + high) / 2;
  }
  /// Where lambda A(x) + (1 - lambda) B(x) is least, from the centre of a.
  Vec3 point(Real lambda) const {
    const Point<Real> y = inner(lambda);
    const Real factor = 1 - lambda;
    Real x[3] = {};
    for (int i = 0; i < d; ++i) x[i] = factor * (a[i][0] * y.x + a[i][1] * y.y + a[i][2] * y.z);
    return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
  }
};

void inverse_shape(const Axes& axes, const Orientation& q_, Real (&m)[3][3]) {
  const auto q = real(q_);
  const Real n = norm2(q);
  for (auto& row : m)
    for (Real& x : row) x = 0;
  for (int k = 0; k < axes.dimensions; ++k) {
    const Real half = axes.half[static_cast<std::size_t>(k)];
    const Point<Real> unit{k == 0 ? 1.0L : 0, k == 1 ? 1.0L : 0, k == 2 ? 1.0L : 0};
    const Point<Real> u = Real(half / n) * turned(q, unit);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m[i][j] += part(u, i) * part(u, j);
  }
}

class EllipsoidPair final : public shapes::PairOverlap {
 public:
  EllipsoidPair(const Body& a, const Body& b) : a_(axes_of(a)), b_(axes_of(b)) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return answer(qa, qb, r).overlap;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    Orientation p = qa;
    Orientation q = qb;
    if (a_.dimensions == 2) {
      p = {qa.s, 0, 0, qa.z};
      q = {qb.s, 0, 0, qb.z};
      r.z = 0;
    }
    Contact contact{.d = a_.dimensions, .a = {}, .b = {}, .r = {r.x, r.y, r.z}};
    inverse_shape(a_, p, contact.a);
    inverse_shape(b_, q, contact.b);
    const Real lambda = contact.place_of_largest();
    const bool overlap =
        overlap_exactly(p, q, r, static_cast<double>(lambda), contact.point(lambda));
    const Real margin = std::sqrt(std::max<Real>(0, contact(lambda))) - 1;
    return {.overlap = overlap,
            .margin = static_cast<double>(overlap ? std::min<Real>(margin, -0.0L)
                                                  : std::max<Real>(margin, 0)),
            .error = 1e-13,
            .exact = true};
  }

 private:
  /// Certificates first, both exact: the point is in both bodies; or lambda makes the weighted mean
  /// of the quadrics positive everywhere. Sturm's theorem where neither is one.
  bool overlap_exactly(const Orientation& p, const Orientation& q, Vec3 r, double lambda,
                       Vec3 point) const {
    int e = std::numeric_limits<int>::max();
    lower(e, r);
    lower(e, point);
    for (int k = 0; k < a_.dimensions; ++k)
      e = std::min({e, exponent_of(a_.half[static_cast<std::size_t>(k)]),
                    exponent_of(b_.half[static_cast<std::size_t>(k)])});
    const Quadric a = quadric(a_, e, p, {});
    const Quadric b = quadric(b_, e, q, whole(r, e));
    const Point<Integer> x = whole(point, e);
    if (value(a, x) <= 0 && value(b, x) <= 0) return true;
    const int f = std::min(exponent_of(lambda), exponent_of(1 - lambda));
    const Integer of_a = whole(lambda, f) * scale(b_, e, q);
    const Integer of_b = whole(1 - lambda, f) * scale(a_, e, p);
    Quadric mean = a;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < a.size(); ++j) mean[i][j] = of_a * a[i][j] + of_b * b[i][j];
    if (of_a > 0 && of_b > 0 && determinant(mean) > 0) return false;
    return positive_roots(characteristic(a, b)) < 2;
  }
  Axes a_;
  Axes b_;
};

std::unique_ptr<shapes::PairOverlap> prepare(const Body& a, const Body& b) {
  return std::make_unique<EllipsoidPair>(a, b);
}

const bool registered =
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-exact-ellipses",
                  .source = "Wang, Wang, Kim 2001; Sturm's theorem in whole numbers"},
         .takes = shapes::any_of_classes({BodyClass::ellipse}),
         .prepare = prepare,
         .resolution = 0,
         .reference = true}) &&
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-exact-ellipsoids",
                  .source = "Wang, Wang, Kim 2001; Sturm's theorem in whole numbers"},
         .takes = shapes::any_of_classes({BodyClass::ellipsoid}),
         .prepare = prepare,
         .resolution = 0,
         .reference = true});

}  // namespace
}  // namespace touchstone::reference
