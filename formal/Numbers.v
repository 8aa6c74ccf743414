(** Numbers as sets of bits: xor of a list, the parity of the bits under a mask, and what xor does to the order. *)

From Coq Require Export NArith List Bool Lia.
Export ListNotations.
Open Scope N_scope.

(** The xor of the values of the heaps in a list. *)
Definition xors (g : N -> N) (heaps : list N) : N := fold_right (fun a v => N.lxor (g a) v) 0 heaps.

(** The number of beans in a list of heaps. *)
Definition beans (heaps : list N) : N := fold_right N.add 0 heaps.

Lemma strong_induction (P : N -> Prop) : (forall n, (forall m, m < n -> P m) -> P n) -> forall n, P n.
Proof. intros H n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). exact (H n IH). Qed.

Lemma xors_app g a b : xors g (a ++ b) = N.lxor (xors g a) (xors g b).
Proof.
  induction a as [|x a IH]; cbn [app xors fold_right]; [now rewrite N.lxor_0_l|].
  change (N.lxor (g x) (xors g (a ++ b)) = N.lxor (N.lxor (g x) (xors g a)) (xors g b)).
  now rewrite IH, N.lxor_assoc.
Qed.

Lemma xors_cons g x a : xors g (x :: a) = N.lxor (g x) (xors g a).
Proof. reflexivity. Qed.

Lemma xors_one g a : xors g [a] = g a.
Proof. apply N.lxor_0_r. Qed.

Lemma xors_two g a b : xors g [a; b] = N.lxor (g a) (g b).
Proof. cbn. now rewrite N.lxor_0_r. Qed.

Lemma xors_ext f g heaps : (forall a, In a heaps -> f a = g a) -> xors f heaps = xors g heaps.
Proof.
  induction heaps as [|a heaps IH]; intros H; [reflexivity|].
  rewrite !xors_cons, H by now left. f_equal. apply IH. intros b Hb. apply H. now right.
Qed.

Lemma beans_cons x a : beans (x :: a) = x + beans a.
Proof. reflexivity. Qed.

Lemma beans_app a b : beans (a ++ b) = beans a + beans b.
Proof. induction a as [|x a IH]; cbn [app]; [reflexivity|]. rewrite !beans_cons, IH. lia. Qed.

(** Numbers that agree above bit [b], where only the second has a one, are in order. *)
Lemma bits_order u v b :
  (forall j, b < j -> N.testbit u j = N.testbit v j) -> N.testbit u b = false -> N.testbit v b = true -> u < v.
Proof.
  intros H Hu Hv.
  assert (E : N.shiftr u (N.succ b) = N.shiftr v (N.succ b)).
  { apply N.bits_inj. intros j. rewrite !N.shiftr_spec by lia. apply H. lia. }
  rewrite !N.shiftr_div_pow2 in E. rewrite N.testbit_eqb in Hu, Hv.
  apply N.eqb_neq in Hu. apply N.eqb_eq in Hv.
  rewrite N.pow_succ_r' in E.
  assert (P : 2 ^ b <> 0) by (apply N.pow_nonzero; lia).
  rewrite (N.mul_comm 2), <- !N.div_div in E by lia.
  pose proof (N.div_mod (u / 2 ^ b) 2 ltac:(lia)). pose proof (N.div_mod (v / 2 ^ b) 2 ltac:(lia)).
  pose proof (N.mod_lt (u / 2 ^ b) 2 ltac:(lia)).
  assert (D : u / 2 ^ b < v / 2 ^ b) by lia.
  pose proof (N.div_mod u (2 ^ b) P) as U. pose proof (N.div_mod v (2 ^ b) P) as V.
  pose proof (N.mod_lt u (2 ^ b) P) as R.
  apply N.le_succ_l in D. pose proof (N.mul_le_mono_l _ _ (2 ^ b) D) as M. rewrite N.mul_succ_r in M.
  revert M U V R.
  generalize (2 ^ b), (u mod 2 ^ b), (v mod 2 ^ b), (2 ^ b * (u / 2 ^ b)), (2 ^ b * (v / 2 ^ b)). lia.
Qed.

(** Xor with a number whose top bit is in [v] makes [v] smaller. *)
Lemma lxor_smaller v x : x <> 0 -> N.testbit v (N.log2 x) = true -> N.lxor v x < v.
Proof.
  intros Hx Hv. apply (bits_order _ _ (N.log2 x)); [|now rewrite N.lxor_spec, Hv, N.bit_log2|exact Hv].
  intros j Hj. rewrite N.lxor_spec, (N.bits_above_log2 x j) by exact Hj. apply xorb_false_r.
Qed.

(** A bit of a xor is a bit of one of its terms. *)
Lemma xors_bit g heaps b : N.testbit (xors g heaps) b = true -> exists a, In a heaps /\ N.testbit (g a) b = true.
Proof.
  induction heaps as [|a heaps IH]; [now rewrite N.bits_0|].
  rewrite xors_cons, N.lxor_spec. intros H.
  destruct (N.testbit (g a) b) eqn:E; [exists a; split; [now left|exact E]|].
  rewrite xorb_false_l in H. destruct (IH H) as (c & Hc & E'). exists c. split; [now right|exact E'].
Qed.

(** Whether the number of ones is odd. *)
Fixpoint pos_parity (p : positive) : bool :=
  match p with xH => true | xO p => pos_parity p | xI p => negb (pos_parity p) end.

Definition parity (v : N) : bool := match v with 0 => false | Npos p => pos_parity p end.

Lemma pos_parity_lxor p : forall q, parity (Pos.lxor p q) = xorb (pos_parity p) (pos_parity q).
Proof.
  induction p as [p IH|p IH|]; intros [q|q|]; cbn; try specialize (IH q);
    try destruct (Pos.lxor p q); cbn in *; rewrite ?IH;
    repeat match goal with |- context [pos_parity ?x] => destruct (pos_parity x) end; cbn in *; congruence.
Qed.

Lemma parity_lxor u v : parity (N.lxor u v) = xorb (parity u) (parity v).
Proof.
  destruct u as [|p], v as [|q]; [reflexivity| | |apply pos_parity_lxor]; symmetry; [apply xorb_false_l|apply
    xorb_false_r].
Qed.

Lemma land_lxor m u v : N.land m (N.lxor u v) = N.lxor (N.land m u) (N.land m v).
Proof.
  apply N.bits_inj. intros j. rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
  now destruct (N.testbit m j), (N.testbit u j), (N.testbit v j).
Qed.

(** Of heaps with more than [c] beans in each on average, one has more than [c]. *)
Lemma largest heaps c : N.of_nat (length heaps) * c < beans heaps -> exists l b r, heaps = l ++ b :: r /\ c < b.
Proof.
  induction heaps as [|a heaps IH]; cbn [length]; [cbn; lia|].
  rewrite beans_cons, Nat2N.inj_succ. intros H.
  destruct (N.lt_ge_cases c a) as [C|C]; [exists [], a, heaps; split; [reflexivity|exact C]|].
  destruct IH as (l & b & r & -> & Hb); [nia|]. exists (a :: l), b, r. split; [reflexivity|exact Hb].
Qed.
