#include "profiler/run/checkpoint_file.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <filesystem>

#include "traces/trace.h"

namespace shardscope::profiler {

namespace {

std::string_view formatName(core::DType dtype) {
    switch (dtype) {
        case core::DType::Fp32:
            return "F32";
        case core::DType::Bf16:
            return "BF16";
        case core::DType::Fp16:
            return "F16";
        case core::DType::Int32:
            return "I32";
    }
    core::broken("unknown dtype");
}

/// Little-endian, as the format wants it.
std::string lengthOf(const std::string& header) {
    static_assert(std::endian::native == std::endian::little);
    const uint64_t length = header.size();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    return bytes;
}

}  // namespace

std::string checkpointHeader(const core::Problem& problem, const core::StepPlan& plan,
                             int64_t steps) {
    traces::Json header;
    header["__metadata__"] = {{"format", "pt"},
                              {"step", std::to_string(steps)},
                              {"ranks", std::to_string(problem.buckets.ranks)},
                              {"strategy", problem.strategy.preset},
                              {"checkpoint", std::string(core::nameOf(problem.checkpoint))},
                              {"model", problem.workload.model.name}};
    int64_t offset = 0;
    for (const core::Saved& saved : plan.saved) {
        const core::DType dtype = plan.layout[saved.tensor].dtype;
        const int64_t end = offset + saved.elements() * core::bytesOf(dtype);
        header[saved.name] = {
            {"dtype", formatName(dtype)}, {"shape", saved.shape}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    return text;
}

core::Result<CheckpointFile> CheckpointFile::create(const std::string& folder, core::Rank rank,
                                                    const core::Problem& problem,
                                                    const core::StepPlan& plan, int64_t steps) {
    if (plan.saved.empty()) return CheckpointFile(std::nullopt);
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code) return core::ioError(folder, "cannot be made: " + code.message());
    auto file =
        traces::AtomicFile::create(fmt::format("{}/rank-{}.safetensors", folder, rank.value));
    if (!file) return tl::unexpected(file.error());
    const std::string header = checkpointHeader(problem, plan, steps);
    if (auto done = file->write(lengthOf(header) + header); !done) {
        return tl::unexpected(done.error());
    }
    return CheckpointFile(std::move(*file));
}

core::Result<void> CheckpointFile::take(const core::Saved&, std::span<const std::byte> bytes) {
    return file_->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

core::Result<void> CheckpointFile::commit() {
    if (!file_) return {};
    return file_->commit();
}

}  // namespace shardscope::profiler
