// optimized/longrange/fast_run_kernel.hpp
// Purpose   The steps of every fast method: a solver that gives all forces at once, in Yoshida's
//           steps.
// Source    Rocha Filho, section 3, steps 1 to 12, with the force of step 12 kept.
// Not here  Solvers (ring_nufft_kernel.hpp, ...).
#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "models/longrange/registry.hpp"
#include "models/longrange/yoshida.hpp"

namespace touchstone::optimized {

/// `Solver` has evaluate(coordinates, threads, forces), potential(), memory_bytes(); its results
/// are the same on any number of threads.
template <class Solver>
class FastRun final : public longrange::Simulation {
 public:
  FastRun(std::unique_ptr<Solver> solver, const longrange::State& start,
          const longrange::RunParameters& p)
      : solver_(std::move(solver)),
        dt_(p.time_step),
        threads_(p.threads),
        state_(start),
        force_(start.q.size()) {
    solver_->evaluate(state_.q, threads_, force_);
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
  longrange::State state() const override { return state_; }
  std::vector<double> forces() const override { return force_; }
  longrange::Energies energies() const override {
    return {longrange::kinetic_energy(state_), solver_->potential()};
  }
  std::size_t memory_bytes() const override {
    return sizeof(double) * 3 * force_.size() + solver_->memory_bytes();
  }

 private:
  /// Fewer coordinates would be done before a thread has been woken.
  static constexpr std::size_t kForThreads = 1u << 16;

  /// Kick, then drift and the forces there.
  void stage(double b, double d) {
    const double kick = b * dt_;
    const double drift = d * dt_;
    [[maybe_unused]] const int team = force_.size() < kForThreads ? 1 : threads_;
#pragma omp parallel for schedule(static) num_threads(team) if (team > 1)
    for (std::size_t i = 0; i < force_.size(); ++i) {
      state_.p[i] += kick * force_[i];
      state_.q[i] += drift * state_.p[i];
    }
    if (d != 0) solver_->evaluate(state_.q, threads_, force_);
  }

  std::unique_ptr<Solver> solver_;
  double dt_;
  int threads_;
  longrange::State state_;
  std::vector<double> force_;
};

}  // namespace touchstone::optimized
