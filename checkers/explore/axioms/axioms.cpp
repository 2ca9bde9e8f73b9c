#include "checkers/explore/axioms/axioms.hpp"

#include <array>

namespace touchstone::explore {
namespace {

using Rows = std::array<EventSet, kMaxEvents>;  ///< successors of every event

EventSet all_events(const Execution& x) {
  return x.events.size() == kMaxEvents ? ~EventSet{0} : only(x.events.size()) - 1;
}

/// Removes events without predecessors until none is left; a cycle stays.
bool acyclic(const Rows& successors, EventSet events) {
  for (;;) {
    EventSet entered = 0;
    for_each_event(events, [&](EventId e) { entered |= successors[e]; });
    const EventSet left = events & entered;
    if (left == events) return events == 0;
    events = left;
  }
}

EventSet successors_of(const Rows& rows, EventSet set) {
  EventSet result = 0;
  for_each_event(set, [&](EventId e) { result |= rows[e]; });
  return result;
}

/// Adds mo and rb between accesses of the same location: to the writes of higher rank.
void add_coherence(const Execution& x, Rows& rows) {
  for (const auto& order : x.modifications) {
    EventSet later = 0;
    for (std::size_t i = order.size(); i-- > 0;) {
      rows[order[i]] |= later;
      later |= only(order[i]);
    }
  }
  for (std::size_t e = 0; e < x.events.size(); ++e) {
    if (!x.is_read(e)) continue;
    const EventId source = x.events[e].source;
    const auto& order = x.modifications[x.events[e].location];
    for (std::size_t i = x.events[source].rank + std::size_t{1}; i < order.size(); ++i)
      rows[e] |= only(order[i]);
  }
}

}  // namespace

bool sequentially_consistent(const Execution& x) {
  Rows rows{};
  for (std::size_t e = 0; e < x.events.size(); ++e) {
    for_each_event(x.events[e].program_before, [&](EventId b) { rows[b] |= only(e); });
    if (x.is_read(e)) rows[x.events[e].source] |= only(e);
  }
  add_coherence(x, rows);
  return acyclic(rows, all_events(x));
}

namespace {

/// Whether program order from a to b is kept on x86.
bool kept_on_x86(const Execution& x, EventId a, EventId b) {
  const Event& first = x.events[a];
  const Event& second = x.events[b];
  if (x.is_fence(a) || x.is_fence(b)) return false;  // a fence orders others, not itself
  if (!x.is_write(a) || !x.is_read(b)) return true;
  if (first.locked || second.locked || first.order == Order::sc) return true;
  bool fenced = false;
  for_each_event(second.program_before & ~first.program_before, [&](EventId f) {
    fenced = fenced || (f != a && x.is_fence(f) && x.events[f].order == Order::sc);
  });
  return fenced;
}

}  // namespace

bool consistent_on_x86(const Execution& x, bool forwarding) {
  Rows rows{};
  for (std::size_t e = 0; e < x.events.size(); ++e) {
    const auto id = static_cast<EventId>(e);
    for_each_event(x.events[e].program_before, [&](EventId b) {
      if (kept_on_x86(x, b, id)) rows[b] |= only(e);
    });
    if (!x.is_read(e)) continue;
    const EventId source = x.events[e].source;
    if (!forwarding || x.events[source].thread != x.events[e].thread) rows[source] |= only(e);
  }
  add_coherence(x, rows);
  return acyclic(rows, all_events(x));
}

namespace {

/// psc = psc_base | psc_F of RC11, as successors among the seq_cst events.
class PartialOrderOfSc {
 public:
  PartialOrderOfSc(const Execution& x, bool scopes) : x_(x), scopes_(scopes) {
    for (std::size_t e = 0; e < x.events.size(); ++e) {
      if (x.events[e].order == Order::sc) sc_ |= only(e);
      if (x.is_fence(e)) fences_ |= only(e);
    }
  }

  bool acyclic_order() {
    if (std::popcount(sc_) < 2) return true;  // one event alone: coherence already forbids it
    happens_before();
    sc_before();
    Rows rows{};
    for_each_event(sc_, [&](EventId e) {
      for_each_event(base(e) | between_fences(e), [&](EventId f) {
        if (!scopes_ || inclusive(x_.events[e], x_.events[f])) rows[e] |= only(f);
      });
    });
    return acyclic(rows, sc_);
  }

 private:
  void happens_before() {
    for (std::size_t e = 0; e < x_.events.size(); ++e) {
      for_each_event(x_.events[e].before, [&](EventId b) { after_[b] |= only(e); });
      for_each_event(x_.events[e].program_before, [&](EventId b) {
        program_[b] |= only(e);
        if (!x_.same_location(b, e)) elsewhere_[b] |= only(e);
      });
    }
    for (std::size_t a = 0; a < x_.events.size(); ++a)
      for (std::size_t b = 0; b < x_.events.size(); ++b)
        if (a != b && x_.same_location(a, b)) {
          here_[a] |= only(b);
          if (x_.coherence_before(a, b)) coherence_[a] |= only(b);
        }
  }

  /// scb = po | po!=loc ; hb ; po!=loc | hb|loc | mo | rb
  void sc_before() {
    add_coherence(x_, scb_);
    for (std::size_t e = 0; e < x_.events.size(); ++e) {
      scb_[e] |= program_[e] | (after_[e] & here_[e]);
      scb_[e] |= successors_of(elsewhere_, successors_of(after_, elsewhere_[e]));
    }
  }

  bool sc_fence(EventId e) const { return (fences_ & sc_ & only(e)) != 0; }

  /// psc_base = ([SC] | [F_sc] ; hb?) ; scb ; ([SC] | hb? ; [F_sc])
  EventSet base(EventId e) const {
    const EventSet reached = successors_of(scb_, only(e) | (sc_fence(e) ? after_[e] : 0));
    EventSet result = reached & sc_;
    for_each_event(sc_ & fences_, [&](EventId f) {
      if ((x_.events[f].before & reached) != 0) result |= only(f);
    });
    return result;
  }

  /// psc_F = [F_sc] ; (hb | hb ; eco ; hb) ; [F_sc]
  EventSet between_fences(EventId e) const {
    if (!sc_fence(e)) return 0;
    const EventSet reached = successors_of(coherence_, after_[e]);
    EventSet result = 0;
    for_each_event(sc_ & fences_, [&](EventId f) {
      if ((after_[e] & only(f)) != 0 || (x_.events[f].before & reached) != 0) result |= only(f);
    });
    return result;
  }

  const Execution& x_;
  bool scopes_;
  EventSet sc_ = 0;
  EventSet fences_ = 0;
  Rows after_{};      ///< hb
  Rows program_{};    ///< po
  Rows elsewhere_{};  ///< po between different locations
  Rows here_{};       ///< same location
  Rows coherence_{};  ///< eco
  Rows scb_{};
};

}  // namespace

bool sc_events_ordered(const Execution& x, bool scopes) {
  return PartialOrderOfSc(x, scopes).acyclic_order();
}

}  // namespace touchstone::explore
