#pragma once
// One launch on two sides: the GPU, and the CPU's twins, on the same inputs. Outputs start poisoned.

#include <functional>
#include <string>
#include <vector>

#include "core/base/dtype.h"
#include "tests/gpu/bench/device.h"

namespace shardscope::bench {

enum class Id : size_t {};

class Sides {
  public:
    /// Normal numbers of deviation @p scale, rounded to @p dtype.
    Id random(core::DType dtype, int64_t count, float scale = 1.0f);
    Id integers(int64_t count, int64_t below);
    /// NaN everywhere.
    Id output(core::DType dtype, int64_t count);
    Id scratch(int64_t bytes) { return output(core::DType::Fp32, bytes / 4 + 1); }

    /// Runs @p launch on the GPU and then on the CPU; within it, at() gives that side's addresses.
    void run(const std::function<cudaError_t()>& launch);
    template <class T = void>
    T* at(Id id) const {
        return static_cast<T*>(address(id));
    }

    struct Difference {
        double relative = 0.0;  ///< ‖gpu - cpu‖ / ‖cpu‖; NaN when only one of them is finite
        int64_t differing = 0;  ///< elements with other bits
        int64_t elements = 0;
        bool unequalNan = false;  ///< some element is a NaN on one side only
    };
    Difference difference(Id id) const;

  private:
    struct Buffer {
        core::DType dtype;
        int64_t count;
        std::vector<char> initial, host, fromDevice;
    };
    void* address(Id id) const;
    Id add(core::DType dtype, int64_t count);
    void launchOnDevice(const std::function<cudaError_t()>& launch);

    mutable std::vector<Buffer> buffers_;
    std::vector<DeviceMemory> device_;
    bool onDevice_ = false;
    uint32_t seed_ = 1;
};

}  // namespace shardscope::bench
