// checkers/mutants/ecmc/real_leg_mutants.cpp
// Purpose   Mutants of legs of event chains in real numbers, and the checks that must catch them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>

#include "checkers/ecmc/real_leg_kind.hpp"
#include "reference/ecmc/real_legs.hpp"

namespace touchstone::mutants {
namespace {

using disks::RealLeg;
using reference::RealLegs;

/// A disk that touches, overlapping by rounding, is taken for one a side further on.
class FliesThrough final : public RealLegs {
 public:
  using RealLegs::RealLegs;

 private:
  double flight(std::size_t i, std::size_t j) const override {
    const double way = RealLegs::flight(i, j);
    return way > 0 ? way : std::numeric_limits<double>::infinity();
  }
};

/// Disks across the border of the box are not met.
class DoesNotWrap final : public RealLegs {
 public:
  using RealLegs::RealLegs;

 private:
  double flight(std::size_t i, std::size_t j) const override {
    return along(j) < along(i) ? std::numeric_limits<double>::infinity() : RealLegs::flight(i, j);
  }
};

/// The active disk stays active.
class NeverLifts final : public RealLegs {
 public:
  using RealLegs::RealLegs;

 private:
  std::size_t next(std::size_t from, std::size_t) const override { return from; }
  double rest(double left, double flight) const override {
    return flight > 1e-9 ? left - flight : 0;  // else it would stand there for ever
  }
};

/// A way that is longer by a part in 1e9 after each lifting.
class RunsOver final : public RealLegs {
 public:
  using RealLegs::RealLegs;

 private:
  double rest(double left, double flight) const override { return left - flight * (1 - 1e-9); }
};

/// Disks are a part in 1e9 too large.
class SwollenDisks final : public RealLegs {
 public:
  using RealLegs::RealLegs;

 private:
  double flight(std::size_t i, std::size_t j) const override {
    return std::max(0.0, RealLegs::flight(i, j) - 1e-9);
  }
};

/// Other disks than the first thread's get a shorter leg.
class ThreadsShare final : public RealLegs {
 public:
  ThreadsShare(const RealLeg& leg, int threads) : RealLegs(shared(leg, threads)) {}

 private:
  static RealLeg shared(RealLeg leg, int threads) {
    leg.length *= 1 - 1e-15 * (threads - 1);
    return leg;
  }
};

template <class Faulty>
bool add(const char* name, const Origin& origin, std::vector<std::string> killed_by) {
  return register_mutant(RealLegMutant{
      .scheme = {.info = {.name = std::string("mutant/legs-") + name,
                          .source = "planted fault",
                          .claims = Claims::equals_reference | Claims::thread_invariant},
                 .start =
                     [](const RealLeg& leg, [[maybe_unused]] int threads) {
                       if constexpr (std::is_constructible_v<Faulty, RealLeg, int>)
                         return std::make_unique<Faulty>(leg, threads);
                       else
                         return std::make_unique<Faulty>(leg);
                     }},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

constexpr const char* kOne = "legs/one chain";
constexpr const char* kSeveral = "legs/several chains";
constexpr const char* kSquare = "legs/square boxes";

const bool registered =
    add<FliesThrough>("fly-through",
                      Origin::pitfall("known pitfall: a time of flight below 0 at contact"),
                      {"legs/touching disks"}) &&
    add<DoesNotWrap>("no-wrap", Origin::invented("seeded fault: no periodic images ahead"),
                     {kOne, kSeveral, kSquare}) &&
    add<NeverLifts>("never-lift",
                    Origin::invented("seeded fault: the active disk is not handed on"),
                    {kOne, kSeveral, kSquare}) &&
    add<RunsOver>("run-over", Origin::invented("seeded fault: chains that are too long"),
                  {kOne, kSeveral, kSquare}) &&
    add<SwollenDisks>("swollen", Origin::invented("seeded fault: a diameter that is off by 1e-9"),
                      {kOne, kSeveral, kSquare}) &&
    add<ThreadsShare>("threads-share",
                      Origin::invented("seeded fault: round-off that depends on threads"),
                      {"legs/threads"});

}  // namespace
}  // namespace touchstone::mutants
