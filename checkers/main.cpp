// checkers/main.cpp
// Purpose   The program touchstone_checkers: lists schemes, checks and mutants; holds schemes to
//           their claims, runs every mutant against the checks that must catch it, proves balance,
//           and explores litmus programs. Each verb is a file of its own (*verb.cpp); programs of
//           one family have fewer.
// Exit      0 pass, 1 a check failed or a mutant was missed, 2 bad input, 3 inconclusive,
//           130 interrupted.
#include "suite/verb.hpp"

int main(int argc, char** argv) {
  return touchstone::run_verb("touchstone_checkers",
                              "Holds schemes to their claims, and checks to their mutants.", argc,
                              argv);
}
