#include "benchmarks/hpmc/shape_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "models/core/errors.hpp"
#include "models/hpmc/boxes/domain_grid.hpp"
#include "suite/cores.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

/// Whether a scheme without domains takes the bodies of a system.
bool runs(const shapes::ShapeScheme& scheme, const ShapeSystem& system) {
  const shapes::Configuration few = system.lattice(system.copies[0]);
  if (scheme.runs) return scheme.runs(few, system.parameters());
  try {
    scheme.start(few, system.parameters());
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// At least two domains, as many as threads where they fit.
std::array<int, 3> domains_for(const ShapeSystem& system, int copies, int threads) {
  std::array<int, 3> n = {1, 1, 1};
  const auto directions = n.begin() + system.dimensions;
  const double side = system.side(copies);
  while (n[0] * n[1] * n[2] < std::max(2, threads)) {
    int& fewest = *std::min_element(n.begin(), directions);
    if (side < 2 * fewest * 3 * system.diameter) break;
    fewest *= 2;
  }
  return n;
}

/// The paper's numbers of processes; of each system that it has in Figure 5, and elsewhere two.
std::vector<int> rank_counts(const Request& request, const ShapeSystem& system, int copies) {
  int most = of_class<int>(request, {2, 16, 96});
  if (system.round || copies == system.copies[0]) most = 2;
  if (request.ranks) most = static_cast<int>(*request.ranks);
  std::vector<int> counts;
  for (const int ranks : {1, 2, 4, 8, 16, 24, 48, 96, 192})
    if (ranks <= most) counts.push_back(ranks);
  return counts;
}

/// One for each rank; nothing where frozen slabs leave too little for its moves to be counted.
std::optional<ShapeEntry> entry_of_ranks(ShapeEntry entry) {
  const double side = entry.system->side(entry.copies);
  try {
    entry.domains = shapes::domains_for(
        entry.system->dimensions == 2 ? shapes::Box::square(side) : shapes::Box::cube(side),
        entry.system->diameter, entry.ranks);
  } catch (const InputError&) {
    return std::nullopt;
  }
  if (entry.active_share() < 0.05) return std::nullopt;
  return entry;
}

}  // namespace

std::string ShapeEntry::name() const {
  const std::string of_ranks = scheme->ranks ? fmt::format("ranks:{}/", ranks) : "";
  return fmt::format("{}/{}/bodies:{}/{}threads:{}", scheme->info.name, system->name, bodies(),
                     of_ranks, threads);
}

Subject ShapeEntry::subject() const {
  return {kFamily,
          scheme->info,
          kMovesPerSecond,
          name(),
          {{"system", system->name}, {"bodies", bodies()}},
          fmt::format("--particles {}{}", bodies(),
                      scheme->ranks ? fmt::format(" --ranks {}", ranks) : ""),
          threads,
          ranks};
}

bool ShapeEntry::oversubscribed() const { return ranks > available_cores(); }

double ShapeEntry::active_share() const {
  double share = 1;
  for (const int n : domains)
    if (n > 1) share *= 1 - n * system->diameter / system->side(copies);
  return share;
}

shapes::RunParameters ShapeEntry::parameters(std::uint64_t seed) const {
  shapes::RunParameters p = system->parameters();
  p.domains = domains;
  p.threads = threads;
  p.ranks = ranks;
  p.seed = seed;
  return p;
}

Protocol shape_protocol(const Request& request) {
  return protocol_of(request, {{3, 0.001, 0.05}, {5, 0.06, 0.3}, {7, 1, 4}});
}

std::vector<int> shape_sizes(const Request& request, const ShapeSystem& system) {
  std::set<int> copies;
  for (const std::size_t bodies : request.disks) copies.insert(copies_for(system, bodies));
  if (copies.empty())
    copies = {system.copies[0],
              of_class<int>(request, {system.copies.begin(), system.copies.end()})};
  return {copies.begin(), copies.end()};
}

std::vector<ShapeEntry> shape_entries(const Request& request, const ShapeSystem& system,
                                      int copies) {
  std::vector<ShapeEntry> result;
  for (const shapes::ShapeScheme& scheme : shapes::shape_schemes()) {
    if (!is_wanted(request, scheme)) continue;
    const std::array<int, 3> whole = {1, 1, 1};
    const std::set<int> threads = one_and_all(request, scheme.info);
    if (scheme.all_pairs) {
      if (system.reference && system.bodies(copies) <= kAllPairsBodies)
        result.push_back({&scheme, &system, copies, 1, whole});
    } else if (scheme.ranks) {
      for (const int ranks : rank_counts(request, system, copies))
        if (const auto entry = entry_of_ranks({&scheme, &system, copies, 1, whole, ranks}))
          result.push_back(*entry);
    } else if (scheme.cuts) {
      const std::array<int, 3> domains = domains_for(system, copies, request.threads);
      if (domains == whole) continue;
      for (const int count : threads) result.push_back({&scheme, &system, copies, count, domains});
    } else if (runs(scheme, system)) {
      for (const int count : threads) result.push_back({&scheme, &system, copies, count, whole});
    }
  }
  return result;
}

}  // namespace touchstone::benchmarks::hpmc
