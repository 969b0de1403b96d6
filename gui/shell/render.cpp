#include "gui/shell/render.h"

#include <QApplication>

#include "gui/files/starting_files.h"
#include "gui/model/loaded.h"
#include "gui/shell/appearance.h"
#include "gui/shell/export_files.h"
#include "gui/shell/language.h"
#include "gui/summary/summary_view.h"

namespace shardscope::gui {

namespace {

constexpr QSize kSize(1280, 800);

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

}  // namespace

core::Result<void> renderView(const ProgramOptions& options) {
    applyTheme(options.theme.value_or(ThemeChoice::Light));
    useLanguage(options.language.value_or(Language::English));
    auto recordings = loadAll(options);
    if (!recordings) return tl::unexpected(recordings.error());
    return renderSummary(options, *recordings);
}

}  // namespace shardscope::gui
