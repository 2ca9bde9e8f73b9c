// Hard disks or balls of one size by the code of shapes_code.hpp. Put your own simulation in its
// place.
#include "shapes_code.hpp"
#include "touchstone_external.hpp"

/// Members are those of touchstone::external::Shapes, set before start().
struct MyShapes : touchstone::external::Shapes {
  Spheres run;

  void start() {
    if (bodies.size() != 1 || !bodies[0].is_round() || tilts != Spheres::Point{})
      throw touchstone::external::Refused("only disks or balls of one size, no tilted boxes");
    const auto axes = static_cast<std::size_t>(dimensions);
    run = {axes, sides, 2 * bodies[0].radius, max_displacement, centres, std::mt19937_64(seed)};
  }
  // Trials of balls are translations; other bodies have rotation_trials and rotations_accepted.
  void advance(std::uint64_t steps) {
    for (std::uint64_t k = steps * sweeps_per_step; k > 0; --k) run.sweep();
    translation_trials = run.trials, translations_accepted = run.accepted;
  }
  auto state() const { return std::pair(run.centres, orientations); }
};

int main() { return touchstone::external::serve<MyShapes>(); }
