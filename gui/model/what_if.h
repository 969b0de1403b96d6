#pragma once
// "What if" a recorded run had used another strategy, bucket, in-flight count or accumulation: the question
// as a command line, and `simulate --costs-from RECORDING --json`'s answer. Pure; any thread.

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "gui/model/loaded.h"
#include "gui/model/run_form.h"

namespace shardscope::gui {

/// What of a recording the question begins from.
struct Recorded {
    QString path, name;
    QString gradAccum, bucket, inFlight, overlap;  ///< as an option has them
    bool measured = false;                         ///< on a device; else simulated
    qint64 stepNs = 0, peakBytes = 0, wireBytes = 0;

    bool operator==(const Recorded&) const = default;
};

/// Nothing where times cannot be taken from it: another program's trace, or a run that is not whole.
std::optional<Recorded> recordedOf(const LoadedRecording& recording);

/// Options of the form, in the order in which they are written.
const QStringList& whatIfFormOptions();

/// Everything after "shardscope": "simulate --costs-from PATH", the form's options, "--json --progress
/// json"; three steps, into a folder of the question's own, unless the form says otherwise.
QStringList whatIfArguments(const Recorded& recorded, const RunForm& form);

/// One predicted run.
struct Predicted {
    QString name;
    qint64 gradAccum = 1;
    std::optional<qint64> stepNs;  ///< nothing where it failed
    qint64 peakBytes = 0, wireBytes = 0;
    QString status;  ///< "ok", "oom", …
    QStringList assumptions, heldAgainst;
};

/// Errors: InvalidInput when @p json is no `shardscope.report/1`.
core::Result<std::vector<Predicted>> parsePredicted(const QByteArray& json);

}  // namespace shardscope::gui
