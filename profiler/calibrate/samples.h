#pragma once
// What was measured, before it is a hardware file: durations by kernel and shape, by collective and
// size. Pure; one thread.

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/sim/hardware.h"
#include "core/sim/measured/kernel_shape.h"

namespace shardscope::profiler {

class Samples {
  public:
    /// @param ranks that computed at the same time. @param ns how long it took.
    void addKernel(const core::KernelShape& shape, int ranks, double ns);
    /// @param bytes of the whole array.
    void addCollective(core::CollectiveKind kind, core::DType dtype, int ranks, double bytes,
                       double ns);
    /// From the end of one operation to the start of the next.
    void addHandOver(double ns) { handOverNs_.push_back(ns); }

    size_t kernels() const { return kernels_.size(); }
    size_t collectives() const { return collectives_.size(); }

    /// Medians, in order of their keys.
    core::MeasuredRates rates() const;
    double handOverUs() const;
    /// FLOP/s of the fastest product whose factors have @p dtype, on one core; 0 when there is none.
    double bestProductRate(core::DType dtype) const;
    /// Bytes/s of kernels bound by memory: of the largest ones' median.
    double memoryRate() const;

  private:
    using KernelKey = std::tuple<std::string, std::string, std::vector<double>, int>;
    using CollectiveKey = std::tuple<core::CollectiveKind, core::DType, int, double>;
    struct Kernel {
        double work = 0;
        bool arithmetic = false;
        std::vector<double> ns;
    };

    std::map<KernelKey, Kernel> kernels_;
    std::map<CollectiveKey, std::vector<double>> collectives_;
    std::vector<double> handOverNs_;
};

/// Of an even count, the upper one; 0 of none.
double medianOf(std::vector<double> values);

}  // namespace shardscope::profiler
