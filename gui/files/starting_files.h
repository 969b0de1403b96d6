#pragma once
// Which files a name stands for, and which are opened when none is named. Reads folders only; any
// thread.

#include <QStringList>
#include <vector>

#include "gui/files/notice.h"

namespace shardscope::gui {

struct FilesFound {
    QStringList files;
    std::vector<Notice> notices;  ///< names that stand for nothing, and why
};
/// Files as named; for a folder its recordings (traces::recordingsIn). No file twice.
FilesFound filesOf(const QStringList& names);

/// One act of the demo among the samples: a folder of recordings.
struct SampleAct {
    QString name;  ///< the folder's: "same-bytes", "price", "limit"
    QString path;
};
/// The folder of samples: beside the program (../share/shardscope/samples), or in the source tree
/// that it was built from; empty when there is none.
QString samplesFolder();
/// The folders of @p samples that hold recordings, in the order in which the demo plays them;
/// others by name after those.
std::vector<SampleAct> sampleActs(const QString& samples);

struct StartingFiles {
    enum class From : uint8_t { Named, Latest, Samples, Nowhere };
    From from = From::Nowhere;
    QStringList names;  ///< what to open
};
/// @p named when it is not empty; else shardscope-out/latest where there is one; else the first act
/// of the samples.
StartingFiles startingFiles(const QStringList& named);

}  // namespace shardscope::gui
