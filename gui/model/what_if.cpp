#include "gui/model/what_if.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include "traces/analysis/json_access.h"

namespace shardscope::gui {
namespace {

constexpr const char* kSimulatedSteps = "3";  // the first, and two like all others

QString text(const std::string& value) { return QString::fromStdString(value); }

QString valueOf(const traces::Json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return {};
    if (found->is_boolean())
        return found->get<bool>() ? QStringLiteral("on") : QStringLiteral("off");
    return text(found->is_string() ? found->get<std::string>() : found->dump());
}

QStringList textsOf(const QJsonValue& list) {
    QStringList texts;
    for (const QJsonValue& each : list.toArray()) texts += each.toString();
    return texts;
}

Predicted predictedOf(const QJsonObject& run) {
    Predicted predicted{.name = run["name"].toString(),
                        .gradAccum = run["workload"]["gradAccum"].toInteger(1),
                        .peakBytes = run["memory"]["peakBytes"].toInteger(),
                        .status = run["status"].toString(),
                        .assumptions = textsOf(run["assumptions"]),
                        .heldAgainst = textsOf(run["validatedOn"])};
    const QJsonValue step = run["time"]["stepNs"]["median"];
    if (step.isDouble() && predicted.status == QLatin1String("ok"))
        predicted.stepNs = step.toInteger();
    const QJsonObject traffic = run["traffic"]["perStep"].toObject();
    for (auto kind = traffic.begin(); kind != traffic.end(); ++kind) {
        if (kind.key() == QLatin1String("small")) continue;  // counted apart, as in the table
        predicted.wireBytes += kind.value().toObject()["wireBytes"].toInteger();
    }
    return predicted;
}

/// A folder's name for what is asked: letters, digits, "-" and "." of its words.
QString folderOf(const Recorded& recorded, const QStringList& asked) {
    QString name = QFileInfo(recorded.path).fileName().section('.', 0, 0) + '_' + asked.join('_');
    for (QChar& c : name) {
        if (!c.isLetterOrNumber() && c != '.' && c != '_') c = '-';
    }
    return QStringLiteral("shardscope-out/what-if_") +
           name.replace(QStringLiteral("--"), QString());
}

}  // namespace

std::optional<Recorded> recordedOf(const LoadedRecording& recording) {
    if (!recording.report || recording.incomplete || recording.growing) return std::nullopt;
    const traces::RunReport& report = *recording.report;
    if (report.status != "ok" || report.steadySteps == 0) return std::nullopt;
    Recorded recorded{.path = QFileInfo(text(recording.path)).absoluteFilePath(),
                      .name = text(recording.name),
                      .gradAccum = valueOf(report.workload, "gradAccum"),
                      .bucket = valueOf(report.strategy, "bucket"),
                      .inFlight = valueOf(report.strategy, "inFlight"),
                      .overlap = valueOf(report.strategy, "overlap"),
                      .measured = report.source == "measured",
                      .stepNs = report.time.stepNs.median,
                      .peakBytes = report.memory.peak.bytes};
    const traces::TrafficReport& sent = report.traffic;
    for (const auto* kind :
         {&sent.reduceScatter, &sent.allGather, &sent.allReduce, &sent.reduce, &sent.broadcast}) {
        recorded.wireBytes += kind->wireBytes;
    }
    return recorded;
}

const QStringList& whatIfFormOptions() {
    static const QStringList names{QStringLiteral("--grad-accum"), QStringLiteral("--bucket"),
                                   QStringLiteral("--in-flight"), QStringLiteral("--overlap")};
    return names;
}

QStringList whatIfArguments(const Recorded& recorded, const RunForm& form) {
    const QStringList asked = formWords(form, {}, whatIfFormOptions());
    QStringList line{QStringLiteral("simulate"), QStringLiteral("--costs-from"), recorded.path};
    line << asked;
    if (!asked.contains(QLatin1String("--steps"))) {
        line << QStringLiteral("--steps") << QLatin1String(kSimulatedSteps);
    }
    if (!asked.contains(QLatin1String("--out"))) {
        line << QStringLiteral("--out") << folderOf(recorded, asked);
    }
    return line << QStringLiteral("--json") << QStringLiteral("--progress")
                << QStringLiteral("json");
}

core::Result<std::vector<Predicted>> parsePredicted(const QByteArray& json) {
    const QJsonObject document = QJsonDocument::fromJson(json).object();
    if (document["schema"].toString() != QLatin1String("shardscope.report/1")) {
        return core::invalidInput("simulate --json",
                                  "printed no shardscope.report/1: command and dashboard are of "
                                  "different versions");
    }
    std::vector<Predicted> all;
    const QJsonArray runs = document["runs"].toArray();
    for (const QJsonValue& run : runs) all.push_back(predictedOf(run.toObject()));
    return all;
}

}  // namespace shardscope::gui
