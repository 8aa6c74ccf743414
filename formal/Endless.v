(** Codes without end: no move splits a heap, and the digits repeat from some place on. *)

From Grundy Require Export Game.

(** The option values of a game in which no move splits a heap: [n - i] is left, or nothing. *)
Definition never_splits (G : game) : Prop :=
  (forall n o, ban G n o = false) /\ forall i j, N.testbit (digit G i) j = true -> j <= 1.

(** [T(n)]: the values of the tail options of [n], which remove [e] or more; with 0 if the tail takes all of [n]. *)
Definition tail_value (G : game) (g : N -> N) (e n v : N) : Prop :=
  (exists i, e <= i < n /\ N.testbit (digit G i) 1 = true /\ v = g (n - i)) \/
  (e <= n /\ N.testbit (digit G n) 0 = true /\ v = 0).

Lemma never_splits_options G g n v : never_splits G ->
  option_value G g n v <-> tail_value G g 0 n v.
Proof.
  intros [B H]. split.
  - intros (o & (i & D & P & S & _) & ->). destruct o as [|a [|b o]].
    + right. cbn in S. rewrite N.add_0_r in S. subst i. split; [lia|]. now split.
    + left. exists i. inversion_clear P. cbn in S. split; [lia|]. split; [exact D|]. rewrite xors_one. f_equal. lia.
    + apply H in D. cbn [length] in D. lia.
  - intros [(i & L & D & ->)|(_ & D & ->)].
    + exists [n - i]. rewrite xors_one. split; [|reflexivity]. exists i. split; [exact D|].
      split; [repeat constructor; lia|]. split; [cbn; lia|apply B].
    + exists []. split; [|reflexivity]. exists n. split; [exact D|]. split; [constructor|]. split; [cbn; lia|apply B].
Qed.

(** The mex grows by [s] when all values grow by [s] and the numbers below [s] are added. *)
Lemma mex_grows (S T : N -> Prop) s v : mex S v -> (forall x, T x <-> x < s \/ exists u, S u /\ x = u + s) -> mex T (v + s).
Proof.
  intros [X L] E. split.
  - rewrite E. intros [C|(u & U & Q)]; [lia|]. apply X. now replace v with u by lia.
  - intros x Hx. apply E. destruct (N.lt_ge_cases x s); [now left|right]. exists (x - s). split; [apply L|]; lia.
Qed.

(** **Theorem.** Let no move split a heap, and let the digits from place [e] on repeat with length [b]. Let [M = c p] be a common multiple of [p] and
    [b], [s' = s M / p = c s], [t >= n0 + e + b - 1], and suppose that

    (a) [G(n + p) = G(n) + s] for [n0 <= n < t + b + M - p];
    (b) [T(n + M) = {0, …, s' - 1} ∪ (T(n) + s')] for [t <= n < t + b].

    Then [G(n + p) = G(n) + s] for all [n >= n0]. *)
Theorem endless G g e b p s c n0 t :
  nim_values G g -> proper G -> never_splits G ->
  (forall i, e <= i -> digit G (i + b) = digit G i) -> 1 <= b -> 1 <= p -> 1 <= c -> N.divide b (c * p) ->
  n0 + e + b <= t + 1 ->
  (forall n, n0 <= n -> n + p < t + b + c * p -> g (n + p) = g n + s) ->
  (forall n v, t <= n < t + b ->
     tail_value G g e (n + c * p) v <-> v < c * s \/ exists u, tail_value G g e n u /\ v = u + c * s) ->
  forall n, n0 <= n -> g (n + p) = g n + s.
Proof.
  intros V P Sp rep b1 p1 c1 [q Hq] Ht ha hb. set (M := c * p) in *. set (s' := c * s) in *.
  assert (M1 : p <= M) by (unfold M; nia).
  (* Several periods at once, as far as the law is known. *)
  assert (many : forall j n, n0 <= n -> (forall x, n0 <= x -> x + p <= n + j * p -> g (x + p) = g x + s) ->
                            g (n + j * p) = g n + j * s).
  { induction j as [|j IH] using N.peano_ind; intros n Hn law; [rewrite !N.mul_0_l, !N.add_0_r; reflexivity|].
    replace (n + N.succ j * p) with (n + j * p + p) by lia. rewrite law by lia.
    rewrite IH; [lia|exact Hn|]. intros x X1 X2. apply law; lia. }
  assert (digits_M : forall i, e <= i -> digit G (i + M) = digit G i).
  { intros i Hi. rewrite Hq. clear - Hi rep. induction q as [|q IH] using N.peano_ind; [now rewrite N.mul_0_l, N.add_0_r|].
    replace (i + N.succ q * b) with (i + q * b + b) by lia. rewrite rep by lia. exact IH. }
  (* The tail of n is that of n - b, and the heaps n - i with e <= i < e + b. *)
  assert (tail_step : forall n v, e + b <= n ->
    tail_value G g e n v <->
    tail_value G g e (n - b) v \/ exists i, e <= i < e + b /\ i < n /\ N.testbit (digit G i) 1 = true /\ v = g (n - i)).
  { intros n v Hn. split.
    - intros [(i & L & D & ->)|(_ & D & ->)].
      + destruct (N.lt_ge_cases i (e + b)) as [C|C]; [right; exists i; repeat split; try lia; exact D|].
        left. left. exists (i - b). split; [lia|]. split; [|f_equal; lia].
        rewrite <- rep by lia. now replace (i - b + b) with i by lia.
      + left. right. split; [lia|]. split; [|reflexivity]. rewrite <- rep by lia. now replace (n - b + b) with n by lia.
    - intros [[(i & L & D & ->)|(L & D & ->)]|(i & L & C & D & ->)].
      + left. exists (i + b). split; [lia|]. split; [now rewrite rep by lia|f_equal; lia].
      + right. split; [lia|]. split; [|reflexivity]. rewrite <- rep in D by lia. now replace (n - b + b) with n in D by lia.
      + left. exists i. split; [lia|]. now split. }
  (* M later every value has grown by s'. *)
  assert (first : forall n, n0 <= n < t + b -> g (n + M) = g n + s').
  { intros n Hn. apply many; [lia|]. intros x X1 X2. apply ha; [lia|]. unfold M in *. lia. }
  assert (grown : forall n, n0 <= n -> g (n + M) = g n + s' /\
    (t <= n -> forall v, tail_value G g e (n + M) v <-> v < s' \/ exists u, tail_value G g e n u /\ v = u + s')).
  { refine (strong_induction _ _). intros n IH Hn.
    destruct (N.lt_ge_cases n (t + b)) as [C|C].
    { split; [apply first; lia|]. intros Tn v. apply hb. lia. }
    assert (heap : forall i, e <= i < e + b -> n0 <= n - i < n \/ i = 0) by (intros i Hi; lia).
    assert (tails : forall v, tail_value G g e (n + M) v <-> v < s' \/ exists u, tail_value G g e n u /\ v = u + s').
    { intros v. rewrite (tail_step (n + M) v) by lia. replace (n + M - b) with (n - b + M) by lia.
      rewrite (proj2 (IH (n - b) ltac:(lia) ltac:(lia)) ltac:(lia) v). split.
      - intros [[L|(u & U & ->)]|(i & L & C' & D & ->)]; [now left| |]; right.
        + exists u. split; [|reflexivity]. apply tail_step; [lia|now left].
        + destruct (N.eq_dec i 0) as [->|I0]; [destruct P; congruence|].
          exists (g (n - i)). split; [left; exists i; repeat split; try lia; exact D|].
          replace (n + M - i) with (n - i + M) by lia. apply IH; lia.
      - intros [L|(u & U & ->)]; [left; now left|]. apply tail_step in U; [|lia].
        destruct U as [U|(i & L & C' & D & ->)]; [left; right; now exists u|right].
        destruct (N.eq_dec i 0) as [->|I0]; [destruct P; congruence|].
        exists i. split; [lia|]. split; [lia|]. split; [exact D|].
        replace (n + M - i) with (n - i + M) by lia. symmetry. apply IH; lia. }
    split; [|intros _; exact tails].
    apply (mex_unique (option_value G g (n + M))); [apply V|].
    apply (mex_grows (option_value G g n)); [apply V|]. intros x.
    rewrite (never_splits_options G g (n + M) x Sp).
    (* Options remove at least e, or less. *)
    assert (cases : forall m v, e <= m -> tail_value G g 0 m v <->
      tail_value G g e m v \/ exists i, i < e /\ i < m /\ N.testbit (digit G i) 1 = true /\ v = g (m - i)).
    { intros m v Hm. split.
      - intros [(i & L & D & ->)|(_ & D & ->)]; [|left; right; now repeat split].
        destruct (N.lt_ge_cases i e); [right; exists i; repeat split; try lia; exact D|].
        left. left. exists i. repeat split; try lia. exact D.
      - intros [[(i & L & D & ->)|(_ & D & ->)]|(i & L & C' & D & ->)].
        + left. exists i. repeat split; try lia. exact D.
        + right. repeat split; [lia|exact D].
        + left. exists i. repeat split; try lia. exact D. }
    rewrite cases by lia. rewrite tails. split.
    - intros [[L|(u & U & ->)]|(i & L & C' & D & ->)]; [now left| |]; right.
      + exists u. split; [|reflexivity]. rewrite (never_splits_options G g n u Sp). apply cases; [lia|now left].
      + destruct (N.eq_dec i 0) as [->|I0]; [destruct P; congruence|].
        exists (g (n - i)). split.
        * rewrite (never_splits_options G g n _ Sp). apply cases; [lia|]. right. exists i. repeat split; try lia. exact D.
        * replace (n + M - i) with (n - i + M) by lia. apply IH; lia.
    - intros [L|(u & U & ->)]; [left; now left|]. rewrite (never_splits_options G g n u Sp) in U. apply cases in U; [|lia].
      destruct U as [U|(i & L & C' & D & ->)]; [left; right; now exists u|right].
      destruct (N.eq_dec i 0) as [->|I0]; [destruct P; congruence|].
      exists i. split; [exact L|]. split; [lia|]. split; [exact D|].
      replace (n + M - i) with (n - i + M) by lia. symmetry. apply IH; lia. }
  (* Heap n + p is m + M, and n is m + (c - 1) p. *)
  refine (strong_induction _ _). intros n IH Hn.
  destruct (N.lt_ge_cases (n + p) (t + b + M)) as [C|C]; [now apply ha|].
  set (m := n + p - M). assert (Hm : n0 <= m) by (unfold m; lia).
  assert (En : n = m + (c - 1) * p) by (unfold m, M in *; nia).
  replace (n + p) with (m + M) by (unfold m; lia). rewrite (proj1 (grown m Hm)).
  rewrite En at 1. rewrite (many (c - 1) m Hm); [unfold s'; nia|].
  intros x X1 X2. apply IH; lia.
Qed.
