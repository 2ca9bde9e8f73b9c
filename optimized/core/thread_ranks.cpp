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
    const Posts& posts = meet([&](Post& mine) { mine.bytes.assign(own.begin(), own.end()); });
    std::vector<Bytes> parts;
    if (everywhere || rank_ == 0)
      for (const Post& post : posts) parts.push_back(post.bytes);
    join(parts, into);
  }

  void broadcast_bytes(Bytes at_root, const Storage& into) override {
    const Posts& posts = meet([&](Post& mine) {
      if (rank_ == 0) mine.bytes.assign(at_root.begin(), at_root.end());
    });
    const Bytes sent = posts[0].bytes;
    join({&sent, 1}, into);
  }

  void all_to_all_bytes(Bytes own, const Counts& counts, const Storage& into) override {
    const Posts& posts = meet([&](Post& mine) {
      mine.bytes.assign(own.begin(), own.end());
      mine.counts = counts;
    });
    std::vector<Bytes> parts;
    for (const Post& post : posts) {
      const auto mine = post.counts.begin() + static_cast<std::ptrdiff_t>(rank_);
      const auto first = std::accumulate(post.counts.begin(), mine, std::size_t{0});
      parts.push_back(Bytes(post.bytes).subspan(first, *mine));
    }
    join(parts, into);
  }

  void start_sending(std::size_t to, Bytes message) override {
    Inbox& inbox = all_.inboxes_[to];
    inbox.box.deliver(memory_, all_.sleep_, [&] {
      inbox.messages.push_back({rank_, {message.begin(), message.end()}});
    });
  }
  void finish_sending() override {}  // messages have been copied

  void receive_bytes(std::size_t from, const Storage& into) override {
    Inbox& inbox = all_.inboxes_[rank_];
    inbox.box.receive(memory_, all_.sleep_, [&] {
      const auto first = std::find_if(inbox.messages.begin(), inbox.messages.end(),
                                      [&](const Message& m) { return m.from == from; });
      if (first == inbox.messages.end()) return false;
      const Bytes message = first->bytes;
      join({&message, 1}, into);
      inbox.messages.erase(first);
      return true;
    });
  }

 private:
  /// Posts, meets the others and returns the posts of all. They stay until this rank meets the
  /// others once more: two operations later their places are written again.
  template <class Write>
  const Posts& meet(Write&& write) {
    Posts& posts = all_.posts_[++meetings_ % 2];
    write(posts[rank_]);
    all_.meeting_.arrive_and_wait();
    return posts;
  }

  std::uint64_t sum_of_first(std::size_t ranks, std::uint64_t own) {
    const Posts& posts = meet([&](Post& mine) { mine.number = own; });
    std::uint64_t sum = 0;
    for (std::size_t q = 0; q < ranks; ++q) sum += posts[q].number;
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
  std::size_t meetings_ = 0;
  NativeMemory memory_;
};

ThreadRanks::ThreadRanks(std::size_t ranks)
    : meeting_(ranks), sleep_(ranks), posts_{Posts(ranks), Posts(ranks)}, inboxes_(ranks) {
  for (std::size_t q = 0; q < ranks; ++q) ranks_.push_back(std::make_unique<Rank>(*this, q));
}

}  // namespace touchstone::optimized
