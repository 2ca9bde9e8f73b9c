// checkers/explore/litmus/random_programs.hpp
// Purpose   Random litmus programs for RapidCheck: up to three threads, all kinds of accesses and
//           all memory orders. A failure is shrunk and shown as a program in the one-line language.
// Not here  Anything but tests includes this file.
#pragma once
#include <rapidcheck.h>

#include <ostream>
#include <string>
#include <vector>

namespace touchstone::explore {

struct RandomStatement {
  int kind = 0;      ///< load, store, fetch_add, exchange, cas, fence, wait or a dependent store
  int variable = 0;  ///< x or y
  int value = 1;
  int order = 0;
  int failure = 0;
  int scope = 2;  ///< number of the scope of an atomic access: block, device, system
};

struct RandomProgram {
  std::vector<std::vector<RandomStatement>> threads;
  std::vector<int> places = {};  ///< numbers of kPlaces, by thread

  std::string text() const {
    std::string result;
    int registers = 0;
    for (const auto& thread : threads) {
      if (!result.empty()) result += " || ";
      int last = -1;
      bool first = true;
      if (const auto t = static_cast<std::size_t>(&thread - threads.data()); t < places.size()) {
        static const char* const kPlaces[] = {"at(0,0); ", "at(0,1); ", "at(1,0); "};
        result += kPlaces[places[t]];
      }
      for (const RandomStatement& statement : thread) {
        if (!first) result += "; ";
        first = false;
        result += to_text(statement, registers, last);
      }
    }
    return result;
  }

  static std::string to_text(const RandomStatement& s, int& registers, int& last) {
    static const char* const kLoads[] = {"rlx", "acq", "sc", "rlx", "na"};
    static const char* const kStores[] = {"rlx", "rel", "sc", "rlx", "na"};
    static const char* const kUpdates[] = {"rlx", "acq", "rel", "acqrel", "sc"};
    static const char* const kFailures[] = {"rlx", "acq", "sc"};
    const std::string v = s.variable == 0 ? "x" : "y";
    const std::string value = std::to_string(s.value);
    const auto scoped = [&s](const std::string& name) {
      return s.scope == 2 || name == "na" ? name : name + (s.scope == 0 ? "@blk" : "@dev");
    };
    const auto order = static_cast<std::size_t>(s.order);
    const std::string load = scoped(kLoads[order]), store = scoped(kStores[order]);
    const std::string update = scoped(kUpdates[order]);
    const auto result = [&] { return "r" + std::to_string(last = registers++) + "="; };
    switch (s.kind) {
      case 0:
        return result() + v + ".load(" + load + ")";
      case 1:
        return v + ".store(" + value + "," + store + ")";
      case 2:
        return result() + v + ".fetch_add(" + value + "," + update + ")";
      case 3:
        return result() + v + ".exchange(" + value + "," + update + ")";
      case 4:
        return result() + v + ".cas(" + std::to_string(s.value - 1) + "," + value + "," + update +
               "," + kFailures[static_cast<std::size_t>(s.failure)] + ")";
      case 5:
        return "fence(" + update + ")";
      case 6:
        return "await(" + v + "!=" + std::to_string(s.value - 1) + "," + load + ")";
      default:
        if (last < 0) return v + ".store(" + value + "," + store + ")";
        return "if(r" + std::to_string(last) + "==" + std::to_string(s.value - 1) + "){" + v +
               ".store(" + value + "," + store + ")}";
    }
  }
};

inline std::ostream& operator<<(std::ostream& out, const RandomProgram& program) {
  return out << program.text();
}

/// `threads` threads of at most `statements` statements each; with `scopes`, in blocks of devices.
inline rc::Gen<RandomProgram> random_program(std::size_t threads, std::size_t statements,
                                             bool scopes = false) {
  using namespace rc;
  const auto statement = gen::build<RandomStatement>(
      gen::set(&RandomStatement::kind,
               gen::weightedElement<int>(
                   {{5, 0}, {5, 1}, {1, 2}, {1, 3}, {2, 4}, {2, 5}, {1, 6}, {1, 7}})),
      gen::set(&RandomStatement::variable, gen::inRange(0, 2)),
      gen::set(&RandomStatement::value, gen::inRange(1, 3)),
      gen::set(&RandomStatement::order, gen::inRange(0, 5)),
      gen::set(&RandomStatement::failure, gen::inRange(0, 3)),
      gen::set(&RandomStatement::scope, gen::inRange(scopes ? 0 : 2, 3)));
  const auto thread =
      gen::mapcat(gen::inRange<std::size_t>(1, statements + 1), [statement](std::size_t n) {
        return gen::container<std::vector<RandomStatement>>(n, statement);
      });
  return gen::build<RandomProgram>(
      gen::set(&RandomProgram::threads,
               gen::container<std::vector<std::vector<RandomStatement>>>(threads, thread)),
      gen::set(&RandomProgram::places,
               gen::container<std::vector<int>>(scopes ? threads : 0, gen::inRange(0, 3))));
}

}  // namespace touchstone::explore
