#pragma once
// A GPU's communicator for callers whose arrays are the host's: copies them to the device and back, input
// and output as they lie to each other, so that forms in place stay in place.

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/communicators/gpu_communicator.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

class ArraysOnDevice : public core::Communicator {
  public:
    explicit ArraysOnDevice(core::Communicator& real)
        : real_(static_cast<GpuCommunicator&>(real)) {}

    int ranks() const override { return real_.ranks(); }
    core::Rank rank() const override { return real_.rank(); }
    core::Result<void> barrier() override { return real_.barrier(); }
    core::Result<std::vector<double>> gather(double value) override { return real_.gather(value); }
    core::Result<std::vector<uint64_t>> gather(uint64_t value) override {
        return real_.gather(value);
    }
    void abort(const std::string& reason) override { real_.abort(reason); }

    core::Result<core::CollectiveTimes> run(const core::CollectiveCall& call) override {
        EXPECT_TRUE(useDevice(real_.device()));
        const int64_t whole = call.elements * core::bytesOf(call.dtype);
        const int64_t part = whole / call.group.size(ranks());
        const Span input{call.input, call.kind == core::CollectiveKind::AllGather ? part : whole};
        const Span output{call.output,
                          call.kind == core::CollectiveKind::ReduceScatter ? part : whole};
        return input.overlaps(output) ? runIn(Span::around(input, output), call, input, output)
                                      : runApart(call, input, output);
    }

  private:
    struct Span {
        const void* at = nullptr;
        int64_t bytes = 0;

        const std::byte* begin() const { return static_cast<const std::byte*>(at); }
        const std::byte* end() const { return begin() + bytes; }
        bool overlaps(const Span& o) const { return begin() < o.end() && o.begin() < end(); }
        static Span around(const Span& a, const Span& b) {
            const std::byte* first = std::min(a.begin(), b.begin());
            return {first, std::max(a.end(), b.end()) - first};
        }
    };
    /// A block of device memory with what @p span holds.
    static DeviceBytes copied(const Span& span) {
        auto block = makeDeviceBytes(static_cast<size_t>(std::max<int64_t>(span.bytes, 1)));
        EXPECT_TRUE(block);
        EXPECT_EQ(cudaMemcpy(block->get(), span.at, static_cast<size_t>(span.bytes),
                             cudaMemcpyHostToDevice),
                  cudaSuccess);
        return std::move(*block);
    }
    static void fetch(const Span& span, const void* from) {
        EXPECT_EQ(cudaMemcpy(const_cast<void*>(span.at), from, static_cast<size_t>(span.bytes),
                             cudaMemcpyDeviceToHost),
                  cudaSuccess);
    }

    core::Result<core::CollectiveTimes> runIn(const Span& both, core::CollectiveCall call,
                                              const Span& input, const Span& output) {
        const DeviceBytes block = copied(both);
        auto* first = static_cast<std::byte*>(block.get());
        call.input = first + (input.begin() - both.begin());
        call.output = first + (output.begin() - both.begin());
        auto done = real_.run(call);
        if (done) fetch(output, call.output);
        return done;
    }
    core::Result<core::CollectiveTimes> runApart(core::CollectiveCall call, const Span& input,
                                                 const Span& output) {
        const DeviceBytes in = copied(input), out = copied(output);
        call.input = in.get();
        call.output = out.get();
        auto done = real_.run(call);
        if (done) fetch(output, call.output);
        return done;
    }

    GpuCommunicator& real_;
};

}  // namespace shardscope::gpu
