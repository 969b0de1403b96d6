#include "tests/doubles/cuda/nccl_processes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "tests/doubles/cuda/fake_gpu.h"

namespace shardscope::doubles::cuda {

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kShownBytes = size_t{64}
                               << 20;  // of one collective; pages that nobody touches are none
constexpr size_t kMostSplits = 16;

static_assert(std::atomic<uint64_t>::is_always_lock_free, "processes share them");

}  // namespace

struct ProcessNcclGroup::Desk {
    std::atomic<uint64_t> process{0};  // 0: not here yet
    std::atomic<uint64_t> shown{0};    // collectives whose call and input are there to be read
    std::atomic<uint64_t> read{0};     // collectives of which all inputs have been read
    std::atomic<uint64_t> splits{0};   // splits entered
    int device = 0;
    NcclCall call;  // its addresses are this rank's own
    int colors[kMostSplits] = {}, keys[kMostSplits] = {};
};

// A file's zero bytes are the desks' first state.
ProcessNcclGroup::ProcessNcclGroup(std::string path, int ranks, int rank)
    : NcclGroup(ranks), path_(std::move(path)), rank_(rank) {
    static_assert(sizeof(Desk) <= kPage);
    const size_t bytes = static_cast<size_t>(ranks) * (kPage + kShownBytes);
    const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    void* mapped = MAP_FAILED;
    if (file >= 0 && ::ftruncate(file, static_cast<off_t>(bytes)) == 0) {
        mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    if (file >= 0) ::close(file);
    if (mapped == MAP_FAILED) {
        std::perror(path_.c_str());
        std::abort();
    }
    file_ = static_cast<std::byte*>(mapped);
}

ProcessNcclGroup::~ProcessNcclGroup() {
    ::munmap(file_, static_cast<size_t>(ranks()) * (kPage + kShownBytes));
}

ProcessNcclGroup::Desk& ProcessNcclGroup::desk(int rank) const {
    return *reinterpret_cast<Desk*>(file_ + static_cast<size_t>(rank) * kPage);
}

std::byte* ProcessNcclGroup::shownBy(int rank) const {
    return file_ + static_cast<size_t>(ranks()) * kPage + static_cast<size_t>(rank) * kShownBytes;
}

bool ProcessNcclGroup::all(std::atomic<uint64_t> Desk::*counter, uint64_t value) const {
    for (int rank = 0; rank < ranks(); ++rank) {
        if ((desk(rank).*counter).load() < value) return false;
    }
    return true;
}

bool ProcessNcclGroup::someoneDied() const {
    if (drills().peersDieUnnoticed) return false;
    for (int rank = 0; rank < ranks(); ++rank) {
        const auto process = static_cast<pid_t>(desk(rank).process.load());
        if (process != 0 && ::kill(process, 0) != 0 && errno == ESRCH) return true;
    }
    return false;
}

// A peer that has ended well has done all that is waited for: its death is looked for last.
NcclEnd ProcessNcclGroup::await(const std::function<bool()>& done) const {
    while (!done()) {
        if (aborted_) return NcclEnd::Aborted;
        if (someoneDied() && !done()) return NcclEnd::PeerDied;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    return NcclEnd::Done;
}

void ProcessNcclGroup::arrive(int rank, int device) {
    desk(rank).device = device;
    desk(rank).process = static_cast<uint64_t>(::getpid());
}

ncclResult_t ProcessNcclGroup::awaitAll() {
    if (await([this] { return all(&Desk::process, 1); }) != NcclEnd::Done) return ncclRemoteError;
    ::unlink(path_.c_str());
    for (int a = 0; a < ranks(); ++a) {
        for (int b = 0; b < a; ++b) {
            if (desk(a).device == desk(b).device) return ncclInvalidUsage;  // "Duplicate GPU"
        }
    }
    return ncclSuccess;
}

NcclEnd ProcessNcclGroup::run(int rank, uint64_t number, const NcclCall& call) {
    const std::lock_guard turn(turn_);
    const size_t bytes = call.inputBytes(ranks());
    if (bytes > kShownBytes) {
        violation(fmt::format("NCCL's double across processes: {} B in one collective", bytes));
        return NcclEnd::Aborted;
    }
    // What was shown last has been read by all.
    auto end = await([&] { return all(&Desk::read, number); });
    if (end != NcclEnd::Done) return end;
    if (aborted_) return NcclEnd::Aborted;
    std::memcpy(shownBy(rank), call.input, bytes);
    desk(rank).call = call;
    desk(rank).shown = number + 1;
    end = await([&] { return all(&Desk::shown, number + 1); });
    if (end != NcclEnd::Done) return end;
    std::vector<NcclCall> calls;
    for (int peer = 0; peer < ranks(); ++peer) {
        calls.push_back(desk(peer).call);
        calls.back().input = shownBy(peer);
    }
    checkAgreement(calls);
    const std::vector<std::byte> result = resultOf(calls, rank);
    desk(rank).read = number + 1;
    if (!result.empty()) std::memcpy(call.output, result.data(), result.size());
    return NcclEnd::Done;
}

void ProcessNcclGroup::hang(int) {
    while (!aborted_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void ProcessNcclGroup::abort(int) { aborted_ = true; }

void ProcessNcclGroup::enterSplit(int rank, uint64_t number, int color, int key) {
    desk(rank).colors[number % kMostSplits] = color;
    desk(rank).keys[number % kMostSplits] = key;
    desk(rank).splits = number + 1;
}

NcclGroup::Place ProcessNcclGroup::awaitSplit(int rank, uint64_t number) {
    if (await([&] { return all(&Desk::splits, number + 1); }) != NcclEnd::Done) return {};
    std::vector<std::pair<int, int>> entered;
    for (int peer = 0; peer < ranks(); ++peer) {
        entered.emplace_back(desk(peer).colors[number % kMostSplits],
                             desk(peer).keys[number % kMostSplits]);
    }
    const int color = entered[static_cast<size_t>(rank)].first;
    if (color == NCCL_SPLIT_NOCOLOR) return {};
    const SplitPlace place = splitPlaceOf(entered, rank);
    auto group =
        std::make_shared<ProcessNcclGroup>(fmt::format("{}-{}-{}", path_, number, color),
                                           static_cast<int>(place.members.size()), place.rank);
    group->arrive(place.rank, desk(rank).device);
    if (group->awaitAll() != ncclSuccess) return {};
    return {group, place.rank};
}

}  // namespace shardscope::doubles::cuda
