#include "gpu/matmul/algorithms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gpu/handles.h"

namespace shardscope::gpu {

namespace {

constexpr int kCandidates = 32;
constexpr int kTimedRuns = 3;
constexpr float kHopeless = 1.25F;  // of the best so far: no second run is spent on such a one

/// Bytes that a stored matrix spans.
int64_t spannedBytes(int64_t rows, int64_t columns, int64_t row, core::DType dtype) {
    return ((rows - 1) * row + columns) * core::bytesOf(dtype);
}

/// Bytes that the result of @p shape spans.
size_t resultBytes(const ProductShape& s) {
    return static_cast<size_t>(spannedBytes(s.m, s.n, s.rowC, s.output));
}

/// Bytes that the largest input of @p shape spans.
size_t inputBytes(const ProductShape& s) {
    const int64_t a = s.transposeA ? spannedBytes(s.k, s.m, s.rowA, s.inputs)
                                   : spannedBytes(s.m, s.k, s.rowA, s.inputs);
    const int64_t b = s.transposeB ? spannedBytes(s.n, s.k, s.rowB, s.inputs)
                                   : spannedBytes(s.k, s.n, s.rowB, s.inputs);
    const int64_t bias = s.bias ? s.n * core::bytesOf(s.output) : 0;
    return static_cast<size_t>(std::max({a, b, bias}));
}

/// cuBLASLt's wishes, destroyed with their scope.
class Preference {
  public:
    explicit Preference(const CublasLtApi& api) : api_(api) {}
    Preference(const Preference&) = delete;
    Preference& operator=(const Preference&) = delete;
    ~Preference() {
        if (preference_) api_.preferenceDestroy(preference_);
    }
    core::Result<void> make() {
        auto done = checkLt(api_, api_.preferenceCreate(&preference_), "a preference");
        const size_t bytes = kProductWorkspaceBytes;
        if (done) done = set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, bytes);
        // Not INPLACE: it adds into the output in the order in which blocks end.
        const uint32_t schemes =
            CUBLASLT_REDUCTION_SCHEME_NONE | CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
        if (done) done = set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, schemes);
        return done;
    }
    cublasLtMatmulPreference_t get() const { return preference_; }

  private:
    template <class T>
    core::Result<void> set(cublasLtMatmulPreferenceAttributes_t attribute, const T& value) {
        return checkLt(api_,
                       api_.preferenceSetAttribute(preference_, attribute, &value, sizeof(value)),
                       "a wish for an algorithm");
    }
    const CublasLtApi& api_;
    cublasLtMatmulPreference_t preference_ = nullptr;
};

/// Runs candidates of one shape on a stream of their own, from and into memory of their own: the product's
/// inputs may still be being written on its stream, for which nobody can wait here (a peer may need this
/// thread for that). What the numbers are does not decide which candidate is fastest.
class Trial {
  public:
    Trial(const CublasLtApi& api, cublasLtHandle_t handle, const ProductShape& shape,
          Descriptors& described)
        : api_(api), handle_(handle), shape_(shape), described_(described) {}
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;
    // In stream order: freeing at once would wait for the whole GPU, where a peer's collective may be
    // waiting for this rank.
    ~Trial() {
        for (void* address : {inputs_, scratch_, workspace_}) {
            if (address) (void)cudaFreeAsync(address, stream_.get());
        }
    }

    /// @return false without room, or where the runtime refuses.
    bool prepare() {
        auto stream = makeStream();
        auto begin = makeTimingEvent(), end = makeTimingEvent();
        if (!stream || !begin || !end) return false;
        stream_ = std::move(*stream);
        begin_ = std::move(*begin);
        end_ = std::move(*end);
        const bool room = take(inputs_, inputBytes(shape_)) &&
                          take(scratch_, resultBytes(shape_)) &&
                          take(workspace_, kProductWorkspaceBytes);
        return room && (!shape_.bias || described_.setBias(inputs_));
    }
    /// Milliseconds of the fastest of a few runs, after one that is not counted; of one alone when that is
    /// far behind @p toBeatMs. None when the algorithm does not run.
    std::optional<float> time(const cublasLtMatmulAlgo_t& algorithm, float toBeatMs) {
        float best = std::numeric_limits<float>::infinity();
        for (int run = 0; run <= kTimedRuns; ++run) {
            const auto ms = runOnce(algorithm);
            if (!ms) return std::nullopt;
            if (run > 0) best = std::min(best, *ms);
            if (run > 0 && best > kHopeless * toBeatMs) break;
        }
        return best;
    }

  private:
    bool take(void*& address, size_t bytes) {
        if (cudaMallocAsync(&address, bytes, stream_.get()) == cudaSuccess) return true;
        address = nullptr;
        (void)cudaGetLastError();  // a refusal is an answer here, not an error of later calls
        return false;
    }
    std::optional<float> runOnce(const cublasLtMatmulAlgo_t& algorithm) {
        const float one = 1.0F, zero = 0.0F;
        float ms = 0.0F;
        (void)cudaEventRecord(begin_.get(), stream_.get());
        const auto status = api_.matmul(
            handle_, described_.product(), &one, inputs_, described_.first(), inputs_,
            described_.second(), &zero, scratch_, described_.result(), scratch_,
            described_.result(), &algorithm, workspace_, kProductWorkspaceBytes, stream_.get());
        (void)cudaEventRecord(end_.get(), stream_.get());
        const bool ran = cudaEventSynchronize(end_.get()) == cudaSuccess &&
                         cudaEventElapsedTime(&ms, begin_.get(), end_.get()) == cudaSuccess;
        if (status != CUBLAS_STATUS_SUCCESS || !ran) return std::nullopt;
        return ms;
    }

    const CublasLtApi& api_;
    cublasLtHandle_t handle_;
    const ProductShape& shape_;
    Descriptors& described_;
    void* inputs_ = nullptr;  // a, b and bias in one
    void* scratch_ = nullptr;
    void* workspace_ = nullptr;
    Stream stream_;
    Event begin_, end_;
};

using Chosen = core::Result<cublasLtMatmulAlgo_t>;

cublasLtMatmulAlgo_t fastest(Trial& trial, std::span<const cublasLtMatmulAlgo_t> candidates) {
    cublasLtMatmulAlgo_t best = candidates.front();
    float bestMs = std::numeric_limits<float>::infinity();
    for (const cublasLtMatmulAlgo_t& candidate : candidates) {
        const auto ms = trial.time(candidate, bestMs);
        if (!ms || *ms >= bestMs) continue;
        best = candidate;
        bestMs = *ms;
    }
    return best;
}

std::string describe(const ProductShape& s) {
    return fmt::format("[{},{}] = [{},{}]{} x [{},{}]{}, {} to {}", s.m, s.n, s.m, s.k,
                       s.transposeA ? " transposed" : "", s.k, s.n,
                       s.transposeB ? " transposed" : "", nameOf(s.inputs), nameOf(s.output));
}

/// What cuBLASLt offers for the shape, its best guess first; without results that are no algorithms, which
/// it marks as such one by one. At least one.
core::Result<std::vector<cublasLtMatmulAlgo_t>> candidatesOf(const CublasLtApi& api,
                                                             cublasLtHandle_t handle,
                                                             const ProductShape& shape,
                                                             const Descriptors& described) {
    Preference preference(api);
    if (auto made = preference.make(); !made) return tl::unexpected(made.error());
    std::array<cublasLtMatmulHeuristicResult_t, kCandidates> results{};
    int count = 0;
    cublasStatus_t status = api.algoGetHeuristic(
        handle, described.product(), described.first(), described.second(), described.result(),
        described.result(), preference.get(), kCandidates, results.data(), &count);
    std::vector<cublasLtMatmulAlgo_t> candidates;
    for (int i = 0; status == CUBLAS_STATUS_SUCCESS && i < count; ++i) {
        const auto& result = results[static_cast<size_t>(i)];
        if (result.state == CUBLAS_STATUS_SUCCESS) candidates.push_back(result.algo);
    }
    if (!candidates.empty()) return candidates;
    if (status == CUBLAS_STATUS_SUCCESS && count > 0) status = results.front().state;
    return core::failed("cuBLASLt", fmt::format("no algorithm for {} ({})", describe(shape),
                                                api.getStatusString(status)));
}

Chosen choose(const CublasLtApi& api, cublasLtHandle_t handle, const ProductShape& shape,
              Descriptors& described) {
    const auto candidates = candidatesOf(api, handle, shape, described);
    if (!candidates) return tl::unexpected(candidates.error());
    Trial trial(api, handle, shape, described);
    return candidates->size() > 1 && trial.prepare() ? fastest(trial, *candidates)
                                                     : candidates->front();
}

}  // namespace

Algorithms& Algorithms::shared() {
    static Algorithms algorithms;
    return algorithms;
}

// Not under the lock: a trial may wait for its GPU, and its GPU, in a collective, for a rank that asks for
// another shape.
Chosen Algorithms::of(const CublasLtApi& api, cublasLtHandle_t handle, const ProductShape& shape,
                      Descriptors& described) {
    std::promise<Chosen> mine;
    std::shared_future<Chosen> choice;
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        const auto at = choices_.try_emplace(shape).first;
        first = !at->second.valid();
        if (first) at->second = mine.get_future().share();
        choice = at->second;
    }
    if (first) {
        Chosen made = choose(api, handle, shape, described);
        if (!made) {
            const std::lock_guard lock(mutex_);
            choices_.erase(shape);
        }
        mine.set_value(std::move(made));
    }
    return choice.get();
}

}  // namespace shardscope::gpu
