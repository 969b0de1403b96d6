#pragma once
// The run view's form.

#include "gui/widgets/command_form.h"

namespace shardscope::gui {

class RunFormWidget : public CommandForm {
    Q_OBJECT
  public:
    /// @param folder where relative paths of files start.
    explicit RunFormWidget(const QString& folder, QWidget* parent = nullptr);
};

}  // namespace shardscope::gui
