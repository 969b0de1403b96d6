#include "tests/gpu/emulator/block.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "gpu/kernels/ptx.cuh"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

// Saves what the ABI says a call keeps, changes stacks, and restores: void switchStacks(save, next).
asm(R"(
.text
.globl shardscope_switch_stacks
shardscope_switch_stacks:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
)");
extern "C" void shardscope_switch_stacks(void** save, void* next);

namespace shardscope::emulator {

namespace {

constexpr size_t kStackBytes = 64 << 10;
constexpr unsigned kWarp = 32;
constexpr size_t kSharedBytes = 227 << 10;

struct Copy {
    uint32_t to;
    const void* from;
    int bytes, size;
};

struct Fiber {
    std::unique_ptr<char[]> stack{new char[kStackBytes]};
    void* sp = nullptr;
    bool done = false;
    int turns = 0;  ///< collectives so far; words lie in turns mod 2
    std::vector<std::vector<Copy>> groups;
    std::vector<Copy> open;  ///< copies of the group that is not ended yet
};

struct Warp {
    unsigned members = 0, arrived = 0;
    uint64_t generation = 0;
    WarpWords words[2][kWarp];
};

struct Block {
    std::vector<Fiber> fibers;
    std::vector<Warp> warps;
    unsigned live = 0, arrived = 0, current = 0;
    uint64_t generation = 0;
    bool progress = false;
    void* schedulerSp = nullptr;
    const std::function<void()>* body = nullptr;
};
Block block;
alignas(128) unsigned char dynamicMemory[kSharedBytes];

void yield() { shardscope_switch_stacks(&block.fibers[block.current].sp, block.schedulerSp); }

void releaseBlock() {
    block.arrived = 0;
    ++block.generation;
    block.progress = true;
}

void enter() {
    (*block.body)();
    block.fibers[block.current].done = true;
    block.progress = true;
    --block.live;
    if (block.arrived > 0 && block.arrived == block.live) releaseBlock();
    yield();
    std::abort();  // a finished fiber is not resumed
}

/// A stack whose first switch "returns" into enter().
void prepare(Fiber& fiber) {
    auto top = reinterpret_cast<uintptr_t>(fiber.stack.get() + kStackBytes) & ~uintptr_t{15};
    auto* words = reinterpret_cast<uintptr_t*>(top) - 8;  // six registers, the address, a gap
    for (int i = 0; i < 6; ++i) words[i] = 0;
    words[6] = reinterpret_cast<uintptr_t>(&enter);
    words[7] = 0;
    fiber.sp = words;
    fiber.done = false;
    fiber.turns = 0;
    fiber.groups.clear();
    fiber.open.clear();
}

void prepareBlock(unsigned threads) {
    if (block.fibers.size() < threads) block.fibers.resize(threads);
    block.warps.assign((threads + kWarp - 1) / kWarp, {});
    for (unsigned t = 0; t < threads; ++t) {
        prepare(block.fibers[t]);
        ++block.warps[t / kWarp].members;
    }
    block.live = threads;
    block.arrived = 0;
    std::memset(dynamicMemory, 0xff, sizeof dynamicMemory);
}

}  // namespace

void runBlock(const std::string& kernel, unsigned threads, const std::function<void()>& body) {
    prepareBlock(threads);
    block.body = &body;
    while (block.live > 0) {
        block.progress = false;
        for (unsigned t = 0; t < threads; ++t) {
            if (block.fibers[t].done) continue;
            block.current = t;
            threadIdx = {t, 0, 0};
            shardscope_switch_stacks(&block.schedulerSp, block.fibers[t].sp);
        }
        if (block.progress) continue;
        std::fprintf(stderr, "%s, block %u: its threads wait for each other for ever\n",
                     kernel.c_str(), blockIdx.x);
        std::exit(1);
    }
}

void meetBlock() {
    const uint64_t mine = block.generation;
    if (++block.arrived == block.live) return releaseBlock();
    while (block.generation == mine) yield();
}

const WarpWords* meetWarp(const WarpWords& words) {
    Fiber& self = block.fibers[block.current];
    Warp& warp = block.warps[block.current / kWarp];
    // Two places in turn: nobody is two collectives ahead of a reader.
    WarpWords* all = warp.words[self.turns++ % 2];
    all[block.current % kWarp] = words;
    const uint64_t mine = warp.generation;
    if (++warp.arrived == warp.members) {
        warp.arrived = 0;
        ++warp.generation;
        block.progress = true;
        return all;
    }
    while (warp.generation == mine) yield();
    return all;
}

}  // namespace shardscope::emulator

namespace shardscope::gpu {

using emulator::block;

unsigned char* dynamicShared() { return emulator::dynamicMemory; }

void copyLater(uint32_t to, const void* from, int bytes, int size) {
    block.fibers[block.current].open.push_back({to, from, bytes, size});
}
void endCopies() {
    auto& self = block.fibers[block.current];
    self.groups.push_back(std::move(self.open));
    self.open.clear();
}
void performCopies(int pending) {
    auto& groups = block.fibers[block.current].groups;
    while (static_cast<int>(groups.size()) > pending) {
        for (const emulator::Copy& copy : groups.front()) {
            unsigned char* to = emulator::dynamicMemory + copy.to;
            std::memset(to, 0, static_cast<size_t>(copy.size));
            std::memcpy(to, copy.from, static_cast<size_t>(copy.bytes));
        }
        groups.erase(groups.begin());
    }
}

}  // namespace shardscope::gpu
