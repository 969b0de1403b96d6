#include "gui/layout/fact_table.h"

namespace shardscope::gui {

QString htmlOf(const FactTable& table) {
    QString html = QStringLiteral("<b>%1</b>").arg(table.title.toHtmlEscaped());
    if (table.empty()) return html;
    html += QStringLiteral("<table cellpadding=\"2\" cellspacing=\"0\">");
    for (size_t i = 0; i < table.rows.size(); ++i) {
        html += QStringLiteral("<tr>");
        for (qsizetype j = 0; j < table.rows[i].size(); ++j) {
            const bool heading = i == 0 || j == 0;
            const QString tag = heading ? QStringLiteral("th") : QStringLiteral("td");
            html += QStringLiteral("<%1 align=\"left\">%2&nbsp;&nbsp;</%1>")
                        .arg(tag, table.rows[i][j].toHtmlEscaped());
        }
        html += QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
}

QString textOf(const FactTable& table) {
    QStringList lines{table.title};
    for (size_t i = 1; i < table.rows.size(); ++i) {
        QStringList facts;
        for (qsizetype j = 1; j < table.rows[i].size(); ++j) {
            facts << table.rows[0][j] + QStringLiteral(" ") + table.rows[i][j];
        }
        lines << table.rows[i][0] + QStringLiteral(": ") + facts.join(QStringLiteral(", "));
    }
    return lines.join(u'\n');
}

}  // namespace shardscope::gui
