// optimized/hpmc/tree/tree_sampler_kernel.hpp
// Purpose   The sweeps of one domain: its bodies move, others stand still, and a tree of boxes
//           finds who is near.
// Source    Anderson, Irrgang, Glotzer 2016, sections 3.1 and 3.2; the law of
//           models/hpmc/registry.hpp.
// Storage   Bodies lie in the order of the tree's leaves, 16 places for each leaf. A leaf keeps
//           the offset of each body from its own origin in floats: neighbours are found in
//           vector lanes, with a margin for rounding (near_bodies.hpp), and decided in double
//           precision. With screens each place also has its matrix in floats, made once for each
//           accepted rotation, and the screens decide most pairs (pair_screen.hpp).
// Cost      Nothing is allocated in a sweep, except by lists of leaves that grow.
// Bound     The items that a trial looks at, times the least instructions of each with AVX-512
//           (benchmarks/hpmc/move_roofline.hpp): 60 instructions and 0.5 kB for disks, 135 and 1.2
//           for balls, 138 and 0.6 for pentagons, 340 and 1.4 for dodecahedra, 522 and 2.9 for
//           tetrahedra and octahedra. Callgrind, which has AVX2 alone, counts 977, 1499, 3630, 7940
//           and 14427. Measured, a trial takes 20 to 30 times this lower bound, which leaves
//           out mispredicted branches, latencies, empty lanes and the build of the tree.
// Not here  The choice of leaves (leaf_lists_kernel.hpp) and which images (image_sides.hpp); which
//           bodies belong to the domain (domain_bodies.hpp), shifts and box moves (schemes).
#pragma once
#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "models/core/random/philox.hpp"
#include "models/hpmc/boxes/domain_grid.hpp"
#include "models/hpmc/move.hpp"
#include "models/hpmc/registry.hpp"
#include "optimized/hpmc/screen/pair_screen.hpp"
#include "optimized/hpmc/tree/box_tree_kernel.hpp"
#include "optimized/hpmc/tree/image_sides.hpp"
#include "optimized/hpmc/tree/leaf_lists_kernel.hpp"
#include "optimized/hpmc/tree/move_words.hpp"
#include "optimized/hpmc/tree/sampler_frame.hpp"

namespace touchstone::optimized {

template <class PairTest, class Tree = BoxTree>
class TreeSampler {
 public:
  TreeSampler(const PairTest& overlap, const SamplerFrame& frame)
      : overlap_(overlap), frame_(frame) {}

  /// Takes the bodies in.
  void load(const DomainBodies& bodies);
  /// Gives the movers back.
  void store(DomainBodies& bodies) const;

  /// One trial for each mover. `region` and its domain: where they may go;
  /// nullptr: anywhere.
  void sweep(const Philox& random, std::uint64_t sweep, bool reversed,
             const shapes::DomainGrid* region, std::uint32_t domain, shapes::MoveStats& stats);

  /// Two bodies that overlap, if any do (places in the bodies loaded).
  std::optional<std::pair<std::size_t, std::size_t>> find_overlap();

  const Tree& tree() const { return tree_; }
  std::size_t memory_bytes() const {
    return tree_.memory_bytes() + leaves_.capacity() * sizeof(LeafPoints) +
           slots_.capacity() * sizeof(Slot) + turns_.capacity() * sizeof(FloatTurn) +
           8 * slot_of_.capacity();
  }

 private:
  struct alignas(64) Slot {
    shapes::Vec3 r;
    shapes::Orientation q;
    std::uint32_t type;
    std::uint32_t body;
  };
  static constexpr std::size_t kAhead = 6;  ///< trials whose places are loaded before they begin
  static constexpr bool kLanes = PairTest::kScreens || PairTest::kRound;

  void place(std::uint32_t slot, shapes::Vec3 r) {
    LeafPoints& leaf = leaves_[slot / kLeafCapacity];
    const std::uint32_t k = slot % kLeafCapacity;
    leaf.x[k] = static_cast<float>(r.x - leaf.origin.x);
    leaf.y[k] = static_cast<float>(r.y - leaf.origin.y);
    leaf.z[k] = static_cast<float>(r.z - leaf.origin.z);
  }
  /// Whether a body of the given type, centre and orientation overlaps a body other than `self` of
  /// the leaf; `image` is added to those of the leaf.
  bool leaf_blocks(std::uint32_t leaf, std::uint32_t self, const Slot& body, std::uint32_t image);
  bool blocked(std::uint32_t self, const Slot& body);
  /// Image 0 is the body itself, k > 0 is frame_.images[k - 1].
  shapes::Vec3 shift_of(std::uint32_t image) const {
    return image == 0 ? shapes::Vec3{} : frame_.images[image - 1];
  }
  bool overlaps(const Slot& body, std::uint32_t other, std::uint32_t image) const {
    const Slot& b = slots_[other];
    return overlap_(body.type, body.q, b.type, b.q, b.r + shift_of(image) - body.r);
  }
  /// Whether a body of these leaves overlaps; in vector lanes.
  bool leaves_block(const std::uint32_t* leaves, std::size_t count, const NearQuery& query,
                    const Slot& body, std::uint32_t image);
  bool near_blocks(NearBodies& near, std::uint32_t type, const Slot& body, std::uint32_t image);
  /// The same for one leaf.
  bool leaf_blocks(std::uint32_t leaf, const NearQuery& query, const Slot& body,
                   std::uint32_t image) {
    if constexpr (kLanes) return leaves_block(&leaf, 1, query, body, image);
    return leaf_blocks(leaf, query.self, body, image);
  }
  bool image_blocks(std::uint32_t self, const Slot& body, unsigned sides);
  /// Fetches what a trial of this place reads first; large systems wait for it longer than compute.
  [[gnu::always_inline]] void prefetch(std::uint32_t slot) const {
    const std::uint32_t leaf = slot / kLeafCapacity;
    __builtin_prefetch(&slots_[slot]);
    if constexpr (PairTest::kScreens) __builtin_prefetch(&turns_[slot]);
    const LeafPoints& points = leaves_[leaf];
    __builtin_prefetch(points.x);
    __builtin_prefetch(points.y);
    __builtin_prefetch(points.z);
    __builtin_prefetch(&points.origin);
    lists_.prefetch(leaf);
  }
  bool trial(std::uint32_t slot, const shapes::Trial& trial, const shapes::DomainGrid* region,
             std::uint32_t domain);

  const PairTest& overlap_;
  const SamplerFrame& frame_;
  Tree tree_;
  LeafLists<Tree> lists_;
  ImageSides sides_;
  std::vector<LeafPoints> leaves_;
  std::vector<Slot> slots_;
  std::vector<FloatTurn> turns_;  ///< rotations of slots; only with screens, as what follows
  FloatTurn turn_ = {};           ///< rotation of the trial
  std::vector<std::optional<ScreenPair>> screens_;  ///< by pair of types
  NearBodies near_bodies_;
  std::vector<NearBodies> near_of_type_;
  ScreenVerdict verdict_;
  std::vector<std::uint32_t> slot_of_;  ///< slot of each body
  std::vector<std::uint32_t> tags_;     ///< tags of movers, with room for a last vector
  std::vector<std::uint32_t> backward_;
  std::vector<double> radii_;
  std::vector<float> near2_;          ///< by type: bodies nearer than its root are looked at
  std::vector<float> sure2_;          ///< for balls: those nearer than its root overlap
  std::vector<std::uint8_t> inside_;  ///< by leaf: bodies of its scope meet no images
  std::vector<shapes::Vec3> own_images_;
  std::size_t movers_ = 0;
};

template <class PairTest, class Tree>
void TreeSampler<PairTest, Tree>::load(const DomainBodies& bodies) {
  radii_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) radii_[i] = frame_.radii[bodies.types[i]];
  tree_.build(bodies.centres, radii_);
  const auto leaves = tree_.leaves();
  leaves_.resize(leaves.size());
  slots_.resize(leaves.size() * kLeafCapacity);
  if constexpr (PairTest::kScreens) turns_.resize(slots_.size());
  slot_of_.resize(bodies.size());
  lists_.reset(tree_, frame_.law.displacement);
  double extent = 0;
  for (std::size_t l = 0; l < leaves.size(); ++l) {
    const FloatBox& box = tree_.box(leaves[l].node);
    LeafPoints& points = leaves_[l];
    points.origin = {0.5 * (static_cast<double>(box.low[0]) + static_cast<double>(box.high[0])),
                     0.5 * (static_cast<double>(box.low[1]) + static_cast<double>(box.high[1])),
                     0.5 * (static_cast<double>(box.low[2]) + static_cast<double>(box.high[2]))};
    for (int k = 0; k < 3; ++k)
      extent = std::max(extent, static_cast<double>(box.high[k]) - static_cast<double>(box.low[k]));
    std::fill(points.x, points.x + kLeafCapacity, LeafPoints::kFar);
    std::fill(points.y, points.y + kLeafCapacity, 0.0f);
    std::fill(points.z, points.z + kLeafCapacity, 0.0f);
    for (std::uint32_t k = 0; k < leaves[l].count; ++k) {
      const std::uint32_t body = tree_.order()[leaves[l].first + k];
      const auto slot = static_cast<std::uint32_t>(l * kLeafCapacity + k);
      slots_[slot] = {bodies.centres[body], bodies.orientations[body], bodies.types[body], body};
      if constexpr (PairTest::kScreens) turns_[slot] = float_turn(bodies.orientations[body]);
      slot_of_[body] = slot;
      place(slot, bodies.centres[body]);
    }
  }
  // Offsets are below the extent of a leaf, grown by what a body may move, and have 24 bits.
  const double margin = 0x1p-20 * (extent + 2 * frame_.path + 4 * frame_.widest);
  if constexpr (PairTest::kScreens) {
    screens_ = overlap_.screens(margin);
    near_of_type_.resize(frame_.radii.size());
  }
  near2_.clear();
  sure2_.clear();
  const double narrowest = *std::min_element(frame_.radii.begin(), frame_.radii.end());
  for (const double radius : frame_.radii) {
    const double near = radius + frame_.widest + margin;
    const double sure = std::max(0.0, radius + narrowest - margin);
    near2_.push_back(static_cast<float>(near * near * (1 + 1e-5)));
    sure2_.push_back(static_cast<float>(sure * sure * (1 - 1e-5)));
  }
  sides_.reset(frame_);
  inside_.clear();
  for (std::size_t l = 0; l < leaves.size(); ++l)
    inside_.push_back(sides_.inside(lists_.scope(l)) ? 1 : 0);
  own_images_.clear();
  for (const shapes::Vec3& image : frame_.images)
    if (norm2(image) <= 4 * frame_.widest * frame_.widest) own_images_.push_back(image);
  movers_ = bodies.movers;
  tags_.assign(bodies.tags.begin(), bodies.tags.begin() + static_cast<std::ptrdiff_t>(movers_));
  backward_.assign(tags_.rbegin(), tags_.rend());
  tags_.resize(movers_ + kPrepared);
  backward_.resize(movers_ + kPrepared);
}

template <class PairTest, class Tree>
void TreeSampler<PairTest, Tree>::store(DomainBodies& bodies) const {
  for (std::size_t i = 0; i < movers_; ++i) {
    bodies.centres[i] = slots_[slot_of_[i]].r;
    bodies.orientations[i] = slots_[slot_of_[i]].q;
  }
}

template <class PairTest, class Tree>
void TreeSampler<PairTest, Tree>::sweep(const Philox& random, std::uint64_t sweep, bool reversed,
                                        const shapes::DomainGrid* region, std::uint32_t domain,
                                        shapes::MoveStats& stats) {
  const std::uint32_t* tags = reversed ? backward_.data() : tags_.data();
  MoveWords words;
  SweepStats counts[2];
  for (std::size_t first = 0; first < movers_; first += kPrepared) {
    const std::size_t count = std::min(kPrepared, movers_ - first);
    draw_move_words(random, sweep, frame_.law, tags + first, count, words);
    for (std::size_t k = 0; k < count; ++k) {
      const PhiloxStream stream = random.stream(Purpose::shape_move, sweep, tags[first + k]);
      const shapes::Trial one = draw_trial(stream, words.of(k), frame_.law);
      const std::size_t done = first + k;
      const std::size_t body = reversed ? movers_ - 1 - done : done;
      if (done + kAhead < movers_) prefetch(slot_of_[reversed ? body - kAhead : body + kAhead]);
      SweepStats& stat = counts[one.rotation ? 1 : 0];
      ++stat.trials;
      stat.accepted += trial(slot_of_[body], one, region, domain) ? 1 : 0;
    }
  }
  stats.translations += counts[0];
  stats.rotations += counts[1];
}

template <class PairTest, class Tree>
bool TreeSampler<PairTest, Tree>::trial(std::uint32_t slot, const shapes::Trial& trial,
                                        const shapes::DomainGrid* region, std::uint32_t domain) {
  Slot moved = slots_[slot];
  if constexpr (PairTest::kScreens) turn_ = turns_[slot];
  if (trial.rotation) {
    moved.q = normalised(trial.turn * moved.q);
    if constexpr (PairTest::kScreens) turn_ = float_turn(moved.q);
  } else {
    moved.r = moved.r + trial.step;
    if (region != nullptr && !region->active(moved.r, domain)) return false;
  }
  if (blocked(slot, moved)) return false;
  slots_[slot] = moved;
  if constexpr (PairTest::kScreens) PairTest::keep(turns_[slot], turn_);
  if (!trial.rotation) {
    place(slot, moved.r);
    const std::uint32_t leaf = slot / kLeafCapacity;
    const FloatBox box = FloatBox::around(moved.r, frame_.radii[moved.type]);
    if (tree_.grow(leaf, box)) lists_.grew(tree_, leaf, box);
  }
  return true;
}

template <class PairTest, class Tree>
bool TreeSampler<PairTest, Tree>::leaf_blocks(std::uint32_t leaf, std::uint32_t self,
                                              const Slot& body, std::uint32_t image) {
  const LeafPoints& points = leaves_[leaf];
  const shapes::Vec3 from = body.r - shift_of(image) - points.origin;
  const auto x = FourFloats::all(static_cast<float>(from.x));
  const auto y = FourFloats::all(static_cast<float>(from.y));
  const auto z = FourFloats::all(static_cast<float>(from.z));
  const auto near2 = FourFloats::all(near2_[body.type]);
  unsigned bits = 0;
  for (unsigned k = 0; k < kLeafCapacity; k += 4) {
    const FourFloats dx = FourFloats::load(points.x + k) - x;
    const FourFloats dy = FourFloats::load(points.y + k) - y;
    const FourFloats dz = FourFloats::load(points.z + k) - z;
    bits |= at_most(dx * dx + dy * dy + dz * dz, near2) << k;
  }
  const std::uint32_t first = leaf * kLeafCapacity;
  for (; bits != 0; bits &= bits - 1) {
    const std::uint32_t other = first + static_cast<std::uint32_t>(std::countr_zero(bits));
    if (other != self && overlaps(body, other, image)) return true;
  }
  return false;
}

template <class PairTest, class Tree>
bool TreeSampler<PairTest, Tree>::leaves_block(const std::uint32_t* leaves, std::size_t count,
                                               const NearQuery& query, const Slot& body,
                                               std::uint32_t image) {
  if constexpr (PairTest::kRound) {
    const LeafList list{leaves_.data(), lists_.boxes(), leaves, count};
    Tree::looked(list, query);
    const NearestBall nearest = nearest_ball(list, query, sure2_[body.type]);
    if (nearest.overlaps || !nearest.may) return nearest.overlaps;
    return std::any_of(leaves, leaves + count, [&](std::uint32_t leaf) {
      return leaf_blocks(leaf, query.self, body, image);
    });
  }
  for (std::size_t done = 0; done < count;) {
    near_bodies_.count = 0;
    LeafList list{leaves_.data(), lists_.boxes(), leaves + done, count - done};
    list.count = find_near(list, query, near_bodies_);
    Tree::looked(list, query);
    done += list.count;
    if (near_bodies_.count == 0) continue;
    if (near_of_type_.size() == 1) {
      if (near_blocks(near_bodies_, 0, body, image)) return true;
      continue;
    }
    for (NearBodies& near : near_of_type_) near.count = 0;
    for (std::size_t k = 0; k < near_bodies_.count; ++k)
      near_of_type_[slots_[near_bodies_.slot[k]].type].add(near_bodies_, k);
    for (std::uint32_t type = 0; type < near_of_type_.size(); ++type)
      if (near_of_type_[type].count > 0 && near_blocks(near_of_type_[type], type, body, image))
        return true;
  }
  return false;
}

template <class PairTest, class Tree>
bool TreeSampler<PairTest, Tree>::near_blocks(NearBodies& near, std::uint32_t type,
                                              const Slot& body, std::uint32_t image) {
  const auto& pair = screens_[body.type * near_of_type_.size() + type];
  if (!pair) {
    for (std::size_t k = 0; k < near.count; ++k)
      if (overlaps(body, near.slot[k], image)) return true;
    return false;
  }
  if constexpr (PairTest::kScreens) overlap_.screen(*pair, turn_, turns_.data(), near, verdict_);
  if (verdict_.overlap) return true;
  for (std::size_t k = 0; k < verdict_.left; ++k)
    if (overlaps(body, verdict_.undecided[k], image)) return true;
  return false;
}

template <class PairTest, class Tree>
bool TreeSampler<PairTest, Tree>::blocked(std::uint32_t self, const Slot& body) {
  const std::uint32_t own = self / kLeafCapacity;
  const FloatBox box = FloatBox::around(body.r, frame_.radii[body.type]);
  const NearQuery query{box, body.r, near2_[body.type], self};
  if (leaf_blocks(own, query, body, 0)) return true;  // most overlaps are with the nearest
  const std::vector<std::uint32_t>* const near = lists_.near(tree_, own, box);
  if (near != nullptr) {
    if constexpr (kLanes) {
      if (leaves_block(near->data(), near->size(), query, body, 0)) return true;
    } else {
      for (const std::uint32_t leaf : *near)
        if (lists_.boxes()[leaf].meets(box) && leaf_blocks(leaf, self, body, 0)) return true;
    }
  } else if (tree_.any(box, [&](std::uint32_t leaf) {
               return leaf != own && leaf_blocks(leaf, query, body, 0);
             })) {
    return true;
  }
  if (near != nullptr && inside_[own] != 0) return false;
  const unsigned sides = sides_.near(body.r);
  return sides != 0 && image_blocks(self, body, sides);
}

template <class PairTest, class Tree>
bool TreeSampler<PairTest, Tree>::image_blocks(std::uint32_t self, const Slot& body,
                                               unsigned sides) {
  for (const shapes::Vec3& image : own_images_)
    if (overlap_(body.type, body.q, body.type, body.q, body.r + image - body.r)) return true;
  for (std::uint32_t image = 1; image <= frame_.images.size(); ++image) {
    if (!sides_.can_meet(image - 1, sides)) continue;
    const shapes::Vec3 r = body.r - shift_of(image);
    const FloatBox box = FloatBox::around(r, frame_.radii[body.type]);
    const NearQuery query{box, r, near2_[body.type], self};
    if (tree_.any(box, [&](std::uint32_t leaf) { return leaf_blocks(leaf, query, body, image); }))
      return true;
  }
  return false;
}

template <class PairTest, class Tree>
std::optional<std::pair<std::size_t, std::size_t>> TreeSampler<PairTest, Tree>::find_overlap() {
  for (std::size_t i = 0; i < slot_of_.size(); ++i) {
    const std::uint32_t self = slot_of_[i];
    if constexpr (PairTest::kScreens) turn_ = turns_[self];
    if (!blocked(self, slots_[self])) continue;
    for (std::size_t j = 0; j < slot_of_.size(); ++j) {
      const Slot& a = slots_[self];
      const Slot& b = slots_[slot_of_[j]];
      if (j != i && overlap_(a.type, a.q, b.type, b.q, b.r - a.r)) return {{i, j}};
      for (const shapes::Vec3& image : frame_.images)
        if (overlap_(a.type, a.q, b.type, b.q, b.r + image - a.r)) return {{i, j}};
    }
  }
  return std::nullopt;
}

}  // namespace touchstone::optimized
