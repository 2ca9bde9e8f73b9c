#include "suite/overlap_cases/remarks.hpp"

#include <fmt/format.h>

namespace touchstone::shapes {

void RemarkLines::add(const std::string& where, const std::string& what) {
  const auto [place, is_new] = known_.emplace(what, all_.size());
  if (is_new) all_.push_back({.where = where, .what = what});
  ++all_[place->second].places;
}

std::vector<std::string> RemarkLines::lines() const {
  std::vector<std::string> lines;
  for (const Remark& one : all_) {
    const std::size_t more = one.places - 1;
    const std::string others =
        more == 0 ? "" : fmt::format(" and {} more place{}", more, more == 1 ? "" : "s");
    lines.push_back(fmt::format("{}{}: {}", one.where, others, one.what));
  }
  return lines;
}

}  // namespace touchstone::shapes
