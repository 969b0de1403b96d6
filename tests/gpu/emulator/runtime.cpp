// As much of the CUDA runtime as the kernels' checks use, on host memory.

#include <dlfcn.h>
#include <sys/mman.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "tests/doubles/kernels/kernel_twin.h"
#include "tests/doubles/kernels/launch_on_cpu.h"
#include "tests/gpu/emulator/block.h"

namespace shardscope {

namespace {

bool onTwins = false;

std::string nameOf(const void* kernel) {
    Dl_info info{};
    return dladdr(kernel, &info) != 0 && info.dli_sname ? info.dli_sname : "";
}

/// A struct of @p kWords words, passed to a kernel as any struct of that size is: on the stack.
template <size_t kWords>
struct Words {
    uint64_t words[kWords];
};

template <size_t kWords>
void call(const void* kernel, const void* argument) {
    static_assert(kWords > 2, "a smaller struct would be passed in registers");
    Words<kWords> words;
    std::memcpy(&words, argument, sizeof words);
    reinterpret_cast<void (*)(Words<kWords>)>(const_cast<void*>(kernel))(words);
}

using Caller = void (*)(const void* kernel, const void* argument);
constexpr size_t kLargestWords = 320;

template <size_t... kIndex>
constexpr std::array<Caller, sizeof...(kIndex)> makeCallers(std::index_sequence<kIndex...>) {
    return {call<kIndex + 3>...};
}
constexpr auto kCallers = makeCallers(std::make_index_sequence<kLargestWords>());

void runGrid(const std::string& name, const void* kernel, dim3 grid, dim3 block,
             const void* argument, size_t bytes) {
    const Caller caller = kCallers.at(bytes / 8 - 3);
    gridDim = grid;
    blockDim = block;
    for (unsigned b = 0; b < grid.x; ++b) {
        blockIdx = {b, 0, 0};
        emulator::runBlock(name, block.x, [&] { caller(kernel, argument); });
    }
}

}  // namespace

namespace doubles {

LaunchOnCpu::LaunchOnCpu() { onTwins = true; }
LaunchOnCpu::~LaunchOnCpu() { onTwins = false; }

}  // namespace doubles

cudaError_t emulator::launch(size_t argumentBytes, const void* kernel, dim3 grid, dim3 block,
                             void** arguments, size_t, cudaStream_t) {
    const std::string name = nameOf(kernel);
    if (!onTwins) {
        runGrid(name, kernel, grid, block, arguments[0], argumentBytes);
        return cudaSuccess;
    }
    const doubles::KernelTwin* twin = doubles::findKernelTwin(name);
    if (!twin || twin->argumentBytes != argumentBytes) return cudaErrorInvalidDeviceFunction;
    twin->run(arguments[0]);
    return cudaSuccess;
}

}  // namespace shardscope

namespace {

/// Mapped memory by the address that was given out.
std::map<void*, std::pair<void*, size_t>>& mappings() {
    static std::map<void*, std::pair<void*, size_t>> all;
    return all;
}

}  // namespace

extern "C" {

// Each allocation ends, but for its last 15 bytes, where no page is: reading past it is a fault.
cudaError_t cudaMalloc(void** address, size_t bytes) {
    constexpr size_t kPage = 4096;
    const size_t pages = (bytes + kPage - 1) / kPage * kPage;
    void* map =
        mmap(nullptr, pages + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) return cudaErrorMemoryAllocation;
    char* end = static_cast<char*>(map) + pages;
    if (mprotect(end, kPage, PROT_NONE) != 0) return cudaErrorMemoryAllocation;
    *address = end - (bytes + 15) / 16 * 16;
    mappings()[*address] = {map, pages + kPage};
    return cudaSuccess;
}
cudaError_t cudaFree(void* address) {
    const auto found = mappings().find(address);
    if (found == mappings().end()) return address ? cudaErrorInvalidValue : cudaSuccess;
    munmap(found->second.first, found->second.second);
    mappings().erase(found);
    return cudaSuccess;
}
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) {
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return cudaSuccess; }
const char* cudaGetErrorString(cudaError_t status) {
    static const std::string text = "CUDA status " + std::to_string(static_cast<int>(status));
    return text.c_str();
}

}  // extern "C"
