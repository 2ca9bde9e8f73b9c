#include "validation/experiments/ecmc/equilibrated_start.hpp"

#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "models/core/interrupt.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "validation/experiments/ecmc/schemes.hpp"

namespace touchstone::validation::ecmc {
namespace {

constexpr std::uint64_t kLiftingsPerDisk = 200;
constexpr std::size_t kChainsPerSweep = 4;  // more would cost more in graphs than in chains

disks::FixedConfiguration equilibrated(disks::FixedConfiguration c, std::uint64_t seed) {
  const disks::ChainScheme& cells = cell_chain();
  PhiloxStream random = Philox(seed).stream(Purpose::chain_starts, 0, 0);
  const disks::Ticks length =
      static_cast<disks::Ticks>(c.size() / kChainsPerSweep + 1) * disks::mean_free_path(c.size());
  std::uint64_t liftings = 0;
  // An even number of chains, so that the axes are where they were.
  for (bool turned = false; turned || liftings < kLiftingsPerDisk * c.size(); turned = !turned) {
    check_interrupt();
    const auto first = random.below(static_cast<std::uint32_t>(c.size()));
    const disks::Leg leg{c, {first}, length};
    const auto run = cells.start(leg, disks::near_graph(c), {.record = false});
    run->advance(leg.duration);
    liftings += run->liftings() + 1;  // chains that meet no disk count too
    c.x = run->end().x;
    c = transposed(c);
  }
  return c;
}

}  // namespace

disks::FixedConfiguration equilibrated_start(std::size_t disks, double packing_fraction,
                                             disks::Aspect aspect, std::uint64_t seed) {
  using Arguments = std::tuple<std::size_t, double, double, double, std::uint64_t>;
  static std::map<Arguments, disks::FixedConfiguration> known;
  static std::mutex mutex;  // held while one is computed: another thread may want the same
  const std::lock_guard lock(mutex);
  const Arguments arguments{disks, packing_fraction, aspect.width, aspect.height, seed};
  if (const auto it = known.find(arguments); it != known.end()) return it->second;
  const auto start =
      disks::in_fixed_point(disks::compressed_start(disks, packing_fraction, aspect, seed));
  return known[arguments] = equilibrated(start, seed);
}

}  // namespace touchstone::validation::ecmc
