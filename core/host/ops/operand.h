#pragma once
// What an operation's arithmetic sees: tensors as addresses with a type. Internal to core/host/ops.

#include "core/base/dtype.h"
#include "core/engine/device.h"
#include "core/model/operation.h"

namespace shardscope::core::ops {

/// One tensor in memory; borrowed.
struct Operand {
    void* address = nullptr;
    DType dtype = DType::Fp32;

    template <class T>
    T* as() const {
        return static_cast<T*>(address);
    }
    void* at(int64_t element) const {
        return static_cast<char*>(address) + element * bytesOf(dtype);
    }
};

/// One execution: the bound operation and the run around it; borrowed.
struct Call {
    const BoundOperation& bound;
    const RunContext& context;

    /// @p tensor of the operation, or an empty operand when the id is invalid (an absent bias).
    Operand operand(TensorId tensor) const;
    float* floats(TensorId tensor) const;            ///< a tensor that must be fp32
    const int32_t* integers(TensorId tensor) const;  ///< a tensor that must be int32
    /// Whether a gradient is added to what is there, in this micro-batch.
    bool accumulates(Write write) const;
    const Problem& problem() const;  ///< aborts when the run has none
};

}  // namespace shardscope::core::ops
