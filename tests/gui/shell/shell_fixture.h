#pragma once
// Files of every kind that a person may drop on the window, in a folder that goes away.

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>
#include <functional>

#include "tests/doubles/played_strategy.h"
#include "traces/file.h"

namespace shardscope::gui {

inline QString sampleFile(const QString& act, const QString& name) {
    return QStringLiteral(SHARDSCOPE_SOURCE_DIR "/traces/samples/") + act + QLatin1Char('/') +
           name + QStringLiteral(".trace.json.gz");
}

class ShellTest : public testing::Test {
  protected:
    void SetUp() override { QSettings().clear(); }

    QString path(const QString& name) const { return folder_.filePath(name); }
    QString write(const QString& name, const QByteArray& content) const {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
        return path(name);
    }
    QString copySample(const QString& act, const QString& name, const QString& as) const {
        QFile::remove(path(as));
        EXPECT_TRUE(QFile::copy(sampleFile(act, name), path(as)));
        return path(as);
    }
    /// The first @p share of a sample, as a writer that was killed leaves it.
    QString cutSample(const QString& as, double share) const {
        QFile whole(sampleFile(QStringLiteral("same-bytes"), QStringLiteral("zero-2")));
        EXPECT_TRUE(whole.open(QIODevice::ReadOnly));
        const QByteArray content = whole.readAll();
        return write(as, content.left(static_cast<qsizetype>(double(content.size()) * share)));
    }
    /// A recording as a later version may write it.
    QString newerVersion(const QString& as) const {
        traces::Trace trace = doubles::recordingOf({.ranks = 2});
        trace.run["schema"] = "shardscope.recording/9";
        EXPECT_TRUE(traces::writeTrace(trace, path(as).toStdString()));
        return path(as);
    }
    QString anotherPrograms(const QString& as) const {
        return write(as, R"({"traceEvents":[{"ph":"X","name":"work","pid":1,"tid":1,)"
                         R"("ts":1,"dur":5}]})");
    }

    QTemporaryDir folder_;
};

inline bool waitFor(const std::function<bool()>& done, int milliseconds = 180'000) {
    return QTest::qWaitFor(done, milliseconds);
}

/// Where SHARDSCOPE_PICTURES names a folder, @p widget is grabbed there for people to look at.
inline void picture(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("SHARDSCOPE_PICTURES");
    if (!folder.isEmpty()) widget.grab().save(QDir(folder).filePath(name));
}

}  // namespace shardscope::gui
