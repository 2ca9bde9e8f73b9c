// optimized/mpmc/wavefront.hpp
// Purpose   The order of a sweep in memory. Its stages (the colours, then the shift of the cells)
//           follow each other over bands of rows that stay in cache, so that a sweep reads and
//           writes the system once, and threads meet twice.
// Source    M. Wolfe, Loops skewing, Int. J. Parallel Program. 15, 279 (1986); trapezoids of rows
//           and stages, and the wedges between them: M. Frigo and V. Strumpen, ICS 2005.
// Computes  All stages of all rows. Stage j of a row reads that row and the two beside it after
//           their stages up to j - 1, none after a later stage. Every order that keeps to this
//           makes the same bits.
// Cost      Two barriers; of memory, one copied row for each thread.
// Not here  What a stage does to a row (checkerboard_body.hpp, lane_kernels.hpp).
#pragma once
#include <algorithm>
#include <cstddef>

#include "models/core/exec.hpp"

namespace touchstone::optimized {

struct Wavefront {
  std::size_t rows;    ///< rows of a periodic grid
  std::size_t stages;  ///< the last may replace rows in place, in rising order, by row and row + 1
  std::size_t band;    ///< rows that a stage goes ahead of the next

  /// Bands of about a quarter of a megabyte: they and what surrounds them stay in a core's cache.
  static std::size_t band_of(std::size_t bytes_per_row) {
    return std::max<std::size_t>(2, (std::size_t{1} << 18) / bytes_per_row / 2 * 2);
  }
};

/// Rows [first, last) for one stage, on one thread.
struct RowRun {
  std::size_t slice;
  std::size_t stage;
  std::size_t first;
  std::size_t last;
  bool closing;  ///< row `last` is past this stage: in place, read the copy kept by slice + 1
};

/// Calls run(RowRun) for all rows of all stages; and keep(slice, row) before the last stage comes
/// to this row, the first that it replaces in a strip.
template <Exec Executor, class Run, class Keep>
void in_wavefront(const Wavefront& front, Executor& exec, Run&& run, Keep&& keep) {
  const std::size_t last_stage = front.stages - 1;
  if (exec.fewest(front.rows) <= 2 * front.stages) {  // strips too short: a barrier for each stage
    for (std::size_t j = 0; j < front.stages; ++j) {
      if (j == last_stage)
        exec.for_each_slice(front.rows, [&](auto slice, auto first, auto) { keep(slice, first); });
      exec.for_each_slice(front.rows, [&](auto slice, auto first, auto last) {
        run(RowRun{slice, j, first, last, true});
      });
    }
    return;
  }
  // Strips that lose a row at each end from stage to stage read nothing that another one writes.
  exec.for_each_slice(front.rows, [&](std::size_t slice, std::size_t first, std::size_t last) {
    for (std::size_t lead = first; lead < last; lead += front.band)
      for (std::size_t j = 0; j < front.stages; ++j) {  // j rows behind the lead
        const std::size_t begin = std::max(lead, first + 2 * j);
        const std::size_t end = std::min(lead + front.band, last);
        if (begin >= end) continue;
        if (j == last_stage && begin == first + 2 * j) keep(slice, begin - j);
        run(RowRun{slice, j, begin - j, end - j, false});
      }
  });
  // The wedges that are left between strips grow by a row at each end.
  exec.for_each_slice(front.rows, [&](std::size_t slice, std::size_t, std::size_t last) {
    for (std::size_t j = 1; j < front.stages; ++j) {
      const bool wraps = last == front.rows;
      run(RowRun{slice, j, last - j, wraps ? last : last + j, !wraps});
      if (wraps) run(RowRun{slice, j, 0, j, true});
    }
  });
}

}  // namespace touchstone::optimized
