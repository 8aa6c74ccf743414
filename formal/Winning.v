(** The theorem of Sprague and Grundy for sums of heaps: what nim-values say about winning. *)

From Grundy Require Export Game.

(** A position is a list of heaps; a move replaces one heap by an option of it. *)
Inductive move (G : game) : list N -> list N -> Prop :=
  moves l n r o : is_option G n o -> move G (l ++ n :: r) (l ++ o ++ r).

(** Who cannot move loses. The player to move wins when some move leads to a position that loses, and loses when every
    move leads to one that wins. *)
Inductive wins (G : game) : list N -> Prop := wins_by p q : move G p q -> loses G q -> wins G p
with loses (G : game) : list N -> Prop := loses_all p : (forall q, move G p q -> wins G q) -> loses G p.

(** A move in a sum of two positions is a move in one of them. *)
Lemma move_app G a b q : move G (a ++ b) q ->
  (exists a', move G a a' /\ q = a' ++ b) \/ (exists b', move G b b' /\ q = a ++ b').
Proof.
  inversion 1 as [l n r o Ho E]; subst. clear H.
  revert a E. induction l as [|x l IH]; intros a E.
  - destruct a as [|y a]; cbn in E.
    + right. exists (o ++ r). split; [|reflexivity]. rewrite <- E. exact (moves G [] n r o Ho).
    + injection E as -> ->. left. exists (o ++ a). split; [exact (moves G [] y a o Ho)|cbn; now rewrite app_assoc].
  - destruct a as [|y a]; cbn in E.
    + right. exists (x :: l ++ o ++ r). split; [|reflexivity]. rewrite <- E. exact (moves G (x :: l) n r o Ho).
    + injection E as -> E. destruct (IH a E) as [(a' & M & Q)|(b' & M & Q)].
      * left. exists (y :: a'). split; [|cbn; now rewrite Q].
        inversion M as [l' n' r' o' Ho' E1 E2]. exact (moves G (y :: l') n' r' o' Ho').
      * right. exists b'. split; [exact M|]. cbn. now rewrite Q.
Qed.

Definition ends (G : game) : list N -> Prop := Acc (fun q p => move G p q).

Lemma ends_app G a : ends G a -> forall b, ends G b -> ends G (a ++ b).
Proof.
  induction 1 as [a Ha IHa]. intros b Hb. induction Hb as [b Hb IHb].
  constructor. intros q M. destruct (move_app G a b q M) as [(a' & M' & ->)|(b' & M' & ->)].
  - apply IHa; [exact M'|]. constructor. exact Hb.
  - apply IHb, M'.
Qed.

Lemma ends_each G p : (forall a, In a p -> ends G [a]) -> ends G p.
Proof.
  induction p as [|a p IH]; intros H.
  - constructor. intros q M. inversion M as [l n r o _ E]. now destruct l.
  - apply (ends_app G [a]); [apply H; now left|]. apply IH. intros b Hb. apply H. now right.
Qed.

(** Every game comes to an end. *)
Theorem play_ends G : proper G -> forall p, ends G p.
Proof.
  intros P p. apply ends_each. intros a _. revert a. apply strong_induction. intros n IH.
  constructor. intros q M. inversion M as [l m r o Ho E Q].
  destruct l as [|x [|y l]]; try discriminate. injection E as -> ->. cbn in *.
  apply ends_each. intros a Ha. rewrite app_nil_r in Ha. apply IH, (option_smaller G n o a P Ho Ha).
Qed.

Lemma lxor_cancel a b c : N.lxor a b = N.lxor a c -> b = c.
Proof.
  intros H. rewrite <- (N.lxor_0_l b), <- (N.lxor_0_l c), <- (N.lxor_nilpotent a), !N.lxor_assoc. now f_equal.
Qed.

(** A move never keeps the xor. *)
Lemma move_changes G g p q : nim_values G g -> move G p q -> xors g p <> xors g q.
Proof.
  intros H [l n r o Ho] E. rewrite !xors_app, xors_cons in E. apply lxor_cancel in E.
  rewrite !(N.lxor_comm _ (xors g r)) in E. apply lxor_cancel in E.
  destruct (H n) as [X _]. apply X. exists o. now split.
Qed.

(** From a xor that is not 0 some move leads to 0. *)
Lemma move_to_zero G g p : nim_values G g -> xors g p <> 0 -> exists q, move G p q /\ xors g q = 0.
Proof.
  intros H X. destruct (xors_bit g p (N.log2 (xors g p)) (N.bit_log2 _ X)) as (n & Hn & B).
  apply lxor_smaller in B; [|exact X]. destruct (H n) as [_ L]. destruct (L _ B) as (o & Ho & E).
  apply in_split in Hn. destruct Hn as (l & r & ->). exists (l ++ o ++ r). split; [now constructor|].
  rewrite !xors_app, <- E, xors_app, xors_cons.
  apply N.bits_inj. intros j. rewrite !N.lxor_spec, N.bits_0.
  now destruct (N.testbit (g n) j), (N.testbit (xors g l) j), (N.testbit (xors g r) j).
Qed.

(** **Theorem** (Sprague, Grundy). The player to move loses exactly when the xor of the values of the heaps is 0, and
    wins exactly when it is not. *)
Theorem sprague_grundy G g : proper G -> nim_values G g ->
  forall p, (loses G p <-> xors g p = 0) /\ (wins G p <-> xors g p <> 0).
Proof.
  intros P H p. induction (play_ends G P p) as [p _ IH]. split; split.
  - inversion 1 as [? A]; subst. destruct (N.eq_dec (xors g p) 0) as [E|E]; [exact E|].
    destruct (move_to_zero G g p H E) as (q & M & Z). destruct (IH q M) as [_ W]. now apply W in Z; [|apply A].
  - intros Z. constructor. intros q M. apply (IH q M). rewrite <- Z. intros E.
    now apply (move_changes G g p q H M).
  - inversion 1 as [? q M L]; subst. apply (IH q M) in L. rewrite <- L. exact (move_changes G g p q H M).
  - intros X. destruct (move_to_zero G g p H X) as (q & M & Z). apply (wins_by G p q M). now apply (IH q M).
Qed.
