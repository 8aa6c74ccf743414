(** Small values are values of twin options, for every further heap.

    The book: a *twin option* leaves two heaps [b, c >= F] with [X(b) = X(c)], and at most one of its other heaps has
    [X >= 1]. *)

From Grundy Require Export Growth.

Definition twin_option (F : N) (X : N -> N) (heaps : list N) : Prop := exists b c others,
  Permutation heaps (b :: c :: others) /\ F <= b /\ F <= c /\ X b = X c /\
  (length (filter (fun a => (1 <=? X a)%N) others) <= 1)%nat.

(** [v] is the value of a twin option of [n]. *)
Definition twin_value (G : game) (f : N -> N) (F : N) (X : N -> N) (n v : N) : Prop :=
  exists heaps, is_option G n heaps /\ twin_option F X heaps /\ v = xors f heaps.

(** If at most one of some numbers is not 0, and their xor is not 0, then exactly one is not 0. *)
Lemma only_one (X : N -> N) others : (length (filter (fun a => (1 <=? X a)%N) others) <= 1)%nat ->
  1 <= xors X others -> exists a rest, Permutation others (a :: rest) /\ 1 <= X a /\
    filter (fun a => (1 <=? X a)%N) rest = [] /\ xors X rest = 0.
Proof.
  assert (zeros : forall l, filter (fun a => (1 <=? X a)%N) l = [] -> xors X l = 0).
  { induction l as [|a l IH]; [reflexivity|]. cbn [filter]. destruct (N.leb_spec 1 (X a)) as [|Q]; [easy|]. intros H.
    rewrite xors_cons, IH by exact H. replace (X a) with 0 by lia. reflexivity. }
  induction others as [|a others IH]; intros L N1; [cbn in N1; lia|]. cbn [filter] in L.
  destruct (N.leb_spec 1 (X a)) as [Q|Q].
  - exists a, others. cbn [length] in L. destruct (filter _ others) as [|b l] eqn:Fl; [|cbn [length] in L; lia].
    split; [reflexivity|]. split; [exact Q|]. split; [reflexivity|now apply zeros].
  - rewrite xors_cons in N1. replace (X a) with 0 in N1 by lia. rewrite N.lxor_0_l in N1.
    destruct (IH L N1) as (b & rest & Pr & Xb & Fr & Xr). exists b, (a :: rest). split.
    { rewrite Pr. apply perm_swap. }
    split; [exact Xb|]. split; [|rewrite xors_cons, Xr, N.lxor_0_r; lia].
    cbn [filter]. destruct (N.leb_spec 1 (X a)); [lia|exact Fr].
Qed.

Section Twins.
Context {G : game} {f : N -> N} {p sigma t F B E n : N} (W : growth G f p sigma t F B E n).
Context (T C : N) (FT : F <= T).

(** What hypothesis (c) says of a heap. *)
Definition twins_at (m : N) : Prop :=
  (2 * sigma + 1) * 2 ^ B + C <= high f t m + 1 /\
  forall v, v / 2 ^ t + C <= high f t m -> twin_value G f F (high f (B + t)) m v.

(** If it holds for [2^(B+1)] periods, it holds for all further heaps. *)
Lemma twins_everywhere : (forall m, T <= m < T + 2 ^ (B + 1) * p -> twins_at m) -> forall m, T <= m <= n -> twins_at m.
Proof.
  intros first. refine (strong_induction _ _). intros m IH M.
  destruct (N.lt_ge_cases m (T + 2 ^ (B + 1) * p)) as [L|L]; [apply first; lia|].
  set (e := B + t) in *.
  assert (Z : forall x, 2 ^ x <> 0) by (intros x; apply N.pow_nonzero; lia).
  assert (two : 2 ^ (B + 1) = 2 * 2 ^ B) by (now rewrite N.add_1_r, N.pow_succ_r').
  pose proof (period_pos W) as P. pose proof (Z B) as ZB.
  (* The heap 2^(B+1) periods before. *)
  assert (Em : exists m', T <= m' /\ m = m' + 2 * 2 ^ B * p).
  { exists (m - 2 * 2 ^ B * p). rewrite two in L. lia. }
  destruct Em as (m' & Tm' & Em). assert (Lm : m' < m) by nia.
  destruct (IH m' Lm ltac:(lia)) as [tall twins].
  assert (Qm : high f t m = high f t m' + 2 * 2 ^ B * sigma).
  { rewrite Em, (q_many P (sigma_pos W) (from_pos W) (law W)) by lia. reflexivity. }
  split; [lia|]. intros v V. destruct (N.le_gt_cases (v / 2 ^ t + C) (high f t m')) as [S|S].
  - (* The same value: both twins grow. *)
    destruct (twins v S) as (heaps & O & (b & c & others & Pr & Fb & Fc & Xbc & One) & ->).
    apply (option_permutation W m' _ _ Pr) in O.
    destruct (longer W B 1 m' b (c :: others) Fb O ltac:(lia)) as (O1 & Xb & Low1).
    set (b' := b + 1 * 2 ^ B * p) in *.
    apply (option_permutation W _ _ _ (perm_swap c b' others)) in O1.
    destruct (longer W B 1 _ c (b' :: others) Fc O1 ltac:(lia)) as (O2 & Xc & Low2).
    set (c' := c + 1 * 2 ^ B * p) in *. fold e in Xb, Xc, Xbc, Low1, Low2.
    replace (m' + 1 * 2 ^ B * p + 1 * 2 ^ B * p) with m in O2 by lia.
    exists (c' :: b' :: others). split; [exact O2|]. split.
    { exists c', b', others. split; [reflexivity|]. split; [unfold c'; lia|]. split; [unfold b'; lia|].
      split; [fold e; lia|exact One]. }
    apply (high_low _ _ e).
    + rewrite !xors_high_bits, (xors_permutation _ _ _ Pr), !xors_cons, Xc, Xb, Xbc. rewrite <- !N.lxor_assoc.
      now rewrite !N.lxor_nilpotent.
    + rewrite Low2, (xors_permutation f _ _ (perm_swap b' c others)), Low1. now rewrite (xors_permutation _ _ _ Pr).
  - (* A larger value: the one large heap that is no twin grows. *)
    assert (big : 2 * sigma * 2 ^ e <= v).
    { assert (Q : 2 * sigma * 2 ^ B <= v / 2 ^ t) by lia. pose proof (N.mul_div_le v (2 ^ t) (Z t)).
      unfold e. rewrite N.pow_add_r. nia. }
    set (v' := v - 2 * sigma * 2 ^ e). assert (Ev : v = v' + 2 * sigma * 2 ^ e) by (unfold v'; lia). clearbody v'.
    assert (Vt : v / 2 ^ t = v' / 2 ^ t + 2 * sigma * 2 ^ B).
    { rewrite Ev. unfold e. rewrite N.pow_add_r, N.mul_assoc, N.div_add by apply Z. reflexivity. }
    assert (He : v / 2 ^ e = v' / 2 ^ e + 2 * sigma) by (rewrite Ev, N.div_add by apply Z; reflexivity).
    assert (Low : v mod 2 ^ e = v' mod 2 ^ e) by (rewrite Ev, N.mod_add by apply Z; reflexivity).
    destruct (twins v' ltac:(lia)) as (heaps & O & (b & c & others & Pr & Fb & Fc & Xbc & One) & E').
    apply (option_permutation W m' _ _ Pr) in O. fold e in Xbc, One. rewrite (xors_permutation _ _ _ Pr) in E'.
    assert (Xo : v' / 2 ^ e = xors (high f e) others).
    { rewrite E', xors_high_bits, !xors_cons, Xbc, <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l. }
    assert (X1 : 1 <= xors (high f e) others).
    { rewrite <- Xo. unfold e. rewrite N.add_comm, N.pow_add_r, <- N.div_div by apply Z.
      apply N.div_le_lower_bound; [apply Z|]. lia. }
    destruct (only_one _ _ One X1) as (a & rest & Po & Xa & Fr & Xr).
    assert (Pa : Permutation (b :: c :: others) (a :: b :: c :: rest)).
    { rewrite Po. rewrite (perm_swap a c rest), (perm_swap a b (c :: rest)). reflexivity. }
    apply (option_permutation W m' _ _ Pa) in O.
    assert (Fa : F <= a).
    { apply (large_heap W B a); [lia| |exact Xa]. apply (option_heap W m' _ a O). now left. }
    destruct (longer W B 2 m' a _ Fa O ltac:(lia)) as (O1 & Xa' & Low1). set (a' := a + 2 * 2 ^ B * p) in *.
    fold e in Xa', Low1. rewrite <- Em in O1. exists (a' :: b :: c :: rest). split; [exact O1|]. split.
    { exists b, c, (a' :: rest). split; [rewrite (perm_swap b a'), (perm_swap c a'); reflexivity|].
      split; [exact Fb|]. split; [exact Fc|]. split; [exact Xbc|]. cbn [filter]. fold e. rewrite Fr.
      destruct (1 <=? high f e a')%N; cbn; lia. }
    apply (high_low _ _ e).
    + rewrite He, Xo, (xors_permutation _ _ _ Po), xors_high_bits, !xors_cons, Xr, Xa', Xbc, N.lxor_0_r.
      now rewrite N.lxor_0_r, N.lxor_nilpotent, N.lxor_0_r.
    + now rewrite Low1, Low, E', (xors_permutation _ _ _ Pa).
Qed.
End Twins.
