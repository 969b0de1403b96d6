// The pages of the window: which one is shown, which rank, and what each says in the status line.

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QTabWidget>
#include <QTimer>
#include <algorithm>
#include <array>

#include "gui/shell/main_window.h"
#include "gui/shell/page_box.h"
#include "gui/summary/summary_view.h"
#include "gui/widgets/compare_view.h"
#include "gui/widgets/plan_view.h"
#include "gui/widgets/run_view.h"

namespace shardscope::gui {

namespace {

constexpr std::array kShow{WindowCommand::ShowCompare, WindowCommand::ShowSummary,
                           WindowCommand::ShowPlan, WindowCommand::ShowRun};
constexpr std::array kTitles{QT_TRANSLATE_NOOP("Pages", "Compare"),
                             QT_TRANSLATE_NOOP("Pages", "Summary"),
                             QT_TRANSLATE_NOOP("Pages", "Plan"), QT_TRANSLATE_NOOP("Pages", "Run")};

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Pages)
};

size_t indexOf(PageId page) { return static_cast<size_t>(page); }

}  // namespace

QString MainWindow::titleOf(PageId page) { return Text::tr(kTitles[indexOf(page)]); }

void MainWindow::buildPages() {
    const auto panel = [this]<class View>(PageId page) {
        return new PageBox(
            [this, page](QWidget* parent) {
                auto* view = new View(parent);
                connect(view, &View::openRecordings, this, [this](const QStringList& paths) {
                    openPaths(paths, false);
                    showPage(PageId::Compare);
                });
                connect(view, &View::statusChanged, this, [this, page](const QString& text) {
                    takeStatus(page, text);
                    renewWhenDone(page);
                });
                return view;
            },
            this);
    };
    plan_ = panel.template operator()<PlanView>(PageId::Plan);
    run_ = panel.template operator()<RunView>(PageId::Run);
    views_[indexOf(PageId::Compare)] = compare_;
    connect(compare_, &CompareView::statusChanged, this,
            [this](const QString& text) { takeStatus(PageId::Compare, text); });
    views_[indexOf(PageId::Summary)] = summary_;
    views_[indexOf(PageId::Plan)] = plan_;
    views_[indexOf(PageId::Run)] = run_;
    pages_->setDocumentMode(true);
    for (size_t i = 0; i < kPages; ++i) {
        commands_[kShow[i]]->setEnabled(views_[i] != nullptr);
        if (views_[i]) pages_->addTab(views_[i], QString());
    }
    connect(pages_, &QTabWidget::currentChanged, this, &MainWindow::notePage);
}

void MainWindow::retranslatePages() {
    for (size_t i = 0; i < kPages; ++i) {
        const int tab = pages_->indexOf(views_[i]);
        if (tab >= 0) pages_->setTabText(tab, titleOf(static_cast<PageId>(i)));
    }
    pages_->setAccessibleName(tr("Views"));
}

PageId MainWindow::page() const {
    const auto found = std::ranges::find(views_, pages_->currentWidget());
    return static_cast<PageId>(found - views_.begin());
}

void MainWindow::showPage(PageId page) {
    QWidget* view = views_[indexOf(page)];
    if (!view) return;
    pages_->setCurrentWidget(view);
    view->setFocus();
    notePage();
}

void MainWindow::notePage() {
    const size_t index = indexOf(page());
    commands_[kShow[index]]->setChecked(true);
    viewStatus_->setText(statuses_[index]);
}

void MainWindow::takeStatus(PageId page, const QString& text) {
    statuses_[indexOf(page)] = text;
    if (page == this->page()) viewStatus_->setText(text);
}

template <class View>
void MainWindow::renew(PageBox& box, PageId page) {
    const auto* view = qobject_cast<const View*>(box.content());
    if (!view) return;
    otherWords_[indexOf(page)] = view->isRunning();
    if (view->isRunning()) return;
    box.refill([](QWidget& fresh, const QWidget& old) {
        static_cast<View&>(fresh).takeOver(static_cast<const View&>(old));
    });
}

/// Forms say their words when they are made; one that runs a command is left alone until it ends.
void MainWindow::renewPanels() {
    renew<PlanView>(*plan_, PageId::Plan);
    renew<RunView>(*run_, PageId::Run);
}

void MainWindow::renewWhenDone(PageId page) {
    if (!otherWords_[indexOf(page)]) return;
    QTimer::singleShot(0, this, [this, page] {
        page == PageId::Plan ? renew<PlanView>(*plan_, page) : renew<RunView>(*run_, page);
    });
}

void MainWindow::chooseRank(std::optional<int> rank) {
    const int index = rank ? ranks_->findData(*rank) : 0;
    ranks_->setCurrentIndex(std::max(index, 0));
    compare_->setRank(rank);
}

}  // namespace shardscope::gui
