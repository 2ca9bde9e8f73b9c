// checkers/explore/kernels/block_vote.cpp
// Purpose   A vote of all blocks without a barrier: whoever comes last counts. Fences order relaxed
//           atomics, as in code for devices that have nothing else.
// Source    The sample threadFenceReduction of CUDA; the flag of an objection is that of
//           gpu/hpmc/global_queue.hpp.
// Shows     Exactly one thread comes last, and it sees what every thread has written and whether
//           any objects.
#include <array>

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

constexpr int kUncounted = 0;  ///< reason: the last does not see the vote of a thread
constexpr int kUnheard = 1;    ///< reason: the last does not see an objection

enum class VoteFault { none, counts_too_early, comes_before_it_votes };

constexpr std::size_t kMostVoters = 4;

template <class Mem>
struct Votes {
  typename Mem::template Cell<std::uint32_t> come, objection, decided;
  std::array<typename Mem::template Cell<std::int32_t>, kMostVoters> vote;
};

struct Voter {
  std::int32_t me, all;
};

template <VoteFault fault, class Mem>
bool come_last(Mem& m, Votes<Mem>& votes, const Voter& here) {
  const auto wanted =
      static_cast<std::uint32_t>(fault == VoteFault::counts_too_early ? here.all - 1 : here.all);
  return m.fetch_add(votes.come, 1, order::relaxed, scope::device) + 1 == wanted;
}

/// Thread 0 objects.
template <VoteFault fault, class Mem>
void vote(Mem& m, Votes<Mem>& votes, const Voter& here) {
  bool last = false;
  if constexpr (fault == VoteFault::comes_before_it_votes) last = come_last<fault>(m, votes, here);
  // As code that saves itself a test, when somebody objects already.
  const bool heard = m.load(votes.objection, order::relaxed, scope::device) != 0;
  m.store(votes.vote[static_cast<std::size_t>(here.me)], heard ? 2 : 1, order::plain);
  if (here.me == 0) m.store(votes.objection, 1, order::relaxed, scope::device);
  m.fence(order::release, scope::device);
  if constexpr (fault != VoteFault::comes_before_it_votes) last = come_last<fault>(m, votes, here);
  if (!last) return;
  m.fence(order::acquire, scope::device);
  for (std::int32_t v = 0; v < here.all; ++v)
    if (m.load(votes.vote[static_cast<std::size_t>(v)], order::plain) == 0) m.abort(kUncounted);
  if (m.load(votes.objection, order::relaxed, scope::device) != 1) m.abort(kUnheard);
  m.store(votes.decided, 1, order::plain);
}

KernelCase voting(std::int32_t blocks, std::int32_t threads, bool few_events) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    Votes<ExploredMemory> shared;
    shared.come = kernel.cells.cell<std::uint32_t>("come", 0);
    shared.objection = kernel.cells.cell<std::uint32_t>("objection", 0);
    shared.decided = kernel.cells.cell<std::uint32_t>("decided", 0);
    shared.vote = kernel.cells.cells("vote", std::array<std::int32_t, kMostVoters>{});
    with_fault<VoteFault, 3>(fault, [&](auto constant) {
      for (std::int32_t me = 0; me < blocks * threads; ++me) {
        kernel.at({0, static_cast<std::uint8_t>(me / threads)});
        kernel.thread("voter", shared, Voter{me, blocks * threads},
                      [](auto& m, auto& all, Voter here) {
                        vote<decltype(constant)::value>(m, all, m.checkpoint(here));
                      });
      }
    });
  };
  const auto property = [](std::span<const Value> memory) -> std::string {
    return memory[2] == 1 ? "" : "nobody has decided";
  };
  return {std::to_string(blocks) + " blocks of " + (threads == 1 ? "one thread" : "two threads"),
          build, property, few_events};
}

const bool registered = register_kernel({
    .name = "block vote",
    .source = "checkers/explore/kernels/block_vote.cpp",
    .shows = "the last of all threads of all blocks counts every vote and hears every objection",
    .cases = {voting(2, 1, true), voting(3, 1, true), voting(2, 2, false)},
    .reasons = {"the last does not see the vote of a thread", "the last does not see an objection"},
    .faults = {"counts too early", "comes before it votes"},
    .mutants = {{"counts too early", Judge::sc},
                {"comes before it votes", Judge::sc},
                {"come.fetch_add dev>blk", Judge::rc11},
                {"come.fetch_add split", Judge::sc},
                {"objection.load dev>blk", Judge::rc11},
                {"vote.store dropped", Judge::sc},
                {"vote.store postponed", Judge::rc11},
                {"objection.store dev>blk", Judge::rc11},
                {"objection.store dropped", Judge::sc},
                {"objection.store postponed", Judge::rc11},
                {"fence(rel) dev>blk", Judge::rc11},
                {"fence(rel) dropped", Judge::rc11},
                {"fence(acq) dev>blk", Judge::rc11},
                {"fence(acq) dropped", Judge::rc11},
                {.mutant = "objection.load dev>blk #2",
                 .equivalent = "the fences and the count have ordered all stores before it"},
                {"decided.store dropped", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
