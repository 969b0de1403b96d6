#pragma once
// Collects what the double would end a test for. Internal to the double's own tests.

#include <string>
#include <vector>

#include "tests/doubles/cuda/fake_gpu.h"

namespace shardscope::doubles::cuda {

class Violations {
  public:
    Violations() { collectViolations(&said_); }
    ~Violations() { collectViolations(nullptr); }
    Violations(const Violations&) = delete;
    Violations& operator=(const Violations&) = delete;

    size_t count() const { return said_.size(); }
    /// Whether the last one says @p part.
    bool lastSays(const std::string& part) const {
        return !said_.empty() && said_.back().find(part) != std::string::npos;
    }

  private:
    std::vector<std::string> said_;
};

}  // namespace shardscope::doubles::cuda
