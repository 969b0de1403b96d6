#pragma once
// Memory, a stream and a clock for the products of one shape. One thread, on the current device.

#include <functional>
#include <memory>
#include <vector>

#include "gpu/handles.h"
#include "gpu/matmul/descriptors.h"

namespace shardscope::products {

class Track {
  public:
    /// @p api is borrowed. Errors: Failed when the GPU or cuBLASLt refuses.
    static core::Result<std::unique_ptr<Track>> make(const gpu::CublasLtApi& api,
                                                     const gpu::ProductShape& shape);
    ~Track();
    Track(const Track&) = delete;
    Track& operator=(const Track&) = delete;

    struct Offer {
        cublasLtMatmulAlgo_t algorithm{};
        bool anyOrder = false;  ///< adds partial sums in the order in which blocks end
    };
    /// What cuBLASLt offers for the shape, at most @p most of those with a fixed order of sums, and as many
    /// of all. Errors: Failed when there is none.
    core::Result<std::vector<Offer>> offers(int most) const;

    /// The product of this track's matrices.
    const gpu::Product& product() const { return product_; }
    cudaStream_t stream() const { return stream_.get(); }
    core::Result<void> run(const cublasLtMatmulAlgo_t& algorithm) const;
    /// Milliseconds of one of @p laps, which follow each other on the stream. Errors: @p lap's.
    core::Result<float> time(int laps, const std::function<core::Result<void>()>& lap) const;

  private:
    explicit Track(const gpu::CublasLtApi& api) : api_(api) {}
    core::Result<void> take(gpu::DeviceBytes& place, int64_t elements, core::DType dtype);
    core::Result<void> takeAll(const gpu::ProductShape& shape);
    std::vector<cublasLtMatmulAlgo_t> ask(uint32_t reductions, int most) const;

    const gpu::CublasLtApi& api_;
    cublasLtHandle_t handle_ = nullptr;
    std::unique_ptr<gpu::Descriptors> described_;
    gpu::Stream stream_;
    gpu::Event begin_, end_;
    gpu::DeviceBytes a_, b_, c_, bias_, workspace_;
    gpu::Product product_;
};

}  // namespace shardscope::products
