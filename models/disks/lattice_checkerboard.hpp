// models/disks/lattice_checkerboard.hpp
// Purpose   A checkerboard scheme on a tiny lattice: the production body, the lattice twins of its
//           space, and the state as one word. One call makes the tiny model of a scheme.
// Not here  Enumerating it (checkers/balance).
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "models/core/tiny_model.hpp"
#include "models/disks/cell_system.hpp"
#include "models/disks/lattice_geometry.hpp"
#include "models/disks/lattice_record.hpp"
#include "models/disks/stage_counters.hpp"

namespace touchstone::disks {

inline Site as_site(int p) { return {p, 0}; }
inline Site as_site(Site p) { return p; }
inline void from_site(Site p, int& position) { position = p.x; }
inline void from_site(Site p, Site& position) { position = p; }

/// `Body` has sub_sweeps(state, tape, sweep, exec, stages) and shift_cells(from, to, shift, exec).
template <class Base, class Body>
class LatticeCheckerboard final : public TinySystem, private TrialLog<typename Base::Position> {
 public:
  using Space = RecordedSpace<Base>;
  using Position = typename Base::Position;
  using State = CellSystem<Space>;

  /// A body that does not shuffle its lists says so: then places in a list are not alike.
  static constexpr bool kListSlots = !requires { Body::kKeepsLists; };

  LatticeCheckerboard(LatticeSetup setup, Body body)
      : geometry_(setup),
        body_(std::move(body)),
        state_(Space(Base(setup.cell_width), this),
               {static_cast<std::uint32_t>(setup.columns), static_cast<std::uint32_t>(setup.rows),
                static_cast<std::uint32_t>(geometry_.capacity())}),
        other_(state_),
        stages_(State::kColours, setup.trials_per_cell) {}

  LatticeCheckerboard(const LatticeCheckerboard&) = delete;  // the spaces point to this log
  LatticeCheckerboard& operator=(const LatticeCheckerboard&) = delete;

  std::vector<StateKey> configurations() const override { return geometry_.configurations(); }

  void load(StateKey state) override {
    for (std::uint32_t cell = 0; cell < state_.shape().cells(); ++cell) state_.clear(cell);
    geometry_.for_each_site(state, [&](int site) {
      Position p{};
      from_site(geometry_.local(site), p);
      state_.append(geometry_.cell(site), p);
    });
  }

  StateKey key() const override {
    std::vector<int>& sites = sites_;
    sites.clear();
    for (std::uint32_t cell = 0; cell < state_.shape().cells(); ++cell)
      for (const Position p : std::as_const(state_).list(cell))
        sites.push_back(geometry_.site(cell, as_site(p)));
    if (!geometry_.setup().keep_order) std::sort(sites.begin(), sites.end());
    return geometry_.pack(sites);
  }

  void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec& exec) override {
    clear_counts();
    events_.clear();
    if (which == 0) {
      body_.sub_sweeps(state_, tape, sweep, exec, stages_);
      resolve();
    } else {
      body_.shift_cells(state_, other_, state_.space().draw_shift(tape, sweep), exec);
      std::swap(state_, other_);
    }
  }

  StateKey configuration(StateKey state) const override { return geometry_.sorted(state); }
  std::string observable() const override { return "contacts"; }
  std::int64_t observe(StateKey state) const override { return geometry_.contacts(state); }
  std::vector<StateKey> images(StateKey state) const override { return geometry_.images(state); }
  std::string picture(StateKey state) const override { return geometry_.picture(state); }

  std::vector<TinyStage> stages() const override {
    std::vector<TinyStage> result;
    for (std::size_t s = 0; s < stages_.trials_per_cell; ++s)
      result.push_back({"trial index", std::to_string(s), TinyStage::Counts::each_equally});
    for (int q = 0; q < State::kColours; ++q)
      result.push_back({"colour order", std::to_string(q), TinyStage::Counts::each});
    for (int n = 1; kListSlots && n <= geometry_.capacity(); ++n)
      for (int slot = 0; slot < n; ++slot)
        result.push_back(
            {fmt::format("list slot of {}", n), std::to_string(slot), TinyStage::Counts::once});
    return result;
  }

  void count_stages(std::vector<TinyStageCount>& counts) const override {
    const std::size_t trials = stages_.trials_per_cell;
    for (std::size_t q = 0; q < State::kColours; ++q)
      for (std::size_t s = 0; s < trials; ++s)
        for (const std::size_t stage : {s, trials + q}) {
          counts[stage].trials += stages_.trials[stages_.at(q, s)];
          counts[stage].accepted += stages_.accepted[stages_.at(q, s)];
        }
    for (std::size_t i = 0; kListSlots && i < slots_.size(); ++i)
      counts[trials + State::kColours + i] = slots_[i];
  }

  void record(bool on) override {
    recording_ = on;
    events_.clear();
  }
  std::vector<std::string> events() const override { return events_; }

 private:
  struct Trial {
    Position from;
    Position to;
    unsigned number;
    std::optional<std::size_t> slot;  ///< index into slots_
    const char* rejected = nullptr;
  };

  void clear_counts() {
    std::fill(stages_.trials.begin(), stages_.trials.end(), 0);
    std::fill(stages_.accepted.begin(), stages_.accepted.end(), 0);
    const auto n = static_cast<std::size_t>(geometry_.capacity());
    slots_.assign(n * (n + 1) / 2, {});
    trial_.reset();
    cell_ = 0;
  }

  // The log of the space.
  void enter_cell(std::uint32_t cell) override {
    resolve();
    cell_ = cell;
  }
  void propose(Position from, Position to, unsigned number) override {
    resolve();
    trial_ = Trial{from, to, number, slot_of(from), nullptr};
  }
  void reject(const char* why) override {
    if (trial_ && !trial_->rejected) trial_->rejected = why;
  }
  void shift(CellOffset direction, int distance) override {
    if (recording_)
      events_.push_back(
          fmt::format("the grid moves by ({},{})", direction.x * distance, direction.y * distance));
  }

  /// Index into slots_ of the place of a particle in its list.
  std::optional<std::size_t> slot_of(Position p) const {
    const auto list = state_.list(cell_);
    const auto n = list.size();
    if (n < 1 || n > static_cast<std::size_t>(geometry_.capacity())) return std::nullopt;
    const auto place = std::find(list.begin(), list.end(), p);
    if (place == list.end()) return std::nullopt;
    return n * (n - 1) / 2 + static_cast<std::size_t>(place - list.begin());
  }

  /// The trial before is over: nothing spoke against it, or something did.
  void resolve() {
    if (!trial_) return;
    if (trial_->slot) {
      ++slots_[*trial_->slot].trials;
      slots_[*trial_->slot].accepted += trial_->rejected ? 0 : 1;
    }
    if (recording_)
      events_.push_back(fmt::format("cell {}, trial {}: {} -> {}: {}", cell_, trial_->number,
                                    text(trial_->from), text(trial_->to),
                                    trial_->rejected
                                        ? std::string("rejected, it ") + trial_->rejected
                                        : "accepted:  " + geometry_.picture(key())));
    trial_.reset();
  }

  LatticeGeometry geometry_;
  Body body_;
  State state_;
  State other_;
  StageCounters stages_;
  std::vector<TinyStageCount> slots_;
  std::uint32_t cell_ = 0;
  std::optional<Trial> trial_;
  bool recording_ = false;
  std::vector<std::string> events_;
  mutable std::vector<int> sites_;
};

/// The tiny model of a scheme of mpmc: `make_body(std::type_identity<Space>, trials_per_cell)`
/// makes the production body for a space. Everything else can be changed on the result.
template <class Base, class MakeBody>
TinyModel lattice_model(const SchemeInfo& info, LatticeSetup setup, MakeBody make_body) {
  using Space = RecordedSpace<Base>;
  using Body = decltype(make_body(std::type_identity<Space>{}, 1));
  setup.dimensions = Base::kDimensions;
  const Claims balance = info.claims & (Claims::detailed_balance | Claims::global_balance);
  return {.scheme = info.name,
          .model = setup.name(),
          .family = "mpmc",
          .source = info.source,
          .operators = {{"sub-sweeps", balance},
                        {"grid shift", Claims::detailed_balance | Claims::global_balance}},
          .claims = Claims::global_balance,
          .make = [setup, make_body]() -> std::unique_ptr<TinySystem> {
            return std::make_unique<LatticeCheckerboard<Base, Body>>(
                setup, make_body(std::type_identity<Space>{}, setup.trials_per_cell));
          },
          .labels = {{"nM", std::to_string(setup.trials_per_cell)}}};
}

}  // namespace touchstone::disks
