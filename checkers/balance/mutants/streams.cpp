// checkers/balance/mutants/streams.cpp
// Purpose   A particle that hops on a ring and reads a random number twice on some tapes only. The
//           uniform distribution is kept: "fresh streams" alone must fail.
#include "models/core/tiny_model.hpp"

namespace touchstone::balance {
namespace {

constexpr StateKey kSites = 5;

enum class Fault {
  opened_twice,  ///< the length of a hop repeats the draw that decided on it
  next_sweep     ///< a hop that is drawn anew takes the draw of the next sweep
};

class Hop final : public TinySystem {
 public:
  explicit Hop(Fault fault) : fault_(fault) {}
  std::vector<StateKey> configurations() const override { return {0, 1, 2, 3, 4}; }
  void load(StateKey state) override { site_ = state; }
  StateKey key() const override { return site_; }
  void apply(std::size_t, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    const std::uint32_t first = tape.stream(Purpose::metropolis, sweep, 0).below(3);
    site_ = (site_ + (first < 2 ? first : drawn_again(sweep, tape))) % kSites;
  }

 private:
  std::uint32_t drawn_again(std::uint64_t sweep, ChoiceTape& tape) const {
    const std::uint64_t step = fault_ == Fault::next_sweep ? sweep + 1 : sweep;
    return tape.stream(Purpose::metropolis, step, 0).below(3);
  }

  Fault fault_;
  StateKey site_ = 0;
};

bool add(const char* name, Fault fault, const char* what) {
  return register_tiny({.scheme = std::string("mutant/hop-") + name,
                        .model = "ring L=5 N=1",
                        .family = "mpmc",
                        .source = "Metropolis et al. 1953, section II, broken on purpose",
                        .operators = {{"sweep"}},
                        .make = [fault] { return std::make_unique<Hop>(fault); },
                        .origin = Origin::invented(what),
                        .killed_by = {"fresh streams"}});
}

const bool registered =
    add("stream-opened-twice", Fault::opened_twice,
        "seeded fault: after one draw of three the same stream is opened again") &&
    add("stream-of-next-sweep", Fault::next_sweep,
        "seeded fault: after one draw of three the stream of the next sweep is read");

}  // namespace
}  // namespace touchstone::balance
