// checkers/explore/event_chain/chain_system.hpp
// Purpose   Algorithm 5 on a few spheres as a transition system: a step executes the one statement
//           at a thread's program counter. Sequential consistency, statement by statement, literal:
//           this is the published model, not the production kernel.
// Source    Li et al. 2021, Algorithm 5 and Lemma 3 (configuration.hpp); statements in program.hpp.
// Computes  A state is what the paper's is: tag, local time and position of every sphere, and the
//           locals of every thread, dead ones included. The abort is one state more.
// Cost      8 bytes a sphere, 8 for the tags, 24 a thread: 96 bytes for 5 spheres and 2 threads.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "checkers/explore/event_chain/configuration.hpp"
#include "checkers/explore/event_chain/program.hpp"
#include "checkers/explore/graph/system.hpp"

namespace touchstone::explore {

/// Position and local time, in fixed-point units of the geometry.
struct SphereState {
  std::int32_t x;
  std::int32_t t;
  bool operator==(const SphereState&) const = default;
};

/// The locals of a thread, by the names of the paper (a tilde is a trailing t).
struct Locals {
  static constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();
  std::int32_t d;            ///< distance left to the breakpoint
  std::int32_t x = kNone;    ///< position of the target when it was read
  std::int32_t tau = kNone;  ///< time of flight to the target
  std::int32_t xt = kNone;
  std::int32_t taut = kNone;
  std::uint8_t i;      ///< the active sphere
  std::uint8_t j = 0;  ///< its target
  std::uint8_t jt = 0;
  Statement pc = 1;
};
static_assert(sizeof(Locals) == 24 && sizeof(SphereState) == 8);

enum class Tag : std::uint8_t { is_static = 0, stalled = 1, first_thread = 2 };

class ChainSystem {
 public:
  /// Throws InputError for a configuration that is none (configuration.hpp).
  ChainSystem(const Program& program, const Geometry& geometry)
      : program_(program), geometry_(geometry), next_(program.next()) {}

  unsigned threads() const { return static_cast<unsigned>(geometry_.chains()); }
  const Geometry& geometry() const { return geometry_; }
  std::size_t words() const { return geometry_.spheres() + 1 + 3 * geometry_.chains(); }

  void initial(std::vector<std::uint64_t>& out) const;
  Ending ending(Words state) const {
    if (state[0] == kAbort) return Ending::aborted;
    for (unsigned thread = 0; thread < threads(); ++thread)
      if (pc(state, thread) != kWait) return Ending::running;
    return Ending::finished;
  }

  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    std::array<std::uint64_t, kMostWords> next;
    const std::size_t length = words();
    for (unsigned thread = 0; thread < threads(); ++thread) {
      if (pc(state, thread) == kWait) continue;
      std::copy(state.begin(), state.end(), next.begin());
      Writer writer{*this, next.data(), thread};
      if (!writer.step()) std::fill_n(next.begin(), length, kAbort);
      emit(Step{.thread = static_cast<std::uint8_t>(thread)}, Words(next.data(), length));
    }
  }

  // Reading a state that is not the abort.
  SphereState sphere(Words state, std::size_t which) const {
    return std::bit_cast<SphereState>(state[which]);
  }
  Tag tag(Words state, std::size_t which) const {
    return static_cast<Tag>(state[geometry_.spheres()] >> (8 * which) & 0xFF);
  }
  Locals locals(Words state, unsigned thread) const {
    std::array<std::uint64_t, 3> packed;
    std::copy_n(state.begin() + at(thread), 3, packed.begin());
    return std::bit_cast<Locals>(packed);
  }
  Statement pc(Words state, unsigned thread) const {
    return static_cast<Statement>(state[static_cast<std::size_t>(at(thread)) + 2] >> 56);
  }

 private:
  static constexpr std::size_t kMostWords = kMostSpheres + 1 + 3 * kMostChains;
  /// No state of a run looks so: local times are never negative.
  static constexpr std::uint64_t kAbort = ~std::uint64_t{0};

  std::ptrdiff_t at(unsigned thread) const {
    return static_cast<std::ptrdiff_t>(geometry_.spheres() + 1 + 3 * thread);
  }

  /// Executes one statement of one thread on a copy of the state.
  class Writer {
   public:
    Writer(const ChainSystem& system, std::uint64_t* words, unsigned thread);
    /// False: the thread has seen a horizon violation.
    bool step();

   private:
    bool scan();
    void claim();
    void update();
    void time_of_flight() { l_.taut = l_.xt - x(l_.i) - geometry_.separation(l_.i, l_.jt); }
    std::int32_t x(std::size_t sphere) const { return load(sphere).x; }
    std::int32_t t(std::size_t sphere) const { return load(sphere).t; }
    SphereState load(std::size_t sphere) const {
      return std::bit_cast<SphereState>(words_[sphere]);
    }
    void set_x(std::size_t sphere, std::int32_t value) { store(sphere, {value, t(sphere)}); }
    void set_t(std::size_t sphere, std::int32_t value) { store(sphere, {x(sphere), value}); }
    void store(std::size_t sphere, SphereState value) {
      words_[sphere] = std::bit_cast<std::uint64_t>(value);
    }
    Tag tag(std::size_t sphere) const {
      return static_cast<Tag>(words_[geometry_.spheres()] >> (8 * sphere) & 0xFF);
    }
    void set_tag(std::size_t sphere, Tag tag);
    std::int32_t lifting_time() const;

    const Program& program_;
    const Geometry& geometry_;
    const std::array<Statement, 28>& next_;
    std::uint64_t* words_;
    std::uint64_t* packed_;  // of the locals
    Tag me_;
    Locals l_;
  };

  Program program_;
  Geometry geometry_;
  std::array<Statement, 28> next_;
};
static_assert(TransitionSystem<ChainSystem>);

}  // namespace touchstone::explore
