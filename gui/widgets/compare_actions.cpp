#include "gui/widgets/compare_actions.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QList>
#include <array>

#include "gui/widgets/compare_canvas.h"
#include "gui/widgets/compare_view.h"
#include "gui/widgets/pool_map_view.h"

namespace shardscope::gui {
namespace {

constexpr double kZoomStep = 0.8;
constexpr double kPanPixels = 80.0;
constexpr double kCursorPixels = 8.0;
constexpr const char *kMapKey = "M", *kHoldKey = "H";

struct Spec {
    const char* text;
    const char* keys;  ///< portable text, alternatives after "; "
    void (*act)(CompareView& view, CompareCanvas& canvas);
};

constexpr std::array kSpecs{
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Zoom in"),
         "W; +; =", [](CompareView&, CompareCanvas& c) { c.zoomBy(kZoomStep); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Zoom out"), "S; -",
         [](CompareView&, CompareCanvas& c) { c.zoomBy(1.0 / kZoomStep); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Earlier"), "A",
         [](CompareView&, CompareCanvas& c) { c.panBy(-kPanPixels); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Later"), "D",
         [](CompareView&, CompareCanvas& c) { c.panBy(kPanPixels); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Fit the interval, else the step"), "F",
         [](CompareView&, CompareCanvas& c) { c.fit(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Fit the step"), "Home",
         [](CompareView&, CompareCanvas& c) { c.fitSteps(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Fit the whole run"), "End",
         [](CompareView&, CompareCanvas& c) { c.fitWholeRun(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Back in the zoom history"), "Backspace",
         [](CompareView&, CompareCanvas& c) { c.back(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Forward in the zoom history"), "Shift+Backspace",
         [](CompareView&, CompareCanvas& c) { c.forward(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Scroll up"), "PgUp",
         [](CompareView&, CompareCanvas& c) { c.scrollBy(-c.height() * 0.8); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Scroll down"), "PgDown",
         [](CompareView&, CompareCanvas& c) { c.scrollBy(c.height() * 0.8); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Next span of the lane"), ".",
         [](CompareView&, CompareCanvas& c) { c.selectNeighbour(1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Previous span of the lane"), ",",
         [](CompareView&, CompareCanvas& c) { c.selectNeighbour(-1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Next bucket"), "Down",
         [](CompareView&, CompareCanvas& c) { c.selectBucket(1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Previous bucket"), "Up",
         [](CompareView&, CompareCanvas& c) { c.selectBucket(-1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Move the time cursor left"), "Left",
         [](CompareView&, CompareCanvas& c) { c.moveCursor(-kCursorPixels); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Move the time cursor right"), "Right",
         [](CompareView&, CompareCanvas& c) { c.moveCursor(kCursorPixels); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Align by the step before"), "[",
         [](CompareView&, CompareCanvas& c) { c.stepAlignment(-1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Align by the step after"), "]",
         [](CompareView&, CompareCanvas& c) { c.stepAlignment(1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Pin or unpin the selected lane"), "P",
         [](CompareView&, CompareCanvas& c) { c.togglePinned(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "A row for every bucket, or folded"), "B",
         [](CompareView&, CompareCanvas& c) { c.setEveryBucket(!c.viewportState().everyBucket); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Select nothing"), "Esc",
         [](CompareView&, CompareCanvas& c) {
             c.selectInterval(std::nullopt);
             c.select({});
         }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Find a span"), "Ctrl+F; /",
         [](CompareView& view, CompareCanvas&) { view.openSearch(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "What is in sight as a table"), "T",
         [](CompareView& view, CompareCanvas&) { view.toggleTable(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Memory map: the allocator's blocks"), kMapKey,
         [](CompareView& view, CompareCanvas&) { view.toggleMap(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Hold the memory map's instant"), kHoldKey,
         [](CompareView& view, CompareCanvas&) { view.holdMap(!view.mapIsHeld()); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Next that was found"), "N",
         [](CompareView& view, CompareCanvas&) { view.findNext(1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Previous that was found"), "Shift+N",
         [](CompareView& view, CompareCanvas&) { view.findNext(-1); }},
};

}  // namespace

CompareActions::CompareActions(CompareView& view, CompareCanvas& canvas) {
    for (const Spec& spec : kSpecs) {
        auto* action = new QAction(&canvas);
        action->setShortcuts(QKeySequence::listFromString(QString::fromLatin1(spec.keys)));
        action->setShortcutContext(Qt::WidgetShortcut);
        QObject::connect(action, &QAction::triggered, &canvas,
                         [&view, &canvas, act = spec.act] { act(view, canvas); });
        canvas.addAction(action);
        actions_.push_back(action);
        QAction** const toggle = spec.keys == kMapKey    ? &map_
                                 : spec.keys == kHoldKey ? &hold_
                                                         : nullptr;
        if (!toggle) continue;
        action->setCheckable(true);
        view.map().addAction(action);
        *toggle = action;
    }
    retranslate();
}

void CompareActions::show(const CompareView& view) {
    map_->setChecked(view.mapIsOpen());
    hold_->setChecked(view.mapIsHeld());
}

void CompareActions::retranslate() {
    for (size_t i = 0; i < actions_.size(); ++i) {
        actions_[i]->setText(QCoreApplication::translate("CompareActions", kSpecs[i].text));
    }
}

}  // namespace shardscope::gui
