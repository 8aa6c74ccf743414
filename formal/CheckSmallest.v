(** Checks that a period and a preperiod are the smallest, from a table of values. *)

From Coq Require Import PeanoNat.
From Grundy Require Export Smallest Table.

Definition is_prime (q : N) : bool := (1 <? q) && all_heaps 2 (N.sqrt q - 1) (fun d => negb (q mod d =? 0)).

(** Takes the factor [q] out as often as it is there. *)
Fixpoint strip (fuel : nat) (q rest : N) : N :=
  match fuel with
  | O => rest
  | S fuel => if rest mod q =? 0 then strip fuel q (rest / q) else rest
  end.

(** The first numbers of the pairs are the primes that divide [rest], each named once. *)
Fixpoint are_primes (pairs : list (N * N)) (rest : N) : bool :=
  match pairs with
  | [] => rest =? 1
  | (q, _) :: pairs => is_prime q && (rest mod q =? 0) && are_primes pairs (strip (N.size_nat rest) q rest)
  end.

(** The value of heap [n], from that of the heap below [n0 + p] that lies some periods before it. *)
Definition grown (t : table) (p s n0 n : N) : N := at_heap t (n0 + (n - n0) mod p) + (n - n0) / p * s.

Definition check_smallest (t : table) (p s n0 : N) (pairs : list (N * N)) : bool :=
  are_primes pairs p &&
  forallb (fun x => (n0 <=? snd x) &&
    negb (fst x * grown t p s n0 (snd x + p / fst x) =? fst x * grown t p s n0 (snd x) + s)) pairs &&
  ((n0 =? 0) || negb (at_heap t (n0 - 1 + p) =? at_heap t (n0 - 1) + s)).

Lemma is_prime_spec q : is_prime q = true -> prime q.
Proof.
  unfold is_prime. rewrite andb_true_iff, N.ltb_lt. intros [Q H]. split; [exact Q|]. intros d [e He].
  assert (no : forall x y, q = x * y -> 1 < x -> x <= y -> False).
  { intros x y E X L. assert (S : x <= N.sqrt q) by (apply N.sqrt_le_square; rewrite E; nia).
    pose proof (all_heaps_spec _ _ _ H x ltac:(lia)) as A. apply negb_true_iff, N.eqb_neq in A. apply A.
    rewrite E, N.mul_comm. apply N.mod_mul. lia. }
  destruct (N.eq_dec d 1) as [|D1]; [now left|]. destruct (N.eq_dec d q) as [|D2]; [now right|]. exfalso.
  assert (d <> 0) by (intros ->; lia). assert (e <> 0) by (intros ->; lia). assert (e <> 1) by (intros ->; lia).
  destruct (N.le_ge_cases d e); [apply (no d e); lia|apply (no e d); lia].
Qed.

Lemma prime_mul d x y : prime d -> N.divide d (x * y) -> N.divide d x \/ N.divide d y.
Proof.
  intros [_ D] H. destruct (D (N.gcd d x) (N.gcd_divide_l d x)) as [E|E].
  - right. exact (N.gauss d x y H E).
  - left. rewrite <- E. apply N.gcd_divide_r.
Qed.

Lemma strip_spec d q : prime d -> prime q -> forall fuel rest, N.divide d rest -> d = q \/ N.divide d (strip fuel q
  rest).
Proof.
  intros D Q. induction fuel as [|fuel IH]; intros rest H; cbn [strip]; [now right|].
  destruct (N.eqb_spec (rest mod q) 0) as [E|]; [|now right].
  apply N.div_exact in E; [|destruct Q; lia]. rewrite E in H. destruct (prime_mul d _ _ D H) as [H'|H']; [|now apply
    IH].
  left. destruct (proj2 Q d H') as [->|]; [destruct D; lia|assumption].
Qed.

Lemma are_primes_spec d pairs : prime d -> forall rest, are_primes pairs rest = true -> N.divide d rest ->
  exists n, In (d, n) pairs.
Proof.
  intros D. induction pairs as [|[q n] pairs IH]; intros rest H R; cbn [are_primes] in H.
  - apply N.eqb_eq in H. subst rest. apply N.divide_1_r in R. destruct D. lia.
  - rewrite !andb_true_iff in H. destruct H as [[Q _] H]. apply is_prime_spec in Q.
    destruct (strip_spec d q D Q (N.size_nat rest) rest R) as [->|R']; [exists n; now left|].
    destruct (IH _ H R') as [m M]. exists m. now right.
Qed.

Lemma grown_right g t p s n0 n : has_law g p s n0 -> exact t g (n0 + p) -> n0 <= n -> grown t p s n0 n = g n.
Proof.
  intros H X Hn. unfold grown. pose proof H as [P _]. pose proof (N.mod_lt (n - n0) p ltac:(lia)) as L.
  rewrite X by (apply N.add_lt_mono_l; exact L). rewrite <- (law_times g p s n0 _ H) by apply N.le_add_r. f_equal.
  pose proof (N.div_mod (n - n0) p ltac:(lia)) as E. rewrite N.mul_comm in E.
  revert E. generalize ((n - n0) mod p), ((n - n0) / p * p). lia.
Qed.

Theorem check_smallest_right g t p s n0 pairs :
  has_law g p s n0 -> exact t g (n0 + p) -> check_smallest t p s n0 pairs = true -> smallest_law g p s n0.
Proof.
  intros H X. unfold check_smallest. rewrite !andb_true_iff, orb_true_iff, forallb_forall. intros [[A B] C].
  apply smallest_with_saltus; [exact H| |].
  - intros q Q D. destruct (are_primes_spec q pairs Q p A D) as [n I]. specialize (B _ I). cbn [fst snd] in B.
    rewrite andb_true_iff, negb_true_iff, N.leb_le, N.eqb_neq in B. destruct B as [L B]. exists n. split; [exact L|].
    rewrite !(grown_right g) in B; [exact B|exact H|exact X|exact L|exact H|exact X|].
    apply (N.le_trans _ n); [exact L|apply N.le_add_r].
  - destruct C as [C|C]; [left; now apply N.eqb_eq|]. destruct (N.eq_dec n0 0); [now left|]. right.
    destruct H as [P _]. rewrite negb_true_iff, N.eqb_neq, !X in C by lia. exact C.
Qed.
