#include "core/capacity/sweep.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <thread>

namespace shardscope::core {

namespace {

constexpr size_t kTaken = 16;  // rows a thread takes at once
constexpr auto kTold = std::chrono::milliseconds(100);

struct Shared {
    Evaluator& evaluator;
    std::vector<PlanRow>& rows;
    void (*each)(Shared&, PlanRow&);
    const std::atomic<bool>* stop;
    std::atomic<size_t> next{0}, done{0};
    std::mutex mutex{};
    std::condition_variable ended{};
    int working = 0;  ///< guarded by mutex

    bool stopped() const { return stop && stop->load(); }
};

void evaluateRow(Shared& shared, PlanRow& row) {
    if (!row.reason.empty()) return;
    if (shared.stopped()) {
        row.reason = "interrupted before it was evaluated";
        return;
    }
    auto result = shared.evaluator.evaluate(row.at);
    if (result) {
        row.result = *result;
    } else {
        row.reason = toString(result.error());
    }
}

void limitRow(Shared& shared, PlanRow& row) {
    if (!row.result || row.result->smallestLimitBytes > 0 || shared.stopped()) return;
    const auto limit = shared.evaluator.smallestLimit(row.at);
    if (!limit) return;
    // Success need not be monotone: what fails under the budget may run under less. What it reserves
    // without a limit is then what is sure to be enough.
    const Evaluator::Options& options = shared.evaluator.options();
    const int64_t budget =
        budgetOfRank(options.budgetBytes, options.machine != nullptr, row.at.ranks);
    if (row.result->fits || *limit > budget) row.result->smallestLimitBytes = *limit;
}

void work(Shared& shared) {
    for (;;) {
        const size_t begin = shared.next.fetch_add(kTaken);
        if (begin >= shared.rows.size()) break;
        const size_t end = std::min(begin + kTaken, shared.rows.size());
        for (size_t i = begin; i < end; ++i) shared.each(shared, shared.rows[i]);
        shared.done.fetch_add(end - begin);
    }
    const std::lock_guard lock(shared.mutex);
    --shared.working;
    shared.ended.notify_one();
}

int threadsFor(int asked, size_t rows) {
    const int machine = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto useful = static_cast<int>(std::min<size_t>((rows + kTaken - 1) / kTaken, 1024));
    return std::clamp(asked > 0 ? asked : machine, 1, std::max(1, useful));
}

void onAllCores(Shared& shared, int threads, const SweepProgress& progress) {
    const std::vector<PlanRow>& rows = shared.rows;
    shared.working = threadsFor(threads, rows.size());
    std::vector<std::thread> workers;
    const int count = shared.working;
    for (int i = 0; i < count; ++i) workers.emplace_back([&shared] { work(shared); });
    {
        std::unique_lock lock(shared.mutex);
        while (!shared.ended.wait_for(lock, kTold, [&] { return shared.working == 0; })) {
            if (progress) progress(shared.done.load(), rows.size());
        }
    }
    for (std::thread& worker : workers) worker.join();
}

}  // namespace

void evaluate(Evaluator& evaluator, std::vector<PlanRow>& rows, int threads,
              const SweepProgress& progress, const std::atomic<bool>* stop) {
    Shared shared{.evaluator = evaluator, .rows = rows, .each = evaluateRow, .stop = stop};
    onAllCores(shared, threads, progress);
}

void findLimits(Evaluator& evaluator, std::vector<PlanRow>& rows, int threads,
                const std::atomic<bool>* stop) {
    Shared shared{.evaluator = evaluator, .rows = rows, .each = limitRow, .stop = stop};
    onAllCores(shared, threads, {});
}

}  // namespace shardscope::core
