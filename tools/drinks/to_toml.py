#!/usr/bin/env python3
"""Converts drinks.json, as written by train.cpp, to the TOML model that Decodescope opens.

    python3 to_toml.py drinks.json > ../../assets/models/drinks.toml

Every number keeps the digits it has in the JSON.
"""

import json
import sys

HEAD = """\
# Drinks: a transformer that knows tea from water and is small enough to read.
#
# 47 words, 6,192 weights, trained from scratch by tools/drinks/train.cpp on sentences of a small
# grammar (tools/drinks/grammar.h). Shaped like LLaMA: RMSNorm, RoPE, two query heads that share one
# KV head, SwiGLU, residuals, an untied output matrix. tools/drinks/README.md says how well it
# learned the grammar and where it goes wrong. tools/drinks/to_toml.py wrote this file.
"""

NOTE = ("Trained on one small grammar of sentences about food and drink: it knows their statistics, "
        "and nothing else.")

# The names of the tensors in drinks.json, and their keys in a [[layers]] table.
LAYER_KEYS = [("attention_norm", "attention_norm"), ("wq", "query"), ("wk", "key"), ("wv", "value"),
              ("wo", "output"), ("mlp_norm", "mlp_norm"), ("w_gate", "gate"), ("w_up", "up"),
              ("w_down", "down")]


def rows_text(tensor, comments=None):
    rows, columns = map(int, tensor["shape"])
    data = tensor["data"]
    cells = [data[row * columns:(row + 1) * columns] for row in range(rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(columns)]
    lines = []
    for i, row in enumerate(cells):
        numbers = ", ".join(text.rjust(width) for text, width in zip(row, widths))
        lines.append(f"  [{numbers}]," + (f"  # {comments[i]}" if comments else ""))
    return "[\n" + "\n".join(lines) + "\n]"


def vector_text(tensor):
    return "[" + ", ".join(tensor["data"]) + "]"


def wrapped(words, width=96):
    lines, line = [], " "
    for word in words:
        if len(line) + len(word) + 2 > width:
            lines.append(line)
            line = " "
        line += f" {word},"
    return "[\n" + "\n".join(lines + [line]) + "\n]"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        model = json.load(file, parse_float=str, parse_int=str)
    config, words, tensors = model["config"], model["vocabulary"], model["tensors"]

    print(HEAD)
    print('name = "Drinks"')
    print(f'note = "{NOTE}"')
    print("tokens = " + wrapped([json.dumps(word) for word in words]))
    print(f'end_token = "{config["end_token"]}"')
    print(f'context = {config["max_context"]}')
    print("residuals = true")
    print("\nembedding = " + rows_text(tensors["token_embedding"], words))
    print("\noutput = " + rows_text(tensors["output"], words))
    print("\nfinal_norm = " + vector_text(tensors["final_norm"]))
    print(f'\n[attention]\nquery_heads = {config["n_heads"]}\nkv_heads = {config["n_kv_heads"]}')
    print(f'head_dim = {config["head_dim"]}\nscale = "1/sqrt({config["head_dim"]})"')
    print(f'\n[positions]\nkind = "rope"\npairs = "{config["rope_pairs"]}"')
    print(f'theta = {config["rope_theta"]}')
    print(f'\n[norm]\nkind = "rms"\neps = {config["norm_eps"]}')
    print('\n[mlp]\nkind = "swiglu"')
    for layer in range(int(config["n_layers"])):
        print("\n[[layers]]")
        for name, key in LAYER_KEYS:
            tensor = tensors[f"layers.{layer}.{name}"]
            text = vector_text(tensor) if len(tensor["shape"]) == 1 else rows_text(tensor)
            print(f"{key} = {text}")
    print('\n[example]\nprompt = "Today I drink tea"\ntokens = 8')


if __name__ == "__main__":
    main()
