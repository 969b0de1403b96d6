#include "gui/model/workload_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/base/relaxed_json.h"

namespace shardscope::gui {

namespace {

QJsonValue valueOf(const QString& text, const QStringList& types) {
    const auto may = [&](const char* type) { return types.contains(QLatin1String(type)); };
    bool fits = false;
    if (may("list") && text.contains(',')) {
        QJsonArray list;
        for (const QString& each : text.split(',', Qt::SkipEmptyParts)) {
            list.append(valueOf(each.trimmed(), types));
        }
        return list;
    }
    if (may("integer") || may("number")) {
        const qint64 whole = text.toLongLong(&fits);
        if (fits) return whole;
    }
    if (may("number")) {
        const double number = text.toDouble(&fits);
        if (fits) return number;
    }
    const bool on = text == QLatin1String("on");
    if (may("boolean") && (on || text == QLatin1String("off"))) return on;
    return text;
}

/// Sets "model.layers" of @p object.
void setAt(QJsonObject& object, const QString& key, const QJsonValue& value) {
    const QString group = key.section('.', 0, 0), rest = key.section('.', 1);
    if (rest.isEmpty()) {
        object[key] = value;
        return;
    }
    QJsonObject inner = object[group].toObject();
    if (object[group].isString()) inner[QStringLiteral("name")] = object[group];
    setAt(inner, rest, value);
    object[group] = inner;
}

/// Options with their values, in the order in which they are given.
core::Result<std::vector<std::pair<const CommandOption*, QString>>> pairsOf(
    const QStringList& words, const CommandOptions& options) {
    std::vector<std::pair<const CommandOption*, QString>> pairs;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString name = words[i].section('=', 0, 0);
        const CommandOption* option = options.find(name);
        if (!option) {
            return core::invalidInput(name.toStdString(),
                                      "is no option of shardscope run, so it cannot be saved");
        }
        QString value = words[i].contains('=') ? words[i].section('=', 1) : QString();
        const bool more = value.isEmpty() && !option->valueName.isEmpty() && i + 1 < words.size();
        if (more) value = words[++i];
        pairs.emplace_back(option, value);
    }
    return pairs;
}

core::Result<QJsonObject> objectOf(const QByteArray& base, const QString& name) {
    if (base.isEmpty()) return QJsonObject();
    QJsonParseError why;
    const QJsonDocument document = QJsonDocument::fromJson(
        QByteArray::fromStdString(core::strictJson(base.toStdString())), &why);
    if (document.isObject()) return document.object();
    return core::invalidInput(
        name.toStdString(),
        "is no workload: " +
            (document.isNull() ? why.errorString() : QStringLiteral("a JSON object is expected"))
                .toStdString());
}

}  // namespace

core::Result<WorkloadText> workloadText(const RunForm& form, const CommandOptions& options,
                                        const QByteArray& base) {
    auto object = objectOf(base, form.workload);
    if (!object) return tl::unexpected(object.error());
    QStringList words = formWords(form, options, formOptions());
    if (!form.workload.isEmpty()) words.removeFirst();
    const auto pairs = pairsOf(words, options);
    if (!pairs) return tl::unexpected(pairs.error());
    WorkloadText out;
    for (const auto& [option, value] : *pairs) {
        if (option->types.isEmpty()) {
            out.leftOut << option->name;
            if (!value.isEmpty()) out.leftOut << value;
            continue;
        }
        // A workload names its strategies once.
        if (option->key == QLatin1String("stage")) object->remove(QStringLiteral("strategy"));
        if (option->key == QLatin1String("strategy")) object->remove(QStringLiteral("stage"));
        setAt(*object, option->key, valueOf(value, option->types));
    }
    out.text = QJsonDocument(*object).toJson();
    return out;
}

}  // namespace shardscope::gui
