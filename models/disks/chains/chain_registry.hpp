// models/disks/chains/chain_registry.hpp
// Purpose   The schemes that run legs of straight event chains, and the one interface through which
//           checks, validation and benchmarks run them. Registering is the last line of a scheme's
//           file.
// Not here  Whole simulations, which change direction and active disks: they are schemes like any
//           other (registry.hpp).
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "models/core/scheme.hpp"
#include "models/disks/chains/chain_leg.hpp"

namespace touchstone::disks {

struct ChainParameters {
  int threads = 1;         ///< each moves its share of the active disks, one at a time
  std::uint64_t seed = 1;  ///< seed of random schedules
  OnViolation on_violation = OnViolation::remember;
  bool record = true;  ///< keep the liftings; without, they are only counted
};

/// A leg under way. With OnViolation::abort it stands still from the first violation on.
class ChainRun {
 public:
  virtual ~ChainRun() = default;
  /// Runs to the next breakpoint, `duration` >= 1 ticks later. The same disks stay active, and
  /// times go on from the start of the leg.
  virtual void advance(Ticks duration) = 0;
  /// Number of liftings since the start of the leg.
  virtual std::uint64_t liftings() const = 0;
  /// The earliest local time that took part in a horizon violation, or kNoViolation: the liftings
  /// before it are those of one global clock.
  virtual Ticks violation() const = 0;
  /// The state now. `liftings` is empty unless they are recorded.
  virtual LegEnd end() const = 0;

  // For simulations, which change direction between legs. Schemes that serve none leave these out.

  /// Sets the active disks, at a breakpoint.
  virtual void choose_active(const std::vector<DiskIndex>& active);
  /// Sum of the contact separations of all liftings, in ticks: how far motion was passed on.
  virtual std::uint64_t carried() const;
  virtual std::vector<FixedCoordinate> positions() const { return end().x; }
};

struct ChainScheme {
  SchemeInfo info;
  /// Throws InputError for legs that are not valid (require_valid) or that it cannot run.
  std::function<std::unique_ptr<ChainRun>(const Leg&, const ConstraintGraph&,
                                          const ChainParameters&)>
      start;
  /// Active disks it can move at the same time.
  std::size_t most_active = std::numeric_limits<std::size_t>::max();
  /// Whether a leg can meet a horizon violation at all.
  bool local_times = true;
  /// Whether violations can be taken back (OnViolation::repair); a scheme with local times that
  /// cannot do so refuses it.
  bool repairs = false;
  /// Order in which its chains advance, in the words of validation/data/ecmc_horizon_law.csv, where
  /// it is one of those; empty: another.
  std::string order = {};
  /// Another scheme with a detail changed: timed with the published number of active disks alone.
  bool variant = false;
  /// A deliberately broken scheme, never benchmarked.
  bool mutant = false;
};

/// A run that makes a leg of its own of each advance: `run` computes the end of a leg, and the
/// earliest violation in it. Throws InputError when the leg or the parameters are not valid.
struct JudgedEnd {
  LegEnd end;
  Ticks violation = kNoViolation;
};
using RunLeg = std::function<JudgedEnd(const Leg&, const ConstraintGraph&)>;
std::unique_ptr<ChainRun> run_by_legs(const Leg& leg, const ConstraintGraph& graph,
                                      const ChainParameters& parameters, RunLeg run);

/// Throws InputError for fewer than 1 or more than 1024 threads.
void require_valid(const ChainParameters& parameters);

/// All correct schemes, sorted by name.
const std::vector<ChainScheme>& chain_schemes();
/// The scheme of a name; throws InputError that suggests the nearest known name.
const ChainScheme& chain_scheme(const std::string& name);
/// Adds a scheme and returns true; throws on a duplicate name. `file` is where it was called.
bool register_chain_scheme(ChainScheme scheme, const char* file = __builtin_FILE());

}  // namespace touchstone::disks
