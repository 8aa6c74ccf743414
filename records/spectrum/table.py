"""The survey of hidden frequencies: runs `grundy analyze GAME --spectrum`, makes table and scatter picture of the
answers, and repeats rows.

    python3 table.py choose census.jsonl 200 four.txt
        # games of four digits that the census has not proved, evenly spread
    python3 table.py run games.txt FROM COUNT answers.jsonl
        # appends; games that are there already are left out
    python3 table.py make answers.jsonl... table.csv scatter.svg
    python3 table.py octaves answer.json... octaves.csv
        # of answers with --octaves
    python3 table.py means table.csv
        # fills the column `mean_value`; rows that have it are left alone
    python3 table.py proved table.csv CENSUS... [GAME...]
        # fills `proved_period`, `proved_preperiod`: of files *.jsonl of the census, and of games that `grundy solve`
        # proves on the spot
    python3 table.py again table.csv [GAME...]
        # the command of a row, and whether it gives the same row
    python3 table.py relations table.csv
        # what was tried to explain the frequencies, figure by figure

Nothing but the standard library is used; `grundy` is found by the search path.
"""

import cmath
import csv
import json
import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from statistics import correlation, median

# A line below this share of the power says nothing about phases; a residual above this, in turns, is named in the
# picture.
STRONG, FITS = 0.25, 0.1
# Columns that other commands fill: no part of the answer that makes a row.
MEAN, PROVED = "mean_value", ("proved_period", "proved_preperiod")


def choose(census, count, games):
    """Classes without a proved period whose members all have four digits after the point, `count` of them, evenly
    spread."""
    rows = [json.loads(line) for line in Path(census).read_text().splitlines()[1:]]
    four = [
        row["game"]
        for row in rows
        if row["status"] != "proved" and all(len(one["game"].partition(".")[2]) == 4 for one in row["members"])
    ]
    count = int(count)
    Path(games).write_text("".join(four[k * len(four) // count] + "\n" for k in range(count)))


def command(game, first, count):
    return ["grundy", "analyze", game, "--spectrum", "--from", first, "-n", count]


def run(games, first, count, answers):
    """One answer a line, in the order of the list; interrupted at any time, it goes on where it was."""
    path = Path(answers)
    done = {json.loads(line)["game"] for line in path.read_text().splitlines()} if path.exists() else set()
    for game in Path(games).read_text().split():
        if game not in done:
            answer = subprocess.run([*command(game, first, count), "--json"], capture_output=True, text=True)
            if answer.returncode == 0:
                with path.open("a") as out:
                    out.write(answer.stdout)


def fundamental(window):
    """The strongest line that is neither constant nor alternating, or the one whose multiple it is."""
    for line in window["lines"]:
        if line["theta"] not in (0.0, 0.5):
            return window["lines"][line["fundamental"]]
    return None


def row(answer):
    window = answer["windows"][0]
    lines, line = window["lines"], fundamental(window)
    still = [one for one in lines if one["theta"] in (0.0, 0.5) and one["law"] and abs(one["law"]["residual"]) < 0.25]
    space = next((one for one in still if one["energy"] >= 0.8), None)
    table = {
        "game": answer["game"],
        "from": window["from"],
        "count": window["count"],
        "bits": window["bits"],
        "lines_above_0.25": sum(one["energy"] >= STRONG for one in lines),
        "space": space["mask"] if space else "",
        "space_parity": {None: "", 0.0: 0, 0.5: 1}[space["theta"] if space else None],
        "space_rares": f"{1 - space['right']:.5f}" if space else "",
    }
    if line is None:
        return table
    entropy = window["entropy"]
    table |= {
        "mask": line["mask"],
        "theta": f"{line['theta']:.7f}",
        "phase": f"{line['phase']:.4f}",
        "energy": f"{line['energy']:.4f}",
        "energy_of_parts": f"{line['drift']['energy']:.4f}",
        "right": f"{line['right']:.4f}",
        "drift_theta": f"{line['drift']['theta']:.2e}",
        "drift_phase": f"{line['drift']['phase']:.3f}",
        "bits_told": f"{entropy['given_shuffled_phase'] - entropy['given_phase']:.3f}",
    }
    if line["law"]:
        table |= {
            "law_phase": f"{line['law']['phase']:.4f}",
            "law_residual": f"{line['law']['residual']:.4f}",
            "agreement": f"{line['law']['agreement']:.3f}",
            "fed_phase": f"{line['feed']['phase']:.4f}",
            "fed_residual": f"{line['feed']['residual']:.4f}",
            "own_splits": f"{line['feed']['own']:.4f}",
        }
    return table


def read(table):
    with open(table, newline="") as rows:
        return list(csv.DictReader(rows))


def rounding(key, known, new):
    """Whether a cell is nothing but the rounding of a zero: the direction of breaks that cancel, the drift of an
    exact wave."""
    if key in ("law_phase", "law_residual"):
        return known["agreement"] == new.get("agreement") == "0.000"
    return (
        key == "drift_theta" and bool(known[key]) and max(abs(float(one.get(key, 1))) for one in (known, new)) < 1e-12
    )


def again(table, games):
    """Repeats the rows of these games, or of ten at random. The exit code tells whether all came out the same."""
    rows = {one["game"]: one for one in read(table)}
    differ = 0
    for game in games or random.sample(list(rows), 10):
        known = rows[game]
        words = command(game, known["from"], known["count"])
        answer = subprocess.run([*words, "--json"], capture_output=True, text=True, check=True)
        new = row(json.loads(answer.stdout))
        keys = [key for key in known if key not in (MEAN, *PROVED) and not rounding(key, known, new)]
        changed = [f"{key} {known[key]} is {new.get(key, '')}" for key in keys if known[key] != str(new.get(key, ""))]
        print(" ".join(words), "->", "; ".join(changed) or "the same row", flush=True)
        differ += bool(changed)
    sys.exit(differ > 0)


def octaves(answers, table):
    """The fundamental line of each window on the way out, a row each."""
    rows = []
    for path in answers:
        answer = json.loads(Path(path).read_text())
        for window in answer["windows"]:
            line, entropy = fundamental(window), window["entropy"]
            rows.append(
                {
                    "game": answer["game"],
                    "from": window["from"],
                    "count": window["count"],
                    "mask": line["mask"],
                    "theta": f"{line['theta']:.7f}",
                    "phase": f"{line['phase']:.4f}",
                    "energy": f"{line['energy']:.4f}",
                    "right": f"{line['right']:.4f}",
                    "drift_theta": f"{line['drift']['theta']:.1e}",
                    "drift_phase": f"{line['drift']['phase']:.3f}",
                    "law_residual": f"{line['law']['residual']:.4f}",
                    "fed_residual": f"{line['feed']['residual']:.4f}",
                    "own_splits": f"{line['feed']['own']:.4f}",
                    "entropy": f"{entropy['value']:.3f}",
                    "entropy_given_phase": f"{entropy['given_phase']:.3f}",
                    "entropy_given_shuffled_phase": f"{entropy['given_shuffled_phase']:.3f}",
                    "distance": "" if window["distance"] is None else f"{window['distance']:.3f}",
                    "chance": f"{window['chance']:.3f}",
                }
            )
    write(table, rows)


def means(table):
    """The mean of the values of each row's window. Written after every game, so that it may be interrupted."""
    rows = [one | {MEAN: one.get(MEAN, "")} for one in read(table)]
    for one in rows:
        if not one[MEAN]:
            words = ["grundy", "values", one["game"], "--from", one["from"], "-n", one["count"], "--format", "csv"]
            answer = subprocess.run(words, capture_output=True, text=True, check=True)
            values = [int(line.partition(",")[2]) for line in answer.stdout.split()[1:]]
            one[MEAN] = f"{sum(values) / len(values):.3f}"
            write(table, rows)


def proved(table, sources):
    """The periods that are proved: of every member of a proved class of a census, and of the games named."""
    periods = {}
    for source in sources:
        if source.endswith(".jsonl"):
            for line in Path(source).read_text().splitlines()[1:]:
                one = json.loads(line)
                if one["status"] == "proved":
                    period, start = one["period"]["period"], one["period"]["preperiod"]
                    # The values of a member are those of the class's own game, `shift` heaps later.
                    periods |= {member["game"]: (period, max(start + member["shift"], 0)) for member in one["members"]}
        else:
            words = ["grundy", "solve", source, "--json"]
            one = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
            if one["status"] != "periodic":
                sys.exit(f"{source}: not proved periodic")
            periods[source] = one["period"], one["preperiod"]
    write(table, [one | dict(zip(PROVED, periods.get(one["game"], ("", "")))) for one in read(table)])


def digits(game):
    first, _, others = game.partition(".")
    return [int(digit) for digit in (first or "0") + others]


def breaks(game):
    return [i for i, digit in enumerate(digits(game)) if digit & 4]


def ranks(values):
    """The place of each value in order; equal ones share the mean of their places."""
    ordered = sorted(values)
    first = {}
    for place, value in enumerate(ordered):
        first.setdefault(value, place)
    return [first[value] + (ordered.count(value) - 1) / 2 for value in values]


def cousins(a, b):
    """Whether two codes differ in one digit, and there not in the bit that allows splits."""
    length = max(len(a), len(b))
    pairs = zip(a + [0] * (length - len(a)), b + [0] * (length - len(b)))
    differ = [x ^ y for x, y in pairs if x != y]
    return len(differ) == 1 and not differ[0] & 4


def direction(places, theta):
    """The mean direction of all `e(i theta)`: its distance from 0 in turns.

    For one break this is the distance of `i theta` from a whole number.
    """
    return abs(cmath.phase(sum(cmath.exp(2j * cmath.pi * i * theta) for i in places))) / (2 * cmath.pi)


def relations(table):
    """Everything that was tried to explain the frequencies."""
    strong = [one for one in read(table) if one["energy"] and float(one["energy"]) >= STRONG]
    for one in strong:
        one["theta"] = float(one["theta"])
    quarter = [one["game"] for one in strong if abs(one["theta"] - 0.25) < 1e-6]
    rows = [one for one in strong if one["game"] not in quarter]
    # Grundy's game has no code. Its one break removes nothing, so that `i theta` is 0 whatever theta is.
    octal = [one for one in rows if one["game"] != "grundy"]
    print(
        f"{len(strong)} games with a line of energy {STRONG} or more; "
        f"theta is 1/4 in {len(quarter)}: {' '.join(quarter)}"
    )
    print(f"left: {len(rows)}, {len(octal)} of them octal; .04 and .007, one game up to a shift, both counted")

    def rank(name, games, value):
        figure = correlation(ranks([one["theta"] for one in games]), ranks([value(one) for one in games]))
        print(f"rank correlation of theta with {name}: {figure:+.2f} over {len(games)} games")

    rank("the number of breaks", octal, lambda one: len(breaks(one["game"])))
    rank("the first break", octal, lambda one: breaks(one["game"])[0])
    rank("the sum of the digits", octal, lambda one: sum(digits(one["game"])))
    rank("the bits of the values", rows, lambda one: int(one["bits"]))
    with_mean = [one for one in rows if one.get(MEAN)]
    for name, games in [
        ("the mean value", with_mean),
        ("the mean value, 65,536 heaps", [one for one in with_mean if one["count"] == "65536"]),
        ("the mean value, 32,768 heaps", [one for one in with_mean if one["count"] == "32768"]),
    ]:
        if len(games) > 2:
            rank(name, games, lambda one: float(one[MEAN]))

    pairs = [(abs(a["theta"] - b["theta"]), a["game"], b["game"]) for a, b in combinations(octal, 2)]
    near = [one for one in pairs if cousins(digits(one[1]), digits(one[2]))]
    for name, some in [("cousins", near), ("all pairs of octal games", pairs)]:
        apart = [one[0] for one in some]
        share = sum(one < 0.01 for one in apart) / len(apart)
        print(f"{name}: {len(some)}, median difference of theta {median(apart):.3f}, {100 * share:.1f} % below 0.01")
    print("nearest cousins:", ", ".join(f"{a} {b} {apart:.6f}" for apart, a, b in sorted(near)[:3]))
    equal = [f"{a['game']} {b['game']}" for a, b in combinations(rows, 2) if a["theta"] == b["theta"]]
    print("equal to seven digits, 1/4 left out:", ", ".join(equal))

    # What chance gives: the same breaks with frequencies spread evenly, or with those of the other games.
    even = [(k + 0.5) / 2000 for k in range(1000)]
    single = [one for one in octal if len(breaks(one["game"])) == 1 and breaks(one["game"]) != [0]]
    several = [one for one in octal if len(breaks(one["game"])) > 1]
    for name, games in [("one break, i >= 1", single), ("several breaks", several)]:
        observed = [direction(breaks(one["game"]), one["theta"]) for one in games]
        evenly = [[direction(breaks(one["game"]), theta) for theta in even] for one in games]
        others = [
            [direction(breaks(one["game"]), other["theta"]) for other in octal if other is not one] for one in games
        ]
        for low, high in [(0.25, 0.35), (0.25, 0.5)]:

            def expected(lists):
                return sum(sum(low <= x <= high for x in one) / len(one) for one in lists)

            count = sum(low <= x <= high for x in observed)
            print(
                f"{name}: {count} of {len(games)} directions from {low} to {high}; "
                f"with theta spread evenly {expected(evenly):.1f}, with the theta of the others {expected(others):.1f}"
            )
    print("one break, i = 0, left out:", " ".join(one["game"] for one in rows if one not in single + several))


def write(table, rows):
    with open(table, "w", newline="") as out:
        writer = csv.DictWriter(out, list(max(rows, key=len)), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def panel(left, title, rows, predicted, residual):
    """One square of the scatter picture: observed against predicted phase, 340 pixels a turn."""
    top, side = 60, 340
    parts = [
        f'<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="none" stroke="black"/>',
        f'<line x1="{left}" y1="{top + side}" x2="{left + side}" y2="{top}" stroke="#999"/>',
        f'<text x="{left}" y="{top - 14}" font-size="14">{title}</text>',
        f'<text x="{left + side // 2}" y="{top + side + 34}" font-size="13" '
        'text-anchor="middle">predicted phase</text>',
        f'<text x="{left}" y="{top + side + 16}" font-size="12" text-anchor="middle">0</text>',
        f'<text x="{left + side}" y="{top + side + 16}" font-size="12" text-anchor="middle">1</text>',
    ]
    names = []
    for one in sorted(rows, key=lambda one: float(one["phase"])):
        x, y = left + side * float(one[predicted]), top + side * (1 - float(one["phase"]))
        colour = "#D21E28" if one["space"] else "#143CA0"
        told = f"{one['game']}: observed {one['phase']}, predicted {one[predicted]}"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}" opacity="0.6"><title>{told}</title></circle>'
        )
        if residual and abs(float(one[residual])) > FITS:
            # A name stands beside its point, or above the names that are there already.
            right = x + 6
            below = y + 4
            while any(abs(right - other) < 45 and abs(below - line) < 11 for other, line in names):
                below -= 1
            names.append((right, below))
            parts.append(f'<text x="{right:.1f}" y="{below:.1f}" font-size="11">{one["game"]}</text>')
    return parts


def make(answers, table, picture):
    rows = [row(json.loads(line)) for path in answers for line in Path(path).read_text().splitlines()]
    write(table, rows)
    waves = [one for one in rows if one.get("law_phase") and float(one["energy"]) >= STRONG]
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="840" height="480" font-family="sans-serif">']
    parts.append('<rect width="840" height="480" fill="white"/>')
    parts += panel(50, "1/2 + i theta, extrapolated to heap 0", waves, "law_phase", None)
    parts += panel(460, f"opposite to the splits (named: more than {FITS} off)", waves, "fed_phase", "fed_residual")
    parts.append(
        '<text x="24" y="230" font-size="13" text-anchor="middle" transform="rotate(-90 24 230)">observed phase</text>'
    )
    for x, colour, name in [
        (50, "#143CA0", "no sparse space"),
        (220, "#D21E28", "inside the common class of a sparse space"),
    ]:
        parts.append(
            f'<circle cx="{x}" cy="464" r="4" fill="{colour}"/><text x="{x + 10}" y="469" font-size="13">{name}</text>'
        )
    Path(picture).write_text("\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    try:
        match sys.argv[1:]:
            case ["choose", census, count, games]:
                choose(census, count, games)
            case ["run", games, first, count, answers]:
                run(games, first, count, answers)
            case ["make", *answers, table, picture] if answers:
                make(answers, table, picture)
            case ["octaves", *answers, table] if answers:
                octaves(answers, table)
            case ["means", table]:
                means(table)
            case ["proved", table, *sources] if sources:
                proved(table, sources)
            case ["relations", table]:
                relations(table)
            case ["again", table, *games]:
                again(table, games)
            case _:
                sys.exit(__doc__)
    except KeyboardInterrupt:
        sys.exit(130)
