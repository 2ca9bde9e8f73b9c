// Legs of event chains of hard disks by the code of chains_code.hpp. Put your own algorithm in its
// place.
#include "chains_code.hpp"
#include "touchstone_external.hpp"

/// Members are those of touchstone::external::Chains.
struct MyChains : touchstone::external::Chains {
  EventChains run;

  void start() { run = {width, height, centres, active}; }
  void advance(std::uint64_t legs) {
    run.move(direction == 'x' ? 0 : 1, static_cast<double>(legs) * length);
    active = run.active, liftings = run.liftings;
  }
  const std::vector<std::array<double, 2>>& state() const { return run.centres; }
};

int main() { return touchstone::external::serve<MyChains>(); }
