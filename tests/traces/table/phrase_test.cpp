#include "traces/table/phrase.h"

#include <gtest/gtest.h>

#include "traces/table/planned_texts.h"
#include "traces/table/recorded_texts.h"

namespace shardscope::table {
namespace {

/// A language that says templates in capitals and puts the second argument first.
std::string other(const std::string& text) {
    if (text == "%1 is x %2 faster than %3") return "%3 < %1 BY %2";
    if (text == "%1 and %2") return "%1 & %2";
    return text;
}

TEST(Phrase, ArgumentsStandWhereTheLanguageWantsThem) {
    const Phrase faster =
        Sentences::phrase("%1 is x %2 faster than %3").with({"zero-1", "1.20", "zero-2"});
    EXPECT_EQ(faster.english(), "zero-1 is x 1.20 faster than zero-2");
    EXPECT_EQ(faster.in(other), "zero-2 < zero-1 BY 1.20");
}

TEST(Phrase, APercentSignInAnArgumentIsNoMark) {
    const Phrase phrase = Sentences::phrase("note (%1): %2").with({"%2", "95 % of %1"});
    EXPECT_EQ(phrase.english(), "note (%2): 95 % of %1");
}

TEST(Phrase, ListsAreJoinedAsTheLanguageDoes) {
    EXPECT_EQ(Phrase::listed({}).english(), "");
    EXPECT_EQ(Phrase::listed({"1"}).in(other), "1");
    EXPECT_EQ(Phrase::listed({"0", "1", "2"}).english(), "0, 1 and 2");
    EXPECT_EQ(Phrase::listed({"0", "1", "2"}).in(other), "0, 1 & 2");
}

TEST(Phrase, EmptyPartsLeaveNoSeparator) {
    EXPECT_TRUE(Phrase::joined({Phrase(), Phrase("")}, "; ").empty());
    EXPECT_EQ(Phrase::joined({Phrase(), "a", Phrase(), "b"}, "; ").english(), "a; b");
}

TEST(RecordedText, IsToldByItsTemplate) {
    const std::string text = "4 ranks in one process on 2 cores (AMD EPYC (Milan))";
    EXPECT_EQ(recordedText(text), Phrase::of("%1 ranks in one process on %2 cores (%3)",
                                             {"4", "2", "AMD EPYC (Milan)"}));
    EXPECT_EQ(recordedText(text).english(), text);
    EXPECT_EQ(recordedText("the label \"x\" says storage until-step; seen: freed-per-bucket"),
              Phrase::of("the label \"%1\" says %2 %3; seen: %4",
                         {"x", "storage", "until-step", "freed-per-bucket"}));
}

TEST(RecordedText, WhatIsNotKnownStaysAsItIs) {
    for (const char* text : {"", "4 ranks in one process", "events could not be read",
                             "x events could not be read at all", " events could not be read",
                             "some config.json: unused key"}) {
        EXPECT_EQ(recordedText(text), Phrase(text)) << text;
    }
}

TEST(PlannedText, WhatStandsInATemplateIsToldByItsOwn) {
    EXPECT_EQ(plannedText("strategy zero-0: cost is bytes sent: x"),
              Phrase::of(
                  "strategy %1",
                  {Phrase::of("%1: %2", {"zero-0", Phrase::of("cost is bytes sent: %1", {"x"})})}));
}

TEST(PlannedText, APercentSignIsNoPlace) {
    const std::string text =
        "of h100-sxm's 79.6 GiB, context 450.0 MiB, libraries 32.0 MiB, NCCL's communicators "
        "384.0 MiB and 0.5 % of slack are not the pool's";
    EXPECT_EQ(plannedText(text),
              Phrase::of("of %1's %2, context %3, libraries %4, NCCL's communicators %5 and %6 % "
                         "of slack are not the pool's",
                         {"h100-sxm", "79.6 GiB", "450.0 MiB", "32.0 MiB", "384.0 MiB", "0.5"}));
    EXPECT_EQ(plannedText(text).english(), text);
}

}  // namespace
}  // namespace shardscope::table
