"""GGUF and safetensors from the command line: tiny files of every family open, damaged ones are refused in
one line. Models and references are outside the repository: in DECODESCOPE_MODELS, or in ../shared/models.
"""

import json
import os
import sys

from _cli import Folder, check, check_refused, finish, run, text_of

MODELS = os.environ.get("DECODESCOPE_MODELS", "../shared/models")
FAMILIES = os.path.join(MODELS, "families")
REFERENCES = os.path.join(MODELS, "..", "reference", "families")


def trace(path, prompt, tokens, *arguments):
    return json.loads(text_of("trace", path, "--prompt", prompt, "--tokens", str(tokens), "--format", "json",
                              "--values", "summary", *arguments))


def test_families():
    """A file of each family, one of each kind of file; all of them are in the unit tests."""
    for name in ("gpt2-f16", "llama3-Q4_0.gguf", "qwen2-f32-sharded", "qwen3-F32.gguf", "spm-bf16", "spm-f16",
                 "smollm-Q8_0.gguf"):
        path = os.path.join(FAMILIES, name)
        if not os.path.exists(path):
            continue
        with open(os.path.join(REFERENCES, name + ".json"), encoding="utf-8") as file:
            want = json.load(file)["runs"][0]
        got = trace(path, want["prompt"], want["tokens"])
        check([token["id"] for token in got["prompt"]["tokens"]] == want["prompt_ids"], f"{name}: prompt")
        ids = [one["selected"]["id"] for one in got["passes"]]
        check(ids == want["greedy_ids"][:len(ids)], f"{name}: {ids} selected")


def test_a_recipe_names_them():
    with Folder() as folder:
        model = os.path.abspath(os.path.join(FAMILIES, "qwen2-bf16"))
        recipe = folder.file("r.toml", f"model = {json.dumps(model)}\nprompt = \"a\"\ntokens = 2\n")
        check(b"" != text_of("trace", recipe), "a recipe opens a folder")


def test_hostile():
    folder = os.path.join(FAMILIES, "hostile")
    with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    for name, entry in manifest.items():
        path = os.path.join(folder, name)
        arguments = ("trace", path, "--prompt", "a", "--tokens", "1", "--values", "summary")
        if entry["expect"] == "refuse":
            check_refused(*arguments)
            continue
        code = run(*arguments).returncode
        check(code in (0, 2) if entry["expect"] == "either" else code == 0, f"{name}: exit code {code}")


if not os.path.exists(FAMILIES):
    print(f"skipped: {FAMILIES} is not there")
    sys.exit(77)
test_families()
test_a_recipe_names_them()
test_hostile()
finish()
