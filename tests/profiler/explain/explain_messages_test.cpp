#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/messages.h"

namespace shardscope::explain {
namespace {

std::vector<Message> everyMessage() {
    std::vector<Message> all;
    for (int i = 0; i < static_cast<int>(Message::End); ++i) all.push_back(static_cast<Message>(i));
    return all;
}

/// "{0}", "{3:.2f}" of a text.
std::multiset<std::string> insertions(std::string_view text) {
    std::multiset<std::string> found;
    for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
        found.insert(std::string(text.substr(at, text.find('}', at) + 1 - at)));
    }
    return found;
}

TEST(ExplainMessages, EachStandsInOneThemeOnce) {
    std::multiset<Message> found;
    for (const auto& theme : {pictureTexts(), captionTexts(), planTexts(), gradientReasonTexts(),
                              updateReasonTexts(), questionTexts()}) {
        for (const Text& text : theme) found.insert(text.message);
    }
    for (Message message : everyMessage()) EXPECT_EQ(found.count(message), 1U);
}

TEST(ExplainMessages, KoreanSpeaksAsTheDashboardDoes) {
    for (Message message : everyMessage()) {
        for (const char* other : {"합산", "낡은", "쓸모없이"}) {
            EXPECT_EQ(koreanOf(message).find(other), std::string_view::npos) << koreanOf(message);
        }
    }
}

TEST(ExplainMessages, BothLanguagesInsertTheSame) {
    for (Message message : everyMessage()) {
        EXPECT_EQ(insertions(englishOf(message)), insertions(koreanOf(message)))
            << englishOf(message);
    }
}

TEST(ExplainMessages, EnglishIsAscii) {
    for (Message message : everyMessage()) {
        for (char c : englishOf(message)) ASSERT_TRUE(c >= ' ' && c <= '~') << englishOf(message);
    }
}

TEST(ExplainMessages, KoreanUsesNoSignThatTerminalsDrawInOneColumnOrTwo) {
    for (Message message : everyMessage()) {
        std::string_view text = koreanOf(message);
        for (size_t i = 0; i < text.size(); ++i) {
            const auto c = static_cast<unsigned char>(text[i]);
            // Beyond ASCII only three-byte characters from U+1100 on: no Greek, dashes or arrows.
            ASSERT_TRUE(c < 0xC0 || c >= 0xE1) << text;
            ASSERT_NE(c, 0xE2) << text;
        }
    }
}

TEST(ExplainMessages, ALegendCellShowsWhatAGlyphIs) {
    for (Message message : everyMessage()) {
        if (message < Message::CellReady || message > Message::CellStateUpdated) continue;
        EXPECT_EQ(englishOf(message).substr(0, 4), koreanOf(message).substr(0, 4));
        EXPECT_EQ(englishOf(message)[0], '[');
        EXPECT_EQ(englishOf(message)[3], ']');
    }
}

}  // namespace
}  // namespace shardscope::explain
