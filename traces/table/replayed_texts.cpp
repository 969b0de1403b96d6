#include "traces/table/replayed_texts.h"

#include "traces/table/phrase_match.h"

namespace shardscope::table {

namespace {

/// Templates of sentences that are written elsewhere, the particular before the general.
const std::vector<Phrase>& knownTemplates() {
    static const std::vector<Phrase> known{
        // profiler/replay/replay.cpp
        Sentences::phrase(
            "operations and collectives take what they took in %1: medians over %2 steps and %3 "
            "ranks"),
        Sentences::phrase(
            "operations and collectives take what they took in %1: medians over %2 steps and 1 "
            "rank"),
        Sentences::phrase("what it lacks is taken from %1"),
        Sentences::phrase(
            "medians leave out when work was held up: operations are stretched by %1 and transfers "
            "by %2, so that a step's sums are the recorded ones"),
        Sentences::phrase("the host issues a launch in %1 us and an event in %2 us; %3 us lie "
                          "between operations"),
        Sentences::phrase(
            "a thread that waited goes on %1 after what it waited for; all ranks are equally fast, "
            "and those that meet wait %2 % of the time since they last did"),
        Sentences::phrase("work keeps the slow-down that it had beside other work when it was "
                          "recorded, and gets no other"),
        Sentences::phrase("%1 as it was recorded, at these times: %2 ms a step; recorded were %3 "
                          "ms (ratio %4)"),
        // core/sim/measured/replay_assumptions.cpp
        Sentences::phrase("operations that were not recorded take the median of those of the same "
                          "kernel and sizes: %1"),
        Sentences::phrase(
            "one micro-batch a step was recorded: adding to a gradient takes what writing it "
            "takes: %1"),
        Sentences::phrase("in sizes that were not recorded, time grows with the bytes, from the "
                          "nearest recorded size on: %1"),
        Sentences::phrase("operations that were not recorded at all take the time a byte of a "
                          "kernel that was: %1"),
        Sentences::phrase(
            "an %1 that was not recorded in such sizes takes what a %2 and an %3 of the same array "
            "take"),
        Sentences::phrase(
            "a %1 was not recorded in such sizes and takes half the time of an %2 of the same "
            "array"),
        Sentences::phrase(
            "a %1 was not recorded in such sizes and takes the time of an %2 of the same array"),
        Sentences::phrase("%1 in sizes that were not recorded: %2, a line fitted to %3"),
        Sentences::phrase("%1 us + bytes at %2 GB/s"),
        Sentences::phrase("%1 and to the smallest collective; used up to %2"),
        Sentences::phrase("%1 and to the smallest collective"),
        Sentences::phrase("%1; used up to %2"),
        Sentences::phrase("its one recorded size, %1"),
        Sentences::phrase("%1 recorded sizes from %2 to %3"),
        Sentences::phrase(
            "collectives over another number of ranks: latency by the steps of a ring, bytes by "
            "what each rank sends; links between more ranks are as fast as the recorded ones"),
        // profiler/run/simulation_facts.cpp
        Sentences::phrase("%1 ranks were recorded; each of %2 computes as fast"),
    };
    return known;
}

}  // namespace

Phrase replayedText(const std::string& text) { return toldBy(knownTemplates(), text); }

}  // namespace shardscope::table
