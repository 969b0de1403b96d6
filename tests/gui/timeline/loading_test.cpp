// A recording read in blocks is the recording read whole.

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gui/model/build_timeline.h"
#include "gui/model/loaded.h"
#include "tests/gui/timeline/samples.h"
#include "tests/traces/sample_trace.h"
#include "traces/file.h"

namespace shardscope::gui {
namespace {

class Loading : public ::testing::Test {
  protected:
    std::string path(const std::string& name) const {
        return folder_.filePath(QString::fromStdString(name)).toStdString();
    }
    /// Several blocks of events.
    std::string longRun(const std::string& name) const {
        const traces::Trace trace = traces::test::largeRecording(250'000);
        EXPECT_TRUE(traces::writeTrace(trace, path(name)));
        return path(name);
    }
    static LoadedPtr loaded(const std::string& file) {
        auto recording = load(file);
        EXPECT_TRUE(recording) << core::toString(recording.error());
        return recording ? *recording : nullptr;
    }
    /// As load() reads a file whose order is lost.
    static void expectAsWhole(const LoadedRecording& recording, const std::string& file) {
        const auto trace = traces::readTrace(file);
        ASSERT_TRUE(trace);
        EXPECT_EQ(recording.events, static_cast<int64_t>(trace->events.size()));
        const auto report = traces::analyse(*trace, file);
        ASSERT_EQ(report.has_value(), recording.report.has_value());
        if (report) {
            EXPECT_EQ(traces::toJson(*report), traces::toJson(*recording.report));
        }
        TimelineBuilder builder(*trace);
        builder.take();
        EXPECT_EQ(told(*recording.timeline), told(*builder.finish()));
    }

  private:
    static void tell(std::ostream& out, const Lane& lane) {
        out << lane.title << ' ' << static_cast<int>(lane.kind) << '\n';
        for (const Span& span : lane.spans) {
            out << span.beginNs << ' ' << span.endNs << ' ' << span.name << ' ' << span.bytes << ' '
                << span.bucket << ' ' << span.step << ' ' << static_cast<int>(span.kind) << '\n';
        }
    }
    static void tell(std::ostream& out, const BucketTrack& bucket) {
        for (const auto* lives : {&bucket.full, &bucket.dead, &bucket.shard, &bucket.incoming,
                                  &bucket.stale, &bucket.gathering, &bucket.ready}) {
            for (const Life& life : *lives) {
                out << life.beginNs << ' ' << life.endNs << ' ' << life.bytes << ' ' << life.step
                    << '\n';
            }
            out << "--\n";
        }
        for (const Mark& mark : bucket.marks) {
            out << mark.timeNs << ' ' << static_cast<int>(mark.kind) << '\n';
        }
    }
    static std::string told(const Timeline& timeline) {
        std::ostringstream out;
        out << timeline.beginNs << ' ' << timeline.endNs << ' ' << timeline.ours << ' '
            << timeline.worldSize << ' ' << timeline.measured.size() << '\n';
        for (const std::string& name : timeline.names) out << name << '\n';
        for (const BucketName& bucket : timeline.buckets) out << bucket.label << bucket.fullBytes;
        for (const RankTimeline& rank : timeline.ranks) {
            for (const Lane& lane : rank.lanes) tell(out, lane);
            for (const BucketTrack& bucket : rank.buckets) tell(out, bucket);
            for (const MemoryCall& call : rank.memory.calls()) {
                out << call.timeNs << ' ' << call.live << ' ' << static_cast<int>(call.category)
                    << '\n';
            }
            out << rank.phases.size() << ' ' << rank.steps.size() << '\n';
        }
        return out.str();
    }

    QTemporaryDir folder_;
};

TEST_F(Loading, InBlocksGivesWhatTheWholeGives) {
    const std::string file = longRun("run.trace.json.gz");
    expectAsWhole(*loaded(file), file);
}

TEST_F(Loading, SamplesToo) {
    for (const char* name : {"same-bytes/zero-1", "price/zero-2", "limit/zero-1"}) {
        const std::string file =
            std::string(SHARDSCOPE_SOURCE_DIR) + "/traces/samples/" + name + ".trace.json.gz";
        expectAsWhole(*loaded(file), file);
    }
}

TEST_F(Loading, AFileThatLosesItsOrderOnTheWayIsReadAgain) {
    const std::string file = longRun("run.trace.json");
    {
        std::fstream text(file, std::ios::in | std::ios::out);
        text.seekp(-3, std::ios::end);  // "\n]}"
        text << ",\n{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"late\", \"pid\": 1, \"tid\": "
                "1, \"ts\": 0, \"dur\": 1}\n]}";
    }
    const LoadedPtr recording = loaded(file);
    expectAsWhole(*recording, file);
    EXPECT_NE(std::ranges::find(recording->timeline->names, "late"),
              recording->timeline->names.end());
}

TEST_F(Loading, ACutFileKeepsWhatIsThere) {
    const std::string file = longRun("run.trace.json");
    std::filesystem::resize_file(file, std::filesystem::file_size(file) * 2 / 3);
    const LoadedPtr recording = loaded(file);
    EXPECT_TRUE(recording->incomplete);
    expectAsWhole(*recording, file);
}

TEST_F(Loading, AnotherProgramsTraceIsReadWhole) {
    const std::string file = path("other.json");
    {
        std::ofstream text(file);
        text << "[";
        for (int i = 200'000; i > 0; --i) {  // the last first
            text << R"({"ph":"X","name":"work","pid":)" << i % 3 << R"(,"tid":1,"ts":)" << i
                 << R"(,"dur":1},)" << '\n';
        }
        text << R"({"ph":"X","name":"work","pid":9,"tid":1,"ts":0,"dur":1}])";
    }
    const LoadedPtr recording = loaded(file);
    EXPECT_EQ(recording->events, 200'001);
    ASSERT_EQ(recording->timeline->ranks.size(), 1U) << "processes are no ranks";
    const auto& lanes = recording->timeline->ranks.front().lanes;
    ASSERT_EQ(lanes.size(), 4U);
    EXPECT_EQ(lanes.front().title, "thread 1, process 0");
    EXPECT_EQ(lanes.back().spans.size(), 1U);
    expectAsWhole(*recording, file);
}

}  // namespace
}  // namespace shardscope::gui
