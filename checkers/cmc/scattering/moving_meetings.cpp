#include "checkers/cmc/scattering/moving_meetings.hpp"

namespace touchstone::scattering {

void judge_laws(Findings& findings, std::span<const cluster::PointStar> before,
                std::span<const cluster::PointStar> after, Real time, Real scale, double error,
                const std::string& name) {
  const auto near = [&](Real found, Real expected, Real size, const char* what) {
    findings.expect(std::abs(found - expected) <= error * size,
                    fmt::format("{}: {} is wrong by {:.2g} of its scale", name, what,
                                static_cast<double>(std::abs(found - expected) / size)));
  };
  for (std::size_t i = 0; i < before.size(); ++i)
    findings.expect(before[i].mass == after[i].mass,
                    fmt::format("{}: star {} has another mass", name, i));
  near(energy(after), energy(before), scale, "energy");
  const Space p0 = momentum(before), p1 = momentum(after);
  const Space l0 = angular_momentum(before), l1 = angular_momentum(after);
  Real momenta = 0, angular = 0;
  Space x0{}, x1{};
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Point a = point(before[i]), b = point(after[i]);
    momenta += a.mass * length(a.velocity);
    angular += a.mass * length(a.position) * length(a.velocity);
    x0 = plus(x0, a.mass, a.position);
    x1 = plus(x1, b.mass, b.position);
  }
  for (std::size_t c = 0; c < 3; ++c) {
    near(p1[c], p0[c], momenta, "momentum");
    near(l1[c], l0[c], angular, "angular momentum");
    near(x1[c], x0[c] + p0[c] * time, length(x0) + length(x1) + momenta * time,
         "the centre of mass");
  }
}

}  // namespace touchstone::scattering
