#pragma once
// The run view's form, which can be saved as a workload file.

#include "core/base/result.h"
#include "gui/widgets/command_form.h"

namespace shardscope::gui {

class RunFormWidget : public CommandForm {
    Q_OBJECT
  public:
    /// @param folder where relative paths of files start.
    explicit RunFormWidget(const QString& folder, QWidget* parent = nullptr);
    /// Writes what the form says to @p path, and takes that file for its own. @return words that are
    /// no part of a workload and stay in the form. Errors: those of workloadText(); Io.
    core::Result<QStringList> saveWorkload(const QString& path);

  signals:
    void said(const QString& text, bool warning);

  private:
    void chooseWhereToSave();
};

}  // namespace shardscope::gui
