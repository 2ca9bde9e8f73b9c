// optimized/longrange/hmf/hmf_run.cpp
// Purpose   The HMF model in vector lanes on several threads, with the angle and its stored sine
//           and cosine, or with sine and cosine alone, which are rotated.
// Source    Rocha Filho, sections 3 and 3.1. The last kick of a step and the first of the next are
//           one, unless somebody looks in between. Rotation: (cos, sin) rotated by D dt p with a
//           short polynomial; their norm drifts by 3e-16 each time and is put right every 32 steps.
//           The largest speed after a kick is known from the pass before.
// Computes  Sums in fixed chunks of particles, added in the order of chunks: the same bits on any
//           number of threads.
// Cost      Three passes per step (hmf_kernels.hpp).
// Not here  The passes (hmf_kernels.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "models/longrange/registry.hpp"
#include "models/longrange/yoshida.hpp"
#include "optimized/longrange/hmf/hmf_kernels.hpp"

namespace touchstone::optimized {
namespace {

using longrange::kB0;
using longrange::kB1;
using longrange::kD0;
using longrange::kD1;
using longrange::Model;
using longrange::RunParameters;
using longrange::State;

constexpr std::size_t kChunk = 2048;  // particles; 64 KB of state, a part of the second cache
/// Fewer would be done before a thread has been woken.
constexpr std::size_t kChunksPerThread = 8;
constexpr std::uint64_t kStepsPerNorm = 32;
constexpr Model kModels[] = {Model::hmf};

class HmfRun final : public longrange::Simulation {
 public:
  HmfRun(const HmfKernels& kernels, bool rotates, const State& start, const RunParameters& p)
      : kernels_(kernels),
        rotates_(rotates),
        count_(start.q.size()),
        padded_((count_ + kLargestVector - 1) / kLargestVector * kLargestVector),
        dt_(p.time_step),
        threads_(p.threads),
        angle_(start.q),
        p_(start.p),
        sine_(padded_),
        cosine_(padded_),
        sums_((padded_ + kChunk - 1) / kChunk) {
    angle_.resize(padded_);
    p_.resize(padded_);
    pass(kernels_.begin, {});
    if (rotates_) angle_ = {};
    for (const double momentum : p_) fastest_ = std::max(fastest_, std::abs(momentum));
  }

  void advance(std::uint64_t steps) override {
    const HmfKernel kernel = rotates_ ? kernels_.rotation : kernels_.stored;
    for (std::uint64_t k = 0; k < steps; ++k) {
      ++step_;
      pass(kernel, stage(k == 0 ? kB0 : 2 * kB0, kD0));
      pass(kernel, stage(kB1, kD1));
      HmfPass last = stage(kB1, kD0);
      last.normalise = step_ % kStepsPerNorm == 0;
      pass(kernel, last);
    }
    if (steps > 0) pass(kernel, stage(kB0, 0));
  }

  State state() const override {
    State s{std::vector<double>(count_), {p_.begin(), p_.begin() + signed_count()}};
    for (std::size_t i = 0; i < count_; ++i)
      s.q[i] = rotates_ ? std::atan2(sine_[i], cosine_[i]) : angle_[i];
    return s;
  }
  longrange::Energies energies() const override {
    const double mx = field_.cosine;
    const double my = field_.sine;
    return {longrange::kinetic_energy({{}, {p_.begin(), p_.begin() + signed_count()}}),
            0.5 * static_cast<double>(count_) * (1 - mx * mx - my * my)};  // equation 5
  }
  std::vector<double> forces() const override {
    std::vector<double> f(count_);
    for (std::size_t i = 0; i < count_; ++i)
      f[i] = cosine_[i] * field_.sine - sine_[i] * field_.cosine;
    return f;
  }
  std::size_t memory_bytes() const override {
    return (angle_.size() + 3 * padded_) * sizeof(double) + sums_.size() * sizeof(HmfSums);
  }

 private:
  static constexpr std::size_t kLargestVector = 8;

  std::ptrdiff_t signed_count() const { return static_cast<std::ptrdiff_t>(count_); }

  HmfPass stage(double b, double d) const {
    HmfPass next{
        .kick_x = b * dt_ * field_.cosine, .kick_y = b * dt_ * field_.sine, .drift = d * dt_};
    const double fastest = fastest_ + std::hypot(next.kick_x, next.kick_y);
    next.near = std::abs(next.drift) * fastest < (1 - 1e-9) * kNearTurn;
    return next;
  }

  void pass(HmfKernel kernel, const HmfPass& stage) {
    const HmfArrays arrays{angle_.data(), p_.data(), sine_.data(), cosine_.data()};
    const std::size_t chunks = sums_.size();
    const auto do_chunk = [&](std::size_t c) {
      sums_[c] = kernel(arrays, stage, c * kChunk, std::min(padded_, (c + 1) * kChunk), count_);
    };
    const std::size_t helpers = std::max<std::size_t>(1, chunks / kChunksPerThread);
    const auto team = static_cast<int>(std::min(helpers, static_cast<std::size_t>(threads_)));
    if (team > 1) {
#pragma omp parallel for schedule(static) num_threads(team)
      for (std::size_t c = 0; c < chunks; ++c) do_chunk(c);
    } else {
      for (std::size_t c = 0; c < chunks; ++c) do_chunk(c);
    }
    HmfSums all;
    for (const HmfSums& sum : sums_) {
      all.cosine += sum.cosine;
      all.sine += sum.sine;
      all.square = std::max(all.square, sum.square);
    }
    const auto n = static_cast<double>(count_);
    field_ = {all.cosine / n, all.sine / n};
    fastest_ = std::sqrt(all.square);
  }

  const HmfKernels& kernels_;
  bool rotates_;
  std::size_t count_;
  std::size_t padded_;  // to whole vectors; what is beyond the count has no weight
  double dt_;
  int threads_;
  std::vector<double> angle_;
  std::vector<double> p_;
  std::vector<double> sine_;
  std::vector<double> cosine_;
  std::vector<HmfSums> sums_;  // of each chunk
  HmfSums field_;              // (Mx, My)
  double fastest_ = 0;         // largest |p|
  std::uint64_t step_ = 0;
};

bool register_all() {
  for (const HmfKernels& kernels : hmf_kernels())
    for (const bool rotates : {false, true}) {
      const std::string method = rotates ? "longrange/hmf-rotation" : "longrange/hmf-stored";
      const std::string name = fmt::format("{}-{}", method, kernels.backend);
      longrange::register_scheme(
          {.info = {.name = name,
                    .source = rotates ? "Rocha Filho, section 3.1, with sines and cosines rotated"
                                      : "Rocha Filho, section 3.1",
                    .claims = Claims::thread_invariant,
                    .backend = kernels.backend,
                    .parallel = true,
                    .lanes = kernels.doubles},
           .claims = longrange::kAllIntegratorClaims,
           .models = {Model::hmf},
           .start =
               [&kernels, rotates, name](const State& start, const RunParameters& p) {
                 longrange::require_startable(name, kModels, p, start);
                 return std::make_unique<HmfRun>(kernels, rotates, start, p);
               },
           .method = method,
           .roofline =
               rotates ? longrange::Roofline::hmf_rotation : longrange::Roofline::hmf_stored,
           .available = kernels.available});
    }
  return true;
}

const bool registered = register_all();

}  // namespace
}  // namespace touchstone::optimized
