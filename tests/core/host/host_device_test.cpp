#include "core/host/host_device.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <mutex>
#include <new>
#include <numeric>
#include <stdexcept>

#include "tests/core/host/rank_threads.h"

namespace shardscope::core {
namespace {

using namespace std::chrono_literals;

/// One report of the device.
struct Seen {
    char what = '?';  ///< o(peration), c(ollective), w(ait), m(ark)
    int32_t action = -1;
    StreamId stream;
    int64_t startNs = 0;
    int64_t endNs = 0;
};

class Watcher : public Observer {
  public:
    void onAllocate(ActionRef, const PoolCall&, const PoolTotals&, int64_t) override {}
    void onFree(ActionRef, const PoolCall&, const PoolTotals&, int64_t) override {}
    void onOperation(ActionRef ref, StreamId stream, int64_t start, int64_t end) override {
        add({'o', ref.action, stream, start, end});
    }
    void onCollective(ActionRef ref, StreamId stream, int64_t arrived, int64_t start,
                      int64_t end) override {
        EXPECT_LE(arrived, start);
        add({'c', ref.action, stream, start, end});
    }
    void onWait(ActionRef ref, StreamId stream, int64_t start, int64_t end) override {
        add({'w', ref.action, stream, start, end});
    }
    void onMark(ActionRef ref, StreamId stream, int64_t time) override {
        add({'m', ref.action, stream, time, time});
    }
    void onStep(int32_t, int64_t, int64_t) override {}

    std::vector<Seen> seen() const { return seen_; }
    /// "o1 m2": what one stream reported, in order.
    std::string on(StreamId stream) const {
        std::string words;
        for (const Seen& each : seen_) {
            if (each.stream != stream) continue;
            words += (words.empty() ? "" : " ") + std::string(1, each.what) +
                     std::to_string(each.action);
        }
        return words;
    }

  private:
    void add(const Seen& each) {
        EXPECT_LE(each.startNs, each.endNs);
        const std::lock_guard lock(mutex_);
        seen_.push_back(each);
    }
    std::mutex mutex_;
    std::vector<Seen> seen_;
};

/// A device of rank 0 of 1, and the few words the cases are written in.
class HostDevice : public ::testing::Test {
  protected:
    void open(StreamDelay delay = {}) {
        device_ = makeHostDevice(context_, *communicators_[0], &watcher_, std::move(delay));
    }
    static ActionRef ref(int32_t action) { return {.action = action, .step = 0, .microBatch = 0}; }
    void launch(StreamId stream, int32_t action) { device_->launch(stream, ref(action), fill_); }
    void record(StreamId stream, int32_t action, int event) {
        device_->record(stream, ref(action), EventId{event});
    }
    void wait(StreamId stream, int32_t action, int event) {
        device_->wait(stream, ref(action), EventId{event});
    }
    void mark(StreamId stream, int32_t action) { device_->mark(stream, ref(action)); }

    BoundOperation fillZero() {
        layout_.tensors = {{.name = "x", .elements = 256, .dtype = DType::Fp32}};
        BoundOperation bound{.operation = &operation_, .layout = &layout_};
        bound.ids[0] = TensorId{0};
        bound.addresses[0] = values_.data();
        bound.count = 1;
        return bound;
    }

    const Operation operation_ = FillZero{.tensor = TensorId{0}, .elements = 256};
    Layout layout_;
    std::array<float, 256> values_{};
    BoundOperation fill_ = fillZero();
    RunContext context_{.rank = Rank{0}, .ranks = 1};
    std::vector<std::unique_ptr<Communicator>> communicators_ = makeInprocCommunicators(1);
    Watcher watcher_;
    std::unique_ptr<Device> device_;
};

/// A gate that a stream's thread waits at; gives up after a while, so that no test hangs.
class Gate {
  public:
    void open() { promise_.set_value(); }
    bool pass() const { return future_.wait_for(20s) == std::future_status::ready; }

  private:
    std::promise<void> promise_;
    std::shared_future<void> future_ = promise_.get_future().share();
};

TEST_F(HostDevice, RunsOperationsAndReportsThemInOrder) {
    values_.fill(3.0f);
    open();
    launch(kCompute, 1);
    mark(kCompute, 2);
    launch(kCompute, 3);
    std::array<float, 256> copy;
    copy.fill(9.0f);
    ASSERT_TRUE(device_->read(values_.data(), copy));
    EXPECT_EQ(std::accumulate(copy.begin(), copy.end(), 0.0f), 0.0f);
    EXPECT_EQ(watcher_.on(kCompute), "o1 m2 o3");
}

TEST_F(HostDevice, HoldsAStreamUntilTheOtherPassesTheEvent) {
    std::atomic<bool> computed{false}, early{false};
    open([&](StreamId, ActionRef ref) {
        if (ref.action == 1) std::this_thread::sleep_for(5ms);
        if (ref.action == 2) computed = true;
        if (ref.action == 4 && !computed) early = true;
    });
    launch(kCompute, 1);
    record(kCompute, 2, 0);
    wait(kCommunication, 3, 0);
    launch(kCommunication, 4);
    ASSERT_TRUE(device_->synchronize());
    EXPECT_FALSE(early);
    EXPECT_EQ(watcher_.on(kCommunication), "w3 o4");
}

TEST_F(HostDevice, AWaitIsDeafToLaterRecordsOfItsEvent) {
    Gate reRecorded, overtaken;
    bool passed = false;
    open([&](StreamId, ActionRef ref) {
        // The wait runs after the calls of both records.
        if (ref.action == 2 && !reRecorded.pass()) ADD_FAILURE() << "never re-recorded";
        if (ref.action == 3) overtaken.open();
        if (ref.action == 4) passed = overtaken.pass();  // between the two records
    });
    record(kCompute, 1, 0);
    wait(kCommunication, 2, 0);
    mark(kCommunication, 3);
    mark(kCompute, 4);
    record(kCompute, 5, 0);
    reRecorded.open();
    ASSERT_TRUE(device_->synchronize());
    EXPECT_TRUE(passed);
}

TEST_F(HostDevice, AWaitMeansTheLatestRecordBeforeItOnWhateverStream) {
    std::atomic<bool> second{false}, early{false};
    open([&](StreamId, ActionRef ref) {
        if (ref.action == 2) std::this_thread::sleep_for(5ms);
        if (ref.action == 3) second = true;
        if (ref.action == 5 && !second) early = true;
    });
    record(kCompute, 1, 0);
    mark(kCommunication, 2);
    record(kCommunication, 3, 0);  // the same event, now on the other stream
    wait(kCompute, 4, 0);
    mark(kCompute, 5);
    ASSERT_TRUE(device_->synchronize());
    EXPECT_FALSE(early);
}

TEST_F(HostDevice, AnEventThatWasNeverRecordedHoldsNobody) {
    open();
    wait(kCompute, 1, 77);
    mark(kCompute, 2);
    ASSERT_TRUE(device_->synchronize());
    EXPECT_EQ(watcher_.on(kCompute), "w1 m2");
}

TEST_F(HostDevice, AWaitReportsHowLongItStood) {
    int64_t recordedNs = 0;
    open([&](StreamId, ActionRef ref) {
        if (ref.action != 1) return;
        std::this_thread::sleep_for(5ms);
        recordedNs = hostNowNs();
    });
    record(kCompute, 1, 0);
    wait(kCommunication, 2, 0);
    ASSERT_TRUE(device_->synchronize());
    EXPECT_EQ(watcher_.on(kCommunication), "w2");
    EXPECT_GE(watcher_.seen().at(0).endNs, recordedNs);
}

TEST_F(HostDevice, ReportsCollectivesWithTheirTimes) {
    open();
    float value = 2.0f;
    device_->collective(kCommunication, ref(1),
                        {CollectiveKind::AllReduce, DType::Fp32, 1, &value, &value});
    ASSERT_TRUE(device_->synchronize());
    EXPECT_EQ(watcher_.on(kCommunication), "c1");
}

TEST_F(HostDevice, MakesNothingOfWorkAfterAFailureAndSaysWhatFailed) {
    open([](StreamId, ActionRef ref) {
        if (ref.action == 2) throw std::runtime_error("the drill");
    });
    launch(kCompute, 1);
    launch(kCompute, 2);
    record(kCompute, 3, 0);
    wait(kCommunication, 4, 0);
    launch(kCommunication, 5);
    const auto result = device_->synchronize();
    ASSERT_FALSE(result);
    EXPECT_EQ(toString(result.error()),
              "rank 0: action 2 (fill zero) on stream 0 in step 0: the drill");
    EXPECT_EQ(watcher_.on(kCompute), "o1");
    EXPECT_EQ(watcher_.on(kCommunication), "");
    launch(kCompute, 6);
    EXPECT_EQ(device_->synchronize().error(), result.error());  // it stays
    EXPECT_FALSE(device_->read(values_.data(), values_));
}

TEST_F(HostDevice, AFailedRecordStillReleasesItsWaiters) {
    open([](StreamId, ActionRef ref) {
        if (ref.action == 1) throw std::bad_alloc();
    });
    record(kCompute, 1, 0);
    wait(kCommunication, 2, 0);
    const auto result = device_->synchronize();
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("bad_alloc"), std::string::npos);
}

/// Two ranks; rank 1's compute stream fails while rank 0 waits for it in a collective.
TEST(HostDevices, AFailureEndsThePeersCollectives) {
    onEveryRank(2, [](Communicator& communicator) {
        const RunContext context{.rank = communicator.rank(), .ranks = 2};
        const auto device =
            makeHostDevice(context, communicator, nullptr, [&](StreamId, ActionRef ref) {
                if (ref.action == 1 && communicator.rank().value == 1) {
                    std::this_thread::sleep_for(3ms);
                    throw std::runtime_error("the drill");
                }
            });
        float value = 1.0f;
        device->mark(kCompute, {.action = 1});
        device->record(kCompute, {.action = 2}, EventId{0});
        device->wait(kCommunication, {.action = 3}, EventId{0});
        device->collective(kCommunication, {.action = 4},
                           {CollectiveKind::AllReduce, DType::Fp32, 1, &value, &value});
        const auto result = device->synchronize();
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().message.find("the drill"), std::string::npos);
        if (communicator.rank().value == 0) {
            EXPECT_NE(result.error().message.find("rank 1 aborted"), std::string::npos);
        }
    });
}

TEST(HostDevices, OverlapComputeWithCollectivesAndKeepTheirOrder) {
    constexpr int kBuckets = 50;
    onEveryRank(4, [](Communicator& communicator) {
        const RunContext context{.rank = communicator.rank(), .ranks = 4};
        const auto device = makeHostDevice(context, communicator, nullptr);
        std::vector<std::array<float, 8>> buckets(kBuckets);
        for (auto& bucket : buckets) bucket.fill(1.0f);
        for (int b = 0; b < kBuckets; ++b) {
            device->mark(kCompute, {.action = 1});
            device->record(kCompute, {.action = 2}, EventId{0});
            device->wait(kCommunication, {.action = 3}, EventId{0});
            auto* data = buckets[static_cast<size_t>(b)].data();
            device->collective(kCommunication, {.action = 4},
                               {CollectiveKind::AllReduce, DType::Fp32, 8, data, data});
            device->record(kCommunication, {.action = 5}, EventId{1 + b % 2});
            device->wait(kCompute, {.action = 6}, EventId{1 + b % 2});
        }
        ASSERT_TRUE(device->synchronize());
        for (const auto& bucket : buckets) EXPECT_EQ(bucket[7], 4.0f);
    });
}

TEST(HostDevices, ClosingWithWorkPendingHoldsNobody) {
    onEveryRank(2, [](Communicator& communicator) {
        const RunContext context{.rank = communicator.rank(), .ranks = 2};
        const auto device = makeHostDevice(context, communicator, nullptr);
        float value = 1.0f;
        if (communicator.rank().value == 0) {  // rank 1 never comes
            device->collective(kCommunication, {.action = 1},
                               {CollectiveKind::AllReduce, DType::Fp32, 1, &value, &value});
        }
    });
}

}  // namespace
}  // namespace shardscope::core
