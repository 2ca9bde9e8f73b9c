// checkers/hpmc/legal_states.hpp
// Purpose   Legality of states of a simulation of hard shapes: all bodies are there and in the box,
//           quaternions have unit length, and none overlap by the most trusted algorithms.
// Method    A scheme that claims a tolerance may round: coordinates by that part of the longest
//           edge, and each number of a quaternion by it. An overlap must then be one of both bodies
//           shrunk by half of it, too (shrunk.hpp). Where a body cannot be shrunk, two that are
//           free once one is moved by so much, in one of 26 directions, are taken for rounded.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "checkers/findings.hpp"
#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/configuration.hpp"

namespace touchstone::hpmc {

class LegalStates {
 public:
  /// For states that come from this start, of a scheme with this tolerance.
  LegalStates(const shapes::Configuration& start, double tolerance);

  /// Holds a state to what is legal; `what` begins the findings.
  void judge(const shapes::Configuration& state, const std::string& what, Findings& findings) const;

 private:
  struct Pair {
    std::unique_ptr<shapes::PairOverlap> whole;
    std::unique_ptr<shapes::PairOverlap> shrunk;
    bool both_shrink = false;
  };

  std::string overlap_in(const shapes::Configuration& state) const;
  bool overlap(const Pair& pair, const shapes::Orientation& a, const shapes::Orientation& b,
               shapes::Vec3 r) const;

  std::vector<std::uint32_t> type_;
  double tolerance_;
  double rounding_;  ///< overlap that is allowed, a length
  std::vector<Pair> pairs_ = {};
};

}  // namespace touchstone::hpmc
