#include "checkers/explore/axioms/search.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "checkers/explore/axioms/axioms.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

class Search {
 public:
  Search(const MachineProgram& program, const SearchOptions& options,
         const std::function<void(const Finished&)>& visit)
      : program_(program), options_(options), visit_(visit) {
    require_few_threads(program);
    synchronizes_ = options.model == Model::rc11 || options.model == Model::rc11_cxx17;
    start();
  }

  SearchResult run() {
    explore();
    result_.races.assign(races_.begin(), races_.end());
    return result_;
  }

 private:
  void start() {
    x_.events.reserve(kMaxEvents);
    x_.threads.resize(program_.threads.size());
    x_.modifications.resize(program_.initial.size());
    for (std::size_t location = 0; location < program_.initial.size(); ++location) {
      Event event;
      event.type = Event::Type::write;
      event.location = static_cast<Location>(location);
      event.value = program_.initial[location];
      x_.modifications[location].push_back(push(event));
      initial_ |= only(location);
    }
    for (const auto& thread : program_.threads) {
      locals_.emplace_back(thread->words());
      thread->start(locals_.back());
    }
  }

  EventId push(const Event& event) {
    if (x_.events.size() == kMaxEvents)
      throw InputError(
          "execution graphs hold at most " + std::to_string(kMaxEvents) +
          " events: this program is too long for them (--model views has no such limit)");
    x_.events.push_back(event);
    return static_cast<EventId>(x_.events.size() - 1);
  }

  // ---- the search tree

  void explore() {
    if (!seen_.insert(key()).second) return;
    if (result_.graphs == options_.graph_budget) result_.exhausted = false;
    if (!result_.exhausted) return;
    ++result_.graphs;
    std::vector<Operation> next;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      next.push_back(program_.threads[t]->next(locals_[t]));
    for (const Operation& operation : next) {
      if (operation.kind == Kind::discarded) {
        ++result_.discarded;
        return;
      }
      if (operation.kind == Kind::aborted) return finish(Conclusion::aborted);
    }
    // A fence chooses nothing and rules nothing out: it may always come first.
    for (std::size_t t = 0; t < next.size(); ++t)
      if (next[t].kind == Kind::fence) return add_fence(t, next[t]);
    bool complete = true;
    const std::size_t entered = entered_;
    for (std::size_t t = 0; t < next.size(); ++t) {
      if (next[t].kind == Kind::finished) continue;
      complete = false;
      extend(t, next[t]);
    }
    if (complete) return finish(Conclusion::complete);
    if (entered_ == entered || all_wait(next)) finish(Conclusion::deadlock);
  }

  /// Whether every thread that has not finished waits, and what its location holds last lets none
  /// go on. Some may still go on from an older value; that is another schedule.
  bool all_wait(const std::vector<Operation>& next) const {
    return explore::all_wait(next, [&](Location location) {
      return x_.events[x_.modifications[location].back()].value;
    });
  }

  void extend(std::size_t t, const Operation& operation) {
    switch (operation.kind) {
      case Kind::store:
        return add_store(t, operation);
      case Kind::choose:
        for (Value choice = 0; choice < operation.operand; ++choice) {
          Event event = next_event(t, operation);  // keeps the choice in the key
          event.order = Order::na;
          event.value = choice;
          with_event(event, [&] { proceed(t, choice); });
        }
        return;
      default:
        return add_read(t, operation);
    }
  }

  /// Goes on with thread t after `response`, and takes it back.
  void proceed(std::size_t t, Value response) {
    ++entered_;
    const std::vector<Value> saved = locals_[t];
    program_.threads[t]->respond(locals_[t], response);
    explore();
    locals_[t] = saved;
  }

  // ---- events

  Event next_event(std::size_t t, const Operation& operation) const {
    Event event;
    event.thread = static_cast<std::uint8_t>(t);
    event.order = operation.order;
    event.scope = operation.scope;
    if (!program_.places.empty()) event.place = program_.places[t];
    event.location = operation.location;
    event.site = operation.site;
    event.before = initial_;
    event.index = static_cast<std::uint8_t>(x_.threads[t].size());
    if (!x_.threads[t].empty()) follow(event, x_.threads[t].back());
    return event;
  }
  void follow(Event& event, EventId previous) const {
    const Event& last = x_.events[previous];
    event.before = last.before | only(previous);
    event.program_before = last.program_before | only(previous);
    event.acquirable = last.acquirable;
    event.release_fences = last.release_fences;
  }

  /// Events that happen before an operation that acquires from these releases.
  EventSet gained(EventSet heads, const Event& by) const {
    EventSet result = 0;
    for_each_event(heads, [&](EventId h) {
      if (!options_.rules.scopes_of_releases || inclusive(x_.events[h], by))
        result |= x_.events[h].before | only(h);
    });
    return result;
  }
  /// Whether a release may be handed on from this write to its reader.
  bool hands_on(const Event& write, const Event& read) const {
    return !options_.rules.scopes_of_links || inclusive(write, read);
  }

  template <class Inner>
  void with_event(const Event& event, Inner&& inner) {
    const EventId id = push(event);
    x_.threads[event.thread].push_back(id);
    inner();
    x_.threads[event.thread].pop_back();
    x_.events.pop_back();
  }

  void add_fence(std::size_t t, const Operation& operation) {
    Event event = next_event(t, operation);
    if (synchronizes_ && acquires(event.order) && options_.rules.acquire_fence)
      event.before |= gained(event.acquirable, event);
    if (releases(event.order)) event.release_fences |= only(x_.events.size());
    with_event(event, [&] {
      if (consistent()) proceed(t, 0);
    });
  }

  void add_store(std::size_t t, const Operation& operation) {
    Event event = next_event(t, operation);
    event.type = Event::Type::write;
    event.value = operation.operand;
    const std::size_t count = x_.modifications[event.location].size();
    std::size_t place = lowest_rank(event) + std::size_t{1};
    if (!options_.rules.insert_in_middle) place = count;
    for (; place <= count; ++place) {
      const bool splits =
          place < count && x_.events[x_.modifications[event.location][place]].update;
      if (splits && options_.rules.update_adjacent) continue;
      with_write(event, place, [&] {
        if (consistent()) proceed(t, 0);
      });
    }
  }

  /// Adds a write at a place of the modification order; ranks behind it move up.
  template <class Inner>
  void with_write(Event event, std::size_t place, Inner&& inner) {
    event.heads = heads_of(event);
    auto& order = x_.modifications[event.location];
    with_event(event, [&] {
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(place),
                   static_cast<EventId>(x_.events.size() - 1));
      renumber(event.location);
      inner();
      order.erase(order.begin() + static_cast<std::ptrdiff_t>(place));
    });
    renumber(event.location);
  }

  void renumber(Location location) {
    const auto& order = x_.modifications[location];
    for (std::size_t i = 0; i < order.size(); ++i)
      x_.events[order[i]].rank = static_cast<std::uint8_t>(i);
    for (Event& event : x_.events)
      if (event.type == Event::Type::read && event.location == location)
        event.rank = x_.events[event.source].rank;
  }

  void add_read(std::size_t t, const Operation& operation) {
    const Event base = next_event(t, operation);
    const std::vector<EventId> sources = x_.modifications[operation.location];
    for (std::size_t i = lowest_rank(base); i < sources.size(); ++i) {
      const bool newest = i + 1 == sources.size();
      if (!options_.rules.stale_reads && !newest) continue;
      read_from(t, operation, base, sources[i], newest);
    }
  }

  void read_from(std::size_t t, const Operation& operation, Event event, EventId source,
                 bool newest) {
    const Event& write = x_.events[source];
    const Effect effect = effect_of(operation, write.value);
    if (!effect.proceeds) return;
    const bool fails = operation.kind == Kind::update && !effect.stores;
    if (fails && !newest && !options_.rules.stale_failing_compare) return;
    event.type = Event::Type::read;
    event.order = options_.rules.failure_order ? effect.order : operation.order;
    event.locked = operation.kind == Kind::update;
    event.update = effect.stores;
    event.source = source;
    event.rank = write.rank;
    event.value = write.value;
    if (synchronizes_ && is_atomic(event.order) && hands_on(write, event)) {
      event.acquirable |= write.heads;
      if (acquires(event.order)) event.before |= gained(write.heads, event);
    }
    if (lowest_rank(event) > write.rank) return;  // what it just acquired is newer
    const Value value = write.value;
    with_event(event, [&] {
      if (effect.stores) {
        add_update_store(t, operation, effect, value);
      } else if (consistent()) {
        proceed(t, value);
      }
    });
  }

  /// The second half of an update whose read was just added.
  void add_update_store(std::size_t t, const Operation& operation, const Effect& effect,
                        Value read) {
    Event event = next_event(t, operation);
    event.type = Event::Type::write;
    event.locked = event.update = true;
    event.value = effect.stored;
    const Event& source = x_.events[x_.events.back().source];
    const auto& order = x_.modifications[event.location];
    const std::size_t place = source.rank + std::size_t{1};
    const bool taken = place < order.size() && x_.events[order[place]].update;
    if (taken && options_.rules.update_adjacent) return;
    event.source = x_.events.back().source;
    with_write(event, place, [&] {
      if (consistent()) proceed(t, read);
    });
  }

  /// Coherence: the rank below which neither a read nor (strictly) a write may go.
  std::uint8_t lowest_rank(const Event& event) const {
    std::uint8_t rank = 0;
    for_each_event(synchronizes_ ? event.before : (event.program_before | initial_),
                   [&](EventId b) {
                     const Event& earlier = x_.events[b];
                     if (earlier.type != Event::Type::fence && earlier.location == event.location)
                       rank = std::max(rank, earlier.rank);
                   });
    return rank;
  }

  /// Releases that synchronise with whoever acquires this write: itself, the release fences before
  /// it, and for an update those of the release sequence that it continues.
  EventSet heads_of(const Event& write) const {
    if (!synchronizes_ || !is_atomic(write.order)) return 0;
    EventSet heads = write.release_fences;
    if (releases(write.order)) heads |= only(x_.events.size());
    if (write.update && options_.rules.release_sequence && hands_on(x_.events[write.source], write))
      heads |= x_.events[write.source].heads;
    if (options_.model == Model::rc11_cxx17)  // the releasing thread's own later stores
      for_each_event(write.program_before, [&](EventId b) {
        const Event& earlier = x_.events[b];
        if (earlier.type == Event::Type::write && earlier.location == write.location &&
            releases(earlier.order))
          heads |= only(b);
      });
    return heads;
  }

  bool consistent() const {
    switch (options_.model) {
      case Model::sc:
        return sequentially_consistent(x_);
      case Model::tso_x86:
        return consistent_on_x86(x_, options_.rules.store_forwarding);
      default:
        return !options_.rules.sc_order || sc_events_ordered(x_, options_.rules.scopes_of_sc);
    }
  }

  // ---- results

  void finish(Conclusion conclusion) {
    if (conclusion == Conclusion::complete) ++result_.executions;
    if (conclusion == Conclusion::deadlock) ++result_.deadlocks;
    if (conclusion == Conclusion::aborted) ++result_.aborted;
    if (synchronizes_) collect_races();
    memory_.clear();
    for (const auto& order : x_.modifications) memory_.push_back(x_.events[order.back()].value);
    if (visit_) visit_({conclusion, x_, locals_, memory_});
  }

  void collect_races() {
    for (std::size_t b = program_.initial.size(); b < x_.events.size(); ++b)
      for (std::size_t a = program_.initial.size(); a < b; ++a)
        if (races(a, b)) note_race(x_.events[a], x_.events[b]);
  }
  bool races(std::size_t a, std::size_t b) const {
    const Event& first = x_.events[a];
    const Event& second = x_.events[b];
    return first.thread != second.thread && x_.same_location(a, b) &&
           (x_.is_write(a) || x_.is_write(b)) && (second.before & only(a)) == 0 &&
           (!is_atomic(first.order) || !is_atomic(second.order) ||
            (options_.rules.scopes_race && !inclusive(first, second)));
  }
  void note_race(const Event& a, const Event& b) {
    const bool ordered = std::pair(a.thread, a.site) <= std::pair(b.thread, b.site);
    const Event& first = ordered ? a : b;
    const Event& second = ordered ? b : a;
    races_.insert({first.thread, first.site, second.thread, second.site, a.location,
                   is_atomic(a.order) && is_atomic(b.order)});
  }

  /// The graph without the order in which it was built.
  std::string key() const {
    std::string result;
    const auto name = [&](EventId id) {
      const Event& event = x_.events[id];
      result += static_cast<char>(event.thread);
      result += static_cast<char>(event.thread == kInitialThread ? 0 : event.index);
    };
    // Every entry has a fixed width: 1 and then 12 is not 11 and then 2.
    const auto choice = [&](Value value) {
      result.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    for (const auto& thread : x_.threads) {
      result += static_cast<char>(thread.size());
      for (const EventId id : thread) {
        if (x_.is_read(id)) name(x_.events[id].source);
        if (x_.is_fence(id)) choice(x_.events[id].value);
      }
    }
    for (const auto& order : x_.modifications) {
      result += static_cast<char>(order.size());
      for (std::size_t i = 1; i < order.size(); ++i) name(order[i]);
    }
    return result;
  }

  const MachineProgram& program_;
  SearchOptions options_;
  const std::function<void(const Finished&)>& visit_;
  bool synchronizes_ = false;
  Execution x_;
  std::vector<std::vector<Value>> locals_;
  EventSet initial_ = 0;
  std::size_t entered_ = 0;  ///< extensions so far: tells a stuck graph from one that goes on
  std::unordered_set<std::string> seen_;
  std::set<Race> races_;
  std::vector<Value> memory_;
  SearchResult result_;
};

}  // namespace

SearchResult search(const MachineProgram& program, const SearchOptions& options,
                    const std::function<void(const Finished&)>& visit) {
  return Search(program, options, visit).run();
}

}  // namespace touchstone::explore
