#include "trajectories/findings.hpp"

#include <fmt/format.h>

#include <cmath>

namespace touchstone::trajectories {
namespace {

/// Packing fraction of disks or balls of one size; 0 for all others.
double packing_of_round(const shapes::Configuration& c) {
  const shapes::BodyClass one = class_of(c.types.front());
  const bool round = one == shapes::BodyClass::disk || one == shapes::BodyClass::ball;
  const double radius = circumradius(c.types.front());
  for (const shapes::Body& body : c.types)
    if (!round || class_of(body) != one || circumradius(body) != radius) return 0;
  return c.packing_fraction();
}

}  // namespace

void Findings::add(const Frame& frame) {
  if (frames++ == 0) {
    bodies = frame.state.size();
    round_packing = packing_of_round(frame.state);
  }
  plane = frame.state.box.dimensions == 2;
  outside += frame.outside;
  if (frame.state.size() != bodies && other_number++ == 0)
    first_other = fmt::format("{}: {} bodies", frame.where, frame.state.size());
  if (legality.add(frame) > 0) no_disks = no_pressure = "bodies overlap";
  if (no_disks.empty())
    if (const auto equal = equal_disks(frame, no_disks)) return disks.add(*equal);
  if (no_pressure.empty()) convex.add(frame, no_pressure);
}

double Findings::missing_pairs() const {
  if (!(round_packing > 0) || !std::isfinite(legality.closest())) return 0;
  // a shell around each of them, in diameters; the packing fraction is density times 2^-d of a ball
  const int d = plane ? 2 : 3;
  const double shell = std::pow(legality.closest(), d) - 1;
  return static_cast<double>(bodies) / 2 * std::pow(2, d) * round_packing * std::max(0.0, shell);
}

}  // namespace touchstone::trajectories
