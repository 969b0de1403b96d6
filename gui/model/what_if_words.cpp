#include "gui/model/what_if_words.h"

#include <QCoreApplication>

#include "gui/model/byte_text.h"
#include "gui/model/phrase_text.h"
#include "gui/model/plan_words.h"
#include "traces/table/replayed_texts.h"

namespace shardscope::gui {
namespace {

QString words(const char* text) { return QCoreApplication::translate("WhatIf", text); }

QString numbers(std::optional<qint64> stepNs, qint64 peakBytes, qint64 wireBytes) {
    return words(
               QT_TRANSLATE_NOOP("WhatIf", "a step takes %1, a rank needs %2 and sends %3 a step"))
        .arg(stepText(stepNs), sizeText(peakBytes), sizeText(wireBytes));
}

QString lineOf(const Predicted& predicted, const Recorded& recorded) {
    const QString what = words(QT_TRANSLATE_NOOP("WhatIf", "%1 with G = %2"))
                             .arg(predicted.name)
                             .arg(predicted.gradAccum);
    if (!predicted.stepNs)
        return words(QT_TRANSLATE_NOOP("WhatIf", "%1: did not end well (%2)"))
            .arg(what, predicted.status);
    const double times =
        static_cast<double>(*predicted.stepNs) / static_cast<double>(recorded.stepNs);
    return words(QT_TRANSLATE_NOOP("WhatIf", "%1, predicted: %2 (step × %3)"))
        .arg(what, numbers(predicted.stepNs, predicted.peakBytes, predicted.wireBytes),
             QString::number(times, 'f', 2));
}

/// Each sentence of all runs once, as bullets below @p title; nothing where there is none.
QString listOf(const QString& title, const std::vector<Predicted>& predicted,
               QStringList Predicted::*list) {
    QStringList lines;
    for (const Predicted& each : predicted) {
        for (const QString& text : each.*list) {
            const QString line = said(table::replayedText(text.toStdString()));
            if (!lines.contains(line)) lines += line;
        }
    }
    if (lines.isEmpty()) return {};
    return QStringLiteral("\n\n%1\n• %2").arg(title, lines.join(QStringLiteral("\n• ")));
}

}  // namespace

QString whatIfText(const Recorded& recorded, const std::vector<Predicted>& predicted) {
    const QString how = recorded.measured
                            ? words(QT_TRANSLATE_NOOP("WhatIf", "%1 with G = %2, measured: %3"))
                            : words(QT_TRANSLATE_NOOP("WhatIf", "%1 with G = %2, simulated: %3"));
    QString text = how.arg(recorded.name, recorded.gradAccum,
                           numbers(recorded.stepNs, recorded.peakBytes, recorded.wireBytes));
    for (const Predicted& each : predicted) text += '\n' + lineOf(each, recorded);
    text += listOf(words(QT_TRANSLATE_NOOP("WhatIf", "Held against the recording itself:")),
                   predicted, &Predicted::heldAgainst);
    return text + listOf(words(QT_TRANSLATE_NOOP("WhatIf", "Assumed:")), predicted,
                         &Predicted::assumptions);
}

}  // namespace shardscope::gui
