(** What a certificate of kind [period] says. *)

From Grundy Require Export Sparse Table.

(** Splits that a game forbids: none; into two equal heaps; of a heap of two. *)
Inductive bans := Nothing | Equal | Couple.

Record rules := { digits : list N; forbids : bans }.

(** The game of these rules. *)
Definition game_of (r : rules) : game := {|
  digit i := nth (N.to_nat i) (digits r) 0;
  ban n o :=
    match forbids r, o with
    | Equal, [a; b] => a =? b
    | Couple, [_; _] => n =? 2
    | _, _ => false
    end;
|}.

(** The appeal to the sparse theorem: the space, the depth, the rare heaps from 1 on with their values, and windows of
    values that stand before some heaps. *)
Record sparse_claim := { sparse_space : space; depth : N; rares : list (N * N); windows : list (N * list N) }.

(** The appeal to the theorem on values that grow: the saltus [s], and of the theorem [N], [B], [A], [C] and [T]. *)
Record arithmetic_claim :=
  { saltus : N; known_values : N; low_scale : N; high_scale : N; slack : N; twins_from : N }.

Inductive appeal := ByClassical | BySparse (c : sparse_claim) | ByArithmetic (c : arithmetic_claim).

(** The claim: period and preperiod, both smallest. [(q, n)] is a prime that divides the period, and a heap which shows
    that [period / q] is none. *)
Record certificate := {
  claimed_rules : rules;
  preperiod : N;
  period : N;
  distinct : list (N * N);
  theorem : appeal;
}.

Definition claimed_saltus (c : certificate) : N := match theorem c with ByArithmetic a => saltus a | _ => 0 end.

(** The largest removal, at least 1; with 3 for the game that must not split a heap of two. *)
Fixpoint last_nonzero (ds : list N) (i : N) : N :=
  match ds with
  | [] => 0
  | d :: ds => N.max (if d =? 0 then 0 else i) (last_nonzero ds (i + 1))
  end.

Definition largest_removal (r : rules) : N :=
  N.max (match forbids r with Couple => 3 | _ => 1 end) (last_nonzero (digits r) 0).

(** The most heaps that a move leaves, at least 1. *)
Definition most_heaps (r : rules) : N := fold_right N.max 1 (map N.log2 (digits r)).

Definition is_proper (r : rules) : bool :=
  negb (N.testbit (nth 0 (digits r) 0) 0) && negb (N.testbit (nth 0 (digits r) 0) 1).

(** The removals whose digit has bit [j]. *)
Fixpoint removals_from (ds : list N) (i j : N) : list N :=
  match ds with
  | [] => []
  | d :: ds => if N.testbit d j then i :: removals_from ds (i + 1) j else removals_from ds (i + 1) j
  end.

Definition removals (r : rules) (j : N) : list N := removals_from (digits r) 0 j.

Lemma is_proper_spec r : is_proper r = true -> proper (game_of r).
Proof. unfold is_proper. rewrite andb_true_iff, !negb_true_iff. now intros [A B]. Qed.

Lemma last_nonzero_spec ds : forall i j, last_nonzero ds i < i + N.of_nat j -> nth j ds 0 = 0.
Proof.
  induction ds as [|d ds IH]; intros i j H; [now destruct j|]. cbn [last_nonzero] in H. destruct j as [|j]; cbn [nth].
  - destruct (N.eqb_spec d 0) as [->|]; [reflexivity|]. lia.
  - apply (IH (i + 1)). lia.
Qed.

Lemma largest_removal_spec r : removes_at_most (game_of r) (largest_removal r).
Proof. intros i H. unfold largest_removal in H. cbn. apply (last_nonzero_spec _ 0). lia. Qed.

Lemma most_heaps_spec r : leaves_at_most (game_of r) (most_heaps r).
Proof.
  intros i j H. cbn in H. unfold most_heaps.
  assert (A : nth (N.to_nat i) (digits r) 0 = 0 \/ In (nth (N.to_nat i) (digits r) 0) (digits r)).
  { destruct (Compare_dec.le_lt_dec (length (digits r)) (N.to_nat i)); [left; now apply nth_overflow|right; now apply
    nth_In]. }
  destruct A as [A|A]; [now rewrite A, N.bits_0 in H|]. revert A H. generalize (nth (N.to_nat i) (digits r) 0). intros
    d A H.
  assert (j <= N.log2 d).
  { destruct (N.le_gt_cases j (N.log2 d)) as [|C]; [assumption|]. now rewrite N.bits_above_log2 in H. }
  induction (digits r) as [|x l IH]; [easy|]. cbn. destruct A as [->|A]; [lia|]. specialize (IH A). lia.
Qed.

Lemma removals_from_spec ds j : forall i m,
  In m (removals_from ds i j) <-> i <= m /\ N.testbit (nth (N.to_nat (m - i)) ds 0) j = true.
Proof.
  induction ds as [|d ds IH]; intros i m.
  - cbn. destruct (N.to_nat (m - i)); rewrite N.bits_0; intuition congruence.
  - cbn [removals_from]. assert (E : In m (removals_from ds (i + 1) j) <->
      i + 1 <= m /\ N.testbit (nth (N.to_nat (m - i)) (d :: ds) 0) j = true).
    { rewrite IH. split; intros [L H]; (split; [exact L|]).
      - replace (N.to_nat (m - i)) with (S (N.to_nat (m - (i + 1)))) by lia. exact H.
      - replace (N.to_nat (m - i)) with (S (N.to_nat (m - (i + 1)))) in H by lia. exact H. }
    destruct (N.testbit d j) eqn:T; cbn [In]; rewrite E; split.
    + intros [->|[L H]]; [|split; [lia|exact H]]. rewrite N.sub_diag. cbn. split; [lia|exact T].
    + intros [L H]. destruct (N.eq_dec i m) as [->|]; [now left|right]. split; [lia|exact H].
    + intros [L H]. split; [lia|exact H].
    + intros [L H]. split; [|exact H]. destruct (N.eq_dec i m) as [->|]; [|lia].
      rewrite N.sub_diag in H. cbn in H. congruence.
Qed.

Lemma removals_spec r j m : In m (removals r j) <-> N.testbit (digit (game_of r) m) j = true.
Proof. unfold removals. rewrite removals_from_spec, N.sub_0_r. cbn. intuition lia. Qed.
