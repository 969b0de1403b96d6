#include "gui/layout/slide_metrics.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/base/units.h"
#include "gui/model/byte_text.h"
#include "gui/model/plan_words.h"

namespace shardscope::gui {
namespace {

using Kind = SlideMetric::Kind;
using Mark = SlideMetric::Mark;

QString words(const char* text) { return QCoreApplication::translate("Plan", text); }

std::optional<double> of(std::optional<qint64> value) {
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

SlideMetric needed() {
    return {words(QT_TRANSLATE_NOOP("Plan", "Memory a rank needs")),
            words(QT_TRANSLATE_NOOP("Plan", "Needs")), Kind::Bytes,
            [](const PlanRow& row, const SlideRow&) { return of(row.neededBytes); }};
}

SlideMetric gradients() {
    return {words(QT_TRANSLATE_NOOP("Plan", "Gradient buffers of a rank, at most")),
            words(QT_TRANSLATE_NOOP("Plan", "Gradient buffers")), Kind::Bytes,
            [](const PlanRow&, const SlideRow& slide) { return of(slide.gradientBytes); }};
}

SlideMetric sent() {
    return {words(QT_TRANSLATE_NOOP("Plan", "Sent, a rank and step")),
            words(QT_TRANSLATE_NOOP("Plan", "Sent a step")), Kind::Bytes,
            [](const PlanRow& row, const SlideRow&) { return of(row.wireBytes); },
            Mark::Outweighed};
}

SlideMetric calls() {
    return {words(QT_TRANSLATE_NOOP("Plan", "Calls, a rank and step")),
            words(QT_TRANSLATE_NOOP("Plan", "Calls")), Kind::Count,
            [](const PlanRow& row, const SlideRow&) { return of(row.calls); }};
}

SlideMetric tail() {
    return {words(QT_TRANSLATE_NOOP("Plan", "After backward, until the last bucket is reduced")),
            words(QT_TRANSLATE_NOOP("Plan", "After backward")), Kind::Time,
            [](const PlanRow&, const SlideRow& slide) { return of(slide.tailNs); },
            Mark::NoOverlap};
}

SlideMetric exposed() {
    return {words(QT_TRANSLATE_NOOP("Plan", "Communication that nothing hides, a step")),
            words(QT_TRANSLATE_NOOP("Plan", "Not hidden")), Kind::Time,
            [](const PlanRow&, const SlideRow& slide) { return of(slide.exposedNs); }};
}

SlideMetric step() {
    return {words(QT_TRANSLATE_NOOP("Plan", "A step takes")),
            words(QT_TRANSLATE_NOOP("Plan", "Step")), Kind::Time,
            [](const PlanRow& row, const SlideRow&) { return of(row.stepNs); }, Mark::NoOverlap};
}

SlideMetric microBatch() {
    return {words(QT_TRANSLATE_NOOP("Plan", "A step takes, divided by G")),
            words(QT_TRANSLATE_NOOP("Plan", "Step / G")), Kind::Time,
            [](const PlanRow& row, const SlideRow&) -> std::optional<double> {
                if (!row.stepNs) return std::nullopt;
                return static_cast<double>(*row.stepNs) /
                       static_cast<double>(row.gradAccum.value_or(1));
            }};
}

bool isTimed(const Plan& plan) {
    return std::ranges::any_of(plan.rows,
                               [](const PlanRow& row) { return row.stepNs.has_value(); });
}

}  // namespace

QString SlideMetric::text(const Plan& plan, size_t row) const {
    const auto number =
        plan.rows[row].evaluated ? value(plan.rows[row], plan.slide->rows[row]) : std::nullopt;
    if (!number) return QStringLiteral("–");
    const auto whole = static_cast<qint64>(*number);
    switch (kind) {
        case Kind::Bytes:
            return sizeText(whole);
        case Kind::Time:
            return stepText(whole);
        case Kind::Count:
            break;
    }
    return QString::fromStdString(core::withCommas(whole));
}

std::vector<SlideMetric> chartMetrics(const Plan& plan) {
    const bool timed = isTimed(plan);
    if (plan.slide->setting == SlideSetting::Bucket) {
        if (timed) return {gradients(), calls(), tail(), step()};
        SlideMetric marked = calls();
        marked.mark = Mark::NoOverlap;
        return {gradients(), marked, needed()};
    }
    if (timed) return {needed(), sent(), exposed(), microBatch()};
    return {needed(), sent(), calls()};
}

std::vector<SlideMetric> tableMetrics(const Plan& plan) {
    std::vector<SlideMetric> all{needed(), gradients(), sent(), calls()};
    if (isTimed(plan)) {
        for (const SlideMetric& each : {exposed(), tail(), step()}) all.push_back(each);
    }
    return all;
}

}  // namespace shardscope::gui
