#include "gui/shell/fuzzy.h"

#include <algorithm>
#include <vector>

namespace shardscope::gui {

namespace {

constexpr int kLetter = 1, kInRow = 9, kWordStart = 8;

bool beginsWord(const QString& name, qsizetype at) {
    return at == 0 || !name[at - 1].isLetterOrNumber();
}

}  // namespace

/// Best score of each letter of @p typed ending at each place of @p name, letter by letter.
std::optional<int> fuzzyScore(const QString& typed, const QString& name) {
    QString letters = typed.toLower();
    letters.removeIf([](QChar c) { return c.isSpace(); });
    const QString text = name.toLower();
    constexpr int kNone = -1;
    const auto size = static_cast<size_t>(text.size());
    std::vector<int> before;
    for (const QChar letter : letters) {
        std::vector<int> now(size, kNone);
        int best = kNone;  // of the letters so far, anywhere to the left
        for (size_t i = 0; i < size; ++i) {
            const bool first = before.empty();
            if (text[static_cast<qsizetype>(i)] == letter && (first || best != kNone)) {
                const int own =
                    kLetter + (beginsWord(text, static_cast<qsizetype>(i)) ? kWordStart : 0);
                const bool row = !first && i > 0 && before[i - 1] != kNone;
                now[i] = own + std::max(first ? 0 : best, row ? before[i - 1] + kInRow : kNone);
            }
            if (!first) best = std::max(best, before[i]);
        }
        before = std::move(now);
    }
    if (letters.isEmpty()) return 0;
    const int score = before.empty() ? kNone : *std::ranges::max_element(before);
    if (score == kNone) return std::nullopt;
    return score;
}

}  // namespace shardscope::gui
