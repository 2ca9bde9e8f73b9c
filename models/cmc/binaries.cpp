#include "models/cmc/binaries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <unordered_map>

#include "models/cmc/lfsr113.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/start_word.hpp"
#include "models/core/csv.hpp"
#include "models/core/errors.hpp"
#include "models/core/shell_word.hpp"

namespace touchstone::cluster {
namespace {

constexpr double kWidest = 1;                      // virial radius
constexpr double kTightest = 1e-100;               // whose powers and ratios do not overflow
constexpr double kLongest = 2 * std::numbers::pi;  // that axis around all of the mass
constexpr double kRounding = 1e-12;                // of the mass of a binary as the sum of two

std::vector<double> axes_of_file(const std::string& path) {
  const CsvTable table(path, {"semimajor_axis"});
  std::vector<double> axes;
  for (const CsvRow& row : table.rows()) {
    axes.push_back(row.number("semimajor_axis"));
    if (!(axes.back() > 0 && axes.back() <= kWidest))
      throw input_error(row.where(), "semi-major axis", "above 0, at most 1 (virial radius)",
                        row.text("semimajor_axis"));
    if (axes.back() < kTightest)
      throw input_error(row.where(), "semi-major axis", fmt::format("{:g} or more", kTightest),
                        row.text("semimajor_axis"));
  }
  if (axes.empty()) throw InputError(path + ": there are no semi-major axes");
  std::sort(axes.begin(), axes.end());
  return axes;
}

bool is_thermal(const std::string& words) {
  if (words != "thermal" && words != "circular")
    throw input_error("--eccentricities", "value", kEccentricitiesText, "'" + words + "'");
  return words == "thermal";
}

double valid_fraction(double fraction) {
  if (!(fraction >= 0 && fraction <= 1))
    throw input_error("--binaries", "part of the stars", "0 to 1", fmt::format("{:g}", fraction));
  return fraction;
}

/// `wanted` different numbers below `count`, ascending; each set is as likely as another.
std::vector<std::uint32_t> some_of(std::size_t count, std::size_t wanted, Lfsr113& random) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0u);
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto further =
        static_cast<std::size_t>(random.uniform() * static_cast<double>(count - i));
    std::swap(all[i], all[i + further]);
  }
  all.resize(wanted);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::string BinaryWords::options() const {
  if (fraction == 0) return "";
  std::string text = fmt::format(" --binaries {}", fraction);
  if (axes != BinaryWords{}.axes) text += " --axes " + shell_word(axes);
  if (eccentricities != BinaryWords{}.eccentricities) text += " --eccentricities " + eccentricities;
  return text;
}

double binding_energy(const Binary& binary) {
  return binary.mass[0] * binary.mass[1] / (2 * binary.semimajor_axis);
}

AxisLaw::AxisLaw(const std::string& words) {
  if (words.rfind("file:", 0) == 0) {
    list_ = axes_of_file(words.substr(5));
    return;
  }
  const StartWord word = start_word("--axes", kAxesText, words);
  of_periods_ = word.name == "period";
  if ((word.name != "axis" && !of_periods_) || word.numbers.size() != 2)
    throw input_error("--axes", "value", kAxesText, "'" + words + "'");
  low_ = word.numbers[0];
  high_ = word.numbers[1];
  const double highest = of_periods_ ? kLongest : kWidest;
  if (!(low_ > 0 && low_ <= high_ && high_ <= highest))
    throw input_error("--axes", "bounds",
                      fmt::format("above 0, in ascending order, at most {:g}", highest),
                      "'" + words + "'");
  if (low_ < kTightest)
    throw input_error("--axes", "lower bound", fmt::format("{:g} or more", kTightest),
                      "'" + words + "'");
}

double AxisLaw::axis(double share, double mass) const {
  if (!list_.empty()) {
    const auto line = static_cast<std::size_t>(share * static_cast<double>(list_.size()));
    return list_[std::min(line, list_.size() - 1)];
  }
  const double drawn = std::clamp(low_ * std::pow(high_ / low_, share), low_, high_);
  // Kepler's third law: (2 pi / P)^2 a^3 = G m.
  return of_periods_ ? std::cbrt(mass * std::pow(drawn / (2 * std::numbers::pi), 2)) : drawn;
}

BinaryStartSampler::BinaryStartSampler(const ClusterStart& start, const BinaryWords& words)
    : start_(start),
      fraction_(valid_fraction(words.fraction)),
      axes_(words.axes),
      thermal_(is_thermal(words.eccentricities)) {}

ClusterOfBinaries BinaryStartSampler::operator()(std::size_t count, std::uint32_t seed) const {
  ClusterOfBinaries cluster{start_(count, seed), {}};
  const auto wanted =
      static_cast<std::size_t>(std::llround(fraction_ * static_cast<double>(count)));
  if (wanted == 0) return cluster;
  // A stream of their own, behind that of the masses.
  Lfsr113 random = separate_streams(seed, 3, {1, 111}).back();
  std::vector<double> mass = start_.masses(count, seed);
  std::vector<double> shares;  // of the law of semi-major axes
  for (const std::uint32_t id : some_of(count, wanted, random)) {
    const double companion = start_.mass_function().mass(random.uniform());
    shares.push_back(random.uniform());
    const double share = random.uniform();
    cluster.binaries.push_back({id, {mass[id], companion}, 0, thermal_ ? std::sqrt(share) : 0});
    mass[id] += companion;
  }
  const double total = std::accumulate(mass.begin(), mass.end(), 0.0);
  for (std::size_t i = 0; i < count; ++i) cluster.stars.mass[i] = mass[i] / total;
  plummer::scale_to_nbody_units(cluster.stars);
  for (std::size_t k = 0; k < wanted; ++k) {
    Binary& binary = cluster.binaries[k];
    for (double& m : binary.mass) m /= total;
    binary.semimajor_axis = axes_.axis(shares[k], binary.mass[0] + binary.mass[1]);
  }
  return cluster;
}

void require_valid(const ClusterStart& start, const BinaryWords& words) {
  (void)BinaryStartSampler(start, words);
}

void require_valid(const ClusterOfBinaries& cluster, const std::string& where) {
  std::unordered_map<std::uint32_t, double> masses;
  for (std::size_t i = 0; i < cluster.stars.size(); ++i)
    masses[cluster.stars.id[i]] = cluster.stars.mass[i];
  for (std::size_t k = 0; k < cluster.binaries.size(); ++k) {
    const Binary& binary = cluster.binaries[k];
    const auto refuse = [&](const char* what, const char* expected, double found) {
      throw input_error(fmt::format("{}: binary {}", where, k + 1), what, expected,
                        fmt::format("{:g}", found));
    };
    for (const double mass : binary.mass)
      if (!(mass > 0) || !std::isfinite(mass)) refuse("mass", "above 0, finite", mass);
    if (!(binary.semimajor_axis > 0) || !std::isfinite(binary.semimajor_axis))
      refuse("semi-major axis", "above 0, finite", binary.semimajor_axis);
    if (!(binary.eccentricity >= 0 && binary.eccentricity < 1))
      refuse("eccentricity", "0 or more, below 1", binary.eccentricity);
    if (k > 0 && !(binary.id > cluster.binaries[k - 1].id))
      refuse("id", "above that of the binary before", binary.id);
    const auto star = masses.find(binary.id);
    if (star == masses.end()) refuse("id", "that of a star", binary.id);
    const double sum = binary.mass[0] + binary.mass[1];
    if (!(std::abs(sum - star->second) <= kRounding * star->second))
      refuse("mass of both", "that of the star", sum);
  }
}

}  // namespace touchstone::cluster
