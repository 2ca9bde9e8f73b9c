// checkers/explore/kernels/meeting.cpp
// Purpose   Meetings of threads (models/core/meeting_kernel.hpp), with a model of how the system
//           lets them sleep: mutants.
// Shows     Whoever comes to a meeting leaves it, nobody before all have come, and all see what
//           each has written. Two lines of posts, used in turn, are enough: nobody writes where
//           another still reads.
#include <array>

#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/kernels/modelled_sleep.hpp"
#include "models/core/meeting_kernel.hpp"

namespace touchstone::explore {
namespace {

constexpr int kUnseen = 0;  ///< reason: after a meeting the post of a thread is not there

enum class MeetingFault {
  none,
  sleeps_untold,
  wakes_before_the_turn,
  leaves_one_behind,
  reset_late,
  one_line
};

constexpr std::size_t kMostThreads = 3;

template <class Mem>
struct SharedMeeting {
  Meeting<Mem, ModelledSleep<Mem>> meeting;
  ModelledSleep<Mem> sleep;
  std::array<typename Mem::template Cell<std::int32_t>, 2 * kMostThreads> post;
};

struct Meetings {
  std::int32_t me, threads, done, wanted;
};

template <MeetingFault fault, class Mem>
void meet(Mem& m, SharedMeeting<Mem>& shared, std::uint32_t threads) {
  auto& [meeting, sleep, post] = shared;
  auto& bell = meeting.bell;
  if constexpr (fault == MeetingFault::none || fault == MeetingFault::one_line)
    return meeting.meet(m, sleep, threads);
  const std::uint32_t now = bell.present(m);
  const std::uint32_t all = fault == MeetingFault::leaves_one_behind ? threads - 1 : threads;
  if (m.fetch_add(meeting.arrived, 1, order::acq_rel) + 1 != all) {
    if constexpr (fault != MeetingFault::sleeps_untold) return bell.wait_while(m, sleep, now);
    while ((m.load(bell.turn, order::acquire) & ~1u) == now) sleep.sleep(m, bell.turn, now);
    return;
  }
  if constexpr (fault == MeetingFault::wakes_before_the_turn) {
    m.store(meeting.arrived, 0u, order::relaxed);
    if ((m.load(bell.turn, order::relaxed) & 1u) != 0) sleep.wake_all(m, bell.turn);
    m.exchange(bell.turn, now + 2, order::release);
  } else if constexpr (fault == MeetingFault::reset_late) {
    bell.ring(m, sleep, now);
    m.store(meeting.arrived, 0u, order::relaxed);
  } else {
    m.store(meeting.arrived, 0u, order::relaxed);
    bell.ring(m, sleep, now);
  }
}

/// As ThreadRanks::Rank::meet(): posts, meets, and reads what all have posted.
template <MeetingFault fault, class Mem>
void post_and_read(Mem& m, SharedMeeting<Mem>& shared, Meetings state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.done == state.wanted) return;
    const std::int32_t line = fault == MeetingFault::one_line ? 0 : state.done % 2;
    const auto post = [&](std::int32_t thread) -> auto& {
      return shared.post[static_cast<std::size_t>(2 * thread + line)];
    };
    m.store(post(state.me), state.done + 1, order::plain);
    meet<fault>(m, shared, static_cast<std::uint32_t>(state.threads));
    for (std::int32_t t = 0; t < state.threads; ++t)
      if (m.load(post(t), order::plain) != state.done + 1) m.abort(kUnseen);
    ++state.done;
  }
}

KernelCase meeting(std::int32_t threads, std::int32_t meetings, bool few_events) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    SharedMeeting<ExploredMemory> shared;
    shared.meeting.arrived = kernel.cells.cell<std::uint32_t>("arrived", 0);
    shared.meeting.bell.turn = kernel.cells.cell<std::uint32_t>("turn", 0);
    shared.sleep = modelled_sleep(kernel.cells);
    shared.post = kernel.cells.cells("post", std::array<std::int32_t, 2 * kMostThreads>{});
    with_fault<MeetingFault, 6>(fault, [&](auto constant) {
      constexpr std::size_t kResponses = 32;
      for (std::int32_t t = 0; t < threads; ++t)
        kernel.thread(
            "thread", shared, Meetings{t, threads, 0, meetings},
            [](auto& m, auto& all, Meetings state) {
              post_and_read<decltype(constant)::value>(m, all, state);
            },
            kResponses);
    });
  };
  const auto property = [=](std::span<const Value> memory) -> std::string {
    if (memory[0] != 0) return "somebody is left at a meeting";
    return (memory[1] & ~Value{1}) == 2 * meetings ? "" : "a meeting has not ended";
  };
  return {std::to_string(threads) + " threads, " + std::to_string(meetings) + " meetings", build,
          property, few_events};
}

const bool registered = register_kernel({
    .name = "meeting",
    .source = "models/core/meeting_kernel.hpp",
    .shows = "nobody leaves a meeting before all have come, nobody sleeps on, and all see what "
             "each wrote before",
    .cases = {meeting(2, 1, true), meeting(2, 3, false), meeting(3, 1, false)},
    .reasons = {"after a meeting the post of a thread is not there"},
    .faults = {"sleeps without a word", "wakes before the turn ends", "leaves one behind",
               "count reset after the release", "one line of posts"},
    .mutants = {{"sleeps without a word", Judge::sc},
                {"wakes before the turn ends", Judge::sc},
                {"leaves one behind", Judge::sc},
                {"count reset after the release", Judge::sc},
                {"one line of posts", Judge::sc},
                {"turn.exchange rel>rlx", Judge::rc11},
                {"turn.exchange split", Judge::sc},
                {"turn.load acq>rlx", Judge::rc11},
                {"turn.load acq>rlx #2", Judge::rc11},
                {"turn.compare_exchange split", Judge::sc},
                {"arrived.fetch_add acqrel>acq", Judge::rc11},
                {"arrived.fetch_add acqrel>rel", Judge::rc11},
                {"arrived.fetch_add split", Judge::sc},
                {"arrived.store dropped", Judge::sc},
                {"arrived.store postponed", Judge::sc},
                {"post.store dropped", Judge::sc},
                {.mutant = "post.store postponed",
                 .equivalent = "the next operation only looks at the turn"},
                {"locked.wait_exchange acq>rlx", Judge::rc11},
                {"locked.wait_exchange split", Judge::sc},
                {"locked.store rel>rlx", Judge::views},
                {"locked.store dropped", Judge::sc},
                {"locked.store postponed", Judge::sc},
                {.mutant = "locked.wait_exchange acq>rlx #2",
                 .equivalent = "threads that wake others follow each other by the meetings"},
                {"locked.wait_exchange split #2", Judge::sc},
                {"woken.store dropped", Judge::sc},
                {.mutant = "woken.store postponed",
                 .equivalent = "who locks in between finds the turn over and does not sleep"},
                {"locked.store rel>rlx #2", Judge::rc11},
                {"locked.store dropped #2", Judge::sc},
                {.mutant = "locked.store postponed #2",
                 .equivalent = "a lock that is held longer only holds others up"}},
});

}  // namespace
}  // namespace touchstone::explore
