// checkers/explore/axioms/execution.hpp
// Purpose   An execution graph: events, the write that each read reads from, the modification order
//           of each location, and what happens before each event.
// Method    Events are added along an order that respects program order and reads-from, which is
//           acyclic in all models here. So the happens-before predecessors of an event are final
//           when it is added; only modification orders change later, by insertion.
// Limits    kMaxEvents events, initial writes included, so that a set of events is one word.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "checkers/explore/machine/operation.hpp"

namespace touchstone::explore {

using EventId = std::uint8_t;
using EventSet = std::uint64_t;
inline constexpr std::size_t kMaxEvents = 64;
inline constexpr std::uint8_t kInitialThread = 0xff;

constexpr EventSet only(std::size_t event) { return EventSet{1} << event; }
template <class Visit>
void for_each_event(EventSet set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(static_cast<EventId>(std::countr_zero(set)));
}

struct Event {
  enum class Type : std::uint8_t { read, write, fence };
  Type type = Type::fence;
  Order order = Order::na;
  std::uint8_t thread = kInitialThread;
  Scope scope = Scope::system;
  Place place = {};        ///< place of its thread
  bool locked = false;     ///< belongs to an update, one that did not store included
  bool update = false;     ///< half of an update that stored
  EventId source = 0;      ///< write that a read reads from
  std::uint8_t rank = 0;   ///< place in the modification order: its own or that of its source
  std::uint8_t index = 0;  ///< place in its thread
  Location location = 0;
  std::uint32_t site = 0;
  Value value = 0;
  EventSet before = 0;          ///< happens before
  EventSet heads = 0;           ///< write: releases that synchronise with who acquires it
  EventSet acquirable = 0;      ///< releases of writes that the thread has read
  EventSet release_fences = 0;  ///< release fences of the thread before
  EventSet program_before = 0;  ///< earlier events of the thread
};

/// Whether the scope of each includes the thread of the other.
constexpr bool inclusive(const Event& a, const Event& b) {
  return inclusive(a.scope, b.scope, distance(a.place, b.place));
}

struct Execution {
  std::vector<Event> events;                        ///< initial writes first, one per location
  std::vector<std::vector<EventId>> modifications;  ///< by location, in modification order
  std::vector<std::vector<EventId>> threads;        ///< by thread, in program order

  bool is_write(std::size_t e) const { return events[e].type == Event::Type::write; }
  bool is_read(std::size_t e) const { return events[e].type == Event::Type::read; }
  bool is_fence(std::size_t e) const { return events[e].type == Event::Type::fence; }
  bool same_location(std::size_t a, std::size_t b) const {
    return !is_fence(a) && !is_fence(b) && events[a].location == events[b].location;
  }

  /// Extended coherence order (rf | mo | rb)+ between two accesses of the same location.
  bool coherence_before(std::size_t a, std::size_t b) const {
    const Event& x = events[a];
    const Event& y = events[b];
    if (x.rank != y.rank) return x.rank < y.rank;
    return is_write(a) && is_read(b);
  }
};

}  // namespace touchstone::explore
