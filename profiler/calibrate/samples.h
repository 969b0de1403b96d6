#pragma once
// What was measured, before it is a hardware file: durations by kernel and shape, by collective and
// size. What does not belong to a typical step is left out by who adds it (typical.h), so that sums of
// means are a typical step's. Pure; one thread.

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
    /// While the rank's other stream computed.
    void addKernelBeside(const core::KernelShape& shape, int ranks, double ns);
    /// @param bytes of the whole array.
    void addCollective(core::CollectiveKind kind, core::DType dtype, int ranks, double bytes,
                       double ns);
    void addCollectiveBeside(core::CollectiveKind kind, core::DType dtype, int ranks, double bytes,
                             double ns);
    /// From the end of one operation to the start of the next.
    void addHandOver(double ns) { handOver_.add(ns); }
    /// From what a sleeping thread waits for to its going on.
    void addWakeUp(double ns) { wakeUp_.add(ns); }
    /// A rank came to a collective @p sinceNs after the last one, and waited for its peers.
    void addMeeting(double sinceNs, double waitedNs) {
        since_.add(sinceNs);
        waited_.add(waitedNs);
    }

    size_t kernels() const { return kernels_.size(); }
    size_t collectives() const { return collectives_.size(); }

    /// Means, in order of their keys; what was measured beside computation only is left out.
    core::MeasuredRates rates() const;
    double handOverUs() const { return handOver_.ns() / 1e3; }
    double wakeUpUs() const { return wakeUp_.ns() / 1e3; }
    /// What ranks wait for the last one, as a part of the time since they met; 0 of one rank.
    double lateness() const { return since_.sum > 0 ? waited_.sum / since_.sum : 0.0; }
    /// FLOP/s of the fastest product whose factors have @p dtype, on one core; 0 when there is none.
    double bestProductRate(core::DType dtype) const;
    /// Bytes/s of kernels bound by memory: the median of the larger ones.
    double memoryRate() const;

  private:
    using KernelKey = std::tuple<std::string, std::string, std::vector<double>, int>;
    using CollectiveKey = std::tuple<core::CollectiveKind, core::DType, int, double>;
    struct Mean {
        double sum = 0;
        int64_t count = 0;

        void add(double ns) {
            sum += ns;
            ++count;
        }
        double ns() const { return count > 0 ? sum / static_cast<double>(count) : 0.0; }
    };
    struct Kernel {
        double work = 0;
        bool arithmetic = false;
        Mean alone, beside;
    };
    struct Collective {
        Mean alone, beside;
    };
    Kernel& kernelOf(const core::KernelShape& shape, int ranks);

    std::map<KernelKey, Kernel> kernels_;
    std::map<CollectiveKey, Collective> collectives_;
    Mean handOver_, wakeUp_, since_, waited_;
};

}  // namespace shardscope::profiler
