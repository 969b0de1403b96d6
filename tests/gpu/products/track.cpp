#include "tests/gpu/products/track.h"

#include <algorithm>
#include <cstring>

#include "gpu/cuda_check.h"
#include "gpu/matmul/algorithms.h"

namespace shardscope::products {

namespace {

// Small numbers of every type: 0x3c3c is 0.011 in bf16 and 1.06 in fp16.
constexpr int kFill = 0x3c;

bool isAmong(const std::vector<cublasLtMatmulAlgo_t>& all, const cublasLtMatmulAlgo_t& one) {
    return std::ranges::any_of(all, [&](const cublasLtMatmulAlgo_t& other) {
        return std::memcmp(other.data, one.data, sizeof one.data) == 0;
    });
}

}  // namespace

core::Result<std::unique_ptr<Track>> Track::make(const gpu::CublasLtApi& api,
                                                 const gpu::ProductShape& shape) {
    std::unique_ptr<Track> track(new Track(api));
    auto made = gpu::checkLt(api, api.create(&track->handle_), "a handle");
    if (made) made = track->takeAll(shape);
    if (!made) return tl::unexpected(made.error());
    return track;
}

Track::~Track() {
    if (handle_) api_.destroy(handle_);
}

core::Result<void> Track::take(gpu::DeviceBytes& place, int64_t elements, core::DType dtype) {
    const auto bytes = static_cast<size_t>(elements * core::bytesOf(dtype));
    auto taken = gpu::makeDeviceBytes(bytes);
    if (!taken) return tl::unexpected(taken.error());
    place = std::move(*taken);
    return gpu::check(cudaMemset(place.get(), kFill, bytes));
}

core::Result<void> Track::takeAll(const gpu::ProductShape& s) {
    auto described = gpu::Descriptors::make(api_, s);
    auto stream = gpu::makeStream();
    auto begin = gpu::makeTimingEvent(), end = gpu::makeTimingEvent();
    auto workspace = gpu::makeDeviceBytes(gpu::kProductWorkspaceBytes);
    if (!described) return tl::unexpected(described.error());
    if (!stream) return tl::unexpected(stream.error());
    if (!begin || !end) return core::failed("CUDA", "no event");
    if (!workspace) return tl::unexpected(workspace.error());
    described_ = std::move(*described);
    stream_ = std::move(*stream);
    begin_ = std::move(*begin);
    end_ = std::move(*end);
    workspace_ = std::move(*workspace);
    auto taken = take(a_, s.m * s.k, s.inputs);
    if (taken) taken = take(b_, s.k * s.n, s.inputs);
    if (taken) taken = take(c_, s.m * s.n, s.output);
    if (taken) taken = take(bias_, s.n, s.output);
    if (taken && s.bias) taken = described_->setBias(bias_.get());
    if (taken) taken = gpu::check(cudaDeviceSynchronize());  // what fills them is on another stream
    product_ = {.shape = s, .a = a_.get(), .b = b_.get(), .bias = bias_.get(), .c = c_.get()};
    return taken;
}

std::vector<cublasLtMatmulAlgo_t> Track::ask(uint32_t reductions, int most) const {
    cublasLtMatmulPreference_t wish = nullptr;
    if (api_.preferenceCreate(&wish) != CUBLAS_STATUS_SUCCESS) return {};
    const size_t bytes = gpu::kProductWorkspaceBytes;
    api_.preferenceSetAttribute(wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                sizeof bytes);
    api_.preferenceSetAttribute(wish, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &reductions,
                                sizeof reductions);
    std::vector<cublasLtMatmulHeuristicResult_t> results(static_cast<size_t>(most));
    int found = 0;
    const auto status = api_.algoGetHeuristic(
        handle_, described_->product(), described_->first(), described_->second(),
        described_->result(), described_->result(), wish, most, results.data(), &found);
    api_.preferenceDestroy(wish);
    std::vector<cublasLtMatmulAlgo_t> algorithms;
    for (int i = 0; status == CUBLAS_STATUS_SUCCESS && i < found; ++i) {
        const auto& result = results[static_cast<size_t>(i)];
        if (result.state == CUBLAS_STATUS_SUCCESS) algorithms.push_back(result.algo);
    }
    return algorithms;
}

core::Result<std::vector<Track::Offer>> Track::offers(int most) const {
    const uint32_t inOrder =
        CUBLASLT_REDUCTION_SCHEME_NONE | CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
    const auto ordered = ask(inOrder, most);
    std::vector<Offer> offers;
    for (const auto& algorithm : ordered) offers.push_back({algorithm, false});
    for (const auto& algorithm : ask(CUBLASLT_REDUCTION_SCHEME_MASK, most)) {
        if (!isAmong(ordered, algorithm)) offers.push_back({algorithm, true});
    }
    if (offers.empty()) return core::failed("cuBLASLt", "no algorithm for a product");
    return offers;
}

core::Result<void> Track::run(const cublasLtMatmulAlgo_t& algorithm) const {
    const float one = 1.0F, zero = 0.0F;
    return gpu::checkLt(
        api_,
        api_.matmul(handle_, described_->product(), &one, b_.get(), described_->first(), a_.get(),
                    described_->second(), &zero, c_.get(), described_->result(), c_.get(),
                    described_->result(), &algorithm, workspace_.get(), gpu::kProductWorkspaceBytes,
                    stream_.get()),
        "a product");
}

core::Result<float> Track::time(int laps, const std::function<core::Result<void>()>& lap) const {
    float ms = 0.0F;
    auto done = gpu::check(cudaEventRecord(begin_.get(), stream_.get()));
    for (int i = 0; i < laps && done; ++i) done = lap();
    if (done) done = gpu::check(cudaEventRecord(end_.get(), stream_.get()));
    if (done) done = gpu::check(cudaEventSynchronize(end_.get()));
    if (done) done = gpu::check(cudaEventElapsedTime(&ms, begin_.get(), end_.get()));
    if (!done) return tl::unexpected(done.error());
    return ms / static_cast<float>(laps);
}

}  // namespace shardscope::products
