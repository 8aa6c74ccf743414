(** Sums of powers of two modulo an odd number.

    The book: every residue modulo [σ] is the sum of some, not none, of any [σ] powers of two. A power of two is a unit,
    and adding a unit to a proper part of the residues gives another part, so the sums of some of [σ - 1] of them are
    all residues; add the last one.

    The powers stand at different places here, so that a sum is the number with ones at these places. *)

From Grundy Require Export Carry.

(** All ones of [y] stand at places of the list. *)
Definition made_of (places : list N) (y : N) : Prop := forall i, N.testbit y i = true -> In i places.

Lemma made_of_add v places y : ~ In v places -> made_of places y -> made_of (v :: places) (2 ^ v + y).
Proof.
  intros H M i. rewrite add_disjoint.
  - rewrite N.lxor_spec, N.pow2_bits_eqb. destruct (N.eqb_spec v i) as [->|]; [now left|]. intros Y. right.
    apply M. now destruct (N.testbit y i).
  - apply disjoint_bits. intros j. rewrite N.pow2_bits_eqb. intros E. apply N.eqb_eq in E. subst j.
    destruct (N.testbit y v) eqn:Y; [destruct (H (M v Y))|reflexivity].
Qed.

Section Residues.
Context (sigma : N) (odd : N.odd sigma = true).

Lemma sigma_positive : sigma <> 0.
Proof. now intros E; rewrite E in odd. Qed.

(** A power of two is a unit modulo [σ]. *)
Lemma unit v : exists w, (2 ^ v * w) mod sigma = 1 mod sigma.
Proof.
  pose proof sigma_positive as S. pose proof (proj1 (N.odd_spec sigma) odd) as [c E].
  exists ((c + 1) ^ v). rewrite <- N.pow_mul_l. replace (2 * (c + 1)) with (1 + 1 * sigma) by lia.
  induction v as [|v IH] using N.peano_ind; [reflexivity|].
  rewrite N.pow_succ_r', N.mul_mod, IH, N.mod_add, <- N.mul_mod by exact S. reflexivity.
Qed.

(** From any residue every other is reached by adding a unit again and again. *)
Lemma reach v r x : exists c, (r + c * 2 ^ v) mod sigma = x mod sigma.
Proof.
  destruct (unit v) as [w W]. pose proof sigma_positive as S.
  exists ((x + (sigma - 1) * r) * w).
  rewrite <- N.mul_assoc, (N.mul_comm w), N.add_mod, N.mul_mod, W, <- N.mul_mod, <- N.add_mod, N.mul_1_r by exact S.
  replace (r + (x + (sigma - 1) * r)) with (x + r * sigma) by nia. now apply N.mod_add.
Qed.

(** A list of residues that adding a unit does not leave has all of them. *)
Lemma closed_is_all v (residues : list N) r : In r residues -> r < sigma ->
  (forall x, In x residues -> In ((x + 2 ^ v) mod sigma) residues) -> forall x, x < sigma -> In x residues.
Proof.
  intros I R closed x X. pose proof sigma_positive as S.
  assert (H : forall c, In ((r + c * 2 ^ v) mod sigma) residues).
  { induction c as [|c IH] using N.peano_ind; [now rewrite N.add_0_r, N.mod_small|].
    apply closed in IH. rewrite N.add_mod_idemp_l in IH by exact S.
    now replace (r + N.succ c * 2 ^ v) with (r + c * 2 ^ v + 2 ^ v) by lia. }
  destruct (reach v r x) as [c C]. specialize (H c). now rewrite C, (N.mod_small x) in H.
Qed.

(** The residues below [σ], as a list. *)
Definition all_residues : list N := map N.of_nat (seq 0 (N.to_nat sigma)).

Lemma all_residues_spec x : In x all_residues <-> x < sigma.
Proof.
  unfold all_residues. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros H. exists (N.to_nat x). rewrite N2Nat.id. split; [reflexivity|]. apply in_seq. lia.
Qed.

Lemma all_residues_length : length all_residues = N.to_nat sigma.
Proof. unfold all_residues. now rewrite map_length, seq_length. Qed.

(** Each of some different places adds a residue, until there are all. *)
Lemma sums_grow places : NoDup places -> exists residues, NoDup residues /\
  (forall r, In r residues -> r < sigma /\ exists y, made_of places y /\ y mod sigma = r) /\
  N.min sigma (1 + N.of_nat (length places)) <= N.of_nat (length residues).
Proof.
  pose proof sigma_positive as S.
  induction places as [|v places IH]; intros D.
  { exists [0]. split; [constructor; [easy|constructor]|]. split; [|cbn; lia].
    intros r [<-|[]]. split; [lia|]. exists 0. split; [|now apply N.mod_0_l]. intros i. now rewrite N.bits_0. }
  inversion_clear D as [|? ? Dv D']. destruct (IH D') as (residues & ND & H & L).
  assert (old : forall y, made_of places y -> made_of (v :: places) y) by (intros y M i B; right; now apply M).
  destruct (forallb (fun x => if in_dec N.eq_dec ((x + 2 ^ v) mod sigma) residues then true else false) residues) eqn:E.
  - (* Nothing is added: they are all. *)
    exists residues. split; [exact ND|]. split.
    + intros r R. destruct (H r R) as (X & y & M & Y). split; [exact X|]. exists y. split; [now apply old|exact Y].
    + rewrite forallb_forall in E. destruct residues as [|r residues]; [cbn [length N.of_nat] in L; lia|].
      assert (all : forall x, x < sigma -> In x (r :: residues)).
      { apply (closed_is_all v (r :: residues) r); [now left|apply H; now left|].
        intros x X. specialize (E x X). now destruct (in_dec N.eq_dec ((x + 2 ^ v) mod sigma) (r :: residues)). }
      pose proof (NoDup_incl_length (l := all_residues) (l' := r :: residues)) as Q.
      rewrite all_residues_length in Q. enough (N.to_nat sigma <= length (r :: residues))%nat by lia.
      apply Q; [|intros x X; now apply all, all_residues_spec].
      unfold all_residues. apply FinFun.Injective_map_NoDup; [intros a b Q'; lia|apply seq_NoDup].
  - (* One leads out of the list. *)
    assert (X : exists x, In x residues /\ ~ In ((x + 2 ^ v) mod sigma) residues).
    { rewrite <- not_true_iff_false, forallb_forall in E.
      destruct (Exists_dec (fun x => ~ In ((x + 2 ^ v) mod sigma) residues) residues) as [X|X].
      - intros x. destruct (in_dec N.eq_dec ((x + 2 ^ v) mod sigma) residues); [right|left]; tauto.
      - now apply Exists_exists in X.
      - destruct E. intros x I. destruct (in_dec N.eq_dec ((x + 2 ^ v) mod sigma) residues) as [|Q]; [reflexivity|].
        destruct X. apply Exists_exists. now exists x. }
    destruct X as (x & I & O). exists ((x + 2 ^ v) mod sigma :: residues). split; [now constructor|]. split.
    + intros r [<-|R].
      * split; [now apply N.mod_lt|]. destruct (H x I) as (_ & y & M & Y). exists (2 ^ v + y).
        split; [now apply made_of_add|]. now rewrite <- Y, N.add_mod_idemp_l, N.add_comm by exact S.
      * destruct (H r R) as (Z & y & M & Y). split; [exact Z|]. exists y. split; [now apply old|exact Y].
    + cbn [length] in *. lia.
Qed.

(** Every residue modulo [σ] is the sum of some, not none, of any [σ] powers of two. *)
Theorem every_residue places r : NoDup places -> sigma <= N.of_nat (length places) ->
  exists y, made_of places y /\ y <> 0 /\ y mod sigma = r mod sigma.
Proof.
  pose proof sigma_positive as S. intros D L. destruct places as [|v places]; [cbn in L; lia|].
  inversion_clear D as [|? ? Dv D']. destruct (sums_grow places D') as (residues & ND & H & G).
  cbn [length] in L.
  (* The other places give all residues. *)
  assert (all : incl all_residues residues).
  { apply NoDup_length_incl; [exact ND| |].
    - rewrite all_residues_length. lia.
    - intros x X. apply all_residues_spec. now apply H. }
  pose proof (N.mod_lt (r + (sigma - 1) * 2 ^ v) sigma S) as T.
  destruct (H _ (all _ (proj2 (all_residues_spec _) T))) as (_ & y & M & Y).
  exists (2 ^ v + y). split; [now apply made_of_add|]. split; [pose proof (N.pow_nonzero 2 v ltac:(lia)); lia|].
  rewrite <- N.add_mod_idemp_r, Y, N.add_mod_idemp_r by exact S.
  replace (2 ^ v + (r + (sigma - 1) * 2 ^ v)) with (r + 2 ^ v * sigma) by nia. now apply N.mod_add.
Qed.
End Residues.
