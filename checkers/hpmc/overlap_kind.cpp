#include "checkers/hpmc/overlap_kind.hpp"

#include <fmt/format.h>

#include "checkers/hpmc/asked_together.hpp"
#include "checkers/kind.hpp"

namespace touchstone {
namespace {

const bool registered = register_kind<shapes::OverlapAlgorithm>();

std::string classes_of(const shapes::OverlapAlgorithm& algorithm) {
  std::string text;
  for (std::size_t i = 0; i < shapes::kBodyClasses; ++i) {
    const auto c = static_cast<shapes::BodyClass>(i);
    if (algorithm.takes(c, c)) text += (text.empty() ? "" : ", ") + std::string(name(c));
  }
  return text;
}

}  // namespace

CheckResult Kind<shapes::OverlapAlgorithm>::run(const Check<shapes::OverlapAlgorithm>& check,
                                                const shapes::OverlapAlgorithm& algorithm,
                                                const CheckContext& context) {
  if (!algorithm.answers || check.only.asks_in_turn) return check.run(algorithm, context);
  return hpmc::asked_together(
      algorithm, [&](const shapes::OverlapAlgorithm& one) { return check.run(one, context); });
}

std::vector<ListedFact> Kind<shapes::OverlapAlgorithm>::facts(
    const shapes::OverlapAlgorithm& algorithm) {
  return {{"bodies", classes_of(algorithm)},
          {"resolves", algorithm.resolution == 0
                           ? "every pair: exact"
                           : fmt::format("gaps of {:g} of the size", algorithm.resolution)}};
}

}  // namespace touchstone
