"""Runs `grundy analyze GAME --spectrum` for a list of games and makes the table and the scatter picture of its answers.

    python3 table.py run games.txt FROM COUNT answers.jsonl    # appends; games that are there already are left out
    python3 table.py make answers.jsonl... table.csv scatter.svg

Nothing but the standard library is used; `grundy` is found by the search path.
"""

import csv
import json
import subprocess
import sys
from pathlib import Path


def run(games, first, count, answers):
    """One answer a line, in the order of the list; interrupted at any time, it goes on where it was."""
    path = Path(answers)
    done = {json.loads(line)["game"] for line in path.read_text().splitlines()} if path.exists() else set()
    for game in Path(games).read_text().split():
        if game not in done:
            command = ["grundy", "analyze", game, "--spectrum", "--from", first, "-n", count, "--json"]
            answer = subprocess.run(command, capture_output=True, text=True)
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
        "lines_above_0.25": sum(one["energy"] >= 0.25 for one in lines),
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


def panel(left, title, rows, predicted):
    """One square of the scatter picture: observed against predicted phase, 300 pixels a turn."""
    top, side = 60, 300
    parts = [
        f'<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="none" stroke="black"/>',
        f'<line x1="{left}" y1="{top + side}" x2="{left + side}" y2="{top}" stroke="#999"/>',
        f'<text x="{left}" y="{top - 14}" font-size="14">{title}</text>',
        f'<text x="{left + side // 2}" y="{top + side + 34}" font-size="13" text-anchor="middle">predicted phase</text>',
        f'<text x="{left}" y="{top + side + 16}" font-size="12" text-anchor="middle">0</text>',
        f'<text x="{left + side}" y="{top + side + 16}" font-size="12" text-anchor="middle">1</text>',
    ]
    for one in rows:
        x, y = left + side * float(one[predicted]), top + side * (1 - float(one["phase"]))
        colour = "#D21E28" if one["space"] else "#143CA0"
        told = f'{one["game"]}: observed {one["phase"]}, predicted {one[predicted]}'
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}" opacity="0.7"><title>{told}</title></circle>')
    return parts


def make(answers, table, picture):
    rows = [row(json.loads(line)) for path in answers for line in Path(path).read_text().splitlines()]
    names = list(max(rows, key=len))
    with open(table, "w", newline="") as out:
        writer = csv.DictWriter(out, names, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    waves = [one for one in rows if one.get("law_phase") and float(one["energy"]) >= 0.25]
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="760" height="440" font-family="sans-serif">']
    parts.append('<rect width="760" height="440" fill="white"/>')
    parts += panel(50, "1/2 + i theta, extrapolated to heap 0", waves, "law_phase")
    parts += panel(420, "opposite to the splits", waves, "fed_phase")
    parts.append('<text x="24" y="210" font-size="13" text-anchor="middle" transform="rotate(-90 24 210)">observed phase</text>')
    for x, colour, name in [(50, "#143CA0", "no sparse space"), (220, "#D21E28", "inside the common class of a sparse space")]:
        parts.append(f'<circle cx="{x}" cy="424" r="4" fill="{colour}"/><text x="{x + 10}" y="429" font-size="13">{name}</text>')
    Path(picture).write_text("\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["run", games, first, count, answers]:
            run(games, first, count, answers)
        case ["make", *answers, table, picture] if answers:
            make(answers, table, picture)
        case _:
            sys.exit(__doc__)
