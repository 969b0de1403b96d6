#include "profiler/cli/explain/messages.h"

#include <array>

#include "core/base/result.h"

namespace shardscope::explain {

namespace {

constexpr auto kCount = static_cast<size_t>(Message::End);

std::array<Text, kCount> everyText() {
    std::array<Text, kCount> all;
    for (const auto& theme : {pictureTexts(), captionTexts(), planTexts(), gradientReasonTexts(),
                              updateReasonTexts(), questionTexts()}) {
        for (const Text& text : theme) all[static_cast<size_t>(text.message)] = text;
    }
    return all;
}

const Text& textOf(Message message) {
    static const std::array<Text, kCount> kTexts = everyText();
    const auto index = static_cast<size_t>(message);
    if (index >= kCount || kTexts[index].message != message) core::broken("unknown Message");
    return kTexts[index];
}

}  // namespace

std::string_view englishOf(Message message) { return textOf(message).english; }
std::string_view koreanOf(Message message) { return textOf(message).korean; }

}  // namespace shardscope::explain
