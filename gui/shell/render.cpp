#include "gui/shell/render.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <algorithm>

#include "gui/files/starting_files.h"
#include "gui/model/command_line.h"
#include "gui/model/loaded.h"
#include "gui/model/plan.h"
#include "gui/paint/plan_picture.h"
#include "gui/paint/render_compare.h"
#include "gui/shell/appearance.h"
#include "gui/shell/export_files.h"
#include "gui/shell/language.h"
#include "gui/summary/summary_view.h"

namespace shardscope::gui {

namespace {

constexpr QSize kSize(1280, 800), kMapSize(1280, 320);

core::Result<std::vector<LoadedPtr>> loadAll(const ProgramOptions& options) {
    const FilesFound found = filesOf(startingFiles(options.files).names);
    if (!found.notices.empty()) {
        const Notice& first = found.notices.front();
        return core::invalidInput(first.path.toStdString(), first.text.toStdString());
    }
    if (found.files.isEmpty()) {
        return core::invalidInput("shardscope-gui --render",
                                  "there is nothing to draw: name recordings or a folder of them");
    }
    std::vector<LoadedPtr> recordings;
    for (const QString& file : found.files) {
        auto recording = load(file.toStdString());
        if (!recording) return tl::unexpected(recording.error());
        recordings.push_back(std::move(*recording));
    }
    return recordings;
}

core::Result<void> renderSummary(const ProgramOptions& options,
                                 const std::vector<LoadedPtr>& recordings) {
    summary::SummaryView view;
    view.setRecordings(recordings);
    QSize size = options.size.value_or(kSize);
    const int whole = view.makeStill(size.width());
    if (!options.size) size.setHeight(whole);
    view.resize(size);
    return writePicture(options.render, view);
}

core::Result<void> renderComparison(const ProgramOptions& options,
                                    const std::vector<LoadedPtr>& recordings) {
    QSize size = options.size.value_or(kSize);
    if (!options.size) {
        size.setHeight(std::max(size.height(), comfortableHeight(recordings, size.width())));
    }
    return writePicture(options.render, size, [&](QPainter& painter) {
        renderCompare(recordings, size, themeOf(QApplication::palette()), painter);
    });
}

core::Result<void> renderMap(const ProgramOptions& options,
                             const std::vector<LoadedPtr>& recordings) {
    const QSize size = options.size.value_or(kMapSize);
    return writePicture(options.render, size, [&](QPainter& painter) {
        renderPoolMap(recordings, options.atNs, size, themeOf(QApplication::palette()), painter);
    });
}

/// What the command prints when it is asked nothing special, or an answer that was kept in a file.
core::Result<QByteArray> planJson(const QStringList& files) {
    if (files.size() > 1) {
        return core::invalidInput(
            files[1].toStdString(),
            "--view plan takes one file, what `shardscope plan --json` printed");
    }
    if (!files.isEmpty()) {
        QFile file(files.front());
        if (file.open(QIODevice::ReadOnly)) return file.readAll();
        return core::invalidInput(files.front().toStdString(),
                                  "cannot be read: " + file.errorString().toStdString());
    }
    QProcess command;
    command.start(findCommand(), {QStringLiteral("plan"), QStringLiteral("--json")});
    if (command.waitForFinished(-1)) return command.readAllStandardOutput();
    return core::failed("shardscope plan",
                        "cannot be run: " + command.errorString().toStdString() +
                            "; name a file that holds what `shardscope plan --json` printed");
}

core::Result<void> renderPlanning(const ProgramOptions& options) {
    const auto json = planJson(options.files);
    if (!json) return tl::unexpected(json.error());
    const QString where =
        options.files.isEmpty() ? QStringLiteral("shardscope plan --json") : options.files.front();
    const auto plan = parsePlan(*json, where.toStdString());
    if (!plan) return tl::unexpected(plan.error());
    const QSize size = options.size.value_or(kSize);
    return writePicture(options.render, size, [&](QPainter& painter) {
        renderPlan(*plan, size, themeOf(QApplication::palette()), painter);
    });
}

}  // namespace

core::Result<void> renderView(const ProgramOptions& options) {
    applyTheme(options.theme.value_or(ThemeChoice::Light));
    useLanguage(options.language.value_or(Language::English));
    if (options.view == PageId::Plan) return renderPlanning(options);
    auto recordings = loadAll(options);
    if (!recordings) return tl::unexpected(recordings.error());
    if (options.view == PageId::Summary) return renderSummary(options, *recordings);
    if (options.map) return renderMap(options, *recordings);
    return renderComparison(options, *recordings);
}

}  // namespace shardscope::gui
