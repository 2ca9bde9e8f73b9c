// models/hpmc/bodies/overlap_classes.hpp
// Purpose   Which pairs of classes an overlap algorithm takes where simpler bodies are special
//           cases of its own: a disk is a point with a rounding, a ball an ellipsoid of equal axes.
// Not here  Classes on an equal footing: any_of_classes() of overlap.hpp.
#pragma once
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::shapes {

/// Both of `own`, or one of them and a partner. Two partners meet by simpler algorithms.
inline std::function<bool(BodyClass, BodyClass)> classes_and_partners(
    std::vector<BodyClass> own, std::vector<BodyClass> partners) {
  return [own = std::move(own), partners = std::move(partners)](BodyClass a, BodyClass b) {
    const auto is_own = [&](BodyClass c) { return std::count(own.begin(), own.end(), c) > 0; };
    const auto is_partner = [&](BodyClass c) {
      return std::count(partners.begin(), partners.end(), c) > 0;
    };
    return (is_own(a) && (is_own(b) || is_partner(b))) || (is_own(b) && is_partner(a));
  };
}

}  // namespace touchstone::shapes
