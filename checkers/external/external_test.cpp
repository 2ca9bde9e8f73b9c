// checkers/external/external_test.cpp
// Programs of a user's: the examples of the adapter for Python pass, the faults planted in copies
// of them are caught, and what is wrong with a description or an answer is said.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/disks/disk_kind.hpp"
#include "checkers/ecmc/real_leg_kind.hpp"
#include "checkers/external/left_out.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/task.hpp"
#include "models/cmc/plummer.hpp"
#include "models/core/for_each_index.hpp"
#include "models/core/source_tree.hpp"
#include "models/disks/start.hpp"
#include "suite/external/schemes.hpp"

namespace touchstone::external {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A text of a program and what is planted instead.
struct Fault {
  std::string text = {};
  std::string instead = {};
};

class External : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / fmt::format("touchstone-external-{}", ::getpid());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string written(const std::string& text) {
    const fs::path file = folder_ / "description.json";
    std::ofstream(file) << text;
    return file.string();
  }
  Description described(const std::string& simulates, const std::string& command,
                        const std::string& claims, const std::string& more = "") {
    return read_description(written(
        fmt::format(R"({{"format": "touchstone-external/1", "name": "example", "simulates": "{}",
                        "command": [{}], "claims": [{}]{}}})",
                    simulates, command, claims, more)));
  }
  /// The command that runs an example, after this text in it was replaced.
  std::string example(const std::string& kind, const Fault& fault) {
    const fs::path adapter = source_tree() / "adapters/python";
    ::setenv("PYTHONPATH", (adapter / "src").c_str(), 1);
    std::ifstream original(adapter / "example" / (kind + ".py"));
    std::string text{std::istreambuf_iterator<char>(original), {}};
    const std::size_t place = text.find(fault.text);
    EXPECT_NE(place, std::string::npos) << kind << ".py has no '" << fault.text << "'";
    if (place != std::string::npos) text.replace(place, fault.text.size(), fault.instead);
    const fs::path program = folder_ / fmt::format("{}-{}.py", kind, ++programs_);
    std::ofstream(program) << text;
    return fmt::format(R"("python3", "{}")", program.string());
  }
  disks::DiskScheme disk_program(const std::string& command, const std::string& more = "") {
    return disk_scheme(described(
        "disks", command, R"("global balance", "conserves particles", "thread invariant")", more));
  }
  disks::DiskScheme metropolis(const Fault& fault = {}) {
    return disk_program(example("disks", fault));
  }
  /// A program that breaks the protocol.
  disks::DiskScheme answers(const std::string& fault, const std::string& more = "") {
    const fs::path program = source_tree() / "checkers/external/wrong_answers.py";
    return disk_program(fmt::format(R"("python3", "{}", "{}")", program.string(), fault), more);
  }
  shapes::ShapeScheme spheres(const Fault& fault = {}) {
    return shape_scheme(described("shapes", example("shapes", fault),
                                  R"("global balance", "conserves particles")"));
  }
  longrange::LongrangeScheme mean_field(const Fault& fault = {}) {
    return longrange_scheme(described("longrange", example("longrange", fault),
                                      R"("time reversible", "bounded energy error")",
                                      R"(, "models": ["hmf"])"));
  }
  cluster::ClusterScheme henon(const Fault& fault = {}) {
    return cluster_scheme(described("stars", example("stars", fault), R"("conserves particles")"));
  }
  disks::RealLegScheme chains(const Fault& fault = {}, const std::string& more = "") {
    return chain_scheme(described("chains", example("chains", fault),
                                  R"("equals reference", "thread invariant")", more));
  }
  /// Overlaps of disks, balls and ellipses.
  shapes::OverlapAlgorithm overlaps(const std::string& how, const std::string& more = "") {
    const std::string package = (source_tree() / "adapters/python/src").string();
    ::setenv("PYTHONPATH", package.c_str(), 1);
    const fs::path program = source_tree() / "checkers/external/overlap_programs.py";
    return overlap_algorithm(
        described("overlaps", fmt::format(R"("python3", "{}", "{}")", program.string(), how),
                  R"("equals reference", "scale invariant")", more));
  }
  template <class Scheme>
  static CheckResult checked(const std::string& name, const Scheme& scheme) {
    return run_check(check_of<Scheme>(name), scheme, {});
  }

 private:
  fs::path folder_;
  int programs_ = 0;
};

TEST_F(External, DisksOfACorrectProgramPass) {
  const disks::DiskScheme scheme = metropolis();
  for (const std::string name :
       {"exact start/one sweep", "property/legal", "property/displacement law",
        "property/places and disks alike", "property/contact",
        "property/same seed, same trajectory", "property/thread invariant",
        "property/different seeds differ", "property/trials counted"}) {
    const CheckResult result = checked(name, scheme);
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
}

TEST_F(External, FaultsOfDisksAreCaught) {
  const auto fails = [&](const Fault& fault, const std::string& name) {
    const CheckResult result = checked(name, metropolis(fault));
    EXPECT_EQ(result.verdict, Verdict::fail)
        << fault.instead << ", " << name << ": " << result.detail;
    return result.detail;
  };
  const std::string one = "self.random.randrange(len(self.centres))";
  const std::string generator = "random.Random(self.seed)";
  const Fault late{"all(j == i or", "all(j >= i or"};  // disks behind in the list are not seen
  fails(late, "property/legal");
  fails(late, "exact start/one sweep");
  fails({"uniform(0, math.tau)", "uniform(-math.pi / 2, math.pi / 2)"},  // never left
        "property/displacement law");
  fails({"+ step", "+ step + 0.03 * self.max_displacement"}, "property/displacement law");
  fails({generator,  // 12 bits
         "type('Coarse', (random.Random,), {'random': lambda r: "
         "math.floor(4096 * random.Random.random(r)) / 4096})(self.seed)"},
        "property/displacement law");
  fails({">= 1", ">= 1.0001"}, "property/contact");
  fails({generator, "random.Random(1)"}, "property/different seeds differ");
  EXPECT_THAT(fails({one, "self.random.randrange(len(self.centres) - 1 or 1)"},
                    "property/places and disks alike"),
              HasSubstr("how far disk 11 moves beside the others: -"));
  EXPECT_THAT(fails({one,
                     "min(self.random.choices(range(len(self.centres)), k=2), "
                     "key=lambda k: self.centres[k][0])"},
                    "property/places and disks alike"),
              HasSubstr("x / width"));
  EXPECT_THAT(fails({"moved.imag % self.height", "moved.imag % self.width"},
                    "property/places and disks alike"),
              HasSubstr("y / height"));
}

TEST_F(External, AnswersThatTheProtocolDoesNotHaveAreCaught) {
  const auto detail = [&](const std::string& fault) {
    const CheckResult result = checked("property/legal", answers(fault));
    EXPECT_EQ(result.verdict, Verdict::fail) << fault << ": " << result.detail;
    return result.detail;
  };
  EXPECT_THAT(detail("crash"), HasSubstr("was ended by signal 6 after 'advance"));
  EXPECT_THAT(detail("garbage"), HasSubstr("expected 'ok ...', found 'done "));
  EXPECT_THAT(detail("refuses"), HasSubstr("found 'error no more'"));
  EXPECT_THAT(detail("chatty"), HasSubstr("expected no more lines, found '"));
  EXPECT_THAT(detail("not-a-number"), HasSubstr("expected a line of 2 finite numbers, found 'nan"));
}

TEST_F(External, AnExceptionIsAFailureAndNoRefusal) {
  const CheckResult result =
      checked("property/legal", metropolis({"self.random = ", "self.random = 1 / 0, "}));
  EXPECT_EQ(result.verdict, Verdict::fail) << result.detail;
  EXPECT_THAT(result.detail, HasSubstr("ended with exit code 1 after 'start disks"));
}

TEST_F(External, StartsThatMakeNoSenseNeverReachAProgram) {
  const auto overlapping = disks::Configuration{{6, 8}, {{1, 1}, {1.5, 1}}};
  EXPECT_THROW(metropolis().start(overlapping, {}), InputError);
}

TEST_F(External, AProgramThatDoesNotReadIsNotWaitedForLonger) {
  const disks::DiskScheme scheme = answers("deaf", R"(, "timeout_seconds": 0.2)");
  const auto start = disks::hexagonal_start(65536, 0.5, disks::kSquare);  // megabytes
  EXPECT_THROW(scheme.start(start, {}), ProgramFault);
}

TEST_F(External, AProgramThatRefusesNeedNotReadAll) {
  const disks::DiskScheme scheme = answers("picky");
  const auto many = disks::hexagonal_start(65536, 0.5, disks::kSquare);
  EXPECT_THROW(scheme.start(many, {}), Refused);
  const auto few = disks::random_start(16, 0.2, disks::kSquare, 1);
  scheme.start(few, {})->advance(1);  // the next program is not confused by what was left
}

TEST_F(External, SeveralThreadsUseSeveralPrograms) {
  const disks::DiskScheme scheme = metropolis();
  const auto start = disks::random_start(16, 0.2, disks::kSquare, 1);
  std::vector<disks::Configuration> ends(8);
  for_each_index(ends.size(), 4, [&](std::size_t k) {
    const auto run = scheme.start(start, {.seed = k / 2});
    run->advance(20);
    ends[k] = run->configuration();
  });
  for (std::size_t k = 0; k < ends.size(); k += 2) EXPECT_EQ(ends[k].centres, ends[k + 1].centres);
  EXPECT_NE(ends[0].centres, ends[2].centres);
}

TEST_F(External, AProgramThatDoesNotAnswerIsNotWaitedForLonger) {
  const disks::DiskScheme scheme = answers("silent", R"(, "timeout_seconds": 0.2)");
  const CheckResult result = checked("property/legal", scheme);
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_THAT(result.detail, HasSubstr("no answer to 'start disks"));
  EXPECT_THAT(result.detail, HasSubstr("within 0.2 s"));
}

TEST_F(External, AProgramServesManySimulationsAtATime) {
  const disks::DiskScheme scheme = metropolis();
  const auto start = disks::random_start(16, 0.2, disks::kSquare, 1);
  const auto first = scheme.start(start, {.seed = 1});
  const auto second = scheme.start(start, {.seed = 2});
  first->advance(5);
  second->advance(5);
  EXPECT_NE(first->configuration().centres, second->configuration().centres);
  const auto again = scheme.start(start, {.seed = 1});
  again->advance(2);
  again->advance(3);
  EXPECT_EQ(first->configuration().centres, again->configuration().centres);
  EXPECT_EQ(again->stats().trials, 5u * 16u);
}

TEST_F(External, ShapesPassAreCaughtAndAreRefusedWithAReason) {
  for (const std::string name : {"shapes/legal", "shapes/two disks"}) {
    const CheckResult result = checked(name, spheres());
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  EXPECT_EQ(checked("shapes/legal", spheres({"all(j == i or", "all(j >= i or"})).verdict,
            Verdict::fail);
  const CheckResult refused = checked("shapes/one square", spheres());
  EXPECT_EQ(refused.verdict, Verdict::not_run);
  EXPECT_THAT(refused.detail, HasSubstr("only disks or balls of one size"));
}

constexpr const char* kMargin = R"(, "margin": 1e-12)";

TEST_F(External, OverlapsOfACorrectProgramPass) {
  const shapes::OverlapAlgorithm right = overlaps("right", kMargin);
  for (const std::string name :
       {"overlap/agreement", "overlap/near contact", "overlap/contact sweep", "overlap/symmetry",
        "overlap/random bodies", "overlap/motion", "overlap/scale", "overlap/special places",
        "overlap/resolution"}) {
    const CheckResult result = checked(name, right);
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  EXPECT_EQ(checked("overlap/touching", right).verdict, Verdict::not_claimed);
}

TEST_F(External, OverlapsThatErrOnEitherSideAreCaught) {
  for (const std::string how : {"shy", "eager"})
    for (const std::string name : {"overlap/near contact", "overlap/contact sweep",
                                   "overlap/random bodies", "overlap/resolution"})
      EXPECT_EQ(checked(name, overlaps(how, kMargin)).verdict, Verdict::fail)
          << how << ", " << name;
  // A claim that leaves the error out.
  const shapes::OverlapAlgorithm modest = overlaps("shy", R"(, "margin": 2e-3)");
  EXPECT_EQ(checked("overlap/resolution", modest).verdict, Verdict::pass);
}

// Right at 1e-8 and wrong at 1e-9: at powers of ten alone, a claim between them would pass.
TEST_F(External, AClaimedMarginIsTestedAtTheMargin) {
  for (const std::string name :
       {"overlap/contact sweep", "overlap/random bodies", "overlap/resolution"}) {
    EXPECT_EQ(checked(name, overlaps("fine", R"(, "margin": 2e-9)")).verdict, Verdict::fail)
        << name;
    const CheckResult honest = checked(name, overlaps("fine", R"(, "margin": 7e-9)"));
    EXPECT_EQ(honest.verdict, Verdict::pass) << name << ": " << honest.detail;
  }
}

TEST_F(External, TheFirstBodyOfAPairIsNotAtTheOrigin) {
  for (const std::string name : {"overlap/agreement", "overlap/near contact", "overlap/motion"})
    EXPECT_EQ(checked(name, overlaps("centred", kMargin)).verdict, Verdict::fail) << name;
}

TEST_F(External, AWrongAnswerIsToldWithThePair) {
  const std::string detail = checked("overlap/random bodies", overlaps("shy", kMargin)).detail;
  EXPECT_THAT(detail, HasSubstr("the answer was 'apart', but they overlap by "));
  EXPECT_THAT(detail, testing::ContainsRegex("\n    a: disk [0-9.e-]+; centre [0-9.e -]+; "
                                             "orientation [0-9.e -]+\n    b: disk "));
  EXPECT_THAT(checked("overlap/random bodies", overlaps("eager", kMargin)).detail,
              HasSubstr("the answer was 'overlap', but they are apart by "));
}

TEST_F(External, TheTableOfOverlapsSaysHowNearAndOnWhichSide) {
  const auto row = [&](const std::string& how, const std::string& bodies) {
    const CheckResult result = checked("overlap/resolution", overlaps(how, kMargin));
    for (const auto& one : result.params.at("series").at("resolution"))
      if (one.at("a") == bodies && one.at("b") == bodies) return one;
    return nlohmann::json();
  };
  for (const std::string bodies : {"disk", "ball", "ellipse"}) {
    const auto shy = row("shy", bodies);
    EXPECT_EQ(shy.at("right_from_penetration"), 1e-3);
    EXPECT_LE(shy.at("right_from_gap"), 1e-12);
    EXPECT_GT(shy.at("overlapping_called_free"), 0);
    EXPECT_EQ(shy.at("free_called_overlapping"), 0);
    const auto eager = row("eager", bodies);
    EXPECT_EQ(eager.at("right_from_gap"), 1e-3);
    EXPECT_EQ(eager.at("overlapping_called_free"), 0);
  }
}

TEST_F(External, OverlapsThatBreakTheProtocolAreCaught) {
  const auto detail = [&](const std::string& how) {
    const CheckResult result =
        checked("overlap/agreement", overlaps(how, R"(, "timeout_seconds": 1)"));
    EXPECT_EQ(result.verdict, Verdict::fail) << how << ": " << result.detail;
    return result.detail;
  };
  EXPECT_THAT(detail("short"),
              HasSubstr("no whole answer to 'overlaps' within 1 s: it ends after"));
  EXPECT_THAT(detail("garbage"),
              HasSubstr("expected a line with one of 0 1 refused, found 'maybe'"));
  EXPECT_THAT(detail("silent"), HasSubstr("no answer to 'overlaps' within 1 s"));
  EXPECT_THAT(detail("crash"), HasSubstr("was ended by signal 6 after 'overlaps'"));
  EXPECT_THAT(detail("fickle"), HasSubstr("refused 'disk 0.2' and 'disk"));
}

TEST_F(External, OverlapsThatTakeNoBodiesAreNotJudged) {
  for (const hpmc::OverlapCheck& check : checks_of<shapes::OverlapAlgorithm>()) {
    const CheckResult result = run_check(check, overlaps("nothing"), {});
    EXPECT_TRUE(result.verdict == Verdict::not_run || result.verdict == Verdict::not_claimed)
        << check.name << ": " << result.detail;
  }
}

TEST_F(External, MessagesOfAFailureAreToldWholeOnce) {
  const disks::DiskScheme scheme =
      metropolis({"self.random = ", "print('a', 'remark'); self.random = 1 / 0, "});
  testing::internal::CaptureStderr();
  for (int k = 0; k < 3; ++k) EXPECT_EQ(checked("property/legal", scheme).verdict, Verdict::fail);
  const std::string told = testing::internal::GetCapturedStderr();
  const auto times = [&](const std::string& words) {
    std::size_t found = 0;
    for (std::size_t at = told.find(words); at != std::string::npos; at = told.find(words, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(times("Traceback"), 1u) << told;
  EXPECT_EQ(times("a remark"), 1u) << told;
  EXPECT_EQ(times("python3: failed again: ZeroDivisionError: division by zero\n"), 2u) << told;
}

TEST_F(External, PrintsOfAProgramThatWorksAreToldAll) {
  const disks::DiskScheme scheme =
      metropolis({"self.random = ", "print('a', 'remark'); self.random = "});
  testing::internal::CaptureStderr();
  const auto start = disks::random_start(4, 0.1, disks::kSquare, 1);
  for (int k = 0; k < 2; ++k) scheme.start(start, {})->advance(1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "a remark\na remark\n");
}

TEST_F(External, RecordsKeepTheVersionAndWhoStatesIt) {
  const auto facts = [&](const std::string& name, const std::string& program,
                         const std::string& more) {
    const std::string scheme = use_external(written(
        fmt::format(R"({{"format": "touchstone-external/1", "name": "{}", "simulates": "disks",
                         "command": [{}], "claims": ["global balance"]{}}})",
                    name, program, more)));
    const CheckResult result = checked("property/legal", disks::scheme(scheme));
    EXPECT_EQ(result.verdict, Verdict::pass) << result.detail;
    return program_facts(scheme);
  };
  const std::string silent = example("disks", {});
  const std::string says = example(
      "disks", {"    def start(self):", "    version = 'mine  2.1'\n\n    def start(self):"});
  EXPECT_EQ(facts("silent", silent, "").at("stated_by"), "nobody");
  const auto by_file = facts("by-file", silent, R"(, "version": "7", "source": "a paper")");
  EXPECT_EQ(by_file, (nlohmann::json{
                         {"version", "7"}, {"stated_by", "description"}, {"source", "a paper"}}));
  const auto by_program = facts("by-program", says, R"(, "version": "7")");
  EXPECT_EQ(by_program.at("version"), "mine 2.1");
  EXPECT_EQ(by_program.at("stated_by"), "program");
  EXPECT_EQ(program_facts("mpmc/metropolis-cell-list"), nlohmann::json::object());
}

TEST_F(External, StartsOfEveryKindKeepTheVersion) {
  const Fault says{"    def advance(", "    version = 'mine  2.1'\n\n    def advance("};
  const Description stars = described("stars", example("stars", says), "");
  cluster_scheme(stars).start(cluster::plummer::sample(24, 1), {});
  EXPECT_EQ(stars.command.known->version(), "mine 2.1");
  const Description chains = described("chains", example("chains", says), "");
  chain_scheme(chains).start(
      {.start = disks::random_start(4, 0.1, disks::kSquare, 1), .active = {0}, .length = 1}, 1);
  EXPECT_EQ(chains.command.known->version(), "mine 2.1");
}

TEST_F(External, ReplaysNameTheFileFromTheTopOfTheTreeOrWhole) {
  const std::string outside =
      written(R"({"format": "touchstone-external/1", "name": "outside", "simulates": "longrange",
                  "models": ["hmf"], "command": ["true"], "claims": []})");
  const fs::path here = fs::relative(outside);
  const std::string scheme = use_external(here.string());
  EXPECT_EQ(replay_option(scheme),
            fmt::format(" --external '{}'", fs::canonical(outside).string()));
  EXPECT_EQ(typed_option(scheme), fmt::format(" --external '{}'", here.string()));
  EXPECT_EQ(replay_option("mpmc/metropolis-cell-list"), "");
}

TEST_F(External, ChecksOfWhatTheProtocolDoesNotHaveAreLeftOut) {
  std::set<std::string> of_suite;
  for (const CheckTask& task : check_tasks()) of_suite.insert(task.check);
  for (const std::string_view name : kLeftOut)
    EXPECT_EQ(of_suite.count(std::string(name)), 1u) << name << " is no check";
  const std::string scheme = use_external(
      written(R"({"format": "touchstone-external/1", "name": "left-out", "simulates": "longrange",
                  "models": ["hmf"], "command": ["true"], "claims": ["symplectic"]})"));
  std::set<std::string> left;
  for (const CheckTask& task : check_tasks())
    if (task.scheme == scheme) left.insert(task.check);
  for (const std::string_view name : kLeftOut) EXPECT_EQ(left.count(std::string(name)), 0u) << name;
  EXPECT_EQ(left.count("integrator/symplectic form"), 1u);
  EXPECT_EQ(left.count("integrator/order"), 1u) << "a claim that could be made";
}

TEST_F(External, ProgramsForOverlapsAreUsedForNothingElse) {
  const shapes::Body disk = shapes::Disk{0.5};
  const std::size_t before = shapes::algorithms_for(disk, disk).size();
  const std::string name = use_external(
      written(R"({"format": "touchstone-external/1", "name": "unused", "simulates": "overlaps",
                  "command": ["true"], "claims": ["equals reference"]})"));
  EXPECT_EQ(name, "hpmc/overlap-unused");
  EXPECT_EQ(shapes::algorithms_for(disk, disk).size(), before);
}

TEST_F(External, IntegratorsPassAndAreCaught) {
  // Euler's rule: positions and momenta of the same time.
  const Fault euler{"for part in (OUTER, 1 - 2 * OUTER, OUTER):",
                    "old = self.forces()\n"
                    "            self.drift(self.time_step)\n"
                    "            self.p = [p + self.time_step * f for p, f in zip(self.p, old)]\n"
                    "            for part in ():"};
  for (const std::string name : {"integrator/time reversal", "integrator/energy"}) {
    EXPECT_EQ(checked(name, mean_field()).verdict, Verdict::pass) << name;
    EXPECT_EQ(checked(name, mean_field(euler)).verdict, Verdict::fail) << name;
  }
  EXPECT_EQ(checked("integrator/symplectic form", mean_field()).verdict, Verdict::not_claimed);
}

TEST_F(External, AClaimedErrorOfTheEnergyIsAllowed) {
  const std::string command = example("longrange", {"(1 - x * x", "(1 + 2e-9 - x * x"});
  const auto with = [&](const std::string& more) {
    return longrange_scheme(described("longrange", command, R"("forces and energies")",
                                      R"(, "models": ["hmf"])" + more));
  };
  EXPECT_EQ(checked("integrator/energies", with("")).verdict, Verdict::fail);
  EXPECT_EQ(checked("integrator/energies", with(R"(, "energy_error": 1e-8)")).verdict,
            Verdict::pass);
}

TEST_F(External, StarsOfACorrectProgramPass) {
  for (const std::string name : {"cmc/stars", "cmc/energy", "cmc/escapers", "cmc/seeds",
                                 "cmc/encounters", "cmc/positions in steps", "cmc/public start"}) {
    const CheckResult result = checked(name, henon());
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  for (const std::string name : {"cmc/time step law", "cmc/continuation", "cmc/time in shell"})
    EXPECT_EQ(checked(name, henon()).verdict, Verdict::not_run) << name;
  EXPECT_EQ(checked("cmc/equals reference", henon()).verdict, Verdict::not_claimed);
  EXPECT_EQ(checked("cmc/thread invariance", henon()).verdict, Verdict::not_claimed);
}

TEST_F(External, FaultsOfStarsAreCaught) {
  const auto fails = [&](const std::string& name, const Fault& fault) {
    const CheckResult result = checked(name, henon(fault));
    EXPECT_EQ(result.verdict, Verdict::fail)
        << fault.instead << ", " << name << ": " << result.detail;
    return result.detail;
  };
  const std::string leaves = "pair for pair in moved if pair[1]";
  EXPECT_THAT(fails("cmc/encounters", {"angle = min(", "angle = 0.5 * min("}),
              HasSubstr("p of speeds"));
  EXPECT_THAT(
      fails("cmc/encounters", {"one, two = b[1] / mass, a[1] / mass", "one, two = 0.5, 0.5"}),
      HasSubstr("pairs do not keep energy and momentum"));
  EXPECT_THAT(fails("cmc/encounters",  // kicks of one sign
                    {"azimuth, axis = (self.rng.uniform(0, math.tau) for _ in range(2))",
                     "azimuth, axis = self.rng.uniform(0, math.tau), self.rng.uniform(0, 3)"}),
              HasSubstr("of signs of kicks 0"));
  fails("cmc/encounters", {"return time_step\n", "return 2 * time_step\n"});
  fails("cmc/encounters", {"15 / math.pi", "7.5 / math.pi"});
  EXPECT_THAT(fails("cmc/escapers", {leaves, leaves + " and pair[0][0] != 7"}),
              HasSubstr("star 7 has left with an energy of -"));
  EXPECT_THAT(fails("cmc/stars", {leaves, leaves + " and pair[0][0] != 7"}),
              HasSubstr("416 of 417 stars are left"));
  fails("cmc/escapers", {"if energy >= 0:", "if energy >= -0.05:"});
  fails("cmc/energy", {"self.pay([", "list(["});  // the work of the changing potential
  const std::string density = "self.rng.random() * bound * radial < 3 * width * s * (1 - s)";
  EXPECT_THAT(  // uniform in radius
      fails("cmc/positions in steps", {density, "self.rng.random() < 4 * s * (1 - s)"}),
      HasSubstr("p of positions"));
  EXPECT_THAT(fails("cmc/stars", {"return self.cluster.stars", "return self.cluster.stars[::-1]"}),
              HasSubstr("stars are not in radial order"));
  EXPECT_THAT(fails("cmc/stars", {"star[2:] =", "star[1:] = 1.01 * mass,"}),
              HasSubstr("another mass of star"));
  fails("cmc/seeds", {"random.Random(self.seed)", "random.Random(1)"});
  fails("cmc/seeds", {"random.Random(self.seed)", "random.SystemRandom()"});
}

TEST_F(External, StarsThatTheProtocolDoesNotHaveAreCaught) {
  const auto detail = [&](const std::string& state) {
    return checked("cmc/stars", henon({"return self.cluster.stars", "return " + state})).detail;
  };
  EXPECT_THAT(detail("self.cluster.stars * 2"), HasSubstr("expected at most the 417 stars"));
  EXPECT_THAT(detail("[[0.5, *star[1:]] for star in self.cluster.stars]"),
              HasSubstr("expected the number of a star, 0 to 416, found '0.5'"));
  EXPECT_THAT(detail("[[*star[:2], math.nan, *star[3:]] for star in self.cluster.stars]"),
              HasSubstr("expected a line of 5 finite numbers"));
}

constexpr const char* kLegs[] = {"legs/one chain", "legs/several chains", "legs/touching disks"};

TEST_F(External, LegsOfACorrectProgramPass) {
  for (const std::string name : {kLegs[0], kLegs[1], kLegs[2], "legs/threads"}) {
    const CheckResult result = checked(name, chains());
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
}

TEST_F(External, FaultsOfLegsAreCaught) {
  const auto fails = [&](const std::string& name, const Fault& fault) {
    const CheckResult result = checked(name, chains(fault));
    EXPECT_EQ(result.verdict, Verdict::fail)
        << fault.instead << ", " << name << ": " << result.detail;
    return result.detail;
  };
  const std::string found = "d[a] % sides[a]", cut = "max(d[a] % sides[a] - math.sqrt";
  for (const std::string name : {kLegs[0], kLegs[1]}) {
    EXPECT_THAT(fails(name, {found, "(d[a] if d[a] > 0 else math.inf)"}),  // no images
                HasSubstr("liftings, expected"));
    fails(name, {"1 - offset * offset", "1 + 1e-9 - offset * offset"});
    EXPECT_THAT(fails(name, {"left - way,", "left - way * (1 - 1e-9),"}), HasSubstr("within"));
  }
  fails(kLegs[0], {"math.remainder(d[1 - a], sides[1 - a])", "d[1 - a]"});  // none across
  EXPECT_THAT(fails(kLegs[0], {"+ (j is not None)", "+ 1"}), HasSubstr("liftings, expected"));
  EXPECT_THAT(fails(kLegs[0], {"left - way, self.liftings", "left - way, 1 + self.liftings"}),
              HasSubstr("liftings, expected"));
  // Who touches is passed where rounding says that he is behind.
  fails(kLegs[2], {cut + "(1 - offset * offset), 0)",
                   "(d[a] % sides[a] - math.sqrt(1 - offset * offset)) % sides[a]"});
  fails("legs/threads", {"legs * self.length", "legs * self.length * (1 + 1e-15 * self.threads)"});
}

TEST_F(External, LegsOfSeveralChainsMayBeRefused) {
  const disks::RealLegScheme single =
      chains({"    def advance(",
              "    def start(self):\n        from touchstone_verify import Refused\n"
              "        if len(self.active) > 1: raise Refused('one chain')\n    def advance("});
  EXPECT_EQ(checked(kLegs[0], single).verdict, Verdict::pass);
  const CheckResult refused = checked(kLegs[1], single);
  EXPECT_EQ(refused.verdict, Verdict::not_run);
  EXPECT_THAT(refused.detail, HasSubstr("one chain"));
}

TEST_F(External, AClaimedErrorOfPositionsIsAllowed) {
  const Fault single{"left - way,", "left - way * (1 - 1e-9),"};
  EXPECT_EQ(checked(kLegs[0], chains(single)).verdict, Verdict::fail);
  const CheckResult modest = checked(kLegs[0], chains(single, R"(, "position_error": 1e-6)"));
  EXPECT_EQ(modest.verdict, Verdict::pass) << modest.detail;
}

TEST_F(External, DescriptionsSayWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "expected an object in JSON"},
      {"[1]", "expected an object in JSON, found array"},
      {R"({"format": "2"})", R"("format": expected "touchstone-external/1", found "2")"},
      {R"({"format": "touchstone-external/1", "simulates": "planets"})",
       R"(expected "chains", "disks", "longrange", "overlaps", "shapes" or "stars", found "planets")"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "comand": []})",
       R"(unknown key "comand"; the nearest known name is 'command')"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "name": "A/b"})",
       "expected small letters, digits and hyphens"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "name": "a", "command": "x"})",
       R"("command": expected a list of texts, found "x")"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "name": "a", "command": []})",
       "expected a program and its arguments"},
      {R"({"format": "touchstone-external/1", "simulates": "disks", "name": "a",
           "command": ["x"], "claims": [], "timeout_seconds": 0})",
       "expected a number from 0.01 to 86400, found 0"}};
  for (const auto& [text, words] : wrong) try {
      read_description(written(text));
      ADD_FAILURE() << "accepted: " << text;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(words)) << text;
    }
  EXPECT_THROW(read_description("/nowhere/at-all.json"), InputError);
  EXPECT_THROW(disk_scheme(described("disks", R"("x")", R"("symplectic")")), InputError);
  EXPECT_THROW(disk_scheme(described("disks", R"("x")", R"("equals reference")")), InputError);
  EXPECT_THROW(shape_scheme(described("shapes", R"("x")", R"("equals reference")")), InputError);
  EXPECT_THROW(overlap_algorithm(described("overlaps", R"("x")", "")), InputError);
  EXPECT_THROW(overlap_algorithm(described("overlaps", R"("x")", R"("symplectic")")), InputError);
  EXPECT_THROW(chain_scheme(described("chains", R"("x")", R"("global balance")")), InputError);
  EXPECT_THROW(cluster_scheme(described("stars", R"("x")", R"("global balance")")), InputError);
  EXPECT_THROW(longrange_scheme(described("longrange", R"("x")", "", R"(, "models": ["sun"])")),
               InputError);
  try {
    longrange_scheme(
        described("longrange", R"("x")", R"("order 2", "order 4")", R"(, "models": ["hmf"])"));
    ADD_FAILURE() << "accepted two orders";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("expected one order at most, found order 2, order 4"));
  }
}

TEST_F(External, TheNameOfASchemeOfTheSuiteIsTaken) {
  const std::string file =
      written(R"({"format": "touchstone-external/1", "name": "metropolis-cell-list",
                  "simulates": "disks", "command": ["true"], "claims": []})");
  try {
    use_external(file);
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("expected a name of its own"));
  }
}

TEST_F(External, AProgramThatIsNotThereIsNoVerdict) {
  const auto scheme = disk_scheme(described("disks", R"("./no-such-program")", ""));
  EXPECT_THROW(scheme.start(disks::random_start(4, 0.1, disks::kSquare, 1), {}), InputError);
}

}  // namespace
}  // namespace touchstone::external
