#include "gui/shell/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>
#include <memory>

namespace shardscope::gui {

namespace {

struct Installed {
    Language language = Language::English;
    std::unique_ptr<QTranslator> ours, qts;
};

Installed& installed() {
    static Installed value;
    return value;
}

void install(std::unique_ptr<QTranslator>& place, const QString& file, const QString& folder) {
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(file, folder)) return;
    QCoreApplication::installTranslator(translator.get());
    place = std::move(translator);
}

}  // namespace

void useLanguage(Language language) {
    Installed& now = installed();
    now = {.language = language, .ours = nullptr, .qts = nullptr};
    if (language != Language::Korean) return;
    // Qt's own words, of its file dialogs, where its translations are installed.
    install(now.qts, QStringLiteral("qtbase_ko"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(now.ours, QStringLiteral("shardscope_ko"), QStringLiteral(":/i18n"));
}

Language currentLanguage() { return installed().language; }

Language desktopLanguage() {
    return QLocale::system().language() == QLocale::Korean ? Language::Korean : Language::English;
}

}  // namespace shardscope::gui
