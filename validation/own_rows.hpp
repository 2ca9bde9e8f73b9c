// validation/own_rows.hpp
// Purpose   Measurements of one scheme at a state point of the user's own: beside the serial oracle
//           and, where there is one, the published value. Serves every family.
// Computes  The error that was asked for gives the resolution before anything is run: nine errors
//           of the value, and sqrt 2 times as many of a difference. Chains are added where they
//           scatter more than planned (two_stage.hpp). Numbers of events may be of any size: their
//           resolution is a part of what the oracle has.
//           Far from equilibrium two correct schemes differ. So the oracle's chains are made twice
//           as long, equilibration and samples, until their halves agree at the false alarm of a
//           decision, up to kMostStages times; those of schemes are then as long. Where they never
//           agree there is no value to compare with. This depends on the oracle alone: it withholds
//           no failure beside a published value.
// Not here  Which point, which schemes and which effort (experiments/<family>/own_*.cpp).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/core/estimate.hpp"
#include "validation/chain.hpp"
#include "validation/experiment.hpp"

namespace touchstone::validation {

/// Standard errors that a test at 1e-6 with 32 chains sees, with room for a wide error bar.
inline constexpr double kOwnSeen = 9;

/// Largest error that may be asked for, as a part of the value: beyond it the resolution of a
/// difference is the value itself, and a scheme that measures nothing would pass.
inline constexpr double kOwnLargestError = 0.07;

/// Chains of a scheme at the point.
struct OwnRun {
  Measurement blank;  ///< its record, and its cost; rows add to its name and parameters
  std::shared_ptr<const MarkovChains> chains;
  /// The same chains, so many times as long; nothing for runs that begin where they shall.
  std::function<std::shared_ptr<const MarkovChains>(std::uint64_t times)> longer = {};
};

struct OwnKnown {
  Published value;
  std::string source;
};

/// A quantity that is measured.
struct OwnQuantity {
  std::string series;     ///< name in the chains
  double resolution = 0;  ///< kOwnSeen wanted standard errors, in the unit of the value
  std::optional<OwnKnown> known = {};  ///< published value of just this point
  std::string nearest = {};            ///< published value, where none is known here
  bool larger_is_worse = false;        ///< an error: a smaller one than the oracle's is no fault
  /// A number of events: the resolution of a difference, as a part of the oracle's mean, in place
  /// of `resolution`. Too few events to see it decide nothing.
  double part_of_oracle = 0;
};

/// The oracle's own rows: its value, which claims nothing, beside the published one.
std::vector<Measurement> oracle_rows(const OwnRun& oracle, const OwnQuantity& quantity);
/// Rows of a scheme, held to the oracle and to the published value.
std::vector<Measurement> scheme_rows(const OwnRun& scheme, const OwnRun& oracle,
                                     const OwnQuantity& quantity);
/// The row of a scheme that cannot run the point.
Measurement row_not_run(const OwnRun& scheme, const std::string& reason);

}  // namespace touchstone::validation
