// models/core/registry.hpp
// Purpose   A list that source files add themselves to, before main() runs, sorted by name.
// Not here  What is registered: disks/registry.hpp, disks/chain_registry.hpp.
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

/// The source files that registered anything: a test finds those that the build has dropped.
inline std::vector<std::string>& registering_files() {
  static std::vector<std::string> all;
  return all;
}

/// `Item::info.name` is its name. One for each type of item.
template <class Item>
class Registry {
 public:
  static const std::vector<Item>& items() { return mutable_items(); }

  /// Throws InputError that suggests the nearest known name.
  static const Item& item(const std::string& name) {
    std::vector<std::string> known;
    for (const Item& i : items()) {
      if (i.info.name == name) return i;
      known.push_back(i.info.name);
    }
    throw InputError(fmt::format("unknown scheme '{}'; the nearest known name is '{}'", name,
                                 nearest_name(name, known)));
  }

  /// Returns true; throws on a duplicate name.
  static bool add(Item item, const char* file) {
    registering_files().emplace_back(file);
    std::vector<Item>& all = mutable_items();
    const auto place =
        std::lower_bound(all.begin(), all.end(), item,
                         [](const Item& a, const Item& b) { return a.info.name < b.info.name; });
    if (place != all.end() && place->info.name == item.info.name)
      throw std::logic_error("scheme registered twice: " + item.info.name);
    all.insert(place, std::move(item));
    return true;
  }

 private:
  static std::vector<Item>& mutable_items() {
    static std::vector<Item> all;
    return all;
  }
};

}  // namespace touchstone
