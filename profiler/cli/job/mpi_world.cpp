#include "profiler/cli/job/mpi_world.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace shardscope::cli {

namespace {

std::optional<int> numberIn(const char* variable) {
    const char* text = std::getenv(variable);
    if (!text) return std::nullopt;
    const std::string_view view(text);
    int value = 0;
    const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
    if (error != std::errc() || end != view.data() + view.size()) return std::nullopt;
    return value;
}

std::optional<MpiWorld> world(const char* rankVariable, const char* sizeVariable) {
    const auto rank = numberIn(rankVariable), size = numberIn(sizeVariable);
    if (!rank || !size) return std::nullopt;
    return MpiWorld{.rank = *rank, .ranks = *size};
}

}  // namespace

std::optional<MpiWorld> mpiWorldFromEnvironment() {
    if (auto open = world("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")) return open;
    return world("PMI_RANK", "PMI_SIZE");
}

}  // namespace shardscope::cli
