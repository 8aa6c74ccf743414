"""Compares the verdicts of grundy-verified, grundy-check and grundy-check --plain on certificates that are right,
mutated, forged, or broken as texts (see forge.py). The truth of a claim is not needed: the checkers must agree."""

import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import forge

HERE = Path(__file__).resolve().parent
VERIFIED = Path(os.environ.get("GRUNDY_VERIFIED", HERE / "build" / "grundy-verified"))
CHECK = Path(os.environ.get("GRUNDY_CHECK", HERE.parent / "target" / "debug" / "grundy-check"))
COMMANDS = {"grundy-verified": [VERIFIED], "grundy-check": [CHECK], "grundy-check --plain": [CHECK, "--plain"]}
# A program checks this many files each time that it is started.
BATCH = 250


def verdicts(command, folder, names):
    """What a program says of each file, in one run: a line for each, that begins with the name or with "error: "."""
    done = subprocess.run([*command, *names], cwd=folder, capture_output=True, timeout=600)
    out, err = (stream.decode(errors="backslashreplace") for stream in (done.stdout, done.stderr))
    said = {}
    for line in (out + err).split("\n"):
        words = line.removeprefix("error: ")
        name, _, rest = words.partition(": ")
        verdict = "unreadable" if words != line else rest.split(" ")[0].lower()
        if name in names and verdict in ("verified", "rejected", "unreadable"):
            said[name] = (verdict, line)
    return [said.get(name, ("no verdict", f"exit code {done.returncode}: {err[-300:]}")) for name in names]


def compare(batch, first, seed, tally):
    """Adds the verdicts on a batch of certificates to the tally, and prints where they differ."""
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{first + k}.cert" for k in range(len(batch))]
        for name, (data, _) in zip(names, batch):
            (Path(folder) / name).write_bytes(data)
        said = zip(*(verdicts(command, folder, names) for command in COMMANDS.values()))
    for name, (data, kind), all_said in zip(names, batch, said):
        words = [verdict for verdict, _ in all_said]
        # What one program finds unreadable another may reject: both refuse it.
        if len({word == "verified" for word in words}) > 1 or "no verdict" in words:
            differ += 1
            print(f"certificate {name} of seed {seed} ({kind}): the checkers differ")
            print(*(f"  {program}: {line}" for program, (_, line) in zip(COMMANDS, all_said)), sep="\n")
            print(data if kind == "broken text" else data.decode())
        tally[kind, "verified" if words[0] == "verified" else "refused"] += 1
    return differ


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    for program in (VERIFIED, CHECK):
        if not program.exists():
            sys.exit(f"error: {program} is missing; formal/run and cargo build make it")
    rng = random.Random(seed)
    tally, differ = Counter(), 0
    for first in range(0, count, BATCH):
        batch = [forge.any_text(rng) for _ in range(min(BATCH, count - first))]
        differ += compare(batch, first, seed, tally)
    for kind in sorted({kind for kind, _ in tally}):
        print(f"{kind}: {tally[kind, 'verified']} verified, {tally[kind, 'refused']} refused")
    verified = sum(n for (_, word), n in tally.items() if word == "verified")
    print(
        f"{count} certificates, {', '.join(COMMANDS)}: {verified} verified by all, "
        f"{count - verified - differ} refused by all; {differ} verdicts differ"
    )
    sys.exit(1 if differ else 0)


main()
