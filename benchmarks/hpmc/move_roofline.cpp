#include "benchmarks/hpmc/move_roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/ecmc/chain_roofline.hpp"
#include "models/hpmc/bodies/core_points.hpp"
#include "models/hpmc/bodies/hull.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::Configuration;
using shapes::Vec3;

struct Features {
  double vertices = 0, facets = 0;  ///< mean of the bodies that are there
  bool round = true;
};

bool has_centre_of_symmetry(const std::vector<Vec3>& points) {
  return std::all_of(points.begin(), points.end(), [&](const Vec3& p) {
    return std::any_of(points.begin(), points.end(),
                       [&](const Vec3& q) { return norm(p + q) < 1e-9 * norm(p); });
  });
}

Features features_of(const Configuration& c) {
  Features mean;
  for (const std::uint32_t type : c.type) {
    const shapes::Body& body = c.types[type];
    if (std::holds_alternative<shapes::Disk>(body) || std::holds_alternative<shapes::Ball>(body))
      continue;
    mean.round = false;
    const std::vector<Vec3> points = shapes::core_points(body).points;
    const double share =
        (has_centre_of_symmetry(points) ? 0.5 : 1.0) / static_cast<double>(c.size());
    const std::size_t facets =
        dimensions(body) == 2 ? points.size() : shapes::hull_of(points).facets.size();
    mean.vertices += share * static_cast<double>(points.size());
    mean.facets += share * static_cast<double>(facets);
  }
  return mean;
}

}  // namespace

MoveRoofline move_roofline(const Configuration& c, const shapes::MoveCounts& counts, double moves) {
  const Features body = features_of(c);
  const double d = c.box.dimensions;
  const auto per_move = [&](std::uint64_t count) { return static_cast<double>(count) / moves; };
  const double vectors = std::max(per_move(counts.screens), per_move(counts.screened) / 8);
  const double check = body.round ? 3 * d : 4 * 2 * (d * std::ceil(body.vertices / 8) + d * d);
  const double leaf = 5 * d + 2 + (body.round ? 0 : 2 * (d + 1) + 2);
  return {6 * per_move(counts.blocks) + 4 * d + 8 + 4 * per_move(counts.boxes) +
              leaf * per_move(counts.leaves) + d * per_move(counts.screened) +
              vectors * (d + 1) * (2 * body.facets + body.vertices) +
              check * per_move(counts.checks),
          16 * per_move(counts.blocks) + 64 + 32 * per_move(counts.boxes) +
              (64 * d + 32) * per_move(counts.leaves) + 16 * d * per_move(counts.screened)};
}

double MoveRoofline::seconds() const { return instructions * ecmc::chain_costs().instruction; }

std::pair<shapes::MoveCounts, double> CountEntry::counts(const Configuration& start,
                                                         std::uint64_t seed) const {
  shapes::RunParameters parameters = system->parameters();
  parameters.seed = seed;
  return {counter->count(start, parameters, 1),
          static_cast<double>(start.size()) * parameters.sweeps_per_step};
}

Subject CountEntry::subject() const {
  return {kFamily,
          shapes::shape_scheme(counter->name).info,
          kLeastInstructions,
          fmt::format("{}/{}/floor", counter->name, system->name),
          {{"system", system->name}}};
}

ResultRecord count_moves(const Request& request, const CountEntry& entry,
                         const Configuration& start) {
  const auto [counts, moves] = entry.counts(start, request.seed);
  const MoveRoofline roofline = move_roofline(start, counts, moves);
  const auto per_move = [all = moves](std::uint64_t count) {
    return static_cast<double>(count) / all;
  };
  ResultRecord record = stated(request, entry.subject(), roofline.instructions);
  record.params.update({{"bodies", start.size()},
                        {"floor_seconds", roofline.seconds()},
                        {"bytes", roofline.bytes},
                        {"blocks", per_move(counts.blocks)},
                        {"boxes", per_move(counts.boxes)},
                        {"leaves", per_move(counts.leaves)},
                        {"near", per_move(counts.near)},
                        {"screened", per_move(counts.screened)},
                        {"checks", per_move(counts.checks)}});
  return record;
}

}  // namespace touchstone::benchmarks::hpmc
