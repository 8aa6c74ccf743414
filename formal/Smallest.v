(** When a period and a preperiod are the smallest; with a saltus, or without. *)

From Grundy Require Export Classical.

(** The values grow by [s] from period to period, from [n0] on; a period is this with [s = 0]. *)
Definition has_law (g : N -> N) (p s n0 : N) : Prop := 0 < p /\ forall n, n0 <= n -> g (n + p) = g n + s.

(** [p] is the period and [n0] the preperiod of [g]: the smallest of all. *)
Definition smallest_law (g : N -> N) (p s n0 : N) : Prop :=
  has_law g p s n0 /\ forall p' s' n', has_law g p' s' n' -> p <= p' /\ n0 <= n'.

Definition smallest_period (g : N -> N) (p n0 : N) : Prop :=
  has_period g p n0 /\ forall p' n', has_period g p' n' -> p <= p' /\ n0 <= n'.

Definition prime (q : N) : Prop := 1 < q /\ forall d, N.divide d q -> d = 1 \/ d = q.

Lemma period_law g p n0 : has_period g p n0 <-> has_law g p 0 n0.
Proof. split; intros [P H]; (split; [exact P|]); intros n Hn; rewrite H by exact Hn; lia. Qed.

Lemma law_times g p s n0 t : has_law g p s n0 -> forall n, n0 <= n -> g (n + t * p) = g n + t * s.
Proof.
  intros [_ H]. induction t as [|t IH] using N.peano_ind; intros n Hn; [now rewrite !N.mul_0_l, !N.add_0_r|].
  replace (n + N.succ t * p) with (n + t * p + p) by lia. rewrite H, IH by lia. lia.
Qed.

Lemma period_times g p n0 t : has_period g p n0 -> forall n, n0 <= n -> g (n + t * p) = g n.
Proof. intros H n Hn. rewrite (law_times g p 0 n0 t) by (try apply period_law; assumption). lia. Qed.

(** The saltus is in proportion. *)
Lemma proportion g p s n0 p' s' n' : has_law g p s n0 -> has_law g p' s' n' -> p' * s = p * s'.
Proof.
  intros H H'. pose proof (law_times g p s n0 p' H (n0 + n') ltac:(lia)) as A.
  pose proof (law_times g p' s' n' p H' (n0 + n') ltac:(lia)) as B. rewrite (N.mul_comm p p') in B. lia.
Qed.

(** Any period, from wherever it holds, holds from [n0] on. *)
Lemma law_early g p s n0 p' s' n' : has_law g p s n0 -> has_law g p' s' n' -> has_law g p' s' n0.
Proof.
  intros H [P' H']. split; [exact P'|]. intros n Hn.
  pose proof (law_times g p s n0 n' H n Hn) as A. pose proof (law_times g p s n0 n' H (n + p') ltac:(lia)) as B.
  replace (n + p' + n' * p) with (n + n' * p + p') in B by lia. rewrite H', A in B by (destruct H; nia). lia.
Qed.

(** If [p] and [p' < p] are periods from [n0] on, so is [p - p'], hence their greatest common divisor, with the saltus
    in proportion. *)
Lemma law_gcd g n0 : forall p p' s s', has_law g p s n0 -> has_law g p' s' n0 ->
  exists s'', has_law g (N.gcd p p') s'' n0.
Proof.
  enough (A : forall b p p' s s', p + p' < b -> has_law g p s n0 -> has_law g p' s' n0 ->
                exists s'', has_law g (N.gcd p p') s'' n0)
    by (intros p p' s s'; apply (A (p + p' + 1)); lia).
  refine (N.peano_ind _ _ _); [lia|]. intros b IH.
  assert (W : forall p p' s s', p + p' < N.succ b -> p' < p -> has_law g p s n0 -> has_law g p' s' n0 ->
                exists s'', has_law g (N.gcd p p') s'' n0).
  { intros p p' s s' S C H H'. pose proof (proportion g p s n0 p' s' n0 H H') as Q. destruct H as [P H], H' as [P' H'].
    assert (Le : s' <= s) by nia.
    assert (Hd : has_law g (p - p') (s - s') n0).
    { split; [lia|]. intros n Hn. pose proof (H' (n + (p - p')) ltac:(lia)) as B.
      replace (n + (p - p') + p') with (n + p) in B by lia. rewrite H in B by exact Hn. lia. }
    rewrite N.gcd_comm, <- (N.gcd_sub_diag_r p' p) by lia.
    apply (IH p' (p - p') s' (s - s')); [lia|now split|exact Hd]. }
  intros p p' s s' S Hp Hp'. destruct (N.lt_trichotomy p p') as [C|[<-|C]].
  - rewrite N.gcd_comm. apply (W p' p s' s); [lia|exact C|exact Hp'|exact Hp].
  - exists s. now rewrite N.gcd_diag.
  - now apply (W p p' s s').
Qed.

(** Every number above 1 has a prime that divides it. *)
Lemma prime_divisor n : 1 < n -> exists q, prime q /\ N.divide q n.
Proof.
  intros H. pose (least := fun q => 1 < q /\ N.divide q n).
  enough (A : forall m, least m -> exists q, prime q /\ N.divide q n) by (apply (A n); split; [exact H|apply
    N.divide_refl]).
  refine (strong_induction _ _). intros m IH [M D].
  destruct (existsb (fun d => (m mod (N.of_nat d) =? 0)) (seq 2 (N.to_nat m - 2))) eqn:E.
  - apply existsb_exists in E. destruct E as (d & Hd & E). apply in_seq in Hd. apply N.eqb_eq in E.
    apply N.mod_divide in E; [|lia]. apply (IH (N.of_nat d)); [lia|]. split; [lia|].
    now apply (N.divide_trans _ m).
  - exists m. split; [|exact D]. split; [exact M|]. intros d Hd.
    destruct (N.eq_dec d 1) as [|N1]; [now left|]. right. destruct (N.eq_dec d m) as [|N2]; [assumption|].
    pose proof (N.divide_pos_le d m ltac:(lia) Hd).
    assert (d <> 0) by (intros ->; apply N.divide_0_l in Hd; lia).
    rewrite <- not_true_iff_false in E. destruct E. apply existsb_exists. exists (N.to_nat d).
    split; [apply in_seq; lia|]. rewrite N2Nat.id. apply N.eqb_eq, N.mod_divide; assumption.
Qed.

(** **Theorem.** The smallest period divides every other, and [p] is the smallest when for each prime [q] that divides
    it some [n >= n0] has [q (G(n + p/q) - G(n)) <> s]. The preperiod is the smallest when it is 0, or [G(n0 - 1 + p) <>
    G(n0 - 1) + s]. *)
Theorem smallest_with_saltus g p s n0 :
  has_law g p s n0 ->
  (forall q, prime q -> N.divide q p -> exists n, n0 <= n /\ q * g (n + p / q) <> q * g n + s) ->
  (n0 = 0 \/ g (n0 - 1 + p) <> g (n0 - 1) + s) ->
  smallest_law g p s n0.
Proof.
  intros H Q E. split; [exact H|]. intros p' s' n' H'. split.
  - destruct (N.le_gt_cases p p') as [|C]; [assumption|].
    destruct (law_gcd g n0 p p' s s' H (law_early g p s n0 p' s' n' H H')) as [s'' D].
    destruct (N.gcd_divide_l p p') as [e He]. pose proof (N.gcd_divide_r p p') as R.
    pose proof (proportion g p s n0 _ s'' n0 H D) as Pr.
    destruct H as [P H]. destruct H' as [P' _]. apply N.divide_pos_le in R; [|exact P'].
    assert (e1 : 1 < e) by (destruct (N.lt_ge_cases 1 e); [assumption|nia]).
    destruct (prime_divisor e e1) as (q & Hq & f & Hf). destruct (Q q Hq) as (n & Hn & X).
    { exists (f * N.gcd p p'). rewrite He at 1. rewrite Hf. lia. }
    destruct X. replace (p / q) with (f * N.gcd p p').
    + rewrite (law_times g _ s'' n0 f D n Hn). assert (Es : s = q * (f * s'')); [|lia].
      destruct D as [D1 _]. apply (N.mul_cancel_l _ _ (N.gcd p p')); [lia|]. rewrite Pr, He at 1. rewrite Hf. lia.
    + destruct Hq as [Hq _]. apply N.div_unique_exact; [lia|]. rewrite He at 1. rewrite Hf. lia.
  - destruct (N.le_gt_cases n0 n') as [|C]; [assumption|]. destruct E as [|E]; [lia|]. destruct E.
    assert (A : n' <= n0 - 1) by lia. pose proof (law_times g p' s' n' p H' (n0 - 1) A) as B.
    pose proof (proportion g p s n0 p' s' n' H H') as Pr. destruct H' as [P' H']. destruct H as [P H].
    pose proof (law_times g p s n0 (p' - 1) (conj P H) (n0 - 1 + p) ltac:(lia)) as D.
    replace (n0 - 1 + p + (p' - 1) * p) with (n0 - 1 + p * p') in D by nia. rewrite B, <- Pr in D.
    assert (Ep : p' * s = (p' - 1) * s + s) by nia. lia.
Qed.

(** The smallest period divides every other. *)
Theorem smallest_divides g p s n0 p' s' n' : smallest_law g p s n0 -> has_law g p' s' n' -> N.divide p p'.
Proof.
  intros [H M] H'. destruct (law_gcd g n0 p p' s s' H (law_early g p s n0 p' s' n' H H')) as [s'' D].
  destruct (M _ _ _ D) as [L _]. pose proof (N.gcd_divide_l p p') as A. destruct H as [P _].
  apply N.divide_pos_le in A; [|exact P]. assert (E : N.gcd p p' = p) by lia. rewrite <- E. apply N.gcd_divide_r.
Qed.

(** Without a saltus. *)
Lemma smallest_law_zero g p n0 : smallest_law g p 0 n0 -> smallest_period g p n0.
Proof.
  intros [H M]. split; [now apply period_law|]. intros p' n' H'. apply (M p' 0 n'). now apply period_law.
Qed.

Corollary smallest g p n0 :
  has_period g p n0 ->
  (forall q, prime q -> N.divide q p -> exists n, n0 <= n /\ g (n + p / q) <> g n) ->
  (n0 = 0 \/ g (n0 - 1 + p) <> g (n0 - 1)) ->
  smallest_period g p n0.
Proof.
  intros H Q E. apply smallest_law_zero, smallest_with_saltus; [now apply period_law| |now rewrite N.add_0_r].
  intros q Hq D. destruct (Q q Hq D) as (n & Hn & X). exists n. split; [exact Hn|]. destruct Hq. nia.
Qed.
