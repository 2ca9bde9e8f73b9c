#include "checkers/hpmc/asked_together.hpp"

#include <deque>
#include <memory>
#include <stdexcept>

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::Orientation;
using shapes::OverlapAlgorithm;
using shapes::OverlapQuestion;
using shapes::Vec3;

/// Questions of the first run, and in the second one their answers.
struct Script {
  std::deque<Body> bodies;  ///< they stay where they are
  std::vector<OverlapQuestion> questions;
  std::vector<bool> answers;
  bool second = false;
  std::size_t heard = 0;
};

class ByScript final : public shapes::PairOverlap {
 public:
  ByScript(std::shared_ptr<Script> script, const Body& a, const Body& b)
      : script_(std::move(script)) {
    if (script_->second) return;
    a_ = &script_->bodies.emplace_back(a);
    b_ = &script_->bodies.emplace_back(b);
  }
  bool overlaps(const Orientation& a, const Orientation& b, Vec3 r) const override {
    Script& s = *script_;
    if (!s.second) {
      s.questions.push_back({a_, b_, a, b, r});
      return false;
    }
    if (s.heard == s.questions.size() || s.questions[s.heard].r_ab != r)
      throw std::logic_error("the check asks in its second run what it did not ask in its first");
    return s.answers[s.heard++];
  }

 private:
  std::shared_ptr<Script> script_;
  const Body* a_ = nullptr;
  const Body* b_ = nullptr;
};

}  // namespace

CheckResult asked_together(const OverlapAlgorithm& algorithm,
                           const std::function<CheckResult(const OverlapAlgorithm&)>& check) {
  const auto script = std::make_shared<Script>();
  OverlapAlgorithm scripted = algorithm;
  scripted.prepare = [script](const Body& a, const Body& b) {
    return std::make_unique<ByScript>(script, a, b);
  };
  check(scripted);
  script->answers = algorithm.answers(script->questions);
  script->second = true;
  CheckResult result = check(scripted);
  if (script->heard != script->questions.size())
    throw std::logic_error("the check asks less in its second run than in its first");
  return result;
}

}  // namespace touchstone::hpmc
