#include "optimized/hpmc/overlap/mesh_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace touchstone::optimized {
namespace {

using shapes::Rotation;
using shapes::Vec3;

constexpr std::uint32_t kLeaf = 2;

double part(Vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }
Vec3 lower(Vec3 a, Vec3 b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 upper(Vec3 a, Vec3 b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }
Vec3 middle_of(const TriangleCorners& t) { return (1.0 / 3) * (t[0] + t[1] + t[2]); }

/// The walk over pairs of nodes.
struct Walk {
  const MeshTree& a;
  const MeshTree& b;
  const Rotation& turn;
  Vec3 shift;
  double reach;

  /// Axes of both boxes only; the nine of pairs of edges would save few visits.
  bool boxes_meet(const MeshTree::Node& p, const MeshTree::Node& q) const {
    const Vec3 d = turn(q.middle) + shift - p.middle;
    const Vec3 back = turn.back(d);
    for (int k = 0; k < 3; ++k) {
      const Vec3& row = turn.row[k];
      const double size = part(p.half, k) + std::abs(row.x) * q.half.x +
                          std::abs(row.y) * q.half.y + std::abs(row.z) * q.half.z;
      if (std::abs(part(d, k)) > size * (1 + 1e-14) + reach) return false;
      const double other = part(q.half, k) + std::abs(part(turn.row[0], k)) * p.half.x +
                           std::abs(part(turn.row[1], k)) * p.half.y +
                           std::abs(part(turn.row[2], k)) * p.half.z;
      if (std::abs(part(back, k)) > other * (1 + 1e-14) + reach) return false;
    }
    return true;
  }
  bool leaves_meet(const MeshTree::Node& p, const MeshTree::Node& q) const {
    for (std::uint32_t j = q.first; j < q.first + q.count; ++j) {
      const TriangleCorners& corners = b.triangles()[j];
      const TriangleCorners t{turn(corners[0]) + shift, turn(corners[1]) + shift,
                              turn(corners[2]) + shift};
      for (std::uint32_t i = p.first; i < p.first + p.count; ++i)
        if (reach > 0 ? triangles_within(a.triangles()[i], t, reach)
                      : triangles_meet(a.triangles()[i], t))
          return true;
    }
    return false;
  }
  bool meet(std::uint32_t i, std::uint32_t j) const {
    const MeshTree::Node& p = a.nodes()[i];
    const MeshTree::Node& q = b.nodes()[j];
    if (!boxes_meet(p, q)) return false;
    if (p.count > 0 && q.count > 0) return leaves_meet(p, q);
    // Down in the larger box.
    if (q.count > 0 || (p.count == 0 && norm2(p.half) > norm2(q.half)))
      return meet(p.first, j) || meet(p.first + 1, j);
    return meet(i, q.first) || meet(i, q.first + 1);
  }
};

}  // namespace

MeshTree::MeshTree(const shapes::Polyhedron& mesh) {
  for (const auto& [i, j, k] : mesh.triangles)
    triangles_.push_back({mesh.vertices[i], mesh.vertices[j], mesh.vertices[k]});
  solid_ = !triangles_.empty();
  if (!solid_) triangles_.push_back({mesh.vertices[0], mesh.vertices[0], mesh.vertices[0]});
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(triangles_.size()));
}

void MeshTree::build(std::uint32_t node, std::uint32_t first, std::uint32_t last) {
  Vec3 low = triangles_[first][0];
  Vec3 high = low;
  for (std::uint32_t i = first; i < last; ++i)
    for (const Vec3& p : triangles_[i]) {
      low = lower(low, p);
      high = upper(high, p);
    }
  nodes_[node].middle = 0.5 * (low + high);
  nodes_[node].half = 0.5 * (high - low);
  if (last - first <= kLeaf) {
    nodes_[node].first = first;
    nodes_[node].count = last - first;
    return;
  }
  const Vec3 side = high - low;
  const int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  const std::uint32_t half = (first + last) / 2;
  std::nth_element(triangles_.begin() + first, triangles_.begin() + half, triangles_.begin() + last,
                   [&](const TriangleCorners& s, const TriangleCorners& t) {
                     return part(middle_of(s), axis) < part(middle_of(t), axis);
                   });
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = child;
  nodes_.emplace_back();
  nodes_.emplace_back();
  build(child, first, half);
  build(child + 1, half, last);
}

bool MeshTree::contains(Vec3 p) const {
  if (!solid_) return false;
  // By solid angles: a ray could pass through an edge.
  double angle = 0;
  for (const TriangleCorners& t : triangles_) {
    const Vec3 a = t[0] - p;
    const Vec3 b = t[1] - p;
    const Vec3 c = t[2] - p;
    const double x = norm(a);
    const double y = norm(b);
    const double z = norm(c);
    angle +=
        std::atan2(dot(a, cross(b, c)), x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y);
  }
  return angle > std::numbers::pi;  // half of 4 pi is all around
}

bool surfaces_meet(const MeshTree& a, const MeshTree& b, const Rotation& turn, Vec3 shift,
                   double reach) {
  return Walk{a, b, turn, shift, reach}.meet(0, 0);
}

}  // namespace touchstone::optimized
