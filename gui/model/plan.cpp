#include "gui/model/plan.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <limits>

namespace shardscope::gui {
namespace {

std::optional<qint64> integerOf(const QJsonValue& value) {
    if (!value.isDouble()) return std::nullopt;
    return value.toInteger();
}

core::CategoryBytes categoriesOf(const QJsonObject& json) {
    core::CategoryBytes bytes{};
    for (size_t c = 0; c < bytes.size(); ++c) {
        bytes[c] = json[QLatin1String(core::kCategoryNames[c])].toInteger();
    }
    return bytes;
}

PlanRow rowOf(const QJsonObject& json) {
    const QJsonObject memory = json["memory"].toObject(), traffic = json["traffic"].toObject();
    PlanRow row{.strategy = json["strategy"].toString(),
                .bucket = json["bucket"].toString(),
                .checkpointing = json["checkpointing"].toString(),
                .peakPhase = memory["peakPhase"].toString(),
                .ranks = json["ranks"].toInteger(),
                .microBatch = json["microBatch"].toInteger(),
                .inFlight = json["inFlight"].toInteger(),
                .gradAccum = integerOf(json["gradAccum"]),
                .globalBatch = integerOf(json["globalBatch"]),
                .evaluated = memory.contains(QLatin1String("neededBytes")),
                .reason = json["reason"].toString(),
                .marginBytes = integerOf(json["marginBytes"]),
                .neededBytes = memory["neededBytes"].toInteger(),
                .atPeak = categoriesOf(memory["atPeak"].toObject()),
                .stepNs = integerOf(json["stepNs"]),
                .stepNsReason = json["stepNsReason"].toString(),
                .calls = traffic["calls"].toInteger(),
                .wireBytes = traffic["wireBytes"].toInteger(),
                .elementsPerParameter = traffic["elementsPerParameter"].toDouble(),
                .attention = json["attention"].toString(),
                .shardGroup = json["shardGroup"].toInteger()};
    if (json["fits"].isBool()) row.fits = json["fits"].toBool();
    if (!row.evaluated) row.statesBytes = integerOf(memory["modelStateBytes"]);
    return row;
}

std::optional<PlanReason> reasonOf(const QJsonObject& json) {
    if (json.isEmpty()) return std::nullopt;
    PlanReason reason{.fitting = json["fitting"].toInteger(),
                      .configurations = json["configurations"].toInteger(),
                      .byTime = json["least"].toString() == QLatin1String("stepNs"),
                      .cost = json["value"].toInteger(),
                      .alike = json["alike"].toInteger(1),
                      .error = json["error"].toDouble(),
                      .oneMachine = json["oneMachine"].toBool(),
                      .headroom = json["headroom"].toDouble(),
                      .tight = json["tight"].toBool()};
    for (const QJsonValue& by : json["decidedBy"].toArray()) reason.decidedBy += by.toString();
    const QJsonObject lower = json["lowerStage"].toObject();
    if (lower.isEmpty()) return reason;
    reason.lowerRow = static_cast<size_t>(lower["row"].toInteger());
    reason.missingBytes = lower["missingBytes"].toInteger();
    return reason;
}

PlanNothingFits nothingOf(const QJsonObject& json) {
    PlanNothingFits nothing{.closestRow = static_cast<size_t>(json["closestRow"].toInteger()),
                            .together = json["together"].toBool()};
    for (const QJsonValue& change : json["changes"].toArray()) {
        nothing.changes.push_back({.what = change["what"].toString(),
                                   .marginBytes = change["marginBytes"].toInteger(),
                                   .neededBytes = change["neededBytes"].toInteger()});
    }
    return nothing;
}

void readQuestion(const QJsonObject& json, Plan& plan) {
    plan.gpu = json["gpu"].toString();
    plan.fabric = json["fabric"].toString();
    plan.dtype = json["dtype"].toString();
    plan.gpuBytes = integerOf(json["gpuBytes"]);
    plan.memoryBytes = integerOf(json["memoryBytes"]);
    plan.globalBatch = integerOf(json["globalBatch"]);
    for (const QJsonValue& name : json["strategies"].toArray()) plan.strategies += name.toString();
    for (const QJsonValue& ranks : json["ranks"].toArray()) plan.ranks.push_back(ranks.toInteger());
}

/// Indices that the document gives must lie inside its rows.
bool pointsInside(const Plan& plan) {
    const auto inside = [&](size_t row) { return row < plan.rows.size(); };
    const auto bothInside = [&](const std::optional<SlidePair>& pair) {
        return !pair || (inside(pair->stage1Row) && inside(pair->stage2Row));
    };
    return std::ranges::all_of(plan.front, inside) &&
           (!plan.recommended || inside(*plan.recommended)) &&
           (!plan.because || !plan.because->lowerRow || inside(*plan.because->lowerRow)) &&
           (!plan.nothing || inside(plan.nothing->closestRow)) &&
           (!plan.slide ||
            (bothInside(plan.slide->sendsMoreFrom) && bothInside(plan.slide->outweighedFrom)));
}

/// Whether row @p a says more for a configuration than @p b: evaluated, fits, costs less, needs less.
bool better(const Plan& plan, size_t a, size_t b) {
    const auto key = [&](size_t i) {
        const PlanRow& row = plan.rows[i];
        const bool fits = row.fits.value_or(true);
        const double cost = costOf(plan, row).value_or(std::numeric_limits<double>::infinity());
        return std::tuple(!row.evaluated, plan.recommended != i, !fits, fits ? cost : 0.0,
                          row.neededBytes, i);
    };
    return key(a) < key(b);
}

void fillCells(Plan& plan) {
    plan.cells.assign(static_cast<size_t>(plan.strategies.size()) * plan.ranks.size(), {});
    for (size_t i = 0; i < plan.rows.size(); ++i) {
        const size_t cell = plan.cellOf(i);
        if (cell < plan.cells.size()) plan.cells[cell].rows.push_back(i);
    }
    for (PlanCell& cell : plan.cells) {
        std::ranges::sort(cell.rows, [&](size_t a, size_t b) { return better(plan, a, b); });
    }
}

}  // namespace

size_t Plan::cellOf(size_t row) const {
    const auto strategy = strategies.indexOf(rows[row].strategy);
    const auto rank = std::ranges::find(ranks, rows[row].ranks) - ranks.begin();
    if (strategy < 0 || rank == std::ssize(ranks)) return cells.size();
    return static_cast<size_t>(strategy) * ranks.size() + static_cast<size_t>(rank);
}

std::optional<size_t> Plan::firstRow() const {
    if (recommended) return recommended;
    if (nothing) return nothing->closestRow;
    if (rows.empty()) return std::nullopt;
    return 0;
}

core::Result<Plan> parsePlan(const QByteArray& json, const std::string& where) {
    QJsonParseError error;
    const QJsonObject document = QJsonDocument::fromJson(json, &error).object();
    if (document["schema"].toString() != QLatin1String("shardscope.plan/1")) {
        const std::string found =
            error.error != QJsonParseError::NoError
                ? error.errorString().toStdString()
                : "schema \"" + document["schema"].toString().toStdString() + '"';
        return core::invalidInput(where, "is no plan: found " + found +
                                             "; allowed: what `shardscope plan --json` prints "
                                             "(shardscope.plan/1)");
    }
    const QJsonObject model = document["model"].toObject();
    Plan plan{.model = model["name"].toString(),
              .parameters = model["parameters"].toInteger(),
              .sequence = model["sequence"].toInteger(),
              .byTime = document["frontBasis"].toString() == QLatin1String("stepNs")};
    readQuestion(document["question"].toObject(), plan);
    for (const QJsonValue& row : document["rows"].toArray()) {
        plan.rows.push_back(rowOf(row.toObject()));
        plan.rows.back().attentionListed = document["question"]["attentions"].toArray().size() > 1;
    }
    for (const QJsonValue& row : document["front"].toArray()) {
        plan.front.push_back(static_cast<size_t>(row.toInteger()));
    }
    const QJsonObject recommendation = document["recommendation"].toObject();
    if (!recommendation.isEmpty()) {
        plan.recommended = static_cast<size_t>(recommendation["row"].toInteger());
        plan.reason = recommendation["reason"].toString();
        plan.because = reasonOf(recommendation["because"].toObject());
    }
    if (document["nothingFits"].isObject()) {
        plan.nothing = nothingOf(document["nothingFits"].toObject());
    }
    for (const QJsonValue& each : document["assumptions"].toArray()) {
        plan.assumptions += each.toString();
    }
    plan.slide = slideOf(document);
    if (!pointsInside(plan))
        return core::invalidInput(where, "points at rows that it does not have");
    for (const size_t row : plan.front) plan.rows[row].onFront = true;
    fillCells(plan);
    return plan;
}

std::optional<double> costOf(const Plan& plan, const PlanRow& row) {
    if (!row.evaluated || !row.globalBatch || (plan.byTime && !row.stepNs)) return std::nullopt;
    const auto cost = static_cast<double>(plan.byTime ? *row.stepNs : row.wireBytes);
    return cost * static_cast<double>(row.ranks) / static_cast<double>(*row.globalBatch);
}

}  // namespace shardscope::gui
