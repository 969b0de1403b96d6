#!/usr/bin/env python3
"""Makes the golden files of this folder: two tiny llamas in plain PyTorch, in double precision.

    python3 tests/golden/llama/make_golden.py

llama: grouped-query attention, an untied head. qwen: also biases of q, k and v (Qwen2), RMSNorm of
each head's q and k (Qwen3), heads wider than hidden / heads, a tied head, Llama 3.1's stretched
rotation. For each: NAME.json (sizes, settings, the loss and gradient norm of every step) and
NAME.gradients.bin (fp32 gradients of the first step, parameters in the order of NAME.json);
tokens.bin (llm.c's format) is shared. Weights follow from the formula below, so that the test makes
the same ones. Names, layouts and the rotation's half-split are those of Hugging Face's
LlamaForCausalLM. Made with PyTorch 1.13 on a CPU; any version gives the same to about twelve digits.
"""

import json
import math
import pathlib
import struct

import torch

HERE = pathlib.Path(__file__).parent
LAYERS, HIDDEN, HEADS, KV_HEADS, WIDTH, VOCAB, SEQUENCE, BATCH = 2, 24, 4, 2, 40, 41, 12, 2
STEPS, RATE, BETAS, ADAM_EPSILON, DECAY, CLIP = 6, 2e-3, (0.9, 0.999), 1e-8, 0.1, 1.0
PLAIN = {"headDim": 6, "qkvBias": False, "qkNorm": False, "tied": False, "ropeTheta": 10000.0,
         "normEpsilon": 1e-5, "ropeScaling": None}
QWEN = {"headDim": 10, "qkvBias": True, "qkNorm": True, "tied": True, "ropeTheta": 1000.0,
        "normEpsilon": 1e-6, "ropeScaling": {"factor": 8.0, "lowFrequencyFactor": 1.0,
                                             "highFrequencyFactor": 4.0, "originalLength": 24}}

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


def shapes(kind):
    """Parameters in the order of Hugging Face's state dictionary."""
    queries, keys = HEADS * kind["headDim"], KV_HEADS * kind["headDim"]
    yield "model.embed_tokens.weight", (VOCAB, HIDDEN)
    for layer in range(LAYERS):
        block = f"model.layers.{layer}."
        for part, out in (("q_proj", queries), ("k_proj", keys), ("v_proj", keys)):
            yield f"{block}self_attn.{part}.weight", (out, HIDDEN)
            if kind["qkvBias"]:
                yield f"{block}self_attn.{part}.bias", (out,)
        yield block + "self_attn.o_proj.weight", (HIDDEN, queries)
        if kind["qkNorm"]:
            yield block + "self_attn.q_norm.weight", (kind["headDim"],)
            yield block + "self_attn.k_norm.weight", (kind["headDim"],)
        yield block + "mlp.gate_proj.weight", (WIDTH, HIDDEN)
        yield block + "mlp.up_proj.weight", (WIDTH, HIDDEN)
        yield block + "mlp.down_proj.weight", (HIDDEN, WIDTH)
        yield block + "input_layernorm.weight", (HIDDEN,)
        yield block + "post_attention_layernorm.weight", (HIDDEN,)
    yield "model.norm.weight", (HIDDEN,)
    if not kind["tied"]:
        yield "lm_head.weight", (VOCAB, HIDDEN)


def weight(index, name, shape):
    """Element i of parameter number `index`: a multiple of 2^-10 in (-1/4, 1/4), gains around 1."""
    values = []
    for i in range(math.prod(shape)):
        bits = (i * 2654435761 + index * 2246822519 + 374761393) % 2**32
        bits = ((bits ^ (bits >> 15)) * 739982445) % 2**32
        values.append(((bits >> 16) % 511 - 255) / 1024)
    gain = 1.0 if "norm" in name else 0.0
    return (torch.tensor(values) + gain).reshape(shape).requires_grad_()


def rms_norm(x, gain, epsilon):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + epsilon) * gain


def frequencies(kind):
    """Radians a token by which each pair of a head's columns turns."""
    columns, scaling = kind["headDim"], kind["ropeScaling"]
    result = []
    for i in range(0, columns, 2):
        frequency = 1.0 / kind["ropeTheta"] ** (i / columns)
        if scaling:
            wavelength = 2 * math.pi / frequency
            longest = scaling["originalLength"] / scaling["lowFrequencyFactor"]
            shortest = scaling["originalLength"] / scaling["highFrequencyFactor"]
            if wavelength > longest:
                frequency /= scaling["factor"]
            elif wavelength >= shortest:
                share = (scaling["originalLength"] / wavelength - scaling["lowFrequencyFactor"]) / (
                    scaling["highFrequencyFactor"] - scaling["lowFrequencyFactor"])
                frequency = (1 - share) * frequency / scaling["factor"] + share * frequency
        result.append(frequency)
    return torch.tensor(result)


def rotate(x, kind):
    """x [batch, heads, tokens, columns], columns i and i + columns/2 a pair."""
    angles = torch.outer(torch.arange(SEQUENCE, dtype=torch.float64), frequencies(kind))
    cos, sin = angles.cos(), angles.sin()
    first, second = x.chunk(2, -1)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), -1)


def attention(x, p, name, kind):
    def heads_of(part, count):
        y = x @ p[f"{name}.{part}_proj.weight"].T
        if kind["qkvBias"]:
            y = y + p[f"{name}.{part}_proj.bias"]
        y = y.reshape(BATCH, SEQUENCE, count, kind["headDim"])
        if kind["qkNorm"] and part != "v":
            y = rms_norm(y, p[f"{name}.{part}_norm.weight"], kind["normEpsilon"])
        return y.transpose(1, 2)

    query = rotate(heads_of("q", HEADS), kind)
    key = rotate(heads_of("k", KV_HEADS), kind).repeat_interleave(HEADS // KV_HEADS, 1)
    value = heads_of("v", KV_HEADS).repeat_interleave(HEADS // KV_HEADS, 1)
    scores = query @ key.transpose(-1, -2) / math.sqrt(kind["headDim"])
    future = torch.ones(SEQUENCE, SEQUENCE, dtype=torch.bool).triu(1)
    context = torch.softmax(scores.masked_fill(future, -math.inf), -1) @ value
    context = context.transpose(1, 2).reshape(BATCH, SEQUENCE, HEADS * kind["headDim"])
    return context @ p[name + ".o_proj.weight"].T


def feed_forward(x, p, name):
    gate, up = x @ p[name + ".gate_proj.weight"].T, x @ p[name + ".up_proj.weight"].T
    return (gate * torch.sigmoid(gate) * up) @ p[name + ".down_proj.weight"].T


def loss_of(p, tokens, targets, kind):
    norm = lambda x, name: rms_norm(x, p[name + ".weight"], kind["normEpsilon"])
    x = p["model.embed_tokens.weight"][tokens]
    for layer in range(LAYERS):
        block = f"model.layers.{layer}."
        x = x + attention(norm(x, block + "input_layernorm"), p, block + "self_attn", kind)
        x = x + feed_forward(norm(x, block + "post_attention_layernorm"), p, block + "mlp")
    head = p["model.embed_tokens.weight" if kind["tied"] else "lm_head.weight"]
    logits = norm(x, "model.norm") @ head.T
    return torch.nn.functional.cross_entropy(logits.reshape(-1, VOCAB), targets.reshape(-1))


def tokens_of(step, data):
    starts = [(step * BATCH + item) * SEQUENCE for item in range(BATCH)]
    pick = lambda shift: torch.tensor([data[s + shift : s + shift + SEQUENCE] for s in starts])
    return pick(0), pick(1)


def make(name, kind, data):
    p = {key: weight(i, key, shape) for i, (key, shape) in enumerate(shapes(kind))}
    groups = [
        {"params": [w for w in p.values() if w.dim() == 2], "weight_decay": DECAY},
        {"params": [w for w in p.values() if w.dim() == 1], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=RATE, betas=BETAS, eps=ADAM_EPSILON)
    losses, norms, gradients = [], [], b""
    for step in range(STEPS):
        optimizer.zero_grad()
        loss = loss_of(p, *tokens_of(step, data), kind)
        loss.backward()
        if step == 0:
            flat = [g for w in p.values() for g in w.grad.flatten().tolist()]
            gradients = struct.pack(f"<{len(flat)}f", *flat)
        norms.append(torch.nn.utils.clip_grad_norm_(p.values(), CLIP).item())
        optimizer.step()
        losses.append(loss.item())
    golden = {
        "model": "llama", "layers": LAYERS, "hidden": HIDDEN, "heads": HEADS,
        "kvHeads": KV_HEADS, "intermediate": WIDTH, "vocab": VOCAB, "sequence": SEQUENCE, **kind,
        "microBatch": BATCH, "learningRate": RATE, "beta1": BETAS[0], "beta2": BETAS[1],
        "epsilon": ADAM_EPSILON, "weightDecay": DECAY, "clip": CLIP,
        "parameters": [{"name": key, "shape": list(shape)} for key, shape in shapes(kind)],
        "losses": losses, "gradientNorms": norms,
    }
    (HERE / f"{name}.json").write_text(json.dumps(golden, indent=1) + "\n")
    (HERE / f"{name}.gradients.bin").write_bytes(gradients)


def main():
    data = [(i * i * 7 + i * 3 + i // 5) % VOCAB for i in range(STEPS * BATCH * SEQUENCE + 1)]
    header = [20240520, 1, len(data)] + [0] * 253
    (HERE / "tokens.bin").write_bytes(
        struct.pack("<256i", *header) + struct.pack(f"<{len(data)}H", *data)
    )
    make("llama", PLAIN, data)
    make("qwen", QWEN, data)


if __name__ == "__main__":
    main()
