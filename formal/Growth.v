(** An option of a growing sequence, with some periods added to one of its heaps, or taken from it. *)

From Grundy Require Export Growing.

(** What the proof knows of the values [f] up to heap [n]: the law with [s = σ 2^t] from [F >= 1] on; [q] is at most
    [2^B] in the first period, and smaller before it; an option exceeds its heap by at most [E]. *)
Set Implicit Arguments.
Record growth (G : game) (f : N -> N) (p sigma t F B E n : N) : Prop := {
  no_bans : forall m o, ban G m o = false;
  is_proper : proper G;
  period_pos : 0 < p;
  sigma_pos : 0 < sigma;
  from_pos : 1 <= F;
  law : grows f p (sigma * 2 ^ t) F n;
  first_period : forall x, F <= x < F + p -> high f t x <= 2 ^ B;
  before_it : forall x, 1 <= x < F -> high f t x < 2 ^ B;
  exceeds : forall m o, F <= m <= n -> is_option G m o -> sums (high f t) o <= high f t m + E;
}.
Unset Implicit Arguments.

Lemma xors_high_bits f o e : xors f o / 2 ^ e = xors (high f e) o.
Proof. apply xors_high. Qed.

(** The low bits of a sum of heaps, when one heap gives way to another with the same low bits. *)
Lemma xors_low f e a a' rest : f a' mod 2 ^ e = f a mod 2 ^ e -> xors f (a' :: rest) mod 2 ^ e = xors f (a :: rest) mod
  2 ^ e.
Proof. intros H. now rewrite !xors_cons, !(lxor_low _ _ e), H. Qed.

(** The [q] of heaps together, and their high bits. *)
Lemma sums_high f t e o : 2 ^ e * sums (high f (e + t)) o <= sums (high f t) o.
Proof.
  induction o as [|a o IH]; [cbn; lia|]. rewrite !sums_cons, <- high_again.
  pose proof (N.mul_div_le (high f t a) (2 ^ e) ltac:(apply N.pow_nonzero; lia)). lia.
Qed.

(** A number below [2^e], and what is above. *)
Lemma high_bound f t e a : 2 ^ e * high f (e + t) a <= high f t a < 2 ^ e * (high f (e + t) a + 1).
Proof.
  rewrite <- high_again. assert (Z : 2 ^ e <> 0) by (apply N.pow_nonzero; lia). split; [now apply N.mul_div_le|].
  rewrite N.add_1_r. now apply N.mul_succ_div_gt.
Qed.

Section Growth.
Context {G : game} {f : N -> N} {p sigma t F B E n : N} (W : growth G f p sigma t F B E n).

(** The heaps of an option may be listed in any order. *)
Lemma option_permutation m o o' : Permutation o o' -> is_option G m o -> is_option G m o'.
Proof.
  intros P (i & D & Q & S & _). exists i. unfold option_by.
  rewrite <- (Permutation_length P), <- (beans_permutation _ _ P). split; [exact D|].
  split; [now rewrite <- P|]. split; [exact S|apply W].
Qed.

Lemma option_move m m' a a' rest : is_option G m (a :: rest) -> 0 < a' -> m' + a = m + a' -> is_option G m' (a' ::
  rest).
Proof.
  intros (i & D & Q & S & _) A M. exists i. rewrite beans_cons in S. inversion_clear Q. split; [exact D|].
  split; [now constructor|]. rewrite beans_cons. split; [lia|apply W].
Qed.

(** The heaps of an option: none is empty, all are smaller. *)
Lemma option_heap m o a : is_option G m o -> In a o -> 1 <= a < m.
Proof.
  intros O I. pose proof (option_smaller G m o a (is_proper W) O I). destruct O as (i & _ & Q & _).
  rewrite Forall_forall in Q. specialize (Q a I). lia.
Qed.

(** [X(a) >= 1] implies [a >= F]. *)
Lemma large_heap e a : B <= e -> 1 <= a -> 1 <= high f (e + t) a -> F <= a.
Proof.
  intros H A X. destruct (N.le_gt_cases F a) as [|C]; [assumption|].
  pose proof (before_it W (conj A C)). pose proof (N.pow_le_mono_r 2 B e ltac:(lia) H).
  pose proof (high_bound f t e a). nia.
Qed.

(** [d 2^e] periods more in one heap of an option of [m]: an option of a larger heap. The low bits of its value are the
    same. *)
Lemma longer e d m a rest : F <= a -> is_option G m (a :: rest) -> m + d * 2 ^ e * p <= n ->
  let a' := a + d * 2 ^ e * p in
  is_option G (m + d * 2 ^ e * p) (a' :: rest) /\
  high f (e + t) a' = high f (e + t) a + d * sigma /\
  xors f (a' :: rest) mod 2 ^ (e + t) = xors f (a :: rest) mod 2 ^ (e + t).
Proof.
  intros A O L a'. pose proof (option_heap m _ a O (or_introl eq_refl)) as [A1 A2].
  destruct (add_beans (period_pos W) (sigma_pos W) (from_pos W) (law W) e d a A ltac:(lia)) as (H & Low & _).
  split; [apply (option_move m _ a); [exact O| |]; unfold a'; lia|]. split; [exact H|]. now apply xors_low.
Qed.

(** A heap from which [d 2^e] periods can be taken, so that it stays in the periods. *)
Lemma shorter_heap e d a : B <= e -> F <= a <= n -> d * sigma + 1 <= high f (e + t) a ->
  exists b, F <= b /\ a = b + d * 2 ^ e * p /\ high f (e + t) a = high f (e + t) b + d * sigma /\
    f a mod 2 ^ (e + t) = f b mod 2 ^ (e + t) /\ f a = f b + d * sigma * 2 ^ (e + t).
Proof.
  intros H A X. destruct W as [_ _ P Sg F1 L first _ _].
  destruct (take_beans P Sg F1 L e d a) as (b & Fb & ->); [|exact A|exact X|].
  { intros x Hx. specialize (first x Hx). pose proof (N.pow_le_mono_r 2 B e ltac:(lia) H). lia. }
  exists b. split; [exact Fb|]. split; [reflexivity|]. apply (add_beans P Sg F1 L e d b Fb). lia.
Qed.
End Growth.
