// "What if…" of an open recording, in a window beside this one.

#include "gui/shell/main_window.h"
#include "gui/widgets/what_if_view.h"

namespace shardscope::gui {

void MainWindow::showWhatIf() {
    if (!whatIf_) {
        whatIf_ = new WhatIfView(CommandPlace::here(), this);
        whatIf_->setAttribute(Qt::WA_DeleteOnClose);
        connect(whatIf_, &WhatIfView::openRecordings, this, [this](const QStringList& paths) {
            openPaths(paths, true);
            showPage(PageId::Compare);
        });
        const auto offer = [this] { whatIf_->setRecordings(session_.recordings()); };
        connect(&session_, &Session::recordingsChanged, whatIf_, offer);
        offer();
    }
    whatIf_->show();
    whatIf_->raise();
    whatIf_->activateWindow();
}

}  // namespace shardscope::gui
