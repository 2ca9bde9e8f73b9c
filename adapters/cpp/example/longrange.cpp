// The Hamiltonian Mean Field model by the code of longrange_code.hpp. Put your own integrator in
// its place.
#include "longrange_code.hpp"
#include "touchstone_external.hpp"

/// Members are those of touchstone::external::Longrange; q and p are at the same time.
struct MyIntegrator : touchstone::external::Longrange {
  Leapfrog run;

  void start() { run = {q, p, time_step}; }
  void advance(std::uint64_t steps) { run.run(steps); }
  auto state() const { return std::pair(run.q, run.p); }
  // With forces() and energies() the description can claim more (docs/external.md).
};

int main() { return touchstone::external::serve<MyIntegrator>(); }
