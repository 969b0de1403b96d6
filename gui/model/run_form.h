#pragma once
// What a form of the run or plan view holds, and the command line that it stands for. A field that is empty, or
// says what the command does anyway, is not on the line. Pure; any thread.

#include <QString>
#include <QStringList>
#include <map>

#include "gui/model/command_options.h"

namespace shardscope::gui {

struct RunForm {
    QString workload;                  ///< WORKLOAD.json; empty for none
    std::map<QString, QString> given;  ///< "--layers" → "12", as typed
    QStringList strategies;            ///< ticked; none = what the file or the command says
    QString more;                      ///< further options, as typed in a shell

    bool operator==(const RunForm&) const = default;
};

/// Options of the form, in the order in which they are written.
const QStringList& formOptions();

/// The file, @p names' options where @p form has them, the strategies, and what is typed as more.
QStringList formWords(const RunForm& form, const CommandOptions& options, const QStringList& names);

/// Everything after "shardscope": "run", the file, the options, "--progress json".
QStringList runArguments(const RunForm& form, const CommandOptions& options);

/// --stage's short form where @p strategies are all of it, else --strategy; empty for none.
QStringList strategyArguments(const QStringList& strategies);

/// The strategies that a line without --stage and --strategy runs: "zero-0" … of --stage's default.
QStringList defaultStrategies(const CommandOptions& options);
/// What the workload file's "stage" or "strategy" names; empty when it names none.
QStringList workloadStrategies(const QByteArray& workload);

}  // namespace shardscope::gui
