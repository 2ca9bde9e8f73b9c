#include "checkers/shown_series.hpp"

#include <map>
#include <ostream>
#include <utility>

namespace touchstone {
namespace {

std::map<std::string, PrintSeries>& printers() {
  static std::map<std::string, PrintSeries> all;  // filled before main()
  return all;
}

}  // namespace

bool show_series(std::string name, PrintSeries print) {
  return printers().emplace(std::move(name), std::move(print)).second;
}

void print_shown_series(const nlohmann::json& record, std::ostream& out) {
  const nlohmann::json series = record.at("params").value("series", nlohmann::json::object());
  for (const auto& [name, print] : printers())
    if (series.contains(name)) {
      out << '\n';
      print(series.at(name), out);
    }
}

}  // namespace touchstone
