// checkers/explore/axioms/independent_oracle.hpp
// Purpose   RC11 a second time, written differently, so that the engine itself is checked: guess
//           every value of every read, every source and every modification order of complete
//           executions, then test the axioms by relational algebra, word by word as in the paper.
// Source    O. Lahav, V. Vafeiadis, J. Kang, C.-K. Hur, D. Dreyer, "Repairing sequential
//           consistency in C/C++11", PLDI 2017, section 3 and figure 4. C++20 drops the releasing
//           thread's own later stores from release sequences (P0982).
// Scopes    S. Chakraborty, S. N. Krishna, A. Pavlogiannis, O. Tuppe, GPUMC, CAV 2025: sw and psc
//           hold between events that include each other only.
// Cost      Exponential in everything: for tests with at most 32 events.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "checkers/explore/machine/program.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore::oracle {

inline constexpr std::size_t kMost = 32;

/// A relation between events, one row of successors for each.
struct Relation {
  std::array<std::uint32_t, kMost> row{};

  void add(std::size_t a, std::size_t b) { row[a] |= 1u << b; }
  bool has(std::size_t a, std::size_t b) const { return (row[a] >> b & 1u) != 0; }
  friend Relation operator|(Relation a, const Relation& b) {
    for (std::size_t i = 0; i < kMost; ++i) a.row[i] |= b.row[i];
    return a;
  }
  friend Relation operator&(Relation a, const Relation& b) {
    for (std::size_t i = 0; i < kMost; ++i) a.row[i] &= b.row[i];
    return a;
  }
  /// Sequential composition.
  friend Relation operator*(const Relation& a, const Relation& b) {
    Relation c;
    for (std::size_t i = 0; i < kMost; ++i)
      for (std::size_t j = 0; j < kMost; ++j)
        if (a.has(i, j)) c.row[i] |= b.row[j];
    return c;
  }
  Relation inverse() const {
    Relation c;
    for (std::size_t i = 0; i < kMost; ++i)
      for (std::size_t j = 0; j < kMost; ++j)
        if (has(i, j)) c.add(j, i);
    return c;
  }
  Relation plus() const {
    Relation c = *this;
    for (std::size_t k = 0; k < kMost; ++k)
      for (std::size_t i = 0; i < kMost; ++i)
        if (c.has(i, k)) c.row[i] |= c.row[k];
    return c;
  }
  Relation optional() const {
    Relation c = *this;
    for (std::size_t i = 0; i < kMost; ++i) c.add(i, i);
    return c;
  }
  bool irreflexive() const {
    for (std::size_t i = 0; i < kMost; ++i)
      if (has(i, i)) return false;
    return true;
  }
  bool acyclic() const { return plus().irreflexive(); }
};

struct Node {
  std::size_t thread;  ///< number of threads for an initial write
  enum class Type { read, write, fence } type;
  Order order;
  Location location;
  Value value;
  bool update;  ///< half of an update that stored
  Scope scope = Scope::system;
  Place place = {};
};

/// A complete execution, before it is judged.
struct Candidate {
  std::vector<Node> nodes;
  Relation po, rf, mo, rmw;

  template <class Predicate>
  Relation where(Predicate&& predicate) const {
    Relation r;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (predicate(nodes[i])) r.add(i, i);
    return r;
  }
  template <class Predicate>
  Relation between(Predicate&& predicate) const {
    Relation r;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t j = 0; j < nodes.size(); ++j)
        if (predicate(nodes[i], nodes[j])) r.add(i, j);
    return r;
  }
};

/// Pairs of events whose scopes include each other (incl of scoped RC11).
inline Relation scoped(const Candidate& g) {
  return g.between([](const Node& a, const Node& b) {
    const auto reaches = [](const Node& from, const Node& to) {
      return from.scope == Scope::system ||
             (from.place.device == to.place.device &&
              (from.scope == Scope::device || from.place.block == to.place.block));
    };
    return reaches(a, b) && reaches(b, a);
  });
}

inline Relation happens_before(const Candidate& g, bool cxx17) {
  const auto is = [](Node::Type type) { return [type](const Node& n) { return n.type == type; }; };
  const Relation F = g.where(is(Node::Type::fence));
  const Relation W = g.where(is(Node::Type::write));
  const Relation rel = g.where([](const Node& n) { return releases(n.order); });
  const Relation acq = g.where([](const Node& n) { return acquires(n.order); });
  const Relation atomic = g.where([](const Node& n) { return is_atomic(n.order); });
  const Relation same_location = g.between([](const Node& a, const Node& b) {
    return a.type != Node::Type::fence && b.type != Node::Type::fence && a.location == b.location;
  });
  const Relation R = g.where(is(Node::Type::read));
  const Relation own = cxx17 ? (g.po & same_location).optional() : Relation{}.optional();
  const Relation incl = scoped(g);
  const Relation read_from = g.rf & incl;
  const Relation rs = W * own * (W & atomic) * (read_from * g.rmw).plus().optional();
  const Relation sw = incl & (rel * (F * g.po).optional() * rs * read_from * (R & atomic) *
                              (g.po * F).optional() * acq);
  return (g.po | sw).plus();
}

inline bool consistent(const Candidate& g, bool cxx17) {
  const Relation hb = happens_before(g, cxx17);
  Relation rb = g.rf.inverse() * g.mo;
  for (std::size_t i = 0; i < kMost; ++i) rb.row[i] &= ~(1u << i);
  const Relation eco = (g.rf | g.mo | rb).plus();
  if (!(hb * eco.optional()).irreflexive()) return false;            // COHERENCE
  if (!(g.rmw.inverse() * (rb * g.mo)).irreflexive()) return false;  // ATOMICITY
  if (!(g.po | g.rf).acyclic()) return false;                        // NO-THIN-AIR
  const Relation sc = g.where([](const Node& n) { return n.order == Order::sc; });
  const Relation Fsc =
      g.where([](const Node& n) { return n.order == Order::sc && n.type == Node::Type::fence; });
  const Relation here = g.between([](const Node& a, const Node& b) {
    return a.type != Node::Type::fence && b.type != Node::Type::fence && a.location == b.location;
  });
  const Relation elsewhere = g.po & g.between([&](const Node& a, const Node& b) {
    return a.type == Node::Type::fence || b.type == Node::Type::fence || a.location != b.location;
  });
  const Relation scb = g.po | elsewhere * hb * elsewhere | (hb & here) | g.mo | rb;
  const Relation psc_base = (sc | Fsc * hb.optional()) * scb * (sc | hb.optional() * Fsc);
  const Relation psc_F = Fsc * (hb | hb * eco * hb) * Fsc;
  return ((psc_base | psc_F) & scoped(g)).acyclic();  // SC
}

struct Count {
  std::size_t executions = 0;
  std::set<std::vector<Value>> outcomes;  ///< final local words of all threads, then memory
};

/// Guesses executions of a program whose reads return values of a growing set.
class Guesser {
 public:
  Guesser(const MachineProgram& program, bool cxx17) : program_(program), cxx17_(cxx17) {}

  Count run() {
    for (const Value value : program_.initial) values_.push_back({value});
    // A value can pass through each update at most once.
    for (std::size_t round = 0; round <= updates_ + 1; ++round) {
      traces_.assign(program_.threads.size(), {});
      for (std::size_t t = 0; t < program_.threads.size(); ++t) {
        std::vector<Value> local(program_.threads[t]->words());
        program_.threads[t]->start(local);
        std::vector<Node> trace;
        guess_reads(t, local, trace);
      }
    }
    choose_traces(0, {});
    return count_;
  }

 private:
  struct Trace {
    std::vector<Node> nodes;
    std::vector<Value> local;
  };

  void guess_reads(std::size_t t, const std::vector<Value>& local, std::vector<Node>& trace) {
    const Operation op = program_.threads[t]->next(local);
    if (op.kind == Kind::finished) traces_[t].push_back({trace, local});
    if (ends(op)) return;
    const auto go_on = [&](Value response) {
      std::vector<Value> next = local;
      program_.threads[t]->respond(next, response);
      guess_reads(t, next, trace);
    };
    if (op.kind == Kind::fence || op.kind == Kind::store) {
      const bool store = op.kind == Kind::store;
      if (store) values_[op.location].insert(op.operand);
      trace.push_back({t, store ? Node::Type::write : Node::Type::fence, op.order, op.location,
                       op.operand, false, op.scope, place_of(t)});
      go_on(0);
      trace.pop_back();
      return;
    }
    const std::set<Value> values = values_[op.location];
    for (const Value value : values) {
      const Effect effect = effect_of(op, value);
      if (!effect.proceeds) continue;
      trace.push_back({t, Node::Type::read, effect.order, op.location, value, effect.stores,
                       op.scope, place_of(t)});
      if (effect.stores) {
        values_[op.location].insert(effect.stored);
        trace.push_back({t, Node::Type::write, op.order, op.location, effect.stored, true, op.scope,
                         place_of(t)});
      }
      go_on(value);
      if (effect.stores) trace.pop_back();
      trace.pop_back();
      updates_ = std::max(updates_, updates_in(trace) * program_.threads.size());
    }
  }
  Place place_of(std::size_t t) const {
    return program_.places.empty() ? Place{} : program_.places[t];
  }
  static std::size_t updates_in(const std::vector<Node>& trace) {
    return static_cast<std::size_t>(
        std::count_if(trace.begin(), trace.end(),
                      [](const Node& n) { return n.update && n.type == Node::Type::write; }) +
        1);
  }

  void choose_traces(std::size_t t, std::vector<const Trace*> chosen) {
    if (t == traces_.size()) {
      if (every_read_has_a_write(chosen)) guess_graph(chosen);
      return;
    }
    for (const Trace& trace : traces_[t]) {
      chosen.push_back(&trace);
      choose_traces(t + 1, chosen);
      chosen.pop_back();
    }
  }

  bool every_read_has_a_write(const std::vector<const Trace*>& chosen) const {
    const auto written = [&](const Node& read) {
      if (program_.initial[read.location] == read.value) return true;
      for (const Trace* trace : chosen)
        for (const Node& n : trace->nodes)
          if (n.type == Node::Type::write && n.location == read.location && n.value == read.value)
            return true;
      return false;
    };
    for (const Trace* trace : chosen)
      for (const Node& n : trace->nodes)
        if (n.type == Node::Type::read && !written(n)) return false;
    return true;
  }

  void guess_graph(const std::vector<const Trace*>& chosen) {
    Candidate g;
    const std::size_t locations = program_.initial.size();
    for (std::size_t i = 0; i < locations; ++i)
      g.nodes.push_back({chosen.size(), Node::Type::write, Order::na, static_cast<Location>(i),
                         program_.initial[i], false});
    for (const Trace* trace : chosen) {
      const std::size_t first = g.nodes.size();
      for (const Node& node : trace->nodes) {
        if (g.nodes.size() == kMost)
          throw InputError("independent oracle of RC11: expected at most 32 events, found more");
        const std::size_t id = g.nodes.size();
        g.nodes.push_back(node);
        for (std::size_t i = 0; i < locations; ++i) g.po.add(i, id);
        for (std::size_t i = first; i < id; ++i) g.po.add(i, id);
        if (node.type == Node::Type::write && node.update) g.rmw.add(id - 1, id);
      }
    }
    chosen_ = &chosen;
    choose_sources(g, locations);
  }

  void choose_sources(Candidate& g, std::size_t at) {
    while (at < g.nodes.size() && g.nodes[at].type != Node::Type::read) ++at;
    if (at == g.nodes.size()) return order_location(g, 0);
    for (std::size_t w = 0; w < g.nodes.size(); ++w) {
      const Node& write = g.nodes[w];
      if (write.type != Node::Type::write || write.location != g.nodes[at].location ||
          write.value != g.nodes[at].value || g.rmw.has(at, w))
        continue;
      const Relation saved = g.rf;
      g.rf.add(w, at);
      choose_sources(g, at + 1);
      g.rf = saved;
    }
  }

  void order_location(Candidate& g, std::size_t location) {
    if (location == program_.initial.size()) return judge(g);
    std::vector<std::size_t> writes;
    for (std::size_t i = program_.initial.size(); i < g.nodes.size(); ++i)
      if (g.nodes[i].type == Node::Type::write && g.nodes[i].location == location)
        writes.push_back(i);
    do {
      const Relation saved = g.mo;
      for (std::size_t i = 0; i < writes.size(); ++i) {
        g.mo.add(location, writes[i]);
        for (std::size_t j = i + 1; j < writes.size(); ++j) g.mo.add(writes[i], writes[j]);
      }
      order_location(g, location + 1);
      g.mo = saved;
    } while (std::next_permutation(writes.begin(), writes.end()));
  }

  void judge(const Candidate& g) {
    if (!consistent(g, cxx17_)) return;
    ++count_.executions;
    std::vector<Value> outcome;
    for (const Trace* trace : *chosen_)
      outcome.insert(outcome.end(), trace->local.begin(), trace->local.end());
    for (std::size_t location = 0; location < program_.initial.size(); ++location) {
      std::size_t last = location;
      for (std::size_t i = 0; i < g.nodes.size(); ++i)
        if (g.mo.has(last, i)) last = i;
      outcome.push_back(g.nodes[last].value);
    }
    count_.outcomes.insert(outcome);
  }

  const MachineProgram& program_;
  bool cxx17_;
  std::vector<std::set<Value>> values_;  // by location
  std::size_t updates_ = 0;
  std::vector<std::vector<Trace>> traces_;
  const std::vector<const Trace*>* chosen_ = nullptr;
  Count count_;
};

}  // namespace touchstone::explore::oracle
