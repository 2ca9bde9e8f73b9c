// reference/longrange/yoshida_integrator.hpp
// Purpose   The fourth-order symplectic integrator, step by step as the paper lists it, serial: the
//           oracle for every scheme that integrates the three models.
// Source    Rocha Filho, section 3, steps 1 to 12, with two misprints put right: step 11 uses the
//           new force f(t + dt), not f(I), or the order is 1; step 12 keeps it as f(I), not f(II).
// Cost      Three evaluations of the forces per step, the one at the end is kept for the next.
// Not here  The forces (forces.hpp), fast kernels (optimized/longrange).
#pragma once
#include <cstdint>

#include "models/longrange/registry.hpp"

namespace touchstone::reference {

class YoshidaIntegrator final : public longrange::Simulation {
 public:
  /// Throws InputError for what longrange::require_valid refuses.
  YoshidaIntegrator(const longrange::State& start, const longrange::RunParameters& parameters);

  void advance(std::uint64_t steps) override;
  longrange::State state() const override { return state_; }
  longrange::Energies energies() const override;
  std::vector<double> forces() const override { return force_; }
  std::size_t memory_bytes() const override { return 3 * state_.q.size() * sizeof(double); }

 private:
  void kick(double duration);   // momenta by the force
  void drift(double duration);  // coordinates by the momenta
  void evaluate();              // the force at the coordinates

  longrange::RunParameters parameters_;
  longrange::State state_;
  std::vector<double> force_;
};

}  // namespace touchstone::reference
