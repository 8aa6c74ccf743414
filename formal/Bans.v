(** The classical theorem for games that forbid to leave two equal heaps, as Grundy's game does. *)

From Grundy Require Export SparsePeriod.

(** Heap [n] repeats a heap of the first period from [M] on, when the law is known below [n]. *)
Lemma law_back (g : N -> N) p f t : forall n, f <= n -> (forall x, f <= x < n + t * p -> g (x + p) = g x) -> g (n + t * p) = g n.
Proof.
  induction t as [|t IH] using N.peano_ind; intros n Hn law; [f_equal; lia|].
  replace (n + N.succ t * p) with (n + t * p + p) by lia.
  destruct (N.eq_dec p 0) as [->|]; [f_equal; lia|]. rewrite law by lia. apply IH; [exact Hn|]. intros x Hx. apply law. lia.
Qed.

(** **Theorem.** Let moves leave at most two heaps and remove at most [k] beans; let [Z] be the removals after which two heaps must differ;
    heaps of at most [k] may have bans of their own. Let [F = max(n0, 1)] and [M = 2 F + k - 1]. If [G(n + p) = G(n)] for
    [F <= n < M + p], and when [p] is odd and [Z] not empty, [G(n) <> 0] for [M <= n < M + p], then [G(n + p) = G(n)] for all [n >= F].

    Grundy's game: [Z] holds 0, [k = 1]. Couples-are-Forever: [Z] is empty, [k = 3].

    Taking [p] from the larger heap of a split gives an option, unless the heaps become equal and that is forbidden; then the value is 0,
    and 0 is excluded anyway: heap [n] is not worth 0. *)
Theorem classical_bans G g k (Z : N -> bool) p n0 :
  nim_values G g -> octal G k -> (forall n i a, k < n -> i + (a + a) = n -> ban G n [a; a] = Z i) -> 0 < p ->
  let F := N.max n0 1 in let M := 2 * F + k - 1 in
  (forall n, F <= n < M + p -> g (n + p) = g n) ->
  (N.odd p = true -> (exists i, Z i = true) -> forall n, M <= n < M + p -> g n <> 0) ->
  forall n, F <= n -> g (n + p) = g n.
Proof.
  intros V O ZZ P F M known clause.
  assert (HF : 1 <= F) by (unfold F; lia). clearbody F.
  pose proof (octal_proper _ _ O) as Pr. pose proof (octal_removes _ _ O) as K.
  assert (not_banned : forall n a b, k < n -> a <> b -> ban G n [a; b] = false).
  { intros n a b Hn Hab. destruct (ban G n [a; b]) eqn:B; [|reflexivity].
    destruct (octal_ban _ _ O n _ Hn B) as [x E]. injection E as -> ->. easy. }
  (* A heap of the first period from M on is not worth 0 when a removal of Z splits it evenly. *)
  assert (zero : forall n i, M <= n < M + p -> N.testbit (digit G i) 2 = true -> i <= k -> N.odd (n + i) = false -> g n <> 0).
  { intros n i Hn D Hi Par E0.
    assert (Q : exists a, i + (a + a) = n).
    { rewrite <- N.negb_even in Par. apply negb_false_iff, N.even_spec in Par. destruct Par as [q Q]. exists (q - i). lia. }
    destruct Q as [a Q]. rewrite <- (known n) in E0 by lia. destruct (V (n + p)) as [X _]. rewrite E0 in X. apply X.
    exists [a; a + p]. rewrite xors_two, (known a), N.lxor_nilpotent by lia. split; [|reflexivity].
    apply (make_split G (n + p) i); try lia; [exact D|]. apply not_banned; lia. }
  refine (strong_induction _ _). intros n IH Hn.
  destruct (N.lt_ge_cases n (M + p)) as [C|C]; [now apply known|].
  apply (equal_options_equal_values G g _ _ V). intros v. rewrite !(option_value_cases G g k O). split.
  - intros [(o & Ho & Lo & ->)|(a & b & Ho & _ & ->)].
    + left. destruct Ho as (i & Ho). pose proof (option_removes G k i _ o K Ho). destruct Ho as (D & Q & S & B).
      destruct o as [|b [|x o]]; [cbn in S; lia| |cbn in Lo; lia]. cbn in S.
      assert (I0 : i <> 0) by (intros ->; destruct Pr; cbn in D; congruence).
      exists [b - p]. rewrite !xors_one. split; [|split; [cbn; lia|]].
      * exists i. split; [exact D|]. split; [repeat constructor; lia|]. split; [cbn; lia|].
        destruct (ban G n [b - p]) eqn:B'; [|reflexivity]. destruct (octal_ban _ _ O n _ ltac:(lia) B') as [y E]. discriminate.
      * rewrite <- (IH (b - p)) by lia. f_equal. lia.
    + (* The larger part is at least F + p. *)
      assert (W : forall a b, is_option G (n + p) [a; b] -> a <= b -> option_value G g n (N.lxor (g a) (g b))).
      { clear a b Ho. intros a b Ho Hab. destruct (two_heaps G k O _ a b Ho) as (i & Hi & D & A1 & B1 & S & B).
        assert (Lb : b < n + p) by (apply (option_smaller G _ [a; b] b Pr Ho); right; now left).
        assert (Eb : g b = g (b - p)) by (rewrite <- (IH (b - p)) by lia; f_equal; lia).
        rewrite Eb. destruct (N.eq_dec a (b - p)) as [E|E].
        - (* The parts become equal: the value is 0. *)
          rewrite <- E, N.lxor_nilpotent. destruct (ban G n [a; a]) eqn:Ban.
          + enough (Nz : g n <> 0) by (destruct (V n) as [_ X]; apply X; lia).
            set (n' := M + (n - M) mod p). assert (Hn' : M <= n' < M + p).
            { unfold n'. pose proof (N.mod_lt (n - M) p ltac:(lia)). revert H. generalize ((n - M) mod p). lia. }
            assert (Hd : n = n' + (n - M) / p * p).
            { unfold n'. pose proof (N.div_mod (n - M) p ltac:(lia)) as H. rewrite N.mul_comm in H.
              revert H. generalize ((n - M) mod p), ((n - M) / p * p). lia. }
            clearbody n'. revert Hd. generalize ((n - M) / p). intros t Hd.
            assert (Eg : g n = g n').
            { rewrite Hd. apply (law_back g p F); [lia|]. intros x Hx. apply IH; lia. }
            rewrite Eg. destruct (N.odd p) eqn:Odd.
            * apply clause; [reflexivity| |exact Hn']. exists i. rewrite <- (ZZ n i a); [exact Ban|lia|lia].
            * apply (zero n' i Hn' D Hi). assert (Pn : N.odd (n + i) = false).
              { rewrite <- N.negb_even. apply negb_false_iff, N.even_spec. exists (i + a). lia. }
              rewrite Hd in Pn. rewrite !N.odd_add, N.odd_mul, Odd, andb_false_r, xorb_false_r in Pn. now rewrite N.odd_add.
          + exists [a; a]. rewrite xors_two, N.lxor_nilpotent. split; [|reflexivity].
            apply (make_split G n i); try lia; assumption.
        - exists [a; b - p]. rewrite xors_two. split; [|reflexivity].
          apply (make_split G n i); try lia; [exact D|]. apply not_banned; lia. }
      apply (option_value_cases G g k O). destruct (N.le_ge_cases a b) as [H|H]; [now apply W|].
      rewrite N.lxor_comm. apply W; [now apply (swap_split G k O)|exact H].
  - intros [(o & Ho & Lo & ->)|(a & b & Ho & _ & ->)].
    + left. destruct Ho as (i & Ho). pose proof (option_removes G k i _ o K Ho). destruct Ho as (D & Q & S & B).
      destruct o as [|b [|x o]]; [cbn in S; lia| |cbn in Lo; lia]. cbn in S.
      assert (I0 : i <> 0) by (intros ->; destruct Pr; cbn in D; congruence).
      exists [b + p]. rewrite !xors_one. split; [|split; [cbn; lia|]].
      * exists i. split; [exact D|]. split; [repeat constructor; lia|]. split; [cbn; lia|].
        destruct (ban G (n + p) [b + p]) eqn:B'; [|reflexivity].
        destruct (octal_ban _ _ O (n + p) _ ltac:(lia) B') as [y E]. discriminate.
      * symmetry. apply IH; lia.
    + assert (W : forall a b, is_option G n [a; b] -> a <= b -> option_value G g (n + p) (N.lxor (g a) (g b))).
      { clear a b Ho. intros a b Ho Hab. destruct (two_heaps G k O _ a b Ho) as (i & Hi & D & A1 & B1 & S & B).
        assert (Lb : b < n) by (apply (option_smaller G _ [a; b] b Pr Ho); right; now left).
        rewrite <- (IH b) by lia. exists [a; b + p]. rewrite xors_two. split; [|reflexivity].
        apply (make_split G (n + p) i); try lia; [exact D|]. apply not_banned; lia. }
      apply (option_value_cases G g k O). destruct (N.le_ge_cases a b) as [H|H]; [now apply W|].
      rewrite N.lxor_comm. apply W; [now apply (swap_split G k O)|exact H].
Qed.

(** The clause follows if equality is known for [n < M + 2 p]. *)
Corollary classical_bans_longer G g k (Z : N -> bool) p n0 :
  nim_values G g -> octal G k -> (forall n i a, k < n -> i + (a + a) = n -> ban G n [a; a] = Z i) -> 0 < p ->
  (forall i, Z i = true -> N.testbit (digit G i) 2 = true) ->
  let F := N.max n0 1 in let M := 2 * F + k - 1 in
  (forall n, F <= n < M + 2 * p -> g (n + p) = g n) ->
  forall n, F <= n -> g (n + p) = g n.
Proof.
  intros V O ZZ P ZD F M known. apply (classical_bans G g k Z p n0 V O ZZ P).
  - intros n Hn. apply known. fold F in Hn. fold M in Hn. lia.
  - fold F. fold M. intros Odd [i Zi] n Hn. specialize (ZD i Zi).
    assert (Hi : i <= k).
    { destruct (N.le_gt_cases i k) as [|C]; [assumption|]. now rewrite (octal_removes _ _ O i C), N.bits_0 in ZD. }
    assert (HF : 1 <= F) by (unfold F; lia).
    (* Of n and n + p one splits evenly; it, raised by p, is worth something, and so is n. *)
    assert (W : forall m, M <= m < M + 2 * p -> N.odd (m + i) = false -> g m <> 0).
    { intros m Hm Par E0. rewrite <- (known m) in E0 by lia. destruct (V (m + p)) as [X _]. rewrite E0 in X. apply X.
      rewrite <- N.negb_even in Par. apply negb_false_iff, N.even_spec in Par. destruct Par as [q Q].
      exists [q - i; q - i + p]. rewrite xors_two, (known (q - i)), N.lxor_nilpotent by lia. split; [|reflexivity].
      apply (make_split G (m + p) i); try lia; [exact ZD|].
      destruct (ban G (m + p) _) eqn:B; [|reflexivity].
      destruct (octal_ban _ _ O (m + p) _ ltac:(lia) B) as [x E]. injection E. lia. }
    destruct (N.odd (n + i)) eqn:Par; [|apply W; [lia|exact Par]].
    rewrite <- (known n) by lia. apply W; [lia|].
    replace (n + p + i) with (n + i + p) by lia. now rewrite N.odd_add, Par, Odd.
Qed.
