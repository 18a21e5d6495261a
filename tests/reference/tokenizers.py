#!/usr/bin/env python3
"""A second implementation of the tokenizers: the patterns as regular expressions, merges found by
looking at all pairs again and again. Makes 1,000 texts and what becomes of them.

    tests/reference/tokenizers.py > tests/reference/tokenizers.json      (needs the package regex)

The vocabularies are small ones, learned here from the texts themselves. A byte that is not UTF-8 is a
character of its own (surrogateescape), neither letter, number nor space. Output:

    texts         strings, or {"bytes": hex} where they are no UTF-8
    tokenizers    name → pre_tokenizer, tokens (in GPT-2's alphabet, or with ▁), merges or scores, and
                  digests: SHA-256 of the IDs of each 50 texts, written as "1 2 3\\n" a text
"""

import hashlib
import json
import random

import regex

TEXTS = 1000
GROUP = 50
CONTRACTION = r"'s|'t|'re|'ve|'m|'ll|'d"
GPT2 = CONTRACTION + r"| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = (r"(?i:" + CONTRACTION + r")|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
          r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
QWEN2 = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")

PARTS = [
    "the", "The", "THE", "water", "don't", "DON'T", "we'll", "I'M", "it's", "you've", "'s", "'", "''", "ſ'ſ",
    "12", "3", "1984", "100000", "½", "²", "Ⅷ", "٣", "५", "五", "x1y22", "3.14", "1,000", "$19.99",
    "naïve", "café", "e\u0301lan", "A\u030angström", "Zürich", "ﬁ", "ǅ", "ß", "Ł", "ʰ",
    "Ελλάδα", "Сегодня", "水は低い所に流れる。", "한국어", "שלום", "مرحبا", "नमस्ते", "ไทย", "ქართული", "አማርኛ",
    "🦆", "👩\u200d🔬", "🇩🇪", "👍🏽", "\ufe0f", "\u200b", "\u00ad", "\ufeff",
    " ", "  ", "   ", "\n", "\n\n", "\r\n", "\t", "\t\t", "\u00a0", "\u2003", "\u3000", "\u0085", "\u2028", "\v", "\f",
    "!", "?!", "...", "—", "(", ")", "{", "}", "[i]", ";", "==", "->", "//", "#include <a.h>", "\\n", "_", "__init__",
    "if (x) {\n\treturn y;\n}", "def f(a, b=2):\n    return a[b]", "SELECT * FROM t;", "<a href=\"b\">", "a_b-c/d\\e",
    "▁", "▁▁", "<s>", "<0x0A>", "\x00", "\x7f", "\x1b[0m",
]
BROKEN = [b"\xff", b"\x80", b"\xc3", b"\xe2\x82", b"\xf0\x9f\xa6", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf5\x80\x80\x80"]


def byte_alphabet():
    visible = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in visible]
    return {byte: chr(byte) for byte in visible} | {byte: chr(256 + i) for i, byte in enumerate(hidden)}


ALPHABET = byte_alphabet()


def make_texts():
    dice = random.Random(5)
    texts = [part.encode() for part in PARTS] + BROKEN
    while len(texts) < TEXTS:
        parts = [dice.choice(PARTS).encode() for _ in range(dice.randint(1, 9))]
        if dice.random() < 0.2:
            parts.insert(dice.randrange(len(parts) + 1), dice.choice(BROKEN))
        if dice.random() < 0.5:
            parts = [part + b" " if dice.random() < 0.5 else part for part in parts]
        texts.append(b"".join(parts))
    return texts


def as_text(data):
    return data.decode("utf-8", "surrogateescape")


def as_bytes(text):
    return text.encode("utf-8", "surrogateescape")


def split_words(name, text):
    if name == "smollm":
        return [word for part in regex.split(r"(\p{N})", text) for word in regex.findall(GPT2, part)]
    return regex.findall({"gpt2": GPT2, "llama3": LLAMA3, "qwen2": QWEN2}[name], text)


def merge(symbols, order_of):
    """Merges the pair of the smallest order, the leftmost of equals, until there is none."""
    while len(symbols) > 1:
        orders = [(order, i) for i, pair in enumerate(zip(symbols, symbols[1:]))
                  if (order := order_of(pair)) is not None]
        if not orders:
            break
        _, i = min(orders)
        symbols = symbols[:i] + [symbols[i] + symbols[i + 1]] + symbols[i + 2:]
    return symbols


def learn_merges(words, count):
    """The most frequent pairs, one after the other."""
    words = [list(word) for word in words]
    merges = []
    for _ in range(count):
        pairs = {}
        for word in words:
            for pair in zip(word, word[1:]):
                pairs[pair] = pairs.get(pair, 0) + 1
        if not pairs:
            break
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        merges.append(best)
        words = [merge(word, lambda pair: 0 if pair == best else None) for word in words]
    return merges


def in_alphabet(word):
    return "".join(ALPHABET[byte] for byte in as_bytes(word))


def byte_level(name, texts):
    words = [in_alphabet(word) for text in texts for word in split_words(name, as_text(text))]
    merges = learn_merges(words[:1500], 120)
    tokens = list(dict.fromkeys([*ALPHABET.values(), *("".join(pair) for pair in merges)]))
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    ids = {token: i for i, token in enumerate(tokens)}

    def encode(text):
        return [ids[symbol] for word in split_words(name, as_text(text))
                for symbol in merge(list(in_alphabet(word)), ranks.get)]

    return {"pre_tokenizer": name, "tokens": tokens, "merges": merges}, encode


def sentence_piece(by_score, texts):
    """▁ for spaces and before the text; a character that is no token becomes its bytes."""
    def marked(text):
        return "▁" + as_text(text).replace(" ", "▁") if text else ""

    merges = [pair for pair in learn_merges([marked(text) for text in texts[:300]], 150)
              if not any("\ud800" <= c <= "\udfff" for c in "".join(pair))]
    byte_names = [f"<0x{byte:02X}>" for byte in range(256)]
    characters = sorted({c for text in texts[:200] for c in marked(text) if not "\ud800" <= c <= "\udfff"})
    tokens = list(dict.fromkeys(["<unk>", *byte_names, *characters, *("".join(pair) for pair in merges)]))
    known = set(tokens[257:])
    # A merge is of tokens; with scores, the better ones come later in no special order.
    merges = [pair for pair in merges if known >= {*pair, "".join(pair)}]
    dice = random.Random(6)
    scores = [0.0] * 257 + [-float(dice.randrange(60)) for _ in tokens[257:]]
    ids = {token: i for i, token in enumerate(tokens)}
    ranks = {pair: rank for rank, pair in enumerate(merges)}

    def order(pair):
        if not by_score:
            return ranks.get(pair)
        both = "".join(pair)
        return -scores[ids[both]] if both in known else None

    def encode(text):
        result = []
        for symbol in merge(list(marked(text)), order):
            if symbol in known:
                result.append(ids[symbol])
            else:
                result += [1 + byte for byte in as_bytes(symbol)]
        return result

    table = {"tokens": tokens} | ({"scores": scores} if by_score else {"merges": merges})
    return table, encode


def main():
    texts = make_texts()
    made = {name: byte_level(name, texts) for name in ("gpt2", "smollm", "llama3", "qwen2")}
    made |= {"scores": sentence_piece(True, texts), "ranks": sentence_piece(False, texts)}
    tokenizers = {}
    for name, (table, encode) in made.items():
        lines = [" ".join(map(str, encode(text))) + "\n" for text in texts]
        table["digests"] = [hashlib.sha256("".join(lines[i:i + GROUP]).encode()).hexdigest()[:16]
                            for i in range(0, TEXTS, GROUP)]
        tokenizers[name] = table
    shown = []
    for text in texts:
        try:
            shown.append(text.decode())
        except UnicodeDecodeError:
            shown.append({"bytes": text.hex()})
    print(json.dumps({"texts": shown, "tokenizers": tokenizers}, ensure_ascii=True, separators=(",", ":")))


if __name__ == "__main__":
    main()
