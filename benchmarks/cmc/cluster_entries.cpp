#include "benchmarks/cmc/cluster_entries.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/cmc/partition.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

/// Powers of two up to `last`, and `last`.
std::vector<std::size_t> doubling(std::size_t last) {
  std::vector<std::size_t> result;
  for (std::size_t n = 1; n < last; n *= 2) result.push_back(n);
  result.push_back(last);
  return result;
}

bool is_timed(const Request& request, const cluster::ClusterScheme& scheme) {
  return !scheme.mutant && scheme.makes_steps && scheme.available && scheme.info.timed &&
         matches(request.filter, scheme.info.name);
}

std::size_t most_ranks(const Request& request) {
  switch (request.problem_class) {
    case ProblemClass::tiny:
      return 2;
    case ProblemClass::S:
      return 16;
    default:
      return 64;
  }
}

}  // namespace

std::string ClusterEntry::name() const {
  return fmt::format("{}/stars:{}/ranks:{}/threads:{}", scheme->info.name, stars, ranks, threads);
}

ClusterProtocol cluster_protocol(const Request& request) {
  ClusterProtocol result{11, 1, 2};
  if (request.problem_class == ProblemClass::tiny) result = {3, 0.001, 0.01};
  if (request.problem_class == ProblemClass::S) result = {5, 0.05, 0.1};
  result.runs = request.runs.value_or(result.runs);
  return result;
}

std::vector<std::size_t> cluster_sizes(const Request& request) {
  if (!request.stars.empty()) return request.stars;
  switch (request.problem_class) {
    case ProblemClass::tiny:
      return {1000};
    case ProblemClass::S:
      return {10'000, 100'000};
    case ProblemClass::W:
    case ProblemClass::A:
      return {10'000, 100'000, 1'000'000};
    default:
      return {10'000, 100'000, 1'000'000, 10'000'000};
  }
}

std::vector<ClusterEntry> cluster_entries(const Request& request, std::size_t stars) {
  std::vector<ClusterEntry> result;
  const std::size_t bins = stars / cluster::kBin;
  for (const cluster::ClusterScheme& scheme : cluster::cluster_schemes()) {
    if (!is_timed(request, scheme)) continue;
    // A rank by bins needs two stars more than one of them: two bins.
    const std::size_t blocks =
        cluster::ranks_of(scheme, std::min(request.ranks.value_or(kBlocks), bins / 2));
    if (scheme.messages) {
      for (const std::size_t ranks : doubling(request.ranks.value_or(most_ranks(request))))
        if (2 * ranks <= bins) result.push_back({&scheme, stars, ranks, 1});
    } else {
      const int most = scheme.info.parallel ? request.threads : 1;
      for (const std::size_t threads : doubling(static_cast<std::size_t>(most)))
        result.push_back({&scheme, stars, blocks, static_cast<int>(threads)});
    }
  }
  return result;
}

}  // namespace touchstone::benchmarks::cmc
