// gpu/hpmc/shape_pass.hpp
// Purpose   One trial move in each cell of a colour, in the parts that the three kernels put
//           together: the trial itself, the bodies near it, both tests of a pair, the acceptance.
// Source    Anderson, Irrgang, Glotzer 2016, sections 2.5.2 and 2.5.3; law of
//           models/hpmc/boxes/cell_grid.hpp.
// Cost      A trial reads 27 cells (9 in the plane): a count of each, and 28 bytes of each body for
//           the test of circumspheres; of the few that pass 32 more, and their points. It writes 56
//           bytes if accepted. Operations: 10 for each body nearby; XenoCollide 5 to 10 supports
//           of 5 operations for each point of both bodies.
// Not here  Sharing of pairs among threads: register_queue.hpp, global_queue.hpp,
//           block_queue.hpp.
#pragma once
#include <cstdint>

#include "gpu/hpmc/point_shapes.hpp"
#include "gpu/hpmc/shape_cells.hpp"
#include "models/core/random/philox.hpp"
#include "models/hpmc/move.hpp"

namespace touchstone::gpu {

/// Sets of counters, so that threads do not queue for one address.
inline constexpr int kShapeTallies = 64;
/// Counters in a set: trials and acceptances of translations, then of rotations.
inline constexpr int kShapeCounters = 4;

/// A body as it would be after the move.
struct BodyTrial {
  Placed to = {};
  std::uint32_t type = 0;
  std::int32_t slot = 0;
  shapes::GridCell cell = {};
  std::int32_t place = 0;  ///< place of the cell
  bool rotation = false;
  bool exists = false;    ///< the cell has so many bodies
  bool possible = false;  ///< and it stays in its cell
};

/// A body near a trial: a slot of one of the cells near.
struct NearBody {
  std::int32_t near = 0;
  std::int32_t slot = 0;
};

struct ShapePass {
  shapes::CellGrid grid;
  Philox random{1};
  shapes::MoveLaw law;
  std::uint64_t sweep = 0;
  int colour = 0;
  int number = 0;  ///< number of the trial in its cell: 0 is the first of the sweep
  ShapeCells cells;
  Span<const PointShape> types;
  Span<const double> x, y, z;  ///< points of the types
  Span<std::uint64_t> tally;   ///< (kShapeTallies, kShapeCounters)

  /// The trial of cell number `active` of the colour, counted.
  template <class Context>
  TOUCHSTONE_HD BodyTrial trial(Context& ctx, std::int64_t active) const {
    BodyTrial t;
    if (active >= grid.active()) return t;
    t.cell = grid.of_colour(colour, static_cast<int>(active));
    t.place = grid.place(t.cell);
    const int n = static_cast<int>(ctx.global(cells.counts, "counts").load(t.place));
    if (number >= n) return t;
    t.exists = true;
    t.slot = shapes::reverse_order(random, sweep, grid.number(t.cell)) ? n - 1 - number : number;
    const std::int64_t own = cells.index(t.place, t.slot);
    const BodiesIn<Context> bodies(ctx, cells.bodies);
    t.to = {bodies.centre(own), bodies.orientation(own)};
    t.type = bodies.type.load(own);
    const std::uint32_t tag = ctx.global(cells.tags, "tags").load(own);
    const shapes::Trial move = draw_trial(random, sweep, tag, law);
    t.rotation = move.rotation;
    if (move.rotation)
      t.to.q = normalised(move.turn * t.to.q);
    else
      t.to.r = t.to.r + move.step;
    t.possible = grid.stays(t.to.r, t.cell);
    count(ctx, t.rotation ? 2 : 0);
    return t;
  }

  /// Writes a trial that nothing rejected.
  template <class Context>
  TOUCHSTONE_HD void accept(Context& ctx, const BodyTrial& t) const {
    const BodiesIn<Context> bodies(ctx, cells.bodies);
    const std::int64_t own = cells.index(t.place, t.slot);
    bodies.put_centre(own, t.to.r);
    bodies.put_orientation(own, t.to.q);
    count(ctx, t.rotation ? 3 : 1);
  }

 private:
  template <class Context>
  TOUCHSTONE_HD void count(Context& ctx, int counter) const {
    const int set = ctx.block() % kShapeTallies;
    ctx.atomic_add(ctx.global(tally, "tally"), std::int64_t{set} * kShapeCounters + counter,
                   std::uint64_t{1});
  }
};

/// Tests of a trial against the bodies near it; arrays are opened once.
template <class Context>
class NearTests {
 public:
  TOUCHSTONE_HD NearTests(Context& ctx, const ShapePass& pass)
      : pass_(pass),
        bodies_(ctx, pass.cells.bodies),
        counts_(ctx.global(pass.cells.counts, "counts")),
        types_(ctx.global(pass.types, "types of bodies")),
        points_{ctx.global(pass.x, "points x"), ctx.global(pass.y, "points y"),
                ctx.global(pass.z, "points z")} {}

  TOUCHSTONE_HD int bodies_of(const BodyTrial& t, int near) const {
    return static_cast<int>(counts_.load(pass_.grid.place(pass_.grid.near(t.cell, near).cell)));
  }
  /// Index of a body in the arrays of cells.
  TOUCHSTONE_HD std::int64_t place_of(const BodyTrial& t, NearBody other) const {
    return index(pass_.grid.near(t.cell, other.near), other.slot);
  }
  /// The body itself does not count, its images do.
  TOUCHSTONE_HD bool circumspheres(const BodyTrial& t, NearBody other) const {
    const shapes::NearCell near = pass_.grid.near(t.cell, other.near);
    const bool own = is_own(t, near, other.slot);
    if (own && near.home) return false;
    const std::int64_t j = index(near, other.slot);
    const shapes::Vec3 r = (own ? t.to.r : bodies_.centre(j)) + near.image - t.to.r;
    return circumspheres_meet(types_.load(t.type).circumradius,
                              types_.load(own ? t.type : bodies_.type.load(j)).circumradius, r);
  }
  /// The full test of a pair whose circumspheres overlap.
  TOUCHSTONE_HD bool overlap(const BodyTrial& t, NearBody other) const {
    const shapes::NearCell near = pass_.grid.near(t.cell, other.near);
    const bool own = is_own(t, near, other.slot);
    const std::int64_t j = index(near, other.slot);
    const Placed b = own ? t.to : Placed{bodies_.centre(j), bodies_.orientation(j)};
    return bodies_overlap(points_, types_.load(t.type), t.to.q,
                          types_.load(own ? t.type : bodies_.type.load(j)), b.q,
                          b.r + near.image - t.to.r, pass_.law.plane);
  }

 private:
  struct Points {
    GlobalArray<Context, const double> x, y, z;
    TOUCHSTONE_HD shapes::Vec3 operator()(int i) const { return {x.load(i), y.load(i), z.load(i)}; }
  };

  TOUCHSTONE_HD bool is_own(const BodyTrial& t, const shapes::NearCell& near, int slot) const {
    return slot == t.slot && near.cell == t.cell;
  }
  TOUCHSTONE_HD std::int64_t index(const shapes::NearCell& near, int slot) const {
    return pass_.cells.index(pass_.grid.place(near.cell), slot);
  }

  const ShapePass& pass_;
  BodiesIn<Context> bodies_;
  GlobalArray<Context, std::uint32_t> counts_;
  GlobalArray<Context, const PointShape> types_;
  Points points_;
};

/// Every `stride`-th body near a trial, from number `first` on, cell by cell.
template <class Tests>
class NearWalk {
 public:
  TOUCHSTONE_HD NearWalk(const Tests& tests, const BodyTrial& t, int near_cells, int first)
      : tests_(tests), trial_(t), near_cells_(near_cells), at_{0, first} {
    left_ = t.possible;
    if (left_) settle(tests_.bodies_of(trial_, 0));
  }
  /// Whether at() is a body.
  TOUCHSTONE_HD bool left() const { return left_; }
  TOUCHSTONE_HD NearBody at() const { return at_; }
  TOUCHSTONE_HD void next(int stride) {
    at_.slot += stride;
    settle(bodies_);
  }
  TOUCHSTONE_HD void stop() { left_ = false; }

 private:
  /// Moves on to the cell that has slot number `at_.slot`, counted from this one.
  TOUCHSTONE_HD void settle(int bodies) {
    bodies_ = bodies;
    while (at_.slot >= bodies_) {
      at_.slot -= bodies_;
      if (++at_.near == near_cells_) {
        left_ = false;
        return;
      }
      bodies_ = tests_.bodies_of(trial_, at_.near);
    }
  }

  const Tests& tests_;
  const BodyTrial& trial_;
  int near_cells_;
  NearBody at_;
  int bodies_ = 0;  ///< bodies of the cell
  bool left_ = false;
};

}  // namespace touchstone::gpu
