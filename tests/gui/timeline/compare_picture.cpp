// Draws recordings as the compare view first shows them: compare_picture OUT.png|OUT.svg WIDTH HEIGHT
// light|dark FILES…

#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <iostream>

#include "gui/paint/render_compare.h"

namespace {

using namespace shardscope::gui;

void save(const std::vector<LoadedPtr>& recordings, const QString& out, QSize size,
          const Theme& theme) {
    if (out.endsWith(QLatin1String(".svg"))) {
        QSvgGenerator svg;
        svg.setFileName(out);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(0, 0), size));
        QPainter painter(&svg);
        renderCompare(recordings, size, theme, painter);
        return;
    }
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    renderCompare(recordings, size, theme, painter);
    painter.end();
    image.save(out);
}

}  // namespace

int main(int argc, char** argv) {
    const QGuiApplication application(argc, argv);
    if (argc < 6) {
        std::cerr << "compare_picture OUT WIDTH HEIGHT light|dark FILES…\n";
        return 2;
    }
    std::vector<LoadedPtr> recordings;
    for (int i = 5; i < argc; ++i) {
        auto loaded = load(argv[i]);
        if (!loaded) {
            std::cerr << shardscope::core::toString(loaded.error()) << '\n';
            return 2;
        }
        recordings.push_back(*loaded);
    }
    const bool dark = QString(argv[4]) == QLatin1String("dark");
    save(recordings, argv[1], {std::stoi(argv[2]), std::stoi(argv[3])},
         dark ? darkTheme() : lightTheme());
    return 0;
}
