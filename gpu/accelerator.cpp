#include "gpu/accelerator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/base/units.h"
#include "core/host/mpi_communicator.h"
#include "gpu/communicators/nccl_communicator.h"
#include "gpu/communicators/same_gpu.h"
#include "gpu/cuda_device.h"
#include "gpu/handles.h"
#include "gpu/libraries/nvml.h"
#include "gpu/matmul/algorithms.h"

namespace shardscope::gpu {

namespace {

/// Left to the context, library kernels, workspaces and scratch when a GPU is divided among ranks.
constexpr int64_t kOutsidePoolBytes = 2 * core::kGiB;

/// Streams of ranks that share a GPU are many; with the default of 8 hardware queues two of them can share
/// one, and then wait for each other without need. Read when the GPU is first used; the user's word stands.
/// Source: CUDA C++ Programming Guide, "CUDA Environment Variables".
void giveStreamsQueuesOfTheirOwn() { (void)::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0); }

/// Free and total bytes of GPU @p device. Errors: the runtime's.
struct GpuMemory {
    int64_t freeBytes = 0;
    int64_t totalBytes = 0;
};
core::Result<GpuMemory> memoryOf(int device) {
    size_t free = 0, total = 0;
    auto done = useDevice(device);
    if (done) done = check(cudaMemGetInfo(&free, &total));
    if (!done) return tl::unexpected(done.error());
    return GpuMemory{static_cast<int64_t>(free), static_cast<int64_t>(total)};
}

class Gpus : public core::Accelerator {
  public:
    Gpus(const core::AcceleratorRequest& request, const Libraries& libraries,
         std::vector<GpuFacts> facts)
        : request_(request), libraries_(libraries), facts_(std::move(facts)) {}

    /// Decides which GPU each local rank has. Errors: InvalidInput, Failed.
    core::Result<void> assign() {
        const int gpus = static_cast<int>(facts_.size());
        sameGpu_ = request_.comm == core::GpuComm::SameGpu ||
                   (request_.comm == core::GpuComm::Auto && request_.ranks > gpus && !request_.mpi);
        if (sameGpu_ && request_.mpi) {
            return core::invalidInput("--comm",
                                      "found same-gpu under mpirun; its ranks are threads of one "
                                      "process: start it without mpirun");
        }
        if (!sameGpu_ && !request_.mpi && request_.ranks > gpus) {
            return core::invalidInput(
                "--comm", fmt::format("found nccl with {} ranks, which needs as many GPUs, and {} "
                                      "{} visible; take --ranks {}, or --comm same-gpu",
                                      request_.ranks, gpus, gpus == 1 ? "is" : "are", gpus));
        }
        if (!sameGpu_) {
            const auto nccl = libraries_.nccl();
            if (!nccl) return tl::unexpected(nccl.error());
            nccl_ = *nccl;
        }
        if (request_.mpi) {
            devices_ = {localPlace() % gpus};
        } else {
            devices_.assign(static_cast<size_t>(request_.ranks), 0);
            if (!sameGpu_) std::iota(devices_.begin(), devices_.end(), 0);
        }
        return divideMemory();
    }

    core::Result<std::vector<std::unique_ptr<core::Communicator>>> communicators() override {
        if (sameGpu_) return makeSameGpuCommunicators(request_.ranks, devices_.front());
        if (!request_.mpi) return makeNcclCommunicators(*nccl_, devices_);
        auto one = makeNcclCommunicator(
            *nccl_, devices_.front(), request_.mpi->makeCommunicator(),
            [this](const std::string& bytes) { return request_.mpi->broadcastBytes(bytes); });
        if (!one) return tl::unexpected(one.error());
        std::vector<std::unique_ptr<core::Communicator>> mine;
        mine.push_back(std::move(*one));
        return mine;
    }

    std::unique_ptr<core::Device> makeDevice(const core::RunContext& context,
                                             core::Communicator& communicator,
                                             core::Observer* observer,
                                             std::unique_ptr<core::ActivityTags> tags) override {
        // Made by communicators() above, so it is one of ours.
        auto& ours = static_cast<GpuCommunicator&>(communicator);
        CudaDeviceOptions options;
        options.quotaBytes = quotaBytes_;
        options.timing = tags ? Timing::Given : Timing::Events;
        if (!observer) options.timing = Timing::None;
        options.tags = std::move(tags);
        options.decorate = request_.decorate;
        options.tf32 = request_.tf32;
        for (int peer : devices_) {
            int can = 0;
            if (peer == ours.device()) continue;
            if (cudaDeviceCanAccessPeer(&can, peer, ours.device()) == cudaSuccess && can) {
                options.peers.push_back(peer);
            }
        }
        return makeCudaDevice(context, ours, observer, libraries_, std::move(options));
    }

    std::string hardware() const override {
        const std::string driver = driverVersion();
        const int ranks = request_.ranks;
        const int gpus = sameGpu_ ? 1 : ranks;
        return fmt::format(
            "{} rank{} on {} {}{} ({})", ranks, ranks == 1 ? "" : "s", gpus,
            facts_[static_cast<size_t>(devices_.front())].name,
            driver.empty() ? "" : ", driver " + driver,
            sameGpu_ ? std::string("same-gpu") : fmt::format("NCCL {}", nccl_->version()));
    }

    std::vector<std::string> notes() const override {
        std::vector<std::string> notes;
        if (sameGpu_ && request_.ranks > 1) {
            notes.push_back(fmt::format(
                "{} ranks share one GPU: bytes and lifetimes are facts, times are a shared card's",
                request_.ranks));
        }
        if (sameGpu_) {
            notes.push_back(fmt::format("each rank's segments are held to a quota of {}",
                                        core::formatBytes(quotaBytes_)));
        }
        notes.push_back(
            fmt::format("matrix products use {} of workspace a rank, outside the pool",
                        core::formatBytes(static_cast<int64_t>(kProductWorkspaceBytes))));
        return notes;
    }

    int64_t availableBytes() const override {
        int64_t least = 0;
        for (int device : devices_) {
            const auto memory = memoryOf(device);
            if (!memory) return 0;
            const int64_t free = memory->freeBytes - kOutsidePoolBytes;
            least = device == devices_.front() ? free : std::min(least, free);
        }
        return std::max<int64_t>(least, 0);
    }
    bool meetsInKernels() const override { return !sameGpu_; }
    int ranksAGpu() const override { return sameGpu_ ? static_cast<int>(devices_.size()) : 1; }

    std::optional<int64_t> usedBytes() const override {
        const auto memory = memoryOf(devices_.front());
        if (!memory) return std::nullopt;
        return memory->totalBytes - memory->freeBytes;
    }

  private:
    /// This process's number among those of its machine, as mpirun or Slurm tells it.
    static int localPlace() {
        for (const char* name :
             {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}) {
            if (const char* text = std::getenv(name)) return std::atoi(text);
        }
        return 0;
    }

    core::Result<void> divideMemory() {
        quotaBytes_ = request_.memoryLimit;
        if (!sameGpu_) return {};
        const auto memory = memoryOf(devices_.front());
        if (!memory) return tl::unexpected(memory.error());
        const int64_t share = (memory->freeBytes - kOutsidePoolBytes) / request_.ranks;
        if (quotaBytes_ > 0 && quotaBytes_ <= share) return {};
        // Whole granules: the pool maps nothing smaller.
        quotaBytes_ = std::max<int64_t>(share / (2 * core::kMiB), 1) * (2 * core::kMiB);
        return {};
    }

    const core::AcceleratorRequest request_;
    const Libraries libraries_;
    const std::vector<GpuFacts> facts_;
    const NcclApi* nccl_ = nullptr;  // opened when it is used
    std::vector<int> devices_;       // by local rank
    bool sameGpu_ = false;
    int64_t quotaBytes_ = 0;
};

}  // namespace

core::Result<std::shared_ptr<core::Accelerator>> openAccelerator(
    const core::AcceleratorRequest& request, const Libraries& libraries) {
    giveStreamsQueuesOfTheirOwn();
    auto facts = visibleGpus();
    if (!facts) return tl::unexpected(facts.error());
    if (!libraries.driver) return tl::unexpected(libraries.driver.error());
    if (!libraries.cublasLt) return tl::unexpected(libraries.cublasLt.error());
    auto gpus = std::make_shared<Gpus>(request, libraries, std::move(*facts));
    if (auto assigned = gpus->assign(); !assigned) return tl::unexpected(assigned.error());
    return gpus;
}

core::Result<std::shared_ptr<core::Accelerator>> openAccelerator(
    const core::AcceleratorRequest& request) {
    return openAccelerator(request, Libraries::ofThisMachine());
}

}  // namespace shardscope::gpu
