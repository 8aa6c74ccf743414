(** Values near the top of a heap are values of options, because they are for a heap some periods smaller.

    The book: let [v < g] and [V > Q - C], and let [Y = floor(V / 2^A)]. With [d σ = Δ], let [n' = n - d 2^A p] and
    [v' = v - d 2^A s]. Then [v'] is the value of an option of [n']. Its [X_l = floor(q(a_l) / 2^A)] have no bit in
    common; adding [d 2^A p] to one of its heaps makes an option of [n] of value [v]. *)

From Grundy Require Export Growth Descent.

Section Top.
Context {G : game} {f : N -> N} {p sigma t F B E n : N} (W : growth G f p sigma t F B E n).
Context (A C o : N) (order : returns_to_one sigma o) (BA : B <= A) (C1 : 1 <= C) (width : C + E <= 2 ^ A + 1).
Context (tall : 2 ^ (A + sigma * o) + C <= high f t n + 1) (nF : F <= n).
Context (known : forall m v, F <= m < n -> v < f m -> option_value G f m v).

Lemma top v : v < f n -> high f t n < v / 2 ^ t + C -> option_value G f n v.
Proof.
  intros below V. set (e := A + t). set (Y := v / 2 ^ e).
  assert (Z : forall x, 2 ^ x <> 0) by (intros x; apply N.pow_nonzero; lia).
  assert (VY : v / 2 ^ t / 2 ^ A = Y).
  { unfold Y, e. rewrite N.div_div, <- N.pow_add_r by apply Z. f_equal. f_equal. lia. }
  (* The top bit of Y is at least σ o. *)
  assert (TY : 2 ^ (sigma * o) <= Y).
  { rewrite <- VY. apply N.div_le_lower_bound; [apply Z|]. rewrite <- N.pow_add_r. lia. }
  assert (U : sigma * o <= N.log2 Y) by (rewrite <- (N.log2_pow2 (sigma * o)) by lia; now apply N.log2_le_mono).
  destruct (descent sigma o (sigma_pos W) order Y U) as (d & d1 & dY & give).
  (* The heap n' below n. *)
  assert (Yn : Y <= high f e n) by (apply N.div_le_mono; [apply Z|lia]).
  destruct (shorter_heap W A d n BA ltac:(lia) ltac:(fold e; lia)) as (m & Fm & En & Hn & _ & Vn).
  fold e in Hn, Vn.
  assert (mn : m < n) by (pose proof (period_pos W); pose proof (Z A); rewrite En; nia).
  (* The value v' below that of n'. *)
  assert (big : d * sigma * 2 ^ e <= v).
  { pose proof (N.mul_div_le v (2 ^ e) (Z e)) as Q. fold Y in Q.
    pose proof (N.mul_le_mono_r _ _ (2 ^ e) (N.lt_le_incl _ _ dY)). lia. }
  set (v' := v - d * sigma * 2 ^ e).
  assert (Ev : v = v' + d * sigma * 2 ^ e) by (unfold v'; lia). clearbody v'.
  assert (high' : v' / 2 ^ e = Y - d * sigma) by
    (unfold Y; rewrite Ev, N.div_add by apply Z; now rewrite N.add_sub).
  assert (low' : v mod 2 ^ e = v' mod 2 ^ e) by (rewrite Ev, N.mod_add by apply Z; reflexivity).
  destruct (known m v' ltac:(lia) ltac:(lia)) as (heaps & O & E').
  (* Its numbers have no bit in common. *)
  assert (X : xors (high f e) heaps = Y - d * sigma) by now rewrite <- xors_high_bits, <- E'.
  assert (free : sums (high f e) heaps = xors (high f e) heaps).
  { apply carry_free. rewrite X. pose proof (sums_high f t A heaps) as S1. fold e in S1.
    pose proof (exceeds W (m := m) ltac:(lia) O) as S2.
    assert (Qm : high f t n = high f t m + d * sigma * 2 ^ A).
    { rewrite En, (q_many (period_pos W) (sigma_pos W) (from_pos W) (law W)) by lia. lia. }
    assert (VA : v / 2 ^ t < 2 ^ A * (Y + 1)).
    { rewrite <- VY, N.add_1_r. apply N.mul_succ_div_gt, Z. }
    assert (Dif : Y = Y - d * sigma + d * sigma) by lia. revert Dif. generalize (Y - d * sigma). intros y' Dif.
    rewrite Dif in VA. clear - S1 S2 Qm VA V width Z. specialize (Z A). revert S1 S2 Qm VA V width Z.
    generalize (2 ^ A), (sums (high f e) heaps), (sums (high f t) heaps), (high f t n), (high f t m), (v / 2 ^ t),
      (d * sigma). intros w x q qn qm V' D S1 S2 Qm VA V width Z. nia. }
  (* One of them takes the periods. *)
  destruct (give (high f e) heaps X free) as (a & I & Xa & back).
  assert (Fa : F <= a).
  { apply (large_heap W A a BA); [|exact Xa]. apply (option_heap W m heaps a O I). }
  destruct (first_in_list a heaps I) as [rest Pr].
  pose proof (option_permutation W m _ _ Pr O) as O'.
  destruct (longer W A d m a rest Fa O' ltac:(lia)) as (On & Ha & Low). fold e in Ha, Low. rewrite <- En in On.
  eexists. split; [exact On|]. apply (high_low _ _ e).
  - rewrite xors_high_bits, xors_cons, Ha. fold Y. rewrite <- back, <- X, (xors_permutation _ _ _ Pr), xors_cons.
    generalize (high f e a + d * sigma), (high f e a), (xors (high f e) rest). intros x y z. place_by_place.
  - now rewrite Low, low', E', (xors_permutation _ _ _ Pr).
Qed.
End Top.
