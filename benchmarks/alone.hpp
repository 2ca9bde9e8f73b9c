// benchmarks/alone.hpp
// Purpose   For tests: one entry, timed without others beside it.
#pragma once
#include "benchmarks/timed.hpp"

namespace touchstone::benchmarks {

inline std::vector<ResultRecord> time_alone(Timed& timed) {
  timed.begin();
  for (int k = 0; k < timed.runs(); ++k) timed.run();
  return timed.records();
}

}  // namespace touchstone::benchmarks
