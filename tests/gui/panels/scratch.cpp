#include "tests/gui/panels/scratch.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

namespace shardscope::gui {

QString Scratch::write(const QString& name, const QByteArray& text) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(text);
    return file.fileName();
}

QString Scratch::script(const QByteArray& lines) const {
    const QString program = write(QStringLiteral("shardscope"), "#!/usr/bin/env bash\n" + lines);
    QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return program;
}

CommandPlace Scratch::real() const { return {QStringLiteral(SHARDSCOPE_COMMAND), path()}; }

bool waitUntil(const std::function<bool()>& done, int milliseconds) {
    return QTest::qWaitFor(done, milliseconds);
}

CommandOutcome outcomeOf(CommandRun& run, const CommandLine& command) {
    CommandOutcome outcome;
    bool ended = false;
    const auto connection =
        QObject::connect(&run, &CommandRun::ended, &run, [&](const CommandOutcome& is) {
            outcome = is;
            ended = true;
        });
    run.start(command);
    waitUntil([&] { return ended; });
    QObject::disconnect(connection);
    return outcome;
}

void picture(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("SHARDSCOPE_PICTURES");
    if (folder.isEmpty()) return;
    QTest::qWait(50);  // layouts
    widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
}

}  // namespace shardscope::gui
