// optimized/core/thread_ranks.hpp
// Purpose   Ranks that are threads of one process and share nothing but their messages: what runs
//           on processes with MPI is checked on every machine.
// Cost      on_all() starts a thread for each rank but one. A collective operation is one meeting
//           of the threads. What is sent is copied twice.
#pragma once
#include <array>
#include <deque>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/sleep.hpp"
#include "optimized/core/transport.hpp"

namespace touchstone::optimized {

/// The ranks of one run.
class ThreadRanks {
 public:
  explicit ThreadRanks(std::size_t ranks);

  std::size_t size() const { return ranks_.size(); }
  Transport& operator[](std::size_t rank) { return *ranks_[rank]; }

  /// work(rank) on a thread for each rank, the calling one for rank 0; returns when all are done.
  /// Input is refused by all ranks alike, which reaches the caller as InputError. Any other
  /// exception ends the program, as a lost rank would: the others wait for it.
  template <class Work>
  void on_all(Work&& work) const {
    std::vector<std::exception_ptr> refused(size());
    const auto guarded = [&](std::size_t q) noexcept {
      try {
        work(q);
      } catch (const InputError&) {
        refused[q] = std::current_exception();
      }
    };
    {
      std::vector<std::jthread> others;
      for (std::size_t q = 1; q < size(); ++q) others.emplace_back([&guarded, q] { guarded(q); });
      guarded(std::size_t{0});
    }
    if (refused[0]) std::rethrow_exception(refused[0]);
  }

 private:
  class Rank;
  /// Data that a rank shows to all others in a collective operation: copies, since it goes on when
  /// others still read them.
  struct alignas(64) Post {
    std::vector<std::byte> bytes;
    Counts counts;
    std::uint64_t number = 0;
  };
  using Posts = std::vector<Post>;
  struct Message {
    std::size_t from;
    std::vector<std::byte> bytes;
  };
  struct Inbox {
    std::deque<Message> messages;
    Mailbox<NativeMemory, NativeSleep, NativeLock> box{};
  };

  MeetingPoint meeting_;
  NativeSleep sleep_;
  std::array<Posts, 2> posts_;  ///< those of this operation and the last, alternately
  std::vector<Inbox> inboxes_;
  std::vector<std::unique_ptr<Transport>> ranks_;
};

}  // namespace touchstone::optimized
