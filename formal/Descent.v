(** A multiple of [σ] that can be taken from a number, and given back to one of several numbers without a bit in common
    whose xor is what is left.

    The book: if [Y] has all bits [U - i o], [1 <= i <= σ], let [Δ] be the sum of these [2^(U - i o)]; modulo [σ] each
    is [2^U], so [σ] divides [Δ]. Else take the least [i >= 0] such that [Y] has no bit [U - (i + 1) o], let [u = U - i
    o] and [Δ = 2^u - 2^(u - o)], which [σ] divides too. *)

From Grundy Require Export Residues.

(** [2^o] is 1 modulo [σ]. *)
Definition returns_to_one (sigma o : N) : Prop := 1 <= o /\ 2 ^ o mod sigma = 1 mod sigma.

Section Descent.
Context (sigma o : N) (sigma1 : 0 < sigma) (order : returns_to_one sigma o).

(** Modulo [σ], a power of two does not change when the exponent grows by a multiple of [o]. *)
Lemma power_returns c v : 2 ^ (v + c * o) mod sigma = 2 ^ v mod sigma.
Proof.
  destruct order as [_ O]. induction c as [|c IH] using N.peano_ind; [now rewrite N.mul_0_l, N.add_0_r|].
  replace (v + N.succ c * o) with (v + c * o + o) by lia.
  rewrite N.pow_add_r, N.mul_mod, IH, O, <- N.mul_mod, N.mul_1_r by lia. reflexivity.
Qed.

(** The places [U - o, …, U - c o], and the number with ones there. *)
Fixpoint steps (U : N) (c : nat) : list N :=
  match c with O => [] | S c' => U - N.of_nat c * o :: steps U c' end.

Fixpoint stairs (U : N) (c : nat) : N :=
  match c with O => 0 | S c' => 2 ^ (U - N.of_nat c * o) + stairs U c' end.

Lemma in_steps U c v : In v (steps U c) -> exists i, 1 <= i <= N.of_nat c /\ v = U - i * o.
Proof.
  induction c as [|c IH]; [easy|]. intros [<-|I]; [exists (N.of_nat (S c)); split; [lia|reflexivity]|].
  destruct (IH I) as (i & L & E). exists i. split; [lia|exact E].
Qed.

Lemma stairs_made_of U c : N.of_nat c * o <= U -> made_of (steps U c) (stairs U c).
Proof.
  induction c as [|c IH]; intros L; [easy|].
  apply made_of_add; [|apply IH; nia].
  intros I. apply in_steps in I. destruct I as (i & I & E). destruct order. nia.
Qed.

Lemma stairs_mod U c : N.of_nat c * o <= U -> stairs U c mod sigma = (N.of_nat c * 2 ^ U) mod sigma.
Proof.
  induction c as [|c IH]; intros L; [reflexivity|]. cbn [stairs].
  assert (E : 2 ^ (U - N.of_nat (S c) * o) mod sigma = 2 ^ U mod sigma).
  { rewrite <- (power_returns (N.of_nat (S c)) (U - N.of_nat (S c) * o)). f_equal. f_equal. lia. }
  rewrite N.add_mod, E, IH, <- N.add_mod by nia. f_equal. lia.
Qed.

(** Going down from [U] by [o], either all of [c] places have a one, or there is a one with a zero below it. *)
Lemma descend Y U c : N.testbit Y U = true ->
  (forall i, 1 <= i <= c -> N.testbit Y (U - i * o) = true) \/
  exists i, i < c /\ N.testbit Y (U - i * o) = true /\ N.testbit Y (U - (i + 1) * o) = false.
Proof.
  intros H. induction c as [|c [IH|(i & I & J)]] using N.peano_ind; [left; lia| |right; exists i; split; [lia|exact J]].
  destruct (N.testbit Y (U - (c + 1) * o)) eqn:T.
  - left. intros i I. destruct (N.eq_dec i (c + 1)) as [->|]; [exact T|apply IH; lia].
  - right. exists c. split; [lia|]. split; [|exact T].
    destruct (N.eq_dec c 0) as [->|]; [now rewrite N.mul_0_l, N.sub_0_r|apply IH; lia].
Qed.

(** [Δ] can be given back: some number of any family without carries whose xor is [Y - Δ] takes it. *)
Definition can_be_given_back (Y D : N) : Prop := forall x heaps, xors x heaps = Y - D -> sums x heaps = xors x heaps ->
  exists a, In a heaps /\ 1 <= x a /\ N.lxor (N.lxor (Y - D) (x a)) (x a + D) = Y.

(** First case: all bits of [Δ] are in [Y], and in none of the numbers. *)
Lemma give_back_bits Y D : D < Y -> (forall i, N.testbit D i = true -> N.testbit Y i = true) -> can_be_given_back Y D.
Proof.
  intros L S x heaps X C.
  assert (Q : Y - D = N.lxor Y D).
  { rewrite N.sub_nocarry_ldiff.
    - apply N.bits_inj. intros i. specialize (S i). rewrite N.ldiff_spec, N.lxor_spec.
      destruct (N.testbit D i); [now rewrite S|]. now destruct (N.testbit Y i).
    - apply N.bits_inj. intros i. specialize (S i). rewrite N.ldiff_spec, N.bits_0.
      destruct (N.testbit D i); [now rewrite S|reflexivity]. }
  destruct (xors_bit x heaps (N.log2 (Y - D))) as (a & I & T); [rewrite X; apply N.bit_log2; lia|].
  exists a. split; [exact I|]. split.
  { destruct (x a); [now rewrite N.bits_0 in T|lia]. }
  rewrite (add_disjoint (x a) D), Q; [place_by_place|]. apply disjoint_bits. intros i Ti.
  apply (carry_free_bit x heaps a i C I) in Ti. rewrite X, Q, N.lxor_spec in Ti.
  destruct (N.testbit D i) eqn:Di; [|reflexivity]. now rewrite (S i Di) in Ti.
Qed.

(** Second case: one number has the bit [l], none has [u]. *)
Lemma give_back_gap Y l u : l < u -> N.testbit Y u = true -> N.testbit Y l = false ->
  0 < 2 ^ u - 2 ^ l < Y /\ can_be_given_back Y (2 ^ u - 2 ^ l).
Proof.
  intros L U D.
  pose proof (N.pow_lt_mono_r 2 l u ltac:(lia) L) as P. pose proof (N.pow_nonzero 2 l ltac:(lia)) as Z.
  (* Y is Y0 with the bit u. *)
  set (Y0 := N.lxor Y (2 ^ u)).
  assert (Y0u : N.testbit Y0 u = false) by (unfold Y0; now rewrite N.lxor_spec, U, N.pow2_bits_true).
  assert (Y0l : N.testbit Y0 l = false).
  { unfold Y0. rewrite N.lxor_spec, D, N.pow2_bits_false by lia. reflexivity. }
  assert (single : forall y v, N.testbit y v = false -> N.land y (2 ^ v) = 0).
  { intros y v H. apply disjoint_bits. intros i T. rewrite N.pow2_bits_eqb. destruct (N.eqb_spec v i) as [->|];
      congruence. }
  assert (EY : Y = Y0 + 2 ^ u) by (rewrite add_disjoint by (now apply single); unfold Y0; place_by_place).
  assert (E' : Y - (2 ^ u - 2 ^ l) = N.lxor Y0 (2 ^ l)) by (rewrite <- add_disjoint by (now apply single); lia).
  split; [lia|]. intros x heaps X C. rewrite E' in *.
  assert (Tl : N.testbit (N.lxor Y0 (2 ^ l)) l = true) by now rewrite N.lxor_spec, Y0l, N.pow2_bits_true.
  assert (Tu : N.testbit (N.lxor Y0 (2 ^ l)) u = false) by (rewrite N.lxor_spec, Y0u, N.pow2_bits_false by lia;
    reflexivity).
  rewrite <- X in Tl. destruct (xors_bit x heaps l Tl) as (a & I & T). exists a. split; [exact I|].
  (* The number a is x0 with the bit l. *)
  set (x0 := N.lxor (x a) (2 ^ l)).
  assert (x0l : N.testbit x0 l = false) by (unfold x0; now rewrite N.lxor_spec, T, N.pow2_bits_true).
  assert (x0u : N.testbit x0 u = false).
  { unfold x0. rewrite N.lxor_spec, (N.pow2_bits_false l u) by lia.
    destruct (N.testbit (x a) u) eqn:Q; [|reflexivity]. apply (carry_free_bit x heaps a u C I) in Q. congruence. }
  assert (Ea : x a = x0 + 2 ^ l) by (rewrite add_disjoint by (now apply single); unfold x0; place_by_place).
  split; [lia|]. replace (x a + (2 ^ u - 2 ^ l)) with (x0 + 2 ^ u) by lia.
  rewrite (add_disjoint x0) by (now apply single). unfold x0, Y0. place_by_place.
Qed.

(** In both cases [Y' = Y - Δ >= 1]. *)
Lemma descent Y : sigma * o <= N.log2 Y -> exists d, 1 <= d /\ d * sigma < Y /\ can_be_given_back Y (d * sigma).
Proof.
  intros L. destruct order as [O1 _].
  assert (Y0 : Y <> 0) by (intros ->; cbn in L; nia).
  pose proof (N.bit_log2 Y Y0) as T. set (U := N.log2 Y) in *.
  destruct (descend Y U sigma T) as [all|(i & I & H1 & H0)].
  - pose proof (stairs_made_of U (N.to_nat sigma)) as M. pose proof (stairs_mod U (N.to_nat sigma)) as Q.
    rewrite N2Nat.id in M, Q. specialize (M L). specialize (Q L).
    rewrite N.mul_comm, N.mod_mul in Q by lia. apply N.mod_divide in Q; [|lia]. destruct Q as [d Q].
    assert (inside : forall j, N.testbit (stairs U (N.to_nat sigma)) j = true -> N.testbit Y j = true /\ j < U).
    { intros j Hj. apply M, in_steps in Hj. destruct Hj as (i & I & ->). rewrite N2Nat.id in I. split; [now apply all|].
      nia. }
    assert (Z : 0 < stairs U (N.to_nat sigma)).
    { destruct (N.to_nat sigma) as [|c] eqn:Ec; [lia|]. cbn [stairs].
      pose proof (N.pow_nonzero 2 (U - N.of_nat (S c) * o) ltac:(lia)). lia. }
    rewrite Q in *. exists d. split; [nia|].
    assert (Lt : d * sigma < Y).
    { apply (bits_order _ _ U).
      - intros j Hj. rewrite (N.bits_above_log2 Y j) by exact Hj.
        destruct (N.testbit (d * sigma) j) eqn:Tj; [|reflexivity]. apply inside in Tj. lia.
      - destruct (N.testbit (d * sigma) U) eqn:Tj; [|reflexivity]. apply inside in Tj. lia.
      - exact T. }
    split; [exact Lt|]. apply give_back_bits; [exact Lt|]. intros j Hj. now apply inside.
  - assert (Le : (i + 1) * o <= U) by nia.
    destruct (give_back_gap Y (U - (i + 1) * o) (U - i * o)) as [R B]; [lia|exact H1|exact H0|].
    assert (Q : N.divide sigma (2 ^ (U - i * o) - 2 ^ (U - (i + 1) * o))).
    { pose proof (power_returns 1 (U - (i + 1) * o)) as Q.
      replace (U - (i + 1) * o + 1 * o) with (U - i * o) in Q by lia.
      revert Q R. generalize (2 ^ (U - i * o)), (2 ^ (U - (i + 1) * o)). intros x y Q R.
      exists (x / sigma - y / sigma).
      pose proof (N.div_mod x sigma ltac:(lia)). pose proof (N.div_mod y sigma ltac:(lia)).
      rewrite N.mul_sub_distr_r, !(N.mul_comm _ sigma). lia. }
    destruct Q as [d Q]. rewrite Q in *. exists d. split; [nia|]. split; [apply R|exact B].
Qed.
End Descent.
