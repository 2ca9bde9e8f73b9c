// The switch of the generated mutants: which of them this process runs with, TOUCHSTONE_MUTANT=17, or
// none. TOUCHSTONE_MUTANT=coverage runs with none and writes the numbers of the sites that were reached
// to the file named by TOUCHSTONE_MUTANT_REACHED. The compiler reads this before each file.
#ifndef TOUCHSTONE_MUTANT
#define TOUCHSTONE_MUTANT(number) ::touchstone_mutant_is_on(number)

extern unsigned char touchstone_mutants[];  // by number: 0 off, 1 on, 2 to be counted
bool touchstone_mutant_met(int number);

/// True in a process with this mutant. What the compiler computes has no mutants.
[[gnu::always_inline]] inline constexpr bool touchstone_mutant_is_on(int number) {
  return __builtin_is_constant_evaluated() ? false
         : __builtin_expect(touchstone_mutants[number] != 0, 0) ? touchstone_mutant_met(number)
                                                                : false;
}
#endif

#ifdef TOUCHSTONE_MUTANTS  // in one file: how many there are
#include <cstdio>
#include <cstdlib>
#include <cstring>

unsigned char touchstone_mutants[TOUCHSTONE_MUTANTS + 1];
static unsigned char touchstone_reached[TOUCHSTONE_MUTANTS + 1];

bool touchstone_mutant_met(int number) {
  if (__atomic_load_n(&touchstone_mutants[number], __ATOMIC_RELAXED) == 1) return true;
  __atomic_store_n(&touchstone_reached[number], 1, __ATOMIC_RELAXED);
  __atomic_store_n(&touchstone_mutants[number], 0, __ATOMIC_RELAXED);  // once is enough: as fast as before
  return false;
}

namespace {

/// Before everything else that runs before main().
[[gnu::constructor(101)]] void choose_mutant() {
  const char* chosen = std::getenv("TOUCHSTONE_MUTANT");
  if (chosen == nullptr) return;
  if (std::strcmp(chosen, "coverage") == 0)
    std::memset(touchstone_mutants, 2, sizeof touchstone_mutants);
  else if (const long number = std::atol(chosen); number > 0 && number <= TOUCHSTONE_MUTANTS)
    touchstone_mutants[number] = 1;
}

[[gnu::destructor(101)]] void write_reached() {
  const char* path = std::getenv("TOUCHSTONE_MUTANT_REACHED");
  if (path == nullptr || touchstone_mutants[0] != 2) return;
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) std::_Exit(2);
  for (int number = 1; number <= TOUCHSTONE_MUTANTS; ++number)
    if (touchstone_reached[number] != 0) std::fprintf(file, "%d\n", number);
  const bool written = std::ferror(file) == 0;
  if (std::fclose(file) != 0 || !written) std::_Exit(2);  // as for any result
}

}  // namespace
#endif
