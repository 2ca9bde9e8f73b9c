// checkers/mutants/hpmc/faulty_portals.hpp
// Purpose   XenoCollide with a fault planted, or with none: the twin that shows that checks catch
//           the fault and nothing else.
#pragma once
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::mutants {

enum class PortalFault {
  none,         ///< correct, for polyhedra
  none_on_cut,  ///< correct, for cut ellipsoids
  support_without_sign,
  contact_lost,
  single_precision,
  second_side_stale,
  half_axis_hidden
};

shapes::OverlapAlgorithm faulty_portals(const char* name, PortalFault fault);

}  // namespace touchstone::mutants
