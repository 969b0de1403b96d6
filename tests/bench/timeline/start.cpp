#include "tests/bench/timeline/start.h"

#include <QApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "gui/shell/appearance.h"
#include "gui/shell/main_window.h"

namespace shardscope::bench {
namespace {

constexpr int kStarts = 9;

long long nowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Ends the program when the window has drawn its first picture.
class FirstPicture : public QObject {
  public:
    explicit FirstPicture(long long startedNs) : startedNs_(startedNs) {}

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::UpdateRequest || done_) return false;
        done_ = true;
        watched->removeEventFilter(this);
        QCoreApplication::sendEvent(watched, event);  // draws
        std::printf("%.1f\n", static_cast<double>(nowNs() - startedNs_) / 1e6);
        QCoreApplication::exit();
        return true;
    }

  private:
    long long startedNs_;
    bool done_ = false;
};

}  // namespace

bool reportStart(const char* self) {
    const QTemporaryDir home;  // no settings of an earlier start
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path());
    std::vector<double> milliseconds;
    for (int i = 0; i < kStarts; ++i) {
        QProcess window;
        window.setProcessEnvironment(environment);
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(QString::fromLocal8Bit(self),
                     {QStringLiteral("window"), QString::number(nowNs())});
        if (!window.waitForFinished(-1) || window.exitCode() != 0) return false;
        milliseconds.push_back(window.readAllStandardOutput().trimmed().toDouble());
    }
    std::ranges::sort(milliseconds);
    std::printf(
        "start of the program to its first window drawn: median %.0f ms, at most %.0f ms of %d\n",
        milliseconds[kStarts / 2], milliseconds.back(), kStarts);
    return true;
}

int openWindow(int argc, char** argv, long long startedNs) {
    const QApplication application(argc, argv);
    gui::setUpAppearance();
    gui::MainWindow window;
    FirstPicture first(startedNs);
    window.installEventFilter(&first);
    window.start({});
    window.show();
    return QApplication::exec();
}

}  // namespace shardscope::bench
