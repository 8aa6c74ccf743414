(** Misère play: when a window of the pretending function proves its period. *)

From Grundy Require Export Classical Winning.

Section Misere.
(** Values of heaps are elements of a monoid; none of its laws is needed here. *)
Context {Q : Type} (one : Q) (times : Q -> Q -> Q).

(** The value of a sum of heaps: the product of the values of its heaps. *)
Definition product (phi : N -> Q) (heaps : list N) : Q := fold_right times one (map phi heaps).

(** The values of the options of [n]. *)
Definition option_product (G : game) (phi : N -> Q) (n : N) (v : Q) : Prop :=
  exists o, is_option G n o /\ v = product phi o.

(** Heaps with equal sets of option values have equal values. The pretending function of a misère quotient does that,
    and so does each function that gives a heap whose set of option values occurred before the value it had then. *)
Definition pretending (G : game) (phi : N -> Q) : Prop :=
  forall n m, (forall v, option_product G phi n v <-> option_product G phi m v) -> phi n = phi m.

(** One heap of an option may be replaced by another, of the same value: this gives an option of another heap, of the
    same value. *)
Lemma replace_heap_product G phi n n' l b b' r :
  is_option G n (l ++ b :: r) -> 0 < b' -> n' + b = n + b' -> ban G n' (l ++ b' :: r) = false -> phi b' = phi b ->
  option_product G phi n' (product phi (l ++ b :: r)).
Proof.
  intros (i & D & P & S & _) Hb E B V. exists (l ++ b' :: r). split.
  - exists i. unfold option_by. rewrite app_length, beans_app, beans_cons in *. cbn [length] in *.
    apply Forall_app in P. destruct P as [Pl Pr]. inversion_clear Pr as [|? ? _ Pr'].
    split; [exact D|]. split; [apply Forall_app; split; [exact Pl|now constructor]|]. split; [lia|exact B].
  - unfold product. now rewrite !map_app, !map_cons, V.
Qed.

(** Equal option values of [n + p] and [n], when all smaller heaps from [n0] on repeat and [n] is large: the step of the
    proof, as in the classical theorem. *)
Lemma options_repeat G phi k h p n0 n :
  proper G -> removes_at_most G k -> leaves_at_most G h -> 1 <= h -> (forall n o, k < n -> ban G n o = false) ->
  let F := N.max n0 1 in
  h * (F + p - 1) + k + 1 <= n + p -> (forall m, m < n -> n0 <= m -> phi (m + p) = phi m) ->
  forall v, option_product G phi (n + p) v <-> option_product G phi n v.
Proof.
  intros Pr K H H1 B F C IH v.
  assert (F1 : n0 <= F /\ 1 <= F) by (unfold F; lia).
  assert (M : F + p - 1 <= h * (F + p - 1)) by nia.
  split.
  - intros (o & Ho & ->). destruct Ho as (i & Ho). pose proof (option_removes G k i _ o K Ho) as Hi.
    pose proof Ho as (D & _ & S & _). apply H in D.
    destruct (largest o (F + p - 1)) as (l & b & r & -> & Hb); [nia|].
    pose proof (option_smaller G (n + p) (l ++ b :: r) b Pr (ex_intro _ i Ho) (in_elt _ _ _)).
    apply (replace_heap_product G phi (n + p) n l b (b - p) r); [now exists i|lia|lia|apply B; lia|].
    rewrite <- (IH (b - p)) by lia. f_equal. lia.
  - intros (o & Ho & ->). destruct Ho as (i & Ho). pose proof (option_removes G k i _ o K Ho) as Hi.
    pose proof Ho as (D & _ & S & _). apply H in D.
    destruct (largest o (F - 1)) as (l & b & r & -> & Hb); [nia|].
    pose proof (option_smaller G n (l ++ b :: r) b Pr (ex_intro _ i Ho) (in_elt _ _ _)).
    apply (replace_heap_product G phi n (n + p) l b (b + p) r); [now exists i|lia|lia|apply B; lia|apply IH; lia].
Qed.

(** **Theorem.** The window of the classical theorem is enough for values in any monoid: let a game have finitely many
    removals, at most [k]; let its moves leave at most [h] heaps, [h >= 1]; and let [F = max(n0, 1)]. If
    [Phi(n + p) = Phi(n)] for [n0 <= n < h (F - 1) + (h - 1) p + k + 1], then for all [n >= n0].

    Heaps of at most [k] may have bans of their own. *)
Theorem pretending_window G phi k h p n0 :
  pretending G phi -> proper G ->
  removes_at_most G k -> leaves_at_most G h -> 1 <= h -> (forall n o, k < n -> ban G n o = false) ->
  let F := N.max n0 1 in
  (forall n, n0 <= n < h * (F - 1) + (h - 1) * p + k + 1 -> phi (n + p) = phi n) ->
  forall n, n0 <= n -> phi (n + p) = phi n.
Proof.
  intros V Pr K H H1 B F known. refine (strong_induction _ _). intros n IH Hn.
  assert (F1 : n0 <= F /\ 1 <= F) by (unfold F; lia).
  destruct (N.lt_ge_cases (n + p) (h * (F + p - 1) + k + 1)) as [C|C].
  { apply known. split; [exact Hn|]. apply classical_bound; [exact H1|apply F1|exact C]. }
  apply V. now apply (options_repeat G phi k h p n0).
Qed.

(** **Corollary**, in the words of the book: from a heap [n0 >= 1] on it is enough that [Phi(m + p) = Phi(m)] for
    [n0 <= m < t n0 + (t - 1) p + k]. *)
Corollary misere_window G phi k t p n0 :
  pretending G phi -> proper G ->
  removes_at_most G k -> leaves_at_most G t -> 1 <= t -> (forall n o, k < n -> ban G n o = false) -> 1 <= n0 ->
  (forall m, n0 <= m < t * n0 + (t - 1) * p + k -> phi (m + p) = phi m) ->
  forall n, n0 <= n -> phi (n + p) = phi n.
Proof.
  intros V Pr K T T1 B N1 known. apply (pretending_window G phi k t p n0); try assumption.
  replace (N.max n0 1) with n0 by lia. intros n [L U]. apply known. split; [exact L|].
  assert (E : exists f, n0 = f + 1) by (exists (n0 - 1); lia). destruct E as [f ->].
  replace (f + 1 - 1) with f in U by lia. nia.
Qed.

End Misere.

(** Misère play: who cannot move wins. *)
Inductive misere_wins (G : game) : list N -> Prop :=
| wins_at_end p : (forall q, ~ move G p q) -> misere_wins G p
| misere_wins_by p q : move G p q -> misere_loses G q -> misere_wins G p
with misere_loses (G : game) : list N -> Prop :=
| misere_loses_all p q : move G p q -> (forall q, move G p q -> misere_wins G q) -> misere_loses G p.

(** No position is both won and lost. *)
Lemma misere_one_winner G p : ends G p -> misere_wins G p -> misere_loses G p -> False.
Proof.
  induction 1 as [p _ IH]. intros W L. inversion L as [? q M A]; subst. inversion W as [? no|? q' M' L']; subst.
  - exact (no q M).
  - exact (IH q' M' (A q' M') L').
Qed.

Section Outcomes.
Context {Q : Type} (one : Q) (times : Q -> Q -> Q).
Context (unit_law : forall x, times one x = x) (assoc : forall x y z, times x (times y z) = times (times x y) z).
Context (G : game) (phi : N -> Q) (is_p : Q -> bool).

Notation value := (product one times phi).

(** The value of the position says who wins: the player to move loses exactly where [is_p] says so. *)
Definition decided (p : list N) : Prop := if is_p (value p) then misere_loses G p else misere_wins G p.

Lemma product_app a b : value (a ++ b) = times (value a) (value b).
Proof.
  unfold product. induction a as [|x a IH]; cbn [app map fold_right]; [now rewrite unit_law|]. now rewrite IH, assoc.
Qed.

(** Heaps of the same value whose options have the same values. *)
Definition alike (a b : N) : Prop :=
  phi a = phi b /\ forall v, option_product one times G phi a v <-> option_product one times G phi b v.

Lemma alike_sym a b : alike a b -> alike b a.
Proof. intros [E O]. split; [now symmetry|]. intros v. symmetry. apply O. Qed.

Lemma all_alike_sym p f : Forall2 alike p f -> Forall2 alike f p.
Proof. induction 1; constructor; [now apply alike_sym|assumption]. Qed.

Lemma alike_value p f : Forall2 alike p f -> value p = value f.
Proof. induction 1 as [|a b p f [E _] _ IH]; [reflexivity|]. unfold product in *. cbn. now rewrite E, IH. Qed.

(** What a move leads to, a move in a position of heaps that are alike leads to, too. *)
Lemma alike_move p f q : Forall2 alike p f -> move G p q -> exists q', move G f q' /\ value q' = value q.
Proof.
  intros A M. destruct M as [l n r o Ho]. apply Forall2_app_inv_l in A. destruct A as (l' & f' & Al & Ar & ->).
  inversion Ar as [|? n' ? r' [_ O] Ar' E1 E2]; subst.
  destruct (proj1 (O (value o))) as (o' & Ho' & E); [now exists o|].
  exists (l' ++ o' ++ r'). split; [now constructor|].
  rewrite !product_app, (alike_value _ _ Al), (alike_value _ _ Ar'), E. reflexivity.
Qed.

(** If each heap is like one below [W], and values decide the sums of heaps below [W], they decide all sums. *)
Lemma alike_decides (W : N) : proper G ->
  (forall n, exists m, m < W /\ alike n m) -> (forall p, (forall a, In a p -> a < W) -> decided p) ->
  forall p, decided p.
Proof.
  intros Pr fold known p. induction (play_ends G Pr p) as [p _ IH].
  assert (E : exists f, Forall2 alike p f /\ forall a, In a f -> a < W).
  { clear IH. induction p as [|n p (f & A & L)]; [exists []; split; [constructor|easy]|].
    destruct (fold n) as (m & Lm & Am). exists (m :: f). split; [now constructor|]. intros a [<-|Ha]; auto. }
  destruct E as (f & A & small).
  assert (after : forall q, move G f q -> decided q).
  { intros q M. apply known. destruct M as [l n r o Ho]. intros a Ha.
    apply in_app_or in Ha. destruct Ha as [Ha|Ha]; [apply small, in_or_app; now left|].
    apply in_app_or in Ha. destruct Ha as [Ha|Ha]; [|apply small, in_or_app; right; now right].
    pose proof (option_smaller G n o a Pr Ho Ha). pose proof (small n (in_elt _ _ _)). lia. }
  pose proof (known f small) as K. unfold decided in *. rewrite (alike_value p f A).
  destruct (is_p (value f)).
  - inversion K as [? q M all]; subst. destruct (alike_move f p q (all_alike_sym _ _ A) M) as (q' & M' & _).
    apply (misere_loses_all G p q' M'). intros r Mr. specialize (IH r Mr).
    destruct (alike_move p f r A Mr) as (r' & Mr' & E). specialize (after r' Mr'). rewrite E in after.
    destruct (is_p (value r)); [|exact IH].
    destruct (misere_one_winner G r' (play_ends G Pr r') (all r' Mr') after).
  - inversion K as [? no|? q M L]; subst.
    + apply wins_at_end. intros q M. destruct (alike_move p f q A M) as (q' & M' & _). exact (no q' M').
    + destruct (alike_move f p q (all_alike_sym _ _ A) M) as (q' & M' & E).
      apply (misere_wins_by G p q' M'). specialize (IH q' M'). specialize (after q M). rewrite E in IH.
      destruct (is_p (value q)); [exact IH|].
      destruct (misere_one_winner G q (play_ends G Pr q) after L).
Qed.

(** **Theorem.** Let a game have finitely many removals, at most [k]; let its moves leave at most [h] heaps, [h >= 1];
    let [F = max(n0, 1)], and let [Phi], with values in a monoid, have period [p > 0] from [n0] on. If the values decide
    who wins each sum of heaps up to [h (F + p - 1) + k] in misère play, they decide all sums of heaps.

    So a quotient of these heaps decides the whole game when its [Phi] repeats and goes on with its period. A sum may
    have heaps of 0 here, whose value is the unit. Heaps of at most [k] may have bans of their own. *)
Theorem misere_outcomes k h p n0 :
  proper G -> removes_at_most G k -> leaves_at_most G h -> 1 <= h -> (forall n o, k < n -> ban G n o = false) ->
  0 < p -> (forall n, n0 <= n -> phi (n + p) = phi n) ->
  let F := N.max n0 1 in
  (forall heaps, (forall a, In a heaps -> a <= h * (F + p - 1) + k) -> decided heaps) ->
  forall heaps, decided heaps.
Proof.
  intros Pr K H H1 B P period F known. apply (alike_decides (h * (F + p - 1) + k + 1) Pr).
  - refine (strong_induction _ _). intros n IH.
    destruct (N.lt_ge_cases n (h * (F + p - 1) + k + 1)) as [C|C].
    { exists n. split; [exact C|]. split; [reflexivity|]. easy. }
    assert (F1 : n0 <= F /\ 1 <= F) by (unfold F; lia).
    assert (M : F + p - 1 <= h * (F + p - 1)) by nia.
    destruct (IH (n - p)) as (m & Lm & E & O); [lia|]. exists m. split; [exact Lm|].
    pose proof (options_repeat one times G phi k h p n0 (n - p) Pr K H H1 B) as R. cbv zeta in R. fold F in R.
    replace (n - p + p) with n in R by lia. specialize (R C (fun m _ => period m)). split.
    + rewrite <- E, <- (period (n - p)) by lia. f_equal. lia.
    + intros v. rewrite (R v). apply O.
  - intros heaps small. apply known. intros a Ha. specialize (small a Ha). lia.
Qed.

End Outcomes.
