// optimized/hpmc/overlap/polyhedra_separating_axis.cpp
// Purpose   Overlap of convex polyhedra by separating axes: normals of faces of both, and of pairs
//           of edges whose arcs cross on the sphere of normals (only those give a face of the
//           difference).
// Source    Separating axis theorem; arcs: D. Gregorius, "The separating axis test between convex
//           polyhedra", Game Developers Conference (2013).
// Cost      (faces) (vertices) + (edges of a) (edges of b).
#include <algorithm>
#include <cmath>
#include <vector>

#include "models/hpmc/bodies/hull.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Hull;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Rotation;
using shapes::Vec3;

struct Edge {
  Vec3 from;
  Vec3 direction;
  Vec3 left;  ///< normals of its two faces
  Vec3 right;
};
struct Face {
  Vec3 normal;
  double offset;
};

struct Solid {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  std::vector<Edge> edges;

  explicit Solid(const Body& body) : vertices(std::get<shapes::ConvexPolyhedron>(body).vertices) {
    const Hull hull = shapes::hull_of(vertices);
    for (const shapes::Facet& f : hull.facets) {
      double offset = f.offset;
      for (const Vec3& v : vertices) offset = std::max(offset, dot(f.normal, v));
      faces.push_back({f.normal, offset});
    }
    for (const auto& [i, j] : hull.edges) {
      std::vector<Vec3> normals;
      for (const shapes::Facet& f : hull.facets)
        if (std::count(f.vertices.begin(), f.vertices.end(), i) != 0 &&
            std::count(f.vertices.begin(), f.vertices.end(), j) != 0)
          normals.push_back(f.normal);
      edges.push_back({vertices[i], vertices[j] - vertices[i], normals[0], normals[1]});
    }
  }
};

/// The largest gap along the normals of the faces of a; b as a sees it. Stops above 0 if asked to.
double gap_of_faces(const Solid& a, const Solid& b, const Rotation& turn, Vec3 shift, bool stop) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Face& face : a.faces) {
    const Vec3 n = turn.back(face.normal);
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec3& v : b.vertices) lowest = std::min(lowest, dot(n, v));
    largest = std::max(largest, lowest + dot(face.normal, shift) - face.offset);
    if (stop && largest > 0) break;
  }
  return largest;
}

/// The arc between the normals of edge a crosses that between the opposite normals of edge b, or
/// its antipode. Arcs that only touch count: they do so at the normal of a face.
bool arcs_cross(const Edge& a, Vec3 left, Vec3 right, Vec3 direction) {
  const double cba = dot(left, a.direction);
  const double dba = dot(right, a.direction);
  const double adc = dot(a.left, direction);
  const double bdc = dot(a.right, direction);
  return cba * dba <= 0 && adc * bdc <= 0;
}

double gap_of_edges(const Solid& a, const Solid& b, const Rotation& turn, Vec3 shift, bool stop) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Edge& f : b.edges) {
    const Vec3 direction = turn(f.direction);
    const Vec3 left = -turn(f.left);
    const Vec3 right = -turn(f.right);
    const Vec3 from = turn(f.from) + shift;
    for (const Edge& e : a.edges) {
      if (!arcs_cross(e, left, right, direction)) continue;
      Vec3 n = cross(e.direction, direction);
      const double length = norm(n);
      if (!(length > 1e-9 * norm(e.direction) * norm(direction))) continue;  // parallel: no face
      n = (dot(n, e.left + e.right) < 0 ? -1 / length : 1 / length) * n;
      // Along n both edges must be outermost; else an arc crosses the antipode of the other.
      if (dot(n, left + right) < 0) continue;
      largest = std::max(largest, dot(n, from - e.from));
      if (stop && largest > 0) return largest;
    }
  }
  return largest;
}

class AxesPair final : public shapes::PairOverlap {
 public:
  AxesPair(const Body& a, const Body& b) : a_(a), b_(b) {}
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return largest_gap(qa, qb, r, true) <= 0;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const double gap = largest_gap(qa, qb, r, false);
    OverlapAnswer answer{.overlap = gap <= 0};
    // The gap between bodies that are apart is a bound on the distance only.
    if (answer.overlap) answer.margin = gap;
    if (answer.overlap) answer.error = 1e-8 * std::abs(gap) + 1e-14 * norm(r);
    return answer;
  }

 private:
  double largest_gap(const Orientation& qa, const Orientation& qb, Vec3 r, bool stop) const {
    const Rotation turn(conjugate(qa) * qb);
    const Rotation back(conjugate(qb) * qa);
    const Vec3 shift = Rotation(qa).back(r);
    double largest = gap_of_faces(a_, b_, turn, shift, stop);
    if (stop && largest > 0) return largest;
    largest = std::max(largest, gap_of_faces(b_, a_, back, -turn.back(shift), stop));
    if (stop && largest > 0) return largest;
    return std::max(largest, gap_of_edges(a_, b_, turn, shift, stop));
  }
  Solid a_;
  Solid b_;
};

const bool registered = shapes::register_overlap(
    {.info = {.name = "hpmc/overlap-separating-axis-polyhedra",
              .source = "separating axis theorem, pairs of edges by crossing arcs",
              .claims = Claims::equals_reference},
     .takes = shapes::any_of_classes({BodyClass::convex_polyhedron}),
     .prepare = shapes::pair_of<AxesPair>,
     .resolution = 1e-8,
     .speed = 3,
     .touching = true,
     .proves_overlap = true});

}  // namespace
}  // namespace touchstone::optimized
