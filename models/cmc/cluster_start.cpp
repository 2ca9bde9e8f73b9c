#include "models/cmc/cluster_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/cmc/lfsr113.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/start_word.hpp"
#include "models/core/errors.hpp"
#include "models/core/shell_word.hpp"

namespace touchstone::cluster {
namespace {

std::optional<Sphere> sphere_of(const std::string& model) {
  const StartWord word = start_word("--start", kStartText, model);
  if (word.name == "plummer" && word.numbers.empty()) return std::nullopt;
  if (word.name == "king" && word.numbers.size() == 1) return king(word.numbers[0]);
  if (word.name == "elson" && word.numbers.size() == 1) return elson(word.numbers[0]);
  throw input_error("--start", "value", kStartText, "'" + model + "'");
}

MassFunction masses_of(const std::string& masses) {
  if (masses.rfind("file:", 0) == 0) return masses_of_file(masses.substr(5));
  const StartWord word = start_word("--masses", kMassesText, masses);
  const auto& n = word.numbers;
  if (word.name == "equal" && n.empty()) return equal_masses();
  if (word.name == "kroupa" && n.empty()) return kroupa();
  if (word.name == "kroupa" && n.size() == 2) return kroupa(n[0], n[1]);
  if (word.name == "salpeter" && n.empty()) return salpeter();
  if (word.name == "salpeter" && n.size() == 2) return salpeter(n[0], n[1]);
  if (word.name == "two" && n.size() == 2) return two_masses(n[0], n[1]);
  throw input_error("--masses", "value", kMassesText, "'" + masses + "'");
}

Stars sample(const Sphere& sphere, std::size_t count, std::uint32_t seed) {
  Lfsr113 random(seed);
  Stars stars;
  while (stars.radius.size() < count) {
    while (stars.radius.size() < count)
      if (const double x = random.uniform(); x > 0) stars.radius.push_back(sphere.radius_of(x));
    std::sort(stars.radius.begin(), stars.radius.end());
    const auto same = std::unique(stars.radius.begin(), stars.radius.end());
    stars.radius.erase(same, stars.radius.end());  // drawn again
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double v = sphere.speed(sphere.depth_at(stars.radius[i]), random);
    const double radial = (1 - 2 * random.uniform()) * v;
    stars.radial_velocity.push_back(radial);
    stars.tangential_velocity.push_back(std::sqrt(std::max(0.0, v * v - radial * radial)));
    stars.id.push_back(static_cast<std::uint32_t>(i));
  }
  return stars;
}

}  // namespace

std::string ClusterStart::options() const {
  std::string text;
  if (model != "plummer") text += " --start " + shell_word(model);
  if (masses != "equal") text += " --masses " + shell_word(masses);
  return text;
}

StartSampler::StartSampler(const ClusterStart& wanted)
    : usual_(wanted.usual()), sphere_(sphere_of(wanted.model)), masses_(masses_of(wanted.masses)) {}

Stars StartSampler::operator()(std::size_t count, std::uint32_t seed) const {
  if (count < 2)
    throw input_error("start of a cluster", "number of stars", "2 or more",
                      fmt::format("{}", count));
  if (usual_) return plummer::sample(count, seed);
  Stars stars = sphere_ ? sample(*sphere_, count, seed) : plummer::sample(count, seed);
  stars.mass = masses(count, seed);
  double total = 0;
  for (const double mass : stars.mass) total += mass;
  for (double& mass : stars.mass) mass /= total;
  plummer::scale_to_nbody_units(stars);
  return stars;
}

std::vector<double> StartSampler::masses(std::size_t count, std::uint32_t seed) const {
  // From a stream of their own, so that positions and speeds are those of any other masses.
  Lfsr113 random = separate_streams(seed, 2, {1, 111}).back();
  std::vector<double> masses;
  for (std::size_t i = 0; i < count; ++i) masses.push_back(masses_.mass(random.uniform()));
  return masses;
}

Stars start_of_cluster(const ClusterStart& wanted, std::size_t count, std::uint32_t seed) {
  return StartSampler(wanted)(count, seed);
}

void require_valid(const ClusterStart& wanted) { (void)StartSampler(wanted); }

}  // namespace touchstone::cluster
