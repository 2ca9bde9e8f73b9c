// Hard disks by the code of disks_code.hpp. Put your own simulation in its place.
#include "disks_code.hpp"
#include "touchstone_external.hpp"

/// Members are those of touchstone::external::Disks, set before start().
struct MyDisks : touchstone::external::Disks {
  Metropolis run;

  void start() { run = {width, height, max_displacement, centres, std::mt19937_64(seed)}; }
  // A sweep is as many trials as there are disks.
  void advance(std::uint64_t sweeps) {
    run.run(sweeps * centres.size());
    trials = run.trials, accepted = run.accepted;
  }
  const std::vector<std::array<double, 2>>& state() const { return run.centres; }
};

int main() { return touchstone::external::serve<MyDisks>(); }
