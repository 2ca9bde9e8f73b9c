#include "checkers/origin.hpp"

#include <regex>

namespace touchstone {

Origin origin_of(const std::string& citation) {
  static const std::regex link("https?://[^ ]+"), paper("[A-Z][a-z]+ [0-9]{4}|paper");
  std::smatch found;
  if (std::regex_search(citation, found, link)) {
    std::string address = found.str();
    address.erase(address.find_last_not_of(").,;") + 1);
    return {"public bug", citation, address};
  }
  return {std::regex_search(citation, paper) ? "paper" : "seeded", citation, ""};
}

}  // namespace touchstone
