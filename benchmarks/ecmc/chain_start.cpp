#include "benchmarks/ecmc/chain_start.hpp"

#include "models/core/interrupt.hpp"
#include "models/core/random/philox.hpp"
#include "models/core/registry.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/start.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

constexpr std::uint64_t kExpectedLiftings = 100'000;
constexpr std::size_t kFewestPieces = 16, kMostPieces = 1000;

/// Each disk by up to a quarter of the least gap, in each direction.
disks::Configuration shifted_lattice(std::size_t disks, std::uint64_t seed) {
  disks::Configuration c = disks::hexagonal_start(disks, kPackingFraction);
  const double gap = disks::smallest_distance(c, 2) - 1;
  PhiloxStream random = Philox(seed).stream(Purpose::start, 0, 0);
  for (auto& centre : c.centres) {
    const double dx = gap / 4 * (2 * random.uniform() - 1);
    const double dy = gap / 4 * (2 * random.uniform() - 1);
    centre = c.box.wrap({centre.x + dx, centre.y + dy});
  }
  return c;
}

MeltedDisks melted_lattice(const Request& request, std::size_t disks) {
  disks::RunParameters run;  // one thread: barriers wait long where others use the machine
  run.seed = request.seed;
  return melted(quickest_scheme([](const disks::DiskScheme& one) { return one.measures_rift; }),
                shifted_lattice(disks, request.seed), run,
                [](const SweepStats& liftings, double sweeps) {
                  return static_cast<double>(liftings.accepted) / sweeps;
                });
}

}  // namespace

ChainStart::ChainStart(const Request& request, std::size_t disks)
    : ChainStart(melted_lattice(request, disks)) {}

ChainStart::ChainStart(const MeltedDisks& melted)
    : Relaxation(melted),
      configuration_(disks::in_fixed_point(melted.configuration)),
      lanes_(disks::near_graph(configuration_)),
      minimal_(disks::minimal_graph(configuration_, lanes_)) {}

disks::Leg ChainStart::leg(std::size_t active) const {
  return {configuration_, disks::spread_active(configuration_.size(), active), kPiece};
}

const Expected& ChainStart::expected(std::size_t active) {
  if (const auto found = expected_.find(active); found != expected_.end()) return found->second;
  const auto run =
      baseline_of(disks::chain_schemes()).start(leg(active), minimal_, {.record = false});
  Expected result;
  std::uint64_t before = 0;
  while (result.liftings.size() < kFewestPieces ||
         (run->liftings() < kExpectedLiftings && result.liftings.size() < kMostPieces)) {
    check_interrupt();
    run->advance(kPiece);
    result.liftings.push_back(run->liftings() - before);
    before = run->liftings();
  }
  result.end = run->end();
  const double path = static_cast<double>(result.liftings.size() * active) * 0.25;  // sides
  result.per_side = static_cast<double>(run->liftings()) / path;
  return expected_[active] = std::move(result);
}

}  // namespace touchstone::benchmarks::ecmc
