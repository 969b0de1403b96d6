#include "gui/widgets/plan_view.h"

namespace shardscope::gui {

PlanView::PlanView(const CommandPlace& place, QWidget* parent) : QWidget(parent), place_(place) {}

}  // namespace shardscope::gui
