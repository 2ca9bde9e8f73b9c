// optimized/ecmc/serial/single_chain.cpp
// Purpose   One chain at a time on one thread: no local times, no horizon, nothing to claim. What
//           local times cost is measured against it.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.3, the unthreaded code.
// Cost      A lifting loads the positions of 1 to 3 disks ahead and stores one. Lower bound: the
//           next disk is known when the positions have come, so a lifting takes the latency of two
//           dependent loads (arrow, position) and of the choice between them.
#include "models/core/errors.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "optimized/ecmc/chain_kernel.hpp"
#include "optimized/ecmc/placed_arrows.hpp"

namespace touchstone::optimized {
namespace {

class SingleChain final : public disks::ChainRun {
 public:
  SingleChain(const disks::Leg& leg, const disks::ConstraintGraph& graph, bool record)
      : order_(band_order(leg.start)),
        records_(leg.start.size()),
        record_(record),
        now_(disks::begin(leg)),
        active_(order_.place[leg.active.front()]) {
    const std::vector<Arrows> arrows = placed_arrows(graph, order_);
    for (disks::DiskIndex place = 0; place < records_.size(); ++place)
      records_[place] = {arrows[place], leg.start.x[order_.disk[place]]};
  }

  void advance(disks::Ticks duration) override {
    const disks::Ticks end = elapsed_ + duration;
    while (elapsed_ < end) {
      const disks::Ticks left = std::min<disks::Ticks>(end - elapsed_, kLongest);
      if (record_)
        move<true>(static_cast<std::uint32_t>(left));
      else
        move<false>(static_cast<std::uint32_t>(left));
      elapsed_ += left;
    }
  }
  std::uint64_t liftings() const override { return liftings_; }
  disks::Ticks violation() const override { return disks::kNoViolation; }
  disks::LegEnd end() const override {
    disks::LegEnd end = now_;
    for (disks::DiskIndex place = 0; place < records_.size(); ++place)
      end.x[order_.disk[place]] = records_[place].x;
    end.active = {order_.disk[active_]};
    end.local_time[end.active.front()] = elapsed_;
    std::sort(end.liftings.begin(), end.liftings.end());
    return end;
  }

 private:
  static constexpr disks::Ticks kLongest = disks::kTicksPerSide / 2;

  struct alignas(32) Record {
    Arrows arrows;
    disks::FixedCoordinate x;
  };
  static_assert(sizeof(Record) == 32);

  template <bool record>
  [[gnu::noinline]] void move(std::uint32_t left) {
    Record* const records = records_.data();
    disks::DiskIndex i = active_;
    disks::FixedCoordinate x = records[i].x;
    std::uint32_t to_go = left;
    std::uint64_t count = 0;
    for (;;) {
      const Arrows& arrows = records[i].arrows;
      std::array<disks::FixedCoordinate, kMostArrows> ahead;
      std::uint64_t first = std::uint64_t{to_go} << 8;  // least flight, then least rank: no branch
      for_each_arrow(arrows, [&](std::size_t k) {
        ahead[k] = records[arrows[k].to].x;
        const std::uint32_t flight = time_of_flight(x, ahead[k], arrows[k].separation);
        first = std::min(first, std::uint64_t{flight} << 8 | (k + 1));
      });
      const auto flight = static_cast<std::uint32_t>(first >> 8);
      const auto rank = static_cast<std::size_t>(first & 0xff);
      records[i].x = x + flight;
      if (rank == 0) [[unlikely]]
        break;
      to_go -= flight;
      ++count;
      const disks::DiskIndex target = arrows[rank - 1].to;
      if constexpr (record) note(elapsed_ + (left - to_go), i, target);
      i = target;
      x = ahead[rank - 1];
    }
    active_ = i;
    liftings_ += count;
  }

  void note(disks::Ticks time, disks::DiskIndex from, disks::DiskIndex to) {
    now_.liftings.push_back({time, order_.disk[from], order_.disk[to]});
    now_.local_time[order_.disk[from]] = time;
  }

  DiskOrder order_;
  std::vector<Record> records_;
  bool record_;
  disks::LegEnd now_;  ///< liftings and local times so far
  disks::DiskIndex active_;
  disks::Ticks elapsed_ = 0;
  std::uint64_t liftings_ = 0;
};

const bool registered = disks::register_chain_scheme(
    {.info = {.name = "ecmc/single-chain",
              .source = "Li et al. 2021, section 3.3, unthreaded code",
              .claims = Claims::global_balance | Claims::thread_invariant |
                        Claims::equals_reference | Claims::conserves_particles},
     .start =
         [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
            const disks::ChainParameters& p) {
           disks::require_valid(p);
           disks::require_valid(leg, graph);
           if (leg.active.size() != 1)
             throw input_error("ecmc/single-chain", "number of active disks", "1",
                               std::to_string(leg.active.size()));
           return std::make_unique<SingleChain>(leg, graph, p.record);
         },
     .most_active = 1,
     .local_times = false});

}  // namespace
}  // namespace touchstone::optimized
