(** Arithmetic periods, for games that leave any number of heaps. *)

From Coq Require Import ZArith.
From Grundy Require Export Twins Top NoOption.
Local Coercion Z.of_N : N >-> Z.

(** Values of options, and of twin options, know smaller heaps only. *)
Lemma option_value_below G f g m v : proper G -> (forall a, a < m -> f a = g a) ->
  option_value G f m v -> option_value G g m v.
Proof.
  intros P H (o & O & ->). exists o. split; [exact O|]. apply xors_ext. intros a I. now apply H, (option_smaller G m o).
Qed.

Lemma twin_value_below G f g F X Y m v : proper G -> (forall a, a < m -> f a = g a /\ X a = Y a) ->
  twin_value G f F X m v -> twin_value G g F Y m v.
Proof.
  intros P H (o & O & (b & c & others & Pr & Fb & Fc & Xbc & One) & ->).
  assert (S : forall a, In a (b :: c :: others) -> a < m).
  { intros a I. apply (option_smaller G m o a P O). now rewrite Pr. }
  exists o. split; [exact O|]. split.
  - exists b, c, others. split; [exact Pr|]. split; [exact Fb|]. split; [exact Fc|]. split.
    + rewrite <- (proj2 (H b (S b (or_introl eq_refl)))), <- (proj2 (H c (S c (or_intror (or_introl eq_refl))))).
      exact Xbc.
    + erewrite filter_ext_in; [exact One|]. intros a I. cbn beta.
      now rewrite (proj2 (H a (S a (or_intror (or_intror I))))).
  - apply xors_ext. intros a I. now apply H, (option_smaller G m o).
Qed.

(** **Theorem.** Let a code leave at most [h] heaps. Write [s = σ 2^t] with [σ] odd, [o] for the order of 2 modulo [σ]
    (1 if [σ = 1]), [F = max(n0, 1)] and [q(n) = floor(G(n) / 2^t)]; for a value [v] let [V = floor(v / 2^t)]. Let

    - [λ] be the largest [p q(a) - σ a] for [1 <= a < F + p], and [λ'] the largest [σ n - p q(n)] for [F <= n < F + p];
    - [E] be the largest of 0 and all [floor((λ' - σ i + j λ) / p)] with [j >= 1] and bit [j] in [d_i];
    - [X(a) = floor(q(a) / 2^B)].

    Let [G(0), …, G(N - 1)] be known, [N >= F + p], [C >= 1], [A >= B], and

    (a) [G(n + p) = G(n) + s] for [F <= n < N - p];
    (b) [2^B >= E]; [2^B >= q(n)] for [F <= n < F + p]; [2^B > q(n)] for [1 <= n < F]; [2^A >= C + E - 1];
    (c) for some [T >= F] with [T + 2^(B+1) p <= N] and all [n] in [[T, T + 2^(B+1) p)]: [q(n) >= (2σ + 1) 2^B + C - 1],
        and every [v] with [V <= q(n) - C] is the value of a twin option of [n];
    (d) [q(n) + σ >= max(2^(B + hσ), 2^(A + σo) + C - 1)] for [N - p <= n < N].

    Then [G(n + p) = G(n) + s] for all [n >= F].

    For [λ], [λ'] and [E] any larger numbers do, and for [o] any multiple of the order. [N] is [known] here. *)
Theorem arithmetic G g (h p s sigma t o n0 known A B C T E : N) (lam lam' : Z) :
  nim_values G g -> proper G -> (forall n heaps, ban G n heaps = false) -> leaves_at_most G h ->
  0 < p -> s = sigma * 2 ^ t -> N.odd sigma = true -> returns_to_one sigma o ->
  let F := N.max n0 1 in
  let q := fun n => g n / 2 ^ t in
  let X := fun a => q a / 2 ^ B in
  (forall a, 1 <= a < F + p -> (p * q a - sigma * a <= lam)%Z) ->
  (forall n, F <= n < F + p -> (sigma * n - p * q n <= lam')%Z) ->
  (forall i j, 1 <= j -> N.testbit (digit G i) j = true -> ((lam' - sigma * i + j * lam) / p <= E)%Z) ->
  F + p <= known -> 1 <= C -> B <= A ->
  (* (a) *)
  (forall n, F <= n < known - p -> g (n + p) = g n + s) ->
  (* (b) *)
  E <= 2 ^ B -> (forall n, F <= n < F + p -> q n <= 2 ^ B) -> (forall n, 1 <= n < F -> q n < 2 ^ B) ->
  C + E - 1 <= 2 ^ A ->
  (* (c) *)
  F <= T -> T + 2 ^ (B + 1) * p <= known ->
  (forall n, T <= n < T + 2 ^ (B + 1) * p ->
     (2 * sigma + 1) * 2 ^ B + C - 1 <= q n /\ forall v, v / 2 ^ t + C <= q n -> twin_value G g F X n v) ->
  (* (d) *)
  (forall n, known - p <= n < known -> N.max (2 ^ (B + h * sigma)) (2 ^ (A + sigma * o) + C - 1) <= q n + sigma) ->
  forall n, F <= n -> g (n + p) = g n + s.
Proof.
  intros V Pr NB H p1 Es odd ord F q X above below excess KF C1 BA ha EB first before width FT TK hc hd.
  assert (F1 : 1 <= F) by (unfold F; lia). clearbody F.
  assert (sigma1 : 0 < sigma) by (destruct sigma; [discriminate|lia]).
  assert (Z : forall x, 2 ^ x <> 0) by (intros x; apply N.pow_nonzero; lia).
  refine (strong_induction _ _). intros x IH Fx.
  destruct (N.lt_ge_cases x (known - p)) as [L|L]; [now apply ha|].
  (* The values up to n = x + p, with the one that is to be shown for n. *)
  set (n := x + p). set (f := fun y => if y =? n then g x + s else g y).
  assert (fn : f n = g x + s) by (unfold f; now rewrite N.eqb_refl).
  assert (fg : forall y, y < n -> f y = g y) by (intros y Y; unfold f; destruct (N.eqb_spec y n); [lia|reflexivity]).
  assert (qf : forall y, y < n -> high f t y = q y) by (intros y Y; unfold high; now rewrite fg).
  assert (nK : known <= n) by (unfold n; lia). clearbody f.
  assert (growing : grows f p (sigma * 2 ^ t) F n).
  { intros y Fy Yn. rewrite <- Es. destruct (N.eq_dec (y + p) n) as [Q|Q].
    - rewrite Q, fn, fg by lia. f_equal. f_equal. unfold n in Q. lia.
    - rewrite !fg by lia. apply IH; [unfold n in *; lia|exact Fy]. }
  assert (W : growth G f p sigma t F B E n).
  { constructor; try assumption.
    - intros y Y. rewrite qf by lia. now apply first.
    - intros y Y. rewrite qf by lia. now apply before.
    - intros m heaps M O. apply (little_excess p1 sigma1 F1 growing lam lam' G E); try assumption.
      + intros a Ha. rewrite qf by lia. specialize (above a Ha). lia.
      + intros a Ha. rewrite qf by lia. specialize (below a Ha). lia. }
  assert (mexes : forall m, m < n -> mex (option_value G f m) (f m)).
  { intros m M. rewrite fg by exact M. apply (mex_ext (option_value G g m)); [|apply V].
    intros v. split; apply option_value_below; try exact Pr; intros a Ha; [symmetry|]; apply fg; lia. }
  (* What (d) says, for n. *)
  assert (tall : N.max (2 ^ (B + h * sigma)) (2 ^ (A + sigma * o) + C - 1) <= high f t n).
  { destruct (base p (known - p) x p1 L) as (b & j & Q & Hb). specialize (hd b ltac:(lia)).
    replace n with (b + (j + 1) * p) by (unfold n; lia).
    rewrite (q_many p1 sigma1 F1 growing) by (unfold n; lia). rewrite qf by (unfold n; lia). lia. }
  assert (G' : mex (option_value G f n) (f n)).
  { split.
    - apply (no_option W h odd H EB); [unfold n; lia| |].
      + rewrite <- high_again. apply N.div_le_lower_bound; [apply Z|]. rewrite <- N.pow_add_r. lia.
      + intros m M. apply mexes. lia.
    - intros v Hv. destruct (N.le_gt_cases (v / 2 ^ t + C) (high f t n)) as [S|S].
      + destruct (twins_everywhere W T C FT) with (m := n) as [_ tw]; [|lia|].
        * intros m M. destruct (hc m M) as [tm tw]. split; [rewrite qf by lia; lia|]. intros u Hu.
          rewrite qf in Hu by lia.
          apply (twin_value_below G g f F X (high f (B + t)) m u Pr); [|now apply tw].
          intros a Ha. rewrite fg, <- high_again, qf by lia. split; reflexivity.
        * destruct (tw v S) as (o' & O & _ & E'). now exists o'.
      + apply (top W A C o ord BA C1); try assumption; [lia|lia|unfold n; lia|]. intros m u M U. now apply mexes. }
  rewrite <- fn. apply (mex_unique (option_value G g n)); [apply V|].
  apply (mex_ext (option_value G f n)); [|exact G'].
  intros v. split; apply option_value_below; try exact Pr; intros a Ha; [|symmetry]; now apply fg.
Qed.

(** If [n0 = 0], heap 0 is looked at by itself. *)
Corollary from_heap_zero (g : N -> N) p s n0 : (forall n, N.max n0 1 <= n -> g (n + p) = g n + s) ->
  (n0 = 0 -> g p = g 0 + s) -> forall n, n0 <= n -> g (n + p) = g n + s.
Proof. intros H H0 n L. destruct (N.eq_dec n 0) as [->|]; [apply H0; lia|apply H; lia]. Qed.
