#include "gui/summary/summary_view.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "gui/paint/theme.h"
#include "gui/summary/chart_of.h"
#include "gui/summary/chart_widget.h"
#include "gui/summary/heading.h"
#include "gui/summary/table_view.h"
#include "traces/table/csv.h"
#include "traces/table/markdown.h"

namespace shardscope::gui::summary {

namespace {

constexpr int kMargin = 20;

QLabel* heading(QWidget* parent, double factor) {
    auto* label = new QLabel(parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setBold(true);
    label->setFont(font);
    return label;
}

/// What a sentence is about stands before its first colon: a column of its own.
QString rowsOf(const QStringList& sentences) {
    QString html;
    for (const QString& sentence : sentences) {
        const qsizetype colon = sentence.indexOf(QStringLiteral(": "));
        const QString subject = sentence.left(std::max<qsizetype>(colon, 0)).toHtmlEscaped();
        const QString rest = (colon < 0 ? sentence : sentence.mid(colon + 2)).toHtmlEscaped();
        html += QStringLiteral(
                    "<tr><td style='padding:2px 16px 2px 0; white-space:pre'><b>%1</b>"
                    "</td><td style='padding:2px 0'>%2</td></tr>")
                    .arg(subject, rest);
    }
    return QStringLiteral("<table>%1</table>")
        .arg(html.replace(QStringLiteral("-&gt;"), QStringLiteral("\u2192")));
}

}  // namespace

SummaryView::SummaryView(QWidget* parent)
    : QScrollArea(parent),
      page_(new QWidget(this)),
      title_(heading(page_, 1.5)),
      workload_(new QLabel(page_)),
      sentences_(new QLabel(page_)),
      chartTitle_(heading(page_, 1.15)),
      tableTitle_(heading(page_, 1.15)),
      empty_(new QLabel(page_)),
      chart_(new ChartWidget(page_)),
      view_(new TableView(table_, page_)) {
    build();
    restyle();
    refresh();
}

void SummaryView::build() {
    auto* layout = new QVBoxLayout(page_);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(6);
    for (QLabel* label : {workload_, sentences_, empty_}) label->setWordWrap(true);
    sentences_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    workload_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    empty_->setAlignment(Qt::AlignCenter);
    layout->addWidget(title_);
    layout->addWidget(workload_);
    layout->addSpacing(8);
    layout->addWidget(sentences_);
    layout->addSpacing(14);
    layout->addWidget(chartTitle_);
    layout->addWidget(chart_);
    layout->addSpacing(14);
    layout->addWidget(tableTitle_);
    layout->addWidget(view_);
    layout->addWidget(empty_);
    layout->addStretch();
    setWidget(page_);
    setWidgetResizable(true);
    setFrameShape(NoFrame);
}

void SummaryView::setRecordings(const std::vector<LoadedPtr>& recordings) {
    table_.show(recordings.empty() ? nullptr : std::make_shared<const Comparison>(recordings));
    refresh();
}

QStringList SummaryView::sentences() const {
    return table_.comparison() ? sentencesOf(*table_.comparison()) : QStringList();
}

QString SummaryView::csv() const {
    if (!table_.comparison()) return {};
    return QString::fromStdString(table::csvTable(table_.comparison()->reports()));
}

QString SummaryView::markdown() const {
    if (!table_.comparison()) return {};
    return QString::fromStdString(table::markdownTable(table_.comparison()->reports()));
}

int SummaryView::makeStill(int width) {
    for (QAbstractScrollArea* area : std::initializer_list<QAbstractScrollArea*>{this, view_}) {
        area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    resize(width, height());
    ensurePolished();
    page_->resize(width, page_->height());
    page_->layout()->activate();
    return page_->layout()->totalHeightForWidth(width);
}

void SummaryView::refresh() {
    const ComparisonPtr& comparison = table_.comparison();
    const bool some = comparison != nullptr;
    for (QWidget* part : std::initializer_list<QWidget*>{title_, workload_, sentences_, chartTitle_,
                                                         chart_, tableTitle_, view_}) {
        part->setVisible(some);
    }
    empty_->setVisible(!some);
    title_->setText(tr("What the recordings say"));
    chartTitle_->setText(tr("Side by side"));
    tableTitle_->setText(tr("Numbers"));
    empty_->setText(tr("No recording is open."));
    chart_->setAccessibleName(
        tr("Charts of memory, traffic and step time; the table below has "
           "their numbers"));
    view_->setAccessibleName(tr("Comparison table"));
    setAccessibleName(tr("What the recordings say"));
    if (!some) return;
    const QString machine = machineText(*comparison);
    workload_->setText(
        workloadText(*comparison) +
        (machine.isEmpty() ? QString() : QStringLiteral("<br>") + machine.toHtmlEscaped()));
    sentences_->setText(rowsOf(sentencesOf(*comparison)));
    chart_->show(chartOf(*comparison));
    table_.retranslate();
    view_->fit();
}

void SummaryView::restyle() {
    const Theme theme = themeOf(palette());
    QPalette faint = palette();
    faint.setColor(QPalette::WindowText, theme.faint);
    workload_->setPalette(faint);
    empty_->setPalette(faint);
    QPalette page = palette();
    page.setColor(QPalette::Window, theme.background);
    page_->setPalette(page);
    page_->setAutoFillBackground(true);
}

void SummaryView::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange) refresh();
    if (event->type() == QEvent::PaletteChange && page_) restyle();
}

}  // namespace shardscope::gui::summary
