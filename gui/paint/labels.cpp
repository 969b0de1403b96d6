#include "gui/paint/labels.h"

#include <QHash>
#include <QPaintEngine>
#include <QStaticText>
#include <cmath>

#include "gui/paint/fonts.h"
#include "gui/paint/inks.h"

namespace shardscope::gui {
namespace {

constexpr qsizetype kMostKnown = 4096;  ///< then forgotten: names of a huge run

/// Texts of one role that were drawn before.
struct Shaped {
    QFont font;
    QHash<QString, QStaticText> texts;

    const QStaticText& of(const QString& text, const QFont& wanted) {
        if (font != wanted || texts.size() > kMostKnown) texts.clear();
        font = wanted;
        const auto place = texts.constFind(text);
        if (place != texts.constEnd()) return *place;
        QStaticText shaped(text);
        shaped.setTextFormat(Qt::PlainText);
        shaped.setPerformanceHint(QStaticText::AggressiveCaching);
        shaped.prepare({}, font);
        return *texts.insert(text, shaped);
    }
};

std::array<Shaped, 4>& shapedTexts() {
    static thread_local std::array<Shaped, 4> texts;
    return texts;
}

QPointF placeOf(const Label& label, const QSizeF& size) {
    const QRectF& rect = label.rect;
    double x = rect.left();
    if (label.align.testFlag(Qt::AlignHCenter)) x += (rect.width() - size.width()) / 2.0;
    if (label.align.testFlag(Qt::AlignRight)) x += rect.width() - size.width();
    return {x, rect.top() + (rect.height() - size.height()) / 2.0};
}

}  // namespace

Labels::Labels(QPainter& painter, const Theme& theme)
    : painter_(painter),
      theme_(theme),
      shapeOnce_(painter.paintEngine()->type() == QPaintEngine::Raster) {
    for (size_t i = 0; i < fonts_.size(); ++i) fonts_[i] = fontOf(static_cast<TextRole>(i));
}

void Labels::draw(const Label& label) {
    const auto role = static_cast<size_t>(label.role);
    if (font_ != static_cast<int>(role)) painter_.setFont(fonts_[role]);
    font_ = static_cast<int>(role);
    painter_.setPen(colourOf(label.ink, theme_));
    if (shapeOnce_) {
        const QStaticText& text = shapedTexts()[role].of(label.text, fonts_[role]);
        if (text.size().width() <= label.rect.width() + 1.0) {
            return painter_.drawStaticText(placeOf(label, text.size()), text);
        }
    }
    painter_.drawText(label.rect, static_cast<int>(label.align) | Qt::TextSingleLine, label.text);
}

}  // namespace shardscope::gui
