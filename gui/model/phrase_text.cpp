#include "gui/model/phrase_text.h"

#include <QCoreApplication>

namespace shardscope::gui {

QString said(const table::Phrase& phrase) {
    return QString::fromStdString(phrase.in([](const std::string& text) {
        return QCoreApplication::translate("shardscope::table::Sentences", text.c_str())
            .toStdString();
    }));
}

}  // namespace shardscope::gui
