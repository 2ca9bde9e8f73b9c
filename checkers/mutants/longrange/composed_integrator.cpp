#include "checkers/mutants/longrange/composed_integrator.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "checkers/mutants/longrange/faulty_forces.hpp"

namespace touchstone::mutants {
namespace {

constexpr double kGrid = 0x1p-47;  // sums are exact up to 64

/// Appends the steps of order 2 that make one of this order, each a part of the whole step.
void add_triple_jump(std::vector<double>& parts, int order, double whole) {
  if (order == 2) return parts.push_back(whole);
  const double outer = whole / (2 - std::pow(2, 1.0 / (order - 1)));
  for (const double part : {outer, whole - 2 * outer, outer})
    add_triple_jump(parts, order - 2, part);
}

/// The parts of REBOUND's leapfrog of order 6 or 8; the second half mirrors the first.
std::vector<double> parts_of_rebound(int order) {
  std::vector<double> parts =
      order == 6 ? std::vector{0.1867, 0.5554970237124784, 0.1294669489134754, -0.843265623387734,
                               0.9432033015235604}
                 : std::vector{0.128865979381443,  0.581514087105251,   -0.410175371469850,
                               0.1851469357165877, -0.4095523434208514, 0.1444059410800120,
                               0.2783355003936797, 0.3149566839162949,  -0.6269948254051343979};
  for (std::size_t k = parts.size() - 1; k-- > 0;) parts.push_back(parts[k]);
  return parts;
}

class ComposedIntegrator final : public longrange::Simulation {
 public:
  ComposedIntegrator(std::vector<double> parts, Grid grid, longrange::State start,
                     const longrange::RunParameters& p)
      : parts_(std::move(parts)), grid_(grid), parameters_(p), state_(std::move(start)) {
    for (auto* values : {&state_.q, &state_.p})
      for (double& value : *values) value = on_grid(value);
  }

  void advance(std::uint64_t steps) override {
    for (; steps > 0; --steps)
      for (const double part : parts_) step(part * parameters_.time_step);
  }
  longrange::State state() const override { return state_; }
  longrange::Energies energies() const override {
    return {longrange::kinetic_energy(state_),
            faulty_potential(IntegratorFault::none, parameters_.system, state_.q)};
  }
  std::vector<double> forces() const override {
    return faulty_forces(IntegratorFault::none, parameters_.system, state_.q, 1);
  }
  std::size_t memory_bytes() const override { return 3 * state_.q.size() * sizeof(double); }

 private:
  double on_grid(double value) const {
    if (grid_ == Grid::none) return value;
    const double multiple = value / kGrid;
    return kGrid * (grid_ == Grid::nearest ? std::nearbyint(multiple) : std::floor(multiple));
  }
  void add(std::vector<double>& to, double duration, const std::vector<double>& rates) const {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += on_grid(duration * rates[i]);
  }
  void step(double duration) {
    add(state_.p, duration / 2, forces());
    add(state_.q, duration, state_.p);
    add(state_.p, duration / 2, forces());
  }

  std::vector<double> parts_;
  Grid grid_;
  longrange::RunParameters parameters_;
  longrange::State state_;
};

}  // namespace

std::unique_ptr<longrange::Simulation> composed_integrator(int order, Grid grid,
                                                           const longrange::State& start,
                                                           const longrange::RunParameters& p) {
  longrange::require_valid(p, start);
  std::vector<double> parts;
  add_triple_jump(parts, order, 1);
  return std::make_unique<ComposedIntegrator>(std::move(parts), grid, start, p);
}

std::unique_ptr<longrange::Simulation> rebound_integrator(int order, const longrange::State& start,
                                                          const longrange::RunParameters& p) {
  longrange::require_valid(p, start);
  return std::make_unique<ComposedIntegrator>(parts_of_rebound(order), Grid::none, start, p);
}

}  // namespace touchstone::mutants
