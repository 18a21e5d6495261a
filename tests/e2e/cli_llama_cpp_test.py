"""stories260K in every type of weights that its rows allow, and the made files 256 wide in the others,
decoded here and by the real llama.cpp: the same tokens over 64 steps.

llama.cpp rounds what it multiplies with quantized weights, so that its logits differ a little: where the two
first part, its token must be one that is nearly as good here. Needs node and the npm package
@fugood/node-llama-linux-x64, in NODE_PATH or where DECODESCOPE_LLAMA_CPP names its folder; skips without.
"""

import json
import os
import shutil
import struct
import subprocess
import sys

from _cli import Folder, check, finish, text_of

MODELS = os.environ.get("DECODESCOPE_MODELS", "../shared/models")
STORIES = os.path.join(MODELS, "stories260K.gguf")
STEPS = 64
NEARLY = 1.0  # logits that the two may differ by
PROMPTS = ["Once upon a time", "The dog"]

SCRIPT = """
const { LlamaContext } = require(process.argv[1])
const [model, prompt, steps] = [process.argv[2], process.argv[3], Number(process.argv[4])]
const context = new LlamaContext({ model, n_ctx: 256, n_gpu_layers: 0, n_threads: 1 }, null, null)
const options = { prompt, n_predict: steps, temperature: 0, top_k: 1, penalty_repeat: 1, dry_multiplier: 0,
                  n_probs: 1, ignore_eos: true, seed: 1 }
context.completion(options, () => {}).then((result) => {
  const ids = []
  for (let i = 5; i < process.argv.length; ++i) ids.push(Number(process.argv[i]))
  Promise.all(ids.map((id) => context.detokenize(new Int32Array([id])))).then((pieces) => {
    const theirs = result.completion_probabilities.map((one) => one.content)
    require('fs').writeFileSync(process.env.OUTPUT, JSON.stringify({ theirs, pieces }))
    process.exit(0)
  })
})
"""


def package():
    named = os.environ.get("DECODESCOPE_LLAMA_CPP")
    places = [named] if named else [os.path.join(path, "@fugood", "node-llama-linux-x64")
                                    for path in os.environ.get("NODE_PATH", "").split(":")]
    return next((os.path.abspath(place) for place in places if place and os.path.exists(place)), None)


# --- stories260K with its matrices stored as another type -------------------------------------------------


def half(number):
    return struct.pack("<e", number)


def as_half(number):
    return struct.unpack("<e", half(number))[0]


def fours(numbers):
    return bytes(low | high << 4 for low, high in zip([q & 15 for q in numbers[:16]],
                                                      [q & 15 for q in numbers[16:]]))


def fifths(numbers):
    return struct.pack("<I", sum((q >> 4 & 1) << i for i, q in enumerate(numbers)))


def symmetric(row, bits):
    largest = max(row, key=abs)
    d = as_half(-largest / (1 << bits - 1))
    top = (1 << bits) - 1
    return d, [max(0, min(top, round(x / d if d else 0) + (1 << bits - 1))) for x in row]


def with_offset(row, bits):
    top = (1 << bits) - 1
    m = as_half(min(row))
    d = as_half((max(row) - min(row)) / top)
    return d, m, [max(0, min(top, round((x - m) / d if d else 0))) for x in row]


def q8_0(row):
    d = as_half(max(map(abs, row)) / 127)
    return half(d) + struct.pack("<32b", *(max(-128, min(127, round(x / d if d else 0))) for x in row))


def q4_0(row):
    d, numbers = symmetric(row, 4)
    return half(d) + fours(numbers)


def q5_0(row):
    d, numbers = symmetric(row, 5)
    return half(d) + fifths(numbers) + fours(numbers)


def q4_1(row):
    d, m, numbers = with_offset(row, 4)
    return half(d) + half(m) + fours(numbers)


def q5_1(row):
    d, m, numbers = with_offset(row, 5)
    return half(d) + half(m) + fifths(numbers) + fours(numbers)


TYPES = {  # number in GGUF, numbers of a block, how a block is stored
    "F32": (0, 1, lambda row: struct.pack("<f", row[0])),
    "F16": (1, 1, lambda row: half(row[0])),
    "BF16": (30, 1, lambda row: struct.pack("<f", row[0])[2:]),
    "Q8_0": (8, 32, q8_0),
    "Q4_0": (2, 32, q4_0),
    "Q4_1": (3, 32, q4_1),
    "Q5_0": (6, 32, q5_0),
    "Q5_1": (7, 32, q5_1),
}
SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}


class Gguf:
    """A GGUF file of F32 tensors: its metadata as bytes, its tensors as names, shapes and numbers."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        _, self.version, count, pairs = struct.unpack_from("<4sIQQ", self.bytes)
        self.pairs, self.at = pairs, 24
        for _ in range(pairs):
            self.string()
            self.value(self.number("<I"))
        self.metadata = self.bytes[24:self.at]
        heads = []
        for _ in range(count):
            name = self.string()
            shape = [self.number("<Q") for _ in range(self.number("<I"))]
            assert self.number("<I") == 0
            heads.append((name, shape, self.number("<Q")))
        start = (self.at + 31) // 32 * 32
        self.tensors = []
        for name, shape, offset in heads:
            size = shape[0] * (shape[1] if len(shape) > 1 else 1)
            self.tensors.append((name, shape, struct.unpack_from(f"<{size}f", self.bytes, start + offset)))

    def number(self, form):
        number = struct.unpack_from(form, self.bytes, self.at)[0]
        self.at += struct.calcsize(form)
        return number

    def string(self):
        length = self.number("<Q")
        self.at += length
        return self.bytes[self.at - length:self.at]

    def value(self, kind):
        if kind == 8:
            self.string()
        elif kind == 9:
            element, count = self.number("<I"), self.number("<Q")
            for _ in range(count):
                self.value(element)
        else:
            self.at += SIZES[kind]

    def stored_as(self, type_name):
        """The file with all matrices whose rows allow it stored as a type."""
        heads, data = b"", b""
        for name, shape, numbers in self.tensors:
            code, size, store = TYPES[type_name if len(shape) > 1 and shape[0] % 32 == 0 else "F32"]
            data += bytes(-len(data) % 32)
            heads += struct.pack("<Q", len(name)) + name + struct.pack("<I", len(shape))
            heads += struct.pack(f"<{len(shape)}Q", *shape) + struct.pack("<IQ", code, len(data))
            data += b"".join(store(numbers[i:i + size]) for i in range(0, len(numbers), size))
        head = struct.pack("<4sIQQ", b"GGUF", 3, len(self.tensors), self.pairs) + self.metadata + heads
        return head + bytes(-len(head) % 32) + data


# --- Comparing ---------------------------------------------------------------------------------------------


def compare(name, path, prompt, where, folder):
    got = json.loads(text_of("trace", path, "--prompt", prompt, "--tokens", str(STEPS), "--format", "json",
                             "--values", "summary"))
    ours = [one["selected"]["id"] for one in got["passes"]]
    output = folder.file("output.json")
    logits = [one["logits"] for one in got["passes"]]
    near = []  # the other tokens that are nearly as good at each step
    for row in logits:
        best = max(row)
        near.append([i for i, logit in enumerate(row) if logit > best - NEARLY])
    wanted = sorted({*ours, *(i for ids in near for i in ids)})
    subprocess.run(["node", "-e", SCRIPT, where, path, prompt, str(len(ours)), *map(str, wanted)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120,
                   env=dict(os.environ, OUTPUT=output))
    with open(output, encoding="utf-8") as file:
        result = json.load(file)
    pieces = dict(zip(wanted, result["pieces"]))
    for step, (mine, theirs) in enumerate(zip(ours, result["theirs"])):
        if pieces[mine] == theirs or "\ufffd" in pieces[mine] or "\\x" in theirs:
            continue
        check(any(pieces[i] == theirs for i in near[step]), f"{name}, {prompt!r}: step {step}, {theirs!r}")
        print(f"{name}, {prompt!r}: parts at step {step}")
        return
    print(f"{name}, {prompt!r}: {len(ours)} steps alike")


where = package()
if where is None or shutil.which("node") is None:
    print("skipped: node or the package @fugood/node-llama-linux-x64 is not there")
    sys.exit(77)
if not os.path.exists(STORIES):
    print(f"skipped: {STORIES} is not there")
    sys.exit(77)
with Folder() as folder:
    stories = Gguf(STORIES)
    for kind in TYPES:
        path = folder.file(f"{kind}.gguf", stories.stored_as(kind))
        for prompt in PROMPTS:
            compare(kind, path, prompt, where, folder)
    for made in ("llama256-Q4_K.gguf", "llama256-Q4_K_M.gguf", "llama256s-Q5_K.gguf", "llama256s-Q6_K.gguf"):
        path = os.path.join(MODELS, "families", made)
        if os.path.exists(path):
            compare(made, path, "a", where, folder)
finish()
