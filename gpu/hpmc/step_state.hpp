// gpu/hpmc/step_state.hpp
// Purpose   Numbers of a step that are in device memory, so that the launches of one step are those
//           of every step and a graph of them can be replayed: the origin of the cells, the first
//           sweep, the order of colours; and the mark that a cell is too full, with which all that
//           follows does nothing.
// Cost      One launch for each step; its threads draw the order of one sweep each.
// Not here  What is done with them (sort_cells.hpp, shape_pass.hpp).
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"
#include "models/core/random/philox.hpp"
#include "models/hpmc/boxes/cell_grid.hpp"

namespace touchstone::gpu {

struct StepNumbers {
  shapes::Vec3 origin = {};  ///< origin of the cells, fractional
  std::uint64_t first_sweep = 0;
};

/// Elements in device memory.
struct StepState {
  Span<std::uint64_t> step;     ///< [1]; the last launch of a step adds 1
  Span<StepNumbers> now;        ///< [1]
  Span<std::int32_t> colours;   ///< (sweeps of a step, ColourOrder::kMost)
  Span<std::uint32_t> crowded;  ///< [1]: bodies of the fullest cell that is too full, or 0
};

/// Draws the numbers of the step.
struct BeginStep {
  static constexpr const char* kName = "hpmc/begin-step";
  static constexpr bool kSynchronises = false;
  shapes::CellGrid grid;
  Philox random{1};
  StepState state;
  int sweeps = 1;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::uint64_t step = ctx.global(state.step, "step").load(0);
    const std::uint64_t first = step * static_cast<std::uint64_t>(sweeps);
    const auto colours = ctx.global(state.colours, "colours");
    if (ctx.global_thread() == 0) {
      shapes::CellGrid drawn = grid;
      drawn.set_origin(random, step);
      ctx.global(state.now, "now").store(0, StepNumbers{drawn.origin(), first});
    }
    for (auto sweep = ctx.global_thread(); sweep < sweeps; sweep += ctx.global_size()) {
      const shapes::ColourOrder order =
          grid.order(random, first + static_cast<std::uint64_t>(sweep));
      for (int k = 0; k < order.count; ++k)
        colours.store(sweep * shapes::ColourOrder::kMost + k, order.colour[k]);
    }
  }
};

}  // namespace touchstone::gpu
