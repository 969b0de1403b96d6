// Types only: NVTX's own part is in the library under test, with a weak symbol for a tool (nvtxInit.h).
#define NVTX_NO_IMPL

#include "tests/profiler/nvtx/nvtx_tool.h"

#include <fmt/format.h>
#include <nvtx3/nvToolsExt.h>

#include <deque>
#include <utility>

namespace shardscope::doubles {

namespace {

std::vector<std::string> ranges, domains;
std::deque<std::string> strings;  // registered; a handle is an address

nvtxDomainHandle_t NVTX_API createDomain(const char* name) {
    domains.emplace_back(name);
    return reinterpret_cast<nvtxDomainHandle_t>(&domains);
}

nvtxStringHandle_t NVTX_API registerString(nvtxDomainHandle_t, const char* text) {
    strings.emplace_back(text);
    return reinterpret_cast<nvtxStringHandle_t>(&strings.back());
}

std::string payloadOf(const nvtxEventAttributes_t& attributes) {
    switch (attributes.payloadType) {
        case NVTX_PAYLOAD_TYPE_INT64:
            return fmt::format(", payload {}", attributes.payload.llValue);
        case NVTX_PAYLOAD_TYPE_INT32:
            return fmt::format(", payload {}", attributes.payload.iValue);
        default:
            return "";
    }
}

int NVTX_API push(nvtxDomainHandle_t, const nvtxEventAttributes_t* attributes) {
    const auto& name = *reinterpret_cast<const std::string*>(attributes->message.registered);
    ranges.push_back(
        fmt::format("push {} (category {}{})", name, attributes->category, payloadOf(*attributes)));
    return 0;
}

int NVTX_API pop(nvtxDomainHandle_t) {
    ranges.emplace_back("pop");
    return 0;
}

template <class Function>
void give(NvtxFunctionTable table, unsigned slot, Function* function) {
    *table[slot] = reinterpret_cast<NvtxFunctionPointer>(function);
}

int NVTX_API attach(NvtxGetExportTableFunc_t exportTable) {
    const auto* callbacks =
        static_cast<const NvtxExportTableCallbacks*>(exportTable(NVTX_ETID_CALLBACKS));
    NvtxFunctionTable table = nullptr;
    unsigned size = 0;
    if (callbacks == nullptr ||
        callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) == 0) {
        return 0;
    }
    give(table, NVTX_CBID_CORE2_DomainCreateA, createDomain);
    give(table, NVTX_CBID_CORE2_DomainRegisterStringA, registerString);
    give(table, NVTX_CBID_CORE2_DomainRangePushEx, push);
    give(table, NVTX_CBID_CORE2_DomainRangePop, pop);
    return 1;
}

}  // namespace

std::vector<std::string> takeRanges() { return std::exchange(ranges, {}); }
std::vector<std::string> nvtxDomains() { return domains; }

}  // namespace shardscope::doubles

// NVTX looks for this symbol before it asks the environment for a tool's library.
extern "C" {
NvtxInitializeInjectionNvtxFunc_t InitializeInjectionNvtx2_fnptr = shardscope::doubles::attach;
}
