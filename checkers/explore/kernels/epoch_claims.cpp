// checkers/explore/kernels/epoch_claims.cpp
// Purpose   Epochs whose pieces threads claim (optimized/core/epoch_claims_kernel.hpp): mutants.
// Shows     Each piece is worked on once in each epoch, after the epoch before is settled and
//           before its own is; the work comes to its end, whoever comes late or not at all.
#include <array>

#include "checkers/explore/kernels/kernel.hpp"
#include "optimized/core/epoch_claims_kernel.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kPieces = 2;
constexpr int kIncomplete = 0;  ///< reason: an epoch is settled while a piece is not worked on
constexpr int kUnseen = 1;      ///< reason: after the end the caller does not see what was done

enum class ClaimFault { none, by_looking, settles_one_too_early, count_reset_late };

template <class Mem>
struct SharedWork {
  optimized::EpochClaims<Mem> claims;
  std::array<typename Mem::template Cell<std::uint32_t>, kPieces> claimed;
  std::array<typename Mem::template Cell<std::int32_t>, kPieces> result;
  typename Mem::template Cell<std::int32_t> settled;  ///< epochs
};

struct Epoch {
  std::uint32_t number;
  std::int32_t me, epochs;
};

template <ClaimFault fault, class Mem>
bool claim(Mem& m, SharedWork<Mem>& work, std::size_t piece, std::uint32_t number) {
  auto& claimed = work.claimed[piece];
  if constexpr (fault != ClaimFault::by_looking) return work.claims.claim(m, claimed, number);
  if (m.load(claimed, order::relaxed) == number) return false;
  m.store(claimed, number, order::relaxed);
  return true;
}

template <ClaimFault fault, class Mem>
void settle(Mem& m, SharedWork<Mem>& work, Epoch state) {
  const std::int32_t epochs = m.load(work.settled, order::plain) + 1;
  for (auto& result : work.result)
    if (m.load(result, order::plain) != epochs) m.abort(kIncomplete);
  m.store(work.settled, epochs, order::plain);
  if (epochs == state.epochs) {
    work.claims.end(m, state.number);
  } else if constexpr (fault == ClaimFault::count_reset_late) {
    m.store(work.claims.epoch, state.number + 2, order::release);
    m.store(work.claims.completed, 0u, order::relaxed);
  } else {
    work.claims.begin(m, state.number);
  }
}

/// As ChainTeam::share, with a number for each piece in place of chains.
template <ClaimFault fault, class Mem>
void share(Mem& m, SharedWork<Mem>& work, Epoch state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.number == 0) {
      state.number = work.claims.next(m, 0);  // a helper, who is called
      continue;
    }
    if (!work.claims.has_work(state.number)) {
      // A helper may come when its caller has gone on.
      if (state.me == 0 && m.load(work.settled, order::plain) != state.epochs) m.abort(kUnseen);
      return;
    }
    std::uint32_t pieces = 0;
    for (std::size_t k = 0; k < kPieces; ++k) {
      const std::size_t piece = (static_cast<std::size_t>(state.me) + k) % kPieces;
      if (!claim<fault>(m, work, piece, state.number)) continue;
      m.store(work.result[piece], m.load(work.settled, order::plain) + 1, order::plain);
      ++pieces;
    }
    constexpr std::uint32_t all =
        fault == ClaimFault::settles_one_too_early ? kPieces - 1 : kPieces;
    if (pieces > 0 && work.claims.complete(m, pieces, all)) settle<fault>(m, work, state);
    state.number = work.claims.next(m, state.number);
  }
}

KernelCase working(int helpers, std::int32_t epochs) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    using Claims = optimized::EpochClaims<ExploredMemory>;
    SharedWork<ExploredMemory> shared;
    shared.claims.epoch = kernel.cells.cell<std::uint32_t>("epoch", Claims::kNoEpoch);
    shared.claims.completed = kernel.cells.cell<std::uint32_t>("completed", 0);
    shared.claimed =
        kernel.cells.cells("claimed", std::array{Claims::kNeverClaimed, Claims::kNeverClaimed});
    shared.result = kernel.cells.cells("result", std::array<std::int32_t, kPieces>{});
    shared.settled = kernel.cells.cell<std::int32_t>("settled", 0);
    with_fault<ClaimFault, 4>(fault, [&](auto constant) {
      constexpr std::size_t kResponses = 16;
      const auto run = [](auto& m, auto& work, Epoch state) {
        if (state.me == 0 && state.number == 0) {
          work.claims.begin(m, 0);
          state.number = 1;
        }
        share<decltype(constant)::value>(m, work, state);
      };
      kernel.thread("master", shared, Epoch{0, 0, epochs}, run, kResponses);
      for (int t = 1; t <= helpers; ++t)
        kernel.thread("helper", shared, Epoch{0, t, epochs}, run, kResponses);
    });
  };
  const auto property = [=](std::span<const Value> memory) -> std::string {
    if (memory[0] != 2 * epochs) return "the work has not ended";
    return memory[6] == epochs ? "" : "an epoch is not settled";
  };
  return {std::to_string(helpers) + " helpers, " + std::to_string(epochs) + " epochs", build,
          property, helpers * epochs == 1};
}

const bool registered = register_kernel({
    .name = "epoch claims",
    .source = "optimized/core/epoch_claims_kernel.hpp",
    .shows = "each piece is worked on once in each epoch, and who settles it sees all of them",
    .cases = {working(1, 1), working(1, 2), working(2, 1)},
    .reasons = {"an epoch is settled before a piece of it is worked on",
                "the caller does not see what was done"},
    .faults = {"claimed by looking", "settled one piece too early",
               "count reset after the release"},
    .mutants = {{"claimed by looking", Judge::sc},
                {"settled one piece too early", Judge::sc},
                {"count reset after the release", Judge::sc},
                {"claimed.compare_exchange split", Judge::sc},
                {"completed.fetch_add acqrel>acq", Judge::rc11},
                {"completed.fetch_add acqrel>rel", Judge::rc11},
                {"completed.fetch_add split", Judge::sc},
                {"completed.store dropped", Judge::sc},
                {"completed.store postponed", Judge::sc},
                {"epoch.store rel>rlx", Judge::rc11},
                {"epoch.store dropped", Judge::sc},
                {"epoch.store postponed", Judge::sc},
                {"epoch.store rel>rlx #2", Judge::rc11},
                {"epoch.store dropped #2", Judge::sc},
                {"epoch.store postponed #2", Judge::sc},
                {"epoch.wait_until acq>rlx", Judge::rc11},
                {"result.store dropped", Judge::sc},
                {"result.store postponed", Judge::sc},
                {"settled.store dropped", Judge::sc},
                {"settled.store postponed", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
