#include "validation/experiments/hpmc/disk_starts.hpp"

#include "models/core/interrupt.hpp"
#include "models/disks/start.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "validation/experiments/ecmc/schemes.hpp"

namespace touchstone::validation::hpmc {
namespace {

shapes::Configuration as_shapes(const disks::Configuration& disks) {
  shapes::Configuration c{.box = shapes::Box::square(disks.box.width),
                          .types = {shapes::named_body("disk")}};
  for (const auto& r : disks.centres) c.centres.push_back(c.box.wrap({r.x, r.y, 0}));
  c.type.assign(c.size(), 0);
  c.orientations.assign(c.size(), {});
  return c;
}

}  // namespace

shapes::Configuration disks_after_chains(std::size_t count, double packing, std::uint64_t sweeps,
                                         bool ordered, std::uint64_t seed) {
  const disks::Configuration start =
      ordered ? disks::hexagonal_start(count, packing, disks::kSquare)
              : disks::compressed_start(count, packing, disks::kSquare, seed);
  const auto chains = ecmc::serial_simulation().start(start, {.seed = seed});
  for (std::uint64_t k = 0; k < sweeps; ++k) {
    check_interrupt();
    chains->advance(1);
  }
  return as_shapes(chains->configuration());
}

}  // namespace touchstone::validation::hpmc
