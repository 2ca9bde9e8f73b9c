#include "benchmarks/cmc/cluster_entries.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/cmc/partition.hpp"

namespace touchstone::benchmarks::cmc {

std::string ClusterEntry::name() const {
  std::string of_start =
      start.usual() ? "" : fmt::format("/start:{}/masses:{}", start.model, start.masses);
  if (binaries.fraction > 0)
    of_start += fmt::format("/binaries:{}/{}/{}", binaries.fraction, binaries.axes,
                            binaries.eccentricities);
  if (collisions != "none") of_start += "/collisions:" + collisions;
  if (formation != "none") of_start += "/formation:" + formation;
  return fmt::format("{}{}/stars:{}/ranks:{}/threads:{}", scheme->info.name, of_start, stars, ranks,
                     threads);
}

Subject ClusterEntry::subject() const {
  nlohmann::json params = {{"stars", stars}};
  if (!start.usual()) params.update({{"start", start.model}, {"masses", start.masses}});
  if (binaries.fraction > 0)
    params.update({{"binaries", binaries.fraction},
                   {"axes", binaries.axes},
                   {"eccentricities", binaries.eccentricities}});
  if (collisions != "none") params["collisions"] = collisions;
  if (formation != "none") params["formation"] = formation;
  return {kFamily,
          scheme->info,
          "seconds per step",
          name(),
          params,
          fmt::format("--stars {} --ranks {}{}{}{}{}", stars, ranks, start.options(),
                      binaries.options(), collisions == "none" ? "" : " --collisions " + collisions,
                      formation == "none" ? "" : " --formation " + formation),
          threads,
          static_cast<int>(ranks)};
}

Protocol cluster_protocol(const Request& request) {
  return protocol_of(request, {{3, 0.001, 0.01}, {5, 0.05, 0.1}, {11, 1, 2}});
}

std::vector<std::size_t> cluster_sizes(const Request& request) {
  if (!request.stars.empty()) return request.stars;
  const std::vector<std::size_t> large = {10'000, 100'000, 1'000'000};
  return of_class<std::vector<std::size_t>>(
      request, {{1000}, {10'000, 100'000}, large, large, {10'000, 100'000, 1'000'000, 10'000'000}});
}

std::vector<ClusterEntry> cluster_entries(const Request& request, std::size_t stars) {
  std::vector<ClusterEntry> result;
  const cluster::ClusterStart start{request.start, request.masses};
  const std::size_t bins = stars / cluster::kBin;
  for (const cluster::ClusterScheme& scheme : cluster::cluster_schemes()) {
    if (!scheme.makes_steps || !is_wanted(request, scheme)) continue;
    if (request.binaries.fraction > 0 && !scheme.follows_binaries) continue;
    if (request.collisions != "none" && !scheme.follows_collisions) continue;
    if (request.formation != "none" && !scheme.follows_formation) continue;
    // A rank by bins needs two stars more than one of them: two bins.
    const std::size_t usual = scheme.many_blocks ? kMostBlocks : kBlocks;
    const std::size_t blocks =
        cluster::ranks_of(scheme, std::min(request.ranks.value_or(usual), bins / 2));
    if (scheme.messages) {
      const auto most = request.ranks.value_or(of_class<std::size_t>(request, {2, 16, 64}));
      for (const int ranks : doubling(static_cast<int>(most)))
        if (const auto count = static_cast<std::size_t>(ranks); 2 * count <= bins)
          result.push_back({&scheme, stars, count, 1, start, request.binaries, request.collisions,
                            request.formation});
    } else {
      for (const int threads : doubling(scheme.info.parallel ? request.threads : 1))
        result.push_back({&scheme, stars, blocks, threads, start, request.binaries,
                          request.collisions, request.formation});
    }
  }
  return result;
}

}  // namespace touchstone::benchmarks::cmc
