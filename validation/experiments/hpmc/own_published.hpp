// validation/experiments/hpmc/own_published.hpp
// Purpose   Published pressures of one body at any packing fraction, as beta P / rho.
// Source    validation/data/hpmc_pressures.csv; for disks hard_disk_eos.csv, too.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "validation/own_rows.hpp"

namespace touchstone::validation::hpmc {

/// Value of just this body, number and packing fraction, in a square or cubic box.
std::optional<OwnKnown> published_here(const std::string& body, std::size_t bodies, double packing);
/// The one of this body with the nearest packing fraction, on one line; empty without any.
std::string nearest_published(const std::string& body, std::size_t bodies, double packing);

}  // namespace touchstone::validation::hpmc
