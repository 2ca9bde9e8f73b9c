// checkers/explore/axioms/drawing.hpp
// Purpose   One execution for people: a table with a column for each thread, and a graph for
//           Graphviz.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/explore/axioms/execution.hpp"

namespace touchstone::explore {

/// Names for a drawing: locations by number, and the statement of a thread by its site.
struct DrawingNames {
  std::vector<std::string> locations;
  std::function<std::string(std::uint8_t thread, std::uint32_t site)> statement;
};

/// One line per event, in an order that respects program order and reads-from; reads say which
/// write they saw, and "stale" when a newer one was there already.
std::string to_table(const Execution& execution, const DrawingNames& names);

/// A digraph: po black, rf green, mo blue, rb red.
std::string to_dot(const Execution& execution, const DrawingNames& names, const std::string& title);

}  // namespace touchstone::explore
