#include "gui/layout/command_layout.h"

namespace shardscope::gui {
namespace {

constexpr QLatin1String kContinued(" \\");
constexpr QLatin1String kIndent("    ");

bool isOption(const QString& word) { return word.startsWith(QLatin1String("--")); }

/// "--ranks 8" is one, and so is what stands alone.
QStringList pieces(const QStringList& words) {
    QStringList out;
    for (qsizetype i = 0; i < words.size(); ++i) {
        QString piece = words[i];
        const bool hasValue = isOption(piece) && i + 1 < words.size() && !isOption(words[i + 1]);
        if (hasValue) piece += ' ' + words[++i];
        out += piece;
    }
    return out;
}

}  // namespace

QStringList commandLines(const QStringList& words, double width, const TextMeasure& measure) {
    QStringList lines;
    QString line;
    for (const QString& piece : pieces(words)) {
        const QString longer = line.isEmpty() ? piece : line + ' ' + piece;
        if (line.isEmpty() || measure.width(longer + kContinued) <= width) {
            line = longer;
            continue;
        }
        lines += line + kContinued;
        line = kIndent + piece;
    }
    return lines << line;
}

}  // namespace shardscope::gui
