#pragma once
// One hardware document in the making. Internal to gpu_document.cpp, document_rates.cpp (what kernels reach)
// and document_machine.cpp (host, ranks, memory).

#include <string>
#include <string_view>
#include <vector>

#include "core/sim/hardware.h"
#include "profiler/calibrate/gpu/gpu_document.h"

namespace shardscope::profiler {

class DocumentWriter {
  public:
    DocumentWriter(const MeasuredGpu& measured, const std::string& date,
                   std::vector<std::string>& notes);

    core::HardwareDocument write();

  private:
    void add(std::string_view path, std::vector<double> values, const std::string& how);
    void addFraction(std::string_view path, double value, const std::string& how);
    /// Says that the catalogue's stands, and why.
    void left(const std::string& what, const std::string& why);

    void writeBandwidth();
    void writePeaks();
    void writeProducts();
    void writeMemoryKinds();
    void writeAttention();
    void writeFlash(core::KernelKind kind, const char* path);
    void writeHost();
    void writeRanks();
    void writeMemory();

    double launchNs() const { return m_.smallest.ns + m_.smallest.gapNs; }
    /// Nanoseconds of a kind apart from launches; 0 when it has not been seen, or is hardly more.
    double workNs(core::KernelKind kind) const;
    double peak(core::DType dtype) const { return machine_.peakFlops(dtype); }
    double memorySharing() const { return m_.several ? m_.several->memorySharing : 1.0; }
    double productSharing() const { return m_.several ? m_.several->productSharing : 1.0; }
    /// ", over 2.7: 4 ranks share the GPU".
    std::string sharedText(double sharing) const;

    const MeasuredGpu& m_;
    const std::string source_;
    std::vector<std::string>& notes_;
    core::HardwareDocument document_;
    core::Hardware machine_;  ///< the relative, with what is measured in place of its own
};

}  // namespace shardscope::profiler
