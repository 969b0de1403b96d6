#include "gui/model/plan_form.h"

#include <QFileInfo>
#include <QProcess>

namespace shardscope::gui {
namespace {

constexpr const char* kSimulatedSteps = "3";  // the first, and two like all others

/// Settings that a row has of its own, or that only a plan has.
const QStringList& ofTheRow() {
    static const QStringList names{
        QStringLiteral("--ranks"),         QStringLiteral("--micro-batch"),
        QStringLiteral("--grad-accum"),    QStringLiteral("--global-batch"),
        QStringLiteral("--bucket"),        QStringLiteral("--in-flight"),
        QStringLiteral("--checkpointing"), QStringLiteral("--memory"),
        QStringLiteral("--memory-limit"),  QStringLiteral("--stage"),
        QStringLiteral("--strategy"),      QStringLiteral("--attention"),
        QStringLiteral("--shard-group")};
    return names;
}

/// The option that @p word is a spelling of; empty for a value.
QString optionOf(const QString& word, const CommandOptions& options) {
    if (!word.startsWith(QLatin1String("--"))) return {};
    const QString name = word.section('=', 0, 0);
    const CommandOption* option = options.find(name);
    return option ? option->name : name;
}

/// @p words without @p names and their values.
QStringList without(const QStringList& words, const CommandOptions& options,
                    const QStringList& names) {
    QStringList kept;
    bool dropping = false;
    for (const QString& word : words) {
        const QString option = optionOf(word, options);
        if (!option.isEmpty()) dropping = names.contains(option);
        if (!dropping) kept += word;
    }
    return kept;
}

/// @p words without the options that @p row has of its own; rows of older files name no attention.
QStringList withoutTheRows(const QStringList& words, const CommandOptions& options,
                           const PlanRow& row) {
    QStringList names = ofTheRow();
    if (row.attention.isEmpty()) names.removeAll(QStringLiteral("--attention"));
    return without(words, options, names);
}

struct RowSetting {
    QString option, value;
    bool always =
        false;  ///< else where it was asked for: what nobody asked for is the preset's own
};

std::vector<RowSetting> settingsOf(const PlanRow& row) {
    const QString group = row.shardGroup > 0 ? QString::number(row.shardGroup)  //
                                             : QStringLiteral("all");
    return {{QStringLiteral("--ranks"), QString::number(row.ranks), true},
            {QStringLiteral("--micro-batch"), QString::number(row.microBatch), true},
            {QStringLiteral("--grad-accum"), QString::number(row.gradAccum.value_or(1)), true},
            {QStringLiteral("--bucket"), row.bucket},
            {QStringLiteral("--in-flight"), QString::number(row.inFlight)},
            {QStringLiteral("--checkpointing"), row.checkpointing},
            {QStringLiteral("--attention"), row.attention},
            {QStringLiteral("--shard-group"), group}};
}

bool listsSeveral(const RunForm& form, const QString& option) {
    const auto given = form.given.find(option);
    return given != form.given.end() && given->second.contains(',');
}

QString tame(QString text) {
    for (QChar& c : text) {
        if (!c.isLetterOrNumber() && c != '.' && c != '-') c = '-';
    }
    return text;
}

}  // namespace

const QStringList& planFormOptions() {
    static const QStringList names{
        QStringLiteral("--model"),        QStringLiteral("--seq"),
        QStringLiteral("--dtype"),        QStringLiteral("--gpu"),
        QStringLiteral("--fabric"),       QStringLiteral("--memory"),
        QStringLiteral("--ranks"),        QStringLiteral("--global-batch"),
        QStringLiteral("--micro-batch"),  QStringLiteral("--grad-accum"),
        QStringLiteral("--bucket"),       QStringLiteral("--in-flight"),
        QStringLiteral("--checkpointing")};
    return names;
}

QStringList planArguments(const RunForm& form, const CommandOptions& options) {
    return QStringList(QStringLiteral("plan"))
           << formWords(form, options, planFormOptions()) << QStringLiteral("--json")
           << QStringLiteral("--progress") << QStringLiteral("json");
}

QStringList slideArguments(const RunForm& form, const CommandOptions& options, const PlanRow& row,
                           SlideSetting setting) {
    const QString slid = setting == SlideSetting::GradAccum ? QStringLiteral("--grad-accum")
                                                            : QStringLiteral("--bucket");
    const QStringList words = formWords(form, options, planFormOptions());
    QStringList asked, names{QStringLiteral("--global-batch"), QStringLiteral("--slide")};
    for (const QString& word : words) asked += optionOf(word, options);
    const bool listed = listsSeveral(form, slid);
    QStringList own;
    for (const RowSetting& each : settingsOf(row)) {
        if (each.option != slid || !listed) names += each.option;
        const bool said = each.always || !form.workload.isEmpty() || asked.contains(each.option);
        if (said && each.option != slid && !each.value.isEmpty()) own << each.option << each.value;
    }
    return QStringList(QStringLiteral("plan"))
           << without(words, options, names) << own << QStringLiteral("--slide") << nameOf(setting)
           << QStringLiteral("--json") << QStringLiteral("--progress") << QStringLiteral("json");
}

QStringList simulateArguments(const RunForm& form, const CommandOptions& simulate,
                              const PlanRow& row) {
    RunForm shared = form;
    shared.strategies.clear();
    shared.more.clear();
    const QStringList words = formWords(shared, {}, planFormOptions());
    const QStringList more = understood(QProcess::splitCommand(form.more), simulate);
    QStringList line(QStringLiteral("simulate"));
    line << withoutTheRows(words, simulate, row) << withoutTheRows(more, simulate, row);
    const auto add = [&](const char* option, const QString& value) {
        line << QLatin1String(option) << value;
    };
    add("--strategy", row.strategy);
    add("--ranks", QString::number(row.ranks));
    add("--micro-batch", QString::number(row.microBatch));
    add("--grad-accum", QString::number(row.gradAccum.value_or(1)));
    add("--bucket", row.bucket);
    add("--in-flight", QString::number(row.inFlight));
    if (!row.checkpointing.isEmpty()) add("--checkpointing", row.checkpointing);
    if (!row.attention.isEmpty()) add("--attention", row.attention);
    if (row.shardGroup > 0) add("--shard-group", QString::number(row.shardGroup));
    if (!line.contains(QLatin1String("--steps"))) add("--steps", QLatin1String(kSimulatedSteps));
    const auto model = form.given.find(QStringLiteral("--model"));
    if (!line.contains(QLatin1String("--out"))) {
        add("--out", simulationFolder(model == form.given.end() ? QString() : model->second, row));
    }
    add("--progress", QStringLiteral("json"));
    return line;
}

QString simulationFolder(const QString& model, const PlanRow& row) {
    const bool isFile = model.contains('/') || model.endsWith(QLatin1String(".json"));
    const QString name = model.isEmpty() ? QStringLiteral("model")
                         : isFile        ? QFileInfo(model).baseName()
                                         : model;
    return QStringLiteral("shardscope-out/%1_%2_n%3_mb%4_g%5_%6_k%7_%8")
        .arg(tame(name), row.strategy)
        .arg(row.ranks)
        .arg(row.microBatch)
        .arg(row.gradAccum.value_or(1))
        .arg(tame(row.bucket))
        .arg(row.inFlight)
        .arg(row.checkpointing);
}

}  // namespace shardscope::gui
