// gpu/cmc/orbits.hpp
// Purpose   The host's side of orbits on a device: what is sent, the launches, what comes back. A
//           template over its device.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), appendix.
// Not here  Kernels (apsides.hpp, rejection.hpp), registration (orbit_schemes.cpp).
#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu/cmc/device_streams.hpp"
#include "models/cmc/partition.hpp"
#include "models/cmc/registry.hpp"
#include "models/cmc/shell_potential.hpp"
#include "models/core/errors.hpp"

namespace touchstone::gpu {

template <class Device>
class OrbitsOnDevice {
 public:
  /// `threads` of a block of the grid, which decides about speed only.
  OrbitsOnDevice(std::shared_ptr<Device> device, int threads, const cluster::Stars& stars)
      : device_owner_(std::move(device)),
        device_(*device_owner_),
        threads_(threads),
        count_(star_count(stars.size())),
        potential_(cluster::shell_potential(stars)),
        points_(device_.upload(points_of(potential_))),
        radius_(device_.upload(potential_.radius)),
        enclosed_(device_.upload(potential_.enclosed)),
        mass_(device_.upload(stars.mass)),
        radial_(device_.upload(stars.radial_velocity)),
        tangential_(device_.upload(stars.tangential_velocity)) {}

  /// Samples a position of each star, those of block b of cluster::partition from `streams[b]`,
  /// which goes on. `fused`: apsides and positions by one kernel, else by two.
  std::vector<cluster::SampledStar> sample_positions(std::vector<cluster::Lfsr113>& streams,
                                                     bool fused) {
    std::vector<DeviceBlock> blocks;
    for (const cluster::Block& block :
         cluster::partition(static_cast<std::size_t>(count_), streams.size()))
      blocks.push_back(
          {static_cast<std::int32_t>(block.first), static_cast<std::int32_t>(block.end)});
    const auto on_device = device_.upload(blocks);
    auto states = device_.upload(stream_states(streams));
    Results results(device_, count_, count_);
    const Launch per_block = launch_for(on_device.size(), threads_);
    if (fused) {
      device_.launch(walk<true>(results, on_device.span(), states.span()), per_block);
    } else {
      device_.launch(FindApsides{shells(), stars(), results.orbits(), halvings()},
                     launch_for(count_, threads_));
      device_.launch(walk<false>(results, on_device.span(), states.span()), per_block);
    }
    streams = streams_in(device_.read(states));
    return gathered(results);
  }

  /// `count` positions of star `star`; empty if it is not bound.
  std::vector<cluster::OrbitSample> sample_orbit(std::size_t star, std::size_t count,
                                                 const cluster::Lfsr113& stream) {
    if (star >= static_cast<std::size_t>(count_))
      throw input_error("orbit", "star", "below " + std::to_string(count_), std::to_string(star));
    const auto state = device_.upload(stream_states({stream}));
    Results results(device_, 1, static_cast<std::int64_t>(count));
    device_.launch(SampleOrbit{shells(), stars(), results.orbits(), results.samples(), state.span(),
                               static_cast<int>(star), halvings()},
                   {1, 1});
    const auto kind = static_cast<DeviceOrbitKind>(device_.read(results.kind)[0]);
    if (kind == DeviceOrbitKind::unbound) return {};
    const auto radial = device_.read(radial_);
    const auto tangential = device_.read(tangential_);
    if (kind == DeviceOrbitKind::circular)
      return std::vector<cluster::OrbitSample>(
          count, {potential_.radius[star + 1], radial[star], tangential[star]});
    return samples_of(results);
  }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  /// Output arrays of the kernels.
  struct Results {
    Results(Device& device, std::int64_t orbits, std::int64_t samples)
        : kind(device.template allocate<std::uint8_t>(orbits)),
          inner(device.template allocate<std::int32_t>(orbits)),
          outer(device.template allocate<std::int32_t>(orbits)),
          pericentre(device.template allocate<double>(orbits)),
          apocentre(device.template allocate<double>(orbits)),
          radius(device.template allocate<double>(samples)),
          radial(device.template allocate<double>(samples)),
          tangential(device.template allocate<double>(samples)),
          trials(device.template allocate<std::int32_t>(samples)) {}
    DeviceOrbits orbits() {
      return {kind.span(), inner.span(), outer.span(), pericentre.span(), apocentre.span()};
    }
    DeviceSamples samples() {
      return {radius.span(), radial.span(), tangential.span(), trials.span()};
    }
    Buffer<std::uint8_t> kind;
    Buffer<std::int32_t> inner, outer;
    Buffer<double> pericentre, apocentre, radius, radial, tangential;
    Buffer<std::int32_t> trials;
  };

  static std::vector<ShellPoint> points_of(const cluster::ShellPotential& p) {
    std::vector<ShellPoint> points;
    for (std::size_t k = 0; k < p.radius.size(); ++k)
      points.push_back({p.inverse_radius[k], p.potential[k]});
    return points;
  }
  Shells shells() const { return {points_.span(), radius_.span(), enclosed_.span()}; }
  DeviceStars stars() const { return {mass_.span(), radial_.span(), tangential_.span()}; }
  int halvings() const { return halvings_of(count_); }
  template <bool kFindsApsides>
  SampleBlocks<kFindsApsides> walk(Results& results, Span<const DeviceBlock> blocks,
                                   Span<DeviceStream> streams) const {
    return {shells(), stars(), results.orbits(), results.samples(), blocks, streams, halvings()};
  }

  static void require_sampled(std::int32_t trials) {
    if (trials >= kMostTrials)
      throw std::runtime_error(
          "sampling of an orbital position: expected an acceptance, found none in all trials");
  }
  std::vector<cluster::OrbitSample> samples_of(const Results& results) const {
    const auto radius = device_.read(results.radius);
    const auto radial = device_.read(results.radial);
    const auto tangential = device_.read(results.tangential);
    for (const std::int32_t trials : device_.read(results.trials)) require_sampled(trials);
    std::vector<cluster::OrbitSample> samples;
    for (std::size_t k = 0; k < radius.size(); ++k)
      samples.push_back({radius[k], radial[k], tangential[k]});
    return samples;
  }
  std::vector<cluster::SampledStar> gathered(const Results& results) const {
    const auto kind = device_.read(results.kind);
    const auto inner = device_.read(results.inner);
    const auto outer = device_.read(results.outer);
    const auto trials = device_.read(results.trials);
    const auto radial = device_.read(radial_);
    const auto tangential = device_.read(tangential_);
    const std::vector<cluster::OrbitSample> to = samples_of(results);
    std::vector<cluster::SampledStar> all;
    for (std::size_t i = 0; i < kind.size(); ++i) {
      cluster::SampledStar star{.to = {potential_.radius[i + 1], radial[i], tangential[i]}};
      star.bound = static_cast<DeviceOrbitKind>(kind[i]) != DeviceOrbitKind::unbound;
      if (static_cast<DeviceOrbitKind>(kind[i]) == DeviceOrbitKind::eccentric)
        star = {true, static_cast<std::size_t>(inner[i]), static_cast<std::size_t>(outer[i]), to[i],
                static_cast<std::uint64_t>(trials[i])};
      all.push_back(star);
    }
    return all;
  }

  std::shared_ptr<Device> device_owner_;  // before the buffers
  Device& device_;
  int threads_;
  std::int64_t count_;
  cluster::ShellPotential potential_;
  Buffer<ShellPoint> points_;
  Buffer<double> radius_, enclosed_, mass_, radial_, tangential_;
};

}  // namespace touchstone::gpu
