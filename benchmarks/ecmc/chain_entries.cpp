#include "benchmarks/ecmc/chain_entries.hpp"

#include <fmt/format.h>

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

Subject chain_subject(const SchemeInfo& scheme, const std::string& metric, const std::string& name,
                      std::size_t disks, int threads) {
  return {kFamily,
          scheme,
          metric,
          name,
          {{"disks", disks}, {"packing_fraction", kPackingFraction}},
          fmt::format("--disks {}", disks),
          threads};
}

Protocol chain_protocol(const Request& request) {
  return protocol_of(request, {{3, 0.001}, {7, 0.05}, {11, 0.2}, {11, 1}});
}

std::vector<std::size_t> chain_sizes(const Request& request) {
  if (!request.disks.empty()) return request.disks;
  return of_class<std::vector<std::size_t>>(
      request, {{1024}, {64 * 64, 256 * 256}, {64 * 64, 256 * 256, 1024 * 1024}});
}

std::vector<ChainEntry> chain_entries(const Request& request, std::size_t disks) {
  std::vector<ChainEntry> result;
  for (const disks::ChainScheme& scheme : disks::chain_schemes()) {
    if (!is_wanted(request, scheme)) continue;
    for (const std::size_t active : active_counts(scheme, disks))
      for (const int threads : doubling(request.threads))
        if (threads == 1 || (scheme.info.parallel && static_cast<std::size_t>(threads) <= active))
          result.push_back({&scheme, disks, active, threads});
  }
  return result;
}

}  // namespace touchstone::benchmarks::ecmc
