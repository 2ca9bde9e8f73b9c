// checkers/ecmc/active_disks.cpp
// Purpose   Sets of active disks, as samplers and their reference share them: of many among few
//           disks, no disk twice, in ascending order, and every set as likely as any other.
// Computes  The same by a shuffle of all disks.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "checkers/starts/start_kind.hpp"
#include "models/disks/chains/chain_schedule.hpp"

namespace touchstone::starts {
namespace {

constexpr std::size_t kDisks = 7, kMostActive = 5;
constexpr std::uint64_t kLegs = 10;
using Set = std::vector<disks::DiskIndex>;

/// The number of a set in the order of its bits.
void add(Drawn& drawn, const Set& set) {
  double bits = 0;
  for (const disks::DiskIndex disk : set) bits += static_cast<double>(1u << disk);
  drawn.values[fmt::format("{} active disks", set.size())].push_back(bits);
}

Drawn shipped(std::uint64_t seed) {
  Drawn drawn;
  const Philox random(seed);
  for (std::size_t active = 1; active <= kMostActive; ++active)
    for (std::uint64_t leg = 0; leg < kLegs; ++leg) {
      const Set set =
          disks::random_active(kDisks, active, disks::active_stream(random, kLegs * active + leg));
      add(drawn, set);
      const bool ascending =
          std::adjacent_find(set.begin(), set.end(), std::greater_equal<>()) == set.end();
      if (set.size() != active || !ascending || set.back() >= kDisks)
        drawn.wrong = fmt::format("active disks {} of {}", fmt::join(set, " "), kDisks);
    }
  return drawn;
}

Drawn shuffled(std::mt19937_64& random) {
  Drawn drawn;
  for (std::size_t active = 1; active <= kMostActive; ++active)
    for (std::uint64_t leg = 0; leg < kLegs; ++leg) {
      Set all(kDisks);
      std::iota(all.begin(), all.end(), 0);
      for (std::size_t k = kDisks; k > 1; --k) {
        const double other = uniform(random) * static_cast<double>(k);
        std::swap(all[k - 1], all[static_cast<std::size_t>(other)]);
      }
      all.resize(active);
      add(drawn, all);
    }
  return drawn;
}

const bool registered = register_generator(
    "ecmc", {.info = {.name = "ecmc/active-disks", .source = "Floyd's choice of k among n"},
             .draw = shipped,
             .law = shuffled,
             .starts = 2000});

}  // namespace
}  // namespace touchstone::starts
