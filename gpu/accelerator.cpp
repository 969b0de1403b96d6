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
#include "gpu/memory_facts.h"
#include "gpu/memory_gauge.h"
#include "gpu/memory_ledger.h"

namespace shardscope::gpu {

namespace {

/// Left to the context, library kernels, workspaces and scratch when a GPU is divided among ranks.
constexpr int64_t kOutsidePoolBytes = 2 * core::kGiB;

/// NCCL connects peers when a collective first needs it, and takes buffers then. Asked to do so when a
/// communicator is made, so that its memory is taken in set-up and can be named; the user's word stands.
/// Source: NCCL's environment variables, NCCL_RUNTIME_CONNECT.
void connectPeersInSetUp() { (void)::setenv("NCCL_RUNTIME_CONNECT", "0", 0); }

class Gpus : public core::Accelerator {
  public:
    Gpus(const core::AcceleratorRequest& request, const Libraries& libraries,
         std::vector<GpuFacts> facts)
        : request_(request), libraries_(libraries), facts_(std::move(facts)) {}

    /// Decides which GPU each local rank has. Errors: InvalidInput, Failed.
    core::Result<void> assign() {
        if (auto can = checkTf32(); !can) return can;
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
            connectPeersInSetUp();
        }
        if (request_.mpi) {
            devices_ = {localPlace() % gpus};
        } else {
            devices_.assign(static_cast<size_t>(request_.ranks), 0);
            if (!sameGpu_) std::iota(devices_.begin(), devices_.end(), 0);
        }
        gauge_ = std::make_unique<MemoryGauge>(libraries_.nvml, devices_.front());
        contextBytes_ = contextBytes(*gauge_, devices_.front());
        return divideMemory();
    }

    core::Result<std::vector<std::unique_ptr<core::Communicator>>> communicators(
        int shardGroup) override {
        if (sameGpu_) return makeSameGpuCommunicators(request_.ranks, devices_.front());
        (void)memoryOf(
            devices_.front());  // the context is there by then, and not counted as NCCL's
        const auto before = gauge_->usedBytes();
        auto mine = ncclCommunicators({.shardGroup = shardGroup});
        if (!mine) return mine;
        const auto after = gauge_->usedBytes();
        LedgerEntry entry(ledger_, &MemoryLedger::nccl);
        if (before && after) entry.set(std::max<int64_t>(*after - *before, 0));
        static_cast<GpuCommunicator&>(*mine->front()).hold(std::move(entry));
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
        if (ours.device() == devices_.front()) options.ledger = ledger_;
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
        const std::string driver = driverVersion(libraries_.nvml);
        const int ranks = request_.ranks;
        const int gpus = sameGpu_ ? 1 : ranks;
        return fmt::format(
            "{} rank{} on {} {}{} ({}{})", ranks, ranks == 1 ? "" : "s", gpus,
            facts_[static_cast<size_t>(devices_.front())].name,
            driver.empty() ? "" : ", driver " + driver,
            sameGpu_ ? std::string("same-gpu") : fmt::format("NCCL {}", nccl_->version()),
            request_.tf32 ? ", tf32 products" : "");
    }

    core::AcceleratorFacts facts() const override {
        const GpuFacts& gpu = facts_[static_cast<size_t>(devices_.front())];
        return {.name = gpu.name,
                .major = gpu.major,
                .minor = gpu.minor,
                .memoryBytes = gpu.memoryBytes,
                .multiprocessors = gpu.multiprocessors,
                .gpus = static_cast<int>(facts_.size()),
                .driver = driverVersion(libraries_.nvml),
                .runtime = runtimeVersion(),
                .contextBytes = contextBytes_,
                .stepBytes = allocationStepBytes(*gauge_, devices_.front())};
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
        if (!sameGpu_ && request_.ranks > 1) {
            notes.push_back(
                "several collectives of a bucket, one after another, are one NCCL kernel: the "
                "first "
                "of them has its time, the others end with it");
        }
        notes.push_back(
            fmt::format("matrix products use {} of workspace a rank, outside the pool",
                        core::formatBytes(static_cast<int64_t>(kProductWorkspaceBytes))));
        if (request_.tf32) {
            notes.push_back("fp32 matrix products round their inputs to tf32, 10 bits of mantissa");
        }
        notes.push_back("device-used memory is what " + gauge_->source() + " says");
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

    std::optional<core::DeviceUse> use() const override {
        const auto used = gauge_->usedBytes();
        if (!used) return std::nullopt;
        return core::DeviceUse{
            .usedBytes = *used,
            .source = gauge_->source(),
            .capacity = facts_[static_cast<size_t>(devices_.front())].memoryBytes,
            .pool = ledger_->pool,
            .nccl = ledger_->nccl,
            .products = ledger_->products,
            .scratch = ledger_->scratch};
    }

  private:
    core::Result<std::vector<std::unique_ptr<core::Communicator>>> ncclCommunicators(
        const NcclOptions& options) {
        if (!request_.mpi) return makeNcclCommunicators(*nccl_, devices_, options);
        auto one = makeNcclCommunicator(
            *nccl_, devices_.front(), request_.mpi->makeCommunicator(),
            [this](const std::string& bytes) { return request_.mpi->broadcastBytes(bytes); },
            options);
        if (!one) return tl::unexpected(one.error());
        std::vector<std::unique_ptr<core::Communicator>> mine;
        mine.push_back(std::move(*one));
        return mine;
    }

    /// What would make a product fp32 all the same, without a word. Source: cuBLAS, "NVIDIA_TF32_OVERRIDE",
    /// and compute capability 8.0, the first with tf32.
    core::Result<void> checkTf32() const {
        if (!request_.tf32) return {};
        const char* override = std::getenv("NVIDIA_TF32_OVERRIDE");
        if (override && std::string(override) == "0") {
            return core::invalidInput("--tf32",
                                      "found on, and NVIDIA_TF32_OVERRIDE=0 in the environment, "
                                      "which turns it off for cuBLASLt: unset one of them");
        }
        for (const GpuFacts& gpu : facts_) {
            if (gpu.major >= 8) continue;
            return core::invalidInput(
                "--tf32", fmt::format("found on; {} has compute capability {}.{}, and tf32 needs "
                                      "8.0: leave it off",
                                      gpu.name, gpu.major, gpu.minor));
        }
        return {};
    }

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
    std::optional<int64_t> contextBytes_;
    int64_t quotaBytes_ = 0;
    const std::shared_ptr<MemoryLedger> ledger_ = std::make_shared<MemoryLedger>();  // first GPU's
    std::unique_ptr<MemoryGauge> gauge_;                                             // likewise
};

}  // namespace

core::Result<std::shared_ptr<core::Accelerator>> openAccelerator(
    const core::AcceleratorRequest& request, const Libraries& libraries) {
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
