// reference/hpmc/overlap_faceted.cpp
// Purpose   Whether ellipsoids cut by planes overlap: the smallest t for which a point satisfies
//           every constraint g(x) <= t of both bodies, by a barrier method; overlap if t <= 0. The
//           point bounds t from above, the multipliers of the barrier from below (the least value
//           of a weighted mean of the constraints, a quadratic function): the interval is the
//           certificate.
// Source    S. Boyd, L. Vandenberghe, Convex Optimization (2004), section 11.
// Cost      Some hundred Newton steps in four unknowns.
#include <cmath>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "reference/hpmc/exact_points.hpp"

namespace touchstone::reference {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::FacetedEllipsoid;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Vec3;

/// g(x) = x^T H x / 2 + f . x + c
struct Constraint {
  Real h[3][3] = {};
  Real f[3] = {};
  Real c = 0;

  Real operator()(const Real (&x)[3]) const {
    Real sum = c;
    for (int i = 0; i < 3; ++i) {
      sum += f[i] * x[i];
      for (int j = 0; j < 3; ++j) sum += h[i][j] * x[i] * x[j] / 2;
    }
    return sum;
  }
  Real slope(const Real (&x)[3], int i) const {
    Real sum = f[i];
    for (int j = 0; j < 3; ++j) sum += h[i][j] * x[j];
    return sum;
  }
};

Real part(const Point<Real>& p, int k) { return k == 0 ? p.x : k == 1 ? p.y : p.z; }

/// Lengths in units of `unit`.
void add_constraints(const FacetedEllipsoid& body, const Orientation& q_, const Point<Real>& centre,
                     Real unit, std::vector<Constraint>& all) {
  const auto q = real(q_);
  const Real n = norm2(q);
  const auto rotated = [&](const Point<Real>& v) { return Real(1 / n) * turned(q, v); };
  Constraint ball;
  ball.c = -1;
  const Real half[3] = {body.a / unit, body.b / unit, body.c / unit};
  for (int k = 0; k < 3; ++k) {
    const Point<Real> u =
        Real(1 / half[k]) * rotated({k == 0 ? 1.0L : 0, k == 1 ? 1.0L : 0, k == 2 ? 1.0L : 0});
    const Real shift = dot(u, centre);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) ball.h[i][j] += 2 * part(u, i) * part(u, j);
      ball.f[i] -= 2 * shift * part(u, i);
    }
    ball.c += shift * shift;
  }
  all.push_back(ball);
  for (std::size_t p = 0; p < body.normals.size(); ++p) {
    Constraint plane;
    const Point<Real> normal = rotated(real(body.normals[p]));
    for (int i = 0; i < 3; ++i) plane.f[i] = part(normal, i);
    plane.c = body.offsets[p] / unit - dot(normal, centre);
    all.push_back(plane);
  }
}

/// Solves m x = y by elimination with pivots; false when m is singular.
template <int N>
bool solve(Real (&m)[N][N], Real (&y)[N]) {
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
    if (!(std::abs(m[pivot][k]) > 0)) return false;
    std::swap(m[k], m[pivot]);
    std::swap(y[k], y[pivot]);
    for (int i = k + 1; i < N; ++i) {
      const Real factor = m[i][k] / m[k][k];
      for (int j = k; j < N; ++j) m[i][j] -= factor * m[k][j];
      y[i] -= factor * y[k];
    }
  }
  for (int k = N - 1; k >= 0; --k) {
    for (int j = k + 1; j < N; ++j) y[k] -= m[k][j] * y[j];
    y[k] /= m[k][k];
  }
  return true;
}

class Program {
 public:
  explicit Program(std::vector<Constraint> constraints) : g_(std::move(constraints)) {}

  void start_at(const Point<Real>& p) {
    x_[0] = p.x;
    x_[1] = p.y;
    x_[2] = p.z;
    t_ = largest(x_) + 1;
    upper_ = t_;
    lower_ = -std::numeric_limits<Real>::infinity();
  }
  /// Runs until the bounds are this near, or rounding stops progress. The barrier is as wide as the
  /// start is far at first: flat bodies begin at hundreds of times their size.
  void run(Real tolerance) {
    for (Real mu = std::max(Real(1), t_); mu > 1e-16L && upper_ - lower_ > tolerance; mu /= 4) {
      for (int step = 0; step < 200; ++step)
        if (!newton(mu)) break;
      upper_ = std::min(upper_, largest(x_));
      lower_ = std::max(lower_, dual(mu));
    }
  }
  Real upper() const { return upper_; }
  Real lower() const { return lower_; }

 private:
  Real largest(const Real (&x)[3]) const {
    Real most = g_[0](x);
    for (const Constraint& g : g_) most = std::max(most, g(x));
    return most;
  }
  Real barrier(const Real (&x)[3], Real t, Real mu) const {
    Real sum = t / mu;
    for (const Constraint& g : g_) {
      const Real slack = t - g(x);
      if (!(slack > 0)) return std::numeric_limits<Real>::infinity();
      sum -= std::log(slack);
    }
    return sum;
  }
  /// One damped step; false when there is no progress to be made.
  bool newton(Real mu) {
    Real h[4][4] = {};
    Real y[4] = {0, 0, 0, -1 / mu};
    for (const Constraint& g : g_) {
      const Real w = 1 / (t_ - g(x_));
      Real slope[4] = {g.slope(x_, 0), g.slope(x_, 1), g.slope(x_, 2), -1};
      for (int i = 0; i < 4; ++i) {
        y[i] -= w * slope[i];
        for (int j = 0; j < 4; ++j) {
          h[i][j] += w * w * slope[i] * slope[j];
          if (i < 3 && j < 3) h[i][j] += w * g.h[i][j];
        }
      }
    }
    Real step[4] = {y[0], y[1], y[2], y[3]};
    if (!solve<4>(h, step)) return false;
    Real decrement = 0;
    for (int i = 0; i < 4; ++i) decrement += step[i] * y[i];
    if (!(decrement > 1e-14L)) return false;
    const Real before = barrier(x_, t_, mu);
    for (Real length = 1; length > 1e-9L; length /= 2) {
      const Real x[3] = {x_[0] + length * step[0], x_[1] + length * step[1],
                         x_[2] + length * step[2]};
      const Real t = t_ + length * step[3];
      if (!(barrier(x, t, mu) < before)) continue;
      std::copy(std::begin(x), std::end(x), std::begin(x_));
      t_ = t;
      return true;
    }
    return false;
  }
  /// The least value of sum w g, w >= 0 of sum 1: nowhere are all g below it.
  Real dual(Real mu) const {
    Constraint sum;
    Real total = 0;
    for (const Constraint& g : g_) total += mu / (t_ - g(x_));
    for (const Constraint& g : g_) {
      const Real w = mu / (t_ - g(x_)) / total;
      sum.c += w * g.c;
      for (int i = 0; i < 3; ++i) {
        sum.f[i] += w * g.f[i];
        for (int j = 0; j < 3; ++j) sum.h[i][j] += w * g.h[i][j];
      }
    }
    Real h[3][3];
    std::copy(&sum.h[0][0], &sum.h[0][0] + 9, &h[0][0]);
    Real x[3] = {-sum.f[0], -sum.f[1], -sum.f[2]};
    if (!solve<3>(h, x)) return -std::numeric_limits<Real>::infinity();
    return sum.c + (sum.f[0] * x[0] + sum.f[1] * x[1] + sum.f[2] * x[2]) / 2;
  }

  std::vector<Constraint> g_;
  Real x_[3] = {};
  Real t_ = 0;
  Real upper_ = 0;
  Real lower_ = 0;
};

/// Balls and ellipsoids are cut by no plane.
FacetedEllipsoid cut(const Body& body) {
  if (const auto* b = std::get_if<shapes::Ball>(&body))
    return {.a = b->radius, .b = b->radius, .c = b->radius};
  if (const auto* e = std::get_if<shapes::Ellipsoid>(&body))
    return {.a = e->a, .b = e->b, .c = e->c};
  return std::get<FacetedEllipsoid>(body);
}

class FacetedPair final : public shapes::PairOverlap {
 public:
  FacetedPair(const FacetedEllipsoid& a, const FacetedEllipsoid& b) : a_(a), b_(b) {
    // Offsets have the unit of a length: bodies of very different size are made of size 1.
    const double size = std::max(circumradius(Body{a}), circumradius(Body{b}));
    if (size < 1.0 / 64 || size > 64) unit_ = std::exp2(std::round(std::log2(size)));
  }
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return answer(qa, qb, r).overlap;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Point<Real> shift = Real(1 / unit_) * real(r);
    std::vector<Constraint> all;
    add_constraints(a_, qa, {}, unit_, all);
    add_constraints(b_, qb, shift, unit_, all);
    Program program(std::move(all));
    program.start_at(Real(0.5L) * shift);
    program.run(1e-13L);
    const Real middle = (program.upper() + program.lower()) / 2;
    return {.overlap = middle <= 0,
            .margin = static_cast<double>(middle),
            .error = static_cast<double>((program.upper() - program.lower()) / 2 + 1e-14L)};
  }

 private:
  FacetedEllipsoid a_;
  FacetedEllipsoid b_;
  Real unit_ = 1;
};

const bool registered = shapes::register_overlap(
    {.info = {.name = "hpmc/overlap-convex-program-faceted",
              .source = "Boyd and Vandenberghe, section 11: barrier method with dual bounds"},
     .takes = shapes::classes_and_partners({BodyClass::faceted_ellipsoid},
                                           {BodyClass::ball, BodyClass::ellipsoid}),
     .prepare = [](const Body& a, const Body& b) -> std::unique_ptr<shapes::PairOverlap> {
       return std::make_unique<FacetedPair>(cut(a), cut(b));
     },
     .resolution = 1e-12,
     .reference = true});

}  // namespace
}  // namespace touchstone::reference
