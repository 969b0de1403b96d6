// The state of an allocator at an instant, and where the map draws it: without a display.

#include "gui/layout/pool_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "core/base/units.h"
#include "core/engine/memory_pool.h"
#include "gui/layout/compare_layout.h"
#include "gui/layout/describe_call.h"
#include "gui/layout/words.h"
#include "tests/gui/timeline/made.h"
#include "tests/gui/timeline/samples.h"
#include "traces/analysis/recording.h"
#include "traces/file.h"

namespace shardscope::gui {
namespace {

using core::kMiB;
using test::firstAct;

double roughly(const QString& text, TextRole) { return 6.5 * static_cast<double>(text.size()); }

std::vector<Frame> frames() {
    static const Viewport viewport;
    return framesOf(firstAct(), viewport);
}

/// A pool that is really asked, its calls as a recording has them, and what it held after each.
struct Played {
    std::vector<PlacedCall> calls;
    std::vector<core::PoolTotals> totals;
    std::vector<std::vector<core::Block>> blocks;
};

Played played(core::PoolPolicy policy, int64_t limit, uint32_t seed, int count) {
    std::mt19937 random(seed);
    core::PhantomSource source;
    core::MemoryPool pool(policy, limit, source);
    Played out;
    std::vector<PlacedCall> live;
    for (int i = 0; i < count; ++i) {
        PlacedCall call;
        call.seq = static_cast<uint32_t>(i);
        if (live.empty() || (live.size() < 80 && random() % 2 == 0)) {
            const auto most = static_cast<uint32_t>(random() % 3 ? 24 * kMiB : kMiB);
            const auto bytes = static_cast<int64_t>(1 + random() % most);
            call.home = random() % 4 == 0 ? 1 : 0;
            const auto block = core::allocateOrRelease(pool, bytes, core::StreamId{call.home});
            if (!block) break;
            call.buffer = i;
            call.call.change = bytes;
            call.pool.segment = block->segment;
            call.pool.offset = block->offset;
            call.pool.block = block->bytes;
            live.push_back(call);
        } else {
            std::swap(live[random() % live.size()], live.back());
            call = live.back();
            call.call.change = -call.call.change;
            live.pop_back();
            pool.free({call.pool.segment, call.pool.offset, call.pool.block});
        }
        call.call.timeNs = call.call.hostNs = i;
        call.allocated = pool.totals().allocated;
        call.reserved = pool.totals().reserved;
        out.calls.push_back(call);
        out.totals.push_back(pool.totals());
        out.blocks.emplace_back();
        for (const PlacedCall& each : live)
            out.blocks.back().push_back({each.pool.segment, each.pool.offset, each.pool.block});
    }
    return out;
}

MemoryTrack trackOf(const std::vector<PlacedCall>& calls) {
    std::vector<MemoryCall> plain;
    for (const PlacedCall& placed : calls) plain.push_back(placed.call);
    return MemoryTrack(std::move(plain));
}

TEST(PoolHistory, AtEveryCallItHoldsWhatThePoolHeld) {
    using enum core::PoolPolicy;
    for (const core::PoolPolicy policy : {Classic, Expandable}) {
        for (const int64_t limit : {int64_t{0}, 900 * kMiB}) {
            const Played run = played(policy, limit, 7, 3000);
            ASSERT_GT(run.calls.size(), 500U);
            const PoolHistory history(run.calls, core::nameOf(policy));
            const MemoryTrack track = trackOf(run.calls);
            EXPECT_TRUE(history.known());
            EXPECT_EQ(history.unlike(), 0);
            for (size_t i = 0; i < run.calls.size(); i += 7) {
                const PoolState state = history.stateAt(track, i);
                ASSERT_EQ(state.live, run.totals[i].requested) << i;
                ASSERT_EQ(state.allocated, run.totals[i].allocated) << i;
                ASSERT_EQ(state.reserved, run.totals[i].reserved) << i;
                std::set<std::pair<int32_t, int64_t>> places, expected;
                for (const PoolBlock& each : state.blocks)
                    places.emplace(each.segment, each.offset);
                for (const core::Block& each : run.blocks[i])
                    expected.emplace(each.segment, each.offset);
                ASSERT_EQ(places, expected) << i;
            }
        }
    }
}

TEST(PoolHistory, FreeSpaceIsWhatIsReservedAndNotAllocated) {
    const Played run = played(core::PoolPolicy::Expandable, 0, 3, 900);
    const PoolHistory history(run.calls, "expandable");
    const PoolState state = history.stateAt(trackOf(run.calls), run.calls.size() - 1);
    int64_t free = 0;
    for (const PoolRun& piece : freeRunsOf(state)) free += piece.run.bytes();
    EXPECT_EQ(free, state.reserved - state.allocated);
    EXPECT_GT(free, 0);
}

TEST(PoolHistory, SaysThatCallsAreMissing) {
    Played run = played(core::PoolPolicy::Expandable, 0, 3, 200);
    run.calls.erase(run.calls.begin() + 5, run.calls.begin() + 9);
    EXPECT_GT(PoolHistory(run.calls, "expandable").unlike(), 100);
}

TEST(PoolHistory, TotalsOfARecordingAreItsCountersAtThatInstant) {
    for (const LoadedPtr& loaded : firstAct()) {
        const auto trace = traces::readTrace(loaded->path);
        ASSERT_TRUE(trace);
        const auto recording = traces::recordingOf(*trace, loaded->path);
        ASSERT_TRUE(recording);
        for (size_t r = 0; r < loaded->timeline->ranks.size(); ++r) {
            const RankTimeline& rows = loaded->timeline->ranks[r];
            ASSERT_TRUE(rows.pool.known());
            EXPECT_EQ(rows.pool.unlike(), 0);
            ASSERT_EQ(rows.pool.size(), recording->ranks[r].pool.size());
            for (size_t i = 0; i < rows.pool.size(); ++i) {
                const PoolState state = rows.pool.stateAt(rows.memory, i);
                ASSERT_EQ(state.live, recording->ranks[r].pool[i].live) << i;
                ASSERT_EQ(state.allocated, recording->ranks[r].pool[i].allocated) << i;
                ASSERT_EQ(state.reserved, recording->ranks[r].pool[i].reserved) << i;
            }
        }
    }
}

class PoolMap : public ::testing::Test {
  protected:
    Scene scene(std::optional<int64_t> atNs = {}) {
        panels_ = poolPanelsOf(frames(), atNs);
        return layoutPoolMap(panels_, view_, roughly);
    }
    static std::vector<Box> boxesOf(const Scene& scene, HitKind kind, int panel) {
        std::vector<Box> boxes;
        for (const Part& part : scene.parts) {
            std::ranges::copy_if(part.boxes, std::back_inserter(boxes), [&](const Box& box) {
                return box.hit.kind == kind && box.hit.panel == panel;
            });
        }
        return boxes;
    }
    QString nameOf(int panel, uint32_t call) const {
        const Frame& frame = panels_[static_cast<size_t>(panel)].frame;
        const auto& names = frame.recording->timeline->names;
        return QString::fromStdString(names[frame.rows()->pool[call].name]);
    }
    double widthOf(const Scene& scene, int panel, const QString& name) const {
        double width = 0.0;
        for (const Box& box : boxesOf(scene, HitKind::Block, panel)) {
            if (nameOf(panel, box.hit.index) == name) width += box.rect.width() + 1.0;
        }
        return width;
    }

    PoolMapViewport view_{.size = {1280, 300}};
    std::vector<PoolPanel> panels_;
};

TEST_F(PoolMap, ABlockIsAsWideInEveryPanel) {
    const Scene map = scene();
    const double one = widthOf(map, 0, QStringLiteral("weights B6"));
    EXPECT_GT(one, 100.0);
    EXPECT_NEAR(one, widthOf(map, 1, QStringLiteral("weights B6")), 2.5);
    EXPECT_NEAR(one / 2.0, widthOf(map, 1, QStringLiteral("m B6")), 2.5) << "fp32 of a quarter";
}

TEST_F(PoolMap, WhatIsReservedIsDrawnWholeWithTheBlocksOnIt) {
    const Scene map = scene();
    for (int panel = 0; panel < 2; ++panel) {
        const PoolState& state = panels_[static_cast<size_t>(panel)].state;
        double reserved = 0.0, blocks = 0.0;
        for (const Box& box : boxesOf(map, HitKind::Segment, panel)) reserved += box.rect.width();
        for (const Box& box : boxesOf(map, HitKind::Block, panel))
            blocks += box.rect.width() + (box.rect.width() > 3.0 ? 1.0 : 0.0);
        const double share = static_cast<double>(state.allocated) / double(state.reserved);
        EXPECT_NEAR(blocks / reserved, share, 0.02);
        for (const Box& box : boxesOf(map, HitKind::Block, panel))
            EXPECT_TRUE(map.panels[static_cast<size_t>(panel)].contains(box.rect.center()));
    }
}

TEST_F(PoolMap, StageOnesGradientsAreThereAtItsPeakAndStageTwosAreNot) {
    scene();
    const auto buckets = [&](int panel) {
        std::set<int> full;
        for (const PoolBlock& block : panels_[static_cast<size_t>(panel)].state.blocks) {
            if (block.category == core::Category::Gradients) full.insert(block.bucket);
        }
        return full.size();
    };
    EXPECT_EQ(buckets(0), 7U);
    EXPECT_EQ(buckets(1), 3U) << "two in flight, and the tied one";
}

TEST_F(PoolMap, NothingMovesWhileTheInstantDoes) {
    const auto rectOf = [&](const Scene& map) {
        for (const Box& box : boxesOf(map, HitKind::Block, 0)) {
            if (nameOf(0, box.hit.index) == QStringLiteral("v B2")) return box.rect;
        }
        return QRectF();
    };
    const QRectF atPeak = rectOf(scene());
    EXPECT_FALSE(atPeak.isNull());
    for (const int64_t ns : {int64_t{1'000'000}, int64_t{30'000'000}})
        EXPECT_EQ(rectOf(scene(ns)), atPeak);
}

TEST_F(PoolMap, ASelectedBucketFadesTheOthersAndASelectedBlockIsOutlined) {
    scene();
    const auto& blocks = panels_[0].state.blocks;
    const auto block = std::ranges::find_if(blocks, [](const PoolBlock& each) {
        return each.bucket == 2 && each.category == core::Category::Weights;
    });
    ASSERT_NE(block, blocks.end());
    view_.selection = selectionOf(panels_[0].frame, 0, block->call);
    EXPECT_EQ(view_.selection.bucket, 2);
    const Scene map = scene();
    EXPECT_EQ(map.parts[0].strokes.size() % 4, 0U);
    EXPECT_GE(map.parts[0].strokes.size(), 4U);
    EXPECT_TRUE(map.parts[1].strokes.empty());
    for (const Box& box : boxesOf(map, HitKind::Block, 1)) {
        const auto& entry = panels_[1].frame.rows()->memory.calls()[box.hit.index];
        if (box.hit.count != 1) continue;
        EXPECT_EQ(box.fill.faded, entry.bucket != 2);
    }
}

TEST_F(PoolMap, AHitIsTheBlockThatIsDrawnThere) {
    const Scene map = scene();
    int met = 0;
    for (const Box& box : boxesOf(map, HitKind::Block, 1)) {
        if (box.rect.width() < 8.0) continue;
        const Hit hit = hitTest(map, box.rect.center());
        EXPECT_EQ(hit.index, box.hit.index);
        EXPECT_TRUE(tipOf(hit, panels_).startsWith(nameOf(1, hit.index)));
        ++met;
    }
    EXPECT_GT(met, 20);
    const Hit free = boxesOf(map, HitKind::Segment, 0).back().hit;
    EXPECT_TRUE(tipOf(free, panels_).contains(QStringLiteral("reserved")));
}

TEST_F(PoolMap, FewerPixelsShareRowsAndThenScroll) {
    view_.size = {400, 90};
    const Scene map = scene();
    EXPECT_GT(map.contentHeight, map.plot.height());
    EXPECT_LT(map.panels[0].bottom(), map.panels[1].bottom()) << "below one another";
    view_.scroll = 40.0;
    EXPECT_DOUBLE_EQ(scene().panels[0].top(), map.panels[0].top() - 40.0);
}

TEST_F(PoolMap, SaysWhyThereIsNone) {
    const auto why = [](const LoadedPtr& loaded, std::optional<int64_t> atNs = {}) {
        const std::vector<LoadedPtr> one{loaded};
        const std::vector<PoolPanel> panels = poolPanelsOf(framesOf(one, Viewport{}), atNs);
        const Scene map = layoutPoolMap(panels, {}, roughly);
        bool said = false;
        for (const Label& label : map.parts.front().labels)
            said = said || label.text.startsWith(whyNoMap(panels[0]).left(12));
        EXPECT_TRUE(said);
        return whyNoMap(panels[0]);
    };
    EXPECT_TRUE(why(test::make({})).contains(QStringLiteral("does not say where")));
    EXPECT_TRUE(why(firstAct()[0], -3'600'000'000'000).contains(QStringLiteral("Nothing was")));
    auto foreign = std::make_shared<LoadedRecording>(*test::make({}));
    auto timeline = std::make_shared<Timeline>(*foreign->timeline);
    timeline->ours = false;
    foreign->timeline = timeline;
    EXPECT_TRUE(why(foreign).contains(QStringLiteral("Another program")));
}

TEST_F(PoolMap, AWideMapOfManySegmentsPutsShortOnesBesideOneAnother) {
    const Played run = played(core::PoolPolicy::Classic, 0, 11, 2500);
    auto loaded = std::make_shared<LoadedRecording>(*test::make({}));
    auto timeline = std::make_shared<Timeline>(*loaded->timeline);
    timeline->ranks[0].memory = trackOf(run.calls);
    timeline->ranks[0].pool = PoolHistory(run.calls, "classic");
    loaded->timeline = timeline;
    ASSERT_GT(timeline->ranks[0].pool.segments().size(), 25U);
    const std::vector<PoolPanel> panels = poolPanelsOf(framesOf({loaded}, Viewport{}), {});
    const Scene map = layoutPoolMap(panels, view_, roughly);
    std::map<double, std::set<int>> rows;
    for (const Box& box : map.parts[0].boxes) rows[box.rect.top()].insert(box.hit.row);
    EXPECT_TRUE(std::ranges::any_of(rows, [](const auto& row) { return row.second.size() > 1; }));
    for (size_t i = 0; i < map.parts[0].boxes.size(); ++i)
        EXPECT_LE(map.parts[0].boxes[i].rect.right(), map.panels[0].right());
}

class CallWords : public ::testing::Test {
  protected:
    /// The first allocation of that buffer in the aligned step, or in set-up.
    uint32_t find(int panel, const std::string& name, bool setUp) const {
        const Frame frame = frames()[static_cast<size_t>(panel)];
        const RankTimeline& rows = *frame.rows();
        for (uint32_t i = 0; i < rows.pool.size(); ++i) {
            const bool here = setUp ? rows.pool.sectionOf(i).step < 0
                                    : rows.pool.sectionOf(i).step == frame.stepIndex();
            if (here && rows.memory.calls()[i].change > 0 &&
                frame.recording->timeline->names[rows.pool[i].name] == name) {
                return i;
            }
        }
        ADD_FAILURE() << name;
        return 0;
    }
};

TEST_F(CallWords, SayWhoAskedAndWhoGaveBack) {
    const uint32_t call = find(1, "gradients B3", false);
    const Frame frame = frames()[1];
    const QString tip = tipOf(frame, call);
    EXPECT_TRUE(tip.contains(QStringLiteral("gradients B3: 3.4 MiB"))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("backward of step"))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral(", before "))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("freed at "))) << tip.toStdString();
    const RankTimeline& rows = *frame.rows();
    const uint32_t freed = rows.pool[call].other;
    ASSERT_NE(freed, kNoCall);
    EXPECT_EQ(rows.pool[freed].other, call);
    const int64_t lived = rows.memory.calls()[freed].timeNs - rows.memory.calls()[call].timeNs;
    EXPECT_TRUE(tip.contains(timeText(lived)));
}

TEST_F(CallWords, AFreeSelectsItsBlock) {
    const uint32_t call = find(0, "gradients B3", false);
    const Frame frame = frames()[0];
    EXPECT_EQ(selectionOf(frame, 0, frame.rows()->pool[call].other).call, call);
    EXPECT_FALSE(selectionOf(frame, 0, 1'000'000'000).any());
}

TEST_F(CallWords, FactsAreOfTheSameBufferInEveryPanel) {
    const Selection selection = selectionOf(frames()[0], 0, find(0, "gradients B3", false));
    const FactTable facts = factsOf(selection, frames());
    ASSERT_EQ(facts.rows.size(), 3U);
    EXPECT_EQ(facts.rows[1][0], QStringLiteral("zero-1"));
    EXPECT_EQ(facts.rows[2][0], QStringLiteral("zero-2"));
    EXPECT_EQ(facts.rows[1][1], facts.rows[2][1]);
    EXPECT_NE(facts.rows[1][6], facts.rows[2][6]) << "one is held to the step, the other is not";
    const FactTable weights =
        factsOf(selectionOf(frames()[0], 0, find(0, "weights B6", true)), frames());
    EXPECT_TRUE(weights.rows[1][5].contains(QStringLiteral("setup")));
    EXPECT_TRUE(weights.rows[1][7].contains(QStringLiteral("to the end")));
}

TEST_F(CallWords, TheMemoryAreaSaysTheLastCallBeforeThePointer) {
    const Frame frame = frames()[1];
    const uint32_t call = find(1, "gradients B3", false);
    const int64_t at = frame.rows()->memory.calls()[call].timeNs - frame.originNs;
    const Hit memory{.kind = HitKind::Memory, .panel = 1};
    const Selection selection = selectionOf(memory, frames(), at);
    const size_t last = frame.rows()->memory.callAt(frame.originNs + at);
    EXPECT_EQ(selection, selectionOf(frame, 1, last));
    EXPECT_GE(last, call);
    EXPECT_TRUE(tipOf(memory, frames(), at).startsWith(QStringLiteral("last call of the pool: ")));
}

}  // namespace
}  // namespace shardscope::gui
