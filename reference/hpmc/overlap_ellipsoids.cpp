// reference/hpmc/overlap_ellipsoids.cpp
// Purpose   Whether ellipses or ellipsoids overlap, for certain: by a point in both, or a weighted
//           mean of their quadrics that is positive everywhere, verified in integers. Where
//           neither proves it: they are apart exactly if det(lambda A + B) has two distinct
//           positive roots, A and B the quadrics, counted by Sturm's theorem in integers. The
//           margin is that of Perram and Wertheim, in long double.
// Source    W. Wang, J. Wang, M.-S. Kim, Comput. Aided Geom. Des. 18, 531 (2001); J. W. Perram,
//           M. S. Wertheim, J. Comput. Phys. 58, 409 (1985).
// Cost      Below a millisecond; some 50 where Sturm's theorem is needed (quadrics.hpp).
#include <cmath>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "reference/hpmc/quadrics.hpp"

namespace touchstone::reference {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Vec3;

Axes axes_of(const Body& body) {
  if (const auto* e = std::get_if<shapes::Ellipse>(&body)) return {2, {e->a, e->b, 1}};
  if (const auto* d = std::get_if<shapes::Disk>(&body)) return {2, {d->radius, d->radius, 1}};
  if (const auto* b = std::get_if<shapes::Ball>(&body))
    return {3, {b->radius, b->radius, b->radius}};
  const auto& e = std::get<shapes::Ellipsoid>(body);
  return {3, {e.a, e.b, e.c}};
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
  /// Argument at which this concave function is largest: its slope changes sign there, sharper than
  /// the values, so that the point is in both bodies down to gaps of 1e-13.
  Real place_of_largest() const {
    Real low = 0;
    Real high = 1;
    for (int i = 0; i < 70; ++i) {
      const Real middle = (low + high) / 2;
      const Point<Real> y = inner(middle);
      const Real slope = (1 - middle) * (1 - middle) * form(a, y) - middle * middle * form(b, y);
      (slope > 0 ? low : high) = middle;
    }
    return (low + high) / 2;
  }
  Real form(const Real (&m)[3][3], const Point<Real>& y) const {
    Real sum = 0;
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) sum += m[i][j] * part(y, i) * part(y, j);
    return sum;
  }
  /// Point at which lambda A(x) + (1 - lambda) B(x) is least, from the centre of a.
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

const bool registered =
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-exact-ellipses",
                  .source = "Wang, Wang, Kim 2001; Sturm's theorem in integers"},
         .takes = shapes::classes_and_partners({BodyClass::ellipse}, {BodyClass::disk}),
         .prepare = shapes::pair_of<EllipsoidPair>,
         .resolution = 0,
         .reference = true}) &&
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-exact-ellipsoids",
                  .source = "Wang, Wang, Kim 2001; Sturm's theorem in integers"},
         .takes = shapes::classes_and_partners({BodyClass::ellipsoid}, {BodyClass::ball}),
         .prepare = shapes::pair_of<EllipsoidPair>,
         .resolution = 0,
         .reference = true});

}  // namespace
}  // namespace touchstone::reference
