(** When a period and a preperiod are the smallest. *)

From Grundy Require Export Classical.

(** [p] is the period and [n0] the preperiod of [g]: the smallest of all. *)
Definition smallest_period (g : N -> N) (p n0 : N) : Prop :=
  has_period g p n0 /\ forall p' n', has_period g p' n' -> p <= p' /\ n0 <= n'.

Definition prime (q : N) : Prop := 1 < q /\ forall d, N.divide d q -> d = 1 \/ d = q.

Lemma period_times g p n0 t : has_period g p n0 -> forall n, n0 <= n -> g (n + t * p) = g n.
Proof.
  intros [_ H]. induction t as [|t IH] using N.peano_ind; intros n Hn; [f_equal; lia|].
  replace (n + N.succ t * p) with (n + t * p + p) by lia. rewrite H by lia. now apply IH.
Qed.

(** Any period, from wherever it holds, holds from [n0] on. *)
Lemma period_early g p n0 p' n' : has_period g p n0 -> has_period g p' n' -> has_period g p' n0.
Proof.
  intros H [P' H']. split; [exact P'|]. intros n Hn.
  rewrite <- (period_times g p n0 n' H n Hn), <- (period_times g p n0 n' H (n + p')) by lia.
  replace (n + p' + n' * p) with (n + n' * p + p') by lia. apply H'. destruct H. nia.
Qed.

(** If [p] and [p' < p] are periods from [n0] on, so is [p - p'], hence their greatest common divisor. *)
Lemma period_gcd g n0 : forall p p', has_period g p n0 -> has_period g p' n0 -> has_period g (N.gcd p p') n0.
Proof.
  enough (A : forall s p p', p + p' < s -> has_period g p n0 -> has_period g p' n0 -> has_period g (N.gcd p p') n0)
    by (intros p p'; apply (A (p + p' + 1)); lia).
  refine (N.peano_ind _ _ _); [lia|]. intros s IH.
  assert (W : forall p p', p + p' < N.succ s -> p' < p -> has_period g p n0 -> has_period g p' n0 ->
                           has_period g (N.gcd p p') n0).
  { intros p p' S C [P H] [P' H'].
    assert (Hd : has_period g (p - p') n0).
    { split; [lia|]. intros n Hn. rewrite <- (H' (n + (p - p'))) by lia.
      replace (n + (p - p') + p') with (n + p) by lia. now apply H. }
    rewrite N.gcd_comm, <- (N.gcd_sub_diag_r p' p) by lia. apply IH; [lia|now split|exact Hd]. }
  intros p p' S Hp Hp'. destruct (N.lt_trichotomy p p') as [C|[<-|C]].
  - rewrite N.gcd_comm. apply W; [lia|exact C|exact Hp'|exact Hp].
  - now rewrite N.gcd_diag.
  - now apply W.
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
    it some [n >= n0] has [G(n + p/q) <> G(n)]. The preperiod is the smallest when it is 0, or [G(n0 - 1 + p) <> G(n0 -
    1)]. *)
Theorem smallest g p n0 :
  has_period g p n0 ->
  (forall q, prime q -> N.divide q p -> exists n, n0 <= n /\ g (n + p / q) <> g n) ->
  (n0 = 0 \/ g (n0 - 1 + p) <> g (n0 - 1)) ->
  smallest_period g p n0.
Proof.
  intros H Q E. split; [exact H|]. intros p' n' H'. split.
  - destruct (N.le_gt_cases p p') as [|C]; [assumption|].
    pose proof (period_gcd g n0 p p' H (period_early g p n0 p' n' H H')) as D.
    destruct (N.gcd_divide_l p p') as [e He]. pose proof (N.gcd_divide_r p p') as R.
    destruct H as [P H]. destruct H' as [P' _]. apply N.divide_pos_le in R; [|exact P'].
    assert (e1 : 1 < e) by (destruct (N.lt_ge_cases 1 e); [assumption|nia]).
    destruct (prime_divisor e e1) as (q & Hq & f & Hf). destruct (Q q Hq) as (n & Hn & X).
    { exists (f * N.gcd p p'). rewrite He at 1. rewrite Hf. lia. }
    destruct X. replace (p / q) with (f * N.gcd p p'); [exact (period_times g _ n0 f D n Hn)|].
    destruct Hq as [Hq _]. apply N.div_unique_exact; [lia|]. rewrite He at 1. rewrite Hf. lia.
  - destruct (N.le_gt_cases n0 n') as [|C]; [assumption|]. destruct E as [|E]; [lia|]. destruct E.
    rewrite <- (period_times g p' n' p H' (n0 - 1)) by lia.
    destruct H' as [P' _]. replace (n0 - 1 + p * p') with (n0 - 1 + p + (p' - 1) * p) by nia.
    symmetry. apply (period_times g p n0); [exact H|]. destruct H. lia.
Qed.

(** The smallest period divides every other. *)
Theorem smallest_divides g p n0 p' n' : smallest_period g p n0 -> has_period g p' n' -> N.divide p p'.
Proof.
  intros [H M] H'. pose proof (period_gcd g n0 p p' H (period_early g p n0 p' n' H H')) as D.
  destruct (M _ _ D) as [L _]. pose proof (N.gcd_divide_l p p') as A. destruct H as [P _].
  apply N.divide_pos_le in A; [|exact P]. assert (E : N.gcd p p' = p) by lia. rewrite <- E. apply N.gcd_divide_r.
Qed.
