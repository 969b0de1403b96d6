#include "gui/layout/words.h"

#include <array>
#include <cmath>

#include "core/base/units.h"

namespace shardscope::gui {
namespace {

struct Unit {
    double ns;
    const char* name;
};
constexpr std::array<Unit, 4> kUnits{{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1.0, "ns"}}};

const Unit& unitFor(double ns) {
    for (const Unit& unit : kUnits) {
        if (std::abs(ns) >= unit.ns) return unit;
    }
    return kUnits.back();
}

int decimalsFor(double value) {
    if (std::abs(value) >= 100.0) return 1;
    return std::abs(value) >= 10.0 ? 1 : 2;
}

}  // namespace

QString bytesText(int64_t bytes) { return QString::fromStdString(core::formatBytes(bytes)); }

QString timeText(int64_t ns) {
    const Unit& unit = unitFor(static_cast<double>(ns));
    const double value = static_cast<double>(ns) / unit.ns;
    const int decimals = unit.ns == 1.0 ? 0 : decimalsFor(value);
    return QStringLiteral("%1 %2").arg(value, 0, 'f', decimals).arg(QString::fromUtf8(unit.name));
}

QString tickText(int64_t ns, int64_t stepNs) {
    if (ns == 0) return QStringLiteral("0");
    const Unit& unit = unitFor(static_cast<double>(std::max(std::abs(ns), stepNs)));
    const double step = static_cast<double>(stepNs) / unit.ns;
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    return QStringLiteral("%1 %2")
        .arg(static_cast<double>(ns) / unit.ns, 0, 'f', decimals)
        .arg(QString::fromUtf8(unit.name));
}

QString markName(MarkKind kind) {
    switch (kind) {
        case MarkKind::Born:
            return Compare::tr("born");
        case MarkKind::Ready:
            return Compare::tr("ready");
        case MarkKind::ReduceStart:
            return Compare::tr("reduce start");
        case MarkKind::Reduced:
            return Compare::tr("reduced");
        case MarkKind::Released:
            return Compare::tr("released");
    }
    return {};
}

QString laneTitle(const Lane& lane) {
    switch (lane.kind) {
        case LaneKind::Compute:
            return Compare::tr("compute");
        case LaneKind::Communication:
            return Compare::tr("communication");
        case LaneKind::Host:
            return Compare::tr("host");
        case LaneKind::Other:
            break;
    }
    return QString::fromStdString(lane.title);
}

}  // namespace shardscope::gui
