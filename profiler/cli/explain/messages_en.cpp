#include "core/base/result.h"
#include "profiler/cli/explain/messages.h"

namespace shardscope::explain {

std::string_view englishOf(Message message) {
    switch (message) {
        case Message::PictureTitle:
            return "What every GPU holds during one step: {0}";
        case Message::PictureShape:
            return "{0} GPUs, {1} buckets, G = {2}, {3} in flight. Of every bucket shard A belongs "
                   "to "
                   "GPU 0, B to GPU 1, and so on.";
        case Message::PictureOneRank:
            return "One GPU: it owns every shard, and nothing is sent.";
        case Message::PictureTime:
            return "The plans are executed as written, without arithmetic. A collective takes as "
                   "long as the backward of one bucket, or less where the plan waits for it.";
        case Message::LegendParameters:
            return "parameters";
        case Message::LegendGradients:
            return "gradients";
        case Message::LegendOptimizer:
            return "optimizer state";
        case Message::KindParameters:
            return "param";
        case Message::KindGradients:
            return "grad";
        case Message::KindOptimizer:
            return "optim";
        case Message::KindHeld:
            return "held";
        case Message::Held:
            return "{0} shards of gradient";
        case Message::HeldToCome:
            return " ({0} to come)";
        case Message::HeldDead:
            return ", {0} dead";
        case Message::MicroBatchOf:
            return " (micro-batch {0} of {1})";
        case Message::MicroBatchAlike:
            return "Micro-batch {0} looks like micro-batch {1}.";
        case Message::MicroBatchesAlike:
            return "Micro-batches {0} to {1} look like micro-batch {2}.";
        case Message::PictureNext:
            return "next: shardscope explain --strategy {0}   (the two plans side by side, and "
                   "why)";

        case Message::CellReady:
            return "[A ] ready";
        case Message::CellUpdated:
            return "[A'] new, updated in this step";
        case Message::CellStale:
            return "[A-] stale: another GPU has the new one";
        case Message::CellStaleMoving:
            return "[A~] stale, the new one is on its way";
        case Message::CellWrong:
            return "[A!] updated with a gradient that is not the sum over all GPUs";
        case Message::CellAbsent:
            return "[. ] not here";
        case Message::CellAbsentMoving:
            return "[.~] on its way";
        case Message::CellLocal:
            return "[a ] local: this GPU's own, not summed";
        case Message::CellLocalMoving:
            return "[a~] local, being summed";
        case Message::CellSummed:
            return "[A ] summed over all GPUs";
        case Message::CellDead:
            return "[# ] dead: in memory, never read again";
        case Message::CellKeptAndLocal:
            return "[Aa] sum so far, and local";
        case Message::CellKeptAndMoving:
            return "[A~] sum so far, local being added";
        case Message::CellKeptAndDead:
            return "[A#] kept sum, and dead";
        case Message::CellEmpty:
            return "[_ ] allocated, empty";
        case Message::CellStateKept:
            return "[A ] kept here";
        case Message::CellStateUpdated:
            return "[A'] updated";

        case Message::AtStepStart:
            return "start of the step";
        case Message::AtForwardUse:
            return "forward reads {0}";
        case Message::AtGradientReady:
            return "backward of {0}";
        case Message::AtBeforeUpdate:
            return "before the update";
        case Message::AtAfterUpdate:
            return "after the update";
        case Message::AtAfterGather:
            return "after the all-gather";
        case Message::AtStepEnd:
            return "end of the step";
        case Message::AtNextForward:
            return "the next forward reads {0}";

        case Message::ClauseJoin:
            return "; ";
        case Message::HasAllParameters:
            return "Every GPU has all parameters";
        case Message::HasOwnParameters:
            return "Each GPU has only its own shards of the parameters";
        case Message::HasAllOptimizer:
            return "every GPU has the whole optimizer state";
        case Message::HasOwnOptimizer:
            return "each GPU has the optimizer state of its own shards only";
        case Message::ForwardReads:
            return "Forward reads {0}";
        case Message::ForwardGathered:
            return "All shards of {0} were gathered on every GPU, for this use only";
        case Message::ParametersFreed:
            return "what was gathered of {0} is freed";
        case Message::GatherUnderWay:
            return "the all-gather of {0} is under way";
        case Message::GradientComplete:
            return "The gradient of {0} is complete on each GPU, but local";
        case Message::GradientAccumulated:
            return "Micro-batch {1} was added to the local gradient of {0}";
        case Message::ReductionUnderWay:
            return "the {1} of {0} is under way";
        case Message::GradientFreed:
            return "{0}: each GPU keeps its shard of the sum, the full bucket is freed";
        case Message::GradientDied:
            return "{0}: summed, and on each GPU all but its own shard is dead";
        case Message::GradientSummed:
            return "{0}: the whole sum is on every GPU";
        case Message::OwnShardSummed:
            return "Each GPU has the sum over all GPUs of its own shards, all that its update "
                   "reads";
        case Message::AllSummed:
            return "Every GPU has the whole summed gradient";
        case Message::NothingSummed:
            return "Nothing was summed over GPUs: each would update with its own gradient alone";
        case Message::SomeDead:
            return "{0} of the {1} shards of gradient in its memory are dead";
        case Message::NoFullLeft:
            return "no full-size gradient is left";
        case Message::OwnersUpdated:
            return "Each GPU has updated its own shards only ({0})";
        case Message::OwnerHasNew:
            return "GPU {0}: new {1}";
        case Message::AllUpdated:
            return "Every GPU has updated all parameters itself";
        case Message::WrongUpdate:
            return "the gradients were never summed, so this is not the step of one model";
        case Message::OthersStale:
            return "on the other GPUs these shards are stale";
        case Message::OthersNotKept:
            return "the other shards are not kept here";
        case Message::GradientsFreed:
            return "all gradients are freed";
        case Message::AllReady:
            return "The all-gather has brought every new shard to every GPU: the next forward can "
                   "read all parameters";
        case Message::NothingToGather:
            return "There is nothing to gather: every GPU has all new parameters";
        case Message::NothingReturned:
            return "There was no all-gather: each GPU still has the old shards of the others";
        case Message::GatheredOnUse:
            return "Nothing is gathered now: the next forward gathers each bucket when it reads it";
        case Message::NextReadsNew:
            return "The next forward has all new parameters of {0}";
        case Message::NextReadsStale:
            return "The next forward reads stale shards of {0}: from here on the GPUs train "
                   "different models";

        case Message::PlansTitle:
            return "{0} and {1}: what GPU 0 of {2} does in one step";
        case Message::PlansModel:
            return "{0} {1} x {2}, Psi = {3}, {4} | {5} buckets, ready from the highest number "
                   "down | G = {6}";
        case Message::Axis:
            return "axis";
        case Message::AxesAlike:
            return "Alike: {0}.";
        case Message::FactWeights:
            return "weights between steps";
        case Message::FactOptimizer:
            return "optimizer state, master weights included";
        case Message::FactMostFull:
            return "full-size gradients, the most at once";
        case Message::FactBetween:
            return "gradients held between micro-batches";
        case Message::FactSent:
            return "sent by a GPU in a step";
        case Message::PlansHow:
            return "| both  * both, differently  < left only  > right only  a, b, ... why, below  "
                   "--full all actions";
        case Message::PlansNotes:
            return "[1st] in the first micro-batch only   [2nd..] from the second on   [last] in "
                   "the last only";
        case Message::PhaseForward:
            return "forward";
        case Message::PhaseBackward:
            return "backward";
        case Message::PhaseOptimizer:
            return "optimizer";
        case Message::PhaseGather:
            return "end of the step";
        case Message::EachMicroBatch:
            return ", in each of {0} micro-batches";
        case Message::FoldedAlike:
            return "... {0} actions of {1}, the same in both";
        case Message::FoldedOne:
            return "... {0} operations and events";
        case Message::Hidden:
            return "Not shown: {0} operations and events that belong to what is marked.";
        case Message::WhyHeading:
            return "Why";
        case Message::SamePlans:
            return "The two plans are the same.";

        case Message::WhyBornEachMicroBatch:
            return "{0} allocates the full-size bucket in every micro-batch, because it freed the "
                   "last one; {1} allocates it once and adds all micro-batches into it.";
        case Message::WhyShard:
            return "{0} allocates a shard: the reduced part must outlive the bucket.";
        case Message::WhyIncoming:
            return "{0} reduces later micro-batches into storage of their own: a reduction "
                   "overwrites, and the shard already holds the earlier ones.";
        case Message::WhyAddToShard:
            return "{0} adds each later micro-batch's reduced part to the shard: that is where it "
                   "accumulates.";
        case Message::WhyFreed:
            return "{0} frees the bucket as soon as its reduction is waited for: only the shard is "
                   "read again.";
        case Message::WhyInFlight:
            return "{0} waits for the oldest reduction before it allocates another bucket: at most "
                   "{2} full-size buckets are in flight.";
        case Message::WhyDrain:
            return "{0} ends each backward with every reduction done: no full-size gradient is "
                   "left after it.";
        case Message::WhyIncomingFreed:
            return "{0} frees the incoming part once it is added to the shard.";
        case Message::WhyCadence:
            return "{0} reduces in each of the {2} micro-batches, because what is freed cannot "
                   "accumulate; {1} adds them up locally and reduces after the last.";
        case Message::WhyIntoShard:
            return "{0} reduces into its shard, so that the bucket can go; {1} reduces in place, "
                   "and the other GPUs' parts stay as dead weight.";
        case Message::WhyAllReduce:
            return "{0} all-reduces: its optimizer is replicated, so every GPU needs the whole "
                   "sum; "
                   "{1} reduce-scatters: each GPU updates one shard and needs the sum of that "
                   "only.";
        case Message::WhyAllReduceSharded:
            return "{0} all-reduces whole buckets, as that system's code does: a GPU updates one "
                   "shard only, and gets sums that it does not need, for twice the bytes; {1} "
                   "reduce-scatters: each GPU gets the sum of its shard only.";
        case Message::WhyReductionOnlyOne:
            return "{0} sums gradients over GPUs; {1} was told not to, so its GPUs train on their "
                   "own data alone.";
        case Message::WhyWaitReduced:
            return "{0} waits for reductions only when the optimizer needs them; {1} has waited in "
                   "backward, in order to free.";
        case Message::WhyNormSlices:
            return "{0} has the whole summed gradient, and computes the norm of all {2} slices "
                   "itself.";
        case Message::WhyNormSummed:
            return "{0} has one shard of the gradient on each GPU, so the norm is summed over GPUs "
                   "by a small all-reduce.";
        case Message::WhyUpdate:
            return "{0} updates its own shard only, the one whose optimizer state it has; {1} "
                   "updates everything on every GPU.";
        case Message::WhyKeptUntilStep:
            return "{0} keeps the full gradient until the step, and frees it now; {1} has kept a "
                   "shard of it.";
        case Message::WhyReturn:
            return "{0} all-gathers the updated parameters; {1} does not.";
        case Message::WhyReturnNotReplicated:
            return "{0} all-gathers: each GPU has updated one shard, and the next forward reads "
                   "all of them; {1} has updated everything on every GPU.";
        case Message::WhyReturnNotGathered:
            return "{0} all-gathers now, because it keeps all parameters on every GPU; {1} gathers "
                   "them when they are next used.";
        case Message::WhyReturnLeftOut:
            return "{0} all-gathers: the next forward reads all parameters; {1} was told not to, "
                   "and goes on with stale ones.";
        case Message::WhyGathersForUse:
            return "{0} gathers a bucket's parameters before each use: between uses a GPU has its "
                   "own shard only.";
        case Message::WhyGatheredFreed:
            return "{0} frees the gathered parameters after their last use here.";
        case Message::WhyWaitGathered:
            return "{0} cannot compute before the parameters are here.";
        case Message::WhyOverlap:
            return "{0} waits right after each launch, because overlap is off.";
        case Message::WhyStaging:
            return "{0} converts to another type for the reduction.";
        case Message::WhyFlattened:
            return "{0} sends a flattened copy of the bucket; {1} sends the bucket itself.";
        case Message::WhyPersistent:
            return "{1} allocates its gradient buckets once, in set-up, and never frees them; {0} "
                   "has them only while they are needed.";
        case Message::WhyParameterGradients:
            return "{0} writes a parameter's gradient into storage of its own and copies it into "
                   "the bucket; {1} writes into the bucket.";
        case Message::WhyCopyTiming:
            return "{0} and {1} both write gradients outside the bucket; they copy or free them at "
                   "different points: one by one, with their bucket, or after the update.";
        case Message::WhyPieces:
            return "{0} owns another set of pieces than {1}: each piece is summed for the norm and "
                   "updated by itself.";
        case Message::WhyRing:
            return "{0} lets buckets take turns in contiguous buffers of the bucket size, filled "
                   "or not; {1} gives each bucket storage of its own size.";
        case Message::WhyUpdateCopy:
            return "{0} copies its part of the gradient for the update (flattened, fp32); {1} "
                   "reads it where it is.";
        case Message::WhyPacking:
            return "{0} keeps a part of each parameter and sends a bucket's parts as one array, "
                   "which is taken apart on arrival; {1} does not.";
        case Message::WhyPartCollectives:
            return "{0} splits each parameter among the GPUs: one collective a parameter; {1} does "
                   "not.";
        case Message::WhyReplicas:
            return "{0} shards inside groups of GPUs: what a group has summed is all-reduced "
                   "across the groups.";
        case Message::WhyFlatReturn:
            return "{0} gives each GPU one range of the whole flat vector: a single all-gather "
                   "returns all parameters; {1} does not.";
        case Message::WhyBroadcast:
            return "{0} gives each parameter one owner, which broadcasts it whole; {1} does not.";
        case Message::WhyAfterBackward:
            return "{0} starts all reductions when backward is over; {1} starts them bucket by "
                   "bucket.";
        case Message::WhyOnlyOne:
            return "{0} does this, {1} does not.";
        case Message::WhyChanged:
            return "{0} and {1} do the same thing with other tensors.";

        case Message::BothReduceScatter:
            return "Both reduce-scatter: each GPU owns only a shard's optimizer state, so it needs "
                   "the sum of that shard only.";
        case Message::BothAllReduce:
            return "Both all-reduce: every GPU updates everything and needs the whole sum.";
        case Message::BothAllGather:
            return "Both all-gather: the next forward reads all of the parameters on every GPU.";
        case Message::BothFreePerBucket:
            return "Both free the bucket as soon as its reduction is waited for.";
        case Message::BothGatherForUse:
            return "Both gather a bucket's parameters before each use.";

        case Message::PriceHeading:
            return "What accumulation costs";
        case Message::PriceSends:
            return "gradients reduced x {0}, parameters gathered x {1}: {2} = {3:.2f} Psi elements "
                   "sent a step.";
        case Message::PriceHolds:
            return "Held between micro-batches: {0} of gradients.";

        case Message::QuestionsHeading:
            return "The three questions";
        case Message::QuestionShards:
            return "What does {0} shard that {1} does not?";
        case Message::ShardsMore:
            return "{0} also shards {1}.";
        case Message::ShardsNothing:
            return "Nothing: both shard the same things.";
        case Message::ShardsOptimizer:
            return "the optimizer state";
        case Message::ShardsGradients:
            return "the gradients";
        case Message::ShardsParameters:
            return "the parameters";
        case Message::ShardsJoin:
            return ", ";
        case Message::GradientsSentAlike:
            return "With one micro-batch both send the same gradients.";
        case Message::GradientLifetime:
            return "What differs is how long gradients live: {0} frees a bucket once it is "
                   "reduced, {1} holds all of them until the step.";
        case Message::QuestionReduceScatter:
            return "Why a reduce-scatter? ({0})";
        case Message::AnswerReduceScatter:
            return "{0}: a GPU updates 1/{1} of the parameters, for which it needs the sum over "
                   "all "
                   "GPUs of that part of the gradient, and reduce-scatter gives it exactly that.";
        case Message::AnswerAllReduce:
            return "{0}: none; every GPU updates all parameters, so each needs the whole sum, "
                   "which "
                   "is an all-reduce.";
        case Message::AnswerAllReduceSharded:
            return "{0}: none; a GPU updates 1/{1} of the parameters and needs the sum of that "
                   "part only, but this system's code all-reduces whole buckets, which sends twice "
                   "as much.";
        case Message::AnswerReduceToOwner:
            return "{0}: none; each part of the gradient has one owner, and only the owner gets "
                   "its sum.";
        case Message::QuestionAllGather:
            return "Why an all-gather after the update? ({0})";
        case Message::AnswerAllGather:
            return "{0}: after the update a GPU has new values of its own 1/{1} only, and the next "
                   "forward reads all parameters on every GPU.";
        case Message::AnswerBroadcast:
            return "{0}: a broadcast instead: after the update a parameter's new values are on its "
                   "one owner only, and the next forward reads all parameters on every GPU.";
        case Message::AnswerGatherOnUse:
            return "{0}: none after the update; parameters are gathered bucket by bucket whenever "
                   "forward and backward use them.";
        case Message::AnswerReplicated:
            return "{0}: none; every GPU has computed all new parameters itself.";
        case Message::AnswerLeftOut:
            return "{0}: it is left out on purpose; the GPUs go on with stale shards, and their "
                   "models part.";
        case Message::End:
            break;
    }
    core::broken("unknown Message");
}

}  // namespace shardscope::explain
