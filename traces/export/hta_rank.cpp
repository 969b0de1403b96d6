#include "traces/export/hta_rank.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "traces/vocabulary.h"

namespace shardscope::traces {

namespace {

/// A host process must not share its id with a device process, whose id is the rank.
constexpr uint32_t kFirstHostPid = 1'000'000;
constexpr uint32_t kAnnotationTid = 1;
constexpr uint32_t kPhaseAnnotationTid = 2;
constexpr uint32_t kFirstLaunchTid = 10;
constexpr int64_t kLaunchNs = 1000;
/// 0 is taken for the host by Holistic Trace Analysis; 7 is CUPTI's default stream, 20 a usual NCCL one.
constexpr uint32_t kComputeStream = 7;
constexpr uint32_t kCommunicationStream = 20;

using Pair = std::pair<std::string_view, std::string_view>;

template <size_t N>
std::string_view lookUp(const std::array<Pair, N>& pairs, std::string_view key) {
    const auto found = std::ranges::find(pairs, key, &Pair::first);
    return found == pairs.end() ? key : found->second;
}

bool reduces(std::string_view collective) {
    return collective == "reduce_scatter" || collective == "allreduce" || collective == "reduce";
}

uint32_t streamOf(uint32_t tid) {
    const uint32_t lane = tid % kOverflowTid;
    if (lane == kComputeTid) return kComputeStream;
    if (lane == kCommunicationTid) return kCommunicationStream;
    return kOverflowTid + lane;
}

std::string textOf(const Json& run, const char* key, const char* otherwise) {
    const auto found = run.find(key);
    return found != run.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

class RankExport {
  public:
    RankExport(const Trace& recording, int rank, int worldSize)
        : from_(recording),
          rank_(rank),
          worldSize_(worldSize),
          device_(textOf(recording.run, "device", "unknown device")),
          hostPid_(kFirstHostPid + static_cast<uint32_t>(rank)) {}

    Trace make() {
        to_.trace().baseTimeNs = from_.baseTimeNs;
        to_.trace().other = topLevel();
        for (const Event& event : from_.events) {
            if (isOurs(event, kStepCategory)) step(event);
        }
        for (const Event& event : from_.events) {
            if (isOurs(event, kPhaseCategory)) annotate(event, kPhaseAnnotationTid);
            if (isOurs(event, kKernelCategory)) kernel(event);
        }
        lanes();
        return to_.finish();
    }

  private:
    bool isOurs(const Event& event, std::string_view category) const {
        return event.pid == pidOfRank(rank_) && event.phase == Phase::Complete &&
               from_.text(event.category) == category;
    }

    std::optional<Arg> find(const Event& event, std::string_view key) const {
        const auto args = from_.argsOf(event);
        for (const Arg& arg : args) {
            if (from_.text(arg.key) == key) return arg;
        }
        return std::nullopt;
    }
    std::string_view textArg(const Event& event, std::string_view key) const {
        const auto arg = find(event, key);
        const bool isText = arg && arg->kind == Arg::Kind::Text;
        return isText ? from_.text(static_cast<StringId>(arg->value)) : std::string_view();
    }
    std::optional<int64_t> integerArg(const Event& event, std::string_view key) const {
        const auto arg = find(event, key);
        if (!arg || arg->kind != Arg::Kind::Integer) return std::nullopt;
        return arg->value;
    }

    void copyArgs(const Event& event) {
        for (const Arg& arg : from_.argsOf(event)) {
            const std::string_view key = from_.text(arg.key);
            if (key == "stream") continue;  // means a device event to Holistic Trace Analysis
            if (arg.kind == Arg::Kind::Integer) {
                to_.arg(key, arg.value);
                continue;
            }
            const std::string_view text = from_.text(static_cast<StringId>(arg.value));
            arg.kind == Arg::Kind::Text ? to_.arg(key, text) : to_.raw(key, text);
        }
    }

    void step(const Event& event) {
        if (const auto number = integerArg(event, "step")) stepBegins_[*number] = event.tsNs;
        annotate(event, kAnnotationTid);
    }

    void annotate(const Event& event, uint32_t tid) {
        copyArgs(event);
        to_.complete(hostPid_, tid, "user_annotation", from_.text(event.name), event.tsNs,
                     event.durNs);
    }

    void kernel(const Event& event) {
        const int64_t correlation = ++correlation_;
        const uint32_t stream = streamOf(event.tid);
        streams_.insert(stream);
        launch(event, stream, correlation);
        const std::string_view collective = textArg(event, "Collective name");
        copyArgs(event);
        if (!collective.empty()) splitSizes(event);
        to_.arg("device", rank_).arg("stream", stream).arg("correlation", correlation);
        const std::string name = collective.empty()
                                     ? std::string(from_.text(event.name))
                                     : ncclLikeName(collective, textArg(event, "dtype"), device_);
        const auto pid = static_cast<uint32_t>(rank_);
        to_.complete(pid, stream, kKernelCategory, name, event.tsNs, event.durNs);
        if (event.durNs > 0) flow(Phase::FlowEnd, pid, stream, correlation, event.tsNs);
    }

    /// W18: the rest of what Kineto gives a collective.
    void splitSizes(const Event& event) {
        if (!find(event, "In split size")) to_.raw("In split size", "[]");
        if (!find(event, "Out split size")) to_.raw("Out split size", "[]");
        if (!find(event, "Process Group Description")) {
            to_.arg("Process Group Description", "default_pg");
        }
    }

    /// In the microsecond before the kernel, in its step, behind the launch before it.
    void launch(const Event& event, uint32_t stream, int64_t correlation) {
        int64_t begin = event.tsNs - kLaunchNs;
        const auto step = stepBegins_.find(integerArg(event, "step").value_or(-1));
        if (step != stepBegins_.end()) begin = std::max(begin, step->second);
        const auto [last, isFirst] = lastLaunchEnd_.try_emplace(stream, begin);
        begin = std::max(begin, last->second);
        last->second = std::max(event.tsNs, begin + 1);
        const uint32_t tid = kFirstLaunchTid + stream;
        to_.arg("correlation", correlation).arg("placed", "before its kernel, not measured");
        to_.complete(hostPid_, tid, "cuda_runtime", "cudaLaunchKernel", begin,
                     last->second - begin);
        if (event.durNs > 0) flow(Phase::FlowStart, hostPid_, tid, correlation, begin);
    }

    void flow(Phase phase, uint32_t pid, uint32_t tid, int64_t correlation, int64_t tsNs) {
        to_.flow(phase, pid, tid, "ac2g", "ac2g", static_cast<uint64_t>(correlation), tsNs);
    }

    void lanes() {
        const std::string rank = std::to_string(rank_);
        to_.process(static_cast<uint32_t>(rank_), "rank " + rank + ": streams on " + device_, 1);
        to_.process(hostPid_, "rank " + rank + ": host", 0);
        to_.thread(hostPid_, kAnnotationTid, "steps", 0);
        to_.thread(hostPid_, kPhaseAnnotationTid, "phases", 1);
        for (uint32_t stream : streams_) {
            const std::string name = "stream " + std::to_string(stream) + ": " + meaningOf(stream);
            to_.thread(static_cast<uint32_t>(rank_), stream, name, static_cast<int32_t>(stream));
            to_.thread(hostPid_, kFirstLaunchTid + stream,
                       "launches of stream " + std::to_string(stream) + " (placed, not measured)",
                       static_cast<int32_t>(kFirstLaunchTid + stream));
        }
    }

    std::string meaningOf(uint32_t stream) const {
        if (stream == kComputeStream) return "compute";
        if (stream != kCommunicationStream) return "other";
        if (device_ == "host") return "communication (collectives ran on the host, not NCCL)";
        if (device_ == "simulated") return "communication (simulated collectives, not NCCL)";
        return "communication";
    }

    Json topLevel() const {
        Json ranks = Json::array();
        for (int rank = 0; rank < worldSize_; ++rank) ranks.push_back(rank);
        const Json group = {{"pg_name", "world"},
                            {"pg_desc", "default_pg"},
                            {"backend_config", "nccl"},
                            {"pg_size", worldSize_},
                            {"ranks", std::move(ranks)}};
        return {{"schemaVersion", 1},
                {"traceName", textOf(from_.run, "name", "shardscope")},
                {"deviceProperties", Json::array()},
                {"distributedInfo",
                 {{"backend", "nccl"},
                  {"rank", rank_},
                  {"world_size", worldSize_},
                  {"pg_count", 1},
                  {"pg_config", Json::array({group})}}},
                {"exportedFrom", {{"device", device_}, {"schema", kRecordingSchema}}}};
    }

    const Trace& from_;
    int rank_, worldSize_;
    std::string device_;
    uint32_t hostPid_;
    TraceBuilder to_;
    std::map<int64_t, int64_t> stepBegins_;
    std::map<uint32_t, int64_t> lastLaunchEnd_;
    std::set<uint32_t> streams_;
    int64_t correlation_ = 0;
};

}  // namespace

std::string ncclLikeName(std::string_view collective, std::string_view dtype,
                         std::string_view device) {
    static constexpr std::array<Pair, 5> kCollectives{{{"reduce_scatter", "ReduceScatter"},
                                                       {"allgather", "AllGather"},
                                                       {"allreduce", "AllReduce"},
                                                       {"reduce", "Reduce"},
                                                       {"broadcast", "Broadcast"}}};
    static constexpr std::array<Pair, 3> kTypes{
        {{"Float", "f32"}, {"BFloat16", "bf16"}, {"Half", "f16"}}};
    std::string name = "ncclDevKernel_" + std::string(lookUp(kCollectives, collective));
    if (reduces(collective)) name += "_Sum_" + std::string(lookUp(kTypes, dtype));
    name += '_';
    for (char c : device) name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return name;
}

Trace htaTraceOf(const Trace& recording, int rank, int worldSize) {
    return RankExport(recording, rank, worldSize).make();
}

}  // namespace shardscope::traces
