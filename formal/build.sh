for f in Numbers Game Exists Winning Classical Smallest Sparse SparsePeriod Table Certificate Values CheckSmallest Run RunRight Check Extract; do nice -n 10 coqc -Q . Grundy $f.v || exit 1; done
