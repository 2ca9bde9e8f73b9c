// trajectories/series_row.hpp
// Purpose   From a series of one number for each frame to a record: mean, error by blocking,
//           independent frames, verdict, and how many frames would do where these are too few.
// Decides   As validation does: false alarm 1e-6; a deviation as large as the resolution is seen
//           with a chance of 0.95. Nothing passes where the halves of the series differ: that is no
//           sample of one distribution.
// Not here  What is measured (disk_series.hpp), the test (statistics/judge.hpp).
#pragma once
#include <optional>
#include <span>
#include <string>

#include "models/core/estimate.hpp"
#include "suite/results.hpp"

namespace touchstone::trajectories {

/// A value that a mean is held to.
struct Law {
  Published expected = {};
  std::string source = {};
  double resolution = 0;  ///< smallest deviation that matters, in the unit of the value
  double part = 0;        ///< the same as it was asked for: a part of
  std::string whole = "the pressure";
  /// False: the row may be too weak to decide, and then claims nothing.
  bool must_decide = true;
};

/// Fills in all of a record but what names it. Without a law the value is reported and not judged.
void fill_from_series(ResultRecord& record, std::span<const double> series,
                      const std::optional<Law>& law);

/// Number of frames, as correlated as these, with which the smallest effect falls to the
/// resolution; 0 where no number would do: the error of the expected value hides it, or the series
/// never varies.
double frames_that_do(std::span<const double> series, const Law& law);

}  // namespace touchstone::trajectories
