#include "gui/model/byte_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/units.h"

namespace shardscope::gui {
namespace {

constexpr std::array<const char*, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
constexpr double kStep = 1024;

int unitIndex(double bytes) {
    int index = 0;
    for (double left = std::abs(bytes); left >= kStep && index + 1 < int(kUnits.size()); ++index) {
        left /= kStep;
    }
    return index;
}

}  // namespace

double byteUnit(double most) { return std::pow(kStep, unitIndex(most)); }

QString bytesTick(double bytes) {
    if (bytes == 0) return QStringLiteral("0");
    const int index = unitIndex(bytes);
    return QString::number(bytes / std::pow(kStep, index), 'g', 4) + ' ' +
           QLatin1String(kUnits[static_cast<size_t>(index)]);
}

QString sizeText(qint64 bytes) {
    const std::string text = core::formatBytes(std::abs(bytes));
    return (bytes < 0 ? QStringLiteral("−") : QString()) + QString::fromStdString(text);
}

}  // namespace shardscope::gui
