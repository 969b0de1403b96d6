#include "profiler/nvtx/nvtx_tags.h"

#include <fmt/format.h>
#include <nvtx3/nvToolsExt.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/plan/planner.h"

namespace shardscope::profiler::nvtx {

namespace {

/// Null when no tool is attached.
nvtxDomainHandle_t domain() {
    static const nvtxDomainHandle_t created = nvtxDomainCreateA("shardscope");
    return created;
}

uint32_t categoryOf(core::Phase phase) { return static_cast<uint32_t>(phase) + 1; }

void nameCategories() {
    for (core::Phase phase :
         {core::Phase::Setup, core::Phase::Forward, core::Phase::Backward, core::Phase::Optimizer,
          core::Phase::Gather, core::Phase::Checkpoint}) {
        const std::string name(nameOf(phase));
        nvtxDomainNameCategoryA(domain(), categoryOf(phase), name.c_str());
    }
}

nvtxEventAttributes_t attributesOf(nvtxStringHandle_t name, core::Phase phase) {
    nvtxEventAttributes_t attributes{};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.category = categoryOf(phase);
    attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    attributes.message.registered = name;
    return attributes;
}

/// One action's range, ready to be pushed.
struct ActionRange {
    core::Phase phase = core::Phase::Setup;
    nvtxEventAttributes_t attributes{};
};

ActionRange rangeOf(const core::Action& action) {
    ActionRange range{
        action.phase,
        attributesOf(nvtxDomainRegisterStringA(domain(), action.name.c_str()), action.phase)};
    nvtxEventAttributes_t& attributes = range.attributes;
    if (const auto* collective = std::get_if<core::Collective>(&action.what)) {
        attributes.payloadType = NVTX_PAYLOAD_TYPE_INT64;
        attributes.payload.llValue = collective->elements * core::bytesOf(collective->dtype);
    } else if (action.bucket.valid()) {
        attributes.payloadType = NVTX_PAYLOAD_TYPE_INT32;
        attributes.payload.iValue = action.bucket.value;
    }
    return range;
}

std::vector<ActionRange> rangesOf(const core::Result<core::StepPlan>& plan) {
    std::vector<ActionRange> ranges;
    if (!plan) return ranges;
    for (const core::Action* action : plan->flat()) ranges.push_back(rangeOf(*action));
    return ranges;
}

class NvtxTags : public core::ActivityTags {
  public:
    NvtxTags(std::unique_ptr<core::ActivityTags> tags, const core::RunContext& context)
        : tags_(std::move(tags)) {
        nameCategories();
        if (context.problem == nullptr) return;
        setup_ = rangesOf(core::planSetup(*context.problem, context.rank));
        step_ = rangesOf(core::planStep(*context.problem, context.rank));
    }

    void begin(const core::Activity& activity) override {
        const auto& ranges = activity.ref.step < 0 ? setup_ : step_;
        const auto at = static_cast<size_t>(activity.ref.action);
        pushed_ = at < ranges.size();
        if (pushed_) {
            enter({ranges[at].phase, activity.ref.microBatch});
            nvtxDomainRangePushEx(domain(), &ranges[at].attributes);
        }
        tags_->begin(activity);
    }

    void end() override {
        tags_->end();
        if (std::exchange(pushed_, false)) nvtxDomainRangePop(domain());
    }

    // A phase's range ends here at the latest: the next step may come from another thread.
    core::Result<void> deliver(core::Observer& observer) override {
        leave();
        return tags_->deliver(observer);
    }
    int64_t nowNs() override { return tags_->nowNs(); }

  private:
    using Place = std::pair<core::Phase, int32_t>;  // a phase, and its micro-batch or -1

    void enter(const Place& place) {
        if (inPhase_ && place_ == place) return;
        leave();
        const nvtxEventAttributes_t attributes = attributesOf(nameOf(place), place.first);
        nvtxDomainRangePushEx(domain(), &attributes);
        place_ = place;
        inPhase_ = true;
    }
    void leave() {
        if (std::exchange(inPhase_, false)) nvtxDomainRangePop(domain());
    }
    nvtxStringHandle_t nameOf(const Place& place) {
        auto& name = names_[place];
        if (name != nullptr) return name;
        std::string text(core::nameOf(place.first));
        if (place.second >= 0) text += fmt::format(" {}", place.second);
        return name = nvtxDomainRegisterStringA(domain(), text.c_str());
    }

    const std::unique_ptr<core::ActivityTags> tags_;
    std::vector<ActionRange> setup_, step_;
    std::map<Place, nvtxStringHandle_t> names_;
    Place place_{core::Phase::Setup, -1};
    bool inPhase_ = false, pushed_ = false;
};

}  // namespace

bool toolAttached() { return domain() != nullptr; }

std::unique_ptr<core::ActivityTags> withRanges(std::unique_ptr<core::ActivityTags> tags,
                                               const core::RunContext& context) {
    if (!toolAttached()) return tags;
    return std::make_unique<NvtxTags>(std::move(tags), context);
}

}  // namespace shardscope::profiler::nvtx
