// optimized/ecmc/team/chain_team.hpp
// Purpose   Runs legs with a kernel of event chains on several threads. Each thread moves its share
//           of the active disks alternately, event by event, which hides the latency of memory. The
//           share of a thread that does not come is moved by the others.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.2 (round robin over the active disks of a thread). Repairs are ours.
// Not here  Kernels (word_kernel.hpp, tag_kernel.hpp), work of one thread (chain_crew.hpp),
//           repairs (chain_repair.hpp).
//
// Repairs. With OnViolation::repair a leg is cut into epochs. All chains stop at the end of an
// epoch, and if a horizon violation was seen in it, it is taken back and done again. So the result
// is that of one global clock whatever threads, schedule and epochs are; the length of epochs
// decides about speed only, and follows the violations seen.
//
// Chains run until local times have to be reset, nearly half a box length, whatever their arrows.
// A disk never gets a box length ahead of one with an arrow to it, where positions would not tell:
// the two share a row, so that it would have to pass it, and no disk in memory passes another,
// however far apart their local times are.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/core/exec.hpp"
#include "models/core/shared_work.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "optimized/core/epoch_claims_kernel.hpp"
#include "optimized/core/helper_threads.hpp"
#include "optimized/ecmc/team/chain_crew.hpp"
#include "optimized/ecmc/team/chain_repair.hpp"
#include "optimized/ecmc/team/epoch_length.hpp"
#include "optimized/ecmc/team/event_log.hpp"

namespace touchstone::optimized {

/// `Kernel` has a Memory, Disks (as WordDisks), and step(memory, view, chain, limits, notes).
template <class Kernel>
class ChainTeam final : public disks::ChainRun, public SharedWork {
 public:
  using Disks = typename Kernel::Disks;

  ChainTeam(const disks::Leg& leg, const disks::ConstraintGraph& graph,
            const disks::ChainParameters& parameters)
      : ChainTeam(Disks(leg, graph), leg.active, parameters) {}

  ChainTeam(Disks disks, const std::vector<disks::DiskIndex>& active,
            const disks::ChainParameters& parameters)
      : parameters_(parameters),
        disks_(std::move(disks)),
        log_(disks_.order(), parameters.record),
        repair_(disks_),
        crews_(static_cast<std::size_t>(parameters.threads)),
        epoch_length_(disks_.size(), active.size(), Disks::kLongestTime) {
    for (ChainCrew& crew : crews_) crew.touched.resize(disks_.size() / (4 * crews_.size()) + 2);
    activate(active);
  }

  void choose_active(const std::vector<disks::DiskIndex>& active) override {
    for (ChainCrew& crew : crews_) {
      for (const ChainState& chain : crew.chains) {
        disks_.put(chain.disk, {chain.x, chain.t + 1, false});
        crew.touch(chain.disk);
      }
      crew.chains.clear();
    }
    activate(active);
  }

  void advance(disks::Ticks duration) override {
    while (duration > 0 && !stopped()) {
      if (now_ == Disks::kLongestTime) forget_times();
      const auto span =
          static_cast<std::uint32_t>(std::min(duration, disks::Ticks{Disks::kLongestTime} - now_));
      run_span(now_ + span);
      duration -= span;
    }
  }

  std::uint64_t liftings() const override {
    std::uint64_t sum = 0;
    for (const ChainCrew& crew : crews_) sum += crew.liftings;
    return sum;
  }
  std::uint64_t carried() const override {
    std::uint64_t sum = 0;
    for (const ChainCrew& crew : crews_) sum += crew.carried;
    return sum;
  }
  disks::Ticks violation() const override { return violation_; }
  std::vector<disks::FixedCoordinate> positions() const override {
    std::vector<disks::FixedCoordinate> x(disks_.size());
    for (disks::DiskIndex place = 0; place < disks_.size(); ++place)
      x[disks_.order().disk[place]] = disks_.get(place).x;
    return x;
  }
  disks::LegEnd end() const override { return log_.end(disks_); }
  /// Threads that have moved chains or forgotten times: helpers come when they can.
  std::optional<int> threads_that_ran() const override {
    if (!shared_) return 1;
    return std::min(
        std::popcount(shared_->came.load(std::memory_order_relaxed)),  // claims are done
        static_cast<int>(crews_.size()));
  }

 private:
  void activate(const std::vector<disks::DiskIndex>& active) {
    std::vector<disks::DiskIndex> places;
    for (const disks::DiskIndex i : active) places.push_back(disks_.order().place[i]);
    std::sort(places.begin(), places.end());  // a thread's chains in a part of its own
    for (std::size_t k = 0; k < places.size(); ++k) {
      ChainCrew& crew = crews_[k * crews_.size() / places.size()];
      crew.chains.push_back({places[k], disks_.get(places[k]).x, now_});
    }
    chains_ = places.size();
    for (ChainCrew& crew : crews_) {
      crew.start = crew.chains;
      for (const ChainState& chain : crew.chains) disks_.put(chain.disk, {chain.x, now_ + 1, true});
    }
  }

  bool repairs() const { return parameters_.on_violation == disks::OnViolation::repair; }
  bool keeps() const { return repairs() || parameters_.record; }
  bool aborts() const { return parameters_.on_violation != disks::OnViolation::remember; }
  bool stopped() const {
    return parameters_.on_violation == disks::OnViolation::abort &&
           violation_ != disks::kNoViolation;
  }

  void run_span(std::uint32_t end) {
    span_end_ = end;
    set_epoch();
    if (crews_.size() == 1) {
      while (under_way()) {
        run_crew(crews_[0]);
        settle();
      }
      return;
    }
    regroup();
    work_together();
  }

  /// Calls the helpers, works with those that come, and returns when all is done.
  void work_together() {
    if (!shared_) shared_ = std::make_shared<Shared>(this, crews_.size());
    NativeMemory m;
    shared_->claims.begin(m, shared_->claims.present(m));
    helpers_of_this_thread(static_cast<std::uint32_t>(crews_.size() - 1))
        .call([shared = shared_](std::uint32_t me) { share(*shared, me); });
    await_helpers(m);
    share(*shared_, 0);
  }

  /// Waits for helpers that look for a call: they are there in a microsecond or two, and would find
  /// nothing left of a short leg.
  void await_helpers(NativeMemory& m) {
    const auto number = shared_->claims.present(m);
    const auto all_are_there = [&] {
      return std::all_of(shared_->claimed.begin() + 1, shared_->claimed.end(), [&](auto& crew) {
        return shared_->claims.is_claimed(m, crew.number, number);
      });
    };
    unsigned looks = 0;
    spin_until([&] { return all_are_there() || ++looks == kHastyTurns; });
  }

  /// State shared by threads that may come when all is done, even when the team is gone.
  struct Shared {
    struct alignas(64) Claimed {
      std::uint32_t number = EpochClaims<NativeMemory>::kNeverClaimed;
    };
    Shared(ChainTeam* whose, std::size_t crews) : team(whose), claimed(crews) {}

    /// Notes that a thread has claimed work. Numbers of helpers may be larger than those of crews.
    void note(std::uint32_t me) {
      const std::uint64_t bit = std::uint64_t{1} << (me % 64);
      if ((came.load(std::memory_order_relaxed) & bit) == 0)  // publishes nothing: a count
        came.fetch_or(bit, std::memory_order_relaxed);
    }

    ChainTeam* team;                     ///< lives while there is work
    std::atomic<std::uint64_t> came{0};  ///< a bit for each of 64 threads that have claimed work
    EpochClaims<NativeMemory> claims{};
    std::vector<Claimed> claimed;  ///< one for each crew
  };

  /// Epochs of a span, or one in which times are forgotten, on one of the threads.
  static void share(Shared& shared, std::uint32_t me) {
    NativeMemory m;
    auto& claims = shared.claims;
    const auto crews = static_cast<std::uint32_t>(shared.claimed.size());
    for (auto number = claims.present(m); claims.has_work(number);
         number = claims.next(m, number)) {
      std::uint32_t pieces = 0;
      const auto more = [&]() -> ChainCrew* {  // the own one first
        for (std::uint32_t k = me; k < me + crews; ++k)
          if (claims.claim(m, shared.claimed[k % crews].number, number)) {
            ++pieces;
            return &shared.team->crews_[k % crews];
          }
        return nullptr;
      };
      ChainCrew* const crew = more();
      if (crew == nullptr) continue;
      shared.note(me);
      ChainTeam& team = *shared.team;
      if (team.forgetting_)
        for (ChainCrew* piece = crew; piece != nullptr; piece = more())
          team.forget_times_of(*piece);
      else
        team.run_crew(*crew, team.chains_, more);
      if (!claims.complete(m, pieces, crews)) continue;
      if (team.goes_on())
        claims.begin(m, number);
      else
        claims.end(m, number);
    }
  }

  /// Ends an epoch; called by one thread, while the others wait. Whether there is another one.
  bool goes_on() {
    if (forgetting_) return false;
    settle();
    return under_way();
  }

  /// `others`: nothing, or the number of all chains and who gives more crews.
  template <class... Others>
  void run_crew(ChainCrew& crew, Others... others) {
    const StepLimits limits{epoch_end_, aborts()};
    if (keeps())
      crew.template run<Kernel, true>(disks_.view(), limits, violated_, others...);
    else
      crew.template run<Kernel, false>(disks_.view(), limits, violated_, others...);
  }

  bool under_way() const { return now_ != span_end_ && !stopped(); }

  /// Counts and repairs what was done in an epoch, and sets the next.
  void settle() {
    std::uint32_t earliest = kNoViolationYet;
    for (const ChainCrew& crew : crews_) earliest = std::min(earliest, crew.violation);
    if (earliest != kNoViolationYet) {
      if (repairs())
        repair();
      else
        violation_ = std::min(violation_, log_.time(earliest));
    }
    for (ChainCrew& crew : crews_) {
      log_.add(crew.events);
      crew.events.clear();
      crew.liftings += crew.lifted;
      crew.carried += crew.passed;
      crew.forget_epoch();
      if (stopped()) continue;
      for (ChainState& chain : crew.chains) {
        chain.t = epoch_end_;  // also of one that is stuck behind a violation
        disks_.put(chain.disk, {chain.x, epoch_end_ + 1, true});
      }
      crew.start = crew.chains;
    }
    const bool taken_over = std::any_of(
        crews_.begin(), crews_.end(),
        [this](const ChainCrew& crew) { return crew.chains.size() < chains_ / crews_.size(); });
    if (taken_over && !stopped()) regroup();
    violated_.store(false, std::memory_order_relaxed);
    now_ = epoch_end_;
    epoch_length_.adapt(earliest != kNoViolationYet);
    set_epoch();
  }

  /// Takes the epoch back and does it again.
  void repair() {
    std::vector<ChainState> chains;
    for (ChainCrew& crew : crews_) {
      take_back(disks_, crew.events);
      crew.events.clear();
      crew.lifted = 0;
      crew.passed = 0;
    }
    for (const ChainCrew& crew : crews_) {
      set_active(disks_, crew.start);
      chains.insert(chains.end(), crew.start.begin(), crew.start.end());
    }
    repair_.run(chains, now_, epoch_end_);
    ChainCrew& scribe = crews_[0];
    scribe.lifted = repair_.lifted();
    scribe.passed = repair_.carried();
    for (const Event& event : repair_.events()) scribe.touch(event.from);
    log_.add(repair_.events());
    auto next = chains.begin();
    for (ChainCrew& crew : crews_)
      for (ChainState& chain : crew.chains) chain = *next++;
  }

  /// O(disks that have moved), so that few chains in many disks do not pay for all.
  void forget_times() {
    log_.keep_times();
    bool many = false;
    for (const ChainCrew& crew : crews_) many = many || crew.listed + 1 == crew.touched.size();
    if (many && crews_.size() > 1) {
      forgetting_ = true;
      work_together();
      forgetting_ = false;
    } else if (many) {
      forget_times_of(crews_[0]);
    }
    for (ChainCrew& crew : crews_) {
      if (!many)
        for (std::size_t k = 0; k < crew.listed; ++k) log_.keep_time(disks_, crew.touched[k]);
      crew.listed = 0;
      for (ChainState& chain : crew.chains) {
        log_.keep_time(disks_, chain.disk);
        chain.t = 0;
      }
      crew.start = crew.chains;
    }
    log_.reset_times(now_);
    now_ = 0;
  }

  /// Forgets times of all disks in the part of a crew.
  void forget_times_of(const ChainCrew& crew) {
    const auto [first, last] =
        slice_bounds(disks_.size(), crews_.size(), static_cast<std::size_t>(&crew - crews_.data()));
    for (std::size_t place = first; place < last; ++place)
      log_.keep_time(disks_, static_cast<disks::DiskIndex>(place));
  }

  /// Gives each thread the chains in a part of its own: what others write has to be fetched from
  /// them, and chains wander.
  void regroup() {
    std::vector<ChainState> all;
    for (const ChainCrew& crew : crews_)
      all.insert(all.end(), crew.chains.begin(), crew.chains.end());
    std::sort(all.begin(), all.end(),
              [](const ChainState& a, const ChainState& b) { return a.disk < b.disk; });
    for (std::size_t k = 0; k < crews_.size(); ++k) {
      const auto [first, last] = slice_bounds(all.size(), crews_.size(), k);
      crews_[k].chains.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                              all.begin() + static_cast<std::ptrdiff_t>(last));
      crews_[k].start = crews_[k].chains;
    }
  }

  void set_epoch() {
    const std::uint32_t left = span_end_ - now_;
    epoch_end_ = now_ + (repairs() ? std::min(left, epoch_length_.length()) : left);
  }

  disks::ChainParameters parameters_;
  Disks disks_;
  EventLog log_;
  ChainRepair<Kernel> repair_;
  std::vector<ChainCrew> crews_;
  std::size_t chains_ = 0;   ///< in all crews
  bool forgetting_ = false;  ///< the present work of all threads: to forget times, or to run
  std::atomic<bool> violated_{false};
  disks::Ticks violation_ = disks::kNoViolation;
  std::uint32_t now_ = 0;
  std::uint32_t epoch_end_ = 0;
  std::uint32_t span_end_ = 0;
  EpochLength epoch_length_;
  std::shared_ptr<Shared> shared_;  ///< with several threads
};

/// ChainScheme::start for a kernel.
template <class Kernel>
std::unique_ptr<disks::ChainRun> start_team(const disks::Leg& leg,
                                            const disks::ConstraintGraph& graph,
                                            const disks::ChainParameters& parameters) {
  disks::require_valid(parameters);
  disks::require_valid(leg, graph);
  return std::make_unique<ChainTeam<Kernel>>(leg, graph, parameters);
}

}  // namespace touchstone::optimized
