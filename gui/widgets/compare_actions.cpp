#include "gui/widgets/compare_actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>
#include <array>

#include "gui/widgets/compare_canvas.h"

namespace shardscope::gui {
namespace {

constexpr double kPan = 120.0;   ///< pixels a key press
constexpr double kZoom = 0.75;   ///< of the range a key press
constexpr double kCursor = 8.0;  ///< pixels a key press

struct Spec {
    const char* text;
    const char* keys;  ///< portable, several divided by ;
    void (*act)(CompareCanvas&);
};

const std::array kSpecs{
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Move left"), "A",
         [](CompareCanvas& c) { c.panBy(-kPan); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Move right"), "D",
         [](CompareCanvas& c) { c.panBy(kPan); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Zoom in"),
         "W;+;=", [](CompareCanvas& c) { c.zoomBy(kZoom); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Zoom out"), "S;-",
         [](CompareCanvas& c) { c.zoomBy(1.0 / kZoom); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Fit the selected interval, or the step"), "F",
         [](CompareCanvas& c) { c.fit(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Show the aligned step"), "Home",
         [](CompareCanvas& c) { c.fitSteps(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Show the whole run"), "Shift+Home",
         [](CompareCanvas& c) { c.fitWholeRun(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Back to the range before"), "Backspace",
         [](CompareCanvas& c) { c.back(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Forward again"), "Shift+Backspace",
         [](CompareCanvas& c) { c.forward(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Next span of the lane"), ".",
         [](CompareCanvas& c) { c.selectNeighbour(1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Previous span of the lane"), ",",
         [](CompareCanvas& c) { c.selectNeighbour(-1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Next bucket"), "]",
         [](CompareCanvas& c) { c.selectBucket(1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Previous bucket"), "[",
         [](CompareCanvas& c) { c.selectBucket(-1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Time cursor to the left"), "Left",
         [](CompareCanvas& c) { c.moveCursor(-kCursor); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Time cursor to the right"), "Right",
         [](CompareCanvas& c) { c.moveCursor(kCursor); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Align by the next step"), "Ctrl+Right",
         [](CompareCanvas& c) { c.stepAlignment(1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Align by the previous step"), "Ctrl+Left",
         [](CompareCanvas& c) { c.stepAlignment(-1); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Align by each recording's median step"), "Ctrl+0",
         [](CompareCanvas& c) { c.alignTo(std::nullopt); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "A row for every bucket, or folded rows"), "B",
         [](CompareCanvas& c) { c.setEveryBucket(!c.viewportState().everyBucket); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Pin the selected lane, or let it go"), "P",
         [](CompareCanvas& c) { c.togglePinned(); }},
    Spec{QT_TRANSLATE_NOOP("CompareActions", "Select nothing"), "Escape",
         [](CompareCanvas& c) {
             c.selectInterval(std::nullopt);
             c.select({});
         }},
};

QList<QKeySequence> keysOf(const Spec& spec) {
    QList<QKeySequence> keys;
    for (const QString& key : QString::fromLatin1(spec.keys).split(u';')) {
        keys << QKeySequence::fromString(key, QKeySequence::PortableText);
    }
    return keys;
}

}  // namespace

std::vector<QAction*> addCompareActions(CompareCanvas& canvas) {
    std::vector<QAction*> actions;
    for (const Spec& spec : kSpecs) {
        auto* action = new QAction(&canvas);
        action->setShortcuts(keysOf(spec));
        action->setShortcutContext(Qt::WidgetShortcut);
        QObject::connect(action, &QAction::triggered, &canvas,
                         [&canvas, act = spec.act] { act(canvas); });
        canvas.addAction(action);
        actions.push_back(action);
    }
    retranslateCompareActions(actions);
    return actions;
}

void retranslateCompareActions(const std::vector<QAction*>& actions) {
    for (size_t i = 0; i < actions.size() && i < kSpecs.size(); ++i) {
        actions[i]->setText(QCoreApplication::translate("CompareActions", kSpecs[i].text));
    }
}

}  // namespace shardscope::gui
