#include "optimized/cmc/shells/shell_tree.hpp"

#include <limits>

namespace touchstone::optimized {
namespace {

/// Every `stride`-th record's u and phi.
void fill(ShellTree::Level& level, const double* records, std::size_t shells, std::size_t stride) {
  constexpr std::size_t kWidth = ShellTree::kWidth;
  const std::size_t entries = (shells + stride - 1) / stride;
  level.resize((entries + kWidth - 1) / kWidth);
  std::size_t i = 0;
  for (ShellTree::Node& node : level)
    for (std::size_t j = 0; j < kWidth; ++j, ++i) {
      const bool real = i < entries;
      node.u[j] = real ? records[4 * stride * i] : 0;
      node.phi[j] = real ? records[4 * stride * i + 1] : std::numeric_limits<double>::max();
    }
}

}  // namespace

void ShellTree::update(const double* records, std::size_t shells) {
  const auto nodes = [](std::size_t entries) { return (entries + kWidth - 1) / kWidth; };
  std::size_t count = 1;
  for (std::size_t entries = nodes(shells); entries > kMostTop * kWidth; entries = nodes(entries))
    ++count;
  levels_.resize(count);
  std::size_t stride = kWidth;
  for (Level& level : levels_) {
    fill(level, records, shells, stride);
    stride *= kWidth;
  }
}

}  // namespace touchstone::optimized
