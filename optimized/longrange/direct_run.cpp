// optimized/longrange/direct_run.cpp
// Purpose   The Ring and two-dimensional gravity by direct sums in vector lanes on several threads,
//           pairs in double, in single with sums of 256 sources, or in the paper's mixed scheme.
// Source    Rocha Filho, sections 3 and 3.2. Newton's third law is not used, as there.
// Computes  Each target sums all sources in their order: the same bits on any number of threads.
// Cost      Three times N^2 pairs per step (direct_kernels.hpp).
// Not here  The pairs (direct_kernels.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "models/core/errors.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/yoshida.hpp"
#include "optimized/longrange/direct_kernels.hpp"

namespace touchstone::optimized {
namespace {

using longrange::kB0;
using longrange::kB1;
using longrange::kD0;
using longrange::kD1;
using longrange::Model;
using longrange::RunParameters;
using longrange::State;

constexpr Model kModels[] = {Model::ring, Model::plane};
/// Fewer would be done before a thread has been woken.
constexpr std::size_t kPairsPerThread = 1u << 16;
/// Products of eight squared distances, and their -3/2 powers in single precision, stay finite.
constexpr double kFarthest = 1e6;
constexpr double kSmallestSingle = 1e-12;

class DirectRun final : public longrange::Simulation {
 public:
  DirectRun(const DirectKernels& kernels, PairPrecision precision, const State& start,
            const RunParameters& p)
      : kernels_(kernels),
        precision_(precision),
        parameters_(p),
        count_(longrange::particles(p.system, start)),
        padded_((count_ + kTargetBlock - 1) / kTargetBlock * kTargetBlock),
        state_(start),
        force_(start.q.size()),
        angle_(planar() ? 0 : padded_),
        x_(padded_),
        y_(padded_),
        sum_x_(padded_),
        sum_y_(padded_) {
    if (precision_ != PairPrecision::in_double) {
      x_single_.resize(padded_);
      y_single_.resize(padded_);
    }
    evaluate();
  }

  void advance(std::uint64_t steps) override {
    for (; steps > 0; --steps) {
      stage(kB0, kD0);
      stage(kB1, kD1);
      stage(kB1, kD0);
      stage(kB0, 0);
    }
  }
  State state() const override { return state_; }
  std::vector<double> forces() const override { return force_; }
  longrange::Energies energies() const override {
    return {longrange::kinetic_energy(state_), potential()};
  }
  std::size_t memory_bytes() const override {
    return sizeof(double) * (3 * state_.q.size() + angle_.size() + 4 * padded_) +
           sizeof(float) * 2 * x_single_.size();
  }

 private:
  bool planar() const { return parameters_.system.model == Model::plane; }

  /// Kick, then drift and the forces there.
  void stage(double b, double d) {
    const double kick = b * parameters_.time_step;
    const double drift = d * parameters_.time_step;
    for (std::size_t i = 0; i < force_.size(); ++i) {
      state_.p[i] += kick * force_[i];
      state_.q[i] += drift * state_.p[i];
    }
    if (d != 0) evaluate();
  }

  /// The points of the circle or of the plane; those beyond the count are copies of nothing, with
  /// sums that nobody reads.
  void place() {
    if (planar()) {
      std::copy_n(state_.q.begin(), count_, x_.begin());
      std::copy_n(state_.q.begin() + static_cast<std::ptrdiff_t>(count_), count_, y_.begin());
    } else {
      std::copy_n(state_.q.begin(), count_, angle_.begin());
      kernels_.sincos(angle_.data(), padded_, y_.data(), x_.data());
    }
    for (std::size_t i = 0; i < x_single_.size(); ++i) {
      x_single_[i] = static_cast<float>(x_[i]);
      y_single_[i] = static_cast<float>(y_[i]);
    }
  }

  DirectArrays arrays() const {
    const double eps = parameters_.system.softening;
    return {x_.data(),        y_.data(), x_single_.data(),
            y_single_.data(), count_,    planar() ? eps : 2 * eps};
  }

  template <class Body>
  void for_blocks(const Body& body) const {
    const std::size_t blocks = padded_ / kTargetBlock;
    const std::size_t helpers =
        std::clamp<std::size_t>(padded_ * count_ / kPairsPerThread, 1, blocks);
    const auto team =
        static_cast<int>(std::min(helpers, static_cast<std::size_t>(parameters_.threads)));
    if (team > 1) {
#pragma omp parallel for schedule(dynamic) num_threads(team)
      for (std::size_t b = 0; b < blocks; ++b) body(b * kTargetBlock);
    } else {
      for (std::size_t b = 0; b < blocks; ++b) body(b * kTargetBlock);
    }
  }

  void evaluate() {
    place();
    const ForceKernel kernel =
        (planar() ? kernels_.plane : kernels_.ring)[static_cast<std::size_t>(precision_)];
    const DirectArrays a = arrays();
    for_blocks(
        [&](std::size_t first) { kernel(a, first, sum_x_.data() + first, sum_y_.data() + first); });
    const auto n = static_cast<double>(count_);
    for (std::size_t i = 0; i < count_; ++i) {
      if (planar()) {
        force_[i] = -2 / n * sum_x_[i];
        force_[count_ + i] = -2 / n * sum_y_[i];
      } else {
        force_[i] = (y_[i] * sum_x_[i] - x_[i] * sum_y_[i]) / n;  // y is the sine
      }
    }
  }

  /// In double for every scheme, without self terms.
  double potential() const {
    std::vector<double> sums(padded_);
    const DirectArrays a = arrays();
    const PotentialKernel kernel = planar() ? kernels_.plane_potential : kernels_.ring_potential;
    for_blocks([&](std::size_t first) { kernel(a, first, sums.data() + first); });
    const double self = planar() ? std::log(a.softening) : 1 / std::sqrt(a.softening);
    long double total = 0;
    for (std::size_t i = 0; i < count_; ++i) total += sums[i] - self;
    const auto pairs = static_cast<double>(total / 2);
    return (planar() ? pairs : -pairs) / static_cast<double>(count_);
  }

  const DirectKernels& kernels_;
  PairPrecision precision_;
  RunParameters parameters_;
  std::size_t count_;
  std::size_t padded_;
  State state_;
  std::vector<double> force_;
  std::vector<double> angle_;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<double> sum_x_;
  std::vector<double> sum_y_;
  std::vector<float> x_single_;
  std::vector<float> y_single_;
};

struct Form {
  PairPrecision precision;
  const char* name;
  const char* source;
  double force_error;
};
constexpr Form kForms[] = {
    {PairPrecision::in_double, "double", "Rocha Filho, section 3.2, in chord form", 2e-14},
    {PairPrecision::in_single, "single",
     "Rocha Filho, section 3.2, pairs and sums of 256 in single precision", 2e-6},
    {PairPrecision::mixed, "mixed",
     "Rocha Filho, section 3.2: pairs in single precision, sums in double", 2e-6}};

void require_range(const State& start, const RunParameters& p, PairPrecision precision) {
  if (precision != PairPrecision::in_double && p.system.softening < kSmallestSingle)
    throw input_error("pairs in single precision", "softening",
                      fmt::format("{} or more", kSmallestSingle),
                      fmt::format("{}", p.system.softening));
  if (p.system.model != Model::plane) return;
  for (const double q : start.q)
    if (std::abs(q) > kFarthest)
      throw input_error("direct sums", "coordinate", fmt::format("at most {}", kFarthest),
                        fmt::format("{}", q));
}

bool register_all() {
  using longrange::IntegratorClaims;
  // Rounded pairs have no potential: no symplectic form, and an order that rounding hides.
  const IntegratorClaims rounded = IntegratorClaims::model | IntegratorClaims::time_reversible |
                                   IntegratorClaims::bounded_energy | IntegratorClaims::momentum;
  for (const DirectKernels& kernels : direct_kernels())
    for (const Form& form : kForms) {
      const bool exact = form.precision == PairPrecision::in_double;
      const std::string name = fmt::format("longrange/direct-{}-{}", form.name, kernels.backend);
      longrange::register_scheme(
          {.info = {.name = name,
                    .source = form.source,
                    .claims = Claims::thread_invariant,
                    .backend = kernels.backend},
           .claims = exact ? longrange::kAllIntegratorClaims : rounded,
           .models = {Model::ring, Model::plane},
           .start =
               [&kernels, &form, name](const State& start, const RunParameters& p) {
                 longrange::require_startable(name, kModels, p, start);
                 require_range(start, p, form.precision);
                 return std::make_unique<DirectRun>(kernels, form.precision, start, p);
               },
           .force_error = form.force_error,
           .available = kernels.available});
    }
  return true;
}

const bool registered = register_all();

}  // namespace
}  // namespace touchstone::optimized
