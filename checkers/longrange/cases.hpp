// checkers/longrange/cases.hpp
// Purpose   Common parts of the checks of integrators: systems and states to run, and errors held
//           against bounds.
// Not here  The choice of runs (made by each check).
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/longrange/registry.hpp"

namespace touchstone::integrator {

/// Those of the three models that a scheme runs, with a soft (0.1) and, if asked for, also with the
/// paper's softening (0.001).
std::vector<longrange::System> systems_of(const longrange::LongrangeScheme& scheme,
                                          bool also_stiff = false);

/// "ring eps=0.1 N=20"
std::string text(const longrange::System& system, std::size_t particles);

/// Moving particles without any symmetry: angles on an arc with any offset, some of them many
/// periods away, or points on a disc beside the origin.
longrange::State random_state(const longrange::System& system, std::size_t particles,
                              std::uint64_t seed);

std::unique_ptr<longrange::Simulation> begin(const longrange::LongrangeScheme& scheme,
                                             const longrange::State& start,
                                             const longrange::System& system, double time_step,
                                             int threads = 1);

/// The state after `steps`.
longrange::State run(const longrange::LongrangeScheme& scheme, const longrange::State& start,
                     const longrange::System& system, double time_step, std::uint64_t steps);

/// The state after `steps`, with errors that fall at least as the fourth power of the time step:
/// schemes that claim order 2 are extrapolated from this step and half of it (Richardson). For
/// checks of motions whose bounds suit fourth order.
longrange::State fourth_order_run(const longrange::LongrangeScheme& scheme,
                                  const longrange::State& start, const longrange::System& system,
                                  double time_step, std::uint64_t steps);

/// Steps for schemes whose steps are cheap; a quarter of them, at least one, where they cost much.
std::uint64_t affordable(const longrange::LongrangeScheme& scheme, std::uint64_t steps);

/// a - b; angles are compared modulo 2 pi, since a scheme need not count full circles.
double difference(const longrange::System& system, double a, double b);

/// Largest difference of coordinates or momenta; infinite if one is not a number.
double distance(const longrange::System& system, const longrange::State& a,
                const longrange::State& b);

/// Holds errors against bounds; remembers the largest ratio. A NaN breaks every bound.
class Bounds {
 public:
  void hold(double error, double bound, const std::string& what);
  bool broken() const { return broken_ > 0; }
  /// Fails when a bound was broken or fewer than `least` were held. `value` is the largest ratio of
  /// an error to its bound.
  CheckResult result(std::uint64_t least = 1) const;

 private:
  std::uint64_t held_ = 0;
  std::uint64_t broken_ = 0;
  double worst_ = 0;
  std::string worst_what_;
};

}  // namespace touchstone::integrator
