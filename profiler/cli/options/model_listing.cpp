#include "profiler/cli/options/model_listing.h"

#include <fmt/format.h>

#include "core/base/units.h"
#include "core/catalogue/catalogue.h"
#include "core/catalogue/parameters.h"
#include "core/catalogue/time_model.h"

namespace shardscope::cli {

namespace {

std::string_view whatIsKnown(const core::Architecture& architecture) {
    if (!core::timeModelOf(architecture, "")) return "memory of model states";
    return core::checkRuns(architecture, "") ? "runs, simulated, planned" : "simulated, planned";
}

}  // namespace

std::string modelListing() {
    std::string text = "Models (--model NAME): family, parameters, what is known\n";
    for (const core::CatalogueEntry& entry : core::catalogue()) {
        const core::Architecture& architecture = entry.architecture;
        text += fmt::format("  {:<28} {:<12} {:>18}  {}\n", entry.name, nameOf(architecture.family),
                            core::withCommas(core::parameterCount(architecture)),
                            whatIsKnown(architecture));
    }
    return text +
           "\nOf sizes of one's own: gpt, llama, mlp (--layers, --hidden, ...). One's own file:\n"
           "--model path/to/config.json, held against the safetensors headers beside it.\n";
}

}  // namespace shardscope::cli
