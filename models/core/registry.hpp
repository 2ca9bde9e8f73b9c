// models/core/registry.hpp
// Purpose   A list that source files add themselves to, before main() runs, sorted by name.
// Not here  The registered items: schemes (models/disks), checks and mutants (checkers).
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone {

/// The source files that registered a scheme: a test finds those that the build has dropped.
std::vector<std::string>& registering_files();

/// Name of an item: `info.name`, `scheme.info.name` or `name`, whichever it has.
template <class Item>
const std::string& name_of(const Item& item) {
  if constexpr (requires { item.info.name; })
    return item.info.name;
  else if constexpr (requires { item.scheme.info.name; })
    return item.scheme.info.name;
  else
    return item.name;
}

/// The scheme that the others of its family are measured by (SchemeInfo::baseline).
template <class Scheme>
const Scheme& baseline_of(const std::vector<Scheme>& schemes) {
  for (const Scheme& scheme : schemes)
    if (scheme.info.baseline) return scheme;
  throw std::logic_error("no scheme is registered as the baseline");
}

/// List of one type of item, held in a local static variable of a function.
template <class Item>
class Registry {
 public:
  /// `kind` is "scheme", "check" ..., for errors.
  explicit Registry(std::string kind) : kind_(std::move(kind)) {}

  const std::vector<Item>& items() const { return items_; }

  /// Item with a given name; throws InputError that suggests the nearest known name.
  const Item& item(const std::string& name) const {
    std::vector<std::string> known;
    for (const Item& i : items_) {
      if (name_of(i) == name) return i;
      known.push_back(name_of(i));
    }
    throw InputError(fmt::format("unknown {} '{}'; {}", kind_, name, suggestion(name, known)));
  }

  /// Adds an item and returns true; throws on a duplicate name.
  bool add(Item item) {
    const auto place =
        std::lower_bound(items_.begin(), items_.end(), item,
                         [](const Item& a, const Item& b) { return name_of(a) < name_of(b); });
    if (place != items_.end() && name_of(*place) == name_of(item))
      throw std::logic_error(kind_ + " registered twice: " + name_of(item));
    items_.insert(place, std::move(item));
    return true;
  }

 private:
  std::string kind_;
  std::vector<Item> items_;
};

}  // namespace touchstone
