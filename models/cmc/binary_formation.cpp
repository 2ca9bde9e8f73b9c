#include "models/cmc/binary_formation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "models/cmc/circle.hpp"
#include "models/cmc/partition.hpp"
#include "models/cmc/start_word.hpp"
#include "models/cmc/vectors.hpp"
#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::cluster {
namespace {

using std::numbers::pi;

constexpr double kSoftest = 0.01, kHardest = 1e6;
constexpr std::uint32_t kOfFormation = 1;  // meetings of the same id and step have 0

/// Twice the mass of all three over that of the two that bind each other.
double focusing(const Triple& triple, const Roles& roles) {
  return 2 * triple.all() / (triple.mass[roles.first] + triple.mass[roles.second]);
}

/// Hardness of a binary, drawn from eta^-5.5 (1 + 2 eta) (1 + f eta) as the share of those that are
/// harder: a sum of three powers, of which one is chosen.
double drawn_hardness(double least, double f, const FormationDraws& draws) {
  const double weight[2] = {1, (2 + f) * least};
  const double chosen = draws.term * ((1 + 2 * least) * (1 + f * least));
  const double power = chosen < weight[0] ? 5.5 : chosen < weight[0] + weight[1] ? 4.5 : 3.5;
  return least * std::pow(1 - draws.hardness, -1 / power);
}

}  // namespace

std::shared_ptr<const BinaryFormation> formation_of(const std::string& words) {
  const StartWord word = start_word("--formation", kFormationText, words);
  if (word.name == "none" && word.numbers.empty()) return nullptr;
  if (word.name != "three-body" || word.numbers.size() > 1)
    throw input_error("--formation", "value", kFormationText, "'" + words + "'");
  BinaryFormation how;
  if (!word.numbers.empty()) how.hardness = word.numbers[0];
  require_valid(how);
  return std::make_shared<const BinaryFormation>(how);
}

void require_valid(const BinaryFormation& how) {
  if (!(how.hardness >= kSoftest && how.hardness <= kHardest))
    throw input_error("formation of binaries", "least hardness",
                      fmt::format("in [{}, {:g}]", kSoftest, kHardest),
                      fmt::format("{}", how.hardness));
}

void require_valid(const BinaryFormation& how, const Stars& stars) {
  require_valid(how);
  if (std::count(stars.id.begin(), stars.id.end(), kNoStar) > 0)
    throw input_error("formation of binaries", "ids of stars", fmt::format("below {}", kNoStar),
                      fmt::format("{}, which stands for no star", kNoStar));
}

Surroundings surroundings_of(std::span<const double> mass, std::span<const double> radial_velocity,
                             std::span<const double> tangential_velocity, std::size_t place) {
  const std::size_t wanted = place < kBin / 2 ? 0 : place - kBin / 2;
  const std::size_t first = std::min(wanted, mass.size() - kBin);
  double all = 0, momentum2 = 0;
  for (std::size_t i = first; i < first + kBin; ++i) {
    all += mass[i];
    momentum2 += mass[i] * (radial_velocity[i] * radial_velocity[i] +
                            tangential_velocity[i] * tangential_velocity[i]);
  }
  return {all / static_cast<double>(kBin), momentum2 / all};
}

Roles roles_of(const Triple& triple) {
  Roles r{0, 1, 2};
  const auto& m = triple.mass;
  if (m[r.second] > m[r.first]) std::swap(r.first, r.second);
  if (m[r.third] > m[r.second]) std::swap(r.second, r.third);
  if (m[r.second] > m[r.first]) std::swap(r.first, r.second);
  return r;
}

double least_hardness(const Triple& triple, const BinaryFormation& how) {
  const Roles r = roles_of(triple);
  const double of_widest = triple.mass[r.first] * triple.mass[r.second] *
                           std::cbrt(triple.density) / (triple.around.mass * triple.around.speed2);
  return std::max(how.hardness, of_widest);
}

double formations_of_triple(const Triple& triple, const BinaryFormation& how, double time) {
  const Roles r = roles_of(triple);
  const double eta = least_hardness(triple, how);
  const double mass = triple.mass[r.first] + triple.mass[r.second], mass2 = mass * mass;
  const double v2 = 16 / (3 * pi) * triple.around.speed2, v4 = v2 * v2;
  const double eta2 = eta * eta;
  const double harder =
      (1 + 2 * eta) * (1 + focusing(triple, r) * eta) / (eta2 * eta2 * eta * std::sqrt(eta));
  const double expected = 0.5 * std::numbers::sqrt2 * pi * pi * (triple.density * triple.density) *
                          (mass2 * mass2 * mass) / (v4 * v4 * std::sqrt(v2)) * harder * time;
  return std::isfinite(expected) ? expected : 0;
}

FormationDraws::FormationDraws(std::uint32_t seed, std::uint32_t id, std::uint64_t step) {
  auto random = Philox(std::uint64_t{seed} << 32 | id).stream(Purpose::start, step, kOfFormation);
  for (double* const number :
       {&share, &turns[0], &turns[1], &term, &hardness, &eccentricity, &height, &around})
    *number = random.uniform();
}

std::optional<Formed> formed(const Triple& triple, const BinaryFormation& how,
                             const FormationDraws& draws) {
  const Roles r = roles_of(triple);
  const double m1 = triple.mass[r.first], m2 = triple.mass[r.second], m3 = triple.mass[r.third];
  const double both = m1 + m2, all = triple.all();
  const std::size_t low = std::min(r.first, r.second), high = std::max(r.first, r.second);
  const double part = triple.mass[high] / both;
  const double radius = std::min(
      triple.radius[high], triple.radius[low] + part * (triple.radius[high] - triple.radius[low]));
  if (radius == triple.radius[r.third]) return std::nullopt;

  std::array<Vector3, 3> v;
  for (std::size_t k = 0; k < 3; ++k) {
    const CosSin side = k == 0 ? CosSin{1, 0} : cos_sin_of_share(draws.turns[k - 1]);
    v[k] = {triple.tangential_velocity[k] * side.cos, triple.tangential_velocity[k] * side.sin,
            triple.radial_velocity[k]};
  }
  Vector3 centre{};
  for (std::size_t k = 0; k < 3; ++k) centre = plus(centre, triple.mass[k] / all, v[k]);
  double energy = 0;  // in the frame of the centre of mass
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector3 w = plus(v[k], -1, centre);
    energy += 0.5 * triple.mass[k] * dot(w, w);
  }
  const double hardness = drawn_hardness(least_hardness(triple, how), focusing(triple, r), draws);
  const double binding = 0.5 * hardness * triple.around.mass * triple.around.speed2;
  const Binary binary{
      .id = triple.id[r.first],
      .mass = {m1, m2},
      .semimajor_axis = m1 * m2 / (2 * binding),
      .eccentricity = std::min(std::sqrt(draws.eccentricity), std::nextafter(1.0, 0.0)),
      .companion = triple.id[r.second]};

  const double speed = std::sqrt(2 * (energy + binding) * all / (both * m3));
  const double up = 1 - 2 * draws.height, across = std::sqrt(std::max(0.0, 1 - up * up));
  const CosSin around = cos_sin_of_share(draws.around);
  const Vector3 away{across * around.cos, across * around.sin, up};
  const NewStar pair{{both, plus(centre, -m3 / all * speed, away), binary}, radius, binary.id};
  const NewStar third{
      {m3, plus(centre, both / all * speed, away)}, triple.radius[r.third], triple.id[r.third]};
  return radius < third.radius ? Formed{{pair, third}, 0} : Formed{{third, pair}, 1};
}

}  // namespace touchstone::cluster
