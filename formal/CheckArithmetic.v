(** Checks the hypotheses of the theorem on values that grow. What the theorem calls the largest of some numbers is
    computed, and then compared with each of them: so that it need not be proved to be the largest. *)

From Coq Require Import ZArith.
From Grundy Require Export Arithmetic CheckSmallest TwinMarks.
From Grundy Require Values.
Local Coercion Z.of_N : N >-> Z.

(** [t] and [σ] with [s = σ 2^t]. *)
Fixpoint odd_part (fuel : nat) (t s : N) : N * N :=
  match fuel with
  | O => (t, s)
  | S fuel => if N.even s then odd_part fuel (t + 1) (N.div2 s) else (t, s)
  end.

(** The least exponent from [o] on whose power of two is 1 modulo [σ], where [x] is that of [o]. *)
Fixpoint order_from (fuel : nat) (sigma o x : N) : N :=
  match fuel with
  | O => o
  | S fuel => if x =? 1 mod sigma then o else order_from fuel sigma (o + 1) ((2 * x) mod sigma)
  end.

(** The largest [f n] for [from <= n < from + count]. *)
Definition largest_over (from count : N) (f : N -> Z) : Z :=
  snd (N.iter count (fun st => (fst st + 1, Z.max (snd st) (f (fst st)))) (from, f from)).

(** For each [j] with [1 <= j <= h] and each removal whose digit has bit [j]. *)
Definition each_move (r : rules) (f : N -> N -> bool) : bool :=
  all_heaps 1 (most_heaps r) (fun j => forallb (fun i => f i j) (removals r j)).

Definition largest_excess (r : rules) (f : N -> N -> Z) : N :=
  fold_right (fun j e => fold_right (fun i e => N.max e (Z.to_N (f i (N.of_nat j)))) e (removals r (N.of_nat j))) 0
    (seq 1 (N.to_nat (most_heaps r))).

(** The hypotheses, for values in a table. *)
Definition check_growth (r : rules) (p n0 : N) (pairs : list (N * N)) (c : arithmetic_claim) (tb : table) : bool :=
  let s := saltus c in let known := known_values c in
  let B := low_scale c in let A := high_scale c in let C := slack c in let T := twins_from c in
  let F := N.max n0 1 in
  let '(t, sigma) := odd_part (N.size_nat s) 0 s in
  let o := order_from (N.to_nat sigma) sigma 1 (2 mod sigma) in
  let h := most_heaps r in
  let q n := N.shiftr (at_heap tb n) t in
  let X a := N.shiftr (q a) B in
  let above (a : N) := (p * q a - sigma * a)%Z in
  let below (n : N) := (sigma * n - p * q n)%Z in
  let lam := largest_over 1 (F + p - 1) above in
  let lam' := largest_over F p below in
  let excess (i j : N) := ((lam' - sigma * i + j * lam) / p)%Z in
  let E := largest_excess r excess in
  (* These powers are compared with small numbers; none of them may be huge. *)
  (A + sigma * o <? 64) && (B + h * sigma <? 64) &&
  (s =? sigma * 2 ^ t) && N.odd sigma && (1 <=? o) && (2 ^ o mod sigma =? 1 mod sigma) &&
  all_heaps 1 (F + p - 1) (fun a => (above a <=? lam)%Z) && all_heaps F p (fun n => (below n <=? lam')%Z) &&
  each_move r (fun i j => (excess i j <=? E)%Z) &&
  (* (a) *)
  all_heaps n0 (known - p - n0) (fun n => at_heap tb (n + p) =? at_heap tb n + s) &&
  (* (b) *)
  (E <=? 2 ^ B) && all_heaps F p (fun n => q n <=? 2 ^ B) && all_heaps 1 (F - 1) (fun n => q n <? 2 ^ B) &&
  (C + E - 1 <=? 2 ^ A) &&
  (* (d) *)
  all_heaps (known - p) p (fun n => N.max (2 ^ (B + h * sigma)) (2 ^ (A + sigma * o) + C - 1) <=? q n + sigma) &&
  (* (c) *)
  all_heaps T (2 ^ (B + 1) * p) (fun n => ((2 * sigma + 1) * 2 ^ B + C - 1 <=? q n) &&
    let marks := twin_marks r (at_heap tb) F X n (seq 1 (N.to_nat h)) in
    all_heaps 0 ((q n + 1 - C) * 2 ^ t) (fun v => vmem v marks)) &&
  check_smallest tb p s n0 pairs.

Definition check_arithmetic (numbers : nat) (r : rules) (p n0 : N) (pairs : list (N * N)) (c : arithmetic_claim) :
  bool :=
  let F := N.max n0 1 in
  match forbids r with Nothing => true | _ => false end &&
  (0 <? saltus c) && (saltus c <? 65536) && (1 <=? slack c) && (low_scale c <=? high_scale c) &&
  (high_scale c <? 64) && (F + p <=? known_values c) && (F <=? twins_from c) &&
  (twins_from c + 2 ^ (low_scale c + 1) * p <=? known_values c) &&
  match Values.by_definition r (Values.count_up numbers 0) (known_values c) with
  | Some tb => check_growth r p n0 pairs c tb
  | None => false
  end.

Lemma each_move_spec r f : each_move r f = true -> forall i j, 1 <= j -> N.testbit (digit (game_of r) i) j = true ->
  f i j = true.
Proof.
  intros H i j J D. pose proof (most_heaps_spec r i j D). pose proof (all_heaps_spec _ _ _ H j ltac:(lia)) as A.
  cbn beta in A. rewrite forallb_forall in A. now apply A, removals_spec.
Qed.

Lemma check_arithmetic_right numbers r p n0 pairs c g :
  proper (game_of r) -> nim_values (game_of r) g -> 0 < p ->
  check_arithmetic numbers r p n0 pairs c = true -> smallest_law g p (saltus c) n0.
Proof.
  intros P V Pp H. unfold check_arithmetic in H. cbv zeta in H. set (F := N.max n0 1) in H.
  rewrite !andb_true_iff in H. destruct H as (((((((((NB & s0) & _) & C1) & BA) & _) & KF) & FT) & TK) & H).
  assert (nb : forbids r = Nothing) by (now destruct (forbids r)). clear NB.
  rewrite ?N.leb_le, ?N.ltb_lt in *.
  destruct (Values.by_definition r _ (known_values c)) as [tb|] eqn:Bd; [|easy].
  apply (Values.by_definition_right r g V P ltac:(now rewrite nb) numbers) in Bd. rename Bd into X.
  unfold check_growth in H. set (s := saltus c) in *. set (known := known_values c) in *.
  set (B := low_scale c) in *. set (A := high_scale c) in *. set (C := slack c) in *. set (T := twins_from c) in *.
  cbv zeta in H. fold F in H. destruct (odd_part _ 0 s) as [t sigma]. revert H.
  generalize (order_from (N.to_nat sigma) sigma 1 (2 mod sigma)). intros o.
  generalize (largest_over 1 (F + p - 1) (fun a : N => (p * N.shiftr (at_heap tb a) t - sigma * a)%Z)). intros lam.
  generalize (largest_over F p (fun n : N => (sigma * n - p * N.shiftr (at_heap tb n) t)%Z)). intros lam'.
  generalize (largest_excess r (fun i j : N => ((lam' - sigma * i + j * lam) / p)%Z)). intros E H.
  rewrite !andb_true_iff in H.
  destruct H as ((((((((((((((((_ & _) & Es) & odd) & o1) & ord) & ab) & be) & ex) & ha) & b1) & b2) & b3) & b4) & hd) &
    hc) & small).
  apply N.eqb_eq in Es. apply N.leb_le in o1. apply N.eqb_eq in ord. apply N.leb_le in b1. apply N.leb_le in b4.
  assert (F1 : 1 <= F /\ n0 <= F) by (unfold F; lia).
  assert (q : forall n, n < known -> N.shiftr (at_heap tb n) t = g n / 2 ^ t)
    by (intros n Hn; now rewrite N.shiftr_div_pow2, X).
  assert (a0 : forall n, n0 <= n < known - p -> g (n + p) = g n + s).
  { intros n Hn. pose proof (all_heaps_spec _ _ _ ha n ltac:(lia)) as Q. cbn beta in Q. apply N.eqb_eq in Q.
    rewrite !X in Q by lia. exact Q. }
  assert (growth : forall n, F <= n -> g (n + p) = g n + s).
  { apply (arithmetic (game_of r) g (most_heaps r) p s sigma t o n0 known A B C T E lam lam'); try assumption.
    - intros n o'. cbn. now rewrite nb.
    - apply most_heaps_spec.
    - now split.
    - fold F. intros a Ha. pose proof (all_heaps_spec _ _ _ ab a ltac:(lia)) as Q. cbn beta in Q. apply Z.leb_le in Q.
      now rewrite q in Q by lia.
    - fold F. intros n Hn. pose proof (all_heaps_spec _ _ _ be n ltac:(lia)) as Q. cbn beta in Q. apply Z.leb_le in Q.
      now rewrite q in Q by lia.
    - intros i j J D. apply Z.leb_le. exact (each_move_spec r _ ex i j J D).
    - fold F. intros n Hn. apply a0. lia.
    - fold F. intros n Hn. pose proof (all_heaps_spec _ _ _ b2 n ltac:(lia)) as Q. cbn beta in Q. apply N.leb_le in Q.
      now rewrite q in Q by lia.
    - fold F. intros n Hn. pose proof (all_heaps_spec _ _ _ b3 n ltac:(lia)) as Q. cbn beta in Q. apply N.ltb_lt in Q.
      now rewrite q in Q by lia.
    - fold F. intros n Hn. pose proof (all_heaps_spec _ _ _ hc n Hn) as Q. cbn beta in Q.
      apply andb_true_iff in Q. destruct Q as [Q1 Q2]. apply N.leb_le in Q1. rewrite q in Q1, Q2 by lia.
      split; [exact Q1|]. intros v Hv.
      assert (M : v < 0 + (g n / 2 ^ t + 1 - C) * 2 ^ t).
      { assert (Z : 2 ^ t <> 0) by (apply N.pow_nonzero; lia). pose proof (N.mul_succ_div_gt v (2 ^ t) Z) as L.
        assert (K : N.succ (v / 2 ^ t) <= g n / 2 ^ t + 1 - C) by lia.
        apply (N.mul_le_mono_l _ _ (2 ^ t)) in K. rewrite N.add_0_l, N.mul_comm. lia. }
      pose proof (all_heaps_spec _ _ _ Q2 v ltac:(lia)) as Mv. cbn beta in Mv.
      apply twin_marks_right in Mv; [|exact nb].
      revert Mv. apply twin_value_below; [exact P|]. intros a Ha.
      split; [apply X; lia|]. now rewrite q, N.shiftr_div_pow2 by lia.
    - intros n Hn. pose proof (all_heaps_spec _ _ _ hd n ltac:(lia)) as Q. cbn beta in Q. apply N.leb_le in Q.
      now rewrite q in Q by lia. }
  assert (all : has_law g p s n0).
  { split; [exact Pp|]. intros n Hn. destruct (N.le_gt_cases F n) as [L|L]; [now apply growth|]. apply a0.
    split; [exact Hn|]. assert (0 < 2 ^ (B + 1)) by (pose proof (N.pow_nonzero 2 (B + 1) ltac:(lia)); lia).
    unfold F in *. assert (2 * p <= 2 ^ (B + 1) * p); [|lia]. rewrite N.add_1_r, N.pow_succ_r'.
    pose proof (N.pow_nonzero 2 B ltac:(lia)). nia. }
  apply (check_smallest_right g tb p s n0 pairs all); [|exact small]. intros m Hm. apply X. lia.
Qed.
