#!/usr/bin/env python3
"""Writes draws.json: the random numbers of a seed, from the text of the C++ standard alone.

std::seed_seq::generate is [rand.util.seedseq], std::mt19937_64 and its seeding from a sequence are
[rand.eng.mers], with the parameters of [rand.predef]. A draw is the upper 53 bits over 2^53.
"""

import json
from pathlib import Path

MASK32, MASK64 = (1 << 32) - 1, (1 << 64) - 1
N, M, R = 312, 156, 31
A = 0xB5026F5AA96619E9
U, D, S, B, T, C, L = 29, 0x5555555555555555, 17, 0x71D67FFFEDA60000, 37, 0xFFF7EEE000000000, 43


def seed_seq(seeds, n):
    """[rand.util.seedseq] paragraph 8: n 32-bit numbers from `seeds`."""
    out = [0x8B8B8B8B] * n
    s = len(seeds)
    t = 11 if n >= 623 else 7 if n >= 68 else 5 if n >= 39 else 3 if n >= 7 else (n - 1) // 2
    p = (n - t) // 2
    q = p + t
    m = max(s + 1, n)

    def mix(x):
        return x ^ (x >> 27)

    for k in range(m):
        r1 = (1664525 * mix(out[k % n] ^ out[(k + p) % n] ^ out[(k - 1) % n])) & MASK32
        added = s if k == 0 else k % n + seeds[k - 1] if k <= s else k % n
        r2 = (r1 + added) & MASK32
        out[(k + p) % n] = (out[(k + p) % n] + r1) & MASK32
        out[(k + q) % n] = (out[(k + q) % n] + r2) & MASK32
        out[k % n] = r2
    for k in range(m, m + n):
        total = (out[k % n] + out[(k + p) % n] + out[(k - 1) % n]) & MASK32
        r3 = (1566083941 * mix(total)) & MASK32
        r4 = (r3 - k % n) & MASK32
        out[(k + p) % n] ^= r3
        out[(k + q) % n] ^= r4
        out[k % n] = r4
    return out


def first_of_mt19937_64(seeds):
    words = seed_seq(seeds, 2 * N)
    x = [words[2 * i] | words[2 * i + 1] << 32 for i in range(N)]
    if x[0] >> R == 0 and not any(x[1:]):
        x[0] = 1 << 63
    lower = (1 << R) - 1
    y = (x[0] & ~lower & MASK64) | (x[1] & lower)
    z = x[M] ^ (y >> 1) ^ (A if y & 1 else 0)
    z ^= (z >> U) & D
    z ^= (z << S) & B & MASK64
    z ^= (z << T) & C & MASK64
    return z ^ (z >> L)


def draw(seed, index):
    bits = first_of_mt19937_64([seed & MASK32, seed >> 32, index])
    return (bits >> 11) * 2.0**-53


if __name__ == "__main__":
    cases = [(0, 0), (0, 1), (1, 0), (1, 7), (42, 0), (42, 99999), (2**32, 0), (2**64 - 1, 3)]
    draws = [{"seed": str(seed), "index": index, "u": draw(seed, index)} for seed, index in cases]
    Path(__file__).with_name("draws.json").write_text(json.dumps(draws, indent=1) + "\n")
