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

struct Tolerance {
  double absolute = 1e-9;
  double relative = 1e-9;
};

/// `Real`: double or long double, of all that is integrated.
template <class Real>
class PrinceDormand {
 public:
  /// Writes dy/dt of an autonomous system into the second argument.
  using Derivative = std::function<void(std::span<const Real>, std::span<Real>)>;

  PrinceDormand(std::size_t equations, Derivative derivative);

  /// One step of order 8; returns the difference from order 7 in units of the tolerance, the
  /// largest of all components.
  Real step(std::vector<Real>& y, Real h, const Tolerance& tolerance);

  /// Steps whose error is within the tolerance, to `duration` exactly. `h` is the step to try
  /// first, and on return the one to go on with. `after_step(t, y)` may stop the integration by
  /// returning false. Returns the time reached. Throws std::runtime_error for steps too small.
  Real integrate(std::vector<Real>& y, Real duration, Real& h, const Tolerance& tolerance,
                 const std::function<bool(Real, std::span<const Real>)>& after_step = {});

  std::uint64_t steps() const { return steps_; }
  std::uint64_t rejected() const { return rejected_; }

 private:
  Derivative derivative_;
  std::vector<std::vector<Real>> k_;
  std::vector<Real> sum_, difference_;
  std::uint64_t steps_ = 0;
  std::uint64_t rejected_ = 0;
};

}  // namespace touchstone::reference
