#include "validation/experiments/mpmc/pinned_sampling.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/core/for_each_index.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::validation::mpmc {
namespace {

constexpr std::size_t kMostDisks = 8;
constexpr std::uint64_t kChunk = 1'000'000;

double unit(PhiloxStream& stream) { return (stream.next() + 0.5) * 0x1p-32; }

}  // namespace

bool pinned_trial(const FewDisks& system, Pin pin, PhiloxStream& stream) {
  const bool hard = system.walls == disks::Walls::hard;
  const double free = hard ? system.side - 1 : system.side;  // of the centres
  const disks::Box box{system.side, system.side};
  std::array<disks::Vec<double>, kMostDisks> centre;
  for (std::size_t i = 0; i < system.disks; ++i) {
    disks::Vec<double>& p = centre[i];
    if (pin == Pin::contact && i == 1) {
      const double angle = 2 * std::numbers::pi * unit(stream);
      p = centre[0] + disks::Vec<double>{std::cos(angle), std::sin(angle)};
      if (!hard) p = box.wrap(p);
      if (hard && !(p.x >= 0 && p.x <= free && p.y >= 0 && p.y <= free)) return false;
    } else {
      const double x = pin == Pin::wall && i == 0 ? 0 : free * unit(stream);
      p = {x, free * unit(stream)};
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (pin == Pin::contact && i == 1) break;  // at contact by construction
      const disks::Vec<double> d = hard ? p - centre[j] : box.nearest(centre[j], p);
      if (d.x * d.x + d.y * d.y < 1) return false;
    }
  }
  return true;
}

Estimate acceptance(const FewDisks& system, Pin pin, std::uint64_t trials, std::uint64_t seed,
                    Bench& bench) {
  if (system.disks < 2 || system.disks > kMostDisks)
    throw InputError("pinned sampling: 2 to 8 disks");
  const std::uint64_t chunks = (trials + kChunk - 1) / kChunk;
  const Philox random(seed);
  std::atomic<std::uint64_t> accepted{0};  // a sum: the order of additions does not matter
  for_each_index(chunks, bench.plan.threads, [&](std::size_t chunk) {
    check_interrupt();
    PhiloxStream stream = random.stream(Purpose::estimator, chunk, static_cast<unsigned>(pin));
    std::uint64_t good = 0;
    for (std::uint64_t k = 0; k < kChunk; ++k) good += pinned_trial(system, pin, stream) ? 1 : 0;
    accepted += good;
    if (bench.done) bench.done(1.0 / static_cast<double>(chunks));
  });
  const double n = static_cast<double>(chunks * kChunk);
  const double p = static_cast<double>(accepted.load()) / n;
  return {p, std::sqrt(p * (1 - p) / n), n, 0};
}

namespace {

double relative(const Estimate& e) { return e.standard_error / e.mean; }

/// pi_x without its error.
double wall_density(const FewDisks& system, const Estimate& free, const Estimate& wall) {
  return wall.mean / ((system.side - 1) * free.mean);
}

/// [N (N - 1) / 2] pi g.
double pair_term(const FewDisks& system, const Estimate& free, const Estimate& contact) {
  const double n = static_cast<double>(system.disks);
  const double room = system.walls == disks::Walls::hard ? system.side - 1 : system.side;
  return n * (n - 1) / 2 * std::numbers::pi * contact.mean / (room * room * free.mean);
}

}  // namespace

Estimate wall_pressure(const FewDisks& system, const Estimate& free, const Estimate& wall) {
  const double p =
      static_cast<double>(system.disks) * wall_density(system, free, wall) / system.side;
  return {p, p * std::hypot(relative(free), relative(wall)), free.effective_samples, 0};
}

Estimate contact_pressure(const FewDisks& system, const Estimate& free, const Estimate& contact) {
  const double area = system.side * system.side;
  const double pairs = pair_term(system, free, contact) / area;
  return {static_cast<double>(system.disks) / area + pairs,
          pairs * std::hypot(relative(free), relative(contact)), free.effective_samples, 0};
}

Estimate contact_pressure(const FewDisks& system, const Estimate& free, const Estimate& contact,
                          const Estimate& wall) {
  const double n = static_cast<double>(system.disks);
  const double area = system.side * system.side;
  const double pairs = pair_term(system, free, contact) / area;
  const double walls = n * wall_density(system, free, wall) / area;
  const double error = std::hypot((pairs + walls) * relative(free), pairs * relative(contact),
                                  walls * relative(wall));
  return {n / area + pairs + walls, error, free.effective_samples, 0};
}

}  // namespace touchstone::validation::mpmc
