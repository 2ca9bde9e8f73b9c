#include "benchmarks/ecmc/chain_entries.hpp"

#include <fmt/format.h>

#include "models/core/names.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

/// Numbers of active disks; the exact order of time has a cost that grows with them.
std::vector<std::size_t> active_counts(const disks::ChainScheme& scheme, std::size_t disks) {
  std::vector<std::size_t> wanted = {1, 8, 16, kPublishedActive};
  if (scheme.variant) wanted = {kPublishedActive};
  if (!scheme.local_times) wanted.insert(wanted.end(), {128, 512});
  std::erase_if(wanted, [&](std::size_t k) {
    return k > scheme.most_active || (k > 1 && 8 * k > disks);  // else they block each other
  });
  return wanted;
}

}  // namespace

std::string ChainEntry::name() const {
  return fmt::format("{}/disks:{}/active:{}/threads:{}", scheme->info.name, disks, active, threads);
}

ChainProtocol chain_protocol(const Request& request) {
  ChainProtocol result{11, 1};
  if (request.problem_class == ProblemClass::tiny) result = {3, 0.001};
  if (request.problem_class == ProblemClass::S) result = {7, 0.05};
  if (request.problem_class == ProblemClass::W) result = {11, 0.2};
  result.runs = request.runs.value_or(result.runs);
  return result;
}

std::vector<const disks::ChainScheme*> timed_schemes() {
  std::vector<const disks::ChainScheme*> result;
  for (const disks::ChainScheme& scheme : disks::chain_schemes())
    if (scheme.info.timed && !scheme.mutant) result.push_back(&scheme);
  return result;
}

std::vector<std::size_t> chain_sizes(const Request& request) {
  if (!request.disks.empty()) return request.disks;
  if (request.problem_class == ProblemClass::tiny) return {1024};
  std::vector<std::size_t> sizes = {64 * 64, 256 * 256};
  if (request.problem_class != ProblemClass::S) sizes.push_back(1024 * 1024);
  return sizes;
}

std::vector<int> thread_counts(const Request& request) {
  std::vector<int> result;
  for (int threads = 1; threads < request.threads; threads *= 2) result.push_back(threads);
  result.push_back(request.threads);
  return result;
}

std::vector<ChainEntry> chain_entries(const Request& request, std::size_t disks) {
  std::vector<ChainEntry> result;
  for (const disks::ChainScheme* scheme : timed_schemes()) {
    if (!matches(request.filter, scheme->info.name)) continue;
    for (const std::size_t active : active_counts(*scheme, disks))
      for (const int threads : thread_counts(request))
        if (threads == 1 || (scheme->info.parallel && static_cast<std::size_t>(threads) <= active))
          result.push_back({scheme, disks, active, threads});
  }
  return result;
}

}  // namespace touchstone::benchmarks::ecmc
