// models/disks/lattice_record.hpp
// Purpose   A lattice space that notes what a body asks of it, so that a replayed tape can be read:
//           which particle, where to, accepted or rejected and why. The body is not changed.
// Not here  The systems that own the log (lattice_checkerboard.hpp).
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>

#include "models/disks/lattice_space.hpp"

namespace touchstone::disks {

inline std::string text(int site) { return std::to_string(site); }
inline std::string text(Site site) { return fmt::format("({},{})", site.x, site.y); }

/// Events told by a recorded space.
template <class Position>
class TrialLog {
 public:
  virtual ~TrialLog() = default;
  virtual void enter_cell(std::uint32_t cell) = 0;
  virtual void propose(Position from, Position to, unsigned trial) = 0;
  virtual void reject(const char* why) = 0;
  virtual void shift(CellOffset direction, int distance) = 0;
};

template <class Base>
class RecordedSpace : public Base {
 public:
  using typename Base::Position;
  RecordedSpace(Base base, TrialLog<Position>* log) : Base(base), log_(log) {}

  template <class Random>
  auto cell_random(Random& random, std::uint64_t sweep, std::uint32_t cell) const {
    log_->enter_cell(cell);
    return Base::cell_random(random, sweep, cell);
  }
  template <class Stream>
  Position proposed(Position p, Stream& stream, unsigned trial) const {
    const Position moved = Base::proposed(p, stream, trial);
    log_->propose(p, moved, trial);
    return moved;
  }
  bool inside(Position p) const {
    const bool result = Base::inside(p);
    if (!result) log_->reject("leaves the cell");
    return result;
  }
  bool overlap(Position a, Position b) const {
    const bool result = Base::overlap(a, b);
    if (result) log_->reject("overlaps");
    return result;
  }
  template <class Random>
  GridShift<int> draw_shift(Random& random, std::uint64_t sweep) const {
    const GridShift<int> shift = Base::draw_shift(random, sweep);
    log_->shift(shift.direction, shift.distance);
    return shift;
  }

 private:
  TrialLog<Position>* log_;
};

}  // namespace touchstone::disks
