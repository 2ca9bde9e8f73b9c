#include "checkers/explore/event_chain/chain_system.hpp"

namespace touchstone::explore {

void ChainSystem::initial(std::vector<std::uint64_t>& out) const {
  for (std::size_t i = 0; i < geometry_.spheres(); ++i)
    out.push_back(std::bit_cast<std::uint64_t>(SphereState{geometry_.start(i), 0}));
  std::uint64_t tags = 0;
  for (unsigned thread = 0; thread < threads(); ++thread)
    tags |= (std::uint64_t{static_cast<std::uint8_t>(Tag::first_thread)} + thread)
            << (8 * geometry_.active(thread));
  out.push_back(tags);
  for (unsigned thread = 0; thread < threads(); ++thread) {
    const Locals start{.d = geometry_.leg(), .i = geometry_.active(thread)};
    for (const std::uint64_t word : std::bit_cast<std::array<std::uint64_t, 3>>(start))
      out.push_back(word);
  }
}

ChainSystem::Writer::Writer(const ChainSystem& system, std::uint64_t* words, unsigned thread)
    : program_(system.program_),
      geometry_(system.geometry_),
      next_(system.next_),
      words_(words),
      packed_(words + system.at(thread)),
      me_(static_cast<Tag>(static_cast<unsigned>(Tag::first_thread) + thread)) {
  std::array<std::uint64_t, 3> packed;
  std::copy_n(packed_, 3, packed.begin());
  l_ = std::bit_cast<Locals>(packed);
}

bool ChainSystem::Writer::step() {
  bool goes_on = true;
  if (l_.pc < 10 || (l_.pc == kExtra && program_.reads_time_first))
    goes_on = scan();
  else if (l_.pc < 14 || l_.pc == kExtra)
    claim();
  else
    update();
  const auto packed = std::bit_cast<std::array<std::uint64_t, 3>>(l_);
  std::copy_n(packed.begin(), 3, packed_);
  return goes_on;
}

/// Statements 1 to 9: the next event of the active sphere. False: abort.
bool ChainSystem::Writer::scan() {
  switch (l_.pc) {
    case 1:
      l_.tau = l_.d;
      l_.j = l_.i;
      l_.x = Locals::kNone;
      l_.pc = 2;
      break;
    case 2:
      if (l_.jt == geometry_.spheres()) {
        l_.jt = 0;
        l_.pc = 10;
      } else if (geometry_.separation(l_.i, l_.jt) == Geometry::kNoArrow) {
        ++l_.jt;
      } else {
        l_.pc = 3;
      }
      break;
    case 3:
      if (program_.reads_time_first)
        l_.taut = t(l_.jt);  // until statement 4
      else
        l_.xt = x(l_.jt);
      l_.pc = program_.reads_time_first ? kExtra : Statement{4};
      break;
    case kExtra:
      l_.xt = x(l_.jt);
      l_.pc = 4;
      break;
    case 4: {
      const std::int32_t time_read_before = l_.taut;
      time_of_flight();
      l_.pc = program_.reads_time_first ? 6 : 5;
      if (program_.reads_time_first) return t(l_.i) + l_.taut > time_read_before;
      break;
    }
    case 5:
      l_.pc = 6;
      return !program_.tests_horizon || t(l_.i) + l_.taut > t(l_.jt);
    case 6:
      if (l_.taut >= l_.tau) ++l_.jt;
      l_.pc = l_.taut < l_.tau ? 7 : 2;
      break;
    case 7:
      l_.j = l_.jt;
      l_.pc = 8;
      break;
    case 8:
      l_.x = l_.xt;
      l_.pc = 9;
      break;
    default:  // 9
      l_.tau = l_.taut;
      ++l_.jt;
      l_.pc = 2;
  }
  return true;
}

/// Statements 10 to 13: claims the target and decides what is done with it.
void ChainSystem::Writer::claim() {
  switch (l_.pc) {
    case 10:
      l_.pc = 11;
      if (tag(l_.j) != Tag::is_static) break;
      if (program_.splits_cas)
        l_.pc = kExtra;
      else
        set_tag(l_.j, me_);
      break;
    case kExtra:
      set_tag(l_.j, me_);
      l_.pc = 11;
      break;
    case 11:
      l_.pc = tag(l_.j) == me_ || !program_.heeds_cas ? 12 : 1;
      break;
    case 12:
      l_.pc = l_.tau < l_.d ? 13 : program_.first_of_breakpoint();
      break;
    default:  // 13
      l_.pc = l_.x == x(l_.j) || !program_.rechecks_position ? program_.first_of_lifting() : 20;
  }
}

/// Statements 14 to 25: lifting, giving back, breakpoint.
void ChainSystem::Writer::update() {
  const Statement now = l_.pc;
  l_.pc = next_[now];
  switch (now) {
    case 14:
      set_t(l_.j, program_.keeps_values ? lifting_time() : t(l_.i) + l_.tau);
      break;
    case 15:
      set_t(l_.i, program_.keeps_values ? lifting_time() : t(l_.i) + l_.tau);
      break;
    case 18:
      l_.d -= l_.tau;
      break;
    case 16:
    case 22:
      set_x(l_.i, x(l_.i) + l_.tau);
      break;
    case 17:
      set_tag(l_.i, Tag::is_static);
      break;
    case 19:
      l_.i = l_.j;
      break;
    case 20:
      if (program_.gives_back) set_tag(l_.j, Tag::is_static);
      l_.pc = 1;
      break;
    case 21:
      set_t(l_.i, t(l_.i) + l_.tau);
      break;
    case 23:
      l_.d = 0;
      break;
    case 24:
      set_tag(l_.i, Tag::stalled);
      break;
    default:  // 25
      l_.pc = l_.d > 0 ? 1 : kWait;
  }
}

/// The time of the lifting, from locals alone: the clock of the thread is leg - d.
std::int32_t ChainSystem::Writer::lifting_time() const {
  const bool advanced = program_.before(18, l_.pc == next_[14] ? 14 : 15);
  return geometry_.leg() - (advanced ? l_.d : l_.d - l_.tau);
}

void ChainSystem::Writer::set_tag(std::size_t sphere, Tag tag) {
  std::uint64_t& tags = words_[geometry_.spheres()];
  tags &= ~(std::uint64_t{0xFF} << (8 * sphere));
  tags |= std::uint64_t{static_cast<std::uint8_t>(tag)} << (8 * sphere);
}

}  // namespace touchstone::explore
