// benchmarks/main.cpp
// Purpose   The program touchstone_benchmarks: times every scheme of this machine and appends
//           records to --out.
// Exit      0 done, 1 a count or a state was wrong, 2 bad input, 130 interrupted.
#include "benchmarks/program.hpp"

int main(int argc, char** argv) { return touchstone::benchmarks::program(argc, argv); }
