// benchmarks/longrange/force_turns.hpp
// Purpose   Forces of one scheme at coordinates of a file, turn by turn, to be timed beside a peer.
// Computes  A turn is a whole step, with so short a time step that no coordinate changes: three
//           evaluations of the forces, and all its kicks and drifts, which count as ours.
// Not here  Turns (../turns.hpp), whole steps beside bounds (timed_integrator.hpp).
#pragma once
#include <memory>
#include <vector>

#include "benchmarks/records.hpp"
#include "benchmarks/turns.hpp"
#include "models/longrange/registry.hpp"

namespace touchstone::benchmarks::longrange {

class ForceTurns final : public TurnedWork {
 public:
  /// The first scheme that `request.filter` matches and that runs the model, those with wider
  /// vectors first, on `request.threads`. `q` as in State::q. Throws InputError for no scheme.
  ForceTurns(const Request& request, const touchstone::longrange::System& system, double tolerance,
             std::vector<double> q);
  nlohmann::json ready() const override;
  void turn(std::uint64_t times) override;
  /// Forces; throws InputError if a coordinate has changed.
  std::vector<double> result() const override;

 private:
  Request request_;
  touchstone::longrange::RunParameters parameters_;
  std::vector<double> q_;
  const touchstone::longrange::LongrangeScheme* scheme_ = nullptr;
  std::unique_ptr<touchstone::longrange::Simulation> simulation_;
};

/// The command line of `touchstone_benchmarks force-turns`; returns the exit code.
int force_turns_program(int argc, const char* const* argv);

}  // namespace touchstone::benchmarks::longrange
