#pragma once
// What /proc/cpuinfo says, as values.

#include <set>
#include <string>
#include <string_view>

namespace shardscope::cli::doctor {

struct CpuInfo {
    std::string model;            ///< "AMD EPYC 9R14"; empty when the kernel does not say
    std::set<std::string> flags;  ///< "avx2", "avx512_bf16", …

    bool has(const std::string& flag) const { return flags.contains(flag); }
};

/// @p text in the kernel's format; x86 ("model name", "flags") and Arm ("Features").
CpuInfo parseCpuInfo(std::string_view text);
/// "AVX-512 with bf16 and AMX", "AVX2", "plain": the widest vectors that matrix code may use.
std::string vectorUnits(const CpuInfo& cpu);
/// Whether bf16 matrices multiply natively (oneDNN needs AVX-512 for them).
bool hasBf16(const CpuInfo& cpu);

}  // namespace shardscope::cli::doctor
