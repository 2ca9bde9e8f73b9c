// gpu/cmc/step/step_buffers.hpp
// Purpose   The memory of a cluster on a device, allocated once for all steps. A template over its
//           device.
// Cost      About 330 bytes for each star.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/cmc/step/correction.hpp"
#include "gpu/cmc/step/meet.hpp"
#include "gpu/cmc/step/order.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::gpu {

/// Stars in radial order, and their shells; the first `count` of each array, and of shells the
/// first `count` + 2. There are two, of which a step reads one and writes the other.
template <class Device>
struct SortedStars {
  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  SortedStars(Device& device, std::int64_t count)
      : mass(device.template allocate<double>(count)),
        radial(device.template allocate<double>(count)),
        tangential(device.template allocate<double>(count)),
        id(device.template allocate<std::uint32_t>(count)),
        radius(device.template allocate<double>(count + 2)),
        enclosed(device.template allocate<double>(count + 2)),
        points(device.template allocate<ShellPoint>(count + 2)) {}

  Shells shells(std::int64_t count) {
    return {points.span().part(0, count + 2), radius.span().part(0, count + 2),
            enclosed.span().part(0, count + 2)};
  }
  StepStars stars() { return {radius.span(), mass.span(), radial.span(), tangential.span()}; }

  Buffer<double> mass, radial, tangential;
  Buffer<std::uint32_t> id;
  Buffer<double> radius, enclosed;
  Buffer<ShellPoint> points;
};

/// Memory of what a step finds out about each star, before and after the sort.
template <class Device>
struct MovingStars {
  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  /// `tide`: energies and apocentres, too.
  MovingStars(Device& device, std::int64_t count, bool tide)
      : kind(device.template allocate<std::uint8_t>(count)),
        inner(device.template allocate<std::int32_t>(count)),
        outer(device.template allocate<std::int32_t>(count)),
        pericentre(device.template allocate<double>(count)),
        apocentre(device.template allocate<double>(count)),
        position(device.template allocate<double>(count)),
        old_speed2(device.template allocate<double>(count)),
        work(device.template allocate<double>(count)),
        leaves(device.template allocate<std::uint8_t>(count)),
        at_pericentre(device.template allocate<double>(count)),
        bound(device.template allocate<double>(count)),
        tide_energy(device.template allocate<double>(tide ? count : 0)),
        tide_apocentre(device.template allocate<double>(tide ? count : 0)),
        keys(device.template allocate<std::uint64_t>(count)),
        sorted_keys(device.template allocate<std::uint64_t>(count)),
        places(device.template allocate<std::uint32_t>(count)),
        order(device.template allocate<std::uint32_t>(count)),
        sort_scratch(device.template allocate<std::byte>(device.sort_scratch(count))),
        felt(device.template allocate<double>(count)),
        failed(device.template allocate<std::uint8_t>(count)),
        too_much(device.template allocate<double>(count)),
        terms(device.template allocate<double>(count)),
        running(device.template allocate<double>(count)) {}

  DeviceOrbits orbits() {
    return {kind.span(), inner.span(), outer.span(), pericentre.span(), apocentre.span()};
  }
  StepMoves moves() {
    return {position.span(),      old_speed2.span(), work.span(),        leaves.span(),
            at_pericentre.span(), bound.span(),      tide_energy.span(), tide_apocentre.span()};
  }

  Buffer<std::uint8_t> kind;
  Buffer<std::int32_t> inner, outer;
  Buffer<double> pericentre, apocentre;
  Buffer<double> position, old_speed2, work;
  Buffer<std::uint8_t> leaves;
  Buffer<double> at_pericentre, bound, tide_energy, tide_apocentre;
  Buffer<std::uint64_t> keys, sorted_keys;
  Buffer<std::uint32_t> places, order;
  Buffer<std::byte> sort_scratch;
  Buffer<double> felt;
  Buffer<std::uint8_t> failed;
  Buffer<double> too_much, terms, running;
};

/// The first `count` of what a device holds.
template <class Device, class T>
std::vector<T> read_first(const Device& device, const typename Device::template Buffer<T>& buffer,
                          std::size_t count) {
  std::vector<T> values = device.read(buffer);
  values.resize(count);
  return values;
}

}  // namespace touchstone::gpu
