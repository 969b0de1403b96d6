#pragma once
// What the window says of a file: which one, and why. Values; any thread.

#include <QString>

#include "core/base/result.h"

namespace shardscope::gui {

struct Notice {
    enum class Kind : uint8_t { Information, Warning, Error };
    Kind kind = Kind::Information;
    QString path;  ///< of the file that it is about; a later notice of the same file replaces it
    QString text;  ///< the reason, without the file's name

    bool operator==(const Notice&) const = default;
};

/// An error with the file's name taken out of where and reason: the notice carries it already.
Notice noticeOf(const core::Error& error, const QString& path);

}  // namespace shardscope::gui
