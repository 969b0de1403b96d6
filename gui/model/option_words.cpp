#include "gui/model/option_words.h"

#include <QCoreApplication>
#include <array>

namespace shardscope::gui {
namespace {

/// What `shardscope plan` and `run --help --json` say of the options that the forms have; collected for
/// translation, looked up by the text itself.
[[maybe_unused]] constexpr std::array kWords{
    QT_TRANSLATE_NOOP("Options", "the file's"),
    QT_TRANSLATE_NOOP("Options", "the preset's"),
    QT_TRANSLATE_NOOP("Options", "data-parallel ranks"),
    QT_TRANSLATE_NOOP("Options", "sequences a rank and micro-batch"),
    QT_TRANSLATE_NOOP("Options", "micro-batches a step"),
    QT_TRANSLATE_NOOP("Options", "sequences a step over all ranks; gives G"),
    QT_TRANSLATE_NOOP("Options", "gradient buckets: layer, elements, or bytes (25MiB)"),
    QT_TRANSLATE_NOOP("Options", "full-size buckets alive at once, stages 2 and 3"),
    QT_TRANSLATE_NOOP("Options",
                      "activations computed again in backward: none, selective, alternate, full"),
    QT_TRANSLATE_NOOP(
        "Options", "what a GPU has: 80GiB; with --gpu, the GPU's; of a CPU, what its ranks share"),
    QT_TRANSLATE_NOOP("Options",
                      "times steps on it, and takes its memory less what is used beside the pool"),
    QT_TRANSLATE_NOOP("Options", "what connects GPUs"),
    QT_TRANSLATE_NOOP(
        "Options",
        "gpt (GPT-2's architecture), llama, mlp, conformance (integers, exact sums), a Hugging "
        "Face name (gpt2-xl, llama-3.1-8b; help lists them), or a config.json"),
    QT_TRANSLATE_NOOP("Options", "transformer blocks"),
    QT_TRANSLATE_NOOP("Options", "width of a token's vector"),
    QT_TRANSLATE_NOOP("Options", "attention heads; divide --hidden"),
    QT_TRANSLATE_NOOP(
        "Options",
        "length of a sequence; without it, a named model has its positions, at most 2048"),
    QT_TRANSLATE_NOOP("Options", "weights and activations: fp32, bf16, fp16"),
    QT_TRANSLATE_NOOP("Options", "data-parallel ranks; with --comm mpi, mpirun's -n"),
    QT_TRANSLATE_NOOP("Options", "micro-batches a step; several: every strategy under each"),
    QT_TRANSLATE_NOOP("Options",
                      "sequences a step over all ranks; gives G, or is checked against it"),
    QT_TRANSLATE_NOOP("Options",
                      "gradient bucket: layer (one a layer), elements (4000000), or bytes (25MiB); "
                      "a system's preset has its own default"),
    QT_TRANSLATE_NOOP("Options",
                      "activation checkpointing. none; selective: attention scores are computed "
                      "again in backward; full: whole layers are, from their input; alternate: as "
                      "full, but attention and every second matrix product are kept"),
    QT_TRANSLATE_NOOP("Options", "any file as bytes, or llm.c's token .bin"),
    QT_TRANSLATE_NOOP("Options", "optimizer steps a strategy"),
    QT_TRANSLATE_NOOP("Options", "bytes a rank may reserve: 68MiB, 16GiB"),
    QT_TRANSLATE_NOOP(
        "Options", "folder of the recordings; without it, the link shardscope-out/latest follows"),
    QT_TRANSLATE_NOOP("Options", "nothing sharded: gradients all-reduced, kept until the step"),
    QT_TRANSLATE_NOOP("Options",
                      "the optimizer sharded: reduce-scatter once a step, gradients kept until it"),
    QT_TRANSLATE_NOOP("Options",
                      "gradients sharded too: reduce-scattered and freed bucket by bucket"),
    QT_TRANSLATE_NOOP("Options", "parameters sharded too: gathered for each use"),
    QT_TRANSLATE_NOOP(
        "Options",
        "PyTorch DistributedDataParallel: persistent 25 MiB buckets beside the gradients"),
    QT_TRANSLATE_NOOP("Options", "DeepSpeed stage 1: contiguous ranges, all-reduce after backward"),
    QT_TRANSLATE_NOOP("Options",
                      "DeepSpeed stage 2: contiguous ranges, all-reduce in every micro-batch"),
    QT_TRANSLATE_NOOP(
        "Options", "Megatron-LM distributed optimizer: fp32 main gradients that are never freed"),
    QT_TRANSLATE_NOOP("Options",
                      "PyTorch fully_shard: each parameter split, gathered a layer at a time"),
    QT_TRANSLATE_NOOP("Options", "llm.c stage 1: each tensor split, gradients never freed"),
    QT_TRANSLATE_NOOP("Options",
                      "PyTorch ZeroRedundancyOptimizer over DDP: whole parameters, broadcast"),
};

}  // namespace

QString optionWords(const QString& english) {
    const QByteArray line = QString(english).replace('\n', ' ').toUtf8();
    return QCoreApplication::translate("Options", line.constData());
}

}  // namespace shardscope::gui
