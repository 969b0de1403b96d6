#!/usr/bin/env python3
"""Makes the golden files of this folder: a tiny GPT-2 in plain PyTorch, in double precision.

    python3 tests/golden/gpt2/make_golden.py

Writes golden.json (sizes, settings, the loss and gradient norm of every step), gradients.bin (fp32
gradients of the first step, parameters in the order of golden.json) and tokens.bin (llm.c's format).
Weights follow from the formula below, so that the test makes the same ones. Names and layouts are
those of Hugging Face's GPT-2: Conv1D weights are [in, out], the head is tied to wte.
Made with PyTorch 1.13.1 on a CPU; any version gives the same numbers to about twelve digits.
"""

import json
import math
import pathlib
import struct

import torch

HERE = pathlib.Path(__file__).parent
LAYERS, HIDDEN, HEADS, VOCAB, SEQUENCE, BATCH = 2, 32, 4, 61, 16, 2
STEPS, RATE, BETAS, EPSILON, DECAY, CLIP = 6, 1e-2, (0.9, 0.999), 1e-8, 0.1, 1.0

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


def shapes():
    """Parameters in the order of Hugging Face's state dictionary."""
    yield "wte.weight", (VOCAB, HIDDEN)
    yield "wpe.weight", (SEQUENCE, HIDDEN)
    for layer in range(LAYERS):
        block = f"h.{layer}."
        for name, size in (
            ("ln_1", None),
            ("attn.c_attn", (HIDDEN, 3 * HIDDEN)),
            ("attn.c_proj", (HIDDEN, HIDDEN)),
            ("ln_2", None),
            ("mlp.c_fc", (HIDDEN, 4 * HIDDEN)),
            ("mlp.c_proj", (4 * HIDDEN, HIDDEN)),
        ):
            yield f"{block}{name}.weight", size or (HIDDEN,)
            yield f"{block}{name}.bias", (size[1],) if size else (HIDDEN,)
    yield "ln_f.weight", (HIDDEN,)
    yield "ln_f.bias", (HIDDEN,)


def weight(index, name, shape):
    """Element i of parameter number `index`: a multiple of 2^-10 in (-1/4, 1/4), gains around 1."""
    values = []
    for i in range(math.prod(shape)):
        bits = (i * 2654435761 + index * 2246822519 + 374761393) % 2**32
        bits = ((bits ^ (bits >> 15)) * 739982445) % 2**32
        values.append(((bits >> 16) % 511 - 255) / 1024)
    gain = 1.0 if ".ln_" in "." + name and name.endswith("weight") else 0.0
    return (torch.tensor(values) + gain).reshape(shape).requires_grad_()


def layer_norm(x, p, name):
    centred = x - x.mean(-1, keepdim=True)
    variance = (centred * centred).mean(-1, keepdim=True)
    return centred / torch.sqrt(variance + 1e-5) * p[name + ".weight"] + p[name + ".bias"]


def linear(x, p, name):
    return x @ p[name + ".weight"] + p[name + ".bias"]


def gelu(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def attention(x, p, name):
    heads = [
        part.reshape(BATCH, SEQUENCE, HEADS, HIDDEN // HEADS).transpose(1, 2)
        for part in linear(x, p, name + ".c_attn").split(HIDDEN, -1)
    ]
    query, key, value = heads
    scores = query @ key.transpose(-1, -2) / math.sqrt(HIDDEN // HEADS)
    future = torch.ones(SEQUENCE, SEQUENCE, dtype=torch.bool).triu(1)
    context = torch.softmax(scores.masked_fill(future, -math.inf), -1) @ value
    return linear(context.transpose(1, 2).reshape(BATCH, SEQUENCE, HIDDEN), p, name + ".c_proj")


def loss_of(p, tokens, targets):
    x = p["wte.weight"][tokens] + p["wpe.weight"]
    for layer in range(LAYERS):
        block = f"h.{layer}."
        x = x + attention(layer_norm(x, p, block + "ln_1"), p, block + "attn")
        hidden = gelu(linear(layer_norm(x, p, block + "ln_2"), p, block + "mlp.c_fc"))
        x = x + linear(hidden, p, block + "mlp.c_proj")
    logits = layer_norm(x, p, "ln_f") @ p["wte.weight"].T
    return torch.nn.functional.cross_entropy(logits.reshape(-1, VOCAB), targets.reshape(-1))


def tokens_of(step, data):
    starts = [(step * BATCH + item) * SEQUENCE for item in range(BATCH)]
    pick = lambda shift: torch.tensor([data[s + shift : s + shift + SEQUENCE] for s in starts])
    return pick(0), pick(1)


def main():
    p = {name: weight(i, name, shape) for i, (name, shape) in enumerate(shapes())}
    data = [(i * i * 7 + i * 3 + i // 5) % VOCAB for i in range(STEPS * BATCH * SEQUENCE + 1)]
    matrices = [w for w in p.values() if w.dim() == 2]
    vectors = [w for w in p.values() if w.dim() == 1]
    groups = [
        {"params": matrices, "weight_decay": DECAY},
        {"params": vectors, "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=RATE, betas=BETAS, eps=EPSILON)
    losses, norms, gradients = [], [], b""
    for step in range(STEPS):
        optimizer.zero_grad()
        loss = loss_of(p, *tokens_of(step, data))
        loss.backward()
        if step == 0:
            flat = [g for w in p.values() for g in w.grad.flatten().tolist()]
            gradients = struct.pack(f"<{len(flat)}f", *flat)
        norms.append(torch.nn.utils.clip_grad_norm_(p.values(), CLIP).item())
        optimizer.step()
        losses.append(loss.item())
    golden = {
        "layers": LAYERS, "hidden": HIDDEN, "heads": HEADS, "vocab": VOCAB,
        "sequence": SEQUENCE, "microBatch": BATCH, "learningRate": RATE, "beta1": BETAS[0],
        "beta2": BETAS[1], "epsilon": EPSILON, "weightDecay": DECAY, "clip": CLIP,
        "parameters": [{"name": name, "shape": list(shape)} for name, shape in shapes()],
        "losses": losses, "gradientNorms": norms,
    }
    (HERE / "golden.json").write_text(json.dumps(golden, indent=1) + "\n")
    (HERE / "gradients.bin").write_bytes(gradients)
    header = [20240520, 1, len(data)] + [0] * 253
    (HERE / "tokens.bin").write_bytes(
        struct.pack("<256i", *header) + struct.pack(f"<{len(data)}H", *data)
    )


if __name__ == "__main__":
    main()
