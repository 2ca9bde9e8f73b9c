// validation/experiments/cmc/own_stars_options.cpp
// Purpose   The options of `validate --stars`, and the cluster that they name.
// Not here  What is run and compared (own_stars.cpp).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/cmc/binaries.hpp"
#include "models/cmc/binary_formation.hpp"
#include "models/cmc/cluster_start.hpp"
#include "models/cmc/collisions.hpp"
#include "models/cmc/tide.hpp"
#include "models/core/errors.hpp"
#include "models/core/shell_word.hpp"
#include "validation/experiments/cmc/own_stars.hpp"
#include "validation/own_point.hpp"

namespace touchstone::validation::cmc {

std::string OwnStars::cluster_options() const {
  std::string text = start.options() + binaries.options();
  if (tide != "none") text += fmt::format(" --tide {} --tidal-radius {}", tide, tidal_radius);
  if (!mass_loss.empty()) text += " --mass-loss " + shell_word(mass_loss);
  if (collisions != "none") text += " --collisions " + collisions;
  if (formation != "none") text += " --formation " + formation;
  return text;
}

nlohmann::json OwnStars::parameters() const {
  nlohmann::json all = {{"stars", stars}, {"time", time}, {"error", error}};
  if (!start.usual()) all.update({{"start", start.model}, {"masses", start.masses}});
  if (binaries.fraction > 0)
    all.update({{"binaries", binaries.fraction},
                {"axes", binaries.axes},
                {"eccentricities", binaries.eccentricities}});
  if (tide != "none") all.update({{"tide", tide}, {"tidal_radius", tidal_radius}});
  if (!mass_loss.empty()) all["mass_loss"] = mass_loss;
  if (collisions != "none") all["collisions"] = collisions;
  if (formation != "none") all["formation"] = formation;
  return all;
}

namespace {

OwnPoint typed_point(const OwnArguments& typed, const std::string& schemes) {
  for (const char* const option : {"--axes", "--eccentricities"})
    if (!typed.text(option).empty() && typed.text("--binaries").empty())
      throw input_error(option, "other option", "--binaries", "none");
  return own_point({.stars = typed.integer("--stars"),
                    .time = typed.number("--time"),
                    .error = typed.number("--error", OwnStars{}.error),
                    .schemes = schemes,
                    .start = {.model = typed.text("--start", "plummer"),
                              .masses = typed.text("--masses", "equal")},
                    .binaries = {.fraction = typed.number("--binaries", 0),
                                 .axes = typed.text("--axes", cluster::BinaryWords{}.axes),
                                 .eccentricities = typed.text(
                                     "--eccentricities", cluster::BinaryWords{}.eccentricities)},
                    .tide = typed.text("--tide", "none"),
                    .tidal_radius = typed.number("--tidal-radius", 0),
                    .mass_loss = typed.text("--mass-loss", ""),
                    .collisions = typed.text("--collisions", "none"),
                    .formation = typed.text("--formation", "none")});
}

const bool registered = register_own_kind(
    {.name = "stars",
     .options = {{"--stars", "INT", "number of stars"},
                 {"--time", "FLOAT", "half-mass relaxation times, at most 14", true},
                 {"--error", "FLOAT",
                  "wanted standard error of the radii, as a part of them (0.01)"},
                 {"--start", "TEXT", cluster::kStartText},
                 {"--masses", "TEXT", cluster::kMassesText},
                 {"--binaries", "FLOAT", "part of the stars that are binaries (0)"},
                 {"--axes", "TEXT", cluster::kAxesText},
                 {"--eccentricities", "TEXT", cluster::kEccentricitiesText},
                 {"--tide", "TEXT", cluster::kTideText},
                 {"--tidal-radius", "FLOAT", "tidal radius of the start, in virial radii"},
                 {"--mass-loss", "FILE", "columns time and share: what stars keep of their mass"},
                 {"--collisions", "TEXT", cluster::kCollisionsText},
                 {"--formation", "TEXT", cluster::kFormationText}},
     .point = typed_point});

}  // namespace
}  // namespace touchstone::validation::cmc
