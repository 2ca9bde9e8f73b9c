#include "models/cmc/scattering/meeting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::cluster {
namespace {

using std::numbers::pi;

/// Place and velocity of a relative orbit, in its plane, pericentre along the first axis.
struct InPlane {
  double x, y, vx, vy;
};

/// Root of `f`, which grows, between `low` and `high`.
template <class Function>
double root(double low, double high, const Function& f) {
  for (int k = 0; k < 200 && low < high; ++k) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (f(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// Ellipse at a mean anomaly: Kepler's equation E - e sin E = M.
InPlane ellipse(double mass, double a, double e, double mean_anomaly) {
  const double m = std::remainder(mean_anomaly, 2 * pi);
  const double anomaly = root(m - e, m + e, [&](double x) { return x - e * std::sin(x) - m; });
  const double root_of_e = std::sqrt(1 - e * e), rate = std::sqrt(mass / (a * a * a));
  const double speed = rate * a / (1 - e * std::cos(anomaly));
  return {a * (std::cos(anomaly) - e), a * root_of_e * std::sin(anomaly),
          -speed * std::sin(anomaly), speed * root_of_e * std::cos(anomaly)};
}

/// Incoming hyperbola of a speed and an impact parameter at infinity, where it is `r` from the
/// focus: along the third axis (y) at infinity, on the side of the first one (x).
InPlane hyperbola(double mass, double speed, double impact, double r) {
  const double l = speed * impact, v2 = speed * speed;
  const double a = mass / v2, e = std::sqrt(1 + impact * impact / (a * a));
  const double pericentre = a * (e - 1);
  const double p = l * l / mass;  // 0 for a head-on meeting
  r = std::max(r, pericentre);
  // Angle against the pericentre, before it; that of infinity is -acos(-1 / e).
  const double before = p > 0 ? -std::acos(std::clamp((p / r - 1) / e, -1.0, 1.0)) : -pi;
  const double turned = p > 0 ? before + std::acos(-1 / e) : 0;  // since infinity
  const double radial = -std::sqrt(std::max(0.0, v2 + 2 * mass / r - l * l / (r * r)));
  const double across = l / r;
  // At infinity the star is at y = -infinity and x = impact, and moves along y; it turns from -y to
  // x.
  const double out_x = std::sin(turned), out_y = -std::cos(turned);
  return {r * out_x, r * out_y, radial * out_x + across * std::cos(turned),
          radial * out_y + across * std::sin(turned)};
}

/// Three rotations of an orbit's plane: argument, inclination, node.
Vector3 turned(double x, double y, const BinaryOrbit& m) {
  const double cw = std::cos(m.argument), sw = std::sin(m.argument);
  const double ci = m.cos_inclination, si = std::sqrt(std::max(0.0, 1 - ci * ci));
  const double cn = std::cos(m.node), sn = std::sin(m.node);
  const double u = cw * x - sw * y, v = sw * x + cw * y;
  return {cn * u - sn * ci * v, sn * u + cn * ci * v, si * v};
}

[[noreturn]] void refuse(const char* what, const char* expected, double found) {
  throw input_error("meeting", what, expected, fmt::format("{}", found));
}

void require_mass(double mass) {
  if (!(mass > 0 && std::isfinite(mass))) refuse("mass", "a finite number above 0", mass);
}

void require_valid(const BinaryOrbit& m) {
  for (const double mass : m.mass) require_mass(mass);
  if (!(m.semimajor_axis > 0 && std::isfinite(m.semimajor_axis)))
    refuse("semi-major axis", "a finite number above 0", m.semimajor_axis);
  if (!(m.eccentricity >= 0 && m.eccentricity < 1))
    refuse("eccentricity", "a number in [0, 1)", m.eccentricity);
  if (!(std::abs(m.cos_inclination) <= 1))
    refuse("cosine of the inclination", "a number in [-1, 1]", m.cos_inclination);
  for (const double angle : {m.mean_anomaly, m.node, m.argument})
    if (!std::isfinite(angle)) refuse("angle", "a finite number", angle);
}

void require_approach(double speed, double impact_parameter, double distance) {
  if (!(speed > 0 && std::isfinite(speed))) refuse("speed", "a finite number above 0", speed);
  if (!(impact_parameter >= 0 && std::isfinite(impact_parameter)))
    refuse("impact parameter", "a finite number, 0 or more", impact_parameter);
  if (!(distance > 0 && std::isfinite(distance)))
    refuse("distance", "a finite number above 0", distance);
}

BinaryOrbit binary_of(const Meeting& m) {
  return {.mass = {m.mass[0], m.mass[1]},
          .semimajor_axis = m.semimajor_axis,
          .eccentricity = m.eccentricity,
          .mean_anomaly = m.mean_anomaly,
          .cos_inclination = m.cos_inclination,
          .node = m.node,
          .argument = m.argument};
}

double mass_of(const BinaryOrbit& binary) { return binary.mass[0] + binary.mass[1]; }

/// Both stars of a binary, `part` of the way from the origin to the other body and with as much of
/// its velocity.
void put(PointStar* stars, const BinaryOrbit& b, double part, const InPlane& out) {
  const double all = mass_of(b);
  const InPlane in = ellipse(all, b.semimajor_axis, b.eccentricity, b.mean_anomaly);
  const Vector3 r = turned(in.x, in.y, b), v = turned(in.vx, in.vy, b);
  const Vector3 far = {out.x, 0, out.y}, fast = {out.vx, 0, out.vy};
  for (std::size_t k = 0; k < 2; ++k) {
    const double share = k == 0 ? -b.mass[1] / all : b.mass[0] / all;
    stars[k].mass = b.mass[k];
    for (std::size_t c = 0; c < 3; ++c) {
      stars[k].position[c] = part * far[c] + share * r[c];
      stars[k].velocity[c] = part * fast[c] + share * v[c];
    }
  }
}

void draw_angles(BinaryOrbit& b, PhiloxStream& random) {
  b.mean_anomaly = 2 * pi * random.uniform();
  b.cos_inclination = 2 * random.uniform() - 1;
  b.node = 2 * pi * random.uniform();
  b.argument = 2 * pi * random.uniform();
}

}  // namespace

double critical_speed(const Vector3& mass, double semimajor_axis) {
  const double binary = mass[0] + mass[1];
  return std::sqrt(mass[0] * mass[1] * (binary + mass[2]) / (mass[2] * binary * semimajor_axis));
}

double distance_of_tide(const Vector3& mass, double semimajor_axis, double eccentricity,
                        double tide) {
  const double binary = mass[0] + mass[1];
  return semimajor_axis * (1 + eccentricity) *
         std::cbrt(2 * std::max(mass[2], binary) / (tide * binary));
}

double critical_speed(const std::array<BinaryOrbit, 2>& binaries) {
  const double a = mass_of(binaries[0]), b = mass_of(binaries[1]);
  double binding = 0;
  for (const BinaryOrbit& one : binaries)
    binding += one.mass[0] * one.mass[1] / (2 * one.semimajor_axis);
  return std::sqrt(2 * binding * (a + b) / (a * b));
}

double distance_of_tide(const std::array<BinaryOrbit, 2>& binaries, double tide) {
  const auto on = [&](const BinaryOrbit& one, const BinaryOrbit& other) {
    return distance_of_tide(Vector3{one.mass[0], one.mass[1], mass_of(other)}, one.semimajor_axis,
                            one.eccentricity, tide);
  };
  return std::max(on(binaries[0], binaries[1]), on(binaries[1], binaries[0]));
}

ThreeStars three_stars(const Meeting& m, double distance) {
  const BinaryOrbit binary = binary_of(m);
  require_valid(binary);
  require_mass(m.mass[2]);
  require_approach(m.speed, m.impact_parameter, distance);
  const double inner = mass_of(binary), all = inner + m.mass[2];
  const InPlane out = hyperbola(all, m.speed, m.impact_parameter, distance);
  ThreeStars stars;
  put(stars.data(), binary, -m.mass[2] / all, out);
  const double part = inner / all;
  stars[2] = {m.mass[2], {part * out.x, 0, part * out.y}, {part * out.vx, 0, part * out.vy}};
  return stars;
}

FourStars four_stars(const MeetingOfBinaries& m, double distance) {
  for (const BinaryOrbit& binary : m.binaries) require_valid(binary);
  require_approach(m.speed, m.impact_parameter, distance);
  const double a = mass_of(m.binaries[0]), b = mass_of(m.binaries[1]);
  const InPlane out = hyperbola(a + b, m.speed, m.impact_parameter, distance);
  FourStars stars;
  put(stars.data(), m.binaries[0], -b / (a + b), out);
  put(stars.data() + 2, m.binaries[1], a / (a + b), out);
  return stars;
}

MeetingOfBinaries drawn_meeting_of_binaries(const MeetingOfBinaries& widest, std::uint64_t seed,
                                            std::uint64_t number) {
  auto random = Philox(seed).stream(Purpose::start, number, 0);
  MeetingOfBinaries m = widest;
  m.impact_parameter *= std::sqrt(random.uniform());
  for (BinaryOrbit& binary : m.binaries) draw_angles(binary, random);
  return m;
}

Meeting drawn_meeting(const MeetingLaw& law, std::uint64_t seed, std::uint64_t number) {
  auto random = Philox(seed).stream(Purpose::start, number, 0);
  Meeting m{.mass = law.mass, .semimajor_axis = law.semimajor_axis, .speed = law.speed};
  m.impact_parameter = law.largest_impact * std::sqrt(random.uniform());
  BinaryOrbit binary;
  draw_angles(binary, random);
  m.mean_anomaly = binary.mean_anomaly;
  m.cos_inclination = binary.cos_inclination;
  m.node = binary.node;
  m.argument = binary.argument;
  if (law.thermal) m.eccentricity = std::sqrt(random.uniform());
  return m;
}

}  // namespace touchstone::cluster
