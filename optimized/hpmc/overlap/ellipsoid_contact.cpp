// optimized/hpmc/overlap/ellipsoid_contact.cpp
// Purpose   Overlap of ellipses and ellipsoids by the contact function of Perram and Wertheim, with
//           an interval for it: any value is a lower bound, two tangents of this concave function
//           meet at an upper bound; it stops when the interval is on one side of 1.
// Source    J. W. Perram, M. S. Wertheim, J. Comput. Phys. 58, 409 (1985).
// Cost      Some 2 to 10 evaluations, each the solution of three linear equations.
#include <algorithm>
#include <cmath>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Rotation;
using shapes::Vec3;

/// A symmetric matrix.
struct Shape {
  double xx, yy, zz, xy, xz, yz;
};

/// Q diag(a^2, b^2, c^2) Q^T.
Shape turned(const Rotation& q, Vec3 squares) {
  const auto entry = [&](int i, int j) {
    return q.row[i].x * q.row[j].x * squares.x + q.row[i].y * q.row[j].y * squares.y +
           q.row[i].z * q.row[j].z * squares.z;
  };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)};
}

/// f and its slope at lambda: with y = [(1 - lambda) A^-1 + lambda B^-1]^-1 r,
/// f = lambda (1 - lambda) r.y, slope = (1 - lambda)^2 y.A^-1 y - lambda^2 y.B^-1 y. A^-1 is
/// diagonal in the frame of a.
struct Value {
  double f;
  double slope;
};
Value contact(double lambda, Vec3 a, const Shape& b, Vec3 r) {
  const double mu = 1 - lambda;
  const Shape m{mu * a.x + lambda * b.xx,
                mu * a.y + lambda * b.yy,
                mu * a.z + lambda * b.zz,
                lambda * b.xy,
                lambda * b.xz,
                lambda * b.yz};
  const double cxx = m.yy * m.zz - m.yz * m.yz;
  const double cyy = m.xx * m.zz - m.xz * m.xz;
  const double czz = m.xx * m.yy - m.xy * m.xy;
  const double cxy = m.xz * m.yz - m.xy * m.zz;
  const double cxz = m.xy * m.yz - m.xz * m.yy;
  const double cyz = m.xy * m.xz - m.xx * m.yz;
  const double inverse = 1 / (m.xx * cxx + m.xy * cxy + m.xz * cxz);
  const Vec3 y =
      inverse * Vec3{cxx * r.x + cxy * r.y + cxz * r.z, cxy * r.x + cyy * r.y + cyz * r.z,
                     cxz * r.x + cyz * r.y + czz * r.z};
  const double in_a = a.x * y.x * y.x + a.y * y.y * y.y + a.z * y.z * y.z;
  const double in_b = b.xx * y.x * y.x + b.yy * y.y * y.y + b.zz * y.z * y.z +
                      2 * (b.xy * y.x * y.y + b.xz * y.x * y.z + b.yz * y.y * y.z);
  return {lambda * mu * dot(r, y), mu * mu * in_a - lambda * lambda * in_b};
}

struct ContactBounds {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  std::uint32_t iterations = 0;
};

ContactBounds bounds_of_contact(Vec3 a, const Shape& b, Vec3 r, bool to_the_end) {
  constexpr std::uint32_t kMost = 100;
  ContactBounds bounds;
  double left = 0;
  double right = 1;
  Value at_left = contact(0, a, b, r);
  Value at_right = contact(1, a, b, r);
  // Spheres of the same sizes as first guess.
  double lambda = std::sqrt(a.x) / (std::sqrt(a.x) + std::sqrt(b.xx));
  int stuck = 0;  // evaluations in a row that moved the same end
  while (bounds.iterations < kMost) {
    ++bounds.iterations;
    const Value here = contact(lambda, a, b, r);
    bounds.low = std::max(bounds.low, here.f);
    if (!to_the_end && bounds.low > 1) return bounds;
    const bool rising = here.slope > 0;
    stuck = rising ? std::max(stuck, 0) + 1 : std::min(stuck, 0) - 1;
    (rising ? left : right) = lambda;
    (rising ? at_left : at_right) = here;
    // Point in which the tangents at both ends meet.
    const double bend = at_left.slope - at_right.slope;
    double meet = left;
    if (bend > 0)
      meet = (at_right.f - at_left.f + at_left.slope * left - at_right.slope * right) / bend;
    meet = std::clamp(meet, left, right);
    bounds.high = std::min(bounds.high, at_left.f + at_left.slope * (meet - left));
    bounds.high = std::max(bounds.high, bounds.low);
    if (!to_the_end && bounds.high <= 1) return bounds;
    if (!(here.slope != 0) || bounds.high - bounds.low <= 4e-16 * bounds.high) return bounds;
    // Zero of the slope by the secant; halved when one end does not move.
    double next = left + (right - left) * at_left.slope / bend;
    if (std::abs(stuck) > 2 || !(next > left && next < right)) next = (left + right) / 2;
    if (!(next > left && next < right)) return bounds;
    lambda = next;
  }
  return bounds;
}

/// Squares of the half axes; of the third in the plane any number.
Vec3 squares_of(const Body& body) {
  if (const auto* e = std::get_if<shapes::Ellipse>(&body))
    return {e->a * e->a, e->b * e->b, e->a * e->a};
  if (const auto* d = std::get_if<shapes::Disk>(&body))
    return d->radius * d->radius * Vec3{1, 1, 1};
  if (const auto* d = std::get_if<shapes::Ball>(&body))
    return d->radius * d->radius * Vec3{1, 1, 1};
  const auto& e = std::get<shapes::Ellipsoid>(body);
  return {e.a * e.a, e.b * e.b, e.c * e.c};
}

/// Relative error of the root of the contact function: sums of squared axes cancel where those of
/// the short ones remain.
double rounding_of(Vec3 a, Vec3 b) {
  const auto [least, most] = std::minmax({a.x, a.y, a.z, b.x, b.y, b.z});
  return 1e-14 + 2.5e-16 * most / least;
}

class ContactPair final : public shapes::PairOverlap {
 public:
  ContactPair(const Body& a, const Body& b)
      : a_(squares_of(a)),
        b_(squares_of(b)),
        inner_(inradius(a) + inradius(b)),
        outer_(circumradius(a) + circumradius(b)),
        rounding_(rounding_of(a_, b_)),
        flat_(dimensions(a) == 2) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    if (flat_) r.z = 0;
    const double r2 = norm2(r);
    if (r2 <= inner_ * inner_) return true;
    if (r2 > outer_ * outer_) return false;
    return bounds(qa, qb, r, false).low <= 1;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    if (flat_) r.z = 0;
    const ContactBounds found = bounds(qa, qb, r, true);
    const double low = std::sqrt(found.low);
    const double high = std::sqrt(found.high);
    return {.overlap = found.low <= 1,
            .margin = (low + high) / 2 - 1,
            .error = (high - low) / 2 + rounding_ * high,
            .iterations = found.iterations};
  }

 private:
  ContactBounds bounds(const Orientation& qa, const Orientation& qb, Vec3 r, bool end) const {
    const Shape b = turned(Rotation(conjugate(qa) * qb), b_);
    return bounds_of_contact(a_, b, Rotation(qa).back(r), end);
  }
  Vec3 a_;
  Vec3 b_;
  double inner_;
  double outer_;
  double rounding_;
  bool flat_;
};

const bool registered =
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-contact-function-ellipses",
                  .source = "Perram and Wertheim 1985",
                  .claims = Claims::equals_reference},
         .takes = shapes::classes_and_partners({BodyClass::ellipse}, {BodyClass::disk}),
         .prepare = shapes::pair_of<ContactPair>,
         .resolution = 1e-11,
         .speed = 8,
         .proves_apart = true,
         .proves_overlap = true}) &&
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-contact-function-ellipsoids",
                  .source = "Perram and Wertheim 1985",
                  .claims = Claims::equals_reference},
         .takes = shapes::classes_and_partners({BodyClass::ellipsoid}, {BodyClass::ball}),
         .prepare = shapes::pair_of<ContactPair>,
         .resolution = 1e-11,
         .speed = 8,
         .proves_apart = true,
         .proves_overlap = true});

}  // namespace
}  // namespace touchstone::optimized
