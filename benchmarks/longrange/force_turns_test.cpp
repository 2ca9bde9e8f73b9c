#include "benchmarks/longrange/force_turns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::Model;
using lr::System;

constexpr const char* kReference = "longrange/yoshida-reference";

Request asking_for(const std::string& scheme) {
  Request request;
  request.filter = scheme;
  return request;
}

ForceTurns forces(const std::string& scheme, const System& system, double tolerance = 1e-12) {
  const lr::State start =
      system.model == Model::plane ? lr::annulus(100, 1, 1.5, 3) : lr::cold_circle(100, 3);
  return {asking_for(scheme), system, tolerance, start.q};
}

double error(const std::vector<double>& found, const std::vector<double>& expected) {
  double wrong = 0;
  double size = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    wrong += (found.at(i) - expected[i]) * (found.at(i) - expected[i]);
    size += expected[i] * expected[i];
  }
  return std::sqrt(wrong / size);
}

std::string file(const std::string& name) {
  return std::filesystem::temp_directory_path() /
         ("touchstone-turns-" + std::to_string(::getpid()) + name);
}

TEST(ForceTurns, AreThoseOfTheReferenceHoweverOften) {
  const System ring{Model::ring, 0.01};
  const System plane{Model::plane, 0.01};
  for (const auto& [pattern, system, tolerance] :
       {std::tuple("longrange/ring-nufft-*", ring, 1e-12),
        std::tuple("longrange/gravity-2d-fmm", plane, 1e-7)}) {
    ForceTurns work = forces(pattern, system, tolerance);
    const std::vector<double> expected = forces(kReference, system).result();
    EXPECT_LT(error(work.result(), expected), tolerance) << pattern;
    work.turn(3);
    EXPECT_LT(error(work.result(), expected), tolerance) << pattern;
  }
}

TEST(ForceTurns, TheWidestVectorsAreChosenAndNamed) {
  const ForceTurns work = forces("longrange/ring-nufft-*", {Model::ring, 0.01});
  const nlohmann::json ready = work.ready();
  EXPECT_EQ(ready.at("units"), 3);
  std::string widest;
  for (const lr::LongrangeScheme* scheme : lr::widest_first(Model::ring))
    if (scheme->method == "longrange/ring-nufft") widest = scheme->info.name;
  EXPECT_EQ(ready.at("record").at("scheme"), widest);
  EXPECT_TRUE(ready.at("record").contains("host"));
}

TEST(ForceTurns, RefuseASchemeThatThereIsNot) {
  EXPECT_THROW(forces("longrange/no-such", {Model::ring, 0.01}), InputError);
  EXPECT_THROW(forces("longrange/gravity-2d-fmm", {Model::ring, 0.01}), InputError);
}

// A scheme whose particles move gives forces at coordinates that the peer does not have.
TEST(ForceTurns, RefuseForcesAtOtherCoordinates) {
  ASSERT_TRUE(lr::register_scheme({.info = {.name = "moves/ring", .source = "here"},
                                   .models = {Model::ring},
                                   .start = [](const lr::State& start, lr::RunParameters p) {
                                     p.time_step = 0.01;
                                     return baseline_of(lr::schemes()).start(start, p);
                                   }}));
  ForceTurns work = forces("moves/ring", {Model::ring, 0.01});
  EXPECT_EQ(work.result().size(), 100u);
  work.turn(1);
  EXPECT_THROW(work.result(), InputError);
}

/// Counts what it is asked for.
class Counted final : public TurnedWork {
 public:
  nlohmann::json ready() const override { return {{"units", 2}}; }
  void turn(std::uint64_t times) override { done_ += static_cast<double>(times); }
  std::vector<double> result() const override { return {done_, 0.5}; }

 private:
  double done_ = 0;
};

TEST(Turns, AnswerLineByLine) {
  Counted work;
  const std::string path = file("-result");
  std::istringstream in("turn 3\nturn 4\nwrite " + path + "\n");
  std::ostringstream out;
  answer_turns(work, in, out);
  std::istringstream lines(out.str());
  std::string line;
  std::vector<nlohmann::json> answers;
  while (std::getline(lines, line)) answers.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(answers.size(), 4u);
  EXPECT_EQ(answers[0].at("units"), 2);
  EXPECT_GE(answers[1].at("seconds"), 0);
  EXPECT_EQ(answers[3].at("written"), path);
  EXPECT_EQ(read_doubles(path), (std::vector<double>{7, 0.5}));
  std::filesystem::remove(path);
}

TEST(Turns, RefuseOtherLines) {
  for (const char* line : {"turn", "turn 0", "turn -1", "turn 2x", "run 1", "", "write /no/such"}) {
    Counted work;
    std::istringstream in(std::string(line) + "\n");
    std::ostringstream out;
    EXPECT_THROW(answer_turns(work, in, out), InputError) << line;
  }
}

TEST(Turns, RefuseFilesThatAreNoNumbers) {
  EXPECT_THROW(read_doubles(file("-none")), InputError);
  const std::string path = file("-odd");
  std::ofstream(path) << "abcdefghi";
  EXPECT_THROW(read_doubles(path), InputError);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace touchstone::benchmarks::longrange
