#include "traces/table/planned_texts.h"

#include "traces/table/deepspeed_texts.h"
#include "traces/table/phrase_match.h"

namespace shardscope::table {

namespace {

/// Templates of sentences that are written elsewhere, the particular before the general.
const std::vector<Phrase>& plannersTemplates() {
    static const std::vector<Phrase> known{
        // profiler/cli/plan/plan_outcome.cpp, profiler/run/simulation_facts.cpp
        Sentences::phrase(
            "memory is the pool's of one rank (%1 segments), over set-up and %2 steps"),
        Sentences::phrase(
            "memory is model states alone: weights, gradients and optimizer, without activations, "
            "buffers and padding"),
        Sentences::phrase(
            "what a device needs beside the pool (context, libraries, communicator buffers) is not "
            "in it"),
        Sentences::phrase(
            "of %1's %2, context %3, libraries %4, NCCL's communicators %5 and %6 % of slack are "
            "not the pool's"),
        Sentences::phrase("a row is the rank with the largest peak; rank 0 where ranks are alike"),
        Sentences::phrase("cost is bytes sent: %1"),
        Sentences::phrase("no hardware was named, so there is no cost model to time a step with"),
        Sentences::phrase(
            "steps are timed on %1 (%2) by its hardware file's cost model, not measured"),
        Sentences::phrase(
            "%1 sums each bucket's norm in as many slices as there are ranks, a kernel each, so "
            "that it has the bits of stages 1 to 3; its step holds those launches"),
        Sentences::phrase(
            "in-flight has no effect where full gradients live until the step (stages 0 and 1): "
            "such rows are alike"),
        Sentences::phrase(
            "of more than %1 rows those not shown need what they reserve without a limit, or less"),
        Sentences::phrase("ranks are threads of %1, and share its %2"),
        Sentences::phrase("steps are simulated with what was %1"),
        Sentences::phrase("measured by shardscope calibrate on %1, %2 cores, %3"),
        Sentences::phrase(
            "not measured, so by the machine's bandwidth and peaks: %1; calibrate with this "
            "workload's options measures them"),
        Sentences::phrase("more ranks than its %1 cores take turns, at a factor of %2"),
        // core/capacity
        Sentences::phrase("global batch %1 is no multiple of micro-batch x ranks = %2 x %3 = %4"),
        Sentences::phrase("%1 ranks on nodes of %2 GPUs would leave one partly filled"),
        Sentences::phrase("interrupted before it was evaluated"),
        // errors of core/plan, core/model and core/catalogue that are reasons of rows
        Sentences::phrase("%1: found %2; allowed: a divisor of --ranks, which is %3"),
        Sentences::phrase(
            "a shard group needs a sharded optimizer: a replicated one has no shards"),
        Sentences::phrase(
            "a shard group needs layout per-bucket or per-parameter: its ranks get equal parts"),
        Sentences::phrase(
            "a shard group needs reduce-scatter: it reduces inside the group, then across groups"),
        Sentences::phrase("%1: the model would have %2 parameters; allowed: at most %3"),
        Sentences::phrase("%1: one activation would have %2 elements; allowed: at most %3"),
        Sentences::phrase("%1: this %2 has %3, which nothing here computes, so it has no time "
                          "model; allowed: %4"),
        // what core/catalogue/time_model.cpp finds in a model
        Sentences::phrase("experts and their router"),
        Sentences::phrase("latent attention, experts and their router"),
        Sentences::phrase("a GELU gate and a scaled embedding"),
        Sentences::phrase("capped scores, a GELU gate and a scaled embedding"),
        Sentences::phrase("attention beside the feed-forward"),
        Sentences::phrase("ReLU and its position table"),
        Sentences::phrase("an encoder, cross-attention and relative positions"),
        Sentences::phrase("attention in both directions"),
        Sentences::phrase("images"),
        Sentences::phrase("ALiBi, or LayerNorm without a bias"),
        Sentences::phrase("a head of its own (tie_word_embeddings false)"),
        Sentences::phrase("a feed-forward of %1 columns, which is not four times hidden"),
        Sentences::phrase("biases of the output projection or the feed-forward"),
        Sentences::phrase("rotary embeddings of a part of each head"),
        // profiler/cli/options/user_files.cpp, core/config/huggingface
        Sentences::phrase(
            "%1: the last %2 of its %3 positions are left out with --seq %4: %5 parameters less"),
        Sentences::phrase("%1 is not given; %2 is used (%3)"),
        Sentences::phrase("%1 is not given; %2 is used"),
        Sentences::phrase("%1 holds the config's %2 parameters"),
        Sentences::phrase("%1: %2, %3 parameters"),
        Sentences::phrase("the class's default"),
        Sentences::phrase("the base class's default"),
        // a setting that makes something fit; a sentence with its place
        Sentences::phrase("%1 (from %2)"),
        Sentences::phrase("strategy %1"),
    };
    return known;
}

const std::vector<Phrase>& knownTemplates() {
    static const std::vector<Phrase> all = [] {
        std::vector<Phrase> known = deepSpeedTemplates();
        const std::vector<Phrase>& more = plannersTemplates();
        known.insert(known.end(), more.begin(), more.end());
        known.push_back(Sentences::phrase("%1: %2"));  // anything with its place
        return known;
    }();
    return all;
}

}  // namespace

Phrase plannedText(const std::string& text) { return toldBy(knownTemplates(), text); }

}  // namespace shardscope::table
