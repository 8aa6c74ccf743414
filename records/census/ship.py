"""Makes the table that ships with the library from the catalogues here: each class once, from the catalogue that knows most of it.

    grundy census export --db octal-3.db --compact records/census/octal-3.jsonl octal-3.part    # and so for each catalogue
    python3 ship.py *.part > ../../crates/grundy/data/census.csv
"""

import csv
import sys

best = {}
for path in sys.argv[1:]:
    with open(path, newline="") as file:
        for row in csv.reader(file):
            known = best.get(row[0])
            rank = (row[3] != "", int(row[6]))
            if known is None or rank > (known[3] != "", int(known[6])):
                best[row[0]] = row
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow("key game preperiod period saltus theorem verified source".split())
for key in sorted(best):
    out.writerow(best[key])
