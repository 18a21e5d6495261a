#!/usr/bin/env python3
"""Writes a llama2.c checkpoint of any shape with random weights, and its tokenizer, to measure with.

  tools/make_checkpoint.py 15M FOLDER      the shape of stories15M
  tools/make_checkpoint.py 110M FOLDER     that of stories110M
  tools/make_checkpoint.py 500MB FOLDER    a file of about 500 MB
  tools/make_checkpoint.py DIM,HIDDEN,LAYERS,HEADS,KV_HEADS,VOCABULARY,CONTEXT FOLDER

Then, for example:
  /usr/bin/time -v decodescope trace FOLDER/15M.bin --tokens 200 --values summary -o FOLDER/trace.txt

The format is that of run.c in karpathy/llama2.c (docs/model-files.md). The weights are noise: what such
a model says means nothing, but takes as long as it would with others.
"""
import array
import pathlib
import random
import struct
import sys

SHAPES = {
    "15M": (288, 768, 6, 6, 6, 32000, 256),
    "110M": (768, 2048, 12, 12, 12, 32000, 1024),
    "500MB": (768, 2048, 14, 12, 12, 32000, 1024),
}
BLOCK = 1 << 18  # numbers that are drawn; larger tensors repeat them from another place


def noise(count, spread, random_numbers):
    start = random_numbers.randrange(BLOCK)
    block = array.array("f", (x * spread for x in BASE))
    while count > 0:
        part = block[start:start + count]
        yield part.tobytes()
        count -= len(part)
        start = 0


def write_checkpoint(path, shape):
    dim, hidden, layers, heads, kv_heads, vocabulary, context = shape
    head_dim = dim // heads
    kv_width = head_dim * kv_heads
    random_numbers = random.Random(1)
    ones = array.array("f", [1.0] * dim).tobytes()
    with open(path, "wb") as out:
        # A positive vocabulary: the output matrix is the embedding.
        out.write(struct.pack("<7i", dim, hidden, layers, heads, kv_heads, vocabulary, context))
        def matrices(count, rows, columns):
            for part in noise(count * rows * columns, columns ** -0.5, random_numbers):
                out.write(part)
        matrices(1, vocabulary, dim)
        out.write(ones * layers)  # attention norms
        matrices(layers, dim, dim)
        matrices(layers, kv_width, dim)
        matrices(layers, kv_width, dim)
        matrices(layers, dim, dim)
        out.write(ones * layers)  # MLP norms
        matrices(layers, hidden, dim)
        matrices(layers, dim, hidden)
        matrices(layers, hidden, dim)
        out.write(ones)  # final norm
        out.write(bytes(4 * context * head_dim))  # tables of RoPE, which nobody reads


def write_tokenizer(path, vocabulary):
    """Special tokens, all bytes, printable characters, and made-up words to fill it."""
    pieces = ["<unk>", "\n<s>\n", "\n</s>\n"] + [f"<0x{byte:02X}>" for byte in range(256)]
    pieces += [chr(code) for code in range(32, 127)]
    pieces += [f"word{i}" for i in range(vocabulary - len(pieces))]
    longest = max(len(piece) for piece in pieces)
    with open(path, "wb") as out:
        out.write(struct.pack("<I", longest))
        for index, piece in enumerate(pieces[:vocabulary]):
            out.write(struct.pack("<fI", -float(index), len(piece)) + piece.encode())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    wanted, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    drawn = random.Random(2)
    BASE = [drawn.gauss(0, 1) for _ in range(BLOCK)]
    shape = SHAPES.get(wanted) or tuple(int(number) for number in wanted.split(","))
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / f"{wanted.replace(',', '-')}.bin"
    write_checkpoint(checkpoint, shape)
    write_tokenizer(folder / f"tok{shape[5]}.bin", shape[5])
    print(f"{checkpoint}: {checkpoint.stat().st_size / 1e6:.0f} MB")
