// checkers/external/example/metropolis.cpp
// Purpose   A simulation of hard disks that knows nothing of this suite but the protocol of
//           docs/external.md: what to copy into a program of one's own.
// Faults    `--fault NAME` makes it wrong on purpose, for the tests of the suite: never-left
//           (proposals only to the right), drifts (by 3 % of a step), coarse (random numbers of 12
//           bits), far (disks touch at 1.0001), late (overlaps with disks behind it in the list are
//           not seen), forgets (the last disk is never chosen), leftist (of two disks the left one
//           is tried), square (heights are wrapped as if the box were one), stuck (the seed is not
//           used), garbage (answers with other words), refuses (says "error" where it may not),
//           chatty (a disk too many), not-a-number, crash (ends in the middle), silent (does not
//           answer), deaf (does not read), picky (only few disks, said before it has read them).
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <random>
#include <string>
#include <thread>
#include <vector>

struct Disks {
  std::vector<double> x, y;
  double width = 0, height = 0, max_displacement = 0;
  std::mt19937_64 random;
  std::string fault;
  long long trials = 0, accepted = 0;

  double uniform() {
    const double u = std::uniform_real_distribution<double>(0, 1)(random);
    return fault == "coarse" ? std::floor(4096 * u) / 4096 : u;  // 12 bits
  }

  bool overlaps(std::size_t i, double px, double py) const {
    const std::size_t end = fault == "late" ? i : x.size();
    const double contact = fault == "far" ? 1.0001 : 1;
    for (std::size_t j = 0; j < end; ++j) {
      if (j == i) continue;
      const double dx = std::remainder(px - x[j], width);
      const double dy = std::remainder(py - y[j], height);
      if (dx * dx + dy * dy < contact * contact) return true;
    }
    return false;
  }

  static double wrapped(double p, double side) {
    const double inside = p - side * std::floor(p / side);
    return inside < side ? inside : 0;
  }

  void sweep() {
    for (std::size_t k = 0; k < x.size(); ++k) {
      const auto one = [&] {
        const std::size_t disks = x.size() - (fault == "forgets" ? 1 : 0);
        return static_cast<std::size_t>(uniform() * static_cast<double>(disks));
      };
      std::size_t i = one();
      if (const std::size_t other = fault == "leftist" ? one() : i; x[other] < x[i]) i = other;
      const double length = max_displacement * std::sqrt(uniform());
      const double angle = (fault == "never-left" ? 1 : 2) * M_PI * uniform() - M_PI / 2;
      const double drift = fault == "drifts" ? 0.03 * max_displacement : 0;
      const double px = wrapped(x[i] + length * std::cos(angle) + drift, width);
      const double up = y[i] + length * std::sin(angle);
      const double py =
          fault == "square" ? std::fmod(wrapped(up, width), height) : wrapped(up, height);
      ++trials;
      if (overlaps(i, px, py)) continue;
      x[i] = px;
      y[i] = py;
      ++accepted;
    }
  }
};

/// Reads what follows "start disks N"; false at a word that it does not know.
bool start(Disks& disks, std::size_t count) {
  for (std::string key; std::cin >> key && key != "centres";) {
    std::uint64_t number = 0;
    if (key == "box")
      std::cin >> disks.width >> disks.height;
    else if (key == "seed" && std::cin >> number)
      disks.random.seed(disks.fault == "stuck" ? 1 : number);
    else if (key == "max_displacement")
      std::cin >> disks.max_displacement;
    else if (key == "threads" || key == "trials_per_cell")
      std::cin >> number;  // of no use to it
    else
      return false;
  }
  disks.x.resize(count);
  disks.y.resize(count);
  for (std::size_t i = 0; i < count; ++i) std::cin >> disks.x[i] >> disks.y[i];
  disks.trials = disks.accepted = 0;
  return true;
}

int main(int argc, char** argv) {
  Disks disks;
  if (argc == 3 && std::string(argv[1]) == "--fault") disks.fault = argv[2];
  std::cout << std::setprecision(17);
  for (std::string what; std::cin >> what;) {
    if (disks.fault == "silent" || disks.fault == "deaf")
      std::this_thread::sleep_for(std::chrono::hours(1));
    if (what == "start") {
      std::string kind;
      std::size_t count = 0;
      std::cin >> kind >> count;
      if (kind != "disks" || (disks.fault == "picky" && count > 100) || !start(disks, count)) {
        std::cout << "error only " << (kind == "disks" ? "few of them" : "disks") << std::endl;
        return 0;  // what is left of the request is of no use
      }
      std::cout << "ok" << std::endl;
    } else if (what == "advance") {
      long long sweeps = 0;
      std::cin >> sweeps;
      if (disks.fault == "crash") std::abort();
      for (; sweeps > 0; --sweeps) disks.sweep();
      if (disks.fault == "refuses") std::cout << "error no more" << std::endl;
      if (disks.fault == "not-a-number") disks.x.back() = std::nan("");
      std::cout << (disks.fault == "garbage" ? "done " : "ok ") << disks.trials << ' '
                << disks.accepted << std::endl;
    } else if (what == "state") {
      std::cout << "ok\n";
      for (std::size_t i = 0; i < disks.x.size(); ++i)
        std::cout << disks.x[i] << ' ' << disks.y[i] << '\n';
      if (disks.fault == "chatty") std::cout << "1 1\n";
      std::cout << std::flush;
    } else {
      std::cout << "error unknown request " << what << std::endl;
    }
  }
}
