#include "suite/junit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <filesystem>
#include <fstream>

#include "models/core/errors.hpp"
#include "suite/results.hpp"

namespace touchstone {
namespace {

nlohmann::json record(const std::string& metric, Verdict verdict, const std::string& note = "") {
  ResultRecord r;
  r.kind = "check";
  r.family = "test";
  r.scheme = "test/scheme";
  r.metric = metric;
  r.verdict = verdict;
  r.note = note;
  r.replay = "./touchstone check --seed 1";
  return to_json(r);
}

TEST(Junit, IsUtf8WhateverWentWrong) {
  const auto path = std::filesystem::path(testing::TempDir()) / "junit_utf8_test.xml";
  JunitReport report(path.string(), "touchstone check");
  report.add("scheme", "what", Verdict::fail, "caf\xE9", "");
  report.add("scheme", "what", Verdict::fail, "a\xEF\xBF\xBF-b\xEF\xBF\xBE\xEF\xBF\xBE", "");
  report.write();
  std::string text;
  std::getline(std::ifstream(path), text, '\0');
  EXPECT_THAT(text, testing::HasSubstr("caf\xEF\xBF\xBD"));
  EXPECT_THAT(text, testing::HasSubstr("a?-b??"));
  std::filesystem::remove(path);
}

TEST(Junit, ADiskThatIsFullIsTold) {
  JunitReport report("/dev/full", "touchstone check");
  report.add(record("a", Verdict::pass));
  EXPECT_THROW(report.write(), InputError);
}

TEST(Junit, HasACaseForEachRecordAndKeepsWhatWentWrong) {
  const auto path = std::filesystem::path(testing::TempDir()) / "junit_test.xml";
  JunitReport report(path.string(), "touchstone check");
  report.add(record("a", Verdict::pass));
  report.add(record("b", Verdict::fail, "1 < 2 & \"3\" \x01"));
  report.add(record("b", Verdict::inconclusive, "too weak"));
  report.add(record("c", Verdict::not_run));
  report.add(record("d", Verdict::not_claimed));
  report.write();

  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(path.string(), tree);
  const auto& suite = tree.get_child("testsuites.testsuite");
  EXPECT_EQ(suite.get<int>("<xmlattr>.tests"), 5);
  EXPECT_EQ(suite.get<int>("<xmlattr>.failures"), 1);
  EXPECT_EQ(suite.get<int>("<xmlattr>.errors"), 1);
  EXPECT_EQ(suite.get<int>("<xmlattr>.skipped"), 2);
  std::vector<boost::property_tree::ptree> cases;
  for (const auto& [element, child] : suite)
    if (element == "testcase") cases.push_back(child);
  ASSERT_EQ(cases.size(), 5u);
  EXPECT_EQ(cases[0].get<std::string>("<xmlattr>.classname"), "test/scheme");
  EXPECT_FALSE(cases[0].get_child_optional("failure"));
  EXPECT_EQ(cases[1].get<std::string>("failure.<xmlattr>.message"), "fail: 1 < 2 & \"3\" ?");
  EXPECT_THAT(cases[1].get<std::string>("failure"),
              testing::HasSubstr("replay: ./touchstone check --seed 1"));
  EXPECT_EQ(cases[2].get<std::string>("<xmlattr>.name"), "b (2)");
  EXPECT_TRUE(cases[2].get_child_optional("error"));
  EXPECT_TRUE(cases[3].get_child_optional("skipped"));
  std::filesystem::remove(path);
}

TEST(Junit, RefusesAFileThatCannotBeWrittenBeforeAnythingRuns) {
  EXPECT_THROW(JunitReport("/no/such/folder/x.xml", "touchstone"), InputError);
  EXPECT_NO_THROW(JunitReport("", "touchstone").write());
}

}  // namespace
}  // namespace touchstone
