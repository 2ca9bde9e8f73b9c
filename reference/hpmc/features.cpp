#include "reference/hpmc/features.hpp"

#include <set>

namespace touchstone::reference {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

template <class T>
T norm2(const Point<T>& a) {
  return dot(a, a);
}

Real clamped(Real x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

Real point_segment2(const Point<Real>& p, const Point<Real>& a, const Point<Real>& b) {
  const Point<Real> e = b - a;
  const Real ee = norm2(e);
  const Real t = ee > 0 ? clamped(dot(p - a, e) / ee) : 0;
  return norm2(p - a - t * e);
}

/// Squared distance of the interiors only; ends are left to point_segment2. Nearly parallel
/// segments have an end that is as near.
Real segments2(const Point<Real>& a, const Point<Real>& u, const Point<Real>& b,
               const Point<Real>& v, Real none) {
  const Point<Real> w = a - b;
  const Real uu = norm2(u);
  const Real uv = dot(u, v);
  const Real vv = norm2(v);
  const Real det = uu * vv - uv * uv;
  if (!(det > 1e-17L * uu * vv)) return none;
  const Real s = (uv * dot(v, w) - vv * dot(u, w)) / det;
  const Real t = (uu * dot(v, w) - uv * dot(u, w)) / det;
  if (s < 0 || s > 1 || t < 0 || t > 1) return none;
  return norm2(w + s * u - t * v);
}

/// Whether p projects into the interior of the triangle.
template <class T>
bool above_triangle(const Point<T>& p, const Point<T>& a, const Point<T>& b, const Point<T>& c,
                    const Point<T>& n) {
  return dot(n, cross(b - a, p - a)) >= 0 && dot(n, cross(c - b, p - b)) >= 0 &&
         dot(n, cross(a - c, p - c)) >= 0;
}

Real point_triangle2(const Point<Real>& p, const Point<Real>& a, const Point<Real>& b,
                     const Point<Real>& c, Real none) {
  const Point<Real> n = cross(b - a, c - a);
  if (!(norm2(n) > 0) || !above_triangle(p, a, b, c, n)) return none;
  const Real h = dot(n, p - a);
  return h * h / norm2(n);
}

/// An edge that goes through a triangle.
bool pierces(const Point<Real>& p, const Point<Real>& q, const Point<Real>& a, const Point<Real>& b,
             const Point<Real>& c) {
  const Point<Real> n = cross(b - a, c - a);
  const Real hp = dot(n, p - a);
  const Real hq = dot(n, q - a);
  if (!(hp * hq < 0)) return false;
  const Real t = hp / (hp - hq);
  return above_triangle(p + t * (q - p), a, b, c, n);
}

void one_way(const std::vector<Point<Real>>& a, const Features& fa,
             const std::vector<Point<Real>>& b, const Features& fb, Real& best) {
  for (const Point<Real>& p : a) {
    for (const Point<Real>& q : b) best = std::min(best, norm2(p - q));
    for (const auto& [i, j] : fb.edges) best = std::min(best, point_segment2(p, b[i], b[j]));
    for (const Triangle& t : fb.triangles)
      best = std::min(best, point_triangle2(p, b[t[0]], b[t[1]], b[t[2]], best));
  }
  for (const auto& [i, j] : fa.edges)
    for (const Triangle& t : fb.triangles)
      if (best > 0 && pierces(a[i], a[j], b[t[0]], b[t[1]], b[t[2]])) best = 0;
}

bool near_exactly(const std::vector<Point<Integer>>& a, const std::vector<Point<Integer>>& b,
                  const Features& fb, const Integer& limit2) {
  for (const Point<Integer>& p : a) {
    for (const Point<Integer>& q : b)
      if (norm2(p - q) <= limit2) return true;
    for (const auto& [i, j] : fb.edges) {
      const Point<Integer> e = b[j] - b[i];
      const Integer ee = norm2(e);
      const Integer t = dot(p - b[i], e);
      if (t >= 0 && t <= ee && norm2(p - b[i]) * ee - t * t <= limit2 * ee) return true;
    }
    for (const Triangle& t : fb.triangles) {
      const Point<Integer> n = cross(b[t[1]] - b[t[0]], b[t[2]] - b[t[0]]);
      if (norm2(n) == 0 || !above_triangle(p, b[t[0]], b[t[1]], b[t[2]], n)) continue;
      const Integer h = dot(n, p - b[t[0]]);
      if (h * h <= limit2 * norm2(n)) return true;
    }
  }
  return false;
}

bool edges_near_exactly(const Placed<Integer>& placed, const Features& fa, const Features& fb,
                        const Integer& limit2) {
  for (const auto& [i, j] : fa.edges)
    for (const auto& [k, l] : fb.edges) {
      const Point<Integer> u = placed.a[j] - placed.a[i];
      const Point<Integer> v = placed.b[l] - placed.b[k];
      const Point<Integer> w = placed.a[i] - placed.b[k];
      const Integer uu = norm2(u);
      const Integer uv = dot(u, v);
      const Integer vv = norm2(v);
      const Integer det = uu * vv - uv * uv;
      if (det == 0) continue;
      const Integer s = uv * dot(v, w) - vv * dot(u, w);
      const Integer t = uu * dot(v, w) - uv * dot(u, w);
      if (s < 0 || s > det || t < 0 || t > det) continue;
      const Integer h = dot(w, cross(u, v));
      if (h * h <= limit2 * det) return true;
    }
  return false;
}

/// Along n, the first triangle is strictly below the second or above it.
bool apart_along(const Point<Integer>& n, const std::array<Point<Integer>, 3>& a,
                 const std::array<Point<Integer>, 3>& b) {
  const std::array<Integer, 3> x{dot(n, a[0]), dot(n, a[1]), dot(n, a[2])};
  const std::array<Integer, 3> y{dot(n, b[0]), dot(n, b[1]), dot(n, b[2])};
  return *std::max_element(x.begin(), x.end()) < *std::min_element(y.begin(), y.end()) ||
         *std::max_element(y.begin(), y.end()) < *std::min_element(x.begin(), x.end());
}

}  // namespace

Features features_of_hull(const std::vector<shapes::Vec3>& vertices) {
  int e = std::numeric_limits<int>::max();
  for (const shapes::Vec3& v : vertices) lower(e, v);
  std::vector<Point<Integer>> p;
  for (const shapes::Vec3& v : vertices) p.push_back(whole(v, e));
  Features features;
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  const auto n = static_cast<std::uint32_t>(p.size());
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = i + 1; j < n; ++j) {
      if (n == 2) edges.insert({i, j});
      for (std::uint32_t k = j + 1; k < n; ++k) {
        const Point<Integer> normal = cross(p[j] - p[i], p[k] - p[i]);
        if (norm2(normal) == 0) {  // three in a line: of use only if all are
          if (n == 3) edges.insert({{i, j}, {i, k}, {j, k}});
          continue;
        }
        bool above = false;
        bool below = false;
        for (std::uint32_t m = 0; m < n && !(above && below); ++m) {
          const Integer h = dot(normal, p[m] - p[i]);
          above |= h > 0;
          below |= h < 0;
        }
        if (above && below) continue;
        features.triangles.push_back({i, j, k});
        edges.insert({{i, j}, {i, k}, {j, k}});
      }
    }
  features.edges.assign(edges.begin(), edges.end());
  return features;
}

Real surface_distance(const Placed<Real>& placed, const Features& fa, const Features& fb) {
  Real best = std::numeric_limits<Real>::infinity();
  one_way(placed.a, fa, placed.b, fb, best);
  one_way(placed.b, fb, placed.a, fa, best);
  for (const auto& [i, j] : fa.edges)
    for (const auto& [k, l] : fb.edges)
      best = std::min(best, segments2(placed.a[i], placed.a[j] - placed.a[i], placed.b[k],
                                      placed.b[l] - placed.b[k], best));
  return std::sqrt(best);
}

bool surfaces_within_rounding(const Placed<Integer>& placed, const Features& fa,
                              const Features& fb) {
  const Integer limit2 = placed.rounding * placed.rounding;
  if (near_exactly(placed.a, placed.b, fb, limit2) ||
      near_exactly(placed.b, placed.a, fa, limit2) || edges_near_exactly(placed, fa, fb, limit2))
    return true;
  const auto corners = [](const std::vector<Point<Integer>>& p, const Triangle& t) {
    return std::array<Point<Integer>, 3>{p[t[0]], p[t[1]], p[t[2]]};
  };
  for (const Triangle& s : fa.triangles) {
    for (const Triangle& t : fb.triangles)
      if (triangles_meet(corners(placed.a, s), corners(placed.b, t))) return true;
    for (const auto& [k, l] : fb.edges)
      if (triangles_meet(corners(placed.a, s), corners(placed.b, {k, l, l}))) return true;
  }
  for (const auto& [i, j] : fa.edges)
    for (const Triangle& t : fb.triangles)
      if (triangles_meet(corners(placed.a, {i, j, j}), corners(placed.b, t))) return true;
  return false;
}

bool triangles_meet(const std::array<Point<Integer>, 3>& a,
                    const std::array<Point<Integer>, 3>& b) {
  const auto edges = [](const std::array<Point<Integer>, 3>& t) {
    return std::array<Point<Integer>, 3>{t[1] - t[0], t[2] - t[1], t[0] - t[2]};
  };
  const auto ea = edges(a);
  const auto eb = edges(b);
  const Point<Integer> na = cross(ea[0], ea[1]);
  const Point<Integer> nb = cross(eb[0], eb[1]);
  if (apart_along(na, a, b) || apart_along(nb, a, b)) return false;
  for (const Point<Integer>& u : ea) {
    for (const Point<Integer>& v : eb)
      if (apart_along(cross(u, v), a, b)) return false;
    if (apart_along(cross(u, na), a, b) || apart_along(cross(u, nb), a, b)) return false;
  }
  for (const Point<Integer>& v : eb)
    if (apart_along(cross(v, na), a, b) || apart_along(cross(v, nb), a, b)) return false;
  return true;
}

}  // namespace touchstone::reference
