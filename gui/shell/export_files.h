#pragma once
// The view as a picture, tables as text, recordings as Chrome traces: written to files that were
// named. The application's thread only.

#include <QSize>
#include <QString>
#include <functional>

#include "core/base/result.h"
#include "gui/model/loaded.h"

class QPainter;
class QWidget;

namespace shardscope::gui {

/// Paints @p draw at @p size (device-independent pixels) into @p path: PNG with two pixels a side of
/// each, SVG as strokes. Errors: InvalidInput for another ending; Io.
core::Result<void> writePicture(const QString& path, QSize size,
                                const std::function<void(QPainter&)>& draw);
/// The widget as it looks now.
core::Result<void> writePicture(const QString& path, QWidget& widget);
/// Errors: Io.
core::Result<void> writeText(const QString& path, const QString& text);

}  // namespace shardscope::gui
