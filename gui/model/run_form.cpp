#include "gui/model/run_form.h"

#include <QProcess>
#include <algorithm>

namespace shardscope::gui {
namespace {

const QString& stagePrefix() {
    static const QString prefix = QStringLiteral("zero-");
    return prefix;
}

bool isStage(const QString& strategy) { return strategy.startsWith(stagePrefix()); }

QStringList stagesOf(const QString& list) {
    QStringList names;
    for (const QString& stage : list.split(',', Qt::SkipEmptyParts)) {
        names += stagePrefix() + stage.trimmed();
    }
    return names;
}

/// Without a file, saying a default again adds nothing to the line; with one it overrides the file.
bool saysNothing(const QString& option, const QString& value, const RunForm& form,
                 const CommandOptions& options) {
    if (value.isEmpty()) return true;
    const CommandOption* known = options.find(option);
    return form.workload.isEmpty() && known && known->shownDefault == value;
}

}  // namespace

const QStringList& formOptions() {
    static const QStringList names{
        QStringLiteral("--model"),       QStringLiteral("--layers"),
        QStringLiteral("--hidden"),      QStringLiteral("--heads"),
        QStringLiteral("--seq"),         QStringLiteral("--ranks"),
        QStringLiteral("--micro-batch"), QStringLiteral("--grad-accum"),
        QStringLiteral("--dtype"),       QStringLiteral("--bucket"),
        QStringLiteral("--in-flight"),   QStringLiteral("--memory-limit"),
        QStringLiteral("--steps"),       QStringLiteral("--data"),
        QStringLiteral("--out")};
    return names;
}

QStringList strategyArguments(const QStringList& strategies) {
    if (strategies.isEmpty()) return {};
    if (!std::ranges::all_of(strategies, isStage)) {
        return {QStringLiteral("--strategy"), strategies.join(',')};
    }
    QStringList stages;
    for (const QString& strategy : strategies) stages += strategy.mid(stagePrefix().size());
    return {QStringLiteral("--stage"), stages.join(',')};
}

QStringList formWords(const RunForm& form, const CommandOptions& options,
                      const QStringList& names) {
    QStringList words;
    if (!form.workload.isEmpty()) words += form.workload;
    for (const QString& option : names) {
        const auto given = form.given.find(option);
        if (given == form.given.end()) continue;
        const QString value = given->second.trimmed();
        if (!saysNothing(option, value, form, options)) words << option << value;
    }
    const bool usual = form.workload.isEmpty() && form.strategies == defaultStrategies(options);
    if (!usual) words += strategyArguments(form.strategies);
    return words + QProcess::splitCommand(form.more);
}

QStringList runArguments(const RunForm& form, const CommandOptions& options) {
    return QStringList(QStringLiteral("run"))
           << formWords(form, options, formOptions()) << QStringLiteral("--progress")
           << QStringLiteral("json");
}

QStringList defaultStrategies(const CommandOptions& options) {
    const CommandOption* stage = options.find(QStringLiteral("--stage"));
    return stage ? stagesOf(stage->shownDefault) : QStringList();
}

QStringList workloadStrategies(const QByteArray& workload) {
    const QString stages = workloadValue(workload, QStringLiteral("stage"));
    if (!stages.isEmpty()) return stagesOf(stages);
    return workloadValue(workload, QStringLiteral("strategy")).split(',', Qt::SkipEmptyParts);
}

}  // namespace shardscope::gui
