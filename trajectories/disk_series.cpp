#include "trajectories/disk_series.hpp"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "models/disks/chains/static_rift.hpp"
#include "models/disks/order.hpp"

namespace touchstone::trajectories {
namespace {

using disks::Configuration;
using disks::Vec;

/// The same disks as bodies of diameter 1, in a box centred at 0.
shapes::Configuration as_bodies(const Configuration& c) {
  shapes::Configuration bodies{.box = {c.box.width, c.box.height, 1, 0, 0, 0, 2},
                               .types = {shapes::Disk{0.5}}};
  for (const Vec<double> p : c.centres) bodies.centres.push_back(bodies.box.wrap({p.x, p.y, 0}));
  bodies.type.assign(c.size(), 0);
  bodies.orientations.assign(c.size(), {});
  return bodies;
}

double structure_factor(const Configuration& c) {
  std::complex<double> x, y;
  for (const Vec<double> p : c.centres) {
    x += std::polar(1.0, 2 * std::numbers::pi * p.x / c.box.width);
    y += std::polar(1.0, 2 * std::numbers::pi * p.y / c.box.height);
  }
  return (std::norm(x) + std::norm(y)) / (2 * static_cast<double>(c.size()));
}

/// psi6 needs a box twice as wide as a shell of neighbours.
double order_of(const Configuration& c) {
  const double range = (1 + std::numbers::sqrt3) / 2 * disks::lattice_spacing(c);
  if (2 * range > std::min(c.box.width, c.box.height)) return std::nan("");
  return std::abs(disks::bond_order(c).global);
}

}  // namespace

std::optional<Configuration> equal_disks(const Frame& frame, std::string& why_not) {
  const shapes::Configuration& c = frame.state;
  double diameter = 0;
  for (const shapes::Body& body : c.types) {
    const auto* disk = std::get_if<shapes::Disk>(&body);
    if (disk == nullptr || (diameter != 0 && 2 * disk->radius != diameter)) {
      why_not = "not equal disks";
      return std::nullopt;
    }
    diameter = 2 * disk->radius;
  }
  Configuration disks{.box = {c.box.lx / diameter, c.box.ly / diameter}, .centres = {}};
  if (c.box.xy != 0 || !(disks.box.width >= 2 && disks.box.height >= 2)) {
    why_not = c.box.xy != 0 ? "the box is no rectangle" : "the box is narrower than two diameters";
    return std::nullopt;
  }
  for (const shapes::Vec3& r : c.centres)
    disks.centres.push_back(disks.box.wrap({r.x / diameter, r.y / diameter}));
  return disks;
}

void DiskSeries::add(const Configuration& c) {
  if (frames() == 0) first_ = c;
  constant_ = constant_ && c.size() == first_.size() &&
              std::abs(c.box.width / first_.box.width - 1) < 1e-7 &&
              std::abs(c.box.height / first_.box.height - 1) < 1e-7;
  const double pressure = disks::static_rift_pressure(c).mean();
  const double at_contact = disks::static_rift_pressure(c, kContactChain).mean();
  closed_ += std::isinf(pressure) || std::isinf(at_contact) ? 1 : 0;
  distribution_.add(as_bodies(c));
  const double by_scale = distribution_.frame() * c.density();
  chains.push_back(pressure);
  contact_excess.push_back(at_contact - pressure);
  scale.push_back(by_scale);
  scale_excess.push_back(by_scale - pressure);
  // beta P / rho = 1 + (pi / 2) rho d^2 g(d)
  contact.push_back((distribution_.frame() - 1) / (std::numbers::pi / 2 * c.density()));
  order.push_back(order_of(c));
  structure.push_back(structure_factor(c));
}

}  // namespace touchstone::trajectories
