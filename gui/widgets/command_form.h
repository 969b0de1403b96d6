#pragma once
// A form of a command's options. Fields that are empty show what the command, or the workload file,
// says. The run and the plan form say which fields they have.

#include <QWidget>
#include <map>
#include <vector>

#include "gui/model/run_form.h"

class QBoxLayout;
class QCheckBox;
class QGridLayout;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace shardscope::gui {

class CommandForm : public QWidget {
    Q_OBJECT
  public:
    /// Names, defaults and help of the fields.
    void setOptions(const CommandOptions& options);
    RunForm form() const;
    /// Fills every field; its strategies are ticked.
    void setForm(const RunForm& form);
    /// Opens @p path as the workload; empty takes it away.
    void setWorkload(const QString& path);
    /// Shows in the empty field of @p option what the command took instead.
    void setTaken(const QString& option, const QString& text);
    /// Types @p text into @p option's field.
    void setText(const QString& option, const QString& text);

  signals:
    void changed();

  protected:
    /// @param folder where relative paths of files start.
    explicit CommandForm(QString folder, QWidget* parent = nullptr);

    /// @return the grid of a new titled group: label, field, label, field.
    QGridLayout* addGroup(const QString& title);
    /// @return its line, to which further buttons may be added.
    QBoxLayout* addWorkload(QGridLayout& grid, int row);
    void addField(QGridLayout& grid, int row, int column, const QString& option,
                  const QString& label, int span = 1);
    void addChoice(QGridLayout& grid, int row, int column, const QString& option,
                   const QString& label, int span = 1);
    void addPath(QGridLayout& grid, int row, const QString& option, const QString& label,
                 bool folder);
    void addStrategies(const QString& title);
    void addMore(QGridLayout& grid, int row);
    /// After the last group.
    void endGroups();

    const QString& folder() const { return folder_; }
    const CommandOptions& options() const { return options_; }
    const QByteArray& workloadText() const { return workloadText_; }
    /// The form was saved as @p path: what it says is the file's now. @p more is what is not.
    void takeSaved(const QString& path, const QString& more);

    void changeEvent(QEvent* event) override;

  private:
    struct Field {
        QLineEdit* line = nullptr;
        QWidget* widget = nullptr;  ///< the line, or the combo box around it
    };

    void addLabelled(QGridLayout& grid, int row, int column, const QString& label, Field field,
                     const QString& option, int span);
    void showDefaults();
    void readWorkload();
    void makeBoxes();
    void tick(const QStringList& strategies);
    void browseWorkload();
    QString workloadPath() const;  ///< empty, too, where the form has no such field
    QString relative(const QString& path) const;

    QString folder_;
    CommandOptions options_;
    QByteArray workloadText_;
    QVBoxLayout* column_;
    QLineEdit* workload_ = nullptr;
    QLineEdit* more_ = nullptr;
    std::map<QString, Field> fields_;
    QGridLayout* stageRow_ = nullptr;
    QGridLayout* presetGrid_ = nullptr;
    std::vector<QCheckBox*> boxes_;
};

/// A small button in a form, named by its tip.
QToolButton* formButton(const QString& text, const QString& tip);
/// @p form beside the rest of a page, scrolling when it is higher than the window.
QWidget* scrolled(CommandForm* form, int width);

}  // namespace shardscope::gui
