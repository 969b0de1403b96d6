#pragma once
// The GPUs of this machine as a run asks for them. gpu/ implements it; who runs plans knows only this, so
// that a build without gpu/ is the same program with one thing missing.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/activity_tags.h"
#include "core/engine/communicator.h"
#include "core/engine/device.h"

namespace shardscope::core {

class MpiSession;

/// `--comm` of a GPU run.
enum class GpuComm : uint8_t {
    Auto,     ///< NCCL where every rank can have a GPU of its own, else same-GPU
    Nccl,     ///< one rank a GPU
    SameGpu,  ///< all ranks on the first visible GPU
};

/// Puts something around a rank's tags, such as a tool's ranges. @return the tags to use instead.
using TagDecorator =
    std::function<std::unique_ptr<ActivityTags>(std::unique_ptr<ActivityTags>, const RunContext&)>;

struct AcceleratorRequest {
    int ranks = 1;  ///< of the world
    GpuComm comm = GpuComm::Auto;
    int64_t memoryLimit = 0;    ///< bytes a rank; 0 = none
    MpiSession* mpi = nullptr;  ///< one rank a process, when not null
    bool tf32 = false;          ///< fp32 matrix products by matrix units, rounded to tf32
    TagDecorator decorate;      ///< may be empty
};

/// Makes a rank's tags when its device is made; empty: CUDA events are recorded instead.
using TagFactory = std::function<std::unique_ptr<ActivityTags>(Rank)>;

/// Memory of one GPU in use, by whomever, and what of it this process knows by name. Bytes.
struct DeviceUse {
    int64_t usedBytes = 0;
    std::string source;    ///< who says so: "NVML", or "cudaMemGetInfo" and why
    int64_t capacity = 0;  ///< of the GPU
    int64_t pool = 0;      ///< the pools' segments
    int64_t nccl = 0;      ///< NCCL's communicators: by how much their making raised what is in use
    int64_t products = 0;  ///< workspaces of matrix products
    int64_t scratch = 0;   ///< of operations, while they run
};

/// The first GPU and its software, as they describe themselves and as their memory shows.
struct AcceleratorFacts {
    std::string name;          ///< "NVIDIA H200"
    int major = 0, minor = 0;  ///< compute capability
    int64_t memoryBytes = 0;
    int multiprocessors = 0;
    int gpus = 0;                         ///< that this process sees
    std::string driver;                   ///< "580.159.04"; empty when nobody says
    std::string runtime;                  ///< "13.0"
    std::optional<int64_t> contextBytes;  ///< by how much its first use raised what is in use
    std::optional<int64_t> stepBytes;     ///< in which the driver hands out memory
};

/// Opened once a run; its communicators and devices outlive it. Main thread, but for makeDevice's products.
class Accelerator {
  public:
    virtual ~Accelerator() = default;

    /// One a local rank, in rank order; for one strategy. Collective under MPI.
    /// @param shardGroup ranks that share one set of shards (Strategy::shardGroup); 0 = all of them.
    virtual Result<std::vector<std::unique_ptr<Communicator>>> communicators(int shardGroup) = 0;
    /// @param communicator one of communicators(). @param tags of the rank; null: CUDA events.
    virtual std::unique_ptr<Device> makeDevice(const RunContext& context,
                                               Communicator& communicator, Observer* observer,
                                               std::unique_ptr<ActivityTags> tags) = 0;
    /// "4 ranks on 1 NVIDIA H200, driver 580.159.04 (same-gpu)".
    virtual std::string hardware() const = 0;
    /// Takes and gives back a little memory. Main thread, while nothing else takes any.
    virtual AcceleratorFacts facts() const = 0;
    /// What was chosen, and what its figures are worth; one sentence each.
    virtual std::vector<std::string> notes() const = 0;
    /// Bytes that this process's ranks can still take, on the fullest GPU, for all of its ranks there.
    virtual int64_t availableBytes() const = 0;
    /// Whether ranks meet inside a collective's kernel (NCCL), and not before it starts.
    virtual bool meetsInKernels() const = 0;
    /// Ranks of this process on one GPU.
    virtual int ranksAGpu() const = 0;
    /// The first GPU now; none when the driver cannot say.
    virtual std::optional<DeviceUse> use() const = 0;
};

/// Errors: Failed when there is no driver, GPU or library, saying which; InvalidInput when the GPUs are
/// too few for what was asked.
using OpenAccelerator =
    std::function<Result<std::shared_ptr<Accelerator>>(const AcceleratorRequest&)>;

}  // namespace shardscope::core
