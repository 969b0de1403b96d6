#include "gui/paint/series_colours.h"

#include <array>

namespace shardscope::gui {
namespace {

struct Shade {
    QRgb light, dark;
};

constexpr std::array<Shade, 8> kShades{{{0xff5a6570, 0xffaab4be},
                                        {0xffc24e00, 0xfff0812f},
                                        {0xff0067a3, 0xff56b4e9},
                                        {0xff00775a, 0xff2fc79b},
                                        {0xffa24f83, 0xffdd9abf},
                                        {0xff8a6500, 0xfff5bd45},
                                        {0xff5a4bbd, 0xff9a8cf0},
                                        {0xff726a14, 0xffd5cd6c}}};
constexpr std::array kDashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

}  // namespace

QColor seriesColour(int index, const Theme& theme) {
    const Shade& shade = kShades[static_cast<size_t>(index) % kShades.size()];
    return QColor::fromRgb(theme.dark ? shade.dark : shade.light);
}

QPen seriesPen(int index, const Theme& theme) {
    QPen pen(seriesColour(index, theme), 2);
    pen.setStyle(kDashes[static_cast<size_t>(index) % kDashes.size()]);
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

}  // namespace shardscope::gui
