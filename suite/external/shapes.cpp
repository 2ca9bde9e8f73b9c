// suite/external/shapes.cpp
// Purpose   Hard shapes in a program of the user's: a scheme like any other.
// Method    Domains, ranks and moves of the box are said only to programs that claim them, so that
//           others need not know the settings.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "models/core/errors.hpp"
#include "models/core/shared_work.hpp"
#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/boxes/domain_grid.hpp"
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

std::string settings_of_box(const shapes::BoxMoves& b) {
  if (!b.any()) return "";
  return fmt::format(
      "pressure {}\nmax_volume {}\nmax_log_volume {}\nmax_length {}\nmax_shear {}\n"
      "box_moves_per_step {}\n",
      b.pressure, b.max_volume, b.max_log_volume, b.max_length, b.max_shear, b.per_step);
}

std::string settings_of_domains(const Description& d, const RunParameters& p) {
  std::string text;
  const auto& n = p.domains;
  if (d.domains) text += fmt::format("domains {} {} {}\n", n[0], n[1], n[2]);
  if (d.ranks) text += fmt::format("ranks {}\n", p.ranks == 0 ? n[0] * n[1] * n[2] : p.ranks);
  return text;
}

Start request(const Description& d, const Configuration& c, const RunParameters& p) {
  const shapes::Box& b = c.box;
  Start text{.head = fmt::format("start shapes {}\ndimensions {}\nbox {} {} {} {} {} {}\n",
                                 c.size(), b.dimensions, b.lx, b.ly, b.lz, b.xy, b.xz, b.yz),
             .seed = p.seed,
             .settings = fmt::format(
                 "threads {}\nmax_displacement {}\nmax_rotation {}\ntranslations {}\n"
                 "sweeps_per_step {}\n{}{}types {}\n",
                 p.threads, p.max_displacement, p.max_rotation, p.translations, p.sweeps_per_step,
                 settings_of_domains(d, p), settings_of_box(p.box), c.types.size()),
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
        throw shapes::OverlapError(std::min(i, j), std::max(i, j));
    });
}

/// The kind of moves of the box that is counted: all of them where there are several.
std::size_t counted_kind(const shapes::BoxMoves& b) {
  using enum shapes::BoxMove;
  return static_cast<std::size_t>(b.max_volume > 0       ? volume
                                  : b.max_log_volume > 0 ? log_volume
                                  : b.max_length > 0     ? length
                                                         : shear);
}

class Shapes final : public shapes::Simulation, public SharedWork {
 public:
  Shapes(Pool::Lease program, const Configuration& start, const RunParameters& p)
      : program_(std::move(program)),
        configuration_(start),
        box_(p.box),
        moves_(static_cast<std::uint64_t>(p.sweeps_per_step) * start.size()) {}

  void advance(std::uint64_t steps) override {
    program_->count_moves(steps * moves_);
    const auto done = program_->ask_counts(fmt::format("advance {}\n", steps), box_.any() ? 6 : 4);
    stats_.translations = {done[0], done[1]};
    stats_.rotations = {done[2], done[3]};
    if (box_.any()) stats_.box[counted_kind(box_)] = {done[4], done[5]};
  }
  Configuration configuration() const override {
    program_->ask("state\n");
    Configuration c = configuration_;
    if (box_.any()) read_box(c.box);
    for (std::size_t i = 0; i < c.size(); ++i) {
      const std::vector<double> v = program_->numbers(7);
      c.centres[i] = {v[0], v[1], v[2]};
      c.orientations[i] = {v[3], v[4], v[5], v[6]};
    }
    return c;
  }
  MoveStats stats() const override { return stats_; }
  std::optional<int> threads_that_ran() const override { return std::nullopt; }
  std::size_t memory_bytes() const override {
    return configuration_.size() * (sizeof(Vec3) + sizeof(Orientation));
  }

 private:
  void read_box(shapes::Box& box) const {
    const std::vector<double> v = program_->numbers(6);
    if (!(v[0] > 0 && v[1] > 0 && v[2] > 0))
      program_->wrong("a box of positive lengths", fmt::format("{} {} {}", v[0], v[1], v[2]));
    const double height = box.dimensions == 2 ? box.lz : v[2];
    box = {v[0], v[1], height, v[3], v[4], v[5], box.dimensions};
  }

  Pool::Lease program_;
  Configuration configuration_;  ///< box of the start, types, and how many
  shapes::BoxMoves box_;
  std::uint64_t moves_;  ///< moves in a step
  MoveStats stats_ = {};
};

/// Refuses what makes no sense before a program sees it.
void require_sensible(const Description& d, const Configuration& start, const RunParameters& p) {
  shapes::require_runnable(start, p);
  if (p.box.any() && !d.constant_pressure)
    throw Refused("the description does not say \"constant_pressure\": true");
  const auto& n = p.domains;
  if (n != std::array{1, 1, 1} && !d.domains)
    throw Refused(
        fmt::format("the description does not say \"domains\": true, and {} {} {} are "
                    "asked for",
                    n[0], n[1], n[2]));
  (void)shapes::DomainGrid(start.box, n, shapes::largest_diameter(start));
  if (p.ranks > n[0] * n[1] * n[2])
    throw input_error("ranks", "number of ranks", fmt::format("{} at most", n[0] * n[1] * n[2]),
                      fmt::format("{}", p.ranks));
  require_apart(start);
}

shapes::Proposals law_of(const std::string& name) {
  return name == "tangents" ? shapes::Proposals::tangents
         : name == "angles" ? shapes::Proposals::angles
                            : shapes::Proposals::symmetric;
}

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
  scheme.proposals = law_of(d.proposals);
  scheme.tolerance = d.tolerance;
  scheme.all_pairs = d.all_pairs;
  scheme.cuts = d.domains;
  scheme.ranks = d.ranks;
  scheme.box_moves = d.constant_pressure;
  scheme.screened_starts = true;
  const auto pool = std::make_shared<Pool>(d.command);
  scheme.start = [pool, d](const Configuration& start, const RunParameters& p) {
    require_sensible(d, start, p);
    return std::make_unique<Shapes>(Pool::begin(pool, request(d, start, p)), start, p);
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
