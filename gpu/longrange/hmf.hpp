// gpu/longrange/hmf.hpp
// Purpose   The host's side of the HMF model: buffers, launches, and the division of the
//           particles among several devices. A template over its device.
// Source    Rocha Filho, sections 3 and 3.1. With two devices each has its own particles, and
//           sums of sines and cosines are all that is exchanged. The last kick of a step and the
//           first of the next are one, unless somebody looks in between.
// Computes  The same bits on any number of devices, for any size of blocks, and in one launch or
//           many.
// Cost      Three launches per step, as a graph; or one launch for many steps, with one barrier of
//           the grid for each pass. advance() returns when all devices are done.
// Not here  The passes (hmf_pass.hpp), registration (hmf_schemes.cpp).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/longrange/hmf_pass.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/yoshida.hpp"

namespace touchstone::gpu {

/// Fewer chunks than this, so that adding them up in every block costs little.
inline constexpr std::int64_t kMostChunks = 4096;

/// Particles of a chunk: a function of their number only.
constexpr int hmf_chunk(std::int64_t particles) {
  int chunk = 8 * kWarpSize;
  while ((particles + chunk - 1) / chunk > kMostChunks) chunk *= 2;
  return chunk;
}

/// The sum that mean_field() finds on a device, in the same order.
inline Turn sum_of_chunks(const std::vector<Turn>& sums) {
  constexpr std::size_t kLanes = kFieldGroups * kWarpSize;
  std::vector<Turn> lanes(kLanes);
  for (std::size_t c = 0; c < sums.size(); ++c) lanes[c % kLanes] = lanes[c % kLanes] + sums[c];
  Turn all;
  for (std::size_t group = 0; group < kLanes; group += kWarpSize) {
    for (std::size_t distance = kWarpSize / 2; distance > 0; distance /= 2)
      for (std::size_t l = group; l + distance < group + kWarpSize; ++l)
        lanes[l] = lanes[l] + lanes[l + distance];
    all = group == 0 ? lanes[0] : all + lanes[group];
  }
  return all;
}

template <HmfForm kForm, class Device>
class Hmf final : public longrange::Simulation {
 public:
  /// `threads` of a block, a multiple of a warp. `persistent`: many steps in one launch, on one
  /// device.
  Hmf(const std::vector<std::shared_ptr<Device>>& devices, int threads, bool persistent,
      const longrange::State& start, const longrange::RunParameters& p)
      : dt_(p.time_step),
        threads_(threads),
        persistent_(persistent),
        all_(static_cast<std::int64_t>(start.q.size())),
        chunk_(hmf_chunk(all_)),
        chunks_(static_cast<int>((all_ + chunk_ - 1) / chunk_)) {
    const int shares = static_cast<int>(devices.size());
    const int share = (chunks_ + shares - 1) / shares;
    for (int d = 0; d < shares; ++d) {
      const int first = std::min(d * share, chunks_);
      parts_.emplace_back(devices[static_cast<std::size_t>(d)], *this, first,
                          std::min(share, chunks_ - first), start);
    }
    pass({});  // sums only
  }

  void advance(std::uint64_t steps) override {
    if (steps == 0) return;
    const HmfStage second{.kick = longrange::kB1 * dt_, .drift = longrange::kD1 * dt_};
    const HmfStage third{
        .kick = longrange::kB1 * dt_, .drift = longrange::kD0 * dt_, .normalise = true};
    const HmfStage first{.kick = 2 * longrange::kB0 * dt_, .drift = longrange::kD0 * dt_};
    const auto whole_step = [&] {
      pass(first);
      pass(second);
      pass(third);
    };
    pass({.kick = longrange::kB0 * dt_, .drift = longrange::kD0 * dt_});
    pass(second);
    pass(third);
    std::uint64_t left = steps - 1;
    if (persistent_) {
      for (; left > 0; left -= persist(left, first, second, third)) {
      }
    } else if (parts_.size() == 1) {  // after six passes the sums are where they were
      if (left >= 2)
        parts_.front().device->repeat(left / 2, [&] {
          whole_step();
          whole_step();
        });
      left %= 2;
    }
    for (; left > 0; --left) whole_step();
    pass({.kick = longrange::kB0 * dt_});
    for (const Part& part : parts_) part.device->wait();
  }

  longrange::State state() const override {
    longrange::State s;
    for (const Part& part : parts_) {
      if constexpr (kForm == HmfForm::angle) {
        append(s.q, part.device->read(part.angle), part);
      } else {
        std::vector<double> angles;
        for (const Turn& at : part.device->read(part.turn))
          angles.push_back(std::atan2(at.sine, at.cosine));
        append(s.q, angles, part);
      }
      append(s.p, part.device->read(part.p), part);
    }
    return s;
  }
  longrange::Energies energies() const override {
    const Turn m = field();
    return {longrange::kinetic_energy(state()),
            0.5 * static_cast<double>(all_) * (1 - m.cosine * m.cosine - m.sine * m.sine)};
  }
  std::vector<double> forces() const override {
    const Turn m = field();
    std::vector<double> f;
    for (const double angle : state().q) {
      const SineCosine at = sine_cosine(angle);
      f.push_back(at.cosine * m.sine - at.sine * m.cosine);  // equation 6
    }
    return f;
  }
  std::size_t memory_bytes() const override {
    const std::size_t each = kForm == HmfForm::angle ? 2 * sizeof(double) : 3 * sizeof(double);
    const auto chunks = static_cast<std::size_t>(chunks_);
    return chunks * static_cast<std::size_t>(chunk_) * each +
           2 * parts_.size() * chunks * sizeof(Turn);
  }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  /// Data on one device.
  struct Part {
    Part(std::shared_ptr<Device> on, const Hmf& run, int first_chunk_, int chunks_,
         const longrange::State& start)
        : device(std::move(on)),
          first_chunk(first_chunk_),
          chunks(chunks_),
          first(std::int64_t{first_chunk} * run.chunk_),
          angle(device->upload(kForm == HmfForm::angle ? padded(start.q, run.chunk_)
                                                       : std::vector<double>{})),
          turn(device->upload(kForm == HmfForm::rotation ? turns_of(start.q, run.chunk_)
                                                         : std::vector<Turn>{})),
          p(device->upload(padded(start.p, run.chunk_))),
          now(device->template allocate<Turn>(run.chunks_)),
          next(device->template allocate<Turn>(run.chunks_)) {}

    /// This device's part of all values, and zeros.
    std::vector<double> padded(const std::vector<double>& values, int chunk) const {
      std::vector<double> own(static_cast<std::size_t>(chunks) * static_cast<std::size_t>(chunk));
      const auto begin = std::min(static_cast<std::size_t>(first), values.size());
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(begin),
                  std::min(own.size(), values.size() - begin), own.begin());
      return own;
    }
    std::vector<Turn> turns_of(const std::vector<double>& values, int chunk) const {
      std::vector<Turn> turns;
      for (const double value : padded(values, chunk)) {
        const SineCosine at = sine_cosine(value);
        turns.push_back({at.cosine, at.sine});
      }
      return turns;
    }

    std::shared_ptr<Device> device;  // before the buffers
    int first_chunk;
    int chunks;
    std::int64_t first;
    Buffer<double> angle;
    Buffer<Turn> turn;
    Buffer<double> p;
    Buffer<Turn> now, next;  // sums of all chunks
  };

  HmfParticles own(Part& part) const {
    return {all_,         part.first, chunk_, part.chunks, part.angle.span(), part.turn.span(),
            part.p.span()};
  }
  Launch launch(int chunks) const { return launch_for(std::int64_t{chunks} * kWarpSize, threads_); }

  void pass(const HmfStage& stage) {
    for (Part& part : parts_)
      if (part.chunks > 0)
        part.device->launch(HmfPass<kForm>{own(part), stage, part.now.span(), part.next.span()},
                            launch(part.chunks));
    for (Part& from : parts_)
      for (Part& to : parts_)
        if (&from != &to)
          from.device->send(from.next.span().part(from.first_chunk, from.chunks), *to.device,
                            to.next.span().part(from.first_chunk, from.chunks));
    for (Part& part : parts_) std::swap(part.now, part.next);
  }

  /// Steps in one launch; how many of those left.
  std::uint64_t persist(std::uint64_t left, const HmfStage& first, const HmfStage& second,
                        const HmfStage& third) {
    Part& part = parts_.front();
    // Devices with a screen stop launches that take seconds.
    const auto most =
        std::clamp<std::uint64_t>(1'000'000'000 / static_cast<std::uint64_t>(all_), 1, 4096);
    const std::uint64_t steps = std::min(left, most);
    const HmfSteps<kForm> kernel{own(part),
                                 {first, second, third},
                                 static_cast<int>(steps),
                                 part.now.span(),
                                 part.next.span()};
    const int useful = launch(part.chunks).blocks;
    part.device->launch(
        kernel, {std::min(useful, part.device->resident_blocks(kernel, threads_)), threads_});
    if (steps % 2 != 0) std::swap(part.now, part.next);  // three passes each
    return steps;
  }

  /// Appends the own particles without the padding.
  void append(std::vector<double>& all, const std::vector<double>& own, const Part& part) const {
    const std::int64_t count =
        std::clamp<std::int64_t>(all_ - part.first, 0, static_cast<std::int64_t>(own.size()));
    all.insert(all.end(), own.begin(), own.begin() + count);
  }
  Turn field() const {
    const Part& part = parts_.front();
    const Turn sum = sum_of_chunks(part.device->read(part.now));
    const auto n = static_cast<double>(all_);
    return {sum.cosine / n, sum.sine / n};
  }

  double dt_;
  int threads_;
  bool persistent_;
  std::int64_t all_;
  int chunk_;
  int chunks_;
  std::vector<Part> parts_;
};

}  // namespace touchstone::gpu
