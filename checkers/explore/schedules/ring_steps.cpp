#include "checkers/explore/schedules/ring_steps.hpp"

#include <fmt/format.h>

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kMostSites = 16;
constexpr int kBusy = 0;  ///< reason of an abort

template <class Mem>
struct RingCells {
  std::array<typename Mem::template Cell<std::int32_t>, kMostSites> site;  ///< 0, or a particle
  typename Mem::template Cell<std::int32_t> lock;
};

struct Mover {
  std::int32_t particle;  ///< from 1
  std::int32_t at;
  std::int32_t sites;
};

/// Moves a particle to a random neighbouring site if that is empty.
template <RingProtocol protocol, class Mem>
void move_on_ring(Mem& m, RingCells<Mem>& shared, Mover self) {
  const bool right = m.choose(2) == 1;
  const std::int32_t target = (self.at + (right ? 1 : self.sites - 1)) % self.sites;
  auto& old_site = shared.site[static_cast<std::size_t>(self.at)];
  auto& new_site = shared.site[static_cast<std::size_t>(target)];
  constexpr bool tries =
      protocol == RingProtocol::try_lock_discard || protocol == RingProtocol::try_lock_same;
  if constexpr (protocol == RingProtocol::in_turn)
    m.wait_until(shared.lock, std::equal_to<>(), self.particle - 1, order::acquire);
  if constexpr (protocol == RingProtocol::lock) {
    m.wait_exchange(shared.lock, 0, 1, order::acquire);
  } else if constexpr (tries) {
    std::int32_t free = 0;
    if (!m.compare_exchange(shared.lock, free, 1, order::acquire, order::relaxed)) m.abort(kBusy);
  }
  if constexpr (protocol == RingProtocol::test_then_set) {
    if (m.load(new_site, order::acquire) == 0) {
      m.store(new_site, self.particle, order::release);
      m.store(old_site, 0, order::release);
    }
  } else {
    std::int32_t empty = 0;
    if (m.compare_exchange(new_site, empty, self.particle, order::acq_rel, order::relaxed))
      m.store(old_site, 0, order::release);
  }
  if constexpr (protocol == RingProtocol::in_turn)
    m.store(shared.lock, self.particle, order::release);
  if constexpr (protocol == RingProtocol::lock || tries) m.store(shared.lock, 0, order::release);
}

template <RingProtocol protocol>
MachineProgram ring_program(std::size_t sites, std::size_t first, std::size_t second) {
  KernelProgram kernel;
  RingCells<ExploredMemory> shared;
  for (std::size_t i = 0; i < sites; ++i)
    shared.site[i] = kernel.cells.cell<std::int32_t>(fmt::format("site[{}]", i),
                                                     i == first ? 1 : (i == second ? 2 : 0));
  shared.lock = kernel.cells.cell<std::int32_t>("lock", 0);
  for (const auto& [particle, at] : {std::pair{1, first}, std::pair{2, second}})
    kernel.thread("mover", shared,
                  Mover{particle, static_cast<std::int32_t>(at), static_cast<std::int32_t>(sites)},
                  [](auto& m, auto& cells, Mover self) { move_on_ring<protocol>(m, cells, self); });
  return kernel.program();
}

MachineProgram program_for(RingProtocol protocol, std::size_t sites, std::size_t first,
                           std::size_t second) {
  switch (protocol) {
    case RingProtocol::claim_then_release:
      return ring_program<RingProtocol::claim_then_release>(sites, first, second);
    case RingProtocol::test_then_set:
      return ring_program<RingProtocol::test_then_set>(sites, first, second);
    case RingProtocol::lock:
      return ring_program<RingProtocol::lock>(sites, first, second);
    case RingProtocol::in_turn:
      return ring_program<RingProtocol::in_turn>(sites, first, second);
    case RingProtocol::try_lock_discard:
      return ring_program<RingProtocol::try_lock_discard>(sites, first, second);
    default:
      return ring_program<RingProtocol::try_lock_same>(sites, first, second);
  }
}

const char* title(RingProtocol protocol) {
  switch (protocol) {
    case RingProtocol::claim_then_release:
      return "claim, then release";
    case RingProtocol::test_then_set:
      return "test, then set";
    case RingProtocol::lock:
      return "one lock";
    case RingProtocol::in_turn:
      return "in turn";
    case RingProtocol::try_lock_discard:
      return "try lock, retry with new numbers";
    default:
      return "try lock, retry with the same numbers";
  }
}

/// Ordered pairs of different sites, numbered.
struct Pairs {
  std::size_t sites;
  std::size_t first(std::size_t x) const { return x / (sites - 1); }
  std::size_t second(std::size_t x) const {
    const std::size_t other = x % (sites - 1);
    return other + (other >= first(x) ? 1 : 0);
  }
  std::size_t number(std::size_t a, std::size_t b) const {
    return a * (sites - 1) + b - (b > a ? 1 : 0);
  }
};

std::optional<std::size_t> read_pair(const Pairs& pairs, std::span<const Value> memory) {
  std::optional<std::size_t> place[2];
  for (std::size_t i = 0; i < pairs.sites; ++i) {
    if (memory[i] == 0) continue;
    auto& found = place[memory[i] - 1];
    if (found) return std::nullopt;  // in two places
    found = i;
  }
  if (!place[0] || !place[1]) return std::nullopt;  // overwritten
  return pairs.number(*place[0], *place[1]);
}

}  // namespace

StepModel ring_step(std::size_t sites, RingProtocol protocol) {
  if (sites < 3 || sites > kMostSites)
    throw input_error("ring step", "sites", "3 to 16", std::to_string(sites));
  const Pairs pairs{sites};
  StepModel model;
  model.protocol = title(protocol);
  model.sites = sites;
  model.name = fmt::format("ring L={}, {}", sites, model.protocol);
  model.source = "two movers on a ring; the target is claimed before the old site is freed";
  model.configurations = sites * (sites - 1);
  model.program = [=](std::size_t x) {
    return program_for(protocol, sites, pairs.first(x), pairs.second(x));
  };
  model.configuration = [=](std::span<const Value> memory) { return read_pair(pairs, memory); };
  if (protocol == RingProtocol::try_lock_discard) model.on_abort = AbortRule::retry_fresh_choices;
  if (protocol == RingProtocol::try_lock_same) model.on_abort = AbortRule::retry_same_choices;
  switch (protocol) {
    case RingProtocol::claim_then_release:
      model.killed_by = {"oblivious", "scheduler"};
      break;
    case RingProtocol::test_then_set:
    case RingProtocol::try_lock_discard:
    case RingProtocol::try_lock_same:
      model.killed_by = {"scheduler"};
      break;
    case RingProtocol::lock:
      model.claims = {"scheduler"};
      break;
    case RingProtocol::in_turn:
      model.claims = {"confluence", "scheduler", "adversarial"};
  }
  model.observable = "particles are neighbours";
  model.observe = [=](std::size_t x) {
    const std::size_t gap = (pairs.second(x) + sites - pairs.first(x)) % sites;
    return gap == 1 || gap == sites - 1;
  };
  model.picture = [=](std::size_t x) {
    std::string ring(sites, '.');
    ring[pairs.first(x)] = 'A';
    ring[pairs.second(x)] = 'B';
    return ring;
  };
  return model;
}

std::vector<StepModel> ring_steps() {
  std::vector<StepModel> result;
  for (const RingProtocol protocol :
       {RingProtocol::claim_then_release, RingProtocol::test_then_set, RingProtocol::lock,
        RingProtocol::in_turn, RingProtocol::try_lock_discard, RingProtocol::try_lock_same})
    for (const std::size_t sites : {4u, 5u, 6u, 7u}) {
      // On five sites the biases of discarding happen to cancel.
      if (protocol == RingProtocol::try_lock_discard && sites == 5) continue;
      result.push_back(ring_step(sites, protocol));
    }
  return result;
}

}  // namespace touchstone::explore
