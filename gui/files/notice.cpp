#include "gui/files/notice.h"

namespace shardscope::gui {

Notice noticeOf(const core::Error& error, const QString& path) {
    QString where = QString::fromStdString(error.where);
    if (where.startsWith(path)) where = where.mid(path.size());
    while (where.startsWith(QLatin1Char(':')) || where.startsWith(QLatin1Char(' '))) {
        where = where.mid(1);
    }
    const QString message = QString::fromStdString(error.message);
    return {.kind = Notice::Kind::Error,
            .path = path,
            .text = where.isEmpty() ? message : where + QStringLiteral(": ") + message};
}

}  // namespace shardscope::gui
