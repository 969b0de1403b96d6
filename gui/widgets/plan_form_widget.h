#pragma once
// The plan view's form: a question that has an answer as soon as it opens.

#include "gui/widgets/command_form.h"

namespace shardscope::gui {

class PlanFormWidget : public CommandForm {
    Q_OBJECT
  public:
    /// @param folder where relative paths of files start.
    explicit PlanFormWidget(const QString& folder, QWidget* parent = nullptr);
};

}  // namespace shardscope::gui
