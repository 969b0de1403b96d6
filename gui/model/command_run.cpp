#include "gui/model/command_run.h"

#include <signal.h>
#include <string.h>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace shardscope::gui {
namespace {

constexpr int kLastWaitMs = 2'000;  // of the destructor, so that recordings are whole

/// "SIGSEGV"; the number where the C library has no name.
QString signalName(int number) {
    const char* name = ::sigabbrev_np(number);
    return name ? QStringLiteral("SIG") + QString::fromLatin1(name) : QString::number(number);
}

}  // namespace

CommandRun::CommandRun(QObject* parent) : QObject(parent) {
    // A parent that ignores SIGINT (started with & by a shell) would hand that on.
    process_.setChildProcessModifier([] { ::signal(SIGINT, SIG_DFL); });
    process_.setStandardInputFile(QProcess::nullDevice());
    patience_.setSingleShot(true);
    connect(&patience_, &QTimer::timeout, this, &CommandRun::kill);
    connect(&process_, &QProcess::readyReadStandardError, this, &CommandRun::readErrors);
    connect(&process_, &QProcess::readyReadStandardOutput, this,
            [this] { outcome_.output += process_.readAllStandardOutput(); });
    connect(&process_, &QProcess::finished, this, &CommandRun::finish);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) failedToStart(process_.errorString());
    });
}

CommandRun::~CommandRun() {
    process_.disconnect(this);
    if (process_.state() == QProcess::NotRunning) return;
    if (process_.processId() > 0) ::kill(static_cast<pid_t>(process_.processId()), SIGINT);
    if (process_.waitForFinished(kLastWaitMs)) return;
    process_.kill();
    process_.waitForFinished(kLastWaitMs);
}

void CommandRun::start(const CommandLine& command) {
    if (running_) return;
    command_ = command;
    outcome_ = {};
    partLine_.clear();
    running_ = true;
    cancelled_ = false;
    const auto later = [this](const QString& reason) {
        QMetaObject::invokeMethod(
            this, [this, reason] { failedToStart(reason); }, Qt::QueuedConnection);
    };
    if (command.program.isEmpty()) return later(missingCommandText());
    if (!command.folder.isEmpty() && !QDir(command.folder).exists()) {
        return later(QCoreApplication::translate("CommandRun", "The folder %1 does not exist.")
                         .arg(command.folder));
    }
    process_.setWorkingDirectory(command.folder);
    process_.start(command.program, command.arguments);
}

void CommandRun::cancel() {
    if (!running_) return;
    const auto pid = static_cast<pid_t>(process_.processId());
    if (cancelled_ || pid <= 0) return kill();
    cancelled_ = true;
    ::kill(pid, SIGINT);
    patience_.start(patienceMs_);
}

void CommandRun::kill() {
    if (!running_) return;
    cancelled_ = true;
    process_.kill();
    emit killed();
}

void CommandRun::readErrors() {
    partLine_ += process_.readAllStandardError();
    qsizetype from = 0;
    for (qsizetype end; (end = partLine_.indexOf('\n', from)) >= 0; from = end + 1) {
        takeLine(partLine_.mid(from, end - from));
    }
    partLine_.remove(0, from);
}

void CommandRun::takeLine(const QByteArray& line) {
    const QByteArray text = line.endsWith('\r') ? line.chopped(1) : line;
    if (const auto progress = parseProgress(text)) {
        emit progressed(*progress);
        return;
    }
    outcome_.errors.push_back(QString::fromUtf8(text));
    emit said(outcome_.errors.back());
}

void CommandRun::finish(int exitStatus, QProcess::ExitStatus how) {
    readErrors();
    if (!partLine_.isEmpty()) takeLine(std::exchange(partLine_, {}));
    outcome_.output += process_.readAllStandardOutput();
    patience_.stop();
    running_ = false;
    const bool signalled = how == QProcess::CrashExit;
    outcome_.exitStatus = signalled ? -1 : exitStatus;
    outcome_.signalNumber = signalled ? exitStatus : 0;  // Qt gives the signal's number there
    outcome_.end = cancelled_  ? CommandOutcome::End::Cancelled
                   : signalled ? CommandOutcome::End::Signalled
                               : CommandOutcome::End::Exited;
    emit ended(outcome_);
}

void CommandRun::failedToStart(const QString& reason) {
    if (!running_) return;
    running_ = false;
    outcome_.end = CommandOutcome::End::NotStarted;
    outcome_.errors = {reason};
    emit said(reason);
    emit ended(outcome_);
}

QString endText(const CommandOutcome& outcome) {
    switch (outcome.end) {
        case CommandOutcome::End::Exited:
            if (outcome.exitStatus == 0) return {};
            return QCoreApplication::translate("CommandRun", "exit status %1")
                .arg(outcome.exitStatus);
        case CommandOutcome::End::Signalled:
            return QCoreApplication::translate("CommandRun", "ended by signal %1 (%2)")
                .arg(outcome.signalNumber)
                .arg(signalName(outcome.signalNumber));
        case CommandOutcome::End::Cancelled:
            return outcome.signalNumber == SIGKILL
                       ? QCoreApplication::translate(
                             "CommandRun",
                             "stopped at once; a spool file is left, which `shardscope "
                             "report` reads")
                       : QCoreApplication::translate("CommandRun", "cancelled");
        case CommandOutcome::End::NotStarted:
            return QCoreApplication::translate("CommandRun", "did not start");
    }
    return {};
}

QStringList recordingsNamed(const QStringList& errors, const QString& folder) {
    static const QRegularExpression named(
        QStringLiteral("^(.+\\.trace\\.json(?:\\.gz)?)(?: \\([a-z]+\\))?$"));
    QStringList found;
    for (const QString& line : errors) {
        const auto match = named.match(line);
        if (!match.hasMatch()) continue;
        const QString path = QDir(folder).absoluteFilePath(match.captured(1));
        if (QFileInfo::exists(path) && !found.contains(path)) found.push_back(path);
    }
    return found;
}

}  // namespace shardscope::gui
