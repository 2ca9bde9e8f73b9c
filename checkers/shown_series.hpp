// checkers/shown_series.hpp
// Purpose   Tables that a run prints below its matrices for schemes in programs of users: series of
//           a record, by name. Others find them in the records.
#pragma once
#include <functional>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

namespace touchstone {

using PrintSeries = std::function<void(const nlohmann::json& rows, std::ostream& out)>;

/// Has the series of this name printed so; returns true.
bool show_series(std::string name, PrintSeries print);

/// Prints those series of a record that are shown.
void print_shown_series(const nlohmann::json& record, std::ostream& out);

}  // namespace touchstone
