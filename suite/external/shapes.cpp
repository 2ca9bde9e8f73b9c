// suite/external/shapes.cpp
// Purpose   Hard shapes at constant volume in a program of the user's: a scheme like any other.
// Not here  Bodies that are not convex, moves of the box, domains: such starts are refused here.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/boxes/neighbour_cells.hpp"
#include "suite/external/body_text.hpp"
#include "suite/external/schemes.hpp"

namespace touchstone::external {
namespace {

using shapes::Configuration;
using shapes::MoveStats;
using shapes::Orientation;
using shapes::RunParameters;
using shapes::Vec3;

Start request(const Configuration& c, const RunParameters& p) {
  const shapes::Box& b = c.box;
  Start text{
      .head = fmt::format("start shapes {}\ndimensions {}\nbox {} {} {} {} {} {}\n", c.size(),
                          b.dimensions, b.lx, b.ly, b.lz, b.xy, b.xz, b.yz),
      .seed = p.seed,
      .settings = fmt::format("threads {}\nmax_displacement {}\nmax_rotation {}\ntranslations {}\n"
                              "sweeps_per_step {}\ntypes {}\n",
                              p.threads, p.max_displacement, p.max_rotation, p.translations,
                              p.sweeps_per_step, c.types.size()),
      .rows = ""};
  for (const shapes::Body& body : c.types) text.settings += body_line(body) + "\n";
  text.settings += "bodies\n";
  for (std::size_t i = 0; i < c.size(); ++i) {
    text.rows += placed_line(c.type[i], c.centres[i], c.orientations[i]);
    text.kinds += fmt::format("{} ", c.type[i]);
  }
  return text;
}

/// Refuses starts with overlaps, so that a user's program need not handle them.
void require_apart(const Configuration& c) {
  std::vector<std::unique_ptr<shapes::PairOverlap>> pairs;
  for (const shapes::Body& a : c.types)
    for (const shapes::Body& b : c.types) pairs.push_back(shapes::prepare(a, b));
  const shapes::NeighbourCells cells(c, shapes::largest_diameter(c));
  for (std::size_t i = 0; i < c.size(); ++i)
    cells.around(i, [&](std::size_t j, Vec3 r) {
      if (pairs[c.type[i] * c.types.size() + c.type[j]]->overlaps(c.orientations[i],
                                                                  c.orientations[j], r))
        shapes::refuse_overlap(std::min(i, j), std::max(i, j));
    });
}

class Shapes final : public shapes::Simulation {
 public:
  Shapes(Pool::Lease program, const Configuration& start)
      : program_(std::move(program)), configuration_(start) {}

  void advance(std::uint64_t steps) override {
    const auto done = program_->ask_counts(fmt::format("advance {}\n", steps), 4);
    stats_.translations = {done[0], done[1]};
    stats_.rotations = {done[2], done[3]};
  }
  Configuration configuration() const override {
    program_->ask("state\n");
    Configuration c = configuration_;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const std::vector<double> v = program_->numbers(7);
      c.centres[i] = {v[0], v[1], v[2]};
      c.orientations[i] = {v[3], v[4], v[5], v[6]};
    }
    return c;
  }
  MoveStats stats() const override { return stats_; }
  std::size_t memory_bytes() const override {
    return configuration_.size() * (sizeof(Vec3) + sizeof(Orientation));
  }

 private:
  Pool::Lease program_;
  Configuration configuration_;  ///< box, types, and how many
  MoveStats stats_ = {};
};

}  // namespace

shapes::ShapeScheme shape_scheme(const Description& d) {
  shapes::ShapeScheme scheme;
  scheme.info = d.info;
  std::vector<std::string> known;
  scheme.info.claims = claims_of<Claims>(d, known);
  if (has(scheme.info.claims, Claims::detailed_balance))
    scheme.info.claims = scheme.info.claims | Claims::global_balance;  // which it implies
  std::erase(known, kEqualsReference);  // the protocol does not say which random numbers to use
  require_known_claims(d, known);
  scheme.info.parallel = has(scheme.info.claims, Claims::thread_invariant);
  scheme.box_moves = false;
  scheme.own_law = true;  // the protocol asks for symmetry and sizes only
  scheme.screened_starts = true;
  const auto pool = std::make_shared<Pool>(d.command);
  scheme.start = [pool](const Configuration& start, const RunParameters& p) {
    shapes::require_runnable(start, p);
    if (p.box.any()) throw Refused("external schemes: the protocol has no moves of the box");
    if (p.domains != std::array{1, 1, 1})
      throw Refused(fmt::format("external schemes: domains: expected 1 1 1, found {} {} {}",
                                p.domains[0], p.domains[1], p.domains[2]));
    require_apart(start);
    return std::make_unique<Shapes>(Pool::begin(pool, request(start, p)), start);
  };
  scheme.runs = [start = scheme.start](const Configuration& c, const RunParameters& p) {
    try {
      start(c, p);
      return true;
    } catch (const Refused&) {
      return false;
    } catch (const ProgramFault&) {
      return true;  // it should: the run will say so
    }
  };
  return scheme;
}

}  // namespace touchstone::external
