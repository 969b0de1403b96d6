#pragma once
// Which of a plan's buffers are allocated now, where, and what they sum to. One interpreter thread.

#include <vector>

#include "core/base/category.h"
#include "core/engine/memory_pool.h"
#include "core/engine/rank_runner.h"
#include "core/plan/step_plan.h"

namespace shardscope::core {

class LiveBuffers {
  public:
    explicit LiveBuffers(const Layout& layout);

    void add(BufferId buffer, const Block& block, void* address);
    Block remove(BufferId buffer);
    const Block& blockOf(BufferId buffer) const { return blocks_[buffer.index()]; }
    /// Address of a tensor of a live buffer; nullptr on a device without memory.
    void* addressOf(TensorId tensor) const;
    const CategoryBytes& byCategory() const { return live_; }
    /// The @p count largest live buffers, largest first; ties in plan order.
    std::vector<OutOfMemoryReport::Tensor> largest(size_t count) const;

  private:
    const Layout& layout_;
    std::vector<Block> blocks_;  ///< segment -1 = not live
    std::vector<char*> addresses_;
    CategoryBytes live_{};
};

}  // namespace shardscope::core
