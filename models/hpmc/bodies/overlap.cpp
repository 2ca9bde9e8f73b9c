#include "models/hpmc/bodies/overlap.hpp"

#include <algorithm>
#include <utility>

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"

namespace touchstone::shapes {
namespace {

Registry<OverlapAlgorithm>& registry() {
  static Registry<OverlapAlgorithm> all("algorithm");  // filled before main() by registration lines
  return all;
}

bool is_used(const OverlapAlgorithm& one) { return one.available && !one.answers; }

std::string both(const Body& a, const Body& b) {
  return std::string(name(class_of(a))) + " and " + std::string(name(class_of(b)));
}

}  // namespace

const std::vector<OverlapAlgorithm>& overlap_algorithms() { return registry().items(); }

const OverlapAlgorithm& overlap_algorithm(const std::string& name) { return registry().item(name); }

bool register_overlap(OverlapAlgorithm algorithm, const char* file) {
  registering_files().emplace_back(file);
  return registry().add(std::move(algorithm));
}

std::vector<const OverlapAlgorithm*> algorithms_for(const Body& a, const Body& b) {
  std::vector<const OverlapAlgorithm*> all;
  for (const OverlapAlgorithm& one : overlap_algorithms())
    if (is_used(one) && one.takes(class_of(a), class_of(b))) all.push_back(&one);
  std::stable_partition(all.begin(), all.end(),
                        [](const OverlapAlgorithm* one) { return one->reference; });
  return all;
}

std::vector<BodyClass> partners_of(BodyClass body_class) {
  std::vector<BodyClass> all;
  for (std::size_t i = 0; i < kBodyClasses; ++i) {
    const auto other = static_cast<BodyClass>(i);
    if (std::any_of(overlap_algorithms().begin(), overlap_algorithms().end(),
                    [&](const OverlapAlgorithm& one) {
                      return is_used(one) && one.takes(body_class, other);
                    }))
      all.push_back(other);
  }
  return all;
}

std::unique_ptr<PairOverlap> prepare(const OverlapAlgorithm& algorithm, const Body& a,
                                     const Body& b) {
  if (!algorithm.takes(class_of(a), class_of(b)))
    throw input_error(algorithm.info.name, "bodies", "classes that the algorithm takes",
                      both(a, b));
  return algorithm.prepare(a, b);
}

std::unique_ptr<PairOverlap> prepare(const Body& a, const Body& b) {
  const std::vector<const OverlapAlgorithm*> all = algorithms_for(a, b);
  if (all.empty())
    throw input_error("overlap", "bodies", "two for which there is an algorithm", both(a, b));
  const auto fastest = std::max_element(
      all.begin(), all.end(),
      [](const OverlapAlgorithm* x, const OverlapAlgorithm* y) { return x->speed < y->speed; });
  return (*fastest)->prepare(a, b);
}

std::unique_ptr<PairOverlap> prepare_trusted(const Body& a, const Body& b) {
  const std::vector<const OverlapAlgorithm*> all = algorithms_for(a, b);
  return all.empty() ? prepare(a, b) : prepare(*all.front(), a, b);
}

std::function<bool(BodyClass, BodyClass)> any_of_classes(std::vector<BodyClass> classes) {
  return [classes = std::move(classes)](BodyClass a, BodyClass b) {
    return std::count(classes.begin(), classes.end(), a) != 0 &&
           std::count(classes.begin(), classes.end(), b) != 0;
  };
}

}  // namespace touchstone::shapes
