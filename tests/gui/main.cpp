// Every test of the dashboard: an application without a display unless one is asked for, and
// settings of its own.

#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QWindow>

namespace {

/// Gives a window the keyboard when it comes up, as window managers do: a bare X server has none.
class Activator : public QObject {
  public:
    using QObject::QObject;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        auto* window = qobject_cast<QWindow*>(watched);
        const bool comesUp = window && event->type() == QEvent::Expose && window->isExposed() &&
                             !window->isActive() && !shown_.contains(window);
        const bool takesKeys = comesUp && !(window->flags() & Qt::WindowDoesNotAcceptFocus) &&
                               window->type() != Qt::ToolTip && window->type() != Qt::Popup;
        if (takesKeys) {
            shown_ << window;
            window->requestActivate();
        }
        if (window && event->type() == QEvent::Hide) shown_.removeAll(window);
        return false;
    }

  private:
    QList<QWindow*> shown_;
};

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir settings;  // nobody's own are read or changed
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("shardscope-test"));
    QCoreApplication::setApplicationName(QStringLiteral("shardscope-gui-test"));
    QApplication application(argc, argv);
    Activator activator;
    if (QApplication::platformName() == QLatin1String("xcb")) {
        application.installEventFilter(&activator);
    }
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
