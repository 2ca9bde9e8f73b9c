// checkers/explore/graph/certificate.hpp
// Purpose   A verdict "no bug" as a file that somebody else can verify: every reachable state,
//           every step, and for every state how far the nearest end is.
// Computes  Lines of text, the state of number n on line n + 3:
//             touchstone-certificate 1 <states>
//             <name of the system>
//             <least steps to an end> <words in hexadecimal> : <numbers of the states that follow>
//           The successors stand in the order in which the system gives them.
// Not here  The verification (certificate_check.hpp), which shares no code with the explorer.
#pragma once
#include <iosfwd>
#include <string>

#include "checkers/explore/graph/endings.hpp"

namespace touchstone::explore {

/// Throws InputError when there is nothing to certify: the exploration was not complete, or there
/// are states from which no end can be reached. Whether the ends are the right ones is what the
/// reader of the certificate asks.
void write_certificate(const StateGraph& graph, const std::string& system, std::ostream& out);

}  // namespace touchstone::explore
