// benchmarks/hpmc/body_turns.hpp
// Purpose   Trial moves of disks or balls by one scheme, turn by turn, to be timed beside a peer
//           that goes on from the same start.
// Computes  A turn is so many steps of the scheme. The start, in equilibrium, is written to a file:
//           dimensions, three sides of the box (the last is 0 in the plane), diameter, largest
//           displacement, sweeps of a step, number of bodies, and x, y, z of each.
// Not here  Turns (../turns.hpp), bodies that are turned: other programs draw rotations by other
//           laws, so that it would not be the same work.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/hpmc/shape_start.hpp"
#include "benchmarks/records.hpp"
#include "benchmarks/turns.hpp"

namespace touchstone::benchmarks::hpmc {

class BodyTurns final : public TurnedWork {
 public:
  /// The first scheme that `request.filter` matches, in one domain, with so many bodies, nearly.
  /// Throws InputError for no scheme, for a system that is none of round bodies, and for a start
  /// that does not come to equilibrium.
  BodyTurns(const Request& request, const std::string& system, std::size_t bodies);
  const std::vector<double>& start() const { return start_; }
  /// A unit is a trial move.
  nlohmann::json ready() const override;
  void turn(std::uint64_t times) override;
  /// Number of turns, trial moves and accepted ones of each, and x, y, z of all bodies.
  std::vector<double> result() const override;

 private:
  Request request_;
  const ShapeSystem* system_;
  const shapes::ShapeScheme* scheme_;
  shapes::RunParameters parameters_;
  std::vector<double> start_;
  std::vector<double> counts_;
  std::unique_ptr<shapes::Simulation> simulation_;
};

/// The command line of `touchstone_benchmarks body-turns`; returns the exit code.
int body_turns_program(int argc, const char* const* argv);

}  // namespace touchstone::benchmarks::hpmc
