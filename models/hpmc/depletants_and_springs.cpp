#include "models/hpmc/depletants_and_springs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"
#include "models/hpmc/depletant_law.hpp"

namespace touchstone::shapes {
namespace {

Registry<DepletantScheme>& registry() {
  static Registry<DepletantScheme> all("scheme");  // filled before main() by registration lines
  return all;
}

void require_positive(const char* where, const char* what, double x) {
  if (!(x >= 0 && std::isfinite(x)))
    throw input_error(where, what, "a finite number, 0 or more", fmt::format("{}", x));
}

void require_count(const char* what, std::size_t found, std::size_t expected) {
  if (found != expected)
    throw input_error("springs", what, fmt::format("{}, one for each body", expected),
                      fmt::format("{}", found));
}

void require_valid(const Springs& s, std::size_t bodies) {
  require_positive("springs", "constant of translations", s.spring);
  require_positive("springs", "constant of rotations", s.turning);
  if (s.spring > 0) require_count("sites", s.sites.size(), bodies);
  if (s.turning > 0) {
    require_count("orientations", s.orientations.size(), bodies);
    if (s.symmetry.empty())
      throw input_error("springs", "symmetry", "at least the identity, with both signs", "nothing");
  }
}

void require_valid(const Depletants& d, const Configuration& start) {
  require_positive("depletants", "fugacity", d.fugacity);
  if (!(d.fugacity > 0)) return;
  const bool plane = start.box.dimensions == 2;
  if (dimensions(d.body) != start.box.dimensions)
    throw input_error("depletants", "body", fmt::format("one of {} dimensions", plane ? 2 : 3),
                      fmt::format("{}", name(class_of(d.body))));
  const double widest = largest_diameter(start) / 2 + circumradius(d.body);
  const double mean = d.fugacity * ball_volume(widest, plane);
  if (!(mean <= kMostDepletants))
    throw input_error("depletants", "mean number for one trial",
                      fmt::format("at most {}", kMostDepletants), fmt::format("{}", mean));
  const double nearest = start.box.smallest_plane_distance();
  if (!(2 * widest < nearest))
    throw input_error("depletants", "circumradius",
                      fmt::format("with that of the largest body, less than half the distance of "
                                  "the nearest planes of the box, {}",
                                  nearest / 2),
                      fmt::format("{}", widest));
}

}  // namespace

Springs springs_at(const Configuration& crystal, double spring, Anchor anchor) {
  return {.spring = spring,
          .anchor = anchor,
          .sites = crystal.centres,
          .orientations = crystal.orientations};
}

std::vector<Orientation> cyclic_group(int n) {
  std::vector<Orientation> all;
  for (int k = 0; k < 2 * n; ++k)  // the second time round has the other sign
    all.push_back(turned_by(2 * std::numbers::pi * k / n));
  return all;
}

std::vector<Orientation> cube_group() {
  std::vector<Orientation> all;
  const double half = std::numbers::sqrt2 / 2;
  for (const double sign : {-1.0, 1.0}) {
    for (int k = 0; k < 4; ++k) {
      double q[4] = {0, 0, 0, 0};
      q[k] = sign;
      all.push_back({q[0], q[1], q[2], q[3]});
      for (int m = 0; m < k; ++m)
        for (const double other : {-half, half}) {
          double edge[4] = {0, 0, 0, 0};
          edge[k] = sign * half;
          edge[m] = other;
          all.push_back({edge[0], edge[1], edge[2], edge[3]});
        }
    }
    for (int signs = 0; signs < 8; ++signs)
      all.push_back(
          {0.5 * sign, signs & 1 ? -0.5 : 0.5, signs & 2 ? -0.5 : 0.5, signs & 4 ? -0.5 : 0.5});
  }
  return all;
}

double turning_energy(const Orientation& q, const Orientation& q0,
                      const std::vector<Orientation>& symmetry) {
  double nearest = 4;  // |q - q0 g|^2 is at most 4
  for (const Orientation& g : symmetry) {
    const Orientation at = q0 * g;
    nearest = std::min(nearest, norm2(Orientation{q.s - at.s, q.x - at.x, q.y - at.y, q.z - at.z}));
  }
  return 0.5 * nearest;
}

double sum_of_squares(const Configuration& c, const Springs& springs) {
  const bool anchored = springs.anchor != Anchor::none;
  const Vec3 origin = anchored ? c.centres[0] - springs.sites[0] : Vec3{};
  double sum = 0;
  Vec3 drift{};
  for (std::size_t i = 0; i < c.size(); ++i) {
    const Vec3 u = c.box.nearest(c.centres[i] - springs.sites[i] - origin);
    sum += norm2(u);
    drift = drift + u;
  }
  return springs.anchor == Anchor::centre_of_mass
             ? sum - norm2(drift) / static_cast<double>(c.size())
             : sum;
}

const std::vector<DepletantScheme>& depletant_schemes() { return registry().items(); }

const DepletantScheme& depletant_scheme(const std::string& name) { return registry().item(name); }

bool register_depletant_scheme(DepletantScheme scheme, const char* file) {
  registering_files().emplace_back(file);
  return registry().add(std::move(scheme));
}

void require_runnable(const Configuration& start, const RunParameters& p,
                      const DepletantsAndSprings& s) {
  require_runnable(start, p);
  if (p.domains != std::array<int, 3>{1, 1, 1})
    throw input_error("depletants and springs", "domains", "1 x 1 x 1",
                      fmt::format("{} x {} x {}", p.domains[0], p.domains[1], p.domains[2]));
  if (p.box.any())
    throw input_error("depletants and springs", "moves of the box", "none: constant volume",
                      "some");
  require_valid(s.springs, start.size());
  require_valid(s.depletants, start);
}

}  // namespace touchstone::shapes
