"""The verb `cost`: counted per pass and stage, with the cache and without; modelled under its own heading."""

import json

from _cli import ABC, Folder, check, check_refused, finish, run, text_of

DRINKS = "assets/models/drinks.toml"


def cost(*arguments):
    return json.loads(text_of("cost", *arguments, "--format", "json"))


def test_abc_by_hand():
    """ABC has d = 2, 3 tokens, float64. The prefill of A B has 1 + 2 pairs of 2 numbers, and 2·3 for the logits."""
    got = cost(ABC, "--prompt", "A B", "--tokens", "4")["counted"]
    first = got["passes"][0]["counts"]
    check(first["multiply_adds"] == {"score": 6, "mix": 6, "logits": 6}, f"prefill: {first}")
    check((first["weight_bytes_read"], first["cache_bytes_read"], first["cache_bytes_written"]) == (80, 64, 64),
          f"prefill's bytes: {first}")
    check(got["with_cache"]["multiply_adds_total"] == 84, "84 with the cache")
    check(got["without_cache"]["multiply_adds_total"] == 160, "160 without")
    check(got["formulas_agree"] is True, "the formulas agree")
    check("modelled" not in cost(ABC), "nothing is modelled unless it is asked for")


def test_passes_add_up():
    got = cost(DRINKS, "--tokens", "6")["counted"]
    for key, part in (("with_cache", "counts"), ("without_cache", "without_cache")):
        for name in ("multiply_adds_total", "weight_bytes_read", "cache_bytes_read", "cache_bytes_written"):
            check(sum(p[part][name] for p in got["passes"]) == got[key][name], f"{key}: {name} adds up")
        check(sum(got[key]["multiply_adds"].values()) == got[key]["multiply_adds_total"], f"{key}: stages add up")
    check(got["with_cache"]["cache_bytes_read"] == got["without_cache"]["cache_bytes_read"],
          "K and V read are the same with and without")


def test_trace_has_the_same_counts():
    trace = json.loads(text_of("trace", DRINKS, "--tokens", "3", "--format", "json", "--values", "summary"))
    passes = cost(DRINKS, "--tokens", "3")["counted"]["passes"]
    check([p["counts"] for p in trace["passes"]] == [p["counts"] for p in passes], "counts in the trace")
    check([p["recompute"]["counts"] for p in trace["passes"]] == [p["without_cache"] for p in passes],
          "recomputed counts in the trace")


def test_modelled():
    """LLaMA 2 7B in 16 bits on an H100 (3350 GB/s); tests/core/cost/cost_model_test.cpp derives the numbers."""
    got = cost(ABC, "--hardware", "h100-sxm", "--shape", "llama2-7b")["modelled"]
    check(got["parameters"] == 6738415616, "parameters")
    step = got["decode_step"]
    check(abs(step["weights_seconds"] - 6607347712 * 2 / 3350e9) < 1e-12, f"weights: {step}")
    check(abs(step["seconds"] - 4.105e-3) < 1e-5 and step["bottleneck"] == "weights", f"step: {step}")
    check(got["largest_batch"] == 123, "123 sequences fit")
    check(got["batch_where_arithmetic_binds"] == 296, "the linear layers are compute-bound from 296 sequences on")
    check(got["context_where_cache_passes_weights"] == 25206, "crossings are whole positions")
    check(step["seconds"] == step["linear_layers_seconds"] + step["attention_seconds"], "two parts")
    check(step["linear_layers_seconds"] == max(step["weights_seconds"], step["matrix_products_seconds"]), "linear")
    check(step["attention_seconds"] == max(step["cache_seconds"], step["attention_arithmetic_seconds"]), "attention")
    check(step["fits_memory"] is True and step["beyond_context"] is False, "it fits")
    terms = got["shazeer_2019"]
    check(abs(terms["multi_head"] - (1024 / 4096 + 1)) < 1e-12, f"n/d + 1/b: {terms}")
    toy = cost(ABC, "--hardware", "laptop", "--context", "2")["modelled"]
    check("not_shown" in toy["shazeer_2019"], "the toy's width is refused")
    long = cost(ABC, "--hardware", "h100-sxm", "--shape", "llama2-7b", "--context", "100000")["modelled"]
    check(long["decode_step"]["bottleneck"] == "cache", "a long context is bound by the cache")
    check("not_shown" in long["shazeer_2019"], "n is at most d")
    check(long["decode_step"]["beyond_context"] is True and long["context_length"] == 4096, "4096 positions at most")


def test_what_does_not_fit_is_said():
    """LLaMA 2 70B in 16 bits has 138 GB of weights; an L4 has 24 GB."""
    options = ("--shape", "llama2-70b", "--hardware", "l4")
    got = cost(*options)["modelled"]
    check(got["fits_memory"] is False and got["largest_batch"] == 0, "it does not fit")
    check(got["decode_step"]["fits_memory"] is False and got["prefill"]["fits_memory"] is False, "beside each time")
    text = text_of("cost", *options).decode()
    check(text.count("does not fit: 138 GB of 24.0 GB memory") == 2, "beside each time in the text")
    check("does not fit" not in text_of("cost", "--shape", "gpt2").decode(), "GPT-2 fits")


def test_a_shape_needs_no_file():
    got = cost("--shape", "llama2-7b")
    check("counted" not in got and got["modelled"]["hardware"] == "h100-sxm", f"{got.keys()}")
    check(got["modelled"] == cost(ABC, "--shape", "llama2-7b")["modelled"], "the same with a file")
    text = text_of("cost", "--shape", "llama2-7b", "--batch", "32").decode()
    check(text.startswith("MODELLED, not measured") and "COUNTED" not in text, "the modelled part alone")
    check("max(" in text and "13.2 GB / 3.35 TB/s" in text and "lower bound" in text, "formulas are filled in")
    check_refused("cost", "--shape", "llama2-7b", "--prompt", "A", says=["--shape NAME alone"])


def test_text():
    text = text_of("cost", ABC, "--hardware", "laptop", "--shape", "gpt2", "--batch", "4").decode()
    counted, modelled = text.split("\nMODELLED, not measured", 1)
    check(counted.count("COUNTED") == 1 and "closed formulas give the same" in counted, "counted part")
    check("decode step" in modelled and "Roofline" in modelled and "source: AMD" in modelled, "modelled part")
    check("prefill" in counted and "no cache" in counted, "lines of passes")
    check("MODELLED" not in text_of("cost", ABC).decode(), "counted alone")


def test_list():
    text = text_of("cost", "--list").decode()
    for name in ("h100-sxm", "laptop", "llama3-8b", "int4", "data sheet", "arXiv"):
        check(name in text, f"--list: {name}")


def test_output_file():
    with Folder() as folder:
        path = folder.file("cost.txt")
        text_of("cost", ABC, "-o", path)
        with open(path, "rb") as file:
            check(file.read() == text_of("cost", ABC), "-o holds what stdout would")


def test_refused():
    check_refused("cost", says=["--list"])
    check_refused("cost", ABC, "--hardware", "abacus", says=["abacus", "h100-sxm"])
    check_refused("cost", ABC, "--hardware", "l4", "--shape", "gpt5", says=["gpt5", "llama2-7b"])
    check_refused("cost", ABC, "--hardware", "l4", "--weights-format", "int3", says=["int3", "int4"])
    check_refused("cost", ABC, "--batch", "8", says=["--hardware"])
    check_refused("cost", ABC, "--hardware", "l4", "--batch", "0", says=["--batch"])
    check_refused("cost", ABC, "--format", "csv", says=["text or json"])
    check_refused("cost", "no such file.toml", says=["no such file"])
    check(run("cost", "--help").returncode == 0, "--help")


for name, test in sorted(globals().items()):
    if name.startswith("test_"):
        print(name)
        test()
finish()
