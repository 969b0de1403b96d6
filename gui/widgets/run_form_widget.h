#pragma once
// The run view's form. Fields that are empty show what the command, or the workload file, says.

#include <QWidget>
#include <map>
#include <vector>

#include "gui/model/run_form.h"

class QCheckBox;
class QGridLayout;
class QLineEdit;
class QVBoxLayout;

namespace shardscope::gui {

class RunFormWidget : public QWidget {
    Q_OBJECT
  public:
    /// @param folder where relative paths of files start.
    explicit RunFormWidget(QString folder, QWidget* parent = nullptr);

    /// Names, defaults and help of the fields.
    void setOptions(const CommandOptions& options);
    RunForm form() const;
    /// Opens @p path as the workload; empty takes it away.
    void setWorkload(const QString& path);

  signals:
    void changed();

  private:
    struct Field {
        QLineEdit* line = nullptr;
        QWidget* widget = nullptr;  ///< the line, or the combo box around it
    };

    void addModel(QVBoxLayout& column);
    void addBatch(QVBoxLayout& column);
    void addStrategies(QVBoxLayout& column);
    void addTraining(QVBoxLayout& column);
    void addOutput(QVBoxLayout& column);
    /// @return the grid of a new titled group.
    QGridLayout* addGroup(QVBoxLayout& column, const QString& title);
    void addField(QGridLayout& grid, int row, int column, const QString& option,
                  const QString& label, int span = 1);
    void addChoice(QGridLayout& grid, int row, int column, const QString& option,
                   const QString& label);
    void addPath(QGridLayout& grid, int row, const QString& option, const QString& label,
                 bool folder);
    void addLabelled(QGridLayout& grid, int row, int column, const QString& label, Field field,
                     const QString& option, int span);
    void showDefaults();
    void readWorkload();
    void makeBoxes();
    void tick(const QStringList& strategies);
    void browseWorkload();
    QString relative(const QString& path) const;

    QString folder_;
    CommandOptions options_;
    QByteArray workloadText_;
    QLineEdit* workload_ = nullptr;
    QLineEdit* more_ = nullptr;
    std::map<QString, Field> fields_;
    QGridLayout* stageRow_ = nullptr;
    QGridLayout* presetGrid_ = nullptr;
    std::vector<QCheckBox*> boxes_;
};

}  // namespace shardscope::gui
