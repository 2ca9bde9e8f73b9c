// optimized/longrange/nufft/ring_modes.cpp
// Purpose   The Ring in time proportional to N: its interaction has few Fourier modes, so that the
//           force is that of an HMF model with K harmonics.
// Source    Equation 1 of Rocha Filho as a Fourier series: with v_k the coefficients of
//           -1 / sqrt(2 (1 - cos) + 2 eps) and C_k, Z_k the sums of cos k q and sin k q,
//           f_i = (2/N) sum_k k v_k (C_k sin k q_i - Z_k cos k q_i). The potential is analytic
//           within |Im q| < acosh(1 + eps) = a, so v_k falls as exp(-a k): K = 36 / a modes leave
//           nothing that double precision shows.
// Cost      16 operations per particle, mode and evaluation; K = 806 for eps = 0.001, 83 for 0.1.
// Not here  The non-uniform fast Fourier transform, which replaces K by a logarithm; threads.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "models/core/errors.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/yoshida.hpp"

namespace touchstone::optimized {
namespace {

using longrange::Model;
using longrange::RunParameters;
using longrange::State;

constexpr Model kModels[] = {Model::ring};
constexpr const char* kName = "longrange/ring-modes";
constexpr std::size_t kMostModes = 10000;

std::size_t modes_for(double softening) {
  // acosh(1 + eps) without the cancellation of a small eps.
  const double width = std::log1p(softening + std::sqrt(softening * (2 + softening)));
  const double modes = std::ceil(36 / width) + 1;
  if (modes > kMostModes)
    throw input_error(kName, "softening",
                      fmt::format("one that {} Fourier modes resolve (7e-6 or more)", kMostModes),
                      fmt::format("{}, which needs {:.0f}", softening, modes));
  return static_cast<std::size_t>(modes);
}

/// v_0 ... v_K by the trapezoidal rule in long double; cosines of multiples by their number.
std::vector<double> coefficients(double softening, std::size_t modes) {
  const std::size_t points = 4 * modes;  // v_k of the next image is exp(-3 a K) smaller
  std::vector<long double> cosine(points);
  std::vector<long double> value(points);
  for (std::size_t i = 0; i < points; ++i) {
    const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(i) /
                              static_cast<long double>(points);
    const long double half_chord = std::sin(angle / 2);
    cosine[i] = std::cos(angle);
    value[i] =
        -1 / std::sqrt(4 * half_chord * half_chord + 2 * static_cast<long double>(softening));
  }
  std::vector<double> v;
  for (std::size_t k = 0; k <= modes; ++k) {
    long double sum = 0;
    for (std::size_t i = 0; i < points; ++i) sum += value[i] * cosine[i * k % points];
    v.push_back(static_cast<double>(sum / static_cast<long double>(points)));
  }
  return v;
}

class RingModes final : public longrange::Simulation {
 public:
  RingModes(const State& start, const RunParameters& p)
      : dt_(p.time_step),
        v_(coefficients(p.system.softening, modes_for(p.system.softening))),
        state_(start),
        force_(start.q.size()),
        cosines_(v_.size()),
        sines_(v_.size()) {
    evaluate();
  }

  void advance(std::uint64_t steps) override {
    using namespace longrange;
    for (; steps > 0; --steps) {
      stage(kB0, kD0);
      stage(kB1, kD1);
      stage(kB1, kD0);
      stage(kB0, 0);
    }
  }
  State state() const override { return state_; }
  std::vector<double> forces() const override { return force_; }
  /// Energies in O(K): V = (1/2N) sum over all k of v_k (|S_k|^2 - N), without self terms.
  longrange::Energies energies() const override {
    const auto n = static_cast<double>(state_.q.size());
    double sum = 0;
    for (std::size_t k = v_.size(); k-- > 1;)
      sum += v_[k] * (cosines_[k] * cosines_[k] + sines_[k] * sines_[k] - n);
    return {longrange::kinetic_energy(state_), v_[0] * (n - 1) / 2 + sum / n};
  }
  std::size_t memory_bytes() const override {
    return sizeof(double) * (3 * state_.q.size() + 3 * v_.size());
  }

 private:
  void stage(double b, double d) {
    for (std::size_t i = 0; i < force_.size(); ++i) {
      state_.p[i] += b * dt_ * force_[i];
      state_.q[i] += d * dt_ * state_.p[i];
    }
    if (d != 0) evaluate();
  }

  /// Calls body(k, cos k angle, sin k angle) for k = 1 ... K, by rotation.
  template <class Body>
  void for_modes(double angle, const Body& body) const {
    const double c1 = std::cos(angle);
    const double s1 = std::sin(angle);
    double c = c1;
    double s = s1;
    for (std::size_t k = 1; k < v_.size(); ++k) {
      body(k, c, s);
      const double next = c * c1 - s * s1;
      s = s * c1 + c * s1;
      c = next;
    }
  }

  void evaluate() {
    std::fill(cosines_.begin(), cosines_.end(), 0.0);
    std::fill(sines_.begin(), sines_.end(), 0.0);
    for (const double q : state_.q)
      for_modes(q, [&](std::size_t k, double c, double s) {
        cosines_[k] += c;
        sines_[k] += s;
      });
    const double factor = 2 / static_cast<double>(state_.q.size());
    for (std::size_t i = 0; i < force_.size(); ++i) {
      double sum = 0;
      for_modes(state_.q[i], [&](std::size_t k, double c, double s) {
        sum += static_cast<double>(k) * v_[k] * (cosines_[k] * s - sines_[k] * c);
      });
      force_[i] = factor * sum;
    }
  }

  double dt_;
  std::vector<double> v_;
  State state_;
  std::vector<double> force_;
  std::vector<double> cosines_;  // C_k
  std::vector<double> sines_;    // Z_k
};

const bool registered =
    longrange::register_scheme({.info = {.name = kName,
                                         .source = "equation 1 of Rocha Filho as a Fourier series",
                                         .claims = Claims::thread_invariant},
                                .claims = longrange::kAllIntegratorClaims,
                                .models = {Model::ring},
                                .start =
                                    [](const State& start, const RunParameters& p) {
                                      longrange::require_startable(kName, kModels, p, start);
                                      return std::make_unique<RingModes>(start, p);
                                    },
                                .force_error = 2e-14,
                                .operations = 1.1e4});

}  // namespace
}  // namespace touchstone::optimized
