(** The sparse theorem: a period from about half the values that the classical theorem needs. *)

From Grundy Require Export Sparse.

Section Shift.
  Context (G : game) (g : N -> N) (k : N) (O : octal G k).

  Local Lemma not_banned n o : k < n -> (forall a, o <> [a; a]) -> ban G n o = false.
  Proof.
    intros K H. destruct (ban G n o) eqn:E; [|reflexivity]. destruct (octal_ban _ _ O n o K E) as [a ->]. now destruct
      (H a).
  Qed.

  (** Options that leave at most one heap, and splits with a part of at most [d], are lifted by [p] when the values
      that stand less than [k + d] before [n] return [p] later. Of a split the larger part grows, so the parts do not
      become equal. *)
  Lemma excluded_up d p n v : 0 < p -> k < n -> (forall b, n <= b + k + d -> b < n -> 1 <= b -> g (b + p) = g b) ->
    excluded G g (up_to d) n v -> excluded G g (up_to d) (n + p) v.
  Proof.
    intros P K W [(o & Ho & L & ->)|(a & b & Ho & [A1 Ad] & ->)].
    - left. destruct Ho as (i & Ho). pose proof (option_removes G k i n o (octal_removes _ _ O) Ho).
      destruct Ho as (D & Q & S & B).
      destruct o as [|b [|c o]]; [cbn in S; lia| |cbn in L; lia]. inversion_clear Q as [|? ? B1 _].
      exists [b + p]. rewrite !xors_one. split; [|split; [cbn; lia|]].
      + exists i. split; [exact D|]. split; [repeat constructor; lia|]. split; [cbn in *; lia|].
        apply not_banned; [lia|congruence].
      + symmetry. apply W; cbn in *; try lia. destruct (N.eq_dec i 0) as [->|]; [|lia].
        destruct (octal_proper _ _ O) as [_ P1]. cbn in D. congruence.
    - right. pose proof (two_heaps G k O n a b Ho) as (i & Hi & D & _ & B1 & S & B).
      assert (La : a < n) by (apply (option_smaller G n [a; b] a (octal_proper _ _ O) Ho); now left).
      assert (Lb : b < n) by (apply (option_smaller G n [a; b] b (octal_proper _ _ O) Ho); right; now left).
      destruct (N.le_gt_cases a b) as [C|C].
      + exists a, (b + p). split; [|split; [now split|now rewrite W by lia]].
        apply (make_split G (n + p) i); try assumption; try lia. apply not_banned; [lia|]. intros x E. injection E. lia.
      + exists b, (a + p). split; [|split; [split; lia|rewrite W by lia; apply N.lxor_comm]].
        apply (make_split G (n + p) i); try assumption; try lia. apply not_banned; [lia|]. intros x E. injection E. lia.
  Qed.

  (** And back, when the other part stays larger than [d]. *)
  Lemma excluded_down d p n v : k + d + d < n -> (forall b, n <= b + k + d -> b < n -> 1 <= b -> g (b + p) = g b) ->
    excluded G g (up_to d) (n + p) v -> excluded G g (up_to d) n v.
  Proof.
    intros K W [(o & Ho & L & ->)|(a & b & Ho & [A1 Ad] & ->)].
    - left. destruct Ho as (i & Ho). pose proof (option_removes G k i _ o (octal_removes _ _ O) Ho).
      destruct Ho as (D & Q & S & B).
      destruct o as [|b [|c o]]; [cbn in S; lia| |cbn in L; lia]. inversion_clear Q as [|? ? B1 _].
      exists [b - p]. rewrite !xors_one. cbn in S. split; [|split; [cbn; lia|]].
      + exists i. split; [exact D|]. split; [repeat constructor; lia|]. split; [cbn in *; lia|].
        apply not_banned; [lia|congruence].
      + rewrite <- (W (b - p)); try lia; [f_equal; lia|]. destruct (N.eq_dec i 0) as [->|]; [|lia].
        destruct (octal_proper _ _ O) as [_ P1]. cbn in D. congruence.
    - right. pose proof (two_heaps G k O _ a b Ho) as (i & Hi & D & _ & B1 & S & B).
      exists a, (b - p). split; [|split; [now split|]].
      + apply (make_split G n i); try assumption; try lia. apply not_banned; [lia|]. intros x E. injection E. lia.
      + rewrite <- (W (b - p)) by lia. do 2 f_equal. lia.
  Qed.
End Shift.

(** **Theorem.** Let [F = max(n0, 1)], [w = L + k], [S = F + w], [N = S + p + D + k]. Suppose that

    (a) [p] is even if [pi = 1];
    (b) [L < F], and none of the heaps [L + 1, …, N - 1] is rare;
    (c) the windows agree: [G(n) = G(n + p)] for [F <= n < S];
    (d) for [S + D + k <= n < N], each leftover of [n] is the value of an option of one heap, or of a split with a part
    [a <= D].

    Then [G(n + p) = G(n)] for all [n >= F], and no heap after [L] is rare.

    The game may forbid to leave two equal heaps, as Grundy's game does: "split" means an allowed one. *)
Theorem sparse G g s k L D p n0 :
  octal G k -> nim_values G g -> good_space G s -> 0 < p ->
  let F := N.max n0 1 in let w := L + k in let S := F + w in let N := S + p + D + k in
  (pi s = true -> N.odd p = false) ->
  L < F -> (forall n, L < n < N -> common s n (g n)) ->
  (forall n, F <= n < S -> g (n + p) = g n) ->
  (forall n v, S + D + k <= n < N -> leftover G s g (up_to L) n v -> excluded G g (up_to D) n v) ->
  (forall n, F <= n -> g (n + p) = g n) /\ (forall n, L < n -> common s n (g n)).
Proof.
  intros O V Sp P F w S N a b1 b2 c d.
  assert (HF : 1 <= F) by (unfold F; lia).
  assert (HS : S = F + L + k) by (unfold S, w; lia).
  assert (HN : N = S + p + D + k) by reflexivity. clearbody F N S. clear w.
  (* The rare heaps below a heap, when all heaps between [L] and it are common. *)
  assert (rares : forall n, (forall x, L < x < n -> common s x (g x)) ->
                            forall x, 1 <= x < n -> ~ common s x (g x) -> up_to L x).
  { intros n C x Hx R. split; [lia|]. destruct (N.le_gt_cases x L); [assumption|]. destruct R. apply C. lia. }
  (* By (b) and (c) the period is there as far as the hypotheses reach. *)
  assert (first : forall n, F <= n -> n < S + D + k -> g (n + p) = g n).
  { refine (strong_induction _ _). intros n IH Hn Hn'. destruct (N.lt_ge_cases n S) as [C|C]; [now apply c|].
    apply (candidate_unique G s g (up_to L) n).
    - assert (T : candidate G s g (up_to L) (n + p) (g (n + p))).
      { apply (common_candidate G s g k O V Sp); [|apply b2; lia]. apply rares. intros x Hx. apply b2. lia. }
      destruct T as (T1 & T2 & T3). rewrite common_shift in T1 by exact a. split; [exact T1|]. split.
      + intros X. apply T2. apply (excluded_up G g k O); [exact P|lia| |exact X]. intros x X1 X2 _. apply IH; lia.
      + intros v Hv Cv. rewrite <- (common_shift s n p v a) in Cv.
        apply (excluded_down G g k O L p); [lia| |now apply T3]. intros x X1 X2 _. apply IH; lia.
    - apply (common_candidate G s g k O V Sp); [|apply b2; lia]. apply rares. intros x Hx. apply b2. lia. }
  (* Each rare value below [G(n)] is excluded within depth [D]. *)
  pose (deep := fun n => forall v, v < g n -> ~ common s n v -> excluded G g (up_to D) n v).
  assert (deep_first : forall n, S + D + k <= n < N -> deep n).
  { intros n Hn v Hv Rv. apply d; [exact Hn|]. split; [exact Rv|]. exists (g n). split; [|exact Hv].
    apply (common_candidate G s g k O V Sp); [|apply b2; lia]. apply rares. intros x Hx. apply b2. lia. }
  assert (all : forall n, S + D + k <= n -> g (n + p) = g n /\ common s (n + p) (g (n + p)) /\ deep (n + p)).
  { refine (strong_induction _ _). intros n IH Hn.
    assert (period : forall x, F <= x < n -> g (x + p) = g x).
    { intros x Hx. destruct (N.lt_ge_cases x (S + D + k)); [apply first; lia|]. now apply IH. }
    assert (commons : forall x, L < x < n + p -> common s x (g x)).
    { intros x Hx. destruct (N.lt_ge_cases x N); [apply b2; lia|]. replace x with (x - p + p) by lia. apply IH; lia. }
    assert (dn : deep n).
    { destruct (N.lt_ge_cases n N); [apply deep_first; lia|]. replace n with (n - p + p) by lia. apply IH; lia. }
    assert (Cn : common s n (g n)) by (apply commons; lia).
    assert (dn' : forall v, v < g n -> ~ common s (n + p) v -> excluded G g (up_to D) (n + p) v).
    { intros v Hv Rv. rewrite common_shift in Rv by exact a.
      apply (excluded_up G g k O); [exact P|lia| |now apply dn]. intros x X1 X2 _. apply period. lia. }
    assert (E : g (n + p) = g n).
    { apply (candidate_value G s g k O V Sp (up_to L)).
      - now apply rares.
      - destruct (common_candidate G s g k O V Sp (up_to L) n) as (T1 & T2 & T3); [|exact Cn|].
        { apply rares. intros x Hx. apply commons. lia. }
        split; [now rewrite common_shift|]. split.
        + intros X. apply T2. apply (excluded_down G g k O L p); [lia| |exact X]. intros x X1 X2 _. apply period. lia.
        + intros v Hv Cv. rewrite common_shift in Cv by exact a.
          apply (excluded_up G g k O); [exact P|lia| |now apply T3]. intros x X1 X2 _. apply period. lia.
      - intros v Hv Rv. apply (excluded_option G g k O (up_to D)), dn'; assumption. }
    split; [exact E|]. rewrite E. split; [now rewrite common_shift|]. intros v Hv. rewrite E in Hv. now apply dn'. }
  split; intros n Hn.
  - destruct (N.lt_ge_cases n (S + D + k)); [now apply first|]. now apply all.
  - destruct (N.lt_ge_cases n N); [now apply b2|]. replace n with (n - p + p) by lia. apply all. lia.
Qed.

(** If [n0 = 0], heap 0 is looked at by itself: [G(p) = 0]. *)
Corollary sparse_from_zero G g p n0 : nim_values G g -> proper G ->
  (forall n, N.max n0 1 <= n -> g (n + p) = g n) -> (n0 = 0 -> g p = 0) -> forall n, n0 <= n -> g (n + p) = g n.
Proof.
  intros V P H Z n Hn. destruct (N.eq_dec n 0) as [->|]; [|apply H; lia].
  rewrite N.add_0_l, (nim_zero G g V P). apply Z. lia.
Qed.
