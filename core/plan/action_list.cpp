#include "core/plan/action_list.h"

#include <fmt/format.h>

#include <array>

namespace shardscope::core {

namespace {

std::string_view nameOf(EventKind kind) {
    constexpr std::array<std::string_view, kEventKinds> names{"ready", "reduced", "updated",
                                                              "gathered", "reserved"};
    return names[static_cast<size_t>(kind)];
}

}  // namespace

void ActionList::add(decltype(Action::what) what, std::string name, BucketId bucket) {
    out_.push_back({.what = std::move(what),
                    .name = std::move(name),
                    .phase = phase_,
                    .when = when_,
                    .bucket = bucket,
                    .layer = layer_});
}

void ActionList::allocate(BufferId buffer) {
    const BufferSpec& spec = rank_.layout[buffer];
    add(Allocate{buffer}, spec.name, spec.bucket);
}

void ActionList::free(BufferId buffer) {
    const BufferSpec& spec = rank_.layout[buffer];
    add(Free{buffer}, spec.name, spec.bucket);
}

void ActionList::launch(StreamId stream, Operation operation, std::string name, BucketId bucket) {
    add(Launch{.stream = stream, .operation = std::move(operation)}, std::move(name), bucket);
}

void ActionList::record(StreamId stream, EventKind kind, BucketId bucket) {
    add(RecordEvent{.stream = stream, .event = eventOf(kind, bucket)},
        fmt::format("{} {}", nameOf(kind), problem_.buckets.labelOf(bucket)), bucket);
}

void ActionList::wait(StreamId stream, EventKind kind, BucketId bucket, WaitCause cause) {
    add(WaitEvent{.stream = stream, .event = eventOf(kind, bucket), .cause = cause},
        fmt::format("{} {}", nameOf(kind), problem_.buckets.labelOf(bucket)), bucket);
}

void ActionList::mark(MarkKind kind, StreamId stream, BucketId bucket) {
    constexpr std::array<std::string_view, 4> names{"phase", "gradient ready", "parameter updated",
                                                    "parameter ready"};
    std::string name(names[static_cast<size_t>(kind)]);
    if (bucket.valid()) name += " " + problem_.buckets.labelOf(bucket);
    add(Mark{.stream = stream, .kind = kind}, std::move(name), bucket);
}

void ActionList::phaseBegin(Phase phase) {
    phase_ = phase;
    add(Mark{.stream = kCompute, .kind = MarkKind::PhaseBegin}, std::string(core::nameOf(phase)));
}

void ActionList::collective(const Sending& sending) {
    const TensorSpec& in = rank_.layout[sending.input];
    const TensorSpec& out = rank_.layout[sending.output];
    const std::string name =
        sending.name.empty() ? problem_.buckets.labelOf(sending.bucket) : sending.name;
    if (sending.group.size(problem_.buckets.ranks) == 1) {
        if (in.buffer == out.buffer && in.offset == out.offset) return;
        launch(kCommunication,
               Cast{.in = sending.input, .out = sending.output, .elements = in.elements}, name,
               sending.bucket);
        return;
    }
    add(Collective{.stream = kCommunication,
                   .kind = sending.kind,
                   .purpose = sending.purpose,
                   .input = sending.input,
                   .output = sending.output,
                   .elements = rank_.layout[sending.whole].elements,
                   .dtype = in.dtype,
                   .realElements = sending.realElements,
                   .root = sending.root,
                   .group = sending.group},
        name, sending.bucket);
}

}  // namespace shardscope::core
