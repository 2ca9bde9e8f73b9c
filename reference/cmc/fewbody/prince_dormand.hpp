// reference/cmc/fewbody/prince_dormand.hpp
// Purpose   One step of the Runge-Kutta method of order 8 with an embedded one of order 7, and
//           steps of controlled size.
// Source    P. J. Prince, J. R. Dormand, J. Comput. Appl. Math. 7, 67 (1981), RK8(7)13M.
// Cost      13 evaluations of the derivative per step.
// Not here  The derivative (few_body.hpp).
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace touchstone::reference {

/// Writes dy/dt of an autonomous system into the second argument.
using Derivative = std::function<void(std::span<const double>, std::span<double>)>;

struct Tolerance {
  double absolute = 1e-9;
  double relative = 1e-9;
};

class PrinceDormand {
 public:
  PrinceDormand(std::size_t equations, Derivative derivative);

  /// One step of order 8; returns the difference from order 7 in units of the tolerance, the
  /// largest of all components.
  double step(std::vector<double>& y, double h, const Tolerance& tolerance);

  /// Steps whose error is within the tolerance, to `duration` exactly. `h` is the step to try
  /// first, and on return the one to go on with. `after_step(t, y)` may stop the integration by
  /// returning false. Returns the time reached. Throws std::runtime_error for steps too small.
  double integrate(std::vector<double>& y, double duration, double& h, const Tolerance& tolerance,
                   const std::function<bool(double, std::span<double>)>& after_step = {});

  std::uint64_t steps() const { return steps_; }
  std::uint64_t rejected() const { return rejected_; }

 private:
  Derivative derivative_;
  std::vector<std::vector<double>> k_;
  std::vector<double> stage_;
  std::uint64_t steps_ = 0;
  std::uint64_t rejected_ = 0;
};

}  // namespace touchstone::reference
