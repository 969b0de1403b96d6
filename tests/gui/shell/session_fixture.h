#pragma once
// A session, and what it said.

#include "gui/files/marks.h"
#include "gui/files/session.h"
#include "tests/gui/shell/shell_fixture.h"

namespace shardscope::gui {

inline const QString kAct = QStringLiteral("same-bytes");
inline const QString kOne = QStringLiteral("zero-1"), kTwo = QStringLiteral("zero-2");

class SessionTest : public ShellTest {
  protected:
    SessionTest() {
        QObject::connect(&session_, &Session::noticed,
                         [this](const Notice& notice) { notices_.push_back(notice); });
        QObject::connect(&session_, &Session::settled,
                         [this](const QString& path) { settled_ << path; });
    }
    bool settle() {
        return waitFor([this] { return !session_.isLoading(); });
    }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const LoadedPtr& recording : session_.recordings()) names.push_back(recording->name);
        return names;
    }
    bool said(const QString& path, const char* part) const {
        return std::ranges::any_of(notices_, [&](const Notice& notice) {
            return notice.path == path && notice.text.contains(QString::fromUtf8(part));
        });
    }

    Session session_;
    std::vector<Notice> notices_;
    QStringList settled_;
};

using Names = std::vector<std::string>;

}  // namespace shardscope::gui
