// checkers/balance/wrapped_system.hpp
// Purpose   A tiny system that is another one but for what a derived class says otherwise: wrong
//           counts, keys or stages for tests and mutants.
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "models/core/tiny_model.hpp"

namespace touchstone {

class WrappedSystem : public TinySystem {
 public:
  explicit WrappedSystem(std::unique_ptr<TinySystem> inner) : inner_(std::move(inner)) {}
  std::vector<StateKey> configurations() const override { return inner_->configurations(); }
  void load(StateKey state) override { inner_->load(state); }
  StateKey key() const override { return inner_->key(); }
  void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec& exec) override {
    inner_->apply(which, sweep, tape, exec);
  }
  StateKey configuration(StateKey state) const override { return inner_->configuration(state); }
  std::uint64_t weight(StateKey state) const override { return inner_->weight(state); }
  std::vector<TinyStage> stages() const override { return inner_->stages(); }
  void count_stages(std::vector<TinyStageCount>& counts) const override {
    inner_->count_stages(counts);
  }

 protected:
  std::unique_ptr<TinySystem> inner_;
};

}  // namespace touchstone
