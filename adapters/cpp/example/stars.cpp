// Star clusters by Henon's Monte Carlo method, by the code of stars_code.hpp. Put your own
// simulation in its place.
#include "stars_code.hpp"
#include "touchstone_external.hpp"

/// Members are those of touchstone::external::Stars.
struct MyStars : touchstone::external::Stars {
  Henon run;

  void start() {
    std::vector<Shell> own;
    for (const auto& [number, m, r, u, v] : stars) own.push_back({number, m, r, u, v});
    run = Henon(own, theta_max, seed);
  }
  void advance(std::uint64_t steps) {
    run.run(steps);
    time = run.time, escaped_energy = run.escaped_energy, stars.clear();
    for (const auto& [number, m, r, u, v] : run.stars) stars.push_back({number, m, r, u, v});
  }
};

int main() { return touchstone::external::serve<MyStars>(); }
