#include "optimized/cmc/orbits/single_orbit.hpp"

#include <fmt/format.h>

#include <array>

#include "models/core/errors.hpp"
#include "optimized/cmc/block.hpp"

namespace touchstone::optimized {

std::vector<cluster::OrbitSample> sample_orbit(const cluster::Stars& stars, std::size_t star,
                                               std::size_t count, const cluster::Lfsr113& stream) {
  if (star >= stars.size())
    throw input_error("orbit", "star", fmt::format("below {}", stars.size()),
                      fmt::format("{}", star));
  Field field;
  field.update(stars.radius, stars.mass);
  std::vector<cluster::OrbitSample> samples;
  cluster::Lfsr113 random = stream;
  OrbitScratch scratch;
  for (std::size_t k = 0; k < count; ++k) {
    std::array<double, 1> r{stars.radius[star]}, radial{stars.radial_velocity[star]},
        tangential{stars.tangential_velocity[star]}, old_radius{}, old_speed2{}, work{};
    std::array<std::uint8_t, 1> leaves{};
    const std::span<const double> mass(&stars.mass[star], 1);
    sample_positions({star + 1, mass, r, radial, tangential}, field,
                     {old_radius, old_speed2, work, leaves}, scratch, random);
    if (leaves[0]) return {};
    samples.push_back({r[0], radial[0], tangential[0]});
  }
  return samples;
}

}  // namespace touchstone::optimized
