// models/disks/registry.hpp
// Purpose   The schemes that move hard disks, and the one interface through which checks,
//           validation and benchmarks run them. Registering is the last line of a scheme's file.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/core/available.hpp"
#include "models/core/scheme.hpp"
#include "models/disks/chains/rift_average.hpp"
#include "models/disks/configuration.hpp"
#include "models/disks/stage_counters.hpp"

namespace touchstone::disks {

/// The paper's free parameters, defaults of section 3.3, and how to run.
struct RunParameters {
  double max_displacement = 0.16;  ///< radius of the disc of trial moves, in diameters
  int trials_per_cell = 4;         ///< nM; a Metropolis sweep has N trials instead
  int threads = 1;
  std::uint64_t seed = 1;
  /// Number of the first sweep. Random draws are a function of seed, sweep and cell, so a run of n
  /// sweeps that is continued from its configuration at sweep n goes on with fresh draws.
  std::uint64_t first_sweep = 0;
  std::uint32_t columns = 0;  ///< cells per row; 0: choose_grid() decides
  std::uint32_t rows = 0;
};

/// A running simulation. Its trajectory is a function of start, parameters and scheme alone.
class Simulation {
 public:
  virtual ~Simulation() = default;
  virtual void advance(std::uint64_t sweeps) = 0;
  virtual Configuration configuration() const = 0;
  /// Trials and acceptances since the start.
  virtual SweepStats stats() const = 0;
  /// Counts by stage; nullptr for schemes without stages.
  virtual const StageCounters* stages() const { return nullptr; }
  /// Motion along the sides since the start; nullptr for schemes without event chains.
  virtual const RiftAverage* rift() const { return nullptr; }
  /// Threads that share the work of an advance(); may be fewer than were asked for.
  virtual int threads() const { return 1; }
  /// Bytes of particle storage, for the report's memory per disk.
  virtual std::size_t memory_bytes() const = 0;
};

struct DiskScheme {
  SchemeInfo info;
  /// Throws InputError for parameters or starts it cannot run.
  std::function<std::unique_ptr<Simulation>(const Configuration&, const RunParameters&)> start;
  /// Largest overlap an exported configuration may show, and largest error of the place of a disk
  /// that has not moved: 0 for double precision states.
  double tolerance = 0;
  /// Name of the scheme it equals bit for bit, when it claims equals_reference.
  std::string equals = {};
  /// False for schemes that move in another way than by trial moves of single disks: what is said
  /// about trial moves (their number, law, rejection) does not apply to them.
  bool trial_moves = true;
  /// Trial moves of a sweep: N, or trials_per_cell in each cell that is not empty.
  enum class Trials { per_disk, per_cell } trials = Trials::per_disk;
  /// Most disks that a cell may hold: grids whose cells hold more are refused. 0: no limit.
  std::uint32_t most_per_cell = 0;
  bool all_pairs = false;        ///< a sweep takes O(N^2): small systems only
  bool measures_rift = false;    ///< rift() of its simulations is there
  bool screened_starts = false;  ///< bad starts are refused before the scheme sees them
  /// False when this machine lacks what the scheme needs (a vector unit, a GPU).
  Available available = true;
  /// True when it runs on the grid emulator of a GPU: judged by checks, but too slow for statistics
  /// of large systems, and never timed.
  bool emulated = false;
  /// The same body in an arithmetic with ten mantissa bits (models/core/rounded.hpp), in which
  /// round-off faults show 1e4 times sooner; empty for bodies that are no template over it.
  std::function<std::unique_ptr<Simulation>(const Configuration&, const RunParameters&)>
      start_in_ten_bits = {};
  /// A deliberately broken scheme: registered with the checks that must catch it, never
  /// benchmarked.
  bool mutant = false;
  /// Family of its records and pages, where it is another than mpmc.
  std::string family = {};
};

/// All correct schemes, sorted by name.
const std::vector<DiskScheme>& schemes();
/// Variants that sample wrongly, which experiments run by name to show by how much (the paper's
/// Table 1); they are in no other list. Mutants that checks must catch are in checkers/mutants.
const std::vector<DiskScheme>& variants();
/// The scheme or variant of a name; throws InputError that suggests the nearest known scheme.
const DiskScheme& scheme(const std::string& name);
/// Adds a scheme and returns true; throws on a duplicate name. `file` is where it was called.
bool register_scheme(DiskScheme scheme, const char* file = __builtin_FILE());
/// The same for a variant that is wrong on purpose.
bool register_variant(DiskScheme variant);

/// Throws InputError for impossible parameters (zero trials, no threads, a step that is not
/// positive or beyond one diameter).
void require_valid(const RunParameters& parameters);

}  // namespace touchstone::disks
