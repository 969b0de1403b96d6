#include "gui/files/marks.h"

#include <QCoreApplication>
#include <algorithm>

#include "traces/analysis/json_access.h"

namespace shardscope::gui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Marks)
};

QString foreignText(const LoadedRecording& recording) {
    const QString reason = QString::fromStdString(recording.foreign);
    if (isOfAnotherVersion(recording)) {
        return Text::tr(
                   "Written by another version of shardscope: %1. Its events are shown as far as "
                   "they go; there are no numbers.")
            .arg(reason);
    }
    return Text::tr(
        "A trace of another program: its events are shown as far as they go; there are no "
        "numbers to compare.");
}

}  // namespace

bool isOfAnotherVersion(const LoadedRecording& recording) {
    return !recording.report && recording.schema.starts_with("shardscope.");
}

QStringList marksOf(const LoadedRecording& recording) {
    QStringList marks;
    if (!recording.report) {
        marks << (isOfAnotherVersion(recording) ? Text::tr("another version's recording")
                                                : Text::tr("another program's trace"));
        if (recording.growing) return marks << Text::tr("still being written");
        if (recording.incomplete) marks << Text::tr("incomplete");
        return marks;
    }
    const traces::RunReport& report = *recording.report;
    if (report.source == "simulated") marks << Text::tr("simulated");
    if (report.status == "oom") marks << Text::tr("out of memory");
    if (report.status == "failed") marks << Text::tr("failed");
    if (recording.growing) return marks << Text::tr("still being written");
    if (report.status == "interrupted") marks << Text::tr("interrupted");
    if (recording.incomplete || report.incomplete) marks << Text::tr("incomplete");
    return marks;
}

std::optional<Notice> noticeOf(const LoadedRecording& recording) {
    const QString path = QString::fromStdString(recording.path);
    const QString growing =
        Text::tr("Still being written. What is there is shown, and read again as it grows.");
    if (!recording.report) {
        const QString more = recording.growing ? QLatin1Char(' ') + growing : QString();
        return Notice{.kind = isOfAnotherVersion(recording) ? Notice::Kind::Warning
                                                            : Notice::Kind::Information,
                      .path = path,
                      .text = foreignText(recording) + more};
    }
    if (recording.growing) {
        return Notice{.path = path, .text = growing};
    }
    if (recording.incomplete) {
        return Notice{.kind = Notice::Kind::Warning,
                      .path = path,
                      .text = Text::tr("The file is incomplete: its end is missing. What is shown "
                                       "is of the part that is there.")};
    }
    if (recording.unreadable > 0) {
        return Notice{.kind = Notice::Kind::Warning,
                      .path = path,
                      .text = Text::tr("%1 events could not be read and are left out.")
                                  .arg(recording.unreadable)};
    }
    return std::nullopt;
}

Losses lossesOf(const std::vector<LoadedPtr>& recordings) {
    Losses losses;
    for (const LoadedPtr& recording : recordings) {
        if (!recording->report || !recording->report->recorder.is_object()) continue;
        const traces::Json& recorder = recording->report->recorder;
        losses.known = true;
        losses.dropped += traces::integerOf(recorder, "dropped");
        losses.unmatched += traces::integerOf(recorder, "unmatched");
        losses.openAtEnd += traces::integerOf(recorder, "openAtEnd");
        losses.clockResidualNs =
            std::max(losses.clockResidualNs, traces::integerOf(recorder, "clockResidualNs"));
        if (const auto& share = recording->report->recorderShare)
            losses.stepShare = std::max(losses.stepShare.value_or(0.0), *share);
    }
    return losses;
}

}  // namespace shardscope::gui
