#include "tests/gpu/cupti/check_cupti.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <barrier>
#include <thread>

#include "core/host/host_device.h"
#include "profiler/cupti/cupti_session.h"
#include "profiler/cupti/cupti_tags.h"
#include "tests/gpu/cupti/probe_libraries.h"
#include "tests/gpu/cupti/probe_run.h"

namespace shardscope::probe {

namespace {

using profiler::cupti::CuptiLibrary;
using profiler::cupti::CuptiSession;
using profiler::cupti::CuptiTags;
using Calls = CuptiSession::Calls;

bool allGood = true;
bool trying = false;  // what follows is tried out: it is shown, and decides nothing

void row(const std::string& what, const std::string& value, bool good) {
    fmt::print("{:<44} {:>30}  {}\n", what, value, good ? "ok" : trying ? "no" : "WRONG");
    std::fflush(stdout);
    allGood = allGood && (good || trying);
}
void note(const std::string& what, const std::string& value) {
    fmt::print("{:<44} {:>30}\n", what, value);
    std::fflush(stdout);
}
/// @return whether @p result is a value; says why when not.
template <class T>
bool got(const core::Result<T>& result, const std::string& what) {
    if (!result) row(what, toString(result.error()), false);
    return result.has_value();
}

const char* nameOf(Calls calls) {
    switch (calls) {
        case Calls::Runtime:
            return "runtime calls";
        case Calls::Driver:
            return "driver calls";
        case Calls::All:
            return "all calls";
        default:
            return "runtime and driver calls";
    }
}

int64_t freeBytes() {
    size_t free = 0, total = 0;
    (void)cudaMemGetInfo(&free, &total);
    return static_cast<int64_t>(free);
}

/// Pieces of each step that are other libraries'.
struct Libraries {
    Work product, allReduce;

    void find() {
        if (const auto api = gpu::cublasLt(); got(api, "cuBLASLt")) {
            if (auto made = matrixProduct(**api); got(made, "matrix product")) product = *made;
        }
        if (const auto api = gpu::nccl(); got(api, "NCCL")) {
            if (auto made = loneAllReduce(**api); got(made, "all-reduce of one rank")) {
                allReduce = *made;
            }
        }
    }
    void addTo(ProbeRun& run) const {
        if (product) run.add(product);
        if (allReduce) run.add(allReduce);
    }
};

constexpr int kSteps = 6;

/// The spans that were told of the libraries' operations in one step.
void showLibraries(const ProbeStep& step, const ProbeShape& shape) {
    const int first = shape.operations * core::kStreams;
    for (const Told& told : step.told) {
        const bool work = told.kind == core::ActivityKind::Compute && told.ref.action >= first &&
                          told.ref.action < first + 2 * core::kStreams;
        if (!work) continue;
        note(
            told.ref.action == first ? "  matrix product, 1024^3 bf16" : "  all-reduce of one rank",
            fmt::format("{} ns", told.endNs - told.startNs));
    }
}

/// One session of one kind: all records matched, in order, inside what the host saw.
void checkMatching(const CuptiLibrary& library, Calls calls, const Libraries& libraries) {
    const std::string title = nameOf(calls);
    CuptiSession::Options options;
    options.calls = calls;
    auto session = CuptiSession::start(library, options);
    if (!got(session, title)) return;
    CuptiTags tags(*session);
    const ProbeShape shape;
    auto run = ProbeRun::make(shape);
    if (!got(run, title)) return;
    libraries.addTo(*run);
    std::vector<std::string> faults;
    ProbeStep last;
    for (int i = 0; i < kSteps; ++i) {
        auto step = run->step(i, &tags);
        if (!got(step, title)) return;
        if (i == 0) continue;
        for (auto& fault : faultsOf(*step, shape, 20000)) faults.push_back(std::move(fault));
        last = std::move(*step);
    }
    const auto counts = (*session)->counts();
    const int64_t known = shape.records() * (kSteps - 1);
    fmt::print("-- {}\n", title);
    row("records of work, known and seen", fmt::format("{} / {}", known, tags.counts().records),
        tags.counts().records >= known && tags.counts().records <= known + 8 * (kSteps - 1));
    row("with a tag, of all from step 2 on", fmt::format("{} unmatched", counts.join.unmatched),
        counts.join.unmatched == 0);
    row("lost, late, dropped, without times",
        fmt::format("{}, {}, {}, {}", tags.counts().lost, tags.counts().late, counts.dropped,
                    counts.join.unstamped),
        tags.counts().lost + tags.counts().late + counts.dropped + counts.join.unstamped == 0);
    row("times out of order or bracket", fmt::format("{}", faults.size()), faults.empty());
    for (size_t i = 0; i < std::min<size_t>(faults.size(), 6); ++i)
        fmt::print("   {}\n", faults[i]);
    note("records of calls, of work, flushes",
         fmt::format("{}, {}, {}", counts.apiRecords, counts.join.work, counts.flushes));
    note("clock residual", fmt::format("{} ns", counts.clockResidualNs));
    showLibraries(last, shape);
}

/// Several ranks' threads on one GPU: one flushes while the others still launch.
void checkThreads(const CuptiLibrary& library, Calls calls) {
    constexpr int kThreads = 4;
    CuptiSession::Options options;
    options.calls = calls;
    auto session = CuptiSession::start(library, options);
    if (!got(session, "4 threads")) return;
    const ProbeShape shape;
    std::vector<int64_t> records(kThreads, 0), losses(kThreads, 0);
    // What a thread launches in set-up has no tags: all of that is before the first second step.
    std::barrier allSetUp(kThreads);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            CuptiTags tags(*session);
            auto run = ProbeRun::make(shape);
            allSetUp.arrive_and_wait();
            for (int i = 0; run && i < kSteps; ++i) {
                if (!run->step(i, &tags)) return;
            }
            records[static_cast<size_t>(t)] = tags.counts().records;
            losses[static_cast<size_t>(t)] = tags.counts().lost + tags.counts().late;
        });
    }
    for (auto& thread : threads) thread.join();
    const int64_t known = shape.records() * (kSteps - 1);
    bool all = true;
    int64_t lost = 0;
    for (int t = 0; t < kThreads; ++t) {
        all = all && records[static_cast<size_t>(t)] == known;
        lost += losses[static_cast<size_t>(t)];
    }
    const auto counts = (*session)->counts();
    fmt::print("-- 4 threads on one GPU\n");
    row("records of work a thread, known and seen",
        fmt::format("{} / {}", known, *std::min_element(records.begin(), records.end())), all);
    row("lost or late, unmatched", fmt::format("{}, {}", lost, counts.join.unmatched),
        lost + counts.join.unmatched == 0);
}

struct Cost {
    double stepNs = 0, deliverNs = 0;
};

/// Median over steps of many short kernels.
Cost costOf(ProbeRun& run, core::ActivityTags* tags) {
    std::vector<int64_t> steps, delivers;
    for (int i = 0; i < 15; ++i) {
        const int64_t beginNs = core::hostNowNs();
        const auto step = run.step(i, tags);
        if (!step) return {};
        steps.push_back(step->endNs - step->beginNs);
        delivers.push_back(core::hostNowNs() - beginNs - steps.back());
    }
    std::sort(steps.begin(), steps.end());
    std::sort(delivers.begin(), delivers.end());
    return {static_cast<double>(steps[7]), static_cast<double>(delivers[7])};
}

void checkCost(const CuptiLibrary& library, Calls calls) {
    const ProbeShape shape{.operations = 1000, .kernelNs = 0, .copyBytes = 1 << 16};
    auto run = ProbeRun::make(shape);
    if (!got(run, "cost")) return;
    const Cost bare = costOf(*run, nullptr);
    CuptiSession::Options options;
    options.calls = calls;
    auto session = CuptiSession::start(library, options);
    if (!got(session, "cost")) return;
    CuptiTags tags(*session);
    const Cost recorded = costOf(*run, &tags);
    const auto records = static_cast<double>(shape.records());
    fmt::print("-- cost, {}\n", nameOf(calls));
    note("launch-bound step, bare and recorded",
         fmt::format("{:.0f} / {:.0f} us", bare.stepNs / 1e3, recorded.stepNs / 1e3));
    row("recorder, for each record of work",
        fmt::format("{:.0f} ns while it runs", (recorded.stepNs - bare.stepNs) / records),
        recorded.stepNs > 0 && bare.stepNs > 0);
    note("  after the step", fmt::format("{:.0f} ns", recorded.deliverNs / records));
    note("  after the step, all", fmt::format("{:.0f} us", recorded.deliverNs / 1e3));
}

void checkMemory(const CuptiLibrary& library) {
    constexpr int64_t kBytes = int64_t{64} << 20;
    const int64_t before = freeBytes();
    auto session = CuptiSession::start(library, {});
    if (!got(session, "memory")) return;
    CuptiTags tags(*session);
    auto run = ProbeRun::make({});
    if (!got(run, "memory") || !got(run->step(0, &tags), "memory")) return;
    const int64_t own = (*session)->ownDeviceBytes();
    const int64_t with = freeBytes();
    fmt::print("-- memory\n");
    void* block = nullptr;
    row("cudaMalloc", "64 MiB", cudaMalloc(&block, kBytes) == cudaSuccess);
    (void)(*session)->flush(false);
    const int64_t seen = (*session)->counts().deviceBytesPeak;
    (void)cudaFree(block);
    const int64_t probe = 4 * ProbeShape{}.copyBytes;
    row("bytes allocated, known and seen", fmt::format("{} / {}", kBytes + probe, seen),
        seen == kBytes + probe);
    note("CUPTI's own device bytes, by its attributes", fmt::format("{}", own));
    note("  device-used grew by, probe's subtracted", fmt::format("{}", before - with - probe));
}

/// CUPTI's span of a kernel of known length.
void checkLength(const CuptiLibrary& library, Calls calls) {
    CuptiSession::Options options;
    options.calls = calls;
    auto session = CuptiSession::start(library, options);
    if (!got(session, "length")) return;
    CuptiTags tags(*session);
    auto run = ProbeRun::make({.operations = 1, .kernelNs = 2000000});
    if (!got(run, "length")) return;
    int64_t spanNs = 0;
    for (int i = 0; i < 3; ++i) {
        const auto step = run->step(i, &tags);
        if (!got(step, "length")) return;
        for (const Told& told : step->told) {
            if (told.stream == core::kCompute) spanNs = told.endNs - told.startNs;
        }
    }
    fmt::print("-- a kernel of 2 ms\n");
    row("CUPTI's span", fmt::format("{} ns", spanNs), spanNs >= 2000000 && spanNs < 2100000);
}

}  // namespace

int checkCupti() {
    const auto library = profiler::cupti::openCupti();
    if (!got(library, "CUPTI")) return 1;
    uint32_t version = 0;
    (void)(*library)->getVersion(&version);
    note("CUPTI", fmt::format("{} (built for {})", version, CUPTI_API_VERSION));
    {
        // The first session starts before the first CUDA call, as a run's does.
        checkMatching(**library, Calls::RuntimeAndDriver, {});
    }
    cudaDeviceProp device{};
    if (cudaGetDeviceProperties(&device, 0) == cudaSuccess) note("GPU", device.name);
    Libraries libraries;
    libraries.find();
    checkMatching(**library, Calls::RuntimeAndDriver, libraries);
    trying = true;
    for (Calls calls : {Calls::Runtime, Calls::Driver, Calls::All}) {
        checkMatching(**library, calls, libraries);
    }
    trying = false;
    checkThreads(**library, Calls::RuntimeAndDriver);
    for (Calls calls : {Calls::RuntimeAndDriver, Calls::Runtime, Calls::Driver}) {
        checkCost(**library, calls);
    }
    checkMemory(**library);
    checkLength(**library, Calls::RuntimeAndDriver);
    fmt::print("cupti: {}\n", allGood ? "all ok" : "something is WRONG");
    return allGood ? 0 : 1;
}

}  // namespace shardscope::probe
