#include "models/cmc/mass_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/core/csv.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& expected, double found) {
  throw input_error("masses", what, expected, fmt::format("{:g}", found));
}

/// Integral of m^-exponent.
double number(double low, double high, double exponent) {
  return exponent == 1
             ? std::log(high / low)
             : (std::pow(high, 1 - exponent) - std::pow(low, 1 - exponent)) / (1 - exponent);
}

/// A function of one exponent in each piece, without a jump between them.
MassFunction power_laws(double lowest, double highest, const std::vector<double>& breaks,
                        const std::vector<double>& exponents) {
  if (!(lowest > 0)) refuse("lowest mass", "above 0", lowest);
  if (!(highest > lowest) || !std::isfinite(highest))
    refuse("highest mass", fmt::format("above {:g}", lowest), highest);
  std::vector<MassPiece> pieces;
  double height = 1;  // of m^-exponent
  for (std::size_t k = 0; k < exponents.size(); ++k) {
    if (k > 0) height *= std::pow(breaks[k - 1], exponents[k] - exponents[k - 1]);
    const double low = k > 0 ? std::max(lowest, breaks[k - 1]) : lowest;
    const double high = k < breaks.size() ? std::min(highest, breaks[k]) : highest;
    if (low < high)
      pieces.push_back({low, high, exponents[k], height * number(low, high, exponents[k])});
  }
  return MassFunction(pieces);
}

}  // namespace

MassFunction::MassFunction(std::vector<MassPiece> pieces) : pieces_(std::move(pieces)) {
  if (pieces_.empty()) throw InputError("masses: there are none");
  for (const MassPiece& piece : pieces_) {
    if (!(piece.low > 0) || !std::isfinite(piece.high))
      refuse("mass", "above 0, finite", piece.low);
    if (piece.low < piece.high && !std::isfinite(number(piece.low, piece.high, piece.exponent)))
      refuse("lowest mass", "one whose powers are finite", piece.low);
    if (!(piece.stars > 0) || !std::isfinite(piece.stars))
      refuse("number of stars", "above 0, finite", piece.stars);
    stars_ += piece.stars;
  }
}

double MassFunction::mass(double share) const {
  double below = share * stars_;
  std::size_t k = 0;
  while (k + 1 < pieces_.size() && below >= pieces_[k].stars) below -= pieces_[k++].stars;
  const MassPiece& piece = pieces_[k];
  if (piece.low == piece.high) return piece.low;
  const double part = std::min(1.0, below / piece.stars), power = 1 - piece.exponent;
  if (power == 0) return piece.low * std::pow(piece.high / piece.low, part);
  const double low = std::pow(piece.low, power), high = std::pow(piece.high, power);
  return std::clamp(std::pow(low + part * (high - low), 1 / power), piece.low, piece.high);
}

MassFunction equal_masses() { return MassFunction({MassPiece{}}); }

MassFunction kroupa(double lowest, double highest) {
  return power_laws(lowest, highest, {0.5}, {1.3, 2.3});
}

MassFunction salpeter(double lowest, double highest) {
  return power_laws(lowest, highest, {}, {2.35});
}

MassFunction two_masses(double ratio, double share) {
  if (!(ratio > 1) || !std::isfinite(ratio)) refuse("ratio of two masses", "above 1", ratio);
  if (!(share > 0 && share < 1)) refuse("heavy stars' share of the mass", "between 0 and 1", share);
  return MassFunction({MassPiece{1, 1, 0, 1 - share}, MassPiece{ratio, ratio, 0, share / ratio}});
}

MassFunction masses_of_file(const std::string& path) {
  const CsvTable table(path, {"mass"});
  std::vector<MassPiece> pieces;
  for (const CsvRow& row : table.rows()) {
    const double mass = row.number("mass");
    if (!(mass > 0) || !std::isfinite(mass))
      throw input_error(row.where(), "mass", "above 0", row.text("mass"));
    pieces.push_back({mass, mass, 0, 1});
  }
  if (pieces.empty()) throw InputError(path + ": there are no masses");
  return MassFunction(pieces);
}

}  // namespace touchstone::cluster
