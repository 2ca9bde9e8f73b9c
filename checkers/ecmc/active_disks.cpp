// checkers/ecmc/active_disks.cpp
// Purpose   Sets of active disks, as samplers and their reference share them: of many among few
//           disks, no disk twice, in ascending order, and every set as likely as any other; and of
//           single ones among hundreds, the first and the last of as many choices.
// Computes  The same by a shuffle of all disks.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

#include "checkers/starts/start_kind.hpp"
#include "models/disks/chains/chain_schedule.hpp"

namespace touchstone::starts {
namespace {

constexpr std::size_t kDisks = 7, kMostActive = 5;
constexpr std::size_t kHundreds = 300;
constexpr std::uint64_t kLegs = 10;
using Set = std::vector<disks::DiskIndex>;

/// Adds the number of a set in the order of its bits.
void add(Drawn& drawn, const Set& set) {
  double bits = 0;
  for (const disks::DiskIndex disk : set) bits += static_cast<double>(1u << disk);
  drawn.values[fmt::format("{} active disks", set.size())].push_back(bits);
}
void add_ends(Drawn& drawn, const Set& alone) {
  const auto [first, last] = std::ranges::minmax(alone);
  drawn.values["the first of hundreds"].push_back(first);
  drawn.values["the last of hundreds"].push_back(last);
}

/// Draws all sets of a start: `choose(disks, active, leg)` is a set.
template <class Choose>
Drawn all_sets(Choose&& choose) {
  Drawn drawn;
  for (std::uint64_t leg = 0; leg < kLegs; ++leg)
    for (std::size_t active = 1; active <= kMostActive; ++active)
      add(drawn, choose(kDisks, active, kLegs * active + leg));
  Set alone;
  for (std::uint64_t leg = 0; leg < kHundreds; ++leg)
    alone.push_back(choose(kHundreds, 1, leg).front());
  add_ends(drawn, alone);
  return drawn;
}

Drawn shipped(std::uint64_t seed) {
  const Philox random(seed);
  std::string wrong;
  const auto choose = [&](std::size_t disks, std::size_t active, std::uint64_t leg) {
    Set set = disks::random_active(disks, active, disks::active_stream(random, leg));
    const bool ascending =
        std::adjacent_find(set.begin(), set.end(), std::greater_equal<>()) == set.end();
    if (set.size() != active || !ascending || set.back() >= disks)
      wrong = fmt::format("active disks {} of {}", fmt::join(set, " "), disks);
    return set;
  };
  Drawn drawn = all_sets(choose);
  drawn.wrong = wrong;
  return drawn;
}

Drawn shuffled(std::mt19937_64& random) {
  std::map<std::size_t, Set> orders;  // to shuffle one that was shuffled before is as good
  return all_sets([&](std::size_t disks, std::size_t active, std::uint64_t) {
    Set& all = orders[disks];
    if (all.empty()) {
      all.resize(disks);
      std::iota(all.begin(), all.end(), 0);
    }
    for (std::size_t k = disks; k > disks - active; --k) {
      const double other = uniform(random) * static_cast<double>(k);
      std::swap(all[k - 1], all[static_cast<std::size_t>(other)]);
    }
    return Set(all.end() - static_cast<std::ptrdiff_t>(active), all.end());
  });
}

const bool registered = register_generator(
    "ecmc", {.info = {.name = "ecmc/active-disks", .source = "Floyd's choice of k among n"},
             .draw = shipped,
             .law = shuffled,
             .starts = 2000});

}  // namespace
}  // namespace touchstone::starts
