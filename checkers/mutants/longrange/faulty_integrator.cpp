#include "checkers/mutants/longrange/faulty_integrator.hpp"

#include "checkers/mutants/longrange/faulty_forces.hpp"
#include "models/longrange/yoshida.hpp"

namespace touchstone::mutants {
namespace {

using longrange::kB0;
using longrange::kB1;
using longrange::kD0;
using longrange::kD1;
using Fault = IntegratorFault;

class FaultyIntegrator final : public longrange::Simulation {
 public:
  FaultyIntegrator(Fault fault, const longrange::State& start, const longrange::RunParameters& p)
      : fault_(fault), parameters_(p), state_(start), force_(at(state_.q)), first_force_(force_) {}

  void advance(std::uint64_t steps) override {
    for (; steps > 0; --steps) {
      if (fault_ == Fault::leapfrog)
        leapfrog();
      else
        step();
      if (fault_ == Fault::friction)
        for (double& p : state_.p) p *= 1 - 1e-6;
    }
  }
  longrange::State state() const override { return state_; }
  longrange::Energies energies() const override {
    return {longrange::kinetic_energy(state_),
            faulty_potential(fault_, parameters_.system, state_.q)};
  }
  std::vector<double> forces() const override { return force_; }
  std::size_t memory_bytes() const override { return 3 * state_.q.size() * sizeof(double); }

 private:
  std::vector<double> at(const std::vector<double>& q) const {
    return faulty_forces(fault_, parameters_.system, q, parameters_.threads);
  }
  void kick(double b, const std::vector<double>& force) {
    const double duration = b * parameters_.time_step;
    for (std::size_t i = 0; i < force.size(); ++i) state_.p[i] += duration * force[i];
  }
  void drift(double d) {
    const double duration = d * parameters_.time_step;
    for (std::size_t i = 0; i < state_.q.size(); ++i) state_.q[i] += duration * state_.p[i];
    force_ = at(state_.q);
  }

  void step() {
    const std::vector<double> old = force_;
    if (fault_ != Fault::unsynchronised_momenta || !kicked_)
      kick(kB0, fault_ == Fault::step_12_force_not_kept ? first_force_ : old);
    drift(kD0);
    kick(kB1, force_);
    drift(kD1);
    kick(kB1, force_);
    drift(kD0);
    if (fault_ == Fault::unsynchronised_momenta)
      kick(2 * kB0, force_);
    else
      kick(kB0, fault_ == Fault::step_11_old_force ? old : force_);
    kicked_ = true;
  }
  void leapfrog() {
    kick(0.5, force_);
    drift(1);
    kick(0.5, force_);
  }

  Fault fault_;
  longrange::RunParameters parameters_;
  longrange::State state_;
  std::vector<double> force_;
  std::vector<double> first_force_;
  bool kicked_ = false;  // the first kick of the next step has been done
};

}  // namespace

std::unique_ptr<longrange::Simulation> faulty_integrator(Fault fault, const longrange::State& start,
                                                         const longrange::RunParameters& p) {
  if (fault != Fault::input_not_looked_at) longrange::require_valid(p, start);
  return std::make_unique<FaultyIntegrator>(fault, start, p);
}

}  // namespace touchstone::mutants
