(** The classical theorem (Guy and Smith) for any number of heaps, and its case for subtraction games. *)

From Grundy Require Export Game.

(** No move removes more than [k] beans. *)
Definition removes_at_most (G : game) (k : N) : Prop := forall i, k < i -> digit G i = 0.

(** No move leaves more than [h] heaps. *)
Definition leaves_at_most (G : game) (h : N) : Prop := forall i j, N.testbit (digit G i) j = true -> j <= h.

(** The sequence has period [p] from [n0] on. *)
Definition has_period (g : N -> N) (p n0 : N) : Prop := 0 < p /\ forall n, n0 <= n -> g (n + p) = g n.

Lemma option_removes G k i n o : removes_at_most G k -> option_by G i n o -> i <= k.
Proof. intros K (D & _). destruct (N.le_gt_cases i k) as [|C]; [assumption|]. now rewrite K, N.bits_0 in D. Qed.

(** One heap of an option may be replaced by another, of the same value: this gives an option of another heap, of the same value. *)
Lemma replace_heap G g n n' l b b' r :
  is_option G n (l ++ b :: r) -> 0 < b' -> n' + b = n + b' -> ban G n' (l ++ b' :: r) = false -> g b' = g b ->
  option_value G g n' (xors g (l ++ b :: r)).
Proof.
  intros (i & D & P & S & _) Hb E B V. exists (l ++ b' :: r). split.
  - exists i. unfold option_by. rewrite app_length, beans_app, beans_cons in *. cbn [length] in *.
    apply Forall_app in P. destruct P as [Pl Pr]. inversion_clear Pr as [|? ? _ Pr'].
    split; [exact D|]. split; [apply Forall_app; split; [exact Pl|now constructor]|]. split; [lia|exact B].
  - now rewrite !xors_app, !xors_cons, V.
Qed.

(** Two ways to say how far the values must be known. *)
Lemma classical_bound h F p k n : 1 <= h -> 1 <= F ->
  n < h * (F - 1) + (h - 1) * p + k + 1 <-> n + p < h * (F + p - 1) + k + 1.
Proof.
  intros Hh HF. assert (E : exists h', h = h' + 1) by (exists (h - 1); lia). destruct E as [h' ->].
  assert (E : exists f, F = f + 1) by (exists (F - 1); lia). destruct E as [f ->].
  replace (h' + 1 - 1) with h' by lia. replace (f + 1 - 1) with f by lia. replace (f + 1 + p - 1) with (f + p) by lia. lia.
Qed.

(** **Theorem** (Guy and Smith). Let a game have finitely many removals, at most [k]; let its moves leave at most [h] heaps, [h >= 1]; and let
    [F = max(n0, 1)]. If [G(n + p) = G(n)] for [n0 <= n < h (F - 1) + (h - 1) p + k + 1], then for all [n >= n0].

    Heaps of at most [k] may have bans of their own.

    An option of a further heap [n + p] leaves more than [h (F + p - 1)] beans in at most [h] heaps, so one of them has at least [F + p].
    Taking [p] beans from it gives an option of [n], of the same value; the heap that is left has at least [F], so it is not empty.
    Conversely some heap of an option of [n] has at least [F] beans, and fewer than [n]; adding [p] gives an option of [n + p]. *)
Theorem classical G g k h p n0 :
  nim_values G g -> proper G ->
  removes_at_most G k -> leaves_at_most G h -> 1 <= h -> (forall n o, k < n -> ban G n o = false) ->
  let F := N.max n0 1 in
  (forall n, n0 <= n < h * (F - 1) + (h - 1) * p + k + 1 -> g (n + p) = g n) ->
  forall n, n0 <= n -> g (n + p) = g n.
Proof.
  intros V Pr K H H1 B F known. refine (strong_induction _ _). intros n IH Hn.
  assert (F1 : n0 <= F /\ 1 <= F) by (unfold F; lia).
  destruct (N.lt_ge_cases (n + p) (h * (F + p - 1) + k + 1)) as [C|C].
  { apply known. split; [exact Hn|]. apply classical_bound; [exact H1|apply F1|exact C]. }
  assert (M : F + p - 1 <= h * (F + p - 1)) by nia.
  apply (equal_options_equal_values G g _ _ V). intros v. split.
  - intros (o & Ho & ->). destruct Ho as (i & Ho). pose proof (option_removes G k i _ o K Ho) as Hi.
    pose proof Ho as (D & _ & S & _). apply H in D.
    destruct (largest o (F + p - 1)) as (l & b & r & -> & Hb); [nia|].
    pose proof (option_smaller G (n + p) (l ++ b :: r) b Pr (ex_intro _ i Ho) (in_elt _ _ _)).
    apply (replace_heap G g (n + p) n l b (b - p) r); [now exists i|lia|lia|apply B; lia|].
    rewrite <- (IH (b - p)) by lia. f_equal. lia.
  - intros (o & Ho & ->). destruct Ho as (i & Ho). pose proof (option_removes G k i _ o K Ho) as Hi.
    pose proof Ho as (D & _ & S & _). apply H in D.
    destruct (largest o (F - 1)) as (l & b & r & -> & Hb); [nia|].
    pose proof (option_smaller G n (l ++ b :: r) b Pr (ex_intro _ i Ho) (in_elt _ _ _)).
    apply (replace_heap G g n (n + p) l b (b + p) r); [now exists i|lia|lia|apply B; lia|apply IH; lia].
Qed.

(** A subtraction game: a move takes beans from a heap and never splits it; it may take all of it whenever it may leave some. *)
Definition subtraction (G : game) : Prop :=
  (forall n o, ban G n o = false) /\ leaves_at_most G 1 /\
  forall i, N.testbit (digit G i) 0 = N.testbit (digit G i) 1.

Lemma nim_zero G g : nim_values G g -> proper G -> g 0 = 0.
Proof.
  intros V P. destruct (N.eq_dec (g 0) 0) as [E|E]; [exact E|].
  destruct (V 0) as [_ L]. destruct (L 0 ltac:(lia)) as (o & Ho & _). destruct o as [|a o].
  - destruct Ho as (i & D & _ & S & _). cbn in S. assert (i = 0) as -> by lia. destruct P. cbn in D. congruence.
  - pose proof (option_smaller G 0 (a :: o) a P Ho (or_introl eq_refl)). lia.
Qed.

Lemma subtraction_options G g n v : nim_values G g -> proper G -> subtraction G ->
  option_value G g n v <-> exists i, i <= n /\ N.testbit (digit G i) 1 = true /\ v = g (n - i).
Proof.
  intros V P (B & H & T). split.
  - intros (o & (i & D & Q & S & _) & ->). exists i. destruct o as [|a [|b o]].
    + cbn in *. rewrite T in D. split; [lia|]. split; [exact D|]. replace (n - i) with 0 by lia. now rewrite (nim_zero G g).
    + rewrite xors_one. cbn in *. split; [lia|]. split; [exact D|]. f_equal. lia.
    + apply H in D. cbn [length] in D. lia.
  - intros (i & L & D & ->). destruct (N.eq_dec i n) as [->|].
    + exists []. rewrite N.sub_diag, (nim_zero G g V P). split; [|reflexivity]. exists n.
      rewrite <- T in D. split; [exact D|]. split; [constructor|]. split; [cbn; lia|apply B].
    + exists [n - i]. split; [|now rewrite xors_one]. exists i.
      split; [exact D|]. split; [repeat constructor; lia|]. split; [cbn; lia|apply B].
Qed.

(** Subtraction games have [h = 1]: a repeated window of [k] values is enough, from heap 0 on, too. *)
Theorem classical_subtraction G g k p n0 :
  nim_values G g -> proper G -> subtraction G -> removes_at_most G k ->
  (forall n, n0 <= n < n0 + k -> g (n + p) = g n) ->
  forall n, n0 <= n -> g (n + p) = g n.
Proof.
  intros V P T K known. refine (strong_induction _ _). intros n IH Hn.
  destruct (N.lt_ge_cases n (n0 + k)) as [C|C]; [now apply known|].
  apply (equal_options_equal_values G g _ _ V). intros v.
  rewrite !(subtraction_options G g _ v V P T).
  assert (Z : forall i, N.testbit (digit G i) 1 = true -> 1 <= i <= k).
  { intros i D. destruct P as [_ P1]. split.
    - destruct (N.eq_dec i 0) as [->|]; [congruence|lia].
    - destruct (N.le_gt_cases i k) as [|L]; [assumption|]. now rewrite (K i L), N.bits_0 in D. }
  split; intros (i & L & D & ->); pose proof (Z i D); exists i.
  - split; [lia|]. split; [exact D|]. replace (n + p - i) with (n - i + p) by lia. apply IH; lia.
  - split; [lia|]. split; [exact D|]. replace (n + p - i) with (n - i + p) by lia. symmetry. apply IH; lia.
Qed.
