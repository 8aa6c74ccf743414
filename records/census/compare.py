"""Compares the census of octal codes of up to three digits with the published tables, one difference a line, in
Markdown.

    python3 compare.py                  # octal-3.jsonl, beside this file

The published tables are in crates/grundy/data/facts: periods.csv and open.csv (Flammenkamp, tczajka, Uhlin, OEIS),
equivalences.csv (tczajka's GameLookup), errata.csv (what is wrong in print, Winning Ways included). What this census
leaves open and records/periods has a certificate for is said.
"""

import csv
import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
FACTS = HERE.parents[1] / "crates/grundy/data/facts"
RECORDS = HERE.parent / "periods"
PUBLISHED = ("tczajka", "Flammenkamp", "OEIS", "Uhlin")


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def census(path):
    """Every code with its class, and the shift by which it comes later."""
    found = {}
    for line in path.read_text().splitlines()[1:]:
        row = json.loads(line)
        found.update({member["game"]: (row, member["shift"]) for member in row["members"]})
    return found


def said(row):
    period = row["period"]
    if period:
        return f"period {period['period']} from {period['preperiod']} (as `{row['game']}`)"
    return f"{row['status']}, {row['verified']} heaps verified (as `{row['game']}`)"


def certificate(game, row):
    """Where a game that the census leaves open is proved."""
    name = ("0" if game.startswith(".") else "") + game
    proved = not row["period"] and (RECORDS / f"{name}.cert").exists()
    return f"; its certificate is [records/periods](../periods/{name}.cert)" if proved else ""


def agrees(fact, row, shift):
    """Whether a published period is that of a class; the preperiod of a member may be smaller at the very beginning."""
    period = row["period"]
    if int(fact["period"]) != period["period"]:
        return False
    moved = period["preperiod"] + shift
    return fact["preperiod"] == "" or int(fact["preperiod"]) == moved or moved <= max(shift, 0)


def by_game(lines):
    """The lines about one game as one: what is published, where, and what is found here."""
    for (game, claim, here), sources in lines.items():
        print(f"- `{game}`: {claim} in {'; '.join(dict.fromkeys(sources))}; here {here}.")
    if not lines:
        print("None.")


def main():
    classes = census(HERE / "octal-3.jsonl")
    solved, other, missing = {}, {}, {}
    agreed = 0
    unsolved = [fact for fact in table(FACTS / "open.csv") if fact["status"] == "unsolved"]
    corrected = [fact for fact in table(FACTS / "errata.csv") if fact["about"] == "status"]
    for fact in unsolved + corrected:
        row, _ = classes.get(fact["game"], (None, 0))
        source = fact.get("source") or fact["wrong_source"]
        if row and row["period"]:
            solved.setdefault((fact["game"], "unsolved", said(row)), []).append(source)
    for fact in table(FACTS / "periods.csv"):
        row, shift = classes.get(fact["game"], (None, 0))
        published = any(name in fact["source"] for name in PUBLISHED)
        if not row or not published or fact["status"] == "observed" or not fact["period"]:
            continue
        claim = f"period {fact['period']}" + (f" from {fact['preperiod']}" if fact["preperiod"] else "")
        if not row["period"]:
            missing.setdefault((fact["game"], claim, said(row) + certificate(fact["game"], row)), []).append(
                fact["source"]
            )
        elif agrees(fact, row, shift):
            agreed += 1
        else:
            other.setdefault((fact["game"], claim, said(row)), []).append(fact["source"])
    same, different, apart = 0, {}, []
    for fact in table(FACTS / "errata.csv"):
        row, _ = classes.get(fact["game"], (None, 0))
        if row and fact["about"] in ("period", "preperiod"):
            claim = f"{fact['about']} {fact['wrong']}"
            other.setdefault((fact["game"], claim, said(row) + certificate(fact["game"], row)), []).append(
                fact["wrong_source"]
            )
        elif row and fact["about"] == "same_as":
            two, _ = classes[fact["wrong"]]
            claim = f"the same as `{fact['wrong']}` (false at heap {fact['at']})"
            here = f"{said(row)}, and {said(two)}"
            different.setdefault((fact["game"], claim, here), []).append(fact["wrong_source"])
    for fact in table(FACTS / "equivalences.csv"):
        if fact["game"] not in classes or fact["canonical"] not in classes:
            continue
        (one, first), (two, second) = classes[fact["game"]], classes[fact["canonical"]]
        hashes = [row["period"] and row["period"]["sequence"] for row in (one, two)]
        if (
            one is two
            and first - second == int(fact["shift"])
            or one is not two
            and hashes[0]
            and hashes[0] == hashes[1]
        ):
            same += 1
        elif one is two or all(hashes):
            claim = f"the same as `{fact['canonical']}`, shifted by {fact['shift']}"
            here = f"{said(one)}, shifted by {first}, and {said(two)}, shifted by {second}"
            different.setdefault((fact["game"], claim, here), []).append(fact["source"])
        else:
            apart.append(f"`{fact['game']}` and `{fact['canonical']}`")
    rows = {id(row) for row, _ in classes.values()}
    print(
        f"{len(rows)} classes, {len(classes)} codes: {agreed} published periods and {same} published equivalences "
        "agree.\n"
    )
    for title, lines in [
        ("Published as unsolved, proved here", solved),
        ("Another period here than published", other),
        ("Published as solved, not proved by this census", missing),
        ("Published as the same up to a shift, different here", different),
    ]:
        print(f"**{title}**\n")
        by_game(lines)
        print()
    print("**Published as the same up to a shift, two classes here** (no theorem used here makes them one)\n")
    print("; ".join(apart) + "." if apart else "None.")


main()
