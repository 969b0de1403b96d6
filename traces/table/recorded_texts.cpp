#include "traces/table/recorded_texts.h"

#include "traces/table/phrase_match.h"

namespace shardscope::table {

namespace {

/// Templates of sentences that are written elsewhere: "%1", "%2", … in this order.
const std::vector<Phrase>& knownTemplates() {
    static const std::vector<Phrase> known{
        // analyse.cpp
        Sentences::phrase("%1 events could not be read"),
        Sentences::phrase("the file was cut: what is said holds for what could be read"),
        Sentences::phrase("the file is still being written: what is said holds for what is there"),
        Sentences::phrase(
            "the least limit of a run that ran out of memory counts only what it had asked for "
            "until then"),
        Sentences::phrase("only the first step was recorded: times include warming up"),
        // observed.cpp
        Sentences::phrase("the label \"%1\" says %2 %3; seen: %4"),
        Sentences::phrase("the label says stage %1; seen: stage %2"),
        // simulation_facts.cpp
        Sentences::phrase("does not fit: %1 are needed on the device and %2 has %3, %4 too little"),
        // gpu/accelerator.cpp
        Sentences::phrase(
            "%1 ranks share one GPU: bytes and lifetimes are facts, times are a shared card's"),
        Sentences::phrase("each rank's segments are held to a quota of %1"),
        Sentences::phrase("matrix products use %1 of workspace a rank, outside the pool"),
        Sentences::phrase("fp32 matrix products round their inputs to tf32, 10 bits of mantissa"),
        Sentences::phrase("device-used memory is what %1 says"),
        // fabric.cpp
        Sentences::phrase("%1 ranks in one process on %2 cores (%3)"),
        Sentences::phrase("1 rank in one process on %1 cores (%2)"),
        Sentences::phrase("%1 ranks as MPI processes on %2 cores (%3)"),
        Sentences::phrase("%1 ranks at unit costs"),
        Sentences::phrase("%1 ranks at the times of %2"),
        // phases
        Sentences::phrase("setup"),
        Sentences::phrase("forward"),
        Sentences::phrase("backward"),
        Sentences::phrase("optimizer"),
        Sentences::phrase("gather"),
        Sentences::phrase("first step"),
        Sentences::phrase("checkpoint"),
    };
    return known;
}

}  // namespace

Phrase recordedText(const std::string& text) { return toldBy(knownTemplates(), text); }

}  // namespace shardscope::table
