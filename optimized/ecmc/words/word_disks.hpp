// optimized/ecmc/words/word_disks.hpp
// Purpose   The disks of a leg as the kernel with words wants them: 32 bytes each, two records to a
//           cache line, in the order of bands.
// Not here  The kernel (word_kernel.hpp), who runs it (chain_team.hpp).
#pragma once
#include <vector>

#include "models/disks/chains/chain_leg.hpp"
#include "models/disks/chains/fixed_bands.hpp"
#include "optimized/ecmc/placed_arrows.hpp"
#include "optimized/ecmc/words/word_kernel.hpp"

namespace touchstone::optimized {

class WordDisks {
 private:
  struct alignas(32) Record {
    DiskWord word;
    Arrows arrows;
  };
  static_assert(sizeof(Record) == 32);

 public:
  static constexpr std::uint32_t kLongestTime = kLongestWordTime;

  WordDisks(const disks::Leg& leg, const disks::ConstraintGraph& graph)
      : order_(band_order(leg.start)), records_(leg.start.size()) {
    const std::vector<Arrows> arrows = placed_arrows(graph, order_);
    for (disks::DiskIndex place = 0; place < size(); ++place)
      records_[place] = {disk_word(leg.start.x[order_.disk[place]], 0, false), arrows[place]};
  }

  /// Disks with the arrows of near_graph, found on the way: the same for any number of threads.
  WordDisks(const disks::FixedConfiguration& start, int threads)
      : WordDisks(start, disks::FixedBands(start, threads), threads) {}

  /// View of the disks by the kernel. Disks are numbered by their places.
  class View {
   public:
    static constexpr std::size_t kMostArrows = optimized::kMostArrows;
    DiskWord& word(disks::DiskIndex place) { return records_[place].word; }
    const Arrows& arrows(disks::DiskIndex place) const { return records_[place].arrows; }
    /// Fetches what a scan from here will load.
    void prefetch(disks::DiskIndex place) const {
      for (const disks::Arrow& arrow : arrows(place)) __builtin_prefetch(&records_[arrow.to]);
    }

   private:
    friend WordDisks;
    explicit View(Record* records) : records_(records) {}
    Record* records_;
  };
  View view() { return View(records_.data()); }

  // Between legs, when no kernel runs.
  std::size_t size() const { return records_.size(); }
  const DiskOrder& order() const { return order_; }
  const Arrows& arrows(disks::DiskIndex place) const { return records_[place].arrows; }
  DiskState get(disks::DiskIndex place) const {
    const DiskWord w = records_[place].word;
    return {position(w), time_plus_1(w), is_active(w)};
  }
  void put(disks::DiskIndex place, const DiskState& state) {
    records_[place].word = disk_word(state.x, state.time_plus_1, state.active);
  }

 private:
  WordDisks(const disks::FixedConfiguration& start, const disks::FixedBands& bands, int threads);

  DiskOrder order_;
  std::vector<Record> records_;
};

}  // namespace touchstone::optimized
