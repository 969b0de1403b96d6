#include "gui/paint/fonts.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QHash>
#include <array>
#include <memory>

namespace shardscope::gui {
namespace {

constexpr int kRoles = 4;

struct Widths {
    std::array<QFontMetricsF, kRoles> metrics;
    std::array<QHash<QString, double>, kRoles> known;
};

constexpr qsizetype kMostKnown = 20'000;  ///< then forgotten: names of a huge run

}  // namespace

QFont fontOf(TextRole role) {
    QFont font = QGuiApplication::font();
    switch (role) {
        case TextRole::Title:
            font.setPixelSize(15);
            font.setWeight(QFont::DemiBold);
            break;
        case TextRole::Strong:
            font.setPixelSize(12);
            font.setWeight(QFont::DemiBold);
            break;
        case TextRole::Label:
            font.setPixelSize(12);
            break;
        case TextRole::Small:
            font.setPixelSize(11);
            break;
    }
    return font;
}

TextMeter fontMeter() {
    const auto metrics = [](TextRole role) { return QFontMetricsF(fontOf(role)); };
    auto widths =
        std::make_shared<Widths>(Widths{{metrics(TextRole::Title), metrics(TextRole::Strong),
                                         metrics(TextRole::Label), metrics(TextRole::Small)},
                                        {}});
    return [widths](const QString& text, TextRole role) {
        const auto index = static_cast<size_t>(role);
        QHash<QString, double>& known = widths->known[index];
        if (const auto place = known.constFind(text); place != known.constEnd()) return *place;
        if (known.size() > kMostKnown) known.clear();
        return *known.insert(text, widths->metrics[index].horizontalAdvance(text));
    };
}

}  // namespace shardscope::gui
