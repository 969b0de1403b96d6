#include "tests/bench/timeline/loading.h"

#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QProcess>
#include <QTemporaryDir>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

#include "gui/model/loaded.h"
#include "gui/paint/render_compare.h"
#include "traces/analysis/json_access.h"

namespace shardscope::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRanks = 4;
constexpr int64_t kEventsAStep = 1678;  ///< a rank and step of the default workload

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

int64_t residentBytes() {
    int64_t whole = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> whole >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

/// Of this program alone: getrusage() also counts what its parent held when it was started.
int64_t mostResidentBytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) return std::stoll(line.substr(6)) * 1024;
    }
    return 0;
}

QString commandBeside(const char* self) {
    return QFileInfo(QString::fromLocal8Bit(self)).dir().filePath(QStringLiteral("shardscope"));
}

bool finished(QProcess& process, const QString& what) {
    if (process.waitForFinished(-1) && process.exitCode() == 0) return true;
    std::fprintf(stderr, "%s: %s\n%s", what.toLocal8Bit().constData(),
                 process.errorString().toLocal8Bit().constData(),
                 process.readAllStandardError().constData());
    return false;
}

}  // namespace

bool reportLoading(const char* self, int64_t events) {
    const QTemporaryDir folder;
    const int64_t steps = events / kRanks / kEventsAStep;
    QProcess simulate;
    simulate.start(commandBeside(self),
                   {QStringLiteral("simulate"), QStringLiteral("--stage"), QStringLiteral("2"),
                    QStringLiteral("--ranks"), QString::number(kRanks), QStringLiteral("--steps"),
                    QString::number(steps), QStringLiteral("--gpu"), QStringLiteral("a100-sxm-40"),
                    QStringLiteral("--out"), folder.path(), QStringLiteral("--progress"),
                    QStringLiteral("off")});
    if (!finished(simulate, commandBeside(self))) return false;
    QProcess load;
    load.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    load.start(QString::fromLocal8Bit(self),
               {QStringLiteral("load"), folder.filePath(QStringLiteral("zero-2.trace.json.gz"))});
    if (!finished(load, QString::fromLocal8Bit(self))) return false;
    std::fputs(load.readAllStandardOutput().constData(), stdout);
    return true;
}

int loadAndDraw(const std::string& file) {
    const int64_t before = residentBytes();
    const Clock::time_point begin = Clock::now();
    Clock::time_point read = begin;
    const auto recording = gui::load(file, {.progress = [&](int64_t done, int64_t total) {
                                         if (done <= total) read = Clock::now();
                                         return true;
                                     }});
    if (!recording) {
        std::fprintf(stderr, "%s\n", core::toString(recording.error()).c_str());
        return 1;
    }
    const double loaded = secondsSince(begin);
    const int64_t most = mostResidentBytes(), after = residentBytes();
    QImage image(1920, 1080, QImage::Format_RGB32);
    QPainter painter(&image);
    gui::renderCompare({*recording}, image.size(), gui::lightTheme(), painter);
    painter.end();
    const double picture = secondsSince(begin), sinceRead = secondsSince(read);
    const auto events = static_cast<double>((*recording)->events);
    std::printf(
        "%.0f events from their file: %.1f bytes an event when loaded (rows %.1f), at most %.1f "
        "while "
        "loading; read in %.2f s, loaded in %.2f s, first picture %.2f s after the file was read\n",
        events, static_cast<double>(after - before) / events,
        static_cast<double>((*recording)->timeline->sizeBytes()) / events,
        static_cast<double>(most - before) / events, picture - sinceRead, loaded, sinceRead);
    return 0;
}

}  // namespace shardscope::bench
