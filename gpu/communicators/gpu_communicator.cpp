#include "gpu/communicators/gpu_communicator.h"

#include <fmt/format.h>

#include "core/host/host_device.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

GpuCommunicator::GpuCommunicator(int device, std::unique_ptr<core::Communicator> host)
    : device_(device), host_(std::move(host)) {}

GpuCommunicator::~GpuCommunicator() = default;

std::string GpuCommunicator::where() const { return fmt::format("rank {}", rank().value); }

core::Result<void> GpuCommunicator::barrier() { return host_->barrier(); }

core::Result<void> GpuCommunicator::await(cudaStream_t stream) {
    return check(cudaStreamSynchronize(stream));
}

core::Result<core::CollectiveTimes> GpuCommunicator::run(const core::CollectiveCall& call) {
    if (auto used = useDevice(device_); !used) return tl::unexpected(used.error());
    const auto stream = makeStream();
    if (!stream) return tl::unexpected(stream.error());
    const int64_t startNs = core::hostNowNs();
    const NamedCall named{call, std::string(nameOf(call.kind))};
    auto done = enqueue({&named, 1}, stream->get());
    if (done) done = await(stream->get());
    if (!done) {
        abort(done.error().message);
        return tl::unexpected(done.error());
    }
    return core::CollectiveTimes{.startNs = startNs, .endNs = core::hostNowNs()};
}

}  // namespace shardscope::gpu
