// gpu/hpmc/shape_pass.hpp
// Purpose   Trial moves in the cells of a colour, in the parts that the kernels put together: the
//           trial itself, the bodies near it, tests of a pair, the acceptance.
// Source    Anderson, Irrgang, Glotzer 2016, sections 2.5.2 and 2.5.3; law of
//           models/hpmc/boxes/cell_grid.hpp.
// Cost      A trial reads 27 cells (9 in the plane): a count of each, and 16 bytes of each body for
//           the test of circumspheres; of the few that pass 16 more; of the few pairs that floats
//           leave undecided 60, and their points. It reads 64 bytes of the body itself, and
//           writes at most 48 if accepted. Operations in single precision: 15 for each body nearby,
//           and those of pair_screen.hpp for each pair that passes; in double some 400 for the
//           trial, half of them of random numbers. Nothing is divided for a body nearby.
// Not here  Sharing of pairs among threads: register_queue.hpp, global_queue.hpp,
//           block_queue.hpp.
#pragma once
#include <cstdint>

#include "gpu/hpmc/near_cells.hpp"
#include "gpu/hpmc/point_shapes.hpp"
#include "gpu/hpmc/screen_shapes.hpp"
#include "gpu/hpmc/shape_cells.hpp"
#include "gpu/hpmc/step_state.hpp"
#include "models/core/random/philox.hpp"
#include "models/hpmc/move.hpp"

namespace touchstone::gpu {

/// Sets of counters, so that threads do not queue for one address.
inline constexpr int kShapeTallies = 64;
/// Counters in a set: trials and acceptances of translations, then of rotations.
inline constexpr int kShapeCounters = 4;

/// A body as it would be after the move. An odd number of 16 bytes, so that threads side by side
/// read it from different banks of shared memory.
struct alignas(16) BodyTrial {
  NearPlace near = {};  ///< in single precision, from the middle of the cell
  FloatTurn turn = {};
  Placed to = {};
  shapes::GridCell cell = {};
  std::uint32_t here = 0;  ///< index of the body in the arrays of cells
  bool rotation = false;
  bool exists = false;    ///< the cell has so many bodies
  bool possible = false;  ///< and it stays in its cell
  std::uint32_t unused = 0;

  /// Its first counter, for trials; the next is for acceptances.
  TOUCHSTONE_HD int counter() const { return rotation ? 2 : 0; }
};
static_assert(sizeof(BodyTrial) == 112);

/// A body near a trial.
struct NearBody {
  std::int32_t near = 0;    ///< number of its cell among those near
  std::uint32_t where = 0;  ///< its index in the arrays of cells
};

/// Points, screens and sizes of all types.
struct ShapeTables {
  Span<const PointShape> types;
  Span<const double> x, y, z;  ///< points of the types
  Span<const ScreenShape> screens;
  Span<const FloatPoint> screen_points;
  Span<const FloatPoint> duals;
  Span<const ScreenPair> pairs;  ///< by pair of types
};

struct ShapePass {
  shapes::CellGrid grid;  ///< the origin is in `state`
  Philox random{1};
  shapes::MoveLaw law;
  StepState state;
  int sweep = 0;   ///< number of the sweep in the step
  int number = 0;  ///< number of the colour in the order of the sweep
  ShapeCells cells;
  ShapeTables tables;
  Span<const NearOffset> offsets;
  Span<std::uint64_t> tally;  ///< (kShapeTallies, kShapeCounters)
};

/// A ShapePass inside a kernel; arrays are opened once.
template <class Context>
class PassIn {
 public:
  TOUCHSTONE_HD PassIn(Context& ctx, const ShapePass& pass)
      : pass_(pass),
        grid_(pass.grid),
        bodies_(ctx, pass.cells.bodies),
        near_(ctx.global(pass.cells.near, "near")),
        turns_(ctx.global(pass.cells.turns, "turns")),
        tags_(ctx.global(pass.cells.tags, "tags")),
        counts_(ctx.global(pass.cells.counts, "counts")),
        offsets_(ctx.global(pass.offsets, "offsets of cells")),
        pairs_(ctx.global(pass.tables.pairs, "pairs of types")),
        types_(ctx.global(pass.tables.types, "types of bodies")),
        screens_(ctx.global(pass.tables.screens, "screens")),
        points_{ctx.global(pass.tables.x, "points x"), ctx.global(pass.tables.y, "points y"),
                ctx.global(pass.tables.z, "points z")},
        screen_points_{ctx.global(pass.tables.screen_points, "points of screens")},
        duals_{ctx.global(pass.tables.duals, "duals")},
        stopped_(ctx.global(pass.state.crowded, "crowded").load(0) != 0) {
    const StepNumbers now = ctx.global(pass.state.now, "now").load(0);
    grid_.set_origin(now.origin);
    sweep_ = now.first_sweep + static_cast<std::uint64_t>(pass.sweep);
  }

  /// Whether a cell was too full, so that nothing is done.
  TOUCHSTONE_HD bool stopped() const { return stopped_; }
  TOUCHSTONE_HD const shapes::CellGrid& grid() const { return grid_; }
  TOUCHSTONE_HD int near_cells() const { return static_cast<int>(pass_.offsets.size); }
  TOUCHSTONE_HD int bodies_of(int place) const { return static_cast<int>(counts_.load(place)); }
  TOUCHSTONE_HD std::uint32_t tag(std::uint32_t where) const { return tags_.load(where); }
  TOUCHSTONE_HD std::uint32_t index(int place, int slot) const {
    return pass_.cells.index(place, slot);
  }
  TOUCHSTONE_HD NearPlace near(std::uint32_t where) const { return near_.load(where); }
  TOUCHSTONE_HD NearOffset offset(int near) const { return offsets_.load(near); }
  TOUCHSTONE_HD float apart2(std::uint32_t a, std::uint32_t b) const {
    return pairs_.load(pair_of(a, b)).apart2;
  }

  /// Colour of the pass.
  TOUCHSTONE_HD int colour(Context& ctx) const {
    return ctx.global(pass_.state.colours, "colours")
        .load(pass_.sweep * shapes::ColourOrder::kMost + pass_.number);
  }

  /// Trial number `number` of a cell that has `bodies`, by tag or in reverse.
  TOUCHSTONE_HD BodyTrial trial(shapes::GridCell cell, int bodies, int number) const {
    BodyTrial t;
    if (number >= bodies) return t;
    t.exists = true;
    t.cell = cell;
    const bool reverse =
        bodies > 1 && shapes::reverse_order(pass_.random, sweep_, grid_.number(cell));
    t.here = index(grid_.place(cell), reverse ? bodies - 1 - number : number);
    t.to = {bodies_.centre(t.here), bodies_.orientation(t.here)};
    t.near.type = bodies_.type.load(t.here);
    const shapes::Trial move = draw_trial(pass_.random, sweep_, tag(t.here), pass_.law);
    t.rotation = move.rotation;
    if (move.rotation)
      t.to.q = normalised(move.turn * t.to.q);
    else
      t.to.r = t.to.r + move.step;
    t.possible = grid_.stays(t.to.r, t.cell);
    t.near = near_place(t.to.r - grid_.middle(cell), t.near.type);
    t.turn = move.rotation ? float_turn(t.to.q, pass_.law.plane) : turns_.load(t.here);
    return t;
  }
  /// A body where it is, as a trial that moves nothing.
  TOUCHSTONE_HD BodyTrial still(shapes::GridCell cell, std::uint32_t where) const {
    BodyTrial t;
    t.cell = cell;
    t.here = where;
    t.to = {bodies_.centre(where), bodies_.orientation(where)};
    t.near = near_.load(where);
    t.turn = turns_.load(where);
    t.exists = t.possible = true;
    return t;
  }

  /// Writes a trial that nothing rejected.
  TOUCHSTONE_HD void accept(const BodyTrial& t) const {
    if (t.rotation) {
      bodies_.put_orientation(t.here, t.to.q);
      turns_.store(t.here, t.turn);
    } else {
      bodies_.put_centre(t.here, t.to.r);
      near_.store(t.here, t.near);
    }
  }

  /// Certain answer about a pair, if any.
  TOUCHSTONE_HD Screen screen(const BodyTrial& t, NearBody other) const {
    const bool own = other.where == t.here;
    const NearPlace b = own ? t.near : near_.load(other.where);
    const NearOffset o = offsets_.load(other.near);
    return screen_pair(screen_points_, duals_, pairs_.load(pair_of(t.near.type, b.type)),
                       screens_.load(t.near.type), t.turn, screens_.load(b.type),
                       own ? t.turn : turns_.load(other.where),
                       {o.x + b.x - t.near.x, o.y + b.y - t.near.y, o.z + b.z - t.near.z},
                       pass_.law.plane);
  }
  /// The last word, in double precision.
  TOUCHSTONE_HD bool overlap(const BodyTrial& t, NearBody other) const {
    const bool own = other.where == t.here;
    const Placed b = own ? t.to : Placed{bodies_.centre(other.where), orientation(other.where)};
    const PointShape type_a = types_.load(t.near.type);
    const PointShape type_b = types_.load(own ? t.near.type : bodies_.type.load(other.where));
    const shapes::Vec3 r = b.r + grid_.near(t.cell, other.near).image - t.to.r;
    return circumspheres_meet(type_a.circumradius, type_b.circumradius, r) &&
           bodies_overlap(points_, type_a, t.to.q, type_b, b.q, r, pass_.law.plane);
  }
  TOUCHSTONE_HD bool decide(const BodyTrial& t, NearBody other) const {
    const Screen first = screen(t, other);
    return first == Screen::undecided ? overlap(t, other) : first == Screen::overlap;
  }

  /// Adds to a counter of the whole run.
  TOUCHSTONE_HD void count(Context& ctx, int counter, std::uint64_t number) const {
    const int set = ctx.block() % kShapeTallies;
    if (number > 0)
      ctx.atomic_add(ctx.global(pass_.tally, "tally"), std::int64_t{set} * kShapeCounters + counter,
                     number);
  }

 private:
  struct Points {
    GlobalArray<Context, const double> x, y, z;
    TOUCHSTONE_HD shapes::Vec3 operator()(int i) const { return {x.load(i), y.load(i), z.load(i)}; }
  };
  struct FloatPoints {
    GlobalArray<Context, const FloatPoint> all;
    TOUCHSTONE_HD FloatPoint operator()(int i) const { return all.load(i); }
  };

  TOUCHSTONE_HD std::int64_t pair_of(std::uint32_t a, std::uint32_t b) const {
    return std::int64_t{a} * pass_.tables.types.size + b;
  }
  TOUCHSTONE_HD shapes::Orientation orientation(std::uint32_t where) const {
    return bodies_.orientation(where);
  }

  const ShapePass& pass_;
  shapes::CellGrid grid_;
  BodiesIn<Context> bodies_;
  GlobalArray<Context, NearPlace> near_;
  GlobalArray<Context, FloatTurn> turns_;
  GlobalArray<Context, std::uint32_t> tags_;
  GlobalArray<Context, std::uint32_t> counts_;
  GlobalArray<Context, const NearOffset> offsets_;
  GlobalArray<Context, const ScreenPair> pairs_;
  GlobalArray<Context, const PointShape> types_;
  GlobalArray<Context, const ScreenShape> screens_;
  Points points_;
  FloatPoints screen_points_;
  FloatPoints duals_;
  std::uint64_t sweep_ = 0;
  bool stopped_;
};

/// The bodies near a trial whose circumspheres may meet its own, in every `stride`-th cell from
/// cell `first` on. The body itself does not count, its images do.
template <class Context>
class NearWalk {
 public:
  TOUCHSTONE_HD NearWalk(const PassIn<Context>& pass, const BodyTrial& t, int first, int stride)
      : pass_(&pass),
        places_(pass.grid(), t.cell),
        from_(t.near),
        own_apart2_(pass.apart2(t.near.type, t.near.type)),
        here_(t.here),
        stride_(stride),
        cell_(first) {
    if (!t.possible) cell_ = pass.near_cells();
    enter();
    settle();
  }
  /// Whether at() is a body.
  TOUCHSTONE_HD bool left() const { return cell_ < pass_->near_cells(); }
  TOUCHSTONE_HD NearBody at() const { return {cell_, pass_->index(place_, slot_)}; }
  TOUCHSTONE_HD void next() {
    ++slot_;
    settle();
  }
  TOUCHSTONE_HD void stop() { cell_ = pass_->near_cells(); }

 private:
  TOUCHSTONE_HD void enter() {
    if (!left()) return;
    offset_ = pass_->offset(cell_);
    place_ = places_(offset_.sides);
    bodies_ = pass_->bodies_of(place_);
    slot_ = 0;
  }
  /// Moves on to the next body near, from this one on.
  TOUCHSTONE_HD void settle() {
    while (left()) {
      for (; slot_ < bodies_; ++slot_)
        if (meets()) return;
      cell_ += stride_;
      enter();
    }
  }
  TOUCHSTONE_HD bool meets() const {
    const std::uint32_t where = pass_->index(place_, slot_);
    const bool own = where == here_;
    if (own && cell_ == pass_->near_cells() / 2) return false;
    const NearPlace other = own ? from_ : pass_->near(where);
    const screens::Point r{offset_.x + other.x - from_.x, offset_.y + other.y - from_.y,
                           offset_.z + other.z - from_.z};
    // Not "at most": what is not a number is left to double precision.
    return !(screens::dot<false>(r, r) >
             (other.type == from_.type ? own_apart2_ : pass_->apart2(from_.type, other.type)));
  }

  const PassIn<Context>* pass_;
  NearPlaces places_;
  NearPlace from_;
  float own_apart2_;  ///< squares of distances, for two bodies of this type
  std::uint32_t here_;
  int stride_;
  int cell_;
  NearOffset offset_ = {};
  int place_ = 0;
  int bodies_ = 0;
  int slot_ = 0;
};

}  // namespace touchstone::gpu
