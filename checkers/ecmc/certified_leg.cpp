#include "checkers/ecmc/certified_leg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::ecmc {
namespace {

using Real = long double;

/// Contact separation of disks that are `offset` apart across the motion; 0 where they pass.
Real separation(Real offset) { return std::sqrt(std::max(Real{0}, 1 - offset * offset)); }

/// Way to a disk, and that between whose ends a program may find it.
struct Flight {
  std::size_t from = 0, to = 0;
  Real way = 0, shortest = 0, longest = 0;
};

class Clock {
 public:
  Clock(const disks::RealLeg& leg, Real left, Real position_error)
      : leg_(leg), left_(left), unit_(position_error) {
    const disks::Box& box = leg.start.box;
    side_ = leg.along_x ? box.width : box.height;
    other_side_ = leg.along_x ? box.height : box.width;
    for (const auto& r : leg.start.centres) {
      along_.push_back(leg.along_x ? r.x : r.y);
      across_.push_back(leg.along_x ? r.y : r.x);
    }
    error_.assign(along_.size(), unit_);
    is_active_.assign(along_.size(), false);
    for (const std::size_t i : leg.active) is_active_[i] = true;
  }

  enum class Stop { at_end, at_contact, undecided };

  /// Goes on to the end, or to the contact after so many liftings.
  Stop run(std::uint64_t most) {
    while (left_ > 0) {
      const Flight end{.way = left_, .shortest = left_ - late_, .longest = left_ + late_};
      Flight first = end;
      std::vector<Flight> all = flights();
      for (const Flight& one : all)
        if (one.way < first.way) first = one;
      all.push_back(end);
      for (const Flight& one : all) {
        const bool same = one.from == first.from && one.to == first.to;
        if (!same && !(one.shortest > first.longest)) return Stop::undecided;
      }
      move(first);
      if (first.from == first.to) return Stop::at_end;
      if (liftings_ == most) return Stop::at_contact;
      hand_over(first);
    }
    return Stop::at_end;
  }

  CertifiedEnd end() const {
    CertifiedEnd end{.end = {leg_.start.centres, {}, liftings_}, .error = {}};
    for (std::size_t i = 0; i < along_.size(); ++i) {
      const auto x = static_cast<double>(along_[i]);
      disks::Vec<double>& r = end.end.centres[i];
      (leg_.along_x ? r.x : r.y) = x;
      r = leg_.start.box.wrap(r);
      if (is_active_[i]) end.end.active.push_back(i);
      end.error.push_back(static_cast<double>(error_[i] + (is_active_[i] ? late_ : 0)));
    }
    return end;
  }

 private:
  std::vector<Flight> flights() const {
    std::vector<Flight> all;
    for (std::size_t i = 0; i < along_.size(); ++i)
      for (std::size_t j = 0; j < along_.size(); ++j) {
        if (!is_active_[i] || is_active_[j]) continue;
        const Real offset = std::abs(std::remainder(across_[j] - across_[i], other_side_));
        if (offset > 1 + unit_) continue;
        const Real ahead = ahead_of(i, j), slack = error_[i] + error_[j] + unit_;
        const bool may_pass = offset + unit_ >= 1;
        all.push_back({.from = i,
                       .to = j,
                       .way = ahead - separation(offset),
                       .shortest = ahead - separation(std::max(Real{0}, offset - unit_)) - slack,
                       .longest = may_pass ? std::numeric_limits<Real>::infinity()
                                           : ahead - separation(offset + unit_) + slack});
      }
    return all;
  }
  /// In [0, side).
  Real ahead_of(std::size_t i, std::size_t j) const {
    const Real d = std::fmod(along_[j] - along_[i], side_);
    return d < 0 ? d + side_ : d;
  }
  void move(const Flight& first) {
    for (std::size_t i = 0; i < along_.size(); ++i)
      if (is_active_[i]) along_[i] = std::fmod(along_[i] + first.way, side_), error_[i] += unit_;
    left_ -= first.way;
    late_ += unit_;
  }
  void hand_over(const Flight& first) {
    const Real contact = contact_error(first), late = error_[first.from] + error_[first.to];
    // It stands at contact, wherever it came from.
    error_[first.from] = error_[first.to] + contact;
    error_[first.to] += late + contact;
    is_active_[first.from] = false;
    is_active_[first.to] = true;
    ++liftings_;
  }
  Real contact_error(const Flight& first) const {
    const Real offset =
        std::abs(std::remainder(across_[first.to] - across_[first.from], other_side_));
    return std::max(separation(std::max(Real{0}, offset - unit_)) - separation(offset),
                    separation(offset) - separation(offset + unit_)) +
           unit_;
  }

  const disks::RealLeg& leg_;
  Real left_, unit_, side_ = 0, other_side_ = 0;
  Real late_ = 0;  ///< error of the way that is left
  std::vector<Real> along_, across_;
  /// Error of a coordinate; of an active disk, that of its coordinate less the time: all of them
  /// move by the same way, so that an error of this is none of their distances.
  std::vector<Real> error_;
  std::vector<bool> is_active_;
  std::uint64_t liftings_ = 0;
};

}  // namespace

std::optional<CertifiedEnd> certified_end(const disks::RealLeg& leg, std::uint64_t legs,
                                          double position_error) {
  Clock clock(leg, static_cast<Real>(legs) * leg.length, position_error);
  if (clock.run(std::numeric_limits<std::uint64_t>::max()) != Clock::Stop::at_end)
    return std::nullopt;
  return clock.end();
}

std::optional<disks::RealLeg> from_contact(const disks::RealLeg& leg, std::uint64_t liftings,
                                           double position_error) {
  Clock clock(leg, leg.length, position_error);
  if (clock.run(liftings) != Clock::Stop::at_contact) return std::nullopt;
  disks::RealLeg later = leg;
  const disks::RealEnd now = clock.end().end;
  later.start.centres = now.centres;
  later.active = now.active;
  return later;
}

}  // namespace touchstone::ecmc
