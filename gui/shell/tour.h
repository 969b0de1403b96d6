#pragma once
// A short tour of the samples: three things to look at, each with the recordings it is about.

#include <QFrame>
#include <vector>

#include "gui/files/starting_files.h"
#include "gui/shell/options.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace shardscope::gui {

/// One thing to look at.
struct TourStep {
    QString title, text;
    QString recordings;  ///< a folder of samples
    PageId page = PageId::Compare;
};
/// The steps for which @p acts has recordings, in the language of now.
std::vector<TourStep> tourSteps(const std::vector<SampleAct>& acts);

class Tour : public QFrame {
    Q_OBJECT

  public:
    explicit Tour(QWidget* parent = nullptr);
    /// Begins at the first step; nothing happens without steps.
    void begin(std::vector<SampleAct> acts);
    void end();
    bool isUnderWay() const { return !steps_.empty(); }

  signals:
    /// @p recordings are to be opened, and @p page shown.
    void stepEntered(const QString& recordings, shardscope::gui::PageId page);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void go(size_t step);
    void show();

    std::vector<SampleAct> acts_;
    std::vector<TourStep> steps_;
    size_t at_ = 0;
    QLabel *title_, *text_, *place_;
    QPushButton *back_, *next_;
    QToolButton* close_;
};

}  // namespace shardscope::gui
