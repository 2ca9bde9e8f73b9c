// models/hpmc/bodies/overlap.hpp
// Purpose   Whether two hard bodies overlap: the one interface of all algorithms that decide it,
//           and their registry. References and fast algorithms register alike; checks compare them.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2. Bodies are closed sets: touching is
//           overlap.
// Use       const auto pair = prepare(body_a, body_b);        // once for each pair of types
//           if (pair->overlaps(q_a, q_b, r_b - r_a)) reject();       // many times, on any thread
//           A simulation first compares |r_ab|^2 with the square of the sum of circumradii
//           (body.hpp) itself: overlaps() need not. prepare() takes the fastest algorithm of this
//           machine; prepare(algorithm("hpmc/overlap-..."), a, b) a given one.
// Cost      overlaps() allocates nothing, throws nothing and changes nothing.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "models/core/scheme.hpp"
#include "models/hpmc/bodies/body.hpp"

namespace touchstone::shapes {

/// Answer about a pair. `margin` has the sign of the answer: above 0 separated, below 0
/// overlapping; a length (distance, penetration depth) except for ellipsoids (square root of the
/// contact function, less 1), faceted ellipsoids (smallest largest violation of a constraint) and
/// simple polygons that overlap (minus the square root of the area in common).
struct OverlapAnswer {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  bool overlap = false;
  double margin = kUnknown;  ///< NaN: the algorithm gives none
  /// Bound on the error of the margin that the algorithm has proved; NaN: none. The answer itself
  /// is proved when it is below |margin|.
  double error = kUnknown;
  bool exact = false;            ///< the answer follows from exact arithmetic
  std::uint32_t iterations = 0;  ///< number used, for iterative algorithms
  bool gave_up = false;          ///< the limit of iterations was reached
};

/// Two bodies prepared for one algorithm. `r_ab` is the position of b less that of a, in the world.
class PairOverlap {
 public:
  virtual ~PairOverlap() = default;
  virtual bool overlaps(const Orientation& a, const Orientation& b, Vec3 r_ab) const = 0;
  /// The same with all that the algorithm can say; may be slow, and may allocate.
  virtual OverlapAnswer answer(const Orientation& a, const Orientation& b, Vec3 r_ab) const {
    return {.overlap = overlaps(a, b, r_ab)};
  }
};

/// A pair of bodies and where they are.
struct OverlapQuestion {
  const Body* a;
  const Body* b;
  Orientation q_a;
  Orientation q_b;
  Vec3 r_ab;
};

struct OverlapAlgorithm {
  SchemeInfo info;  ///< "hpmc/overlap-..."; claims: equals_reference, or none for the reference
  /// Whether it decides about bodies of these classes, in this order.
  std::function<bool(BodyClass a, BodyClass b)> takes;
  /// The bodies are those that checked() returned; they are copied.
  std::function<std::unique_ptr<PairOverlap>(const Body& a, const Body& b)> prepare;
  /// The smallest gap or depth, relative to the sum of circumradii, at which it claims the right
  /// answer; 0 for exact algorithms.
  double resolution = 1e-9;
  /// Simulations take the algorithm with the highest speed among those that take their bodies.
  int speed = 0;
  bool available = true;        ///< on this machine
  bool reference = false;       ///< slow and certain
  bool touching = false;        ///< claims that contact, where doubles express it, is overlap
  bool proves_apart = false;    ///< claims that answer() proves it where bodies are apart
  bool proves_overlap = false;  ///< claims that answer() proves it where they overlap
  bool scale_invariant = true;  ///< claims its resolution for bodies of any size
  bool mutant = false;          ///< broken on purpose; not in the registry
  /// Answers about many pairs at a time, in a program of a user's. Such an algorithm is judged, and
  /// used for nothing else; its prepare() asks about one pair at a time.
  std::function<std::vector<bool>(const std::vector<OverlapQuestion>&)> answers = {};
};

/// The `prepare` of an algorithm whose pair needs nothing but the two bodies.
template <class Pair>
std::unique_ptr<PairOverlap> pair_of(const Body& a, const Body& b) {
  return std::make_unique<Pair>(a, b);
}

/// All correct algorithms, sorted by name.
const std::vector<OverlapAlgorithm>& overlap_algorithms();
/// Throws InputError that suggests the nearest known name.
const OverlapAlgorithm& overlap_algorithm(const std::string& name);
/// Adds an algorithm and returns true; throws on a duplicate name. `file` is where it was called.
bool register_overlap(OverlapAlgorithm algorithm, const char* file = __builtin_FILE());

/// Those of the suite available here that take both bodies, references first.
std::vector<const OverlapAlgorithm*> algorithms_for(const Body& a, const Body& b);

/// Classes that some algorithm available here takes beside this one.
std::vector<BodyClass> partners_of(BodyClass body_class);

/// Throws InputError when the algorithm does not take these bodies.
std::unique_ptr<PairOverlap> prepare(const OverlapAlgorithm& algorithm, const Body& a,
                                     const Body& b);
/// Prepares the fastest algorithm for a pair; throws InputError when there is none.
std::unique_ptr<PairOverlap> prepare(const Body& a, const Body& b);

/// Prepares the reference, or the first algorithm where a pair has none; throws as prepare().
std::unique_ptr<PairOverlap> prepare_trusted(const Body& a, const Body& b);

/// Predicate `takes` for algorithms of one or several classes, in all combinations.
std::function<bool(BodyClass, BodyClass)> any_of_classes(std::vector<BodyClass> classes);

}  // namespace touchstone::shapes
