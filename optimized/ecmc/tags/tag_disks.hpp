// optimized/ecmc/tags/tag_disks.hpp
// Purpose   The disks of a leg as Algorithm 6 wants them: records of 32 bytes with position, local
//           time and arrows, in the order of bands, and the tags in an array of their own.
// Not here  The kernel (tag_kernel.hpp), who runs it (chain_team.hpp).
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "models/disks/chains/chain_leg.hpp"
#include "optimized/ecmc/placed_arrows.hpp"
#include "optimized/ecmc/tags/tag_kernel.hpp"

namespace touchstone::optimized {

class TagDisks {
 private:
  struct alignas(32) Record {
    disks::FixedCoordinate x;
    std::uint32_t time_plus_1;
    Arrows arrows;
  };
  static_assert(sizeof(Record) == 32);

 public:
  static constexpr std::uint32_t kLongestTime = std::numeric_limits<std::int32_t>::max();

  TagDisks(const disks::Leg& leg, const disks::ConstraintGraph& graph)
      : order_(band_order(leg.start)),
        records_(leg.start.size()),
        tags_(leg.start.size(), kStatic) {
    const std::vector<Arrows> arrows = placed_arrows(graph, order_);
    for (disks::DiskIndex place = 0; place < size(); ++place)
      records_[place] = {leg.start.x[order_.disk[place]], 0, arrows[place]};
  }

  /// View of the disks by the kernel. Disks are numbered by their places.
  class View {
   public:
    disks::FixedCoordinate& x(disks::DiskIndex place) { return records_[place].x; }
    std::uint32_t& t(disks::DiskIndex place) { return records_[place].time_plus_1; }
    DiskTag& tag(disks::DiskIndex place) { return tags_[place]; }
    const Arrows& arrows(disks::DiskIndex place) const { return records_[place].arrows; }
    /// Fetches what a scan from here will load.
    void prefetch(disks::DiskIndex place) const {
      for (const disks::Arrow& arrow : arrows(place)) __builtin_prefetch(&records_[arrow.to]);
    }

   private:
    friend TagDisks;
    View(Record* records, DiskTag* tags) : records_(records), tags_(tags) {}
    Record* records_;
    DiskTag* tags_;
  };
  View view() { return {records_.data(), tags_.data()}; }

  // Between legs, when no kernel runs.
  std::size_t size() const { return records_.size(); }
  const DiskOrder& order() const { return order_; }
  const Arrows& arrows(disks::DiskIndex place) const { return records_[place].arrows; }
  DiskState get(disks::DiskIndex place) const {
    return {records_[place].x, records_[place].time_plus_1, tags_[place] == kActive};
  }
  void put(disks::DiskIndex place, const DiskState& state) {
    records_[place].x = state.x;
    records_[place].time_plus_1 = state.time_plus_1;
    tags_[place] = state.active ? kActive : kStatic;
  }

 private:
  DiskOrder order_;
  std::vector<Record> records_;
  std::vector<DiskTag> tags_;
};

}  // namespace touchstone::optimized
