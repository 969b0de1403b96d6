#include "gui/model/command_line.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

namespace shardscope::gui {
namespace {

const QString& commandName() {
    static const QString name = QStringLiteral("shardscope");
    return name;
}

QString environmentPath() { return qEnvironmentVariable("PATH"); }

QString findIn(const QStringList& folders) {
    if (folders.isEmpty()) return {};  // Qt would look in PATH
    return QStandardPaths::findExecutable(commandName(), folders);
}

QString quoted(const QString& word) {
    static const QRegularExpression unusual(QStringLiteral("[^A-Za-z0-9_@%+=:,./-]"));
    if (!word.isEmpty() && !word.contains(unusual)) return word;
    QString inner = word;
    return '\'' + inner.replace('\'', QStringLiteral("'\\''")) + '\'';
}

}  // namespace

QString findCommand(const QString& folder, const QString& path) {
    const QString beside = folder.isEmpty() ? QString() : findIn({folder});
    if (!beside.isEmpty()) return beside;
    return findIn(path.split(':', Qt::SkipEmptyParts));
}

QString findCommand() {
    return findCommand(QCoreApplication::applicationDirPath(), environmentPath());
}

QString missingCommandText(const QString& folder) {
    return QCoreApplication::translate("CommandLine",
                                       "The command \"shardscope\" was not found: not in %1, where "
                                       "this program is, and not "
                                       "in the folders of PATH. Put both programs into one folder "
                                       "(./dev build does), or add "
                                       "the command's folder to PATH, and start again.")
        .arg(folder);
}

QString missingCommandText() { return missingCommandText(QCoreApplication::applicationDirPath()); }

QString joinForShell(const QStringList& words) {
    QStringList out;
    for (const QString& word : words) out.push_back(quoted(word));
    return out.join(' ');
}

QStringList shownWords(const CommandLine& command, const QString& path) {
    const QString typed = findIn(path.split(':', Qt::SkipEmptyParts));
    const bool same = !typed.isEmpty() && QFileInfo(typed).canonicalFilePath() ==
                                              QFileInfo(command.program).canonicalFilePath();
    const bool byName = same || command.program.isEmpty();
    QStringList words{quoted(byName ? commandName() : command.program)};
    for (const QString& word : command.arguments) words += quoted(word);
    return words;
}

QStringList shownWords(const CommandLine& command) {
    return shownWords(command, environmentPath());
}

}  // namespace shardscope::gui
