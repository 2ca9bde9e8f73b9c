// benchmarks/longrange/integrator_entries.hpp
// Purpose   Which integrators are timed, with how many particles and threads.
// Source    Rocha Filho, Tables 1 to 3: HMF N = 1e5 to 5e7, Ring 10240 to 512000, two-dimensional
//           gravity 10240 to 1024000; eps = 0.001, dt = 0.1 (HMF) and 0.005; cold starts.
// Not here  Timing (timed_integrator.hpp).
#pragma once
#include <string>
#include <vector>

#include "benchmarks/records.hpp"
#include "benchmarks/selection.hpp"
#include "models/longrange/registry.hpp"

namespace touchstone::benchmarks::longrange {

inline constexpr const char* kFamily = "longrange";

struct IntegratorEntry {
  const touchstone::longrange::LongrangeScheme* scheme;
  touchstone::longrange::Model model;
  std::size_t particles;
  int threads;
  /// Number of target particles in a sampled row; 0 means that whole steps are timed.
  std::size_t targets = 0;
  std::string left_out = {};  ///< why it is not timed, if it is not
  std::string name() const;   ///< "longrange/ring-nufft-avx512/ring/particles:10240/threads:2"
  Subject subject() const;
};

/// Runs are of one step where that takes longer than the patience of the class.
Protocol integrator_protocol(const Request& request);

std::vector<std::size_t> integrator_sizes(const Request& request,
                                          touchstone::longrange::Model model);
/// The entries of one size: in class S of each method the scheme with the widest vectors. Sums of
/// all pairs that are too long for the class are sampled; other schemes are left out, but for the
/// smallest size.
std::vector<IntegratorEntry> integrator_entries(const Request& request,
                                                touchstone::longrange::Model model,
                                                std::size_t particles);
}  // namespace touchstone::benchmarks::longrange
