#pragma once
// What stands beside the form of a page that runs a command: the command line, the buttons that start
// and end it, how far it is, what became of it, and below that what the page adds.

#include <QWidget>

#include "gui/model/command_run.h"

class QBoxLayout;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace shardscope::gui {

class CommandText;

class CommandPanel : public QWidget {
    Q_OBJECT
  public:
    /// @param start and @p tip of the button that starts the command; @p action, at the right, is
    /// what can be done with its answer.
    CommandPanel(const QString& start, const QString& tip, const QString& action,
                 QWidget* parent = nullptr);

    void setCommand(const CommandLine& command);
    QPushButton& action() { return *action_; }
    /// Figures above the verdict.
    QLabel& figures() { return *figures_; }
    /// What the command printed: read-only, in its own typeface. The page places it.
    QPlainTextEdit& printed() { return *printed_; }
    void add(QWidget* part, int stretch = 0);

    /// What became of the command; empty takes it away.
    void say(const QString& text, bool warning);
    /// Under way, at a place that is not known.
    void showBusy();
    void showProgress(const ProgressLine& line);
    /// The bar empty.
    void showNoProgress();
    /// @param canStart there is a command.
    void showState(bool running, bool cancelling, bool canStart);
    void setCancelTip(const QString& tip);

  protected:
    void changeEvent(QEvent* event) override;

  signals:
    void started();
    void cancelled();
    void actionChosen();

  private:
    void colourVerdict();
    QBoxLayout* makeActions(const QString& start, const QString& tip, const QString& action);

    CommandText* command_;
    QPushButton* start_ = nullptr;
    QPushButton* cancel_ = nullptr;
    QPushButton* action_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QLabel* figures_;
    QLabel* verdict_;
    QPlainTextEdit* printed_;
    QBoxLayout* column_;
    bool warning_ = false;  ///< what the verdict is
};

/// Lays @p form out beside @p panel on @p page, and lets Ctrl+Enter anywhere in it start the command.
void layCommandPage(QWidget& page, QWidget* form, CommandPanel* panel);

inline constexpr int kPageMargin = 12;  ///< px, around and between the parts of such a page

}  // namespace shardscope::gui
