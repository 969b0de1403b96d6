#pragma once
// Hardware files: `shardscope.hardware/1`, JSON with comments. Each coefficient has a value, a unit and
// a source; a file may extend others and change single keys. Pure but for reading a named file.
//
//   { "schema": "shardscope.hardware/1", "kind": "gpu", "name": "my-h100", "extends": "h100-sxm",
//     "gpu": { "memoryBandwidth": { "value": 3000, "unit": "GB/s", "source": "measured here" } } }
//
// A host file (kind "host", as `shardscope calibrate` writes it) also has "measured": tables of kernels
// and collectives with their times (measured_section.h).
// In a user's file a bare number stands for a value in the key's own unit. Merging: the fabric's
// files first, then the GPU's, in each what is extended before what extends it; the last value stands.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

struct HardwareCoefficient {
    std::string path;            ///< "gpu.memoryBandwidth"
    std::vector<double> values;  ///< as many as the key has
    std::string unit, source;    ///< empty where a user's file does not say
};

/// A host is a CPU whose ranks are threads: it needs no kernels, links and NCCL, but measurements.
enum class HardwareKind : uint8_t { Gpu, Fabric, Part, Host };

struct HardwareDocument {
    std::string name, title;
    HardwareKind kind = HardwareKind::Gpu;
    std::vector<std::string> extends;
    std::vector<std::string> fabric;  ///< what connects it, unless another is asked for
    std::string where;                ///< place of "extends" and "fabric", for messages
    std::vector<HardwareCoefficient> coefficients;
    MeasuredRates measured;
};

/// Errors: InvalidInput with line, key, what was found and what is allowed: unknown keys, wrong
/// types, units or lengths, values out of range, a missing name or schema.
Result<HardwareDocument> parseHardware(std::string_view json, std::string_view file);
Result<HardwareDocument> readHardwareFile(const std::string& path);

/// Finds a document by name, for "extends" and "fabric". @p where is whoever asks.
using HardwareLookup =
    std::function<Result<HardwareDocument>(std::string_view name, std::string_view where)>;

/// What a person asked for; empty and 0 where they did not say.
struct HardwareChoice {
    std::vector<std::string> fabric;
    int gpusPerNode = 0;
};

/// The whole machine of @p document. Errors: InvalidInput for names that are not there, files that
/// extend each other in a circle, and coefficients that nothing gives, all named.
Result<Hardware> assembleHardware(const HardwareDocument& document, const HardwareChoice& choice,
                                  const HardwareLookup& lookup);

}  // namespace shardscope::core
