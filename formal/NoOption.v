(** No option of a heap has the value that the law says.

    The book: suppose [g] is the value of an option; let [X_l = X(a_l)], with xor [W]. They have no bit in common. Call
    a place [v < u_l] free for [l] if no other [X_m] has the bit [v], where [u_l] is the top bit of [X_l]. Some [l] has
    [σ] free places, so there is a [Y], [1 <= Y < 2^(u_l) <= X_l], made of free places, with [X_l - Y = d σ]. Taking
    [d 2^B p] beans from [a_l] gives an option of [m = n - d 2^B p] of value [G(m)], which cannot be. *)

From Grundy Require Export Growth Residues Classical.

(** *** Places that many share *)

Lemma filter_split (P : N -> bool) vs :
  length vs = (length (filter P vs) + length (filter (fun v => negb (P v)) vs))%nat.
Proof. induction vs as [|v vs IH]; [reflexivity|]. cbn. destruct (P v); cbn; lia. Qed.

Lemma filter_fewer (P Q : N -> bool) vs : (length (filter P (filter Q vs)) <= length (filter P vs))%nat.
Proof. induction vs as [|v vs IH]; [reflexivity|]. cbn. destruct (Q v); cbn; destruct (P v); cbn; lia. Qed.

(** If each of some places belongs to one of some heaps, and none has more than [c], there are at most [c] for each. *)
Lemma crowd (has : N -> N -> bool) heaps (c : nat) : forall vs,
  (forall v, In v vs -> exists a, In a heaps /\ has a v = true) ->
  (forall a, In a heaps -> (length (filter (has a) vs) <= c)%nat) -> (length vs <= length heaps * c)%nat.
Proof.
  induction heaps as [|a heaps IH]; intros vs cover few.
  { destruct vs as [|v vs]; [cbn; lia|]. destruct (cover v (or_introl eq_refl)) as (a & [] & _). }
  rewrite (filter_split (has a) vs). pose proof (few a (or_introl eq_refl)).
  enough (length (filter (fun v => negb (has a v)) vs) <= length heaps * c)%nat by (cbn [length]; lia).
  apply IH.
  - intros v V. apply filter_In in V. destruct V as [V N]. destruct (cover v V) as (b & [<-|I] & H'); [|now exists b].
    now rewrite H' in N.
  - intros b I. pose proof (filter_fewer (has b) (fun v => negb (has a v)) vs). specialize (few b (or_intror I)). lia.
Qed.

Section Free.
Context (x : N -> N) (heaps : list N) (free : sums x heaps = xors x heaps) (some : xors x heaps <> 0).

(** A place up to the top bit of the number of heap [a] that no other number has: its top bit, and its free places. *)
Definition own (a v : N) : bool :=
  (0 <? x a) && (v <=? N.log2 (x a)) && negb (N.testbit (N.lxor (xors x heaps) (x a)) v).

Lemma own_spec a v : own a v = true <->
  0 < x a /\ v <= N.log2 (x a) /\ N.testbit (N.lxor (xors x heaps) (x a)) v = false.
Proof. unfold own. rewrite !andb_true_iff, N.ltb_lt, N.leb_le, negb_true_iff. tauto. Qed.

Lemma bit_small y v : N.testbit y v = true -> 0 < y /\ v <= N.log2 y.
Proof.
  intros T. split; [destruct y; [now rewrite N.bits_0 in T|lia]|].
  destruct (N.le_gt_cases v (N.log2 y)) as [|L]; [assumption|]. now rewrite N.bits_above_log2 in T.
Qed.

(** Each place up to the top is the one's that has it or, if there is none, the one's with the top bit. *)
Lemma covered v : v <= N.log2 (xors x heaps) -> exists a, In a heaps /\ own a v = true.
Proof.
  intros V. destruct (N.testbit (xors x heaps) v) eqn:T.
  - destruct (xors_bit x heaps v T) as (a & I & Ta). exists a. split; [exact I|]. apply own_spec.
    pose proof (bit_small _ _ Ta). split; [tauto|]. split; [tauto|]. now rewrite N.lxor_spec, T, Ta.
  - destruct (xors_bit x heaps _ (N.bit_log2 _ some)) as (a & I & Ta). exists a. split; [exact I|]. apply own_spec.
    pose proof (bit_small _ _ Ta). split; [tauto|]. split; [lia|]. rewrite N.lxor_spec, T.
    destruct (N.testbit (x a) v) eqn:Tv; [|reflexivity]. apply (carry_free_bit x heaps a v free I) in Tv. congruence.
Qed.

(** With [h σ] places below the top, one of at most [h] numbers has [σ] free ones. *)
Lemma many_free h c : N.of_nat (length heaps) <= h -> h * c <= N.log2 (xors x heaps) ->
  exists a, In a heaps /\ exists vs, NoDup vs /\ c <= N.of_nat (length vs) /\
    forall v, In v vs -> v < N.log2 (x a) /\ N.testbit (N.lxor (xors x heaps) (x a)) v = false.
Proof.
  intros H U. set (places := map N.of_nat (seq 0 (S (N.to_nat (N.log2 (xors x heaps)))))).
  assert (D : NoDup places).
  { apply FinFun.Injective_map_NoDup; [intros i j Q; lia|apply seq_NoDup]. }
  assert (Q : exists a, In a heaps /\ (N.to_nat c < length (filter (own a) places))%nat).
  { destruct (Exists_dec (fun a => N.to_nat c < length (filter (own a) places))%nat heaps) as [Q|Q].
    - intros a. apply Compare_dec.lt_dec.
    - now apply Exists_exists in Q.
    - assert (few : (length places <= length heaps * N.to_nat c)%nat).
      { apply (crowd own).
        - intros v V. apply covered. apply in_map_iff in V. destruct V as (i & <- & V). apply in_seq in V. lia.
        - intros a I.
          destruct (Compare_dec.le_lt_dec (length (filter (own a) places)) (N.to_nat c)) as [|L]; [assumption|].
          destruct Q. apply Exists_exists. now exists a. }
      unfold places in few. rewrite map_length, seq_length in few. exfalso. nia. }
  destruct Q as (a & I & Q). exists a. split; [exact I|].
  exists (filter (fun v => negb (v =? N.log2 (x a))) (filter (own a) places)).
  split; [now apply NoDup_filter, NoDup_filter|]. split.
  - enough (length (filter (own a) places)
            <= length (N.log2 (x a) :: filter (fun v => negb (v =? N.log2 (x a))) (filter (own a) places)))%nat
      by (cbn [length] in *; lia).
    apply NoDup_incl_length; [now apply NoDup_filter|]. intros v V.
    destruct (N.eqb_spec v (N.log2 (x a))) as [->|Ne]; [now left|]. right. apply filter_In. split; [exact V|].
    now apply negb_true_iff, N.eqb_neq.
  - intros v V. apply filter_In in V. destruct V as [V Ne]. apply negb_true_iff, N.eqb_neq in Ne.
    apply filter_In in V. destruct V as [_ V]. apply own_spec in V. split; [lia|tauto].
Qed.
End Free.

Lemma made_of_bound places y u : (forall v, In v places -> v < u) -> made_of places y -> y < 2 ^ u.
Proof.
  intros H M. destruct (N.eq_dec y 0) as [->|Y]; [pose proof (N.pow_nonzero 2 u ltac:(lia)); lia|].
  apply N.log2_lt_pow2; [lia|]. apply H, M, N.bit_log2, Y.
Qed.

Lemma same_residue s x y : 0 < s -> y mod s = x mod s -> y <= x -> exists d, x = y + d * s.
Proof.
  intros S Q L. exists (x / s - y / s). pose proof (N.div_mod x s ltac:(lia)). pose proof (N.div_mod y s ltac:(lia)).
  pose proof (N.div_le_mono y x s ltac:(lia) L). rewrite N.mul_sub_distr_r, !(N.mul_comm _ s). nia.
Qed.

Section NoOption.
Context {G : game} {f : N -> N} {p sigma t F B E n : N} (W : growth G f p sigma t F B E n).
Context (h : N) (odd : N.odd sigma = true) (most : leaves_at_most G h) (EB : E <= 2 ^ B) (nF : F <= n).
Context (tall : 2 ^ (h * sigma) <= high f (B + t) n).
Context (known : forall m, F <= m < n -> ~ option_value G f m (f m)).

Lemma no_option : ~ option_value G f n (f n).
Proof.
  intros (heaps & O & V). set (e := B + t) in *.
  assert (Z : forall x, 2 ^ x <> 0) by (intros x; apply N.pow_nonzero; lia).
  assert (X : xors (high f e) heaps = high f e n) by (rewrite <- xors_high_bits, <- V; reflexivity).
  assert (free : sums (high f e) heaps = xors (high f e) heaps).
  { apply carry_free. rewrite X. pose proof (sums_high f t B heaps) as S1. fold e in S1.
    pose proof (exceeds W (m := n) ltac:(lia) O) as S2. pose proof (high_bound f t B n) as S3. fold e in S3.
    pose proof (Z B). nia. }
  assert (some : xors (high f e) heaps <> 0) by (rewrite X; pose proof (Z (h * sigma)); lia).
  assert (few : N.of_nat (length heaps) <= h) by (destruct O as (i & D & _); now apply most in D).
  destruct (many_free (high f e) heaps free some h sigma few) as (a & I & vs & ND & Lv & Fv).
  { rewrite X. rewrite <- (N.log2_pow2 (h * sigma)) by lia. now apply N.log2_le_mono. }
  destruct (every_residue sigma odd vs (high f e a) ND Lv) as (y & M & Y0 & Ym).
  (* Y is smaller than X_l. *)
  assert (Ya : y < high f e a).
  { pose proof (made_of_bound vs y (N.log2 (high f e a)) (fun v Iv => proj1 (Fv v Iv)) M) as L.
    destruct (N.eq_dec (high f e a) 0) as [Q|Q].
    - rewrite Q in L. cbn in L. lia.
    - pose proof (N.log2_spec (high f e a) ltac:(lia)). lia. }
  destruct (same_residue sigma _ _ (sigma_pos W) Ym ltac:(lia)) as [d D].
  assert (d1 : 1 <= d) by (destruct (N.eq_dec d 0) as [->|]; lia).
  destruct (carry_free_disjoint _ heaps a free I) as [_ Sum].
  set (R := N.lxor (xors (high f e) heaps) (high f e a)) in *.
  assert (yR : N.land y R = 0).
  { apply disjoint_bits. intros i T. now apply Fv, M. }
  pose proof (option_heap W n heaps a O I) as [a1 an].
  assert (Fa : F <= a) by (apply (large_heap W B a); [lia|exact a1|fold e; lia]).
  destruct (shorter_heap W B d a) as (b & Fb & Eb & Xb & Lb & _); [lia|lia|fold e; lia|]. fold e in Xb, Lb.
  destruct (shorter_heap W B d n) as (m & Fm & En & Xm & Lm & _); [lia|lia|fold e; lia|]. fold e in Xm, Lm.
  assert (mn : m < n) by (pose proof (period_pos W); pose proof (Z B); rewrite En; nia).
  (* The option of m with the value of m. *)
  apply (known m); [lia|]. destruct (first_in_list a heaps I) as [rest Pr].
  exists (b :: rest). split.
  { apply (option_move W n m a b rest); [now apply (option_permutation W n heaps)| |lia].
    pose proof (from_pos W). lia. }
  rewrite (xors_permutation _ _ _ Pr) in V.
  apply (high_low _ _ e).
  - rewrite xors_high_bits. change (f m / 2 ^ e) with (high f e m). rewrite xors_cons.
    replace (high f e b) with y by lia.
    assert (Rr : xors (high f e) rest = R).
    { unfold R. rewrite (xors_permutation _ _ _ Pr), xors_cons.
      generalize (high f e a), (xors (high f e) rest). intros u v. place_by_place. }
    rewrite Rr, <- (add_disjoint y R yR). lia.
  - rewrite (xors_low f e a b rest) by now symmetry. now rewrite <- V, Lm.
Qed.
End NoOption.
