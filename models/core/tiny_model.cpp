#include "models/core/tiny_model.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace touchstone {
namespace {

std::vector<TinyModel>& mutable_models() {
  static std::vector<TinyModel> all;  // filled before main() by the registration lines
  return all;
}

bool by_name(const TinyModel& a, const TinyModel& b) {
  return std::tie(a.scheme, a.model) < std::tie(b.scheme, b.model);
}

}  // namespace

const std::vector<TinyModel>& tiny_models() { return mutable_models(); }

bool register_tiny(TinyModel model) {
  const std::string name = model.scheme + " on " + model.model;
  if (model.scheme.empty() || model.model.empty() || model.operators.empty() || !model.make)
    throw std::logic_error("incomplete tiny model: " + name);
  std::vector<TinyModel>& all = mutable_models();
  const auto place = std::lower_bound(all.begin(), all.end(), model, by_name);
  if (place != all.end() && place->scheme == model.scheme && place->model == model.model)
    throw std::logic_error("tiny model registered twice: " + name);
  all.insert(place, std::move(model));
  return true;
}

}  // namespace touchstone
