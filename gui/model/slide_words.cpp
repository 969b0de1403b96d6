#include "gui/model/slide_words.h"

#include <QCoreApplication>

#include "gui/model/byte_text.h"
#include "gui/model/plan_words.h"

namespace shardscope::gui {
namespace {

QString dot() { return QStringLiteral(" · "); }

QString gOf(const Plan& plan, size_t row) {
    return QString::number(plan.rows[row].gradAccum.value_or(1));
}

/// Where stage 2 begins to send more, and for what.
QString moreText(const Plan& plan, const SlidePair& from) {
    const QString saved =
        (from.savedBytes >= 0 ? QCoreApplication::translate("Plan", "%1 less memory a rank")
                              : QCoreApplication::translate("Plan", "%1 more memory a rank"))
            .arg(sizeText(std::abs(from.savedBytes)));
    return QCoreApplication::translate(
               "Plan",
               "From G = %1 on stage 2 sends more than stage 1: %2 against %3 a step there, for "
               "%4. Stage 1 sends the same at every G, stage 2 once more with each micro-batch.")
        .arg(gOf(plan, from.stage1Row), sizeText(plan.rows[from.stage2Row].wireBytes),
             sizeText(plan.rows[from.stage1Row].wireBytes), saved);
}

QString outweighText(const Plan& plan) {
    const PlanSlide& slide = *plan.slide;
    if (!slide.outweighedFrom)
        return QCoreApplication::translate("Plan",
                                           "Up to G = %1 that extra traffic is less than the "
                                           "memory that stage 2 saves.")
            .arg(slide.values.back());
    const SlidePair& from = *slide.outweighedFrom;
    if (from.savedBytes <= 0) return {};  // it saves nothing, which was said
    return QCoreApplication::translate("Plan",
                                       "From G = %1 on that extra traffic (%2 a step) outweighs "
                                       "the memory that stage 2 saves (%3).")
        .arg(gOf(plan, from.stage1Row), sizeText(from.extraBytes), sizeText(from.savedBytes));
}

QString accumulationVerdict(const Plan& plan) {
    const PlanSlide& slide = *plan.slide;
    if (!slide.compared)
        return QCoreApplication::translate(
            "Plan", "Stages 1 and 2 cross here when both are among the strategies.");
    if (!slide.sendsMoreFrom)
        return QCoreApplication::translate("Plan",
                                           "Stage 2 sends no more than stage 1 at any of these G.");
    return (moreText(plan, *slide.sendsMoreFrom) + ' ' + outweighText(plan)).trimmed();
}

QString bucketVerdict(const Plan& plan) {
    const QString from = plan.slide->noOverlapFrom;
    if (from.isEmpty())
        return QCoreApplication::translate(
            "Plan",
            "Small buckets need many calls; large ones need memory, and leave the last of them to "
            "be sent after backward. No bucket here holds all gradients.");
    return QCoreApplication::translate(
               "Plan",
               "From a bucket of %1 on one bucket holds all gradients: it is ready when backward "
               "ends, and no overlap is possible.")
        .arg(from);
}

}  // namespace

QString stopText(const Plan& plan, qsizetype stop) {
    const QString& value = plan.slide->values[stop];
    if (plan.slide->setting == SlideSetting::GradAccum) return QStringLiteral("G = ") + value;
    if (value == QLatin1String("layer"))
        return QCoreApplication::translate("Plan", "a bucket a layer");
    const bool number = !value.back().isLetter();
    return number ? QCoreApplication::translate("Plan", "%1 elements a bucket").arg(value)
                  : QCoreApplication::translate("Plan", "%1 a bucket").arg(value);
}

QString stopShort(const QString& value) {
    bool isNumber = false;
    const qint64 number = QString(value).remove(',').toLongLong(&isNumber);
    if (!isNumber || number < 10'000) return value;
    const bool millions = number >= 1'000'000;
    const double shown = static_cast<double>(number) / (millions ? 1e6 : 1e3);
    return QString::number(shown, 'g', 4) + QLatin1String(millions ? "M" : "k");
}

QString slideQuestion(const Plan& plan) {
    if (plan.rows.empty()) return questionText(plan);
    const PlanRow& row = plan.rows.front();
    QStringList parts{questionText(plan), ranksText(row.ranks),
                      QCoreApplication::translate("Plan", "micro-batch %1").arg(row.microBatch)};
    parts += plan.slide->setting == SlideSetting::Bucket
                 ? QStringLiteral("G %1").arg(row.gradAccum.value_or(1))
                 : QCoreApplication::translate("Plan", "bucket %1").arg(row.bucket);
    parts += QCoreApplication::translate("Plan", "in-flight %1").arg(row.inFlight);
    if (row.checkpointing != QLatin1String("none") && !row.checkpointing.isEmpty())
        parts += QCoreApplication::translate("Plan", "%1 checkpointing").arg(row.checkpointing);
    return parts.join(dot());
}

QString slideVerdict(const Plan& plan) {
    if (plan.rows.empty() || !plan.slide) return {};
    if (plan.rows.front().ranks == 1)
        return QCoreApplication::translate(
            "Plan", "One rank sends nothing: choose a configuration of several ranks.");
    return plan.slide->setting == SlideSetting::GradAccum ? accumulationVerdict(plan)
                                                          : bucketVerdict(plan);
}

double timeUnitNs(double most) { return most >= 1e9 ? 1e9 : most >= 1e6 ? 1e6 : 1e3; }

QString timeTick(double ns, double most) {
    if (ns == 0) return QStringLiteral("0");
    const double unit = timeUnitNs(most);
    const QString number = QString::number(ns / unit, 'g', 4);
    if (unit == 1e9) return QCoreApplication::translate("Plan", "%1 s").arg(number);
    if (unit == 1e6) return QCoreApplication::translate("Plan", "%1 ms").arg(number);
    return QCoreApplication::translate("Plan", "%1 µs").arg(number);
}

}  // namespace shardscope::gui
