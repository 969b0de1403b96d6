#include "tests/gui/panels/planned.h"

#include <gtest/gtest.h>

#include "core/base/units.h"
#include "tests/gui/panels/scratch.h"

namespace shardscope::gui {

QByteArray planJson(const QString& words, int* status) {
    const Scratch scratch;
    CommandRun run;
    const auto outcome = outcomeOf(
        run, scratch.real().call(QStringList("plan") + words.split(' ', Qt::SkipEmptyParts) +
                                 QStringList("--json")));
    if (status) *status = outcome.exitStatus;
    return outcome.output;
}

Plan planned(const QString& words) {
    auto plan = parsePlan(planJson(words));
    EXPECT_TRUE(plan) << words.toStdString();
    return plan ? *plan : Plan{};
}

const Plan& usualPlan() {
    static const Plan plan = planned(
        "--model llama-3.1-8b --gpu h100-sxm --ranks 8,16,64 --global-batch 128 --micro-batch 1,2");
    return plan;
}

namespace {

QByteArray rowText(const char* strategy, int ranks, int marginGiB, int stepMs, int microBatch) {
    const int64_t needed = (80 - marginGiB) * core::kGiB;
    return QStringLiteral(
               R"({"strategy":"%1","ranks":%2,"microBatch":%3,"gradAccum":2,)"
               R"("globalBatch":64,"bucket":"layer","inFlight":2,"checkpointing":"none",)"
               R"("reason":null,"fits":%4,"marginBytes":%5,"memory":{"neededBytes":%6,)"
               R"("peakPhase":"backward","atPeak":{"weights":%7,"gradients":%8}},)"
               R"("stepNs":%9,"stepNsReason":null,"traffic":{"calls":3,"wireBytes":1024,)"
               R"("elementsPerParameter":2.0}})")
        .arg(strategy)
        .arg(ranks)
        .arg(microBatch)
        .arg(marginGiB >= 0 ? "true" : "false")
        .arg(marginGiB * core::kGiB)
        .arg(needed)
        .arg(needed / 2)
        .arg(needed / 4)
        .arg(stepMs * int64_t{1'000'000})
        .toUtf8();
}

}  // namespace

Plan smallPlan() {
    const QByteArray json =
        R"({"schema":"shardscope.plan/1","model":{"name":"m","parameters":1000},)"
        R"("question":{"ranks":[8,16],"strategies":["zero-1","zero-2"],"memoryBytes":)" +
        QByteArray::number(qint64{80 * core::kGiB}) + R"(,"globalBatch":64,"gpu":"g"},"rows":[)" +
        rowText("zero-1", 8, -10, 400, 1) + ',' + rowText("zero-2", 8, 10, 300, 1) + ',' +
        rowText("zero-1", 16, 5, 200, 1) + ',' + rowText("zero-2", 16, 15, 260, 2) + ',' +
        rowText("zero-2", 16, 20, 210, 1) +
        R"(],"frontBasis":"stepNs","front":[1,2,4],"recommendation":{"row":2,"reason":"why"},)"
        R"("nothingFits":null,"assumptions":["one"]})";
    const auto plan = parsePlan(json);
    EXPECT_TRUE(plan) << core::toString(plan.error());
    return *plan;
}

}  // namespace shardscope::gui
