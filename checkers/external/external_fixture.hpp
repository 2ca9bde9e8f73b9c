// checkers/external/external_fixture.hpp
// Purpose   Fixture of the tests of programs of users: descriptions in a folder of their own,
//           examples of the adapter for Python with a fault planted in them, and checks run.
#pragma once
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/disks/disk_kind.hpp"
#include "checkers/ecmc/real_leg_kind.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "models/core/source_tree.hpp"
#include "suite/external/schemes.hpp"

namespace touchstone::external {

/// A text of a program and what is planted instead.
struct Fault {
  std::string text = {};
  std::string instead = {};
};

class External : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / fmt::format("touchstone-external-{}", ::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// Runs a part of a test in a process of its own, so that what it registers stays there.
  static void apart(const std::function<void()>& part) {
    EXPECT_EXIT(
        {
          part();
          std::exit(HasFailure() ? 1 : 0);
        },
        testing::ExitedWithCode(0), "");
  }

  std::string written(const std::string& text) {
    const std::filesystem::path file = folder_ / "description.json";
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
  /// The command that runs an example, after this text in it, or in its simulation, was replaced.
  std::string example(const std::string& kind, const Fault& fault) {
    const std::filesystem::path adapter = source_tree() / "adapters/python";
    ::setenv("PYTHONPATH", (adapter / "src").c_str(), 1);
    const std::filesystem::path into = folder_ / fmt::format("{}-{}", kind, ++programs_);
    std::filesystem::create_directories(into);
    bool planted = false;
    for (const std::string& name : {kind + ".py", kind + "_code.py"}) {
      std::ifstream original(adapter / "example" / name);
      std::string text{std::istreambuf_iterator<char>(original), {}};
      const std::size_t place = planted ? std::string::npos : text.find(fault.text);
      if (place != std::string::npos) text.replace(place, fault.text.size(), fault.instead);
      planted = planted || place != std::string::npos;
      std::ofstream(into / name) << text;
    }
    EXPECT_TRUE(planted) << kind << " has no '" << fault.text << "'";
    return fmt::format(R"("python3", "{}")", (into / (kind + ".py")).string());
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
    const std::filesystem::path program = source_tree() / "checkers/external/wrong_answers.py";
    return disk_program(fmt::format(R"("python3", "{}", "{}")", program.string(), fault), more);
  }
  shapes::ShapeScheme spheres(const Fault& fault = {}) {
    return shape_scheme(described("shapes", example("shapes", fault),
                                  R"("global balance", "conserves particles")"));
  }
  /// The program shape_programs.py, wrong in these ways, with these keys of its description.
  shapes::ShapeScheme bodies(const std::string& how, const std::string& keys) {
    const std::string package = (source_tree() / "adapters/python/src").string();
    ::setenv("PYTHONPATH", package.c_str(), 1);
    const auto program = source_tree() / "checkers/external/shape_programs.py";
    return shape_scheme(
        described("shapes", fmt::format(R"("python3", "{}"{})", program.string(), how),
                  R"("global balance", "conserves particles", "thread invariant")", keys));
  }
  longrange::LongrangeScheme mean_field(const Fault& fault = {}) {
    return longrange_scheme(described("longrange", example("longrange", fault),
                                      R"("time reversible", "bounded energy error")",
                                      R"(, "models": ["hmf"])"));
  }
  /// The program integrator_programs.py, whose forces have errors of rounding.
  longrange::LongrangeScheme composed(const std::string& order, const std::string& how,
                                      const std::string& claims) {
    ::setenv("PYTHONPATH", (source_tree() / "adapters/python/src").c_str(), 1);
    const auto program = source_tree() / "checkers/external/integrator_programs.py";
    return longrange_scheme(described(
        "longrange", fmt::format(R"("python3", "{}", "{}", "{}")", program.string(), order, how),
        claims, R"(, "models": ["hmf"], "force_error": 3e-15)"));
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
    const std::filesystem::path program = source_tree() / "checkers/external/overlap_programs.py";
    return overlap_algorithm(
        described("overlaps", fmt::format(R"("python3", "{}", "{}")", program.string(), how),
                  R"("equals reference", "scale invariant")", more));
  }
  static constexpr double kTenth = 0.1;  ///< effort that sees gross faults, and decides no pass
  template <class Scheme>
  static CheckResult checked(const std::string& name, const Scheme& scheme, double effort = 1) {
    return run_check(check_of<Scheme>(name), scheme, {.effort = effort});
  }
  /// Expects that these checks do not fail, with a tenth of the effort: adapters.examples of ctest
  /// puts all of it into the same program each night, and into that in C++ with each commit.
  template <class Scheme>
  static void expect_no_failure(const std::vector<std::string>& names, const Scheme& scheme) {
    for (const std::string& name : names) {
      const CheckResult result = checked(name, scheme, kTenth);
      EXPECT_THAT(result.verdict, testing::AnyOf(Verdict::pass, Verdict::inconclusive))
          << name << ": " << result.detail;
    }
  }

 private:
  std::filesystem::path folder_;
  int programs_ = 0;
};

}  // namespace touchstone::external
