"""Certificates of values that grow, `G(n + p) = G(n) + s`, as forge.py makes them for other theorems: the numbers of
the theorem as its prover chooses them. Whether there are enough values is left to the checkers."""

from itertools import count


def law(g):
    """The smallest (n0, p, s) with s > 0 that the list shows three times over, if any."""
    for p in range(1, len(g) // 4):
        s = g[-1] - g[-1 - p]
        n = len(g) - p
        while s > 0 and n > 0 and g[n - 1 + p] == g[n - 1] + s:
            n -= 1
        if n + 3 * p < len(g):
            return n, p, s
    return None


def ways(rest, heaps, low=1):
    """All ways to leave the rest in this number of heaps, ascending."""
    if heaps == 1:
        return [[rest]] if rest >= low else []
    return [[a, *more] for a in range(low, rest // heaps + 1) for more in ways(rest - a, heaps - 1, a)]


def is_twin(heaps, first, x):
    for k, b in enumerate(heaps):
        for c in range(k + 1, len(heaps)):
            others = heaps[:k] + heaps[k + 1 : c] + heaps[c + 1 :]
            if b >= first and heaps[c] >= first and x(b) == x(heaps[c]) and sum(x(a) >= 1 for a in others) <= 1:
                return True
    return False


def exponent(least):
    return next(e for e in count() if 2**e >= least)


def lines(digits, g, n0, p, s):
    """The lines of the theorem for all values of the list; None when they are too few for any."""
    t = (s & -s).bit_length() - 1
    odd, first, q = s >> t, max(n0, 1), [v >> t for v in g]
    moves = [(i, j) for i, d in enumerate(digits) for j in range(1, 4) if d >> j & 1]
    above = max(p * q[a] - odd * a for a in range(1, first + p))
    below = max(odd * n - p * q[n] for n in range(first, first + p))
    excess = max([0] + [(below - odd * i + j * above) // p for i, j in moves])
    low = exponent(max([excess] + q[first : first + p] + [v + 1 for v in q[1:first]]))
    twins, slack = len(g) - 2 ** (low + 1) * p, 1
    if twins < first:
        return None
    for n in range(twins, len(g)):
        seen = set()
        for i, j in moves:
            for heaps in ways(n - i, j) if n > i else []:
                if is_twin(heaps, first, lambda a: q[a] >> low):
                    value = 0
                    for a in heaps:
                        value ^= g[a]
                    seen.add(value)
        slack = max(slack, q[n] - (next(v for v in count() if v not in seen) >> t) + 1)
    high = max(low, exponent(slack + excess - 1))
    return [["saltus", s], ["values", len(g)], ["scale", low, high], ["slack", slack], ["twins", twins]]
