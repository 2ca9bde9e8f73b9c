#include "models/hpmc/bodies/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "models/hpmc/bodies/hull.hpp"

namespace touchstone::shapes {
namespace {

/// Volume, relative to the volumes it is a sum of, below which there is none.
constexpr double kFlat = 1e-12;

using Edge = std::pair<std::uint32_t, std::uint32_t>;

Edge undirected(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

std::map<Edge, std::vector<std::size_t>> triangles_at_edges(const Polyhedron& mesh) {
  std::map<Edge, std::vector<std::size_t>> at;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const auto& triangle = mesh.triangles[t];
      at[undirected(triangle[static_cast<std::size_t>(k)],
                    triangle[static_cast<std::size_t>((k + 1) % 3)])]
          .push_back(t);
    }
  return at;
}

bool goes_along(const std::array<std::uint32_t, 3>& t, std::uint32_t a, std::uint32_t b) {
  return (t[0] == a && t[1] == b) || (t[1] == a && t[2] == b) || (t[2] == a && t[0] == b);
}

/// Six times the volume under one triangle, from vertex 0 of the mesh.
double under(const Polyhedron& mesh, const std::array<std::uint32_t, 3>& t) {
  const Vec3 a = mesh.vertices[t[0]];
  return dot(a - mesh.vertices[0], cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a));
}

std::string not_closed(const std::map<Edge, std::vector<std::size_t>>& at) {
  for (const auto& [edge, triangles] : at) {
    if (edge.first == edge.second)
      return fmt::format("face {} names vertex {} twice", triangles[0], edge.first);
    if (triangles.size() != 2)
      return fmt::format("edge {}-{} belongs to {} triangles, not 2", edge.first, edge.second,
                         triangles.size());
  }
  return "";
}

/// Sign of the volume of a tetrahedron: -1, 1, or 0 where rounding may have decided it.
int side(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const Vec3 u = b - a;
  const Vec3 v = c - a;
  const Vec3 w = d - a;
  const double six_volumes = dot(u, cross(v, w));
  const double rounding = kFlat * norm(u) * norm(v) * norm(w);
  return six_volumes > rounding ? 1 : six_volumes < -rounding ? -1 : 0;
}

/// Whether a segment crosses a triangle, both away from their ends.
bool pierces(Vec3 p, Vec3 q, Vec3 a, Vec3 b, Vec3 c) {
  if (side(a, b, c, p) * side(a, b, c, q) >= 0) return false;
  const int first = side(p, q, a, b);
  return first != 0 && first == side(p, q, b, c) && first == side(p, q, c, a);
}

/// Part of each vertex: the smallest index among the vertices connected with it.
std::vector<std::size_t> parts_of(const Polyhedron& mesh) {
  std::vector<std::size_t> part(mesh.vertices.size());
  std::iota(part.begin(), part.end(), 0);
  const auto root = [&](std::size_t i) {
    while (part[i] != i) i = part[i] = part[part[i]];
    return i;
  };
  for (const auto& [a, b, c] : mesh.triangles)
    for (const std::size_t other : {b, c}) {
      const auto [low, high] = std::minmax({root(a), root(other)});
      part[high] = low;
    }
  for (std::size_t& own : part) own = root(own);
  return part;
}

}  // namespace

std::string turn_outward(Polyhedron& mesh) {
  const auto at = triangles_at_edges(mesh);
  std::string problem = not_closed(at);
  if (!problem.empty()) return problem;
  std::vector<int> part(mesh.triangles.size(), -1);
  for (std::size_t start = 0; start < part.size(); ++start) {
    if (part[start] >= 0) continue;
    std::vector<std::size_t> todo{start};
    std::vector<std::size_t> members;
    part[start] = static_cast<int>(start);
    double six_volumes = 0;
    double magnitude = 0;
    while (!todo.empty()) {
      const std::size_t t = todo.back();
      todo.pop_back();
      members.push_back(t);
      const auto triangle = mesh.triangles[t];
      six_volumes += under(mesh, triangle);
      magnitude += std::abs(under(mesh, triangle));
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = triangle[k];
        const std::uint32_t b = triangle[(k + 1) % 3];
        const auto& two = at.at(undirected(a, b));
        const std::size_t other = two[0] == t ? two[1] : two[0];
        const bool agrees = !goes_along(mesh.triangles[other], a, b);
        if (part[other] < 0) {
          if (!agrees) std::swap(mesh.triangles[other][1], mesh.triangles[other][2]);
          part[other] = static_cast<int>(start);
          todo.push_back(other);
        } else if (!agrees) {
          return fmt::format("faces {} and {} cannot both point outward", t, other);
        }
      }
    }
    if (!(std::abs(six_volumes) > kFlat * magnitude))
      return fmt::format("face {} and those connected with it enclose no volume", start);
    // Each connected part is taken as the outside of a solid; hollow bodies are not supported.
    if (six_volumes < 0)
      for (const std::size_t t : members) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  }
  return "";
}

std::string crossing(const Polyhedron& mesh) {
  const std::vector<std::size_t> part = parts_of(mesh);
  for (const auto& [edge, own] : triangles_at_edges(mesh)) {
    const Vec3 p = mesh.vertices[edge.first];
    const Vec3 q = mesh.vertices[edge.second];
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto& [a, b, c] = mesh.triangles[t];
      if (part[a] != part[edge.first]) continue;
      if (pierces(p, q, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]))
        return fmt::format("edge {}-{} passes through face {}", edge.first, edge.second, t);
    }
  }
  return "";
}

std::vector<Vec3> vertex_of_each_part(const Polyhedron& mesh) {
  if (mesh.triangles.empty()) return mesh.vertices;
  const std::vector<std::size_t> part = parts_of(mesh);
  std::set<std::size_t> parts;
  for (const auto& triangle : mesh.triangles) parts.insert(part[triangle[0]]);
  std::vector<Vec3> all;
  for (const std::size_t own : parts) all.push_back(mesh.vertices[own]);
  return all;
}

double volume(const Polyhedron& mesh) {
  double sum = 0;
  for (const auto& triangle : mesh.triangles) sum += under(mesh, triangle);
  return sum / 6;
}

std::vector<Edge> edges_of(const Polyhedron& mesh) {
  std::vector<Edge> all;
  for (const auto& [edge, triangles] : triangles_at_edges(mesh)) all.push_back(edge);
  return all;
}

Polyhedron mesh_of_hull(const std::vector<Vec3>& vertices) {
  Polyhedron mesh{.vertices = vertices};
  for (const Facet& facet : hull_of(vertices).facets)
    for (std::size_t i = 1; i + 1 < facet.vertices.size(); ++i)
      mesh.triangles.push_back({facet.vertices[0], facet.vertices[i], facet.vertices[i + 1]});
  return mesh;
}

Polyhedron as_mesh(const Body& body) {
  if (const auto* ball = std::get_if<Ball>(&body))
    return {.vertices = {{}}, .rounding = ball->radius};
  if (const auto* convex = std::get_if<ConvexPolyhedron>(&body)) {
    Polyhedron mesh = mesh_of_hull(convex->vertices);
    turn_outward(mesh);
    return mesh;
  }
  return std::get<Polyhedron>(body);
}

}  // namespace touchstone::shapes
