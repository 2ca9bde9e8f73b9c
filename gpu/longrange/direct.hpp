// gpu/longrange/direct.hpp
// Purpose   The host's side of direct sums for the Ring and the plane: buffers, launches, and the
//           division of the particles among several devices. A template over its device.
// Source    Rocha Filho, section 3, steps 1 to 12, and section 3.2: with two devices each has the
//           positions of all particles, and momenta and forces of its own; new positions are copied
//           to the others before the next forces.
// Computes  The same bits on any number of devices and for any size of blocks.
// Cost      Three launches per step; each reads and writes coordinates and momenta once. On one
//           device all steps but the last of a run are a graph. advance() returns when all devices
//           are done: so runs can be timed by any clock, and launches do not pile up.
// Not here  Kernels (tile_forces.hpp, register_forces.hpp), registration (direct_schemes.cpp).
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "gpu/longrange/potential.hpp"
#include "gpu/longrange/register_forces.hpp"
#include "gpu/longrange/tile_forces.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/yoshida.hpp"

namespace touchstone::gpu {

enum class SumForm { tiles, registers };

template <class Device>
using Devices = std::vector<std::shared_ptr<Device>>;

template <class Real, SumForm kForm, class Device>
class Direct final : public longrange::Simulation {
 public:
  /// `threads` of a block, which is the tile of TileForces; RegisterForces has as many targets in a
  /// block, rounded down to 1, 2 or (in single precision) 4 warps of them. Devices may be the same
  /// one.
  Direct(const Devices<Device>& devices, int threads, const longrange::State& start,
         const longrange::RunParameters& p)
      : system_(p.system),
        dt_(p.time_step),
        threads_(threads),
        all_(static_cast<std::int64_t>(longrange::particles(p.system, start))) {
    const auto shares = static_cast<std::int64_t>(devices.size());
    const std::int64_t share = (all_ + shares - 1) / shares;
    for (std::int64_t d = 0; d < shares; ++d) {
      const std::int64_t first = std::min(d * share, all_);
      parts_.emplace_back(devices[static_cast<std::size_t>(d)], all_, first,
                          std::min(share, all_ - first), planar(), start);
    }
    kick_and_drift({});  // the points
    stage({.keep = true});
  }

  void advance(std::uint64_t steps) override {
    if (steps == 0) return;
    const Stage second{.kick = longrange::kB1 * dt_, .drift = longrange::kD1 * dt_};
    const Stage third{.kick = longrange::kB1 * dt_, .drift = longrange::kD0 * dt_};
    const auto whole_step = [&] {
      stage(second);
      stage(third);
      stage({longrange::kB0 * dt_, longrange::kB0 * dt_, longrange::kD0 * dt_});
    };
    kick_and_drift({.kick = longrange::kB0 * dt_, .drift = longrange::kD0 * dt_});
    std::uint64_t left = steps - 1;
    if (parts_.size() == 1) {  // two steps: after six drifts the buffers are where they were
      if (left >= 2)
        parts_.front().device->repeat(left / 2, [&] {
          whole_step();
          whole_step();
        });
      left %= 2;
    }
    for (; left > 0; --left) whole_step();
    stage(second);
    stage(third);
    stage({.kick = longrange::kB0 * dt_, .keep = true});
    for (const Part& part : parts_) part.device->wait();
  }

  longrange::State state() const override { return {gathered(&Part::q), gathered(&Part::p)}; }
  std::vector<double> forces() const override { return gathered(&Part::force); }
  longrange::Energies energies() const override {
    return {longrange::kinetic_energy(state()), potential()};
  }
  std::size_t memory_bytes() const override {
    const auto n = static_cast<std::size_t>(all_);
    return n * (planar() ? 6 : 3) * sizeof(double) + 2 * parts_.size() * n * sizeof(Point<Real>);
  }

 private:
  static constexpr int kUsualThreads = 128;

  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  /// Data on one device.
  struct Part {
    Part(std::shared_ptr<Device> on, std::int64_t all, std::int64_t first_, std::int64_t count_,
         bool planar, const longrange::State& start)
        : device(std::move(on)),
          first(first_),
          count(count_),
          q(device->upload(cut(start.q, all, planar))),
          p(device->upload(cut(start.p, all, planar))),
          force(device->template allocate<double>(q.size())),
          now(device->template allocate<Point<Real>>(all)),
          next(device->template allocate<Point<Real>>(all)) {}

    std::vector<double> cut(const std::vector<double>& values, std::int64_t all,
                            bool planar) const {
      std::vector<double> own;
      for (std::int64_t c = 0; c < (planar ? 2 : 1); ++c) {
        const auto begin = values.begin() + c * all + first;
        own.insert(own.end(), begin, begin + count);
      }
      return own;
    }

    std::shared_ptr<Device> device;  // before the buffers
    std::int64_t first;
    std::int64_t count;
    Buffer<double> q, p, force;
    Buffer<Point<Real>> now, next;
  };

  bool planar() const { return system_.model == longrange::Model::plane; }
  double softening() const { return planar() ? system_.softening : 2 * system_.softening; }
  OwnParticles own(Part& part) const {
    return {all_, part.first, part.count, part.q.span(), part.p.span(), part.force.span()};
  }

  /// Calls launch(part, pairs) for every device that has particles, with the kind of pairs.
  template <class Launch>
  void for_parts(const Launch& launch) const {
    for (Part& part : parts_) {
      if (part.count == 0) continue;
      if (planar())
        launch(part, PlanePairs{});
      else
        launch(part, RingPairs{});
    }
  }

  /// Forces at the points now, then kicks and drift.
  void stage(const Stage& s) {
    for_parts([&]<class Pairs>(Part& part, Pairs) {
      if constexpr (kForm == SumForm::tiles) {
        part.device->launch(
            TileForces<Pairs, Real>{own(part), s, softening(), part.now.span(), part.next.span()},
            launch_for(part.count, threads_));
      } else {
        launch_registers<Pairs>(part, s);
      }
    });
    if (s.drift == 0) return;
    exchange(&Part::next);
    for (Part& part : parts_) std::swap(part.now, part.next);
  }

  template <class Pairs>
  void launch_registers(Part& part, const Stage& s) {
    const auto launch = [&]<int kTargets>(std::integral_constant<int, kTargets>) {
      const RegisterForces<Pairs, Real, kTargets> kernel{own(part), s, softening(), part.now.span(),
                                                         part.next.span()};
      part.device->launch(kernel, kernel.launch());
    };
    constexpr int kMost = std::is_same_v<Real, float> ? 4 : 2;
    if (threads_ >= kMost * kWarpSize)
      launch(std::integral_constant<int, kMost>{});
    else if (threads_ >= 2 * kWarpSize)
      launch(std::integral_constant<int, 2>{});
    else
      launch(std::integral_constant<int, 1>{});
  }

  /// Threads of a block of the kernels that have no tuned size.
  int usual_threads() const {
    return kForm == SumForm::registers ? std::max(threads_, kUsualThreads) : threads_;
  }

  /// Kicks and drifts by the forces that were kept. Nobody reads the points meanwhile, so they
  /// change in place.
  void kick_and_drift(const Stage& s) {
    for_parts([&]<class Pairs>(Part& part, Pairs) {
      part.device->launch(KickAndDrift<Pairs, Real>{own(part), s, part.now.span()},
                          launch_for(part.count, usual_threads()));
    });
    exchange(&Part::now);
  }

  /// Every device sends its points to all others.
  void exchange(Buffer<Point<Real>> Part::*points) {
    for_pairs(
        [&](Part& from, Part& to) { send(from, (from.*points).span(), to, (to.*points).span()); });
  }
  template <class Do>
  void for_pairs(const Do& send_between) const {
    for (Part& from : parts_)
      for (Part& to : parts_)
        if (&from != &to) send_between(from, to);
  }
  template <class T>
  void send(const Part& from, Span<T> here, const Part& to, Span<T> there) const {
    from.device->send(here.part(from.first, from.count), *to.device,
                      there.part(from.first, from.count));
  }

  std::size_t number(const Part& part) const {
    return static_cast<std::size_t>(&part - parts_.data());
  }

  /// Potential energy from points in double precision, whatever those of the forces are.
  double potential() const {
    std::vector<Buffer<Point<double>>> points;
    for (Part& part : parts_) points.push_back(part.device->template allocate<Point<double>>(all_));
    for_parts([&]<class Pairs>(Part& part, Pairs) {
      part.device->launch(
          KickAndDrift<Pairs, double>{own(part), Stage{}, points[number(part)].span()},
          launch_for(part.count, usual_threads()));
    });
    for_pairs([&](Part& from, Part& to) {
      send(from, points[number(from)].span(), to, points[number(to)].span());
    });
    std::vector<Buffer<double>> sums;
    for (Part& part : parts_) sums.push_back(part.device->template allocate<double>(part.count));
    for_parts([&]<class Pairs>(Part& part, Pairs) {
      part.device->launch(PotentialSums<Pairs>{own(part), softening(), points[number(part)].span(),
                                               sums[number(part)].span()},
                          launch_for(part.count, usual_threads()));
    });
    long double total = 0;
    for (const Part& part : parts_)
      for (const double sum : part.device->read(sums[number(part)])) total += sum;
    return static_cast<double>(total / 2 / static_cast<long double>(all_));
  }

  std::vector<double> gathered(Buffer<double> Part::*array) const {
    std::vector<double> values(static_cast<std::size_t>(planar() ? 2 * all_ : all_));
    for (const Part& part : parts_) {
      const std::vector<double> own = part.device->read(part.*array);
      for (std::size_t i = 0; i < own.size(); ++i) {
        const auto k = static_cast<std::int64_t>(i);
        const std::int64_t component = k / part.count;
        values[static_cast<std::size_t>(component * all_ + part.first + k % part.count)] = own[i];
      }
    }
    return values;
  }

  longrange::System system_;
  double dt_;
  int threads_;
  std::int64_t all_;
  mutable std::vector<Part> parts_;  // launches that only look need their buffers too
};

}  // namespace touchstone::gpu
