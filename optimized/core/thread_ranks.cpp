#include "optimized/core/thread_ranks.hpp"

#include <algorithm>
#include <numeric>

namespace touchstone::optimized {

class ThreadRanks::Rank final : public Transport {
 public:
  Rank(ThreadRanks& all, std::size_t rank) : all_(all), rank_(rank) {}

  std::size_t rank() const override { return rank_; }
  std::size_t ranks() const override { return all_.size(); }

  std::uint64_t sum(std::uint64_t own) override { return sum_of_first(ranks(), own); }
  std::uint64_t sum_below(std::uint64_t own) override { return sum_of_first(rank_, own); }

 protected:
  void gather_bytes(Bytes own, const Storage& into, bool everywhere) override {
    meet({.bytes = own}, [&] {
      std::vector<Bytes> parts;
      if (everywhere || rank_ == 0)
        for (const Post& post : all_.posts_) parts.push_back(post.bytes);
      join(parts, into);
    });
  }

  void broadcast_bytes(Bytes at_root, const Storage& into) override {
    meet({.bytes = at_root}, [&] { join({&all_.posts_[0].bytes, 1}, into); });
  }

  void all_to_all_bytes(Bytes own, const Counts& counts, const Storage& into) override {
    meet({.bytes = own, .counts = &counts}, [&] {
      std::vector<Bytes> parts;
      for (const Post& post : all_.posts_) {
        const auto mine = post.counts->begin() + static_cast<std::ptrdiff_t>(rank_);
        const auto first = std::accumulate(post.counts->begin(), mine, std::size_t{0});
        parts.push_back(post.bytes.subspan(first, *mine));
      }
      join(parts, into);
    });
  }

  void start_sending(std::size_t to, Bytes message) override {
    Inbox& inbox = all_.inboxes_[to];
    {
      const std::lock_guard lock(inbox.mutex);
      inbox.messages.push_back({rank_, {message.begin(), message.end()}});
    }
    inbox.delivered.fetch_add(1, std::memory_order_release);
    inbox.delivered.notify_one();
  }
  void finish_sending() override {}  // messages have been copied

  void receive_bytes(std::size_t from, const Storage& into) override {
    Inbox& inbox = all_.inboxes_[rank_];
    for (;;) {
      // Read before the inbox is: a message that comes in between does not leave this rank asleep.
      const std::uint32_t delivered = inbox.delivered.load(std::memory_order_acquire);
      {
        const std::lock_guard lock(inbox.mutex);
        const auto first = std::find_if(inbox.messages.begin(), inbox.messages.end(),
                                        [&](const Message& m) { return m.from == from; });
        if (first != inbox.messages.end()) {
          const Bytes message = first->bytes;
          join({&message, 1}, into);
          inbox.messages.erase(first);
          return;
        }
      }
      inbox.delivered.wait(delivered, std::memory_order_acquire);
    }
  }

 private:
  /// Between the two barriers everybody reads what everybody has posted.
  template <class Read>
  void meet(const Post& post, Read&& read) {
    all_.posts_[rank_] = post;
    all_.barrier_.arrive_and_wait();
    read();
    all_.barrier_.arrive_and_wait();
  }

  std::uint64_t sum_of_first(std::size_t ranks, std::uint64_t own) {
    std::uint64_t sum = 0;
    meet({.number = own}, [&] {
      for (std::size_t q = 0; q < ranks; ++q) sum += all_.posts_[q].number;
    });
    return sum;
  }

  static void join(std::span<const Bytes> parts, const Storage& into) {
    std::size_t bytes = 0;
    for (const Bytes part : parts) bytes += part.size();
    std::byte* next = into(bytes);
    for (const Bytes part : parts) next = std::copy(part.begin(), part.end(), next);
  }

  ThreadRanks& all_;
  std::size_t rank_;
};

ThreadRanks::ThreadRanks(std::size_t ranks)
    : barrier_(static_cast<std::ptrdiff_t>(ranks)), posts_(ranks), inboxes_(ranks) {
  for (std::size_t q = 0; q < ranks; ++q) ranks_.push_back(std::make_unique<Rank>(*this, q));
}

}  // namespace touchstone::optimized
