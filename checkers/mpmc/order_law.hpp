// checkers/mpmc/order_law.hpp
// Purpose   Orientational order and numbers of close pairs of drawn configurations, by the code
//           that ships and by all pairs.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/observables.hpp"
#include "models/disks/order.hpp"

namespace touchstone {

/// Functions that read numbers off a configuration; by default those that ship.
struct OrderCode {
  std::function<disks::BondOrder(const disks::Configuration&)> order = disks::bond_order;
  std::function<std::vector<double>(const disks::Configuration&, const std::vector<double>&)>
      pairs = disks::pairs_within;
};

Observables order_of_disks(const std::string& name, const OrderCode& code);

}  // namespace touchstone
