// checkers/mutants/hpmc/tree_mutants.cpp
// Purpose   Mutants of hard shapes that small systems, or single seeds, do not show: lists of
//           leaves that are not kept up to date, screens with a margin below what they round, and
//           seeds that are lags of one another.
#include <memory>
#include <utility>

#include "checkers/hpmc/leaf_checks.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "optimized/hpmc/tree/domain_run_kernel.hpp"

namespace touchstone::mutants {
namespace {

/// A tree whose leaves outgrow their guards unnoticed (below).
struct UnguardedTree : optimized::BoxTree {};

}  // namespace
}  // namespace touchstone::mutants

namespace touchstone::optimized {

/// The lists around are not told of a leaf that has outgrown its guard.
template <>
inline void LeafLists<mutants::UnguardedTree>::outgrown(mutants::UnguardedTree&, std::uint32_t) {}

}  // namespace touchstone::optimized

namespace touchstone::mutants {
namespace {

using shapes::Configuration;
using shapes::RunParameters;

/// Screens whose margin is a thousandth of their bound on what floats round.
struct ThinScreens : optimized::ScreenedTest {
  static constexpr double kShare = 1e-3;
  explicit ThinScreens(const Configuration& c)
      : ScreenedTest(c, kShare * optimized::ScreenPair::kSlack) {}
  std::vector<std::optional<optimized::ScreenPair>> screens(double place) const {
    return ScreenedTest::screens(kShare * place);
  }
};

/// Seeds are numbers of steps of one stream of random numbers.
std::unique_ptr<shapes::Simulation> start_with_lag(const Configuration& c, RunParameters p) {
  p.first_step += p.seed;
  p.seed = 7;
  return shapes::shape_scheme("hpmc/serial-tree").start(c, p);
}

/// Bodies beyond the first 2048 stay where they began.
class MovesTwoThousand final : public shapes::Simulation {
 public:
  MovesTwoThousand(const Configuration& c, const RunParameters& p)
      : start_(c), run_(shapes::shape_scheme("hpmc/serial-tree").start(c, p)) {}
  void advance(std::uint64_t steps) override { run_->advance(steps); }
  Configuration configuration() const override {
    Configuration c = run_->configuration();
    for (std::size_t i = 2048; i < c.size(); ++i) {
      c.centres[i] = start_.centres[i];
      c.orientations[i] = start_.orientations[i];
    }
    return c;
  }
  shapes::MoveStats stats() const override { return run_->stats(); }
  std::size_t memory_bytes() const override { return run_->memory_bytes(); }

 private:
  Configuration start_;
  std::unique_ptr<shapes::Simulation> run_;
};

template <class Run>
std::unique_ptr<shapes::Simulation> start_run(const Configuration& c, const RunParameters& p) {
  return std::make_unique<Run>(c, p);
}

bool add(const char* name, decltype(shapes::ShapeScheme::start) start, const Origin& origin,
         const char* killed_by) {
  shapes::ShapeScheme scheme{
      .info = {.name = std::string("mutant/shapes-") + name,
               .source = "planted fault",
               .claims = Claims::global_balance | Claims::conserves_particles |
                         Claims::thread_invariant | Claims::equals_reference},
      .start = std::move(start),
      .equals = "hpmc/metropolis-reference"};
  return register_mutant(
      ShapeMutant{.scheme = std::move(scheme), .origin = origin, .killed_by = {killed_by}});
}

const bool registered =
    add("unguarded-leaves", start_run<optimized::DomainRun<optimized::AnyTest, UnguardedTree>>,
        Origin::invented("seeded fault: a leaf that outgrows its guard is in no other list"),
        "shapes/drawn fluids") &&
    hpmc::register_leaf_code(
        hpmc::leaf_code<UnguardedTree>("mutant/leaf-lists-unguarded"), hpmc::kNearLeaves,
        Origin::invented("seeded fault: a leaf that outgrows its guard is in no other list")) &&
    add("thin-screens", start_run<optimized::DomainRun<ThinScreens>>,
        Origin::invented("seeded fault: a margin a thousand times below its bound"),
        "shapes/near contact") &&
    add("moves-two-thousand", start_run<MovesTwoThousand>,
        Origin::invented("seeded fault: an index of eleven bits"), "shapes/thousands") &&
    add("seeds-are-lags", start_with_lag,
        Origin::invented("seeded fault: a seed is a step of another one"), "shapes/seeds apart");

}  // namespace
}  // namespace touchstone::mutants
