#include "profiler/calibrate/gpu/gpu_document.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "core/sim/hardware_catalogue.h"
#include "core/sim/hardware_keys.h"
#include "profiler/calibrate/gpu/document_writer.h"

namespace shardscope::profiler {

namespace {

constexpr double kLeastFraction = 1e-3;

}  // namespace

DocumentWriter::DocumentWriter(const MeasuredGpu& measured, const std::string& date,
                               std::vector<std::string>& notes)
    : m_(measured),
      source_(fmt::format("measured by shardscope calibrate on {}, {}", describe(measured.facts),
                          date)),
      notes_(notes) {
    auto relative = core::gpuNamed(measured.relative, {});
    if (!relative) core::broken("a relative that the catalogue does not have");
    machine_ = std::move(*relative);
    document_ = {.name = "measured-" + measured.relative,
                 .title = measured.facts.name + ", measured; what one machine cannot say is " +
                          measured.relative + "'s",
                 .kind = core::HardwareKind::Gpu,
                 .extends = {measured.relative}};
    document_.measured.source = source_;
}

void DocumentWriter::addFraction(std::string_view path, double value, const std::string& how) {
    add(path, {std::clamp(value, kLeastFraction, 1.0)}, how);
}

void DocumentWriter::left(const std::string& what, const std::string& why) {
    notes_.push_back(fmt::format("{}: {}'s, {}", what, m_.relative, why));
}

void DocumentWriter::add(std::string_view path, std::vector<double> values,
                         const std::string& how) {
    const core::HardwareKey* key = core::findHardwareKey(path);
    if (!key) core::broken("no such coefficient: " + std::string(path));
    core::HardwareCoefficient coefficient{.path = std::string(path), .values = std::move(values)};
    coefficient.unit = key->unit;
    coefficient.source = source_ + ": " + how;
    std::ranges::copy(coefficient.values, key->place(machine_).begin());
    document_.coefficients.push_back(std::move(coefficient));
}

std::string DocumentWriter::sharedText(double sharing) const {
    if (sharing <= 1.0) return {};
    return fmt::format(", over {:.2f}: {} ranks share the GPU", sharing, m_.several->ranks);
}

core::HardwareDocument DocumentWriter::write() {
    writeMemory();
    writeBandwidth();
    writePeaks();
    writeProducts();
    writeMemoryKinds();
    writeAttention();
    writeFlash(core::KernelKind::FlashForward, "kernels.flashForward");
    writeFlash(core::KernelKind::FlashBackward, "kernels.flashBackward");
    writeHost();
    writeRanks();
    return std::move(document_);
}

std::string describe(const core::AcceleratorFacts& facts) {
    std::string text = fmt::format("{}, {} multiprocessors, {}", facts.name, facts.multiprocessors,
                                   core::formatBytes(facts.memoryBytes));
    if (!facts.driver.empty()) text += ", driver " + facts.driver;
    text += ", CUDA " + facts.runtime;
    if (facts.stepBytes) {
        text += ", memory in steps of " + core::formatBytes(*facts.stepBytes);
    }
    return text;
}

std::optional<SquareTime> bestSquare(const MeasuredGpu& measured, core::DType dtype, bool tf32) {
    std::optional<SquareTime> best;
    for (const SquareTime& square : measured.squares) {
        if (square.dtype != dtype || square.tf32 != tf32) continue;
        if (!best || square.tflops() > best->tflops()) best = square;
    }
    return best;
}

core::HardwareDocument gpuDocument(const MeasuredGpu& measured, const std::string& date,
                                   std::vector<std::string>& notes) {
    return DocumentWriter(measured, date, notes).write();
}

}  // namespace shardscope::profiler
