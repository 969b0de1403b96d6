#include "gui/model/plan_slide.h"

#include <QJsonArray>
#include <QJsonObject>

#include "gui/model/plan.h"

namespace shardscope::gui {
namespace {

std::optional<qint64> integerOf(const QJsonValue& value) {
    if (!value.isDouble()) return std::nullopt;
    return value.toInteger();
}

SlideRow rowOf(const QJsonObject& json) {
    return {.value = json["value"].toString(),
            .buckets = json["buckets"].toInteger(),
            .gradientBytes = json["gradientBytes"].toInteger(),
            .exposedNs = integerOf(json["exposedNs"]),
            .tailNs = integerOf(json["tailNs"])};
}

std::optional<SlidePair> pairOf(const QJsonValue& json) {
    if (!json.isObject()) return std::nullopt;
    return SlidePair{.stage1Row = static_cast<size_t>(json["stage1Row"].toInteger()),
                     .stage2Row = static_cast<size_t>(json["stage2Row"].toInteger()),
                     .extraBytes = json["extraBytes"].toInteger(),
                     .savedBytes = json["savedBytes"].toInteger()};
}

}  // namespace

QString nameOf(SlideSetting setting) {
    return setting == SlideSetting::GradAccum ? QStringLiteral("grad-accum")
                                              : QStringLiteral("bucket");
}

std::optional<size_t> slideRow(const Plan& plan, qsizetype stop, qsizetype strategy) {
    for (size_t row = 0; row < plan.rows.size(); ++row) {
        if (stopOf(plan, row) == stop && strategyOf(plan, row) == strategy) return row;
    }
    return std::nullopt;
}

qsizetype stopOf(const Plan& plan, size_t row) {
    return plan.slide->values.indexOf(plan.slide->rows[row].value);
}

qsizetype strategyOf(const Plan& plan, size_t row) {
    return plan.strategies.indexOf(plan.rows[row].strategy);
}

std::optional<PlanSlide> slideOf(const QJsonObject& document) {
    const QJsonObject json = document["slide"].toObject();
    if (json.isEmpty()) return std::nullopt;
    PlanSlide slide{.setting = json["setting"].toString() == nameOf(SlideSetting::Bucket)
                                   ? SlideSetting::Bucket
                                   : SlideSetting::GradAccum,
                    .compared = json["compared"].toBool(),
                    .sendsMoreFrom = pairOf(json["sendsMoreFrom"]),
                    .outweighedFrom = pairOf(json["outweighedFrom"]),
                    .noOverlapFrom = json["noOverlapFrom"].toString()};
    const QJsonArray values = json["values"].toArray(), rows = document["rows"].toArray();
    for (const QJsonValue& value : values) slide.values += value.toString();
    for (const QJsonValue& row : rows) slide.rows.push_back(rowOf(row["slide"].toObject()));
    return slide;
}

}  // namespace shardscope::gui
