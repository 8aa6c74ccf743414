(** The checker of certificates, and the theorem that it may be believed. *)

From Grundy Require Export SparsePeriod CheckSmallest Exists Certificate CheckArithmetic.
From Grundy Require Values RunRight.

(** All values [G(n + p) = G(n)] for [from <= n < from + count], in the table. *)
Definition returns (t : table) (p from count : N) : bool :=
  all_heaps from count (fun n => at_heap t (n + p) =? at_heap t n).

(** The classical theorem: all values below [h (F + p - 1) + k + 1], from the definition. *)
Definition check_classical (numbers : nat) (r : rules) (p n0 : N) (pairs : list (N * N)) : bool :=
  let count := most_heaps r * (N.max n0 1 + p - 1) + largest_removal r + 1 in
  match forbids r with
  | Equal => false
  | _ =>
      match Values.by_definition r (Values.count_up numbers 0) count with
      | Some t => returns t p n0 (count - p - n0) && check_smallest t p 0 n0 pairs
      | None => false
      end
  end.

(** The values in a list stand in the table from heap [n] on. *)
Fixpoint stands (t : table) (n : N) (window : list N) : bool :=
  match window with
  | [] => true
  | v :: window => (at_heap t n =? v) && stands t (n + 1) window
  end.

(** The windows stand before their heaps, which ascend between [after] and [before]. *)
Fixpoint check_windows (t : table) (w after before : N) (l : list (N * list N)) : bool :=
  match l with
  | [] => true
  | (s, window) :: l =>
      (after <? s) && (s <? before) && (N.of_nat (length window) =? w) && stands t (s - w) window &&
      check_windows t w s before l
  end.

Definition last_rare (l : list (N * N)) : N := fold_right N.max 0 (map fst l).

(** The sparse theorem. The rares listed must be those of the head; after the head each leftover must be excluded within
    the depth. *)
Definition check_sparse (numbers : nat) (r : rules) (p n0 : N) (pairs : list (N * N)) (c : sparse_claim) : bool :=
  let s := sparse_space c in
  let d := depth c in
  let k := largest_removal r in
  let l := last_rare (rares c) in
  let w := l + k in
  let head := l + 1 + w + d + k in
  let f := N.max n0 1 in
  let stop := f + w + p + d + k in
  (most_heaps r <=? 2) &&
  forallb (fun i => xorb (kappa s) (pi s && N.odd i)) (removals r 2) &&
  negb (pi s && N.odd p) && (l <? f) &&
  let step := Run.step (game_of r) (removals r 0) (removals r 1) (removals r 2) s
                (Run.classes_of (space_mask s) numbers 0) (N.iter stop S O) in
  match N.iter (head - 1) (step None) (Some (Run.start (rares c))) with
  | None => false
  | Some st =>
      match Run.awaited st with _ :: _ => false | [] =>
      forallb (fun x => fst x <=? l) (Run.found st) &&
      match N.iter (stop - head) (step (Some d)) (Some st) with
      | None => false
      | Some st =>
          let t := Run.values st in
          returns t p f w && (negb (n0 =? 0) || (at_heap t p =? 0)) &&
          check_windows t w (l + 1 + w) (f + w + p) (windows c) && check_smallest t p 0 n0 pairs
      end
      end
  end.

Definition check_up_to (numbers : nat) (c : certificate) : bool :=
  let r := claimed_rules c in
  is_proper r && (0 <? period c) &&
  match theorem c with
  | ByClassical => check_classical numbers r (period c) (preperiod c) (distinct c)
  | BySparse s => check_sparse numbers r (period c) (preperiod c) (distinct c) s
  | ByArithmetic a => check_arithmetic numbers r (period c) (preperiod c) (distinct c) a
  end.

(** Values of 16 bits are enough for every certificate. *)
Definition check (c : certificate) : bool := check_up_to (N.iter 65536 S O) c.

(** * It may be believed *)

Lemma returns_right t g p from count : returns t p from count = true -> exact t g (from + count + p) ->
  forall n, from <= n < from + count -> g (n + p) = g n.
Proof.
  intros H X n Hn. pose proof (all_heaps_spec _ _ _ H n Hn) as E. apply N.eqb_eq in E. rewrite !X in E by lia. exact E.
Qed.

Lemma exact_less t g m n : exact t g n -> m <= n -> exact t g m.
Proof. intros X L a Ha. apply X. lia. Qed.

Lemma check_classical_right numbers r p n0 pairs g :
  proper (game_of r) -> nim_values (game_of r) g -> 0 < p ->
  check_classical numbers r p n0 pairs = true -> smallest_law g p 0 n0.
Proof.
  intros P V Pp H. unfold check_classical in H. set (count := most_heaps r * _ + _ + 1) in H.
  assert (E : forbids r <> Equal) by (intros E; now rewrite E in H).
  assert (H' : match Values.by_definition r (Values.count_up numbers 0) count with
               | Some t => returns t p n0 (count - p - n0) && check_smallest t p 0 n0 pairs | None => false end = true)
    by (destruct (forbids r); [exact H|easy|exact H]).
  clear H. destruct (Values.by_definition r _ count) as [t|] eqn:B; [|easy].
  apply (Values.by_definition_right r g V P E numbers) in B. apply andb_true_iff in H'. destruct H' as [A S].
  assert (h1 : 1 <= most_heaps r) by (unfold most_heaps; induction (map N.log2 (digits r)); cbn; lia).
  assert (C : n0 + p < count).
  { assert (k1 : 1 <= largest_removal r) by (unfold largest_removal; destruct (forbids r); lia).
    pose proof (N.mul_le_mono_r 1 _ (N.max n0 1 + p - 1) h1). unfold count. lia. }
  assert (period : has_period g p n0).
  { split; [exact Pp|].
    apply (classical (game_of r) g (largest_removal r) (most_heaps r)); try assumption.
    - apply largest_removal_spec.
    - apply most_heaps_spec.
    - intros n o K. cbn. unfold largest_removal in K. destruct (forbids r); try easy.
      destruct o as [|a [|b [|c o]]]; try easy. apply N.eqb_neq. lia.
    - cbv zeta. intros n [Hn L]. apply classical_bound in L; [|exact h1|lia]. fold count in L.
      apply (returns_right t g p n0 (count - p - n0) A); [|lia].
      apply (exact_less t g _ count B). lia. }
  apply period_law in period. apply (check_smallest_right g t p 0 n0 pairs period); [|exact S].
  apply (exact_less t g _ count B). lia.
Qed.

Lemma check_sparse_right numbers r p n0 pairs c g :
  proper (game_of r) -> nim_values (game_of r) g -> 0 < p ->
  check_sparse numbers r p n0 pairs c = true -> smallest_law g p 0 n0.
Proof.
  intros P V Pp H. unfold check_sparse in H.
  set (s := sparse_space c) in H. set (d := depth c) in H. set (k := largest_removal r) in H.
  set (l := last_rare (rares c)) in H. cbv zeta in H.
  set (head := l + 1 + (l + k) + d + k) in H. set (f := N.max n0 1) in H.
  set (stop := f + (l + k) + p + d + k) in H.
  rewrite !andb_true_iff in H. destruct H as ((((H2 & Hs) & Ho) & Hl) & H).
  apply N.leb_le in H2. apply negb_true_iff in Ho. apply N.ltb_lt in Hl.
  assert (O : octal (game_of r) k).
  { constructor.
    - exact P.
    - apply largest_removal_spec.
    - intros i j D. apply most_heaps_spec in D. lia.
    - intros n a b. cbn. destruct (forbids r); try reflexivity. apply N.eqb_sym.
    - intros n o K B. cbn in B. unfold k, largest_removal in K. destruct (forbids r); [easy| |].
      + destruct o as [|a [|b [|x o]]]; try easy. apply N.eqb_eq in B. subst b. now exists a.
      + destruct o as [|a [|b [|x o]]]; try easy. apply N.eqb_eq in B. lia. }
  assert (Sp : good_space (game_of r) s).
  { intros i D. rewrite forallb_forall in Hs. apply Hs, removals_spec, D. }
  destruct (N.iter (head - 1) _ _) as [st0|] eqn:Ih; [|easy].
  apply (RunRight.head_right r s g k O V Sp) in Ih. destruct Ih as [R0 E0].
  destruct (Run.awaited st0); [|easy]. apply andb_true_iff in H. destruct H as [Hf H].
  destruct (N.iter (stop - head) _ _) as [st|] eqn:Ir; [|easy].
  apply (RunRight.rest_right r s g k O V Sp _ _ _ _ _ _ R0) in Ir. destruct Ir as (R & E & _ & shown).
  assert (Eh : Run.heap st0 = head) by (unfold head in *; lia).
  assert (Es : Run.heap st = stop) by (unfold stop, head in *; lia).
  destruct R0 as (_ & _ & F0). destruct R as (_ & X & F). rewrite Es in X, F. rewrite Eh, Es in *.
  rewrite !andb_true_iff in H. destruct H as (((Hw & Hz) & _) & Hm).
  assert (found_low : forall a, RunRight.rare_part (Run.found st0) a -> up_to l a).
  { intros a [v I]. split; [apply (F0 a v) in I; lia|]. rewrite forallb_forall in Hf. apply N.leb_le, (Hf (a, v) I). }
  assert (commons : forall n, l < n < stop -> common s n (g n)).
  { intros n Hn. destruct (N.lt_ge_cases n head) as [C|C]; [|apply shown; lia].
    destruct (common_dec s n (g n)) as [|Rn]; [assumption|].
    assert (I : In (n, g n) (Run.found st0)) by (apply F0; repeat split; [lia|exact C|exact Rn]).
    assert (up_to l n) as [_ B] by (apply found_low; now exists (g n)). lia. }
  assert (period : forall n, f <= n -> g (n + p) = g n).
  { apply (sparse (game_of r) g s k l d p n0 O V Sp Pp).
    - intros Hpi. rewrite Hpi in Ho. exact Ho.
    - exact Hl.
    - intros n Hn. apply commons. exact Hn.
    - intros n Hn. apply (returns_right _ g p f (l + k) Hw); [|exact Hn].
      apply (exact_less _ g _ stop X). unfold stop. lia.
    - intros n v Hn (Rv & cn & Cn & Lv). cbv zeta in Hn. fold f in Hn. fold stop in Hn.
      assert (Hh : head <= n) by (unfold head; lia).
      destruct (shown n ltac:(lia)) as [Common Below].
      assert (En : cn = g n).
      { apply (candidate_unique (game_of r) s g (up_to l) n); [exact Cn|].
        apply (common_candidate (game_of r) s g k O V Sp); [|exact Common].
        intros a Ha Ra. split; [lia|]. destruct (N.le_gt_cases a l); [assumption|]. destruct Ra. apply commons. lia. }
      subst cn. destruct (Below v Lv Rv) as [[Q|(a & b & Hab & Ra & Ev)]|Q]; [now left| |now right].
      (* A split with a rare part has a common value here, because the other part is common. *)
      exfalso. apply Rv. rewrite Ev. apply (common_split (game_of r) s g k O Sp n a b Hab).
      destruct (two_heaps (game_of r) k O n a b Hab) as (i & Hi & _ & _ & _ & Si & _).
      pose proof (found_low a Ra) as [_ La].
      assert (Cb : common s b (g b)).
      { apply commons. pose proof (option_smaller (game_of r) n [a; b] b P Hab (or_intror (or_introl eq_refl))).
        unfold head in *. lia. }
      destruct Ra as [u U]. apply F0 in U. tauto. }
  assert (has : has_period g p n0).
  { split; [exact Pp|]. apply (sparse_from_zero (game_of r) g p n0 V P period).
    intros ->. cbn in Hz. apply N.eqb_eq in Hz. rewrite X in Hz; [exact Hz|]. unfold stop. lia. }
  apply period_law in has. apply (check_smallest_right g (Run.values st) p 0 n0 pairs has); [|exact Hm].
  apply (exact_less _ g _ stop X). unfold stop. lia.
Qed.

(** **Theorem.** A certificate that the checker accepts is true: the game's nim-values have this period, with this
    saltus, from this heap on, and both are the smallest. *)
Theorem check_right c g : check c = true -> nim_values (game_of (claimed_rules c)) g ->
  proper (game_of (claimed_rules c)) /\ smallest_law g (period c) (claimed_saltus c) (preperiod c).
Proof.
  unfold check. generalize (N.iter 65536 S O). intros numbers H V. unfold check_up_to in H.
  rewrite !andb_true_iff, N.ltb_lt in H. destruct H as [[P Pp] H]. apply is_proper_spec in P. split; [exact P|].
  unfold claimed_saltus. destruct (theorem c) as [|s|a].
  - exact (check_classical_right numbers _ _ _ _ g P V Pp H).
  - exact (check_sparse_right numbers _ _ _ _ s g P V Pp H).
  - exact (check_arithmetic_right numbers _ _ _ _ a g P V Pp H).
Qed.

(** The same for the values that [Exists] constructs: nothing is left to assume. *)
Corollary check_right_nim c : check c = true ->
  smallest_law (nim (game_of (claimed_rules c))) (period c) (claimed_saltus c) (preperiod c).
Proof.
  intros H. assert (P : is_proper (claimed_rules c) = true).
  { unfold check, check_up_to in H. rewrite !andb_true_iff in H. apply H. }
  apply is_proper_spec in P. exact (proj2 (check_right c _ H (nim_values_exist _ P))).
Qed.
