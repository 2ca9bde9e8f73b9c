// reference/hpmc/quadrics.hpp
// Purpose   Ellipses and ellipsoids as quadratic forms in integers, and Sturm's theorem for
//           the characteristic polynomial of two of them.
// Source    W. Wang, J. Wang, M.-S. Kim, Comput. Aided Geom. Des. 18, 531 (2001).
// Cost      A Sturm chain takes some 50 milliseconds: its numbers have thousands of digits.
#pragma once
#include <array>
#include <vector>

#include "reference/hpmc/exact_points.hpp"

namespace touchstone::reference {

struct Axes {
  int dimensions;
  std::array<double, 3> half;
};

template <class T>
T part(const Point<T>& p, int k) {
  return k == 0 ? p.x : k == 1 ? p.y : p.z;
}

/// X^T M X <= 0 inside, X = (x, y, z, 1) or (x, y, 1), as integers.
using Quadric = std::vector<std::vector<Integer>>;
/// Lengths are in units of 2^e.
Quadric quadric(const Axes& axes, int e, const shapes::Orientation& q,
                const Point<Integer>& centre);
/// The number by which quadric() multiplies (distance)^2 - 1.
Integer scale(const Axes& axes, int e, const shapes::Orientation& q);
Integer value(const Quadric& m, const Point<Integer>& p);
Integer determinant(const Quadric& m);

using Polynomial = std::vector<Integer>;  ///< from the constant up
/// 24 det(lambda A + B).
Polynomial characteristic(const Quadric& a, const Quadric& b);
/// Distinct roots above 0, by Sturm's theorem.
int positive_roots(Polynomial p);

}  // namespace touchstone::reference
