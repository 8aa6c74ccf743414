"""Makes certificates of periods: right ones, mutated ones and forged ones.

Right ones are stored records and what a small prover here finds for random games. A mutation changes, drops or repeats
some numbers. A forgery is consistent in all its lines and often false: it claims another period, or what the first few
values show, or the period of a world in which no leftover is ever left, or it joins the lines of two certificates. A
certificate is a list of lines, a line a list of words and numbers. Some texts meet with an accident after that: bytes
are lost, changed or put in.
"""

from functools import lru_cache
from itertools import count
from pathlib import Path

from growing import law, lines as growing_lines

RECORDS = Path(__file__).resolve().parent.parent / "records" / "periods"
SMALL = ["0.45", "0.055", "0.156", "4.344"]
BASE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_"


def text_of(lines):
    return "grundy-certificate 1\nkind period\n" + "".join(" ".join(map(str, line)) + "\n" for line in lines)


def digits_of(code):
    before, after = code.split(".")
    return [int(before or "0", 16)] + [int(c, 16) for c in after]


def largest_removal(digits):
    return max([i for i, d in enumerate(digits) if d] + [1])


@lru_cache(maxsize=None)
def values(code, length):
    """Nim-values by the definition, for games that leave at most three heaps."""
    digits, g = digits_of(code), []
    for n in range(length):
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
        g.append(next(v for v in count() if v not in seen))
    return g


def known_values(code):
    return values(code, 90 if max(digits_of(code)) > 7 else 300)


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
    for p in range(1, len(g) // 3):
        n = len(g) - p
        while n > 0 and g[n - 1] == g[n - 1 + p]:
            n -= 1
        if n + 2 * p < len(g):
            return n, p
    return None


def certificate(game, g, n0, p, theorem, more=(), s=0):
    """The claim, with a heap for each prime that divides p (n0 where there is none), and the lines of the theorem."""
    distinct = []
    for q in primes(p):
        places = (n for n in range(n0, len(g) - p // q) if q * (g[n + p // q] - g[n]) != s)
        distinct.append(["distinct", q, next(places, n0)])
    return [["game", game], ["theorem", theorem], ["preperiod", n0], ["period", p], *distinct, *more]


def is_rare(space, n, v):
    mask, pi, kappa = space
    return (bin(mask & v).count("1") + pi * n) % 2 != kappa


def spaces(digits):
    """All admissible spaces with a small mask."""
    splits = [i for i, d in enumerate(digits) if d & 4]
    each = ((mask, pi, kappa) for mask in range(1, 32) for pi in (0, 1) for kappa in (0, 1))
    return [(m, pi, kappa) for m, pi, kappa in each if all((kappa + pi * i) % 2 == 1 for i in splits)]


def sparse(digits, g, n0, p, space, rares, depth, rng):
    """The lines of the sparse theorem; some with one or two windows."""
    lines = [["space", *space], ["depth", depth]] + [["rare", n, g[n]] for n in rares]
    k, last = largest_removal(digits), rares[-1] if rares else 0
    w, first, end = last + k, 2 * last + k + 1, max(n0, 1) + last + k + p
    if rng.random() < 0.4 and end - first > 2 and max(g) < 64:
        for start in sorted(rng.sample(range(first + 1, end), min(2, end - first - 1))):
            if start <= len(g):
                lines.append(["segment", start, "".join(BASE[v] for v in g[start - w : start])])
    return lines


def random_game(rng):
    length = rng.randint(1, 3)
    top = rng.choice([3, 7, 7, 7, 15]) if length < 3 else rng.choice([3, 7])
    first = rng.choice(["", "", "4"]) if top > 3 else ""
    return first + "." + "".join(f"{rng.randint(0, top):X}" for _ in range(length))


def random_depth(rng):
    return rng.choice([0, 1, 2, 4, 8, 16, 32])


def claim(game, g, n0, p, rng):
    """A certificate for this claim, by one of the theorems."""
    digits = digits_of(game)
    good = []
    if max(digits) <= 7 and rng.random() < 0.5:
        for space in spaces(digits):
            rares = [n for n in range(1, len(g)) if is_rare(space, n, g[n])]
            if not (space[1] and p % 2) and (not rares or rares[-1] < max(n0, 1)):
                good.append((len(rares), space, rares))
    if not good:
        return certificate(game, g, n0, p, "classical")
    _, space, rares = rng.choice(sorted(good)[:4])
    more = sparse(digits, g, n0, p, space, rares, random_depth(rng), rng)
    return certificate(game, g, n0, p, "sparse", more)


def record(rng):
    lines = (RECORDS / f"{rng.choice(SMALL)}.cert").read_text().splitlines()[2:]
    return [[int(w) if w.isdigit() else w for w in line.split()] for line in lines]


def right(rng):
    """What may well be right."""
    while True:
        game = random_game(rng)
        g = known_values(game)
        found = period(g)
        if found:
            return claim(game, g, *found, rng)


def other_period(rng):
    """Another preperiod or period than the true one."""
    while True:
        game = random_game(rng)
        g = known_values(game)
        found = period(g)
        if found:
            n0, p = found
            others = [(n0 + 1, p), (max(n0 - 1, 0), p), (n0, 2 * p), (n0, p + 1), (n0, max(p // 2, 1)), (0, p), (0, 1)]
            return claim(game, g, *rng.choice(others), rng)


def short_sight(rng):
    """What the first few values show, and the next ones, made up, go on showing."""
    while True:
        game = random_game(rng)
        g = known_values(game)
        found = period(g[: rng.randint(6, 20)])
        if found:
            n0, p = found
            return claim(game, [g[n if n < n0 else n0 + (n - n0) % p] for n in range(len(g))], n0, p, rng)


def no_leftovers(rng):
    """The period of a world in which every heap after the head has the least common value that is not excluded."""
    while True:
        game = random_game(rng)
        digits = digits_of(game)
        if max(digits) > 7 or not any(d & 4 for d in digits):
            continue
        true, space, depth = known_values(game), rng.choice(spaces(digits)), random_depth(rng)
        k, head = largest_removal(digits), rng.randint(4, 120)
        rares = [n for n in range(1, head) if is_rare(space, n, true[n])]
        last = rares[-1] if rares else 0
        if 2 * last + 2 * k + 1 + depth > head:
            continue
        g = true[:head]
        for n in range(head, len(true)):
            seen = {g[n - i] for i, d in enumerate(digits) if d & 2}
            for i, d in enumerate(digits):
                if d & 4:
                    seen.update(g[a] ^ g[n - i - a] for a in range(1, last + 1))
            g.append(next(v for v in count() if v not in seen and not is_rare(space, n, v)))
        found = period(g)
        if found and found[0] > last and not (space[1] and found[1] % 2):
            n0, p = found
            return certificate(game, g, n0, p, "sparse", sparse(digits, g, n0, p, space, rares, depth, rng))


@lru_cache(maxsize=None)
def growing_certificate(game, length):
    g = values(game, length)
    found = law(g)
    more = growing_lines(digits_of(game), g, *found) if found else None
    return certificate(game, g, found[0], found[1], "arithmetic", more, found[2]) if more else None


def growing(rng):
    """Values that grow, where three heaps may be left; often there are too few values for a proof."""
    while True:
        digits = [rng.choice([0, 0, rng.randint(0, 15)]), rng.randint(8, 15)]
        rng.shuffle(digits)
        found = growing_certificate("." + "".join(f"{d:X}" for d in digits), rng.choice([32, 48, 80]))
        if found:
            return found


def joined(rng):
    """Some kinds of lines from one certificate, the others from another."""
    one, two = (rng.choice([right, growing])(rng) for _ in range(2))
    keys = sorted({line[0] for line in one + two})
    kept = {key for key in keys if rng.random() < 0.5}
    return [line for line in one if line[0] in kept] + [line for line in two if line[0] not in kept]


def mutated(lines, rng):
    lines = [list(line) for line in lines]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        line = rng.choice(lines)
        kind = rng.random()
        numbers = [i for i, w in enumerate(line) if i > 0 and isinstance(w, int)]
        if kind < 0.75 and numbers:
            i = rng.choice(numbers)
            x = line[i]
            line[i] = max(0, rng.choice([x + 1, x - 1, 0, 1, 2 * x, x // 2, rng.randint(0, 600)]))
        elif kind < 0.8 and line[0] == "segment":
            at = rng.randrange(len(line[2]))
            line[2] = line[2][:at] + rng.choice("0123456789ab") + line[2][at + 1 :]
        elif kind < 0.85 and len(lines) > 1:
            lines.remove(line)
        elif kind < 0.9:
            lines.insert(rng.randrange(len(lines) + 1), list(line))
        elif line[0] == "game":
            line[1] = random_game(rng)
    return lines


# What may be made, and how often.
KINDS = {record: 1, right: 10, other_period: 4, short_sight: 4, no_leftovers: 4, growing: 4, joined: 2}


def any_certificate(rng):
    """A certificate, and what kind of work it is."""
    make = rng.choices(list(KINDS), list(KINDS.values()))[0]
    kind = make.__name__.replace("_", " ")
    if rng.random() < 0.5:
        return mutated(make(rng), rng), f"{kind}, mutated"
    return make(rng), kind


def put_in(data, at, what):
    return data[:at] + what + data[at:]


def line_of(data, rng):
    """The lines of a text, each with its end, and one of their numbers."""
    lines = data.splitlines(keepends=True)
    return lines, rng.randrange(len(lines))


def doubled_line(data, rng):
    lines, at = line_of(data, rng)
    return b"".join(lines[: at + 1] + lines[at:])


def lone_return(data, rng):
    """A CR where a line ends, before its LF, instead of it or twice."""
    lines, at = line_of(data, rng)
    lines[at] = lines[at].rstrip(b"\r\n") + rng.choice([b"\r\n", b"\r", b"\r\r\n", b"\n\r"])
    return b"".join(lines)


def odd_byte(data, rng):
    """A byte put in that is no digit, so that no number gets longer: a check of the text takes no longer, either."""
    odd = [b"\t", b"\t", b"\r", b"\n", b" ", b"\0", b"#", b"+", b"-", b"\v", b"\f", b"\x1b"]
    foreign = [b"\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xc3\xa9", b"\xc2\xa0", b"\xe2\x80\xa8"]
    odd += [*foreign, "\ufeff".encode()]
    return put_in(data, rng.choice([0, len(data), rng.randrange(len(data) + 1)]), rng.choice(odd))


def tab_for_blank(data, rng):
    blanks = [i for i, byte in enumerate(data) if byte == 32]
    at = rng.choice(blanks) if blanks else 0
    return data[:at] + b"\t" + data[at + 1 :]


def lost_bytes(data, rng):
    at = rng.randrange(len(data))
    return data[:at] + data[at + rng.choice([1, 1, 1, 2, 5]) :]


def all_returns(data, _):
    """CR LF at the end of every line."""
    return data.replace(b"\n", b"\r\n")


def other_end(data, rng):
    """No LF at the end of the text, or a CR or a blank for it."""
    return data.removesuffix(b"\n") + rng.choice([b"", b"\r", b" ", b" \r"])


def cut_short(data, rng):
    return data[: rng.randrange(len(data))]


# What may happen to a text, and how often.
ACCIDENTS = {
    lone_return: 4,
    all_returns: 2,
    other_end: 4,
    doubled_line: 2,
    odd_byte: 6,
    tab_for_blank: 1,
    lost_bytes: 3,
    cut_short: 2,
}


def broken(data, rng):
    """The bytes after one accident, or two."""
    for _ in range(rng.choice([1, 1, 2])):
        accident = rng.choices(list(ACCIDENTS), list(ACCIDENTS.values()))[0]
        data = accident(data, rng) if data else b"\n"
    return data


def any_text(rng):
    """The bytes of a certificate, and what kind of work it is; one of five is a right one as a broken text."""
    if rng.random() < 0.2:
        make = rng.choice([record, right, right, right, growing])
        return broken(text_of(make(rng)).encode(), rng), "broken text"
    lines, kind = any_certificate(rng)
    return text_of(lines).encode(), kind
