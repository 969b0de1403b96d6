// An open recording written again, in the background.

#include "gui/files/trace_export.h"

#include <QFileInfo>

#include "tests/gui/shell/shell_fixture.h"

namespace shardscope::gui {
namespace {

const QString kAct = QStringLiteral("same-bytes");
const QString kOne = QStringLiteral("zero-1"), kTwo = QStringLiteral("zero-2");

class TraceExportTest : public ShellTest {
  protected:
    void SetUp() override {
        ShellTest::SetUp();
        QObject::connect(&export_, &TraceExport::written, [this](auto& to) { written_ << to; });
        QObject::connect(&export_, &TraceExport::failed,
                         [this](const QString& about, const core::Error& error) {
                             failed_ << about;
                             message_ = QString::fromStdString(error.message);
                         });
        QObject::connect(&export_, &TraceExport::finished, [this] { ++finished_; });
    }
    bool settle() {
        return waitFor([this] { return !export_.isBusy(); });
    }
    static traces::Trace read(const QString& file) {
        auto trace = traces::readTrace(file.toStdString());
        EXPECT_TRUE(trace);
        return trace ? *std::move(trace) : traces::Trace{};
    }

    TraceExport export_;
    QStringList written_, failed_;
    QString message_;
    int finished_ = 0;
};

TEST_F(TraceExportTest, WritesEveryEventOfTheFile) {
    const QString plain = path(QStringLiteral("out.json"));
    const QString zipped = path(QStringLiteral("out.trace.json.gz"));
    export_.start(sampleFile(kAct, kOne), plain);
    export_.start(sampleFile(kAct, kTwo), zipped);
    ASSERT_TRUE(settle());
    EXPECT_EQ(written_, (QStringList{plain, zipped}));
    EXPECT_EQ(finished_, 1);
    EXPECT_EQ(read(plain), read(sampleFile(kAct, kOne)));
    EXPECT_EQ(read(zipped), read(sampleFile(kAct, kTwo)));
    QFile text(plain);
    ASSERT_TRUE(text.open(QIODevice::ReadOnly));
    EXPECT_EQ(text.read(1), "{");
}

TEST_F(TraceExportTest, SaysWhichFileCannotBeReadOrWritten) {
    const QString missing = path(QStringLiteral("missing.json"));
    export_.start(missing, path(QStringLiteral("out.json")));
    ASSERT_TRUE(settle());
    const QString nowhere = path(QStringLiteral("no/such/folder/out.json"));
    export_.start(sampleFile(kAct, kOne), nowhere);
    ASSERT_TRUE(settle());
    EXPECT_EQ(failed_, (QStringList{missing, nowhere}));
    EXPECT_FALSE(message_.isEmpty());
    EXPECT_TRUE(written_.isEmpty());
}

TEST_F(TraceExportTest, ACancelledExportLeavesNothing) {
    const QString out = path(QStringLiteral("out.json"));
    for (int i = 0; i < 3; ++i) export_.start(sampleFile(kAct, kOne), out);
    export_.cancel();
    EXPECT_FALSE(export_.isBusy());
    EXPECT_EQ(finished_, 1);
    export_.start(sampleFile(kAct, kTwo), path(QStringLiteral("next.json")));
    ASSERT_TRUE(settle());
    EXPECT_EQ(written_, QStringList{path(QStringLiteral("next.json"))});
}

}  // namespace
}  // namespace shardscope::gui
