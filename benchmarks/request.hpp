// benchmarks/request.hpp
// Purpose   Selection of what to time, as the user asked for it, for any family.
// Not here  Its options (main.cpp), what each family makes of it (<family>/*_entries.hpp).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/metric_files.hpp"
#include "models/cmc/binaries.hpp"
#include "suite/problem_class.hpp"
#include "suite/share.hpp"

namespace touchstone::benchmarks {

struct Request {
  ProblemClass problem_class = ProblemClass::S;
  std::string family = "*";
  std::string filter = "*";            ///< pattern of scheme names
  std::vector<std::size_t> disks;      ///< disks, particles or bodies; empty: those of the class
  std::vector<std::size_t> stars;      ///< empty: those of the class
  std::string start = "plummer";       ///< star clusters: model at the start
  std::string masses = "equal";        ///< star clusters: mass function
  cluster::BinaryWords binaries = {};  ///< star clusters: primordial binaries
  std::string collisions = "none";     ///< star clusters: of single stars
  std::string formation = "none";      ///< star clusters: of binaries
  std::optional<std::size_t> ranks;    ///< star clusters, hard shapes: at most so many
  int threads = 1;                     ///< parallel schemes run on 1 and on this many
  std::uint64_t seed = 1;
  std::string out;
  std::string junit;  ///< file for verdicts in JUnit's form
  JobShare share;
  MetricPaths metrics;  ///< files for services that follow rates
  bool resume = false;
  double patience = 0;      ///< RunOptions
  std::optional<int> runs;  ///< given by hand instead of the protocol's
  std::optional<std::uint64_t> warmup;
  std::optional<std::uint64_t> sweeps;
};

}  // namespace touchstone::benchmarks
