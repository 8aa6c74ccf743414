"""Compares the verdicts of grundy-verified and grundy-check on certificates that are right, mutated, or forged.

Right ones are the stored records and what a small prover here finds for random games; a mutation changes, drops or repeats one or two
numbers; a forgery makes a consistent certificate from another preperiod or period. The truth of a claim is not needed: the checkers
must agree.
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERIFIED = HERE / "build" / "grundy-verified"
CHECK = Path(os.environ.get("GRUNDY_CHECK", HERE.parent / "target" / "debug" / "grundy-check"))
SMALL = ["0.45", "0.055", "0.156", "0.356", "0.644"]


def digits_of(code):
    before, after = code.split(".")
    return [int(before or "0", 16)] + [int(c, 16) for c in after]


def values(digits, count):
    """Nim-values by the definition, for games that leave at most three heaps."""
    g = []
    for n in range(count):
        seen = set()
        for i, d in enumerate(digits[: n + 1]):
            rest = n - i
            if d & 1 and rest == 0:
                seen.add(0)
            if d & 2 and rest > 0 and i > 0:
                seen.add(g[rest])
            if d & 4:
                seen.update(g[a] ^ g[rest - a] for a in range(1, rest // 2 + 1))
            if d & 8:
                for a in range(1, rest // 3 + 1):
                    seen.update(g[a] ^ g[b] ^ g[rest - a - b] for b in range(a, (rest - a) // 2 + 1))
        v = 0
        while v in seen:
            v += 1
        g.append(v)
    return g


def primes(p):
    found, q = [], 2
    while p > 1:
        if p % q == 0:
            found.append(q)
            while p % q == 0:
                p //= q
        q += 1
    return found


def period(g):
    """The smallest (n0, p) that the list shows twice over, if any."""
    best = None
    for p in range(1, len(g) // 3):
        n = len(g) - p
        while n > 0 and g[n - 1] == g[n - 1 + p]:
            n -= 1
        if n + 2 * p < len(g):
            best = (n, p)
            break
    return best


def distinct(g, n0, p):
    """A heap for each prime that divides p; n0 where there is none."""
    lines = []
    for q in primes(p):
        places = (n for n in range(n0, len(g) - p // q) if g[n] != g[n + p // q])
        lines.append(["distinct", q, next(places, n0)])
    return lines


def certificate(game, theorem, n0, p, more):
    return [["game", game], ["theorem", theorem], ["preperiod", n0], ["period", p], *more]


def parity(v):
    return bin(v).count("1") & 1


def sparse_lines(digits, g, n0, p, rng):
    """The lines of a sparse proof with a random admissible space, or None."""
    breaks = [i for i, d in enumerate(digits) if d & 4]
    if max(digits) > 7:
        return None
    k = max([i for i, d in enumerate(digits) if d] + [1])
    spaces = []
    for mask in range(1, 32):
        for pi in (0, 1):
            for kappa in (0, 1):
                if all((kappa + pi * i) % 2 == 1 for i in breaks) and not (pi and p % 2):
                    rare = [n for n in range(1, len(g)) if (parity(mask & g[n]) + pi * n) % 2 != kappa]
                    if not rare or rare[-1] < max(n0, 1):
                        spaces.append((len(rare), mask, pi, kappa, rare))
    if not spaces:
        return None
    _, mask, pi, kappa, rare = rng.choice(sorted(spaces)[:4])
    last = rare[-1] if rare else 0
    depth = rng.choice([0, 1, 2, 4, 8, 16, 32])
    lines = [["space", mask, pi, kappa], ["depth", depth]] + [["rare", n, g[n]] for n in rare]
    w, first, end = last + k, 2 * last + k + 1, max(n0, 1) + last + k + p
    if rng.random() < 0.4 and end - first > 2:
        base = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_"
        for start in sorted(rng.sample(range(first + 1, end), min(2, end - first - 1))):
            if start <= len(g) and max(g) < 64:
                lines.append(["segment", start, "".join(base[v] for v in g[start - w : start])])
    return lines


def random_game(rng):
    length = rng.randint(1, 3)
    top = rng.choice([3, 7, 7, 7, 15]) if length < 3 else rng.choice([3, 7])
    first = rng.choice(["", "", "4"]) if top > 3 else ""
    return first + "." + "".join(f"{rng.randint(0, top):X}" for _ in range(length))


def right(rng):
    """A certificate that may well be right."""
    if rng.random() < 0.15:
        lines = (HERE.parent / "records" / "periods" / f"{rng.choice(SMALL)}.cert").read_text().splitlines()[2:]
        return [[int(w) if w.isdigit() else w for w in line.split()] for line in lines]
    while True:
        game = random_game(rng)
        digits = digits_of(game)
        g = values(digits, 90 if max(digits) > 7 else 400)
        found = period(g)
        if found is None:
            continue
        n0, p = found
        if rng.random() < 0.25:
            n0, p = rng.choice([(n0 + 1, p), (max(n0 - 1, 0), p), (n0, 2 * p), (0, p), (0, 1), (n0, p + 1), (n0, max(p // 2, 1))])
        more = sparse_lines(digits, g, n0, p, rng) if rng.random() < 0.5 else None
        theorem = "sparse" if more is not None else "classical"
        return certificate(game, theorem, n0, p, distinct(g, n0, p) + (more or []))


def mutate(lines, rng):
    lines = [list(line) for line in lines]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        line = rng.choice(lines)
        kind = rng.random()
        numbers = [i for i, w in enumerate(line) if i > 0 and isinstance(w, int)]
        if kind < 0.75 and numbers:
            i = rng.choice(numbers)
            line[i] = max(0, rng.choice([line[i] + 1, line[i] - 1, 0, 1, 2 * line[i], line[i] // 2, rng.randint(0, 600)]))
        elif kind < 0.8 and line[0] == "segment":
            text = line[2]
            at = rng.randrange(len(text))
            line[2] = text[:at] + rng.choice("0123456789ab") + text[at + 1 :]
        elif kind < 0.85:
            lines.remove(line)
        elif kind < 0.9:
            lines.insert(rng.randrange(len(lines) + 1), list(line))
        elif line[0] == "game":
            line[1] = random_game(rng)
        if not lines:
            break
    return lines


def verdict(command):
    """0 verified, 1 rejected, 2 unreadable; what was said."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.returncode, (done.stdout + done.stderr).strip()


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    for program in (VERIFIED, CHECK):
        if not program.exists():
            sys.exit(f"error: {program} is missing; formal/run and cargo build make it")
    help_text = subprocess.run([CHECK, "--help"], capture_output=True, text=True).stdout
    commands = {"grundy-verified": [VERIFIED], "grundy-check": [CHECK]}
    if "--plain" in help_text:
        commands["grundy-check --plain"] = [CHECK, "--plain"]
    rng = random.Random(seed)
    tally, differ = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "one.cert"
        for k in range(count):
            lines = right(rng)
            if rng.random() < 0.7:
                lines = mutate(lines, rng)
            text = "grundy-certificate 1\nkind period\n" + "".join(" ".join(map(str, line)) + "\n" for line in lines)
            path.write_text(text)
            said = {name: verdict([*command, path]) for name, command in commands.items()}
            codes = [code for code, _ in said.values()]
            # What one program finds unreadable another may reject: both refuse it.
            if len({code == 0 for code in codes}) > 1 or any(code not in (0, 1, 2) for code in codes):
                differ += 1
                print(f"certificate {k} of seed {seed}: the checkers differ", *(f"  {n}: {w}" for n, (_, w) in said.items()), text, sep="\n")
            word = ["verified", "rejected", "unreadable"][max(codes)] if max(codes) < 3 else "crashed"
            tally[word] = tally.get(word, 0) + 1
    print(f"{count} certificates, {', '.join(commands)}:", ", ".join(f"{n} {w}" for w, n in sorted(tally.items())) + f"; {differ} verdicts differ")
    sys.exit(1 if differ else 0)


main()
