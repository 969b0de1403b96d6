#pragma once
// What options a command has, as the command itself says (`shardscope run --help --json`). Pure.

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <vector>

#include "core/base/result.h"

namespace shardscope::gui {

struct OptionValue {
    QString name, title;
    bool operator==(const OptionValue&) const = default;
};

struct CommandOption {
    QString name;          ///< "--ranks"
    QStringList names;     ///< with its other spellings
    QString key;           ///< "model.layers"; may be empty
    QStringList types;     ///< of the key in a workload file: "integer", …; empty: no part of one
    QString valueName;     ///< "N"; empty for a switch
    QString shownDefault;  ///< "4"; may be empty
    QString help;
    std::vector<OptionValue> values;  ///< known ones; empty where numbers or files are meant
};

struct CommandOptions {
    std::vector<CommandOption> options;

    /// By any of its names; null when the command has no such option.
    const CommandOption* find(const QString& name) const;
    /// The values of option @p name, by name.
    QStringList valuesOf(const QString& name) const;
};

/// Parses `shardscope.options/1`. Errors: InvalidInput when @p json is anything else.
core::Result<CommandOptions> parseOptions(const QByteArray& json);

/// The value of @p key ("model.layers") in a workload file's text, as one would type it; empty when
/// the file has none. Lists are joined by commas.
QString workloadValue(const QByteArray& workload, const QString& key);

/// Of @p arguments those that @p options know, with their values; others are left out with theirs.
QStringList understood(const QStringList& arguments, const CommandOptions& options);

}  // namespace shardscope::gui
