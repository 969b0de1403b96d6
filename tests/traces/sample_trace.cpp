#include "tests/traces/sample_trace.h"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace shardscope::traces::test {

namespace {

constexpr std::array<const char*, 4> kLaneNames = {"compute stream", "communication stream", "host",
                                                   "phases"};

void addLanes(TraceBuilder& builder, int ranks) {
    for (int rank = 0; rank < ranks; ++rank) {
        const uint32_t pid = pidOfRank(rank);
        builder.process(pid, "rank " + std::to_string(rank), rank);
        for (uint32_t tid = 1; tid <= kLaneNames.size(); ++tid) {
            builder.thread(pid, tid, kLaneNames[tid - 1], static_cast<int32_t>(tid));
        }
    }
}

Json runOf(int ranks, int steps) {
    return {{"schema", kRecordingSchema},
            {"name", "zero-2"},
            {"status", "ok"},
            {"source", "measured"},
            {"device", "host"},
            {"ranks", ranks},
            {"steps", steps},
            {"numerics", {{"loss", {5.5, 4.25}}, {"weightHash", "0x1"}}},
            {"notes", Json::array()}};
}

/// Writes one rank's steps; times only grow.
class RankWriter {
  public:
    RankWriter(TraceBuilder& builder, int rank, int ranks, int buckets)
        : builder_(builder), rank_(rank), ranks_(ranks), buckets_(buckets), pid_(pidOfRank(rank)) {}

    void step(int step) {
        step_ = step;
        const int64_t begin = now_;
        for (int bucket = 0; bucket < buckets_; ++bucket) backward(bucket);
        phase("backward", begin);
        for (int bucket = 0; bucket < buckets_; ++bucket) gather(bucket);
        builder_.arg("step", step);
        builder_.complete(pid_, kHostTid, kStepCategory, "ProfilerStep#" + std::to_string(step + 1),
                          begin, now_ - begin);
        now_ += 500;
    }

  private:
    TraceBuilder& common(int bucket) {
        return builder_.arg("step", step_)
            .arg("microBatch", int64_t{0})
            .arg("bucket", bucket)
            .arg("label", "B" + std::to_string(bucket));
    }

    void kernel(int bucket, const std::string& name) {
        common(bucket).arg("phase", "backward").arg("action", seq_).arg("stream", kComputeTid);
        builder_.arg("flops", int64_t{1} << 30).arg("bytes", int64_t{3} << 20);
        builder_.complete(pid_, kComputeTid, kKernelCategory, name, now_, 1500);
        now_ += 1501;
    }

    void memory(int bucket, bool allocate) {
        live_ += allocate ? kBytes : -kBytes;
        common(bucket).arg("seq", seq_).arg("phase", "backward").arg("buffer", bucket);
        builder_.arg("name", "gradient B" + std::to_string(bucket)).arg("category", "gradients");
        builder_.arg("requested", kBytes).arg("block", kBytes).arg("segment", int64_t{2});
        builder_.arg("offset", int64_t{0}).arg("stream", kComputeTid).arg("live", live_);
        builder_.arg("allocated", live_).arg("reserved", 2 * kBytes);
        builder_.instant(pid_, kHostTid, kMemoryCategory, allocate ? "allocate" : "free", now_);
        for (const char* counter : {"live", "allocated", "live gradients"}) {
            builder_.counter(pid_, counter, "bytes", now_, live_);
        }
        now_ += 7;
    }

    void collective(int bucket, const char* name, const char* purpose) {
        common(bucket).arg("Collective name", name).arg("In msg nelems", kBytes / 4);
        builder_.arg("Out msg nelems", kBytes / 4 / ranks_).arg("Group size", ranks_);
        builder_.arg("dtype", "Float").arg("Process Group Name", "world").arg("Rank", rank_);
        builder_.raw("Process Group Ranks", "[0, 1, 2, 3]").arg("Seq", seq_++);
        builder_.arg("phase", "backward").arg("action", seq_).arg("purpose", purpose);
        builder_.arg("elements", kBytes / 4).arg("paddedElements", kBytes / 4);
        builder_.arg("payloadBytes", kBytes).arg("wireBytes", kBytes).arg("waitNs", int64_t{40});
        builder_.complete(pid_, kCommunicationTid, kKernelCategory,
                          std::string(name) + " B" + std::to_string(bucket), now_, 2100);
        now_ += 600;
    }

    void mark(int bucket, const char* name) {
        common(bucket);
        builder_.instant(pid_, kComputeTid, kMarkCategory, name, now_);
    }

    void lifetime(Phase phase, int bucket, const char* name) {
        common(bucket).arg("bytes", kBytes);
        builder_.async(phase, pid_, kGradientCategory, name, id_, now_);
    }

    void backward(int bucket) {
        ++id_;
        memory(bucket, true);
        mark(bucket, "born");
        lifetime(Phase::AsyncBegin, bucket, "full");
        kernel(bucket, "matmul h." + std::to_string(bucket) + ".mlp.c_fc");
        kernel(bucket, "layer norm backward h." + std::to_string(bucket) + ".ln_1");
        mark(bucket, "ready");
        builder_.flow(Phase::FlowStart, pid_, kComputeTid, kFlowCategory, "bucket", id_, now_ - 2);
        builder_.flow(Phase::FlowEnd, pid_, kCommunicationTid, kFlowCategory, "bucket", id_, now_);
        collective(bucket, "reduce_scatter", "gradient");
        now_ += 1600;
        mark(bucket, "reduced");
        lifetime(Phase::AsyncEnd, bucket, "full");
        memory(bucket, false);
    }

    void gather(int bucket) {
        kernel(bucket, "adamw B" + std::to_string(bucket));
        collective(bucket, "allgather", "parameter");
        now_ += 1600;
    }

    void phase(const char* name, int64_t begin) {
        builder_.arg("step", step_).arg("microBatch", int64_t{0});
        builder_.complete(pid_, kPhaseTid, kPhaseCategory, name, begin, now_ - begin);
    }

    static constexpr int64_t kBytes = 7 << 20;
    TraceBuilder& builder_;
    int rank_, ranks_, buckets_;
    uint32_t pid_;
    int step_ = 0;
    int64_t now_ = 1000;
    int64_t seq_ = 0;
    int64_t live_ = 0;
    uint64_t id_ = uint64_t{pid_} << 32;  // viewers want ids that no other rank has
};

}  // namespace

Trace smallTrace() {
    TraceBuilder b;
    addLanes(b, 2);
    b.trace().baseTimeNs = 1'700'000'000'123'456'789;
    b.trace().run = runOf(2, 1);
    b.arg("step", int64_t{0});
    b.complete(1, kHostTid, kStepCategory, "ProfilerStep#1", 0, 9'000);
    b.arg("step", int64_t{0}).arg("label", "B1 \"tied\"\\\n").raw("share", "0.125");
    b.raw("ranks", "[0, 1]").arg("address", int64_t{0x7fff'1234'5678'9abc});
    b.complete(1, kComputeTid, kKernelCategory, "matmul h.0.mlp.c_fc", 1'001, 2'500);
    b.complete(2, kComputeTid, kKernelCategory, "행렬곱 \x01", 1'234'567, 0);
    b.instant(1, kHostTid, kMemoryCategory, "allocate", 1'001);
    b.counter(1, "live", "bytes", 1'002, 1 << 20);
    b.async(Phase::AsyncBegin, 1, kGradientCategory, "full", 7, 1'001);
    b.async(Phase::AsyncEnd, 1, kGradientCategory, "full", 7, 3'000);
    b.async(Phase::AsyncInstant, 1, kGradientCategory, "dead", ~uint64_t{0}, 2'000);
    b.flow(Phase::FlowStart, 1, kComputeTid, kFlowCategory, "bucket", 9, 1'100);
    b.flow(Phase::FlowStep, 1, kCommunicationTid, kFlowCategory, "bucket", 9, 1'200);
    b.flow(Phase::FlowEnd, 1, kHostTid, kFlowCategory, "bucket", 9, 1'300);
    return b.finish();
}

Trace recording(int ranks, int steps, int buckets) {
    TraceBuilder builder;
    builder.trace().baseTimeNs = 1'700'000'000'000'000'000;
    builder.trace().run = runOf(ranks, steps);
    addLanes(builder, ranks);
    for (int rank = 0; rank < ranks; ++rank) {
        RankWriter writer(builder, rank, ranks, buckets);
        for (int step = 0; step < steps; ++step) writer.step(step);
    }
    return builder.finish();
}

Trace largeRecording(int64_t events) {
    constexpr int kRanks = 4;
    constexpr int kBuckets = 25;
    constexpr int kEventsPerStep = kBuckets * 21 + 2;
    const auto steps = static_cast<int>(events / kRanks / kEventsPerStep) + 1;
    return recording(kRanks, steps, kBuckets);
}

std::string freshFolder(const std::string& name) {
    /// One a process, as ctest runs cases side by side; removed when the process ends.
    struct Root {
        std::filesystem::path path = std::filesystem::temp_directory_path() /
                                     ("shardscope-test-" + std::to_string(::getpid()));
        ~Root() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    };
    static const Root root;
    const auto folder = root.path / name;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder.string();
}

std::string contentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream out;
    out << file.rdbuf();
    return out.str();
}

void putContent(const std::string& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace shardscope::traces::test
