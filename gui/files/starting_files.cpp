#include "gui/files/starting_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <array>

#include "traces/folder.h"

namespace shardscope::gui {

namespace {

constexpr const char* kLatest = "shardscope-out/latest";
/// The demo's acts, in order (./dev demo).
constexpr std::array kActs{"same-bytes", "price", "limit"};

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Files)
};

void addFolder(const QString& folder, FilesFound& found) {
    const auto inside = traces::showableIn(folder.toStdString());
    if (!inside) {
        found.notices.push_back(noticeOf(inside.error(), folder));
        return;
    }
    for (const std::string& path : *inside) found.files << QString::fromStdString(path);
}

size_t placeOf(const QString& act) {
    return static_cast<size_t>(std::ranges::find(kActs, act) - kActs.begin());
}

}  // namespace

FilesFound filesOf(const QStringList& names) {
    FilesFound found;
    for (const QString& name : names) {
        const QFileInfo file(name);
        if (!file.exists()) {
            found.notices.push_back({.kind = Notice::Kind::Error,
                                     .path = name,
                                     .text = Text::tr("There is no such file or folder.")});
        } else if (file.isDir()) {
            addFolder(name, found);
        } else {
            found.files << name;
        }
    }
    found.files.removeDuplicates();
    return found;
}

QString samplesFolder() {
    const QDir program(QCoreApplication::applicationDirPath());
    const QStringList places{program.filePath(QStringLiteral("../share/shardscope/samples")),
                             program.filePath(QStringLiteral("../../traces/samples")),
                             QStringLiteral(SHARDSCOPE_SAMPLES_DIR)};
    for (const QString& place : places) {
        if (QFileInfo(place).isDir()) return QDir::cleanPath(place);
    }
    return {};
}

std::vector<SampleAct> sampleActs(const QString& samples) {
    std::vector<SampleAct> acts;
    if (samples.isEmpty()) return acts;
    const QDir folder(samples);
    for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        const QString path = folder.filePath(name);
        if (traces::recordingsIn(path.toStdString())) acts.push_back({name, path});
    }
    std::ranges::stable_sort(acts, {}, [](const SampleAct& act) { return placeOf(act.name); });
    return acts;
}

StartingFiles startingFiles(const QStringList& named) {
    if (!named.isEmpty()) return {StartingFiles::From::Named, named};
    const QString latest = QString::fromLatin1(kLatest);
    if (traces::recordingsIn(latest.toStdString())) {
        return {StartingFiles::From::Latest, {latest}};
    }
    const auto acts = sampleActs(samplesFolder());
    if (acts.empty()) return {};
    return {StartingFiles::From::Samples, {acts.front().path}};
}

}  // namespace shardscope::gui
