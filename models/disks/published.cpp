#include "models/disks/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "models/core/csv.hpp"
#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone::disks {
namespace {

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

/// Factor from the error of the file to one standard error fit for a comparison; throws on a kind
/// of error this code does not know.
double error_factor(const CsvRow& row) {
  const std::string& kind = row.text("err_kind");
  if (kind == "exact" || kind == "1 SEM (binomial)" || kind == "truncation estimate") return 1;
  if (starts_with(kind, "1 SEM") || starts_with(kind, "half marker size")) return kErrorInflation;
  if (starts_with(kind, "2 SEM")) return kErrorInflation / 2;
  if (kind == "not defined in caption") return kErrorInflation * 2;
  throw input_error(row.where(), "kind of error", "exact, 1 SEM, 2 SEM, half marker size, ...",
                    "'" + kind + "'");
}

/// Fit to be compared with: precise, not flagged, of N disks in a periodic box of known shape.
bool is_reference(const CsvRow& row) {
  const std::string& note = row.text("note");
  return row.text("high_precision") == "yes" && !starts_with(note, "OUTLIER") &&
         !starts_with(note, "BIASED") && starts_with(row.text("boundary"), "periodic") &&
         row.text("N") != "inf" && row.text("aspect").find(':') != std::string::npos;
}

bool same_shape(Aspect a, Aspect b) {
  return std::abs(a.width * b.height - b.width * a.height) <= 1e-6 * a.width * b.height;
}

}  // namespace

EquationOfState::EquationOfState(const std::string& path) : path_(path) {
  const CsvTable table(path, {"source", "method", "pressure_estimator", "N", "aspect", "boundary",
                              "eta", "Pstar", "err", "err_kind", "high_precision", "note"});
  for (const CsvRow& row : table.rows()) {
    const double factor = error_factor(row);
    if (!is_reference(row)) continue;
    const double disks = row.number("N");
    if (!(disks >= 1 && disks <= 1e12 && disks == std::floor(disks)))
      throw input_error(row.where(), "column N", "a number of disks", row.text("N"));
    values_.push_back({.disks = static_cast<std::size_t>(disks),
                       .packing_fraction = row.number("eta"),
                       .aspect = parse_aspect(row.text("aspect")),
                       .pressure = {row.number("Pstar"), factor * row.number("err")},
                       .method = row.text("method"),
                       .source = row.text("source") + "; " + row.text("pressure_estimator"),
                       .where = row.where()});
  }
  std::stable_sort(values_.begin(), values_.end(), [](const auto& a, const auto& b) {
    return a.pressure.uncertainty < b.pressure.uncertainty;
  });
}

std::vector<PublishedPressure> EquationOfState::find(std::size_t disks, double packing_fraction,
                                                     Aspect aspect,
                                                     const std::string& method) const {
  std::vector<PublishedPressure> found;
  for (const PublishedPressure& v : values_)
    if (v.disks == disks && std::abs(v.packing_fraction - packing_fraction) <= 1e-6 &&
        same_shape(v.aspect, aspect) && matches(method, v.method))
      found.push_back(v);
  return found;
}

PublishedPressure EquationOfState::best(std::size_t disks, double packing_fraction, Aspect aspect,
                                        const std::string& method) const {
  const std::vector<PublishedPressure> found = find(disks, packing_fraction, aspect, method);
  if (!found.empty()) return found.front();
  std::set<std::string> known;
  for (const PublishedPressure& v : values_)
    if (v.disks == disks && same_shape(v.aspect, aspect) && matches(method, v.method))
      known.insert(fmt::format("{:g}", v.packing_fraction));
  std::string expected =
      known.empty() ? "a known number of disks, shape and method" : "a packing fraction of";
  for (const std::string& packing : known)
    expected += (packing == *known.begin() ? " " : ", ") + packing;
  throw input_error(path_,
                    fmt::format("published pressure of {} disks ({} : {}) by '{}'", disks,
                                aspect.width, aspect.height, method),
                    expected, fmt::format("{:g}", packing_fraction));
}

const PublishedPressure& EquationOfState::nearest(std::size_t disks, double packing_fraction,
                                                  Aspect aspect) const {
  // Relative differences of the pressure: about 7 for a packing fraction of the fluid, and of the
  // order of 1 / N for another number or shape.
  const auto distance = [&](const PublishedPressure& v) {
    const double here = 1 / static_cast<double>(disks);
    const double there = 1 / static_cast<double>(v.disks);
    return 7 * std::abs(v.packing_fraction - packing_fraction) + std::abs(here - there) +
           (same_shape(v.aspect, aspect) ? 0 : std::min(here, there));
  };
  return *std::min_element(values_.begin(), values_.end(),
                           [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

std::string describe(const PublishedPressure& known) {
  return fmt::format("{} disks ({:g} : {:.4g}) at {:g}: {:g} ({}; {})", known.disks,
                     known.aspect.width, known.aspect.height, known.packing_fraction,
                     known.pressure.value, known.method, known.source);
}

}  // namespace touchstone::disks
