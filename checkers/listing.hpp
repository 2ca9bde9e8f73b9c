// checkers/listing.hpp
// Purpose   `touchstone list`: schemes, checks and mutants, as text and as JSON.
#pragma once
#include <iosfwd>
#include <string>

namespace touchstone {

/// `what`: "schemes", "checks", "mutants" or "" for all; throws InputError for anything else.
/// `family` is a shell pattern. JSON: an array of the one kind asked for; "" gives the schemes.
void print_listing(const std::string& what, const std::string& family, bool json,
                   std::ostream& text);

}  // namespace touchstone
