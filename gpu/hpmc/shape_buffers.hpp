// gpu/hpmc/shape_buffers.hpp
// Purpose   The memory of hard shapes on a device: bodies by component, cells, queues; to and from
//           configurations of the host.
#pragma once
#include <cstdint>
#include <vector>

#include "gpu/hpmc/global_queue.hpp"
#include "gpu/hpmc/shape_cells.hpp"

namespace touchstone::gpu {

/// Bodies of any number, component by component.
template <class Device>
class BodyBuffers {
 public:
  BodyBuffers(Device& device, std::int64_t size)
      : type_(device.template allocate<std::uint32_t>(size)) {
    for (int k = 0; k < kComponents; ++k)
      components_.push_back(device.template allocate<double>(size));
  }
  std::int64_t size() const { return type_.size(); }
  std::size_t bytes() const {
    return static_cast<std::size_t>(size()) *
           (kComponents * sizeof(double) + sizeof(std::uint32_t));
  }
  BodyArrays view() {
    auto& c = components_;
    return {c[0].span(), c[1].span(), c[2].span(), c[3].span(),
            c[4].span(), c[5].span(), c[6].span(), type_.span()};
  }
  void write(Device& device, const shapes::Configuration& from) {
    std::vector<std::vector<double>> all(kComponents);
    for (std::vector<double>& one : all) one.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      const shapes::Vec3& r = from.centres[i];
      const shapes::Orientation& q = from.orientations[i];
      const double values[kComponents] = {r.x, r.y, r.z, q.s, q.x, q.y, q.z};
      for (std::size_t k = 0; k < kComponents; ++k) all[k].push_back(values[k]);
    }
    for (std::size_t k = 0; k < kComponents; ++k) device.write(components_[k], all[k]);
    device.write(type_, from.type);
  }
  void read(const Device& device, shapes::Configuration& to) const {
    std::vector<std::vector<double>> all;
    for (const auto& component : components_) all.push_back(device.read(component));
    for (std::size_t i = 0; i < to.size(); ++i) {
      to.centres[i] = {all[0][i], all[1][i], all[2][i]};
      to.orientations[i] = {all[3][i], all[4][i], all[5][i], all[6][i]};
    }
  }

 private:
  static constexpr int kComponents = 7;
  std::vector<typename Device::template Buffer<double>> components_;
  typename Device::template Buffer<std::uint32_t> type_;
};

/// Cells with room for `capacity` bodies each.
template <class Device>
struct CellBuffers {
  CellBuffers(Device& device, std::int64_t cells, std::uint32_t room)
      : capacity(static_cast<int>(room)),
        bodies(device, cells * room),
        near(device.template allocate<NearPlace>(cells * room)),
        turns(device.template allocate<FloatTurn>(cells * room)),
        tags(device.template allocate<std::uint32_t>(cells * room)),
        counts(device.template allocate<std::uint32_t>(cells)) {}
  ShapeCells view() {
    return {bodies.view(), near.span(), turns.span(), tags.span(), counts.span()};
  }
  std::size_t bytes() const {
    return bodies.bytes() +
           static_cast<std::size_t>(near.size()) *
               (sizeof(NearPlace) + sizeof(FloatTurn) + sizeof(std::uint32_t)) +
           static_cast<std::size_t>(counts.size()) * sizeof(std::uint32_t);
  }

  int capacity;
  BodyBuffers<Device> bodies;
  typename Device::template Buffer<NearPlace> near;
  typename Device::template Buffer<FloatTurn> turns;
  typename Device::template Buffer<std::uint32_t> tags;
  typename Device::template Buffer<std::uint32_t> counts;
};

/// Points, screens and sizes of all types.
template <class Device>
class TypeBuffers {
 public:
  TypeBuffers(Device& device, const PointShapes& types, const ScreenShapes& screens)
      : types_(device.upload(types.types)),
        x_(device.upload(types.x)),
        y_(device.upload(types.y)),
        z_(device.upload(types.z)),
        screens_(device.upload(screens.types)),
        screen_points_(device.upload(screens.points)),
        duals_(device.upload(screens.duals)),
        pairs_(device.upload(screens.pairs(0))) {}
  /// How far from contact pairs must be, which depends on the cells.
  void write_pairs(Device& device, const std::vector<ScreenPair>& pairs) {
    device.write(pairs_, pairs);
  }
  ShapeTables view() {
    return {types_.span(),         x_.span(),     y_.span(),    z_.span(), screens_.span(),
            screen_points_.span(), duals_.span(), pairs_.span()};
  }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;
  Buffer<PointShape> types_;
  Buffer<double> x_, y_, z_;
  Buffer<ScreenShape> screens_;
  Buffer<FloatPoint> screen_points_, duals_;
  Buffer<ScreenPair> pairs_;
};

/// Numbers of a step.
template <class Device>
struct StepBuffers {
  StepBuffers(Device& device, std::uint64_t first_step, int sweeps)
      : step(device.upload(std::vector<std::uint64_t>{first_step})),
        now(device.template allocate<StepNumbers>(1)),
        colours(device.template allocate<std::int32_t>(std::int64_t{sweeps} *
                                                       shapes::ColourOrder::kMost)),
        crowded(device.template allocate<std::uint32_t>(1)) {}
  StepState view() { return {step.span(), now.span(), colours.span(), crowded.span()}; }

  typename Device::template Buffer<std::uint64_t> step;
  typename Device::template Buffer<StepNumbers> now;
  typename Device::template Buffer<std::int32_t> colours;
  typename Device::template Buffer<std::uint32_t> crowded;
};

/// Buffers of the global queue, for so many cells of a colour.
template <class Device>
struct PairBuffers {
  PairBuffers(Device& device, std::int64_t active, std::int64_t room)
      : trials(device.template allocate<BodyTrial>(active)),
        rejected(device.template allocate<std::uint32_t>(active)),
        pairs(device.template allocate<QueuedPair>(room)) {}
  PairQueue view(Span<std::uint32_t> queued) {
    return {trials.span(), rejected.span(), pairs.span(), queued};
  }

  typename Device::template Buffer<BodyTrial> trials;
  typename Device::template Buffer<std::uint32_t> rejected;
  typename Device::template Buffer<QueuedPair> pairs;
};

}  // namespace touchstone::gpu
