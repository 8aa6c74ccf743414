"""Makes the table that ships with the library from what is recorded here: each class once, from the catalogue that
knows most of it.

    python3 ship.py > ../../crates/grundy/data/census.csv

Where no catalogue has a proof, a certificate in records/periods counts: its source says if the checker has not been
through all of it. Where nothing is proved, the campaign counts: its table in README.md has how far each game came.
Subtraction sets are left out: there are too many, and each is solved in no time.
"""

import csv
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CATALOGUES = ["octal-3", "octal-4", "hex-2"]


def classes(name):
    for line in (HERE / f"{name}.jsonl").read_text().splitlines()[1:]:
        row = json.loads(line)
        if row["status"] != "untouched":
            period = row["period"] or {}
            numbers = [period.get(word, "") for word in ("preperiod", "period", "saltus", "theorem")]
            yield [row["key"], row["game"], *numbers, row["verified"], f"records/census/{name}.jsonl"]


def is_complete(certificate, checked):
    """Whether every part of a certificate has its line; a certificate names where its segments meet."""
    cuts = len(re.findall(r"^segment ", certificate, re.MULTILINE))
    done = set(re.findall(r"^(frame|segment \d+) \|[^|]* verified[^|]*\| exit 0", checked, re.MULTILINE))
    return {"frame", *(f"segment {k}" for k in range(1, cuts + 2))} <= done


def certificates():
    """The periods of records/periods by their games, as far as they are in a line of the table."""
    for path in (HERE.parent / "periods").glob("*.cert"):
        text = path.read_text()
        line = dict(re.findall(r"^(game|theorem|preperiod|period|saltus) (\S+)$", text, re.MULTILINE))
        checked = path.with_suffix(".checked.txt")
        note = "" if not checked.exists() or is_complete(text, checked.read_text()) else ", checked in part"
        numbers = [line["preperiod"], line["period"], line.get("saltus", "0"), line["theorem"]]
        yield line["game"], numbers, int(line["preperiod"]) + int(line["period"]), f"records/periods/{path.name}{note}"


def campaign():
    """The games of the campaign, and before which heap all are verified."""
    _, text = (HERE / "README.md").read_text().split("## The campaign")
    for game, verified in re.findall(r"^\| `(\S+)` \| (\d+) \|", text.split("\n## ")[0], re.MULTILINE):
        yield game, int(verified)


def main():
    best = {}
    for name in CATALOGUES:
        for row in classes(name):
            known = best.get(row[0])
            if known is None or (row[3] != "", row[6]) > (known[3] != "", known[6]):
                best[row[0]] = row
    by_game = {row[1]: row for row in best.values()}
    for game, numbers, verified, source in certificates():
        row = by_game.get(game)
        if row and row[3] == "":
            row[2:] = [*numbers, max(row[6], verified), source]
    for game, verified in campaign():
        row = by_game[game]
        if row[3] == "" and row[6] < verified:
            row[6:] = [verified, "records/census/README.md"]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow("key game preperiod period saltus theorem verified source".split())
    out.writerows(best[key] for key in sorted(best))


main()
