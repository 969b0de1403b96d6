#include "gui/shell/program.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <optional>

#include "gui/shell/appearance.h"
#include "gui/shell/language.h"
#include "gui/shell/main_window.h"
#include "gui/shell/options.h"
#include "gui/shell/render.h"

namespace shardscope::gui {

namespace {

constexpr int kDone = 0, kFailed = 1, kInputWrong = 2;

int fail(const core::Error& error) {
    std::fprintf(stderr, "shardscope-gui: %s\n", core::toString(error).c_str());
    return error.code == core::ErrorCode::InvalidInput ? kInputWrong : kFailed;
}

int print(const QString& text) {
    std::fputs(text.toUtf8().constData(), stdout);
    return kDone;
}

bool hasDisplay() {
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
}

QStringList argumentsOf(int argc, char** argv) {
    QStringList arguments;
    for (int i = 1; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

void nameProgram() {
    QApplication::setOrganizationName(QStringLiteral("shardscope"));
    QApplication::setApplicationName(QStringLiteral("shardscope-gui"));
    QApplication::setApplicationVersion(QStringLiteral(SHARDSCOPE_VERSION));
}

/// As last time; what is asked for comes after.
void giveBackChoices(ProgramOptions& options) {
    const QSettings settings;
    const int theme = settings.value(QStringLiteral("theme"), 0).toInt();
    const int language =
        settings.value(QStringLiteral("language"), static_cast<int>(desktopLanguage())).toInt();
    if (!options.theme) options.theme = static_cast<ThemeChoice>(std::clamp(theme, 0, 2));
    if (!options.language) options.language = static_cast<Language>(std::clamp(language, 0, 1));
}

/// What Qt looks for when it starts, and speaks of on stderr when it is not there: a folder for
/// sockets, which a picture has no use for.
void giveRuntimeFolder(const QTemporaryDir& folder) {
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR") && folder.isValid()) {
        qputenv("XDG_RUNTIME_DIR", folder.path().toLocal8Bit());
    }
}

int openWindow(ProgramOptions options) {
    giveBackChoices(options);
    MainWindow window;
    window.start(options);
    window.show();
    return QApplication::exec();
}

}  // namespace

int runProgram(int argc, char** argv) {
    auto options = parseOptions(argumentsOf(argc, argv));
    if (!options) return fail(options.error());
    if (options->help) return print(helpText());
    if (options->version) return print(QStringLiteral("shardscope-gui " SHARDSCOPE_VERSION "\n"));
    const bool picture = !options->render.isEmpty();
    if (!hasDisplay() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        if (!picture) {
            return fail({.code = core::ErrorCode::Failed,
                         .message = "there is no display here (DISPLAY and WAYLAND_DISPLAY are "
                                    "not set); --render FILE.png makes a picture without one",
                         .where = {}});
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    std::optional<QTemporaryDir> runtime;
    if (picture) giveRuntimeFolder(runtime.emplace());
    const QApplication application(argc, argv);
    nameProgram();
    setUpAppearance();
    if (!picture) return openWindow(*options);
    const auto done = renderView(*options);
    return done ? kDone : fail(done.error());
}

}  // namespace shardscope::gui
