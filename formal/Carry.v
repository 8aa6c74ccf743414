(** Numbers without a bit in common: those whose sum is their xor. *)

From Coq Require Export Permutation.
From Grundy Require Export Game.

(** The sum of the numbers [x a] of the heaps [a] in a list. *)
Definition sums (x : N -> N) (heaps : list N) : N := fold_right (fun a v => x a + v) 0 heaps.

Lemma sums_cons x a heaps : sums x (a :: heaps) = x a + sums x heaps.
Proof. reflexivity. Qed.

Lemma sums_permutation x o o' : Permutation o o' -> sums x o = sums x o'.
Proof. induction 1; rewrite ?sums_cons in *; lia. Qed.

Lemma xors_permutation x o o' : Permutation o o' -> xors x o = xors x o'.
Proof.
  induction 1 as [|a o o' _ IH|a b o|o o' o'' _ IH _ IH']; rewrite ?xors_cons;
    [reflexivity|now rewrite IH| |congruence].
  now rewrite <- !N.lxor_assoc, (N.lxor_comm (x b)).
Qed.

Lemma beans_permutation o o' : Permutation o o' -> beans o = beans o'.
Proof. induction 1; rewrite ?beans_cons in *; lia. Qed.

(** Any element of a list may stand first. *)
Lemma first_in_list (a : N) o : In a o -> exists rest, Permutation o (a :: rest).
Proof. intros H. destruct (in_split _ _ H) as (l & r & ->). exists (l ++ r). symmetry. apply Permutation_middle. Qed.

(** Adding is xor, and a carry for each common bit. *)
Lemma add_lxor_land u v : u + v = N.lxor u v + 2 * N.land u v.
Proof.
  destruct u as [|a], v as [|b]; try (cbn; lia). cbn [N.lxor N.land]. revert b.
  induction a as [a IH|a IH|]; intros [b|b|]; cbn [Pos.lxor Pos.land]; try specialize (IH b);
    rewrite ?N.double_spec, ?N.succ_double_spec; lia.
Qed.

Lemma add_disjoint u v : N.land u v = 0 -> u + v = N.lxor u v.
Proof. intros H. rewrite add_lxor_land, H. lia. Qed.

Lemma lxor_le_add u v : N.lxor u v <= u + v.
Proof. rewrite add_lxor_land. lia. Qed.

(** Disjoint: no place has a one in both. *)
Lemma disjoint_bits u v : N.land u v = 0 <-> forall i, N.testbit u i = true -> N.testbit v i = false.
Proof.
  split.
  - intros H i U. pose proof (N.land_spec u v i) as S. rewrite H, N.bits_0, U in S. now symmetry.
  - intros H. apply N.bits_inj. intros i. rewrite N.land_spec, N.bits_0.
    destruct (N.testbit u i) eqn:U; [now rewrite (H i U)|reflexivity].
Qed.

Lemma xors_le_sums x o : xors x o <= sums x o.
Proof.
  induction o as [|a o IH]; [reflexivity|]. rewrite xors_cons, sums_cons.
  pose proof (lxor_le_add (x a) (xors x o)). lia.
Qed.

Lemma xors_sums_parity x o : exists c, sums x o = xors x o + 2 * c.
Proof.
  induction o as [|a o [c IH]]; [now exists 0|]. rewrite xors_cons, sums_cons, IH.
  exists (N.land (x a) (xors x o) + c). pose proof (add_lxor_land (x a) (xors x o)). lia.
Qed.

(** Numbers with xor [Y] and sum at most [Y + 1] have no bit in common: their sum is at least [Y], and as even or odd as
    [Y], so it is [Y]; *)
Lemma carry_free x o : sums x o <= xors x o + 1 -> sums x o = xors x o.
Proof. destruct (xors_sums_parity x o) as [c ->]. lia. Qed.

(** and when the sum is the xor, each number and the xor of the others have no bit in common. *)
Lemma carry_free_disjoint x o a : sums x o = xors x o -> In a o ->
  N.land (x a) (N.lxor (xors x o) (x a)) = 0 /\ xors x o = x a + N.lxor (xors x o) (x a).
Proof.
  intros E I. destruct (first_in_list a o I) as [r Pr].
  rewrite (sums_permutation x _ _ Pr), (xors_permutation x _ _ Pr) in E. rewrite (xors_permutation x _ _ Pr).
  rewrite xors_cons, sums_cons in *. rewrite (N.lxor_comm (x a)), N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
  rewrite N.lxor_comm. pose proof (xors_le_sums x r). pose proof (add_lxor_land (x a) (xors x r)).
  split; lia.
Qed.

(** Each bit of such a number is a bit of the xor. *)
Lemma carry_free_bit x o a i : sums x o = xors x o -> In a o -> N.testbit (x a) i = true ->
  N.testbit (xors x o) i = true.
Proof.
  intros E I T. destruct (carry_free_disjoint x o a E I) as [D _]. apply (proj1 (disjoint_bits _ _) D) in T as R.
  rewrite N.lxor_spec, T in R. now destruct (N.testbit (xors x o) i).
Qed.

(** Numbers made of xors are equal when they are, place by place. *)
Ltac place_by_place :=
  apply N.bits_inj; intros ?i; rewrite ?N.lxor_spec;
  repeat match goal with |- context [N.testbit ?x ?i] => destruct (N.testbit x i) end; reflexivity.

(** *** The high and the low bits of a xor *)

Lemma lxor_high u v e : N.lxor u v / 2 ^ e = N.lxor (u / 2 ^ e) (v / 2 ^ e).
Proof. rewrite <- !N.shiftr_div_pow2. apply N.shiftr_lxor. Qed.

Lemma lxor_low u v e : N.lxor u v mod 2 ^ e = N.lxor (u mod 2 ^ e) (v mod 2 ^ e).
Proof.
  rewrite <- !N.land_ones. apply N.bits_inj. intros i. rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
  now destruct (N.testbit u i), (N.testbit v i), (N.testbit (N.ones e) i).
Qed.

Lemma xors_high x o e : xors x o / 2 ^ e = xors (fun a => x a / 2 ^ e) o.
Proof.
  induction o as [|a o IH]; [apply N.div_0_l, N.pow_nonzero; lia|]. now rewrite !xors_cons, lxor_high, IH.
Qed.

(** A number is its high and its low bits. *)
Lemma high_low u v e : u / 2 ^ e = v / 2 ^ e -> u mod 2 ^ e = v mod 2 ^ e -> u = v.
Proof.
  intros H L. assert (P : 2 ^ e <> 0) by (apply N.pow_nonzero; lia).
  rewrite (N.div_mod u _ P), (N.div_mod v _ P). congruence.
Qed.
