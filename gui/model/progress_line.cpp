#include "gui/model/progress_line.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace shardscope::gui {

std::optional<ProgressLine> parseProgress(const QByteArray& line) {
    if (!line.startsWith('{')) return std::nullopt;  // most lines of a failed run: cheap
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (object["schema"].toString() != QLatin1String("shardscope.progress/1")) return std::nullopt;
    ProgressLine out{.strategy = object["strategy"].toString(),
                     .step = object["step"].toInteger(),
                     .steps = object["steps"].toInteger(),
                     .tokensPerSecond = object["tokensPerSecond"].toDouble(),
                     .liveBytes = object["liveBytes"].toInteger(),
                     .peakBytes = object["peakBytes"].toInteger(),
                     .etaNs = object["etaNs"].toInteger()};
    if (object["loss"].isDouble()) out.loss = object["loss"].toDouble();
    return out;
}

QString durationText(qint64 ns) {
    const qint64 seconds = std::max<qint64>(0, ns) / 1'000'000'000;
    const qint64 hours = seconds / 3600, minutes = seconds / 60 % 60;
    const QString tail = QStringLiteral("%1").arg(seconds % 60, 2, 10, QLatin1Char('0'));
    if (hours == 0) return QStringLiteral("%1:%2").arg(minutes).arg(tail);
    return QStringLiteral("%1:%2:%3").arg(hours).arg(minutes, 2, 10, QLatin1Char('0')).arg(tail);
}

}  // namespace shardscope::gui
