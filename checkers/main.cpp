// checkers/main.cpp
// Purpose   The program touchstone_checkers, and those of one family: list schemes, checks and
//           mutants; hold schemes to their claims, run every mutant against the checks that must
//           catch it, prove balance, and explore litmus programs. Each verb is a file of its own
//           (*verb.cpp).
// Exit      0 pass, 1 a check failed or a mutant was missed, 2 bad input, 3 inconclusive,
//           130 interrupted.
#include "suite/verb.hpp"

int main(int argc, char** argv) {
  return touchstone::run_verb("touchstone_checkers",
                              "Holds schemes to their claims, and checks to their mutants.", argc,
                              argv);
}
