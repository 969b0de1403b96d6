#include "gui/model/command_options.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "core/base/relaxed_json.h"

namespace shardscope::gui {
namespace {

CommandOption optionOf(const QJsonObject& json) {
    CommandOption option{.name = json["name"].toString(),
                         .key = json["key"].toString(),
                         .valueName = json["value"].toString(),
                         .shownDefault = json["default"].toString(),
                         .help = json["help"].toString()};
    for (const QJsonValue& name : json["names"].toArray()) option.names += name.toString();
    for (const QJsonValue& type : json["types"].toArray()) option.types += type.toString();
    for (const QJsonValue& value : json["values"].toArray()) {
        option.values.push_back({value["name"].toString(), value["title"].toString()});
    }
    return option;
}

QString textOf(const QJsonValue& value) {
    if (value.isBool()) return value.toBool() ? QStringLiteral("on") : QStringLiteral("off");
    if (value.isDouble()) return QString::number(value.toDouble(), 'g', 15);
    if (!value.isArray()) return value.toString();
    QStringList parts;
    for (const QJsonValue& each : value.toArray()) parts += textOf(each);
    return parts.join(',');
}

}  // namespace

const CommandOption* CommandOptions::find(const QString& name) const {
    const auto found = std::ranges::find_if(
        options, [&](const CommandOption& option) { return option.names.contains(name); });
    return found == options.end() ? nullptr : &*found;
}

QStringList CommandOptions::valuesOf(const QString& name) const {
    QStringList names;
    const CommandOption* option = find(name);
    if (!option) return names;
    for (const OptionValue& value : option->values) names += value.name;
    return names;
}

core::Result<CommandOptions> parseOptions(const QByteArray& json) {
    const QJsonObject document = QJsonDocument::fromJson(json).object();
    if (document["schema"].toString() != QLatin1String("shardscope.options/1")) {
        return core::invalidInput("--help --json",
                                  "the command's list of options is not shardscope.options/1: "
                                  "command and dashboard are of different versions");
    }
    CommandOptions out;
    for (const QJsonValue& option : document["options"].toArray()) {
        out.options.push_back(optionOf(option.toObject()));
    }
    return out;
}

QString workloadValue(const QByteArray& workload, const QString& key) {
    QJsonValue at =
        QJsonDocument::fromJson(QByteArray::fromStdString(core::strictJson(workload.toStdString())))
            .object();
    // "model": "gpt" stands for its name alone.
    if (key == QLatin1String("model.name") && at["model"].isString()) {
        return at["model"].toString();
    }
    for (const QString& part : key.split('.')) at = at[part];
    return textOf(at);
}

QStringList understood(const QStringList& arguments, const CommandOptions& options) {
    QStringList kept;
    for (qsizetype i = 0; i < arguments.size();) {
        const QString& word = arguments[i++];
        const CommandOption* option = options.find(word.section('=', 0, 0));
        if (option) kept += word;
        const bool hasValue = i < arguments.size() && !arguments[i].startsWith(QLatin1String("--"));
        if (!word.startsWith(QLatin1String("--")) || word.contains('=') || !hasValue) continue;
        if (option) kept += arguments[i];
        ++i;
    }
    return kept;
}

}  // namespace shardscope::gui
