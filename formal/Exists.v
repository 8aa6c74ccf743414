(** Every game has nim-values: they can be computed from the definition, by listing the options. *)

From Grundy Require Export Game.

(** The numbers below [n]. *)
Definition below (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

Lemma below_spec n a : In a (below n) <-> a < n.
Proof.
  unfold below. rewrite in_map_iff. split.
  - intros (m & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat a). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.

(** All lists of [j] heaps, none empty, with [rest] beans. *)
Fixpoint splits (j : nat) (rest : N) : list (list N) :=
  match j with
  | O => if rest =? 0 then [[]] else []
  | S j => flat_map (fun a => map (cons (a + 1)) (splits j (rest - (a + 1)))) (below rest)
  end.

Lemma splits_spec j : forall rest o, In o (splits j rest) <-> length o = j /\ Forall (N.lt 0) o /\ beans o = rest.
Proof.
  induction j as [|j IH]; intros rest o; cbn [splits].
  - destruct (N.eqb_spec rest 0) as [->|Hr]; cbn [In]; split.
    + intros [<-|[]]. now repeat constructor.
    + intros (L & _ & _). left. now destruct o.
    + easy.
    + intros (L & _ & B). destruct o; [cbn in B; lia|easy].
  - rewrite in_flat_map. split.
    + intros (a & Ha & Ho). apply below_spec in Ha. apply in_map_iff in Ho. destruct Ho as (o' & <- & Ho).
      apply IH in Ho. destruct Ho as (L & P & B). cbn [length]. rewrite beans_cons, L, B.
      split; [reflexivity|]. split; [constructor; [lia|exact P]|lia].
    + intros (L & P & B). destruct o as [|a o]; [easy|]. rewrite beans_cons in B. inversion_clear P as [|? ? Ha P'].
      exists (a - 1). rewrite below_spec. split; [lia|]. rewrite in_map_iff. exists o.
      split; [f_equal; lia|]. apply IH. cbn in L. split; [lia|]. split; [exact P'|lia].
Qed.

Lemma length_le_beans o : Forall (N.lt 0) o -> N.of_nat (length o) <= beans o.
Proof. induction 1 as [|a o Ha _ IH]; [easy|]. rewrite beans_cons. cbn [length]. lia. Qed.

(** The options of [n], listed. *)
Definition options (G : game) (n : N) : list (list N) :=
  filter (fun o => negb (ban G n o))
    (flat_map (fun i => flat_map (fun j => if N.testbit (digit G i) j then splits (N.to_nat j) (n - i) else [])
                                 (below (n + 1)))
              (below (n + 1))).

Lemma options_spec G n o : In o (options G n) <-> is_option G n o.
Proof.
  unfold options. rewrite filter_In, negb_true_iff, in_flat_map. split.
  - intros [(i & Hi & H) B]. apply below_spec in Hi. apply in_flat_map in H. destruct H as (j & Hj & H).
    destruct (N.testbit (digit G i) j) eqn:D; [|easy]. apply splits_spec in H. destruct H as (L & P & S).
    exists i. split; [now rewrite L, N2Nat.id|]. split; [exact P|]. split; [lia|exact B].
  - intros (i & D & P & S & B). split; [|exact B]. exists i. rewrite below_spec. split; [lia|].
    apply in_flat_map. exists (N.of_nat (length o)). rewrite below_spec, D.
    pose proof (length_le_beans o P). split; [lia|]. apply splits_spec. rewrite Nat2N.id.
    split; [reflexivity|]. split; [exact P|lia].
Qed.

(** The least number from [v] on that is not in a list, as far as [fuel] reaches. *)
Fixpoint least_missing (fuel : nat) (l : list N) (v : N) : N :=
  match fuel with
  | O => v
  | S fuel => if existsb (N.eqb v) l then least_missing fuel l (v + 1) else v
  end.

Definition mex_of (l : list N) : N := least_missing (S (N.to_nat (fold_right N.max 0 l))) l 0.

Lemma in_list_le l v : In v l -> v <= fold_right N.max 0 l.
Proof. induction l as [|x l IH]; [easy|]. cbn. intros [->|H]; [lia|]. specialize (IH H). lia. Qed.

Lemma least_missing_spec l fuel : forall v,
  (forall u, u < v -> In u l) -> fold_right N.max 0 l < v + N.of_nat fuel ->
  mex (fun u => In u l) (least_missing fuel l v).
Proof.
  induction fuel as [|fuel IH]; intros v B F; cbn [least_missing].
  - split; [|exact B]. intros H. apply in_list_le in H. lia.
  - destruct (existsb (N.eqb v) l) eqn:E.
    + apply existsb_exists in E. destruct E as (w & Hw & E). apply N.eqb_eq in E. subst w.
      apply IH; [|lia]. intros u Hu. destruct (N.eq_dec u v) as [->|]; [exact Hw|apply B; lia].
    + split; [|exact B]. intros H. rewrite <- not_true_iff_false in E. apply E, existsb_exists.
      exists v. split; [exact H|apply N.eqb_refl].
Qed.

Lemma mex_of_spec l : mex (fun u => In u l) (mex_of l).
Proof. apply least_missing_spec; lia. Qed.

Fixpoint nim_up_to (G : game) (fuel : nat) (n : N) : N :=
  match fuel with
  | O => 0
  | S fuel => mex_of (map (xors (nim_up_to G fuel)) (options G n))
  end.

(** The nim-value of a heap. *)
Definition nim (G : game) (n : N) : N := nim_up_to G (S (N.to_nat n)) n.

Lemma nim_fuel G : proper G -> forall n f f', (N.to_nat n < f)%nat -> (N.to_nat n < f')%nat ->
  nim_up_to G f n = nim_up_to G f' n.
Proof.
  intros P n. pattern n. apply strong_induction. clear n.
  intros n IH [|f] [|f'] Hf Hf'; try lia. cbn [nim_up_to]. f_equal. apply map_ext_in. intros o Ho.
  apply options_spec in Ho. apply xors_ext. intros a Ha.
  pose proof (option_smaller G n o a P Ho Ha). apply IH; lia.
Qed.

(** The nim-values exist. *)
Theorem nim_values_exist G : proper G -> nim_values G (nim G).
Proof.
  intros P n. unfold nim at 2. cbn [nim_up_to].
  eapply mex_ext; [|apply mex_of_spec]. intros v. cbv beta. rewrite in_map_iff. split.
  - intros (o & <- & Ho). apply options_spec in Ho. exists o. split; [exact Ho|].
    apply xors_ext. intros a Ha. pose proof (option_smaller G n o a P Ho Ha). apply nim_fuel; [exact P|lia|lia].
  - intros (o & Ho & ->). exists o. rewrite options_spec. split; [|exact Ho].
    apply xors_ext. intros a Ha. pose proof (option_smaller G n o a P Ho Ha). apply nim_fuel; [exact P|lia|lia].
Qed.
