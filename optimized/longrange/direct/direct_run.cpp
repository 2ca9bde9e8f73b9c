// optimized/longrange/direct/direct_run.cpp
// Purpose   The Ring and two-dimensional gravity by direct sums in vector lanes on several threads,
//           pairs in double, in single with sums of 64 sources, or in the paper's mixed scheme.
// Source    Rocha Filho, sections 3 and 3.2. Newton's third law is not used, as there.
// Computes  Each target sums all sources in their order: the same bits on any number of threads.
// Cost      Three times N^2 pairs per step (direct_kernels.hpp).
// Not here  The pairs (direct_kernels.cpp), steps (fast_run_kernel.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "models/core/errors.hpp"
#include "models/longrange/registry.hpp"
#include "optimized/longrange/direct/direct_kernels.hpp"
#include "optimized/longrange/fast_run_kernel.hpp"

namespace touchstone::optimized {
namespace {

using longrange::Model;
using longrange::RunParameters;
using longrange::State;

constexpr Model kModels[] = {Model::ring, Model::plane};
/// Fewer would be done before a thread has been woken.
constexpr std::size_t kPairsPerThread = 1u << 16;
/// Powers of squared distances in single precision, up to -3/2, stay finite.
constexpr double kFarthest = 1e6;
constexpr double kSmallestSingle = 1e-12;
constexpr double kLargestSingle = 1e12;

/// All forces, or those on some particles, at the coordinates that were placed last.
class DirectSolver final {
 public:
  DirectSolver(const DirectKernels& kernels, PairPrecision precision, const State& start,
               const RunParameters& p)
      : kernels_(kernels),
        precision_(precision),
        system_(p.system),
        count_(longrange::particles(p.system, start)),
        padded_((count_ + kTargetBlock - 1) / kTargetBlock * kTargetBlock),
        angle_(planar() ? 0 : padded_),
        x_(padded_),
        y_(padded_),
        sum_x_(padded_),
        sum_y_(padded_) {
    if (precision_ != PairPrecision::in_double) {
      x_single_.resize(padded_);
      y_single_.resize(padded_);
    }
  }

  void evaluate(std::span<const double> q, int threads, std::span<double> forces) {
    place(q, threads);
    evaluate_some(0, count_, forces);
  }

  /// The points of the circle or of the plane; those beyond the count are copies of nothing, with
  /// sums that nobody reads.
  void place(std::span<const double> q, int threads) {
    threads_ = threads;
    if (planar()) {
      std::copy_n(q.begin(), count_, x_.begin());
      std::copy_n(q.begin() + static_cast<std::ptrdiff_t>(count_), count_, y_.begin());
    } else {
      std::copy_n(q.begin(), count_, angle_.begin());
      kernels_.sincos(angle_.data(), padded_, y_.data(), x_.data());
    }
    for (std::size_t i = 0; i < x_single_.size(); ++i) {
      x_single_[i] = static_cast<float>(x_[i]);
      y_single_[i] = static_cast<float>(y_[i]);
    }
  }

  /// Forces on `some` particles from `first`: first components, then second ones.
  void evaluate_some(std::size_t first, std::size_t some, std::span<double> forces) {
    const ForceKernel kernel =
        (planar() ? kernels_.plane : kernels_.ring)[static_cast<std::size_t>(precision_)];
    const DirectArrays a = arrays();
    for_blocks(first, some, [&](std::size_t target) {
      kernel(a, target, sum_x_.data() + target, sum_y_.data() + target);
    });
    const auto n = static_cast<double>(count_);
    for (std::size_t k = 0; k < some; ++k) {
      const std::size_t i = first + k;
      if (planar()) {
        forces[k] = -2 / n * sum_x_[i];
        forces[some + k] = -2 / n * sum_y_[i];
      } else {
        forces[k] = (y_[i] * sum_x_[i] - x_[i] * sum_y_[i]) / n;  // y is the sine
      }
    }
  }

  /// Potential energy, in double for every scheme, without self terms; infinite where squared
  /// distances are beyond a double.
  double potential() const {
    std::vector<double> sums(padded_);
    DirectArrays a = arrays();
    if (planar()) a.factors = factors();
    if (a.factors == 0) return std::numeric_limits<double>::infinity();
    const PotentialKernel kernel = planar() ? kernels_.plane_potential : kernels_.ring_potential;
    for_blocks(0, count_, [&](std::size_t first) { kernel(a, first, sums.data() + first); });
    long double total = 0;
    for (std::size_t i = 0; i < count_; ++i) total += sums[i];
    const auto pairs = static_cast<double>(total / 2);
    return (planar() ? pairs : -pairs) / static_cast<double>(count_);
  }

  std::size_t memory_bytes() const {
    return sizeof(double) * (angle_.size() + 4 * padded_) + sizeof(float) * 2 * x_single_.size();
  }

 private:
  bool planar() const { return system_.model == Model::plane; }

  DirectArrays arrays() const {
    const double eps = system_.softening;
    return {x_.data(),        y_.data(), x_single_.data(),
            y_single_.data(), count_,    planar() ? eps : 2 * eps};
  }

  /// Squared distances whose product neither overflows nor underflows, at most eight; 0 where one
  /// of them may be beyond a double.
  std::size_t factors() const {
    double farthest = 0;
    for (std::size_t i = 0; i < count_; ++i)
      for (const double q : {x_[i], y_[i]})
        if (!(std::abs(q) <= farthest)) farthest = std::abs(q);  // a NaN stays
    const double largest = system_.softening + 8 * farthest * farthest;
    if (!(largest < 0x1p1000)) return 0;
    const int exponent = std::max(-std::ilogb(system_.softening), std::ilogb(largest)) + 1;
    return static_cast<std::size_t>(std::clamp(1000 / exponent, 1, 8));
  }

  /// body(first) for the whole blocks that hold `some` targets from `first`.
  template <class Body>
  void for_blocks(std::size_t first, std::size_t some, const Body& body) const {
    const std::size_t begin = first / kTargetBlock;
    const std::size_t end = (first + some + kTargetBlock - 1) / kTargetBlock;
    const std::size_t helpers =
        std::clamp<std::size_t>(some * count_ / kPairsPerThread, 1, end - begin);
    const auto team = static_cast<int>(std::min(helpers, static_cast<std::size_t>(threads_)));
    if (team > 1) {
#pragma omp parallel for schedule(dynamic) num_threads(team)
      for (std::size_t b = begin; b < end; ++b) body(b * kTargetBlock);
    } else {
      for (std::size_t b = begin; b < end; ++b) body(b * kTargetBlock);
    }
  }

  const DirectKernels& kernels_;
  PairPrecision precision_;
  longrange::System system_;
  int threads_ = 1;
  std::size_t count_;
  std::size_t padded_;
  std::vector<double> angle_;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<double> sum_x_;
  std::vector<double> sum_y_;
  std::vector<float> x_single_;
  std::vector<float> y_single_;
};

class SomeForces final : public longrange::DirectSums {
 public:
  SomeForces(std::unique_ptr<DirectSolver> solver, const State& state, const RunParameters& p)
      : solver_(std::move(solver)), dimensions_(longrange::dimensions(p.system.model)) {
    solver_->place(state.q, p.threads);
  }
  std::vector<double> forces(std::size_t first, std::size_t some) override {
    std::vector<double> result(dimensions_ * some);
    solver_->evaluate_some(first, some, result);
    return result;
  }

 private:
  std::unique_ptr<DirectSolver> solver_;
  std::size_t dimensions_;
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
     "Rocha Filho, section 3.2, pairs and sums of 64 in single precision", 2e-6},
    {PairPrecision::mixed, "mixed",
     "Rocha Filho, section 3.2: pairs in single precision, sums in double", 2e-6}};

void require_range(const State& start, const RunParameters& p, PairPrecision precision) {
  const double softening = p.system.softening;
  if (precision != PairPrecision::in_double &&
      !(softening >= kSmallestSingle && softening <= kLargestSingle))
    throw input_error("pairs in single precision", "softening",
                      fmt::format("{} to {}", kSmallestSingle, kLargestSingle),
                      fmt::format("{}", softening));
  if (p.system.model != Model::plane) return;
  for (const double q : start.q)
    if (std::abs(q) > kFarthest)
      throw input_error("direct sums", "coordinate", fmt::format("at most {}", kFarthest),
                        fmt::format("{}", q));
}

bool register_all() {
  using longrange::IntegratorClaims;
  using longrange::Roofline;
  // Rounded pairs have no potential: no symplectic form, and an order that rounding hides.
  const IntegratorClaims rounded = IntegratorClaims::model | IntegratorClaims::time_reversible |
                                   IntegratorClaims::bounded_energy | IntegratorClaims::momentum;
  for (const DirectKernels& kernels : direct_kernels())
    for (const Form& form : kForms) {
      const bool exact = form.precision == PairPrecision::in_double;
      const std::string method = fmt::format("longrange/direct-{}", form.name);
      const std::string name = fmt::format("{}-{}", method, kernels.backend);
      const auto solver = [&kernels, &form, name](const State& start, const RunParameters& p) {
        longrange::require_startable(name, kModels, p, start);
        require_range(start, p, form.precision);
        return std::make_unique<DirectSolver>(kernels, form.precision, start, p);
      };
      longrange::register_scheme(
          {.info = {.name = name,
                    .source = form.source,
                    .claims = Claims::thread_invariant,
                    .backend = kernels.backend,
                    .parallel = true,
                    .lanes = (exact ? 1 : 2) * kernels.doubles},
           .claims = exact ? longrange::kAllIntegratorClaims : rounded,
           .models = {Model::ring, Model::plane},
           .start =
               [solver](const State& start, const RunParameters& p) {
                 return std::make_unique<FastRun<DirectSolver>>(solver(start, p), start, p);
               },
           .sums =
               [solver](const State& state, const RunParameters& p) {
                 return std::make_unique<SomeForces>(solver(state, p), state, p);
               },
           .force_error = form.force_error,
           .method = method,
           .roofline = exact ? Roofline::pairs_in_double : Roofline::pairs_in_single,
           .available = kernels.available});
    }
  return true;
}

const bool registered = register_all();

}  // namespace
}  // namespace touchstone::optimized
