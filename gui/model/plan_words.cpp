#include "gui/model/plan_words.h"

#include <QCoreApplication>
#include <cmath>

#include "core/base/units.h"
#include "gui/model/byte_text.h"
#include "gui/model/phrase_text.h"
#include "traces/table/planned_texts.h"

namespace shardscope::gui {
namespace {

QString dash() { return QStringLiteral("–"); }
QString dot() { return QStringLiteral(" · "); }
QString commas(qint64 value) { return QString::fromStdString(core::withCommas(value)); }

/// Three digits that count: "2.19", "34.5", "345".
QString threeDigits(double value) {
    const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return QString::number(value, 'f', decimals);
}

QString strategyOn(const PlanRow& row) {
    return QCoreApplication::translate("Plan", "%1 on %2").arg(row.strategy, ranksText(row.ranks));
}

QString percent(double share) { return QString::number(share * 100, 'f', 0); }

/// What the command says in English.
QString told(const QString& english) { return said(table::plannedText(english.toStdString())); }

/// What decided between rows that take as long.
QString tieText(const PlanReason& why) {
    QStringList by;
    for (const QString& word : why.decidedBy) {
        if (word == QLatin1String("headroom"))
            by += QCoreApplication::translate("Plan", "at least %1 % of the memory free")
                      .arg(percent(why.headroom));
        if (word == QLatin1String("ranks"))
            by += QCoreApplication::translate("Plan", "the fewest ranks");
        if (word == QLatin1String("traffic"))
            by += QCoreApplication::translate("Plan", "the least traffic");
        if (word == QLatin1String("memory"))
            by += QCoreApplication::translate("Plan", "the most memory free");
    }
    const QString alike =
        QCoreApplication::translate("Plan", " within the estimate's error (%1 %; %2 are alike)")
            .arg(percent(why.error), commas(why.alike));
    if (by.isEmpty()) return alike;
    return alike + QCoreApplication::translate("Plan", "; of these it has %1")
                       .arg(by.join(QCoreApplication::translate("Plan", ", then ")));
}

QString costText(const PlanReason& why) {
    if (!why.byTime)
        return QCoreApplication::translate("Plan", "it sends the fewest bytes a sequence (%1)")
            .arg(sizeText(why.cost));
    const QString least =
        (why.oneMachine
             ? QCoreApplication::translate("Plan", "it takes the least time a sequence (a step %1)")
             : QCoreApplication::translate("Plan",
                                           "it takes the least GPU time a sequence (a step %1)"))
            .arg(stepText(why.cost));
    return why.alike > 1 ? least + tieText(why) : least;
}

/// What the configurations do that were compared.
QString fittingText(const Plan& plan, const PlanReason& why) {
    if (!plan.memoryBytes) return QCoreApplication::translate("Plan", "can be run");
    return (why.oneMachine ? QCoreApplication::translate("Plan", "fit %1 of one machine")
                           : QCoreApplication::translate("Plan", "fit %1"))
        .arg(sizeText(*plan.memoryBytes));
}

/// What the recommended row leaves, or needs.
QString leftText(const PlanRow& row, const PlanReason& why) {
    if (!row.marginBytes)
        return QCoreApplication::translate("Plan", "it needs %1").arg(sizeText(row.neededBytes));
    const QString left =
        (why.oneMachine ? QCoreApplication::translate("Plan", "%1 stay free a rank")
                        : QCoreApplication::translate("Plan", "%1 stay free"))
            .arg(sizeText(*row.marginBytes));
    if (!why.tight) return left;
    return left + QCoreApplication::translate("Plan",
                                              ", less than %1 %: what is not counted may take that")
                      .arg(percent(why.headroom));
}

}  // namespace

QString marginText(const PlanRow& row) {
    if (row.statesBytes)
        return QCoreApplication::translate("Plan", "states alone %1")
            .arg(sizeText(*row.statesBytes));
    if (!row.evaluated) return QCoreApplication::translate("Plan", "not possible");
    if (!row.marginBytes)
        return QCoreApplication::translate("Plan", "needs %1").arg(sizeText(row.neededBytes));
    if (*row.marginBytes < 0)
        return QCoreApplication::translate("Plan", "%1 too much").arg(sizeText(-*row.marginBytes));
    return QCoreApplication::translate("Plan", "%1 free").arg(sizeText(*row.marginBytes));
}

QString marginShort(const PlanRow& row) {
    if (row.statesBytes) return QStringLiteral("> ") + sizeText(*row.statesBytes);
    if (!row.evaluated) return dash();
    if (!row.marginBytes) return sizeText(row.neededBytes);
    const QString sign = *row.marginBytes < 0 ? QString() : QStringLiteral("+");
    return sign + sizeText(*row.marginBytes);
}

QString marginTiny(const PlanRow& row) {
    static const QStringList kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
    const QString text = marginShort(row);
    const qsizetype point = text.indexOf('.'), space = text.indexOf(' ');
    if (point < 0 || space < point) return text;
    const qsizetype from = text[0].isDigit() ? 0 : 1;  // after the sign
    const double number = text.mid(from, space - from).toDouble();
    const qsizetype unit = kUnits.indexOf(text.mid(space + 1));
    if (number >= 100 && unit >= 0 && unit + 1 < kUnits.size()) {  // "0.7 GiB" is the shorter
        return text.left(from) + QString::number(number / 1024, 'f', 1) + ' ' + kUnits[unit + 1];
    }
    return text.left(from) + QString::number(qRound(number)) + text.mid(space);
}

QString ranksText(qint64 ranks) {
    return ranks == 1 ? QCoreApplication::translate("Plan", "1 rank")
                      : QCoreApplication::translate("Plan", "%1 ranks").arg(commas(ranks));
}

QString stepText(std::optional<qint64> ns) {
    if (!ns) return dash();
    const auto value = static_cast<double>(*ns);
    if (value == 0) return QStringLiteral("0");
    if (value >= 1e9)
        return QCoreApplication::translate("Plan", "%1 s").arg(threeDigits(value / 1e9));
    if (value >= 1e6)
        return QCoreApplication::translate("Plan", "%1 ms").arg(threeDigits(value / 1e6));
    return QCoreApplication::translate("Plan", "%1 µs").arg(threeDigits(value / 1e3));
}

QString settingsText(const PlanRow& row) {
    QString text =
        QCoreApplication::translate("Plan", "micro-batch %1, G %2, bucket %3, in-flight %4")
            .arg(row.microBatch)
            .arg(row.gradAccum ? QString::number(*row.gradAccum) : dash(), row.bucket)
            .arg(row.inFlight);
    if (row.checkpointing != QLatin1String("none") && !row.checkpointing.isEmpty()) {
        text += QCoreApplication::translate("Plan", ", %1 checkpointing").arg(row.checkpointing);
    }
    if (row.attentionListed)
        text += QCoreApplication::translate("Plan", ", %1 attention").arg(row.attention);
    if (row.shardGroup > 0)
        text += QCoreApplication::translate("Plan", ", shard group %1").arg(row.shardGroup);
    return text;
}

QString settingsLine(const PlanRow& row) {
    return settingsShort(row) +
           QCoreApplication::translate("Plan", " · %1 · k %2").arg(row.bucket).arg(row.inFlight);
}

QString settingsShort(const PlanRow& row) {
    QString text = QCoreApplication::translate("Plan", "mb %1 · G %2")
                       .arg(row.microBatch)
                       .arg(row.gradAccum ? QString::number(*row.gradAccum) : dash());
    if (row.checkpointing == QLatin1String("full"))
        text += QCoreApplication::translate("Plan", " · ckpt");
    if (row.checkpointing == QLatin1String("selective"))
        text += QCoreApplication::translate("Plan", " · sel. ckpt");
    if (row.checkpointing == QLatin1String("alternate"))
        text += QCoreApplication::translate("Plan", " · alt. ckpt");
    return text;
}

QString trafficText(const PlanRow& row) {
    return QCoreApplication::translate("Plan", "%1 in %2 calls, %3 × parameters")
        .arg(sizeText(row.wireBytes))
        .arg(row.calls)
        .arg(row.elementsPerParameter, 0, 'f', 2);
}

QString rowSentence(const PlanRow& row) {
    if (!row.evaluated) {
        const QString states = row.statesBytes ? marginText(row) + QStringLiteral("; ") : QString();
        return strategyOn(row) + QStringLiteral(": ") + states + refusalText(row);
    }
    const QString time =
        row.stepNs
            ? QCoreApplication::translate("Plan", "a step takes %1").arg(stepText(row.stepNs))
            : QCoreApplication::translate("Plan", "no step time: %1").arg(told(row.stepNsReason));
    return QCoreApplication::translate("Plan", "%1, %2: %3; needs %4; a rank sends %5 a step; %6")
        .arg(strategyOn(row), settingsText(row), marginText(row), sizeText(row.neededBytes),
             trafficText(row), time);
}

QString questionText(const Plan& plan) {
    QStringList parts{
        plan.model,
        QCoreApplication::translate("Plan", "%1 parameters").arg(commas(plan.parameters))};
    if (plan.sequence > 0)
        parts += QCoreApplication::translate("Plan", "sequence %1").arg(commas(plan.sequence));
    if (!plan.dtype.isEmpty()) parts += plan.dtype;
    if (plan.globalBatch)
        parts += QCoreApplication::translate("Plan", "global batch %1").arg(*plan.globalBatch);
    if (!plan.gpu.isEmpty()) parts += plan.gpu;
    parts += plan.memoryBytes ? QCoreApplication::translate("Plan", "%1 for a rank's pool")
                                    .arg(sizeText(*plan.memoryBytes))
                              : QCoreApplication::translate("Plan", "no memory limit given");
    return parts.join(dot());
}

QString reasonText(const Plan& plan) {
    if (!plan.recommended || !plan.because) return plan.reason;
    const PlanReason& why = *plan.because;
    const PlanRow& row = plan.rows[*plan.recommended];
    const QString chosen =
        QCoreApplication::translate("Plan", "%1: of the %2 of %3 configurations that %4, %5; %6")
            .arg(QStringList{row.strategy, ranksText(row.ranks), settingsText(row)}.join(", "),
                 commas(why.fitting), commas(why.configurations), fittingText(plan, why),
                 costText(why), leftText(row, why));
    if (!why.lowerRow) return chosen;
    return chosen + QCoreApplication::translate(
                        "Plan", "; %1 with the same settings needs %2 more than there is")
                        .arg(plan.rows[*why.lowerRow].strategy, sizeText(why.missingBytes));
}

QString verdictText(const Plan& plan) {
    if (plan.recommended)
        return QCoreApplication::translate("Plan", "Recommended: %1.").arg(reasonText(plan));
    if (plan.nothing) {
        const PlanRow& closest = plan.rows[plan.nothing->closestRow];
        return QCoreApplication::translate("Plan",
                                           "Nothing fits %1. Closest: %2, %3, which needs %4: %5.")
            .arg(sizeText(plan.memoryBytes.value_or(0)), strategyOn(closest), settingsText(closest),
                 sizeText(closest.neededBytes), marginText(closest));
    }
    for (const PlanRow& row : plan.rows) {
        if (row.statesBytes)
            return QCoreApplication::translate("Plan", "Model states alone are known: %1")
                .arg(refusalText(row));
        if (!row.evaluated)
            return QCoreApplication::translate("Plan", "Nothing was evaluated: %1")
                .arg(refusalText(row));
    }
    return QCoreApplication::translate("Plan",
                                       "No recommendation: without a limit everything fits.");
}

QStringList changeTexts(const Plan& plan) {
    QStringList lines;
    if (!plan.nothing) return lines;
    if (plan.nothing->changes.empty()) {
        lines += QCoreApplication::translate(
            "Plan",
            "No stage, micro-batch or number of ranks that the planner tried changes that.");
    }
    for (const PlanChange& change : plan.nothing->changes) {
        lines += QCoreApplication::translate("Plan", "%1: %2 stay free")
                     .arg(told(change.what), sizeText(change.marginBytes));
    }
    return lines;
}

QString refusalText(const PlanRow& row) { return told(row.reason); }

QStringList assumptionTexts(const Plan& plan) {
    QStringList lines;
    for (const QString& assumption : plan.assumptions) lines += told(assumption);
    return lines;
}

}  // namespace shardscope::gui
