#include "checkers/hpmc/pair_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "suite/external/body_text.hpp"
#include "suite/external/places.hpp"
#include "suite/external/program.hpp"

namespace touchstone::hpmc {
namespace {

/// The line of the protocol; of a class that it does not have, the name.
std::string type_text(const shapes::Body& body) {
  try {
    return external::body_line(body);
  } catch (const external::Refused&) {
    return std::string(name(class_of(body)));
  }
}

std::string body_text(char letter, const shapes::Body& body, shapes::Vec3 r,
                      const shapes::Orientation& q) {
  return fmt::format("\n    {}: {}; centre {} {} {}; orientation {} {} {} {}", letter,
                     type_text(body), r.x, r.y, r.z, q.s, q.x, q.y, q.z);
}

}  // namespace

std::string truth_text(const PlacedPair& pair, const Placement& p,
                       const shapes::OverlapQuestion& asked) {
  const std::string text = p.truth.overlap ? "they overlap" : "they are apart";
  const double known = std::abs(pair.separation(p));
  if (!(known > 0) || !std::isfinite(known)) return text;
  const double scale = norm(p.r) > 0 ? norm(asked.r_ab) / norm(p.r) : 1;  // of larger bodies
  return fmt::format("{} by {:.3g}{}", text, known * scale,
                     pair.is_relative() ? " along the line of centres" : "");
}

std::string pair_text(const shapes::OverlapQuestion& asked) {
  const auto [a, b] = external::places_of(asked.r_ab);
  return body_text('a', *asked.a, a, asked.q_a) + body_text('b', *asked.b, b, asked.q_b);
}

}  // namespace touchstone::hpmc
