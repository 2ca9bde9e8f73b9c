// optimized/ecmc/serial/cell_lanes.cpp
// Purpose   The search for the first disk ahead, in vector lanes, and the chain that makes it.
// Source    E. P. Bernard, W. Krauth, D. B. Wilson, Phys. Rev. E 80, 056704 (2009).
// Computes  Times of flight in single precision, rounded so that none is too late; the disks that
//           may come first by these, nearly always one, are asked for the true time (integers).
// Cost      48 lanes and no branch that depends on who is met. Bound: the latency from a position
//           to the next, through loads, two square roots one after the other (lanes, true time)
//           and the choice of the least lane. Measured with AVX-512: 50 ns for a lifting, of
//           65536 disks at packing fraction 0.708.
// Not here  Cells (cell_chains.hpp).
//
// Rounding. In units of the squared diameter D, the square of a contact separation, D - s dy^2, is
// wrong by less than 2^-21 where it is not negative: 2^-22 from dy, its square and s, 2^-24 each
// from D and from the sum, and the margin of the metric, which is added. A square that is larger by
// 2^-18 has a root that is larger by 2^-20 diameters, more than the roundings of the root and of
// the time; a time is made shorter by 2^-22 for those of the distance ahead and of what it is
// compared with. The true separation is at most a tick longer than the root of the true square.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/ecmc/serial/cell_lanes.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>

#include "optimized/ecmc/serial/cell_chains.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using disks::FixedCoordinate;
using disks::Ticks;
using D = hn::CappedTag<float, ChainCells::kWindow>;
using Slots = hn::RebindToUnsigned<D>;
using Signed = hn::RebindToSigned<D>;

constexpr std::size_t kRows = 3;
constexpr std::size_t kParts = kRows * ChainCells::kWindow / hn::MaxLanes(D());  ///< vectors

/// A search for the first disk ahead of (x, y).
class Search {
 public:
  HWY_INLINE Search(const ChainCells& cells, FixedCoordinate x, FixedCoordinate y, Ticks limit)
      : cells_(cells),
        x_(x),
        y_(y),
        first_{limit, ChainCells::kNothing},
        square_(static_cast<float>(cells.separation().squared(0) * (1 + 0x1p-18) +
                                   cells.separation().margin())),
        shape_(static_cast<float>(cells.separation().shape())) {}

  /// Calls `settle` once, when what is near has been loaded.
  template <class Settle>
  HWY_INLINE Obstacle run(Settle&& settle) {
    const std::size_t middle = cells_.row(y_);
    const std::size_t last = cells_.rows() - 1;
    // A box of one row shows it three times, which does no harm.
    const std::array<std::size_t, kRows> rows{middle, middle == 0 ? last : middle - 1,
                                              middle == last ? 0 : middle + 1};
    std::size_t column = cells_.column(x_);
    Ticks origin = x_;
    for (std::size_t seen = 0; seen < cells_.columns(); seen += cells_.columns_together()) {
      std::array<std::size_t, kRows> from;
      for (std::size_t k = 0; k < kRows; ++k) from[k] = cells_.first_slot(rows[k], column);
      for (std::size_t slot = 0; slot < cells_.slots_together(); slot += ChainCells::kWindow) {
        if (seen + slot == 0)
          look(from, settle);
        else
          look(from, [] {});
        for (std::size_t& at : from) at += ChainCells::kWindow;
      }
      column += cells_.columns_together();
      // Disks not seen yet are at least so far ahead.
      if (first_.flight < cells_.edge(column) - origin - cells_.farthest()) break;
      if (column >= cells_.columns()) {
        column -= cells_.columns();
        origin -= disks::kTicksPerSide;
      }
    }
    return first_;
  }

  /// Takes note of a disk, and the true time of flight to it.
  HWY_INLINE void offer(ChainCells::Slot slot, Ticks flight) {
    if (flight > first_.flight) return;
    if (flight == first_.flight && (first_.slot == ChainCells::kNothing ||
                                    cells_.at(first_.slot).number <= cells_.at(slot).number))
      return;
    first_ = {flight, slot};
  }

 private:
  /// A window of each row.
  template <class Settle>
  HWY_INLINE void look(const std::array<std::size_t, kRows>& from, Settle&& settle) {
    const D d;
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    const auto far = hn::Set(d, hwy::HighestValue<float>());
    hn::Vec<D> flight[kParts];
    std::size_t slots[kParts];
    auto least = far;
    for (std::size_t part = 0; part < kParts; ++part) {
      const std::size_t slot =
          from[part * kLanes / ChainCells::kWindow] + part * kLanes % ChainCells::kWindow;
      slots[part] = slot;
      flight[part] = flights(slot, far);
      least = hn::Min(least, flight[part]);
    }
    settle();
    least = hn::MinOfLanes(d, least);
    if (hn::GetLane(least) > within(first_.flight)) return;
    const std::uint64_t nearest = lanes_within(flight, least);
    std::size_t lane = static_cast<std::size_t>(std::countr_zero(nearest));
    ask(slots[lane / kLanes] + lane % kLanes);
    std::uint64_t left =
        lanes_within(flight, hn::Set(d, within(first_.flight))) & ~(nearest & -nearest);
    while (left != 0) {
      lane = static_cast<std::size_t>(std::countr_zero(left));
      ask(slots[lane / kLanes] + lane % kLanes);
      left &= left - 1;
    }
  }

  /// Estimates of no flight of at most this many ticks are above it.
  HWY_INLINE static float within(Ticks flight) { return static_cast<float>(flight + 1); }

  /// Lower bounds of times of flight to the disks of a vector of slots.
  HWY_INLINE hn::Vec<D> flights(std::size_t slot, hn::Vec<D> far) const {
    const D d;
    const Slots du;
    const auto ahead = hn::ConvertTo(d, hn::Sub(hn::LoadU(du, cells_.x() + slot), hn::Set(du, x_)));
    const auto across = hn::ConvertTo(
        d, hn::BitCast(Signed(), hn::Sub(hn::LoadU(du, cells_.y() + slot), hn::Set(du, y_))));
    const auto square =
        hn::NegMulAdd(hn::Mul(across, across), hn::Set(d, shape_), hn::Set(d, square_));
    const auto bound = hn::MulSub(ahead, hn::Set(d, 1 - 0x1p-22f), hn::Sqrt(square));
    // Nobody is at distance 0 but the active disk itself.
    const auto meet = hn::And(hn::Ge(square, hn::Zero(d)), hn::Gt(ahead, hn::Zero(d)));
    return hn::IfThenElse(meet, bound, far);
  }

  HWY_INLINE static std::uint64_t lanes_within(const hn::Vec<D> (&flight)[kParts],
                                               hn::Vec<D> limit) {
    std::uint64_t lanes = 0;
    for (std::size_t part = 0; part < kParts; ++part) {
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(D(), hn::Le(flight[part], limit), bytes);
      lanes |= std::bit_cast<std::uint64_t>(bytes) << (part * hn::MaxLanes(D()));
    }
    return lanes;
  }

  /// The true time of flight to the disk of a slot.
  HWY_INLINE void ask(std::size_t slot) {
    const ChainCells::Disk disk = cells_.at(static_cast<ChainCells::Slot>(slot));
    if (disk.number == ChainCells::kEmpty) return;
    const Ticks separation = cells_.separation().separation(disk.y - y_);
    if (separation == disks::kNoPair) return;
    offer(static_cast<ChainCells::Slot>(slot), disks::ahead(x_, disk.x) - separation);
  }

  const ChainCells& cells_;
  FixedCoordinate x_, y_;
  Obstacle first_;
  float square_, shape_;
};

}  // namespace

Obstacle search(const ChainCells& cells, FixedCoordinate x, FixedCoordinate y, Ticks limit) {
  return Search(cells, x, y, limit).run([] {});
}

// The cells are brought up to date with a lifting while the next search computes, not before it
// loads: a wide load that overlaps recent stores waits until they have reached the cache.
void go(CellChain& chain, Ticks end) {
  ChainCells& cells = chain.cells;
  disks::LegEnd& now = chain.now;
  ChainCells::Disk active = chain.active;
  ChainCells::Disk stopped{};                    ///< in no cell yet
  ChainCells::Slot left = ChainCells::kNothing;  ///< the active disk is still there
  Ticks contact = 0;                             ///< separation of these two
  while (true) {
    Search search(cells, active.x, active.y, end - chain.clock);
    const Obstacle next = search.run([&] {
      if (left == ChainCells::kNothing) return;
      const ChainCells::Slot slot = cells.insert(stopped);
      cells.remove(left);
      search.offer(slot, disks::ahead(active.x, stopped.x) - contact);
    });
    chain.clock += next.flight;
    active.x += static_cast<FixedCoordinate>(next.flight);
    now.local_time[active.number] = chain.clock;
    if (next.slot == ChainCells::kNothing) break;
    const ChainCells::Disk target = cells.at(next.slot);
    if (chain.record) now.liftings.push_back({chain.clock, active.number, target.number});
    ++chain.liftings;
    contact = disks::ahead(active.x, target.x);
    chain.carried += static_cast<std::uint64_t>(contact);
    stopped = active;
    left = next.slot;
    active = target;
  }
  chain.active = active;
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

HWY_EXPORT(search);
HWY_EXPORT(go);

Obstacle first_obstacle(const ChainCells& cells, disks::FixedCoordinate x, disks::FixedCoordinate y,
                        disks::Ticks limit) {
  return HWY_DYNAMIC_DISPATCH(search)(cells, x, y, limit);
}
void advance(CellChain& chain, disks::Ticks end) { HWY_DYNAMIC_DISPATCH(go)(chain, end); }

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
