(** Values that grow by the same number from period to period, as far as a heap [n]: what this does to the high bits of
    a value, and how little an option can exceed its heap.

    The book: write [s = σ 2^t]; [q(n) = floor(G(n) / 2^t)] and [X(a) = floor(q(a) / 2^B)]. *)

From Coq Require Import ZArith.
From Grundy Require Export Carry.
Local Coercion Z.of_N : N >-> Z.

(** What a value is without its low [e] bits: [q] is [high f t], and [X] is [high f (B + t)]. *)
Definition high (f : N -> N) (e a : N) : N := f a / 2 ^ e.

Lemma high_again f t e a : high f t a / 2 ^ e = high f (e + t) a.
Proof. unfold high. rewrite N.div_div, <- N.pow_add_r by (apply N.pow_nonzero; lia). f_equal. f_equal. lia. Qed.

(** The law [f (x + p) = f x + s] from [F] on, as far as heap [n]. *)
Definition grows (f : N -> N) (p s F n : N) : Prop := forall x, F <= x -> x + p <= n -> f (x + p) = f x + s.

(** Each heap from [F] on has a base among [F, …, F + p - 1], from which it is some periods away. *)
Lemma base p F a : 0 < p -> F <= a -> exists b j, a = b + j * p /\ F <= b < F + p.
Proof.
  intros P A. exists (F + (a - F) mod p), ((a - F) / p).
  pose proof (N.div_mod (a - F) p ltac:(lia)) as D. pose proof (N.mod_lt (a - F) p ltac:(lia)) as L.
  rewrite N.mul_comm in D. revert D L. generalize ((a - F) mod p), ((a - F) / p * p). lia.
Qed.

Section Growing.
Context {f : N -> N} {p sigma t F n : N}.
Context (p1 : 0 < p) (sigma1 : 0 < sigma) (F1 : 1 <= F) (law : grows f p (sigma * 2 ^ t) F n).

Lemma grows_many j : forall x, F <= x -> x + j * p <= n -> f (x + j * p) = f x + j * (sigma * 2 ^ t).
Proof.
  induction j as [|j IH] using N.peano_ind; intros x X L; [now rewrite !N.mul_0_l, !N.add_0_r|].
  replace (x + N.succ j * p) with (x + j * p + p) by lia. rewrite law, IH by lia. lia.
Qed.

Lemma q_many j x : F <= x -> x + j * p <= n -> high f t (x + j * p) = high f t x + j * sigma.
Proof.
  intros X L. unfold high. rewrite grows_many by assumption.
  rewrite N.mul_assoc, N.div_add by (apply N.pow_nonzero; lia). reflexivity.
Qed.

(** Adding [d 2^e p] beans to a heap from [F] on adds [d σ] to its high bits and keeps the low [e + t] bits of its
    value. *)
Lemma add_beans e d a : F <= a -> a + d * 2 ^ e * p <= n ->
  high f (e + t) (a + d * 2 ^ e * p) = high f (e + t) a + d * sigma /\
  f (a + d * 2 ^ e * p) mod 2 ^ (e + t) = f a mod 2 ^ (e + t) /\
  f (a + d * 2 ^ e * p) = f a + d * sigma * 2 ^ (e + t).
Proof.
  intros A L. assert (Z : 2 ^ (e + t) <> 0) by (apply N.pow_nonzero; lia).
  assert (Q : f (a + d * 2 ^ e * p) = f a + d * sigma * 2 ^ (e + t)).
  { rewrite grows_many by assumption. rewrite N.pow_add_r. lia. }
  unfold high. rewrite Q, N.div_add, N.mod_add by exact Z. easy.
Qed.

(** Taking them away does the reverse if the high bits stay at least 1: then [q] stays at least [2^e], which is at least
    the [q] of the base, so the heap stays at least at its base. *)
Lemma take_beans e d a : (forall x, F <= x < F + p -> high f t x <= 2 ^ e) ->
  F <= a <= n -> d * sigma + 1 <= high f (e + t) a -> exists b, F <= b /\ a = b + d * 2 ^ e * p.
Proof.
  intros first A X. destruct (base p F a p1 ltac:(lia)) as (b & j & -> & B).
  rewrite <- high_again, q_many in X by lia. specialize (first b B).
  assert (Z : 2 ^ e <> 0) by (apply N.pow_nonzero; lia).
  pose proof (N.mul_div_le (high f t b + j * sigma) (2 ^ e) Z) as D.
  assert (J : d * 2 ^ e <= j).
  { revert Z X D first. generalize (2 ^ e), (high f t b). intros w q Z X D first.
    generalize dependent ((q + j * sigma) / w). intros x X D. apply (N.mul_le_mono_l _ _ w) in X.
    apply (N.mul_le_mono_pos_r _ _ sigma sigma1). lia. }
  revert J. generalize (d * 2 ^ e). intros y J. exists (b + (j - y) * p). nia.
Qed.

(** *** An option exceeds its heap by little *)

Context (lam lam' : Z) (G : game) (E : N).
Context (above : forall a, 1 <= a < F + p -> (p * high f t a <= sigma * a + lam)%Z).
Context (below : forall m, F <= m < F + p -> (sigma * m <= p * high f t m + lam')%Z).
Context (excess : forall i j, 1 <= j -> N.testbit (digit G i) j = true -> ((lam' - sigma * i + j * lam) / p <= E)%Z).

(** Both bounds hold for one period and do not change from period to period. *)
Lemma above_all a : 1 <= a <= n -> (p * high f t a <= sigma * a + lam)%Z.
Proof.
  intros A. destruct (N.lt_ge_cases a F) as [C|C]; [apply above; lia|].
  destruct (base p F a p1 C) as (b & j & -> & B). rewrite q_many by lia.
  specialize (above b ltac:(lia)). lia.
Qed.

Lemma below_all m : F <= m <= n -> (sigma * m <= p * high f t m + lam')%Z.
Proof.
  intros M. destruct (base p F m p1 ltac:(lia)) as (b & j & -> & B). rewrite q_many by lia.
  specialize (below b B). lia.
Qed.

Lemma above_sum o : (forall a, In a o -> 1 <= a <= n) ->
  (p * sums (high f t) o <= sigma * beans o + N.of_nat (length o) * lam)%Z.
Proof.
  induction o as [|a o IH]; intros H; [cbn; lia|].
  pose proof (above_all a (H a (or_introl eq_refl))). specialize (IH (fun b I => H b (or_intror I))).
  rewrite sums_cons, beans_cons. cbn [length]. lia.
Qed.

(** The heaps [a_l] of an option of [m], [F <= m <= n], have [Σ q(a_l) <= q(m) + E]. *)
Lemma little_excess m o : proper G -> F <= m <= n -> is_option G m o -> sums (high f t) o <= high f t m + E.
Proof.
  intros Pr M O. destruct o as [|a o]; [cbn; lia|].
  assert (H : forall b, In b (a :: o) -> 1 <= b <= n).
  { intros b I. pose proof (option_smaller G m _ b Pr O I). destruct O as (i & _ & P & _).
    rewrite Forall_forall in P. specialize (P b I). lia. }
  apply above_sum in H. pose proof (below_all m M) as Bm. destruct O as (i & D & _ & S & _).
  apply excess in D; [|cbn [length]; lia].
  revert H D S. generalize (N.of_nat (length (a :: o))), (sums (high f t) (a :: o)), (beans (a :: o)).
  intros j q b H D S. subst m.
  assert (P : (0 < p)%Z) by lia.
  pose proof (Z.mul_succ_div_gt (lam' - sigma * i + j * lam) p P) as U.
  nia.
Qed.
End Growing.
