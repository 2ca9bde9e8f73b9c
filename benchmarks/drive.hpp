// benchmarks/drive.hpp
// Purpose   Lets Google Benchmark make the runs of several pieces of work, interleaved in random
//           order, so that their ratios are taken under the same conditions; and the median of
//           them.
// Not here  What is timed (timed.hpp), records (records.hpp).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace touchstone::benchmarks {

struct Run {
  double seconds = 0;
  std::uint64_t count = 0;  ///< number of trial moves, liftings or disks done
};

struct Driven {
  std::string name;
  int runs = 1;
  std::function<Run()> once;  ///< makes one run and keeps what it found
};

/// Makes all runs, and calls `done` after each with its share of the whole. Throws Interrupted
/// after a signal.
void drive(const std::vector<Driven>& pieces, const std::function<void(double)>& done);

/// Lower quartile, median, upper quartile by linear interpolation. InputError when empty.
struct Quartiles {
  double low = 0;
  double median = 0;
  double high = 0;
};
Quartiles quartiles(std::vector<double> values);

/// Median seconds per operation over batches; `batch` does `operations` of them.
double median_cost(double operations, const std::function<std::uint64_t()>& batch);

}  // namespace touchstone::benchmarks
