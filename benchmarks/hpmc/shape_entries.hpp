// benchmarks/hpmc/shape_entries.hpp
// Purpose   Which moves of hard shapes are timed: schemes, systems, sizes, domains and threads.
// Source    Anderson, Irrgang, Glotzer 2016, section 4 and Figure 5: 4 sweeps for each tree.
// Not here  Systems (shape_systems.hpp), timing (timed_shapes.hpp), jobs and records
//           (shape_jobs.cpp).
#pragma once
#include <array>
#include <string>
#include <vector>

#include "benchmarks/hpmc/shape_systems.hpp"
#include "benchmarks/records.hpp"
#include "benchmarks/selection.hpp"

namespace touchstone::benchmarks::hpmc {

inline constexpr const char* kFamily = "hpmc";
inline constexpr const char* kMovesPerSecond = "trial moves of shapes per second";

struct ShapeEntry {
  const shapes::ShapeScheme* scheme;
  const ShapeSystem* system;
  int copies;
  int threads;
  std::array<int, 3> domains;
  int ranks = 1;  ///< one per domain for schemes that exchange messages
  std::size_t bodies() const { return system->bodies(copies); }
  std::string name() const;  ///< "hpmc/ranks/pentagons/bodies:4096/ranks:4/threads:1"
  Subject subject() const;
  bool oversubscribed() const;  ///< more ranks than this machine has processors
  /// Share of the bodies that is not frozen.
  double active_share() const;
  shapes::RunParameters parameters(std::uint64_t seed) const;
};

Protocol shape_protocol(const Request& request);

/// Copies along each direction, ascending: of the smallest start, and of the class.
std::vector<int> shape_sizes(const Request& request, const ShapeSystem& system);

/// The entries of one size; none when the filter matches no scheme. Parallel schemes are timed on 1
/// and on all threads, those that cut the box where domains are three bodies wide; schemes
/// with ranks on the numbers of ranks of the class whose frozen slabs leave a part active.
std::vector<ShapeEntry> shape_entries(const Request& request, const ShapeSystem& system,
                                      int copies);

/// Schemes that look at all pairs are timed, and compared with, up to so many bodies.
inline constexpr std::size_t kAllPairsBodies = 1024;

}  // namespace touchstone::benchmarks::hpmc
