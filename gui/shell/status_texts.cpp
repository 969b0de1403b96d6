#include "gui/shell/status_texts.h"

#include <QCoreApplication>
#include <QStringList>
#include <utility>

#include "gui/files/marks.h"
#include "traces/table/units.h"

namespace shardscope::gui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Status)
};

}  // namespace

QString lossesText(const std::vector<LoadedPtr>& recordings) {
    const Losses losses = lossesOf(recordings);
    if (!losses.known) return {};
    QString text =
        Text::tr("recorder: %1 dropped, %2 unmatched").arg(losses.dropped).arg(losses.unmatched);
    if (losses.openAtEnd > 0) {
        text += QStringLiteral(", ") + Text::tr("%1 open when a run ended").arg(losses.openAtEnd);
    }
    text += QStringLiteral(", ") +
            Text::tr("clocks within %1")
                .arg(QString::fromStdString(table::withTimeUnit(losses.clockResidualNs)));
    if (!losses.stepShare) return text;
    return text + QStringLiteral(", ") +
           Text::tr("recording took about %1 % of a step")
               .arg(*losses.stepShare * 100.0, 0, 'f', 2);
}

/// Recordings about which the same is said are named together.
QString marksText(const std::vector<LoadedPtr>& recordings) {
    std::vector<std::pair<QString, QStringList>> said;
    for (const LoadedPtr& recording : recordings) {
        const QString marks = marksOf(*recording).join(QStringLiteral(", "));
        if (marks.isEmpty()) continue;
        auto place = std::ranges::find(said, marks, &std::pair<QString, QStringList>::first);
        if (place == said.end()) place = said.insert(place, {marks, {}});
        place->second << QString::fromStdString(recording->name);
    }
    QStringList parts;
    for (const auto& [marks, names] : said) {
        const bool all = names.size() == static_cast<qsizetype>(recordings.size());
        parts << (all ? marks : names.join(QStringLiteral(", ")) + QStringLiteral(": ") + marks);
    }
    return parts.join(QStringLiteral("; "));
}

bool hasLosses(const std::vector<LoadedPtr>& recordings) {
    const Losses losses = lossesOf(recordings);
    return losses.dropped + losses.unmatched > 0;
}

}  // namespace shardscope::gui
