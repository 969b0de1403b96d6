#include "gui/shell/export_files.h"

#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QWidget>

namespace shardscope::gui {

namespace {

constexpr int kPixelsAPoint = 2;
constexpr double kDotsPerInch = 96.0;  // of an SVG user unit

core::Result<void> writePng(QSaveFile& file, QSize size,
                            const std::function<void(QPainter&)>& draw) {
    QImage image(size * kPixelsAPoint, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) return core::ioError(file.fileName().toStdString(), "no memory for it");
    image.setDevicePixelRatio(kPixelsAPoint);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    draw(painter);
    painter.end();
    image.save(&file, "PNG");
    return {};
}

core::Result<void> writeSvg(QSaveFile& file, QSize size,
                            const std::function<void(QPainter&)>& draw) {
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setSize(size);
    svg.setViewBox(QRect({0, 0}, size));
    svg.setResolution(static_cast<int>(kDotsPerInch));
    svg.setTitle(QStringLiteral("shardscope"));
    QPainter painter(&svg);
    draw(painter);
    painter.end();
    return {};
}

core::Result<void> committed(QSaveFile& file) {
    if (file.commit()) return {};
    return core::ioError(file.fileName().toStdString(),
                         "cannot be written: " + file.errorString().toStdString());
}

core::Result<void> opened(QSaveFile& file) {
    if (file.open(QIODevice::WriteOnly)) return {};
    return core::ioError(file.fileName().toStdString(),
                         "cannot be written: " + file.errorString().toStdString());
}

}  // namespace

core::Result<void> writePicture(const QString& path, QSize size,
                                const std::function<void(QPainter&)>& draw) {
    const bool svg = path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive);
    if (!svg && !path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) {
        return core::invalidInput(path.toStdString(), "a picture's name ends in .png or .svg");
    }
    QSaveFile file(path);
    if (auto open = opened(file); !open) return open;
    if (auto done = svg ? writeSvg(file, size, draw) : writePng(file, size, draw); !done)
        return done;
    return committed(file);
}

core::Result<void> writePicture(const QString& path, QWidget& widget) {
    return writePicture(path, widget.size(), [&](QPainter& painter) {
        widget.render(&painter, {}, {}, QWidget::DrawWindowBackground | QWidget::DrawChildren);
    });
}

core::Result<void> writeText(const QString& path, const QString& text) {
    QSaveFile file(path);
    if (auto open = opened(file); !open) return open;
    file.write(text.toUtf8());
    return committed(file);
}

}  // namespace shardscope::gui
