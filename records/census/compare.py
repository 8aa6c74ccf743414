"""Compares the census of octal codes of up to three digits with the published tables, one difference a line.

    grundy census show --db octal-3.db --format csv > octal-3.csv
    python3 compare.py > differences.md

The published tables are in crates/grundy/data/facts: periods.csv and open.csv (Flammenkamp, tczajka, Uhlin, OEIS), equivalences.csv
(tczajka's GameLookup), errata.csv.
"""

import csv
from pathlib import Path

HERE = Path(__file__).parent
FACTS = HERE / "../../crates/grundy/data/facts"


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


rows = table(HERE / "octal-3.csv")
class_of = {code: row for row in rows for code in row["codes"].split(" ")}
families = ("tczajka", "Flammenkamp", "OEIS", "Uhlin")


def is_published(source):
    return any(name in source for name in families)


def said(row):
    if row["status"] == "proved":
        return f"period {row['period']} from {row['preperiod']}"
    return f"{row['status']}, {row['verified']} heaps verified"


def main():
    lines = {name: [] for name in ("solved", "periods", "missing", "same", "unproved")}
    agreed = 0
    for fact in table(FACTS / "open.csv"):
        row = class_of.get(fact["game"])
        if row and fact["status"] == "unsolved" and row["status"] == "proved":
            lines["solved"].append(f"`{fact['game']}` is unsolved in {fact['source']}; here {said(row)} (as `{row['game']}`).")
    for fact in table(FACTS / "periods.csv"):
        row = class_of.get(fact["game"])
        if not row or not is_published(fact["source"]) or fact["status"] == "observed" or not fact["period"]:
            continue
        if row["status"] != "proved":
            text = f"`{fact['game']}`: period {fact['period']} from {fact['preperiod'] or '?'} in {fact['source']}; here {said(row)}."
            if text not in lines["missing"]:
                lines["missing"].append(text)
        elif fact["period"] != row["period"] or (fact["game"] == row["game"] and fact["preperiod"] not in ("", row["preperiod"])):
            lines["periods"].append(
                f"`{fact['game']}`: period {fact['period']} from {fact['preperiod']} in {fact['source']}; here {said(row)} (as `{row['game']}`)."
            )
        else:
            agreed += 1
    equivalences = 0
    for fact in table(FACTS / "equivalences.csv"):
        one, other = class_of.get(fact["game"]), class_of.get(fact["canonical"])
        if not one or not other:
            continue
        if one is other or (one["sequence"] and one["sequence"] == other["sequence"]):
            equivalences += 1
        elif one["status"] == other["status"] == "proved" and one["sequence"] and other["sequence"]:
            lines["same"].append(
                f"`{fact['game']}` and `{fact['canonical']}` are the same in {fact['source']}; here {said(one)} and {said(other)}."
            )
        else:
            lines["unproved"].append(f"`{fact['game']}` and `{fact['canonical']}` ({fact['source']})")
    print(f"{len(rows)} classes, {len(class_of)} codes. {agreed} published periods and {equivalences} published equivalences agree.\n")
    for name, title in [
        ("solved", "Published as unsolved, proved here"),
        ("periods", "Another period here than published"),
        ("missing", "Published as solved, not proved by this census"),
        ("same", "Published as the same up to a shift, different here"),
    ]:
        print(f"## {title}\n")
        print("\n".join(f"- {line}" for line in lines[name]) or "None.", end="\n\n")
    print("## Published as the same up to a shift, two classes here\n")
    print(
        "No theorem used here makes them one, and at least one of the two is open: their values agree as far as they were computed.\n"
    )
    print("; ".join(lines["unproved"]) + "." if lines["unproved"] else "None.")


main()
