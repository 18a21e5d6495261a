#!/usr/bin/env python3
"""A second implementation of the dequantizers, from the documentation of GGUF's types and in exact
arithmetic: makes random blocks and blocks with extreme scales, and what each means.

    tests/reference/dequantize.py > tests/reference/dequantize.json

Output: {type: {"blocks": base64 of all blocks, "numbers": base64 of little-endian float32}}.
"""

import base64
import json
import math
import random
import struct
from fractions import Fraction

RANDOM_BLOCKS = 3
# Half-precision bit patterns: 0, −0, the smallest, the largest below normal, 1, the largest, ∞, NaN.
EXTREME_HALVES = [0x0000, 0x8000, 0x0001, 0x83FF, 0x3C00, 0x7BFF, 0xFBFF, 0x7C00, 0x7E00]


def to_float32(exact):
    """The nearest float32 of a Fraction, ties to even, as bits."""
    if exact == 0:
        return 0
    sign, size = (1, -exact) if exact < 0 else (0, exact)
    exponent = max(size.numerator.bit_length() - size.denominator.bit_length() - 1, -150)
    while size >= Fraction(2) ** (exponent + 1):
        exponent += 1
    exponent = max(exponent, -126)
    steps = size / Fraction(2) ** (exponent - 23)
    whole = math.floor(steps)
    rest = steps - whole
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2 == 1):
        whole += 1
    # A fraction that has grown by one bit carries into the exponent, as it should.
    bits = whole if whole < 1 << 23 else whole + ((exponent + 126) << 23)
    return sign << 31 | min(bits, 0x7F800000)


def half(bits):
    return struct.unpack("<e", struct.pack("<H", bits))[0]


def product_bits(factors, subtract=None, add=None):
    """float32 bits of the product, plus or minus another product."""
    parts = factors + (subtract or []) + (add or [])
    if all(math.isfinite(part) for part in parts):
        exact = math.prod((Fraction(part) for part in factors), start=Fraction(1))
        if subtract is not None:
            exact -= math.prod((Fraction(part) for part in subtract), start=Fraction(1))
        if add is not None:
            exact += math.prod((Fraction(part) for part in add), start=Fraction(1))
        if exact:
            return to_float32(exact)
    number = math.prod(factors)  # signs of zero, infinities and NaN, as IEEE 754 has them
    if subtract is not None:
        number -= math.prod(subtract)
    if add is not None:
        number += math.prod(add)
    return 0x7FC00000 if math.isnan(number) else struct.unpack("<I", struct.pack("<f", number))[0]


def nibbles(data):
    """The low four bits of all bytes, then the high ones."""
    return [byte & 15 for byte in data] + [byte >> 4 for byte in data]


def q8_0(block):
    d = half(int.from_bytes(block[:2], "little"))
    return [product_bits([float(q), d]) for q in struct.unpack("<32b", block[2:])]


def small(block, has_offset, has_fifth, zero):
    d = half(int.from_bytes(block[:2], "little"))
    at = 2
    m = None
    if has_offset:
        m = [half(int.from_bytes(block[2:4], "little"))]
        at = 4
    fifth = 0
    if has_fifth:
        fifth = int.from_bytes(block[at:at + 4], "little")
        at += 4
    numbers = nibbles(block[at:])
    return [product_bits([float((q | (fifth >> i & 1) << 4) - zero), d], add=m)
            for i, q in enumerate(numbers)]


def six_bit_scales(data):
    """Eight scales and eight minima of six bits, from twelve bytes."""
    scales, minima = [], []
    for group in range(8):
        if group < 4:
            scales.append(data[group] & 0x3F)
            minima.append(data[group + 4] & 0x3F)
        else:
            low = data[group + 4]
            scales.append((low & 0x0F) + ((data[group - 4] & 0xC0) >> 2))
            minima.append((low >> 4) + ((data[group] & 0xC0) >> 2))
    return scales, minima


def k_block(block, has_fifth):
    d, dmin = half(int.from_bytes(block[:2], "little")), half(int.from_bytes(block[2:4], "little"))
    scales, minima = six_bit_scales(block[4:16])
    fifth = block[16:48] if has_fifth else bytes(32)
    fours = block[48:] if has_fifth else block[16:]
    bits = []
    for pair in range(4):
        part = nibbles(fours[32 * pair:32 * pair + 32])
        for i, q in enumerate(part):
            group, column = 2 * pair + i // 32, i % 32
            q += 16 if fifth[column] & (1 << group) else 0
            bits.append(product_bits([d, float(scales[group]), float(q)],
                                     subtract=[dmin, float(minima[group])]))
    return bits


def q6_k(block):
    low, high, scales = block[:128], block[128:192], struct.unpack("<16b", block[192:208])
    d = half(int.from_bytes(block[208:], "little"))
    bits = []
    for position in range(256):
        part, row, column = position // 128, position // 32 % 4, position % 32
        byte = low[64 * part + 32 * (row & 1) + column]
        four = byte & 15 if row < 2 else byte >> 4
        two = high[32 * part + column] >> 2 * row & 3
        bits.append(product_bits([d, float(scales[position // 16]), float(four + 16 * two - 32)]))
    return bits


def f16(block):
    return [product_bits([half(int.from_bytes(block, "little"))])]


TYPES = {  # bytes of a block, where its half-precision numbers are, what it means
    "F16": (2, [0], f16),
    "BF16": (2, [], lambda block: [int.from_bytes(block, "little") << 16]),
    "Q8_0": (34, [0], q8_0),
    "Q4_0": (18, [0], lambda block: small(block, False, False, 8)),
    "Q4_1": (20, [0, 2], lambda block: small(block, True, False, 0)),
    "Q5_0": (22, [0], lambda block: small(block, False, True, 16)),
    "Q5_1": (24, [0, 2], lambda block: small(block, True, True, 0)),
    "Q4_K": (144, [0, 2], lambda block: k_block(block, False)),
    "Q5_K": (176, [0, 2], lambda block: k_block(block, True)),
    "Q6_K": (210, [208], q6_k),
}


def blocks_of(size, halves, dice):
    for _ in range(RANDOM_BLOCKS if size > 2 else 200):
        yield bytearray(dice.randbytes(size))
    for i, pattern in enumerate(EXTREME_HALVES if halves else []):
        block = bytearray(dice.randbytes(size))
        for j, at in enumerate(halves):
            other = EXTREME_HALVES[(i + j * 4) % len(EXTREME_HALVES)]
            block[at:at + 2] = (pattern if j == 0 else other).to_bytes(2, "little")
        yield block


def main():
    dice = random.Random(11)
    result = {}
    for name, (size, halves, decode) in TYPES.items():
        blocks, numbers = bytearray(), bytearray()
        for block in blocks_of(size, halves, dice):
            blocks += block
            for bits in decode(bytes(block)):
                numbers += bits.to_bytes(4, "little")
        result[name] = {"blocks": base64.b64encode(blocks).decode(),
                        "numbers": base64.b64encode(numbers).decode()}
    print(json.dumps(result, indent=0))


if __name__ == "__main__":
    main()
