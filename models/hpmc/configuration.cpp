#include "models/hpmc/configuration.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/measure.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::shapes {
namespace {

void require_count(const char* what, std::size_t found, std::size_t expected) {
  if (found != expected)
    throw input_error("configuration", fmt::format("number of {}", what),
                      fmt::format("{}, as many as centres", expected), fmt::format("{}", found));
}

void require_start(int n, double packing) {
  if (n < 1) throw input_error("lattice", "cells along a side", "at least 1", fmt::format("{}", n));
  if (!(packing > 0 && packing <= 1))
    throw input_error("lattice", "packing fraction", "a number in (0, 1]",
                      fmt::format("{}", packing));
}

/// One body on each point of a basis, in each of n^dimensions cells.
Configuration lattice(const Body& body, int n, double packing, const std::vector<Vec3>& basis) {
  require_start(n, packing);
  const std::optional<double> volume = measure(body);
  if (!volume)
    throw input_error("lattice", "body", "one whose area or volume is known",
                      std::string(name(class_of(body))));
  const int d = dimensions(body);
  const double per_cell = static_cast<double>(basis.size()) * *volume / packing;
  const double side = d == 2 ? std::sqrt(per_cell) : std::cbrt(per_cell);
  Configuration c{.box = d == 2 ? Box::square(n * side) : Box::cube(n * side), .types = {body}};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < (d == 2 ? 1 : n); ++k)
        for (const Vec3& b : basis) {
          const Vec3 f{(i + b.x) / n - 0.5, (j + b.y) / n - 0.5, d == 2 ? 0 : (k + b.z) / n - 0.5};
          c.centres.push_back(c.box.wrap(c.box.from_fractional(f)));
        }
  c.type.assign(c.centres.size(), 0);
  c.orientations.assign(c.centres.size(), {});
  return c;
}

}  // namespace

double Configuration::packing_fraction() const {
  std::vector<double> of_type;
  for (const Body& body : types)
    of_type.push_back(measure(body).value_or(std::numeric_limits<double>::quiet_NaN()));
  double sum = 0;
  for (const std::uint32_t t : type) sum += of_type[t];
  return sum / box.volume();
}

void require_valid(const Configuration& c) {
  require_valid(c.box);
  require_count("types", c.type.size(), c.centres.size());
  require_count("orientations", c.orientations.size(), c.centres.size());
  for (const Body& body : c.types)
    if (dimensions(body) != c.box.dimensions)
      throw input_error("configuration", std::string(name(class_of(body))),
                        fmt::format("a body of {} dimensions", c.box.dimensions),
                        fmt::format("{}", dimensions(body)));
  for (std::size_t i = 0; i < c.size(); ++i) {
    const std::string where = fmt::format("body {}", i);
    const Vec3 r = c.centres[i];
    if (c.type[i] >= c.types.size())
      throw input_error(where, "type", fmt::format("below {}", c.types.size()),
                        fmt::format("{}", c.type[i]));
    if (!(std::isfinite(r.x) && std::isfinite(r.y) && std::isfinite(r.z)))
      throw input_error(where, "centre", "finite numbers",
                        fmt::format("({}, {}, {})", r.x, r.y, r.z));
    if (c.box.dimensions == 2 && r.z != 0)
      throw input_error(where, "z in a box of two dimensions", "0", fmt::format("{}", r.z));
    if (!(std::abs(norm2(c.orientations[i]) - 1) < 1e-6))
      throw input_error(where, "orientation", "a quaternion of length 1",
                        fmt::format("length {}", std::sqrt(norm2(c.orientations[i]))));
  }
}

Configuration tetrahedra_and_octahedra(int cells, double packing) {
  require_start(cells, packing);
  const double side = std::numbers::sqrt2 / std::cbrt(packing);
  Configuration c{.box = Box::cube(cells * side),
                  .types = {named_body("tetrahedron"), named_body("octahedron")}};
  const auto add = [&](std::uint32_t type, Vec3 f, Orientation q) {
    c.type.push_back(type);
    c.centres.push_back(c.box.wrap(side * f - (cells * side / 2) * Vec3{1, 1, 1}));
    c.orientations.push_back(q);
  };
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (int k = 0; k < cells; ++k) {
        const Vec3 cell{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
        for (const Vec3 f :
             {Vec3{0.5, 0.5, 0.5}, Vec3{0.5, 0, 0}, Vec3{0, 0.5, 0}, Vec3{0, 0, 0.5}})
          add(1, cell + f, {});
        for (int corner = 0; corner < 8; ++corner) {
          const int x = corner & 1;
          const int y = corner >> 1 & 1;
          const int z = corner >> 2;
          // Neighbours are images of each other in the square face between them; a face, not a
          // vertex, points to each of the four octahedra around.
          const bool turned = ((x + y + z) & 1) == 0;
          add(0, cell + Vec3{0.25 + 0.5 * x, 0.25 + 0.5 * y, 0.25 + 0.5 * z},
              turned ? turned_by(std::numbers::pi / 2) : Orientation{});
        }
      }
  return c;
}

Configuration simple_lattice(const Body& body, int n, double packing) {
  return lattice(body, n, packing, {{0.5, 0.5, 0.5}});
}
Configuration face_centred_lattice(const Body& body, int n, double packing) {
  return lattice(body, n, packing, {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}});
}
Configuration body_centred_lattice(const Body& body, int n, double packing) {
  return lattice(body, n, packing, {{0, 0, 0}, {0.5, 0.5, 0.5}});
}

}  // namespace touchstone::shapes
