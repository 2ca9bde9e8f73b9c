#include "checkers/external/work.hpp"

#include <algorithm>
#include <array>

namespace touchstone::external {
namespace {

// check, starts, systems, requests, moves, least effort, part of it that makes the starts. Laws of
// moves ask a fifth more of a program that takes mixtures.
constexpr std::array kWork = std::to_array<Work>({
    {"exact start/one sweep", 8000, 1, 16000, 48000, 0.1, 0.5},
    {"exact start/eight sweeps", 8000, 1, 32000, 576000, 0.1, 0.5},
    {"exact start/two disks at contact", 32000, 1, 128000, 512000, 0.1, 0.5},
    {"exact start/three disks at contact", 32000, 1, 128000, 768000, 0.1, 0.5},
    {"property/any shape", 84, 20, 651, 6576},
    {"property/conserves particles", 9, 9, 740, 19530},
    {"property/contact", 4, 4, 320, 11520},
    {"property/different seeds differ", 18, 18, 36, 39060},
    {"property/displacement law", 32002, 4, 64000, 32000, 0.025},
    {"property/forced reject", 4, 2, 18, 1152},
    {"property/fresh random numbers", 3, 1, 18, 144},
    {"property/inside the box", 9, 9, 740, 19530},
    {"property/legal", 9, 9, 740, 19530},
    {"property/places and disks alike", 400, 1, 800, 288000, 0.25},
    {"property/reports itself", 27, 27, 54, 6400},
    {"property/restarts", 8, 4, 16, 1008},
    {"property/same seed, same trajectory", 18, 18, 1480, 39060},
    {"property/thread invariant", 32, 20, 320, 13800},
    {"property/trials counted", 9, 9, 9, 713},
    {"property/visits the whole box", 1, 1, 1000, 500},
    {"shapes/boxes of few bodies", 12012, 12000, 24000, 54000},
    {"shapes/domains", 2, 1, 1201, 67800},
    {"shapes/ensemble ratio", 2, 2, 64002, 129600},
    {"shapes/ideal gas", 1600, 1600, 3200, 12800},
    {"shapes/law of moves", 12, 6, 406, 22500},
    {"shapes/legal", 40, 40, 106, 31000},
    {"shapes/one square", 4000, 1, 8000, 20000, 0.025},
    {"shapes/proposals", 12, 6, 406, 22500},
    {"shapes/rank invariance", 30, 30, 432, 65664},
    {"shapes/restarts", 31, 25, 24, 10000},
    {"shapes/seeds apart", 21, 1, 126, 1008},
    {"shapes/thousands", 10, 10, 16, 155648},
    {"shapes/thread invariance", 4, 4, 20, 12960},
    {"shapes/two bodies", 1204, 4, 2400, 19200, 0.3},
    {"shapes/two disks", 4000, 1, 8000, 160000, 0.025},
    {"legs/one chain", 100, 100, 300, 200},
    {"legs/square boxes", 100, 100, 300, 200},
    {"legs/several chains", 100, 100, 300, 200},
    {"legs/threads", 100, 100, 260, 200},
    {"legs/touching disks", 100, 100, 300, 200},
});

}  // namespace

const Work* work_of(std::string_view check) {
  const auto found = std::find_if(kWork.begin(), kWork.end(),
                                  [&](const Work& work) { return work.check == check; });
  return found == kWork.end() ? nullptr : &*found;
}

}  // namespace touchstone::external
