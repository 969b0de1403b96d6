#include "gui/layout/text_measure.h"

#include <QStringList>

namespace shardscope::gui {

TextMeasure roughMeasure(double height) {
    return {.height = height, .width = [height](const QString& text) {
                return 0.55 * height * static_cast<double>(text.size());
            }};
}

QString elided(const QString& text, double width, const TextMeasure& measure) {
    if (measure.width(text) <= width) return text;
    const QString dots = QStringLiteral("…");
    qsizetype fits = 0, over = text.size();  // the longest head that fits, by bisection
    while (fits + 1 < over) {
        const qsizetype middle = (fits + over) / 2;
        (measure.width(text.left(middle) + dots) <= width ? fits : over) = middle;
    }
    return fits == 0 ? QString() : text.left(fits).trimmed() + dots;
}

QStringList wrapped(const QString& text, double width, const TextMeasure& measure) {
    QStringList lines;
    QString line;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        const QString longer = line.isEmpty() ? word : line + ' ' + word;
        if (measure.width(longer) <= width) {
            line = longer;
            continue;
        }
        if (!line.isEmpty()) lines += line;
        line = elided(word, width, measure);
    }
    if (!line.isEmpty()) lines += line;
    return lines;
}

}  // namespace shardscope::gui
