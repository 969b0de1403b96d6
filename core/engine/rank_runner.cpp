#include "core/engine/rank_runner.h"

#include <fmt/format.h>

#include <cstring>

#include "core/base/overloaded.h"
#include "core/base/units.h"
#include "core/engine/live_buffers.h"
#include "core/engine/loss_scaler.h"

namespace shardscope::core {

namespace {

/// Operand ids of every launch of a plan, found once.
std::vector<std::vector<TensorId>> operandTable(const StepPlan& plan) {
    std::vector<std::vector<TensorId>> table;
    for (const Action* action : plan.flat()) {
        std::vector<TensorId>& ids = table.emplace_back();
        const auto* launch = std::get_if<Launch>(&action->what);
        if (!launch) continue;
        const Operands operands = operandsOf(launch->operation, 1);
        ids = operands.reads;
        ids.insert(ids.end(), operands.writes.begin(), operands.writes.end());
        if (ids.size() > kMaxOperands) broken("an operation has more operands than kMaxOperands");
    }
    return table;
}

}  // namespace

struct RankRunner::Impl {
    Impl(const Problem& p, Rank r, Device& d, Communicator& c, Observer* o, Options opts)
        : problem(p),
          rank(r),
          device(d),
          communicator(c),
          observer(o),
          options(opts),
          pool(opts.policy, opts.memoryLimit, d.memory()),
          scaler(p.workload.lossScaling, p.workload.dtype == DType::Fp16) {}

    Result<void> plan();
    Result<void> execute(const StepPlan& plan, const std::vector<Action>& actions, int microBatch);
    Result<void> executeStep(bool& overflow);
    Result<void> perform(const Action& action);
    Result<void> allocate(const Action& action, BufferId buffer);
    void free(const Action& action, BufferId buffer);
    void launch(const Action& action, const Launch& launch);
    void collective(const Action& action, const Collective& call);
    Result<void> refuse(const Action& action, BufferId buffer);
    Result<StepResult> results(bool overflow);
    Result<bool> readOverflow();
    Result<void> save(size_t& next, size_t index, CheckpointSink* sink);
    Result<void> executeCheckpoint(CheckpointSink* sink);
    Result<uint64_t> hashWeights();
    PoolCall callOf(bool isAllocate, BufferId buffer, const Block& block) const;
    ActionRef refOf(const Action& action) const {
        return {.action = action.index,
                .step = static_cast<int32_t>(scalars.step),
                .microBatch = microBatch};
    }

    const Problem& problem;
    Rank rank;
    Device& device;
    Communicator& communicator;
    Observer* observer;
    Options options;
    MemoryPool pool;
    LossScaler scaler;
    StepPlan setup, step;
    std::vector<std::vector<TensorId>> setupOperands, stepOperands;
    const std::vector<std::vector<TensorId>>* operands = nullptr;
    std::optional<LiveBuffers> live;
    StepScalars scalars;
    int microBatch = -1;
    bool poolIdentity = true;
    std::optional<OutOfMemoryReport> outOfMemory;
};

Result<void> RankRunner::Impl::plan() {
    Result<StepPlan> plannedSetup = planSetup(problem, rank);
    if (!plannedSetup) return tl::unexpected(plannedSetup.error());
    Result<StepPlan> plannedStep = planStep(problem, rank);
    if (!plannedStep) return tl::unexpected(plannedStep.error());
    setup = std::move(*plannedSetup);
    step = std::move(*plannedStep);
    setupOperands = operandTable(setup);
    stepOperands = operandTable(step);
    live.emplace(setup.layout);
    return {};
}

PoolCall RankRunner::Impl::callOf(bool isAllocate, BufferId buffer, const Block& block) const {
    const BufferSpec& spec = setup.layout[buffer];
    return {.allocate = isAllocate,
            .buffer = buffer.value,
            .requested = spec.bytes,
            .tag = spec.category,
            .home = spec.home,
            .block = block};
}

Result<void> RankRunner::Impl::allocate(const Action& action, BufferId buffer) {
    const BufferSpec& spec = setup.layout[buffer];
    Result<void> synchronized;
    const int64_t timeNs = device.nowNs();
    const std::optional<Block> block = allocateOrRelease(pool, spec.bytes, spec.home, [&] {
        synchronized = device.synchronize();
        poolIdentity = poolIdentity && !pool.refusedBySource();
    });
    if (!synchronized) return synchronized;
    if (!block) return refuse(action, buffer);
    live->add(buffer, *block, pool.addressOf(*block));
    if (observer) {
        observer->onAllocate(refOf(action), callOf(true, buffer, *block), pool.totals(), timeNs);
    }
    return {};
}

void RankRunner::Impl::free(const Action& action, BufferId buffer) {
    const int64_t timeNs = device.nowNs();
    const Block block = live->remove(buffer);
    pool.free(block);
    if (observer) {
        observer->onFree(refOf(action), callOf(false, buffer, block), pool.totals(), timeNs);
    }
}

Result<void> RankRunner::Impl::refuse(const Action& action, BufferId buffer) {
    const BufferSpec& spec = setup.layout[buffer];
    outOfMemory = OutOfMemoryReport{.rank = rank,
                                    .step = scalars.step,
                                    .microBatch = microBatch,
                                    .phase = action.phase,
                                    .bucket = action.bucket,
                                    .buffer = spec.name,
                                    .requested = spec.bytes,
                                    .totals = pool.totals(),
                                    .limit = options.memoryLimit,
                                    .live = live->byCategory(),
                                    .largest = live->largest(10)};
    const std::string place =
        action.bucket.valid()
            ? fmt::format("{} {}", nameOf(action.phase), problem.buckets.labelOf(action.bucket))
            : std::string(nameOf(action.phase));
    return core::outOfMemory(
        fmt::format("rank {}", rank.value),
        fmt::format("out of memory at {}: {} needs {}, reserved {} of {}", place, spec.name,
                    formatBytes(spec.bytes), formatBytes(pool.totals().reserved),
                    options.memoryLimit > 0 ? formatBytes(options.memoryLimit)
                                            : std::string("what the device has")));
}

void RankRunner::Impl::launch(const Action& action, const Launch& launch) {
    BoundOperation bound;
    bound.operation = &launch.operation;
    bound.layout = &setup.layout;
    for (TensorId id : (*operands)[static_cast<size_t>(action.index)]) {
        const auto at = static_cast<size_t>(bound.count++);
        bound.ids[at] = id;
        bound.addresses[at] = live->addressOf(id);
    }
    bound.scalars = scalars;
    bound.scalars.microBatch = std::max(microBatch, 0);
    device.launch(launch.stream, refOf(action), bound);
}

void RankRunner::Impl::collective(const Action& action, const Collective& call) {
    device.collective(call.stream, refOf(action),
                      {.kind = call.kind,
                       .dtype = call.dtype,
                       .elements = call.elements,
                       .input = live->addressOf(call.input),
                       .output = live->addressOf(call.output),
                       .root = call.root,
                       .group = call.group});
}

Result<void> RankRunner::Impl::perform(const Action& action) {
    Result<void> result;
    std::visit(Overloaded{
                   [&](const Allocate& a) { result = allocate(action, a.buffer); },
                   [&](const Free& a) { free(action, a.buffer); },
                   [&](const Launch& a) { launch(action, a); },
                   [&](const Collective& a) { collective(action, a); },
                   [&](const RecordEvent& a) { device.record(a.stream, refOf(action), a.event); },
                   [&](const WaitEvent& a) { device.wait(a.stream, refOf(action), a.event); },
                   [&](const Mark& a) { device.mark(a.stream, refOf(action)); },
               },
               action.what);
    return result;
}

Result<void> RankRunner::Impl::execute(const StepPlan& plan, const std::vector<Action>& actions,
                                       int at) {
    microBatch = at;
    for (const Action& action : actions) {
        if (at >= 0 && !happens(action.when, at, plan.gradAccum)) continue;
        if (action.once && scalars.updates > 0) continue;
        if (Result<void> done = perform(action); !done) return done;
    }
    microBatch = -1;
    return {};
}

Result<bool> RankRunner::Impl::readOverflow() {
    std::array<float, 3> values{};
    if (auto done = device.read(live->addressOf(step.scalars), values); !done) {
        return tl::unexpected(done.error());
    }
    return values[2] != 0.0F;
}

Result<void> RankRunner::Impl::executeStep(bool& overflow) {
    overflow = false;
    if (auto done = execute(step, step.prologue, -1); !done) return done;
    for (int m = 0; m < step.gradAccum; ++m) {
        if (auto done = execute(step, step.microBatch, m); !done) return done;
    }
    if (auto done = execute(step, step.epilogue, -1); !done) return done;
    if (step.branches) {
        Result<bool> found = readOverflow();
        if (!found) return tl::unexpected(found.error());
        overflow = *found;
    }
    if (auto done = execute(step, overflow ? step.skip : step.commit, -1); !done) return done;
    return device.synchronize();
}

/// What is due before the checkpoint's action @p index goes to @p sink.
Result<void> RankRunner::Impl::save(size_t& next, size_t index, CheckpointSink* sink) {
    for (; next < step.saved.size() && step.saved[next].before <= index; ++next) {
        if (!sink) continue;
        const Saved& saved = step.saved[next];
        const auto bytes =
            static_cast<size_t>(saved.elements() * bytesOf(step.layout[saved.tensor].dtype));
        std::vector<float> words((bytes + sizeof(float) - 1) / sizeof(float));  // parameters start
        const void* from =
            live->addressOf(saved.tensor);  // on 128 elements: the last word is there
        if (auto done = device.read(from, words); !done) return done;
        if (auto done = sink->take(saved, std::as_bytes(std::span(words)).first(bytes)); !done) {
            return done;
        }
    }
    return {};
}

Result<void> RankRunner::Impl::executeCheckpoint(CheckpointSink* sink) {
    size_t next = 0;
    for (size_t i = 0; i < step.checkpoint.size(); ++i) {
        if (auto done = save(next, i, sink); !done) return done;
        if (auto done = perform(step.checkpoint[i]); !done) return done;
    }
    if (auto done = save(next, step.checkpoint.size(), sink); !done) return done;
    return device.synchronize();
}

Result<StepResult> RankRunner::Impl::results(bool overflow) {
    std::vector<float> losses(static_cast<size_t>(step.gradAccum));
    std::array<float, 3> values{};
    if (auto done = device.read(live->addressOf(step.losses), losses); !done) {
        return tl::unexpected(done.error());
    }
    if (auto done = device.read(live->addressOf(step.scalars), values); !done) {
        return tl::unexpected(done.error());
    }
    StepResult result{.gradientNorm = values[0], .skipped = overflow, .lossScale = scaler.scale()};
    for (float loss : losses) result.loss += loss;
    result.loss /= step.gradAccum;
    if (!options.hashWeights) return result;
    const Result<uint64_t> hash = hashWeights();
    if (!hash) return tl::unexpected(hash.error());
    result.weightHash = *hash;
    return result;
}

/// A device says with its next answer that it could not read the weights.
Result<uint64_t> RankRunner::Impl::hashWeights() {
    uint64_t sum = 0;
    for (const WeightRange& kept : setup.weights) {
        sum += device.hashWeights(live->addressOf(kept.tensor), setup.layout[kept.tensor].dtype,
                                  kept.bucket, kept.range.begin, kept.range.end - kept.range.begin);
    }
    if (auto read = device.synchronize(); !read) return tl::unexpected(read.error());
    return sum;
}

RankRunner::RankRunner(const Problem& problem, Rank rank, Device& device,
                       Communicator& communicator, Observer* observer, Options options)
    : impl_(std::make_unique<Impl>(problem, rank, device, communicator, observer, options)) {}

RankRunner::~RankRunner() = default;

Result<void> RankRunner::setUp() {
    if (auto planned = impl_->plan(); !planned) return planned;
    impl_->operands = &impl_->setupOperands;
    impl_->scalars.step = -1;
    Result<void> done = impl_->execute(impl_->setup, impl_->setup.prologue, -1);
    Result<void> finished = impl_->device.synchronize();
    if (!done) impl_->communicator.abort(toString(done.error()));
    if (!done) return done;
    impl_->operands = &impl_->stepOperands;
    return finished;
}

Result<StepResult> RankRunner::step(int64_t step) {
    Impl& me = *impl_;
    me.scalars.step = step;
    me.scalars.lossScale = me.scaler.scale();
    me.scalars.learningRate = me.problem.workload.optimizer.learningRate;
    const int64_t beginNs = me.device.nowNs();
    bool overflow = false;
    if (Result<void> done = me.executeStep(overflow); !done) {
        me.communicator.abort(toString(done.error()));
        (void)me.device.synchronize();  // nothing may touch our memory after we return
        return tl::unexpected(done.error());
    }
    if (me.observer) {
        me.observer->onStep(static_cast<int32_t>(step), beginNs, me.device.nowNs());
    }
    Result<StepResult> result = me.results(overflow);
    if (!result) return result;
    if (!overflow) ++me.scalars.updates;
    if (auto scaled = me.scaler.update(overflow); !scaled) return tl::unexpected(scaled.error());
    return result;
}

Result<void> RankRunner::saveCheckpoint(int64_t steps, CheckpointSink* sink) {
    Impl& me = *impl_;
    me.scalars.step = steps;
    Result<void> done = me.executeCheckpoint(sink);
    if (done) return done;
    me.communicator.abort(toString(done.error()));
    (void)me.device.synchronize();  // nothing may touch our memory after we return
    return done;
}

const std::optional<OutOfMemoryReport>& RankRunner::outOfMemory() const {
    return impl_->outOfMemory;
}
const MemoryPool& RankRunner::pool() const { return impl_->pool; }
const StepPlan& RankRunner::setupPlan() const { return impl_->setup; }
const StepPlan& RankRunner::stepPlan() const { return impl_->step; }
bool RankRunner::poolIdentity() const { return impl_->poolIdentity; }
double RankRunner::lossScale() const { return impl_->scaler.scale(); }

const void* RankRunner::weightAddress(ParameterId parameter) const {
    return impl_->live->addressOf(impl_->problem.graph.weightOf(parameter));
}

}  // namespace shardscope::core
