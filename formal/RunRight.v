(** What a run computes is right. *)

From Coq Require Import PeanoNat.
From Grundy Require Export Run.

Lemma scan_spec m want marks fuel : forall v0 c open, scan (classes_of m fuel v0) want marks = Some (c, open) ->
  v0 <= c /\ parity (N.land m c) = want /\ vmem c marks = false /\
  (forall v, v0 <= v < c -> parity (N.land m v) = want -> vmem v marks = true) /\
  (forall v, In v open <-> v0 <= v < c /\ parity (N.land m v) <> want /\ vmem v marks = false).
Proof.
  induction fuel as [|fuel IH]; intros v0 c open; cbn [classes_of scan]; [easy|].
  destruct (vmem v0 marks) eqn:M.
  - intros H. destruct (IH _ _ _ H) as (A & B & C & D & E). split; [lia|]. split; [exact B|]. split; [exact C|]. split.
    + intros v Hv P. destruct (N.eq_dec v v0) as [->|]; [exact M|apply D; [lia|exact P]].
    + intros v. rewrite E. split; intros (X & Y & Z); (split; [|now split]); [lia|].
      destruct (N.eq_dec v v0) as [->|]; [congruence|lia].
  - destruct (eqb (parity (N.land m v0)) want) eqn:P.
    + intros H. injection H as <- <-. apply eqb_prop in P. split; [lia|]. split; [exact P|]. split; [exact M|]. split;
      [lia|].
      intros v. cbn. split; [easy|]. lia.
    + apply eqb_false_iff in P. destruct (scan _ want marks) as [[c' open']|] eqn:S; [|easy].
      intros H. injection H as <- <-. destruct (IH _ _ _ S) as (A & B & C & D & E).
      split; [lia|]. split; [exact B|]. split; [exact C|]. split.
      * intros v Hv Q. destruct (N.eq_dec v v0) as [->|]; [congruence|apply D; [lia|exact Q]].
      * intros v. cbn [In]. rewrite E. split.
        -- intros [<-|(X & Y)]; (split; [lia|]); [now split|exact Y].
        -- intros (X & Y). destruct (N.eq_dec v0 v) as [|]; [now left|right]. split; [lia|exact Y].
Qed.

Section Right.
  Context (r : rules) (s : space) (g : N -> N) (k : N).
  Notation G := (game_of r).
  Context (O : octal G k) (V : nim_values G g) (Sp : good_space G s).
  Context (numbers : nat) (fuel : nat).
  Notation classes := (classes_of (space_mask s) numbers 0).
  Notation step := (step G (removals r 0) (removals r 1) (removals r 2) s classes fuel).

  (** A value is marked by one of a list of moves. *)
  Lemma fold_marks {A} (c : A -> bool) (val : A -> N) l marks v :
    vmem v (fold_right (fun x m => if c x then vadd (val x) m else m) marks l) = true <->
    vmem v marks = true \/ exists x, In x l /\ c x = true /\ v = val x.
  Proof.
    induction l as [|x l IH]; cbn [fold_right In]; [split; [tauto|]; intros [H|(x & [] & _)]; exact H|].
    destruct (c x) eqn:C; rewrite ?vmem_add, IH; split.
    - intros [->|[H|(y & Hy & D)]]; [right; exists x; tauto|now left|right; exists y; tauto].
    - intros [H|(y & [->|Hy] & D & E)]; [tauto|now left|]. right. right. now exists y.
    - intros [H|(y & Hy & D)]; [now left|right; exists y; tauto].
    - intros [H|(y & [->|Hy] & D & E)]; [now left|congruence|]. right. now exists y.
  Qed.

  Definition found_right (found : list (N * N)) (n : N) : Prop :=
    forall a v, In (a, v) found <-> 1 <= a < n /\ ~ common s a (g a) /\ v = g a.

  Definition rare_part (found : list (N * N)) (a : N) : Prop := exists v, In (a, v) found.

  Lemma marks_spec t found n v : exact t g n -> found_right found n -> 1 <= n ->
    vmem v (mark_splits G (removals r 2) t found n
             (mark_singles G (removals r 1) t n (mark_takes G (removals r 0) n vempty))) = true <->
    excluded G g (rare_part found) n v.
  Proof.
    intros X F N1. unfold mark_splits, excluded.
    assert (S : vmem v (mark_singles G (removals r 1) t n (mark_takes G (removals r 0) n vempty)) = true <-> single G
      g n v).
    { unfold mark_singles, mark_takes. rewrite !fold_marks, vmem_empty. split.
      - intros [[|(i & Hi & C & ->)]|(i & Hi & C & ->)]; [easy| |];
          apply removals_spec in Hi; apply andb_true_iff in C; destruct C as [C B]; apply negb_true_iff in B.
        + apply N.eqb_eq in C. subst i. exists []. split; [|split; [cbn; lia|reflexivity]].
          exists n. split; [exact Hi|]. split; [constructor|]. split; [apply N.add_0_r|exact B].
        + apply N.ltb_lt in C. destruct (N.eq_dec i 0) as [->|I0]; [destruct (octal_proper _ _ O); congruence|].
          exists [n - i]. split; [|split; [cbn; lia|rewrite xors_one; apply X; lia]].
          exists i. split; [exact Hi|]. split; [repeat constructor; lia|]. split; [cbn; lia|exact B].
      - intros (o & (i & D & P & S & B) & L & ->). destruct o as [|b [|c o]]; [| |cbn in L; lia].
        + left. right. exists i. split; [now apply removals_spec|]. split; [|reflexivity].
          cbn [beans fold_right] in S. rewrite B. apply andb_true_iff. split; [apply N.eqb_eq; lia|reflexivity].
        + right. exists i. split; [now apply removals_spec|]. inversion_clear P as [|? ? Hb _].
          cbn [beans fold_right] in S. replace (n - i) with b by lia. rewrite B, xors_one. split.
          * apply andb_true_iff. split; [apply N.ltb_lt; lia|reflexivity].
          * symmetry. apply X. destruct (N.eq_dec i 0) as [->|I0]; [destruct (octal_proper _ _ O)|lia].
            change (N.of_nat (length [b])) with 1 in D. congruence. }
    set (m0 := mark_singles _ _ _ _ _) in *. clearbody m0.
    assert (T : forall l, (forall i, In i l -> N.testbit (digit G i) 2 = true) ->
      vmem v (fold_right (fun i m => if i <? n then mark_rest G t found n (n - i) m else m) m0 l) = true <->
      vmem v m0 = true \/ exists i a, In i l /\ i < n /\ rare_part found a /\ a < n - i /\ ban G n [a; n - i - a] =
        false /\
                                      v = N.lxor (g a) (g (n - i - a))).
    { induction l as [|i l IH]; intros Hl.
      - cbn. split; [tauto|]. intros [H|(i & a & [] & _)]; exact H.
      - assert (IH' := IH (fun j Hj => Hl j (or_intror Hj))). cbn [fold_right In].
        destruct (N.ltb_spec i n) as [C|C].
        + unfold mark_rest at 1. cbv zeta. rewrite fold_marks, IH'. split.
          * intros [[H|(j & a & H & D)]|((a & u) & H & D & ->)]; [now left|right; exists j, a; tauto|].
            cbn [fst snd] in *. apply andb_true_iff in D. destruct D as [D B].
            apply N.ltb_lt in D. apply negb_true_iff in B. right. exists i, a.
            destruct (proj1 (F a u) H) as (A1 & _ & ->).
            split; [now left|]. split; [exact C|]. split; [now exists (g a)|]. split; [lia|]. split; [exact B|].
            f_equal. apply X. lia.
          * intros [H|(j & a & [<-|H] & D)]; [tauto| |left; right; exists j, a; tauto].
            destruct D as (_ & (u & U) & L & B & ->). right. exists (a, u). cbn [fst snd].
            destruct (proj1 (F a u) U) as (A1 & _ & ->).
            split; [exact U|]. split; [|f_equal; symmetry; apply X; lia].
            rewrite B. apply andb_true_iff. split; [apply N.ltb_lt; lia|reflexivity].
        + rewrite IH'. split.
          * intros [H|(j & a & H & D)]; [now left|right; exists j, a; tauto].
          * intros [H|(j & a & [<-|H] & D)]; [now left|lia|right; exists j, a; tauto]. }
    rewrite T by (intros i Hi; now apply removals_spec). rewrite S. split.
    - intros [H|(i & a & Hi & L & R & La & B & ->)]; [now left|right]. apply removals_spec in Hi.
      pose proof R as (u & U). destruct (proj1 (F a u) U) as (A1 & _ & _).
      exists a, (n - i - a). split; [|split; [exact R|reflexivity]].
      apply (make_split G n i); try assumption; lia.
    - intros [H|(a & b & H & R & ->)]; [now left|right].
      destruct (two_heaps G k O n a b H) as (i & _ & D & A1 & B1 & E & B).
      exists i, a. replace (n - i - a) with b by lia. split; [now apply removals_spec|].
      split; [lia|]. split; [exact R|]. split; [lia|]. split; [exact B|reflexivity].
  Qed.

  Lemma drop_spec t n a open u : exact t g n -> 1 <= a ->
    In u (drop G (removals r 2) t n a open) <->
    In u open /\ ~ exists b, a <= b /\ is_option G n [a; b] /\ u = N.lxor (g a) (g b).
  Proof.
    intros X A1. unfold drop. cbv zeta.
    assert (T : forall l, (forall i, In i l -> N.testbit (digit G i) 2 = true) ->
      In u (fold_right (fun i open =>
        if (a <=? n - i - a) && negb (ban G n [a; n - i - a])
        then filter (fun x => negb (x =? N.lxor (at_heap t a) (at_heap t (n - i - a)))) open
        else open) open l) <->
      In u open /\ ~ exists i, In i l /\ a <= n - i - a /\ ban G n [a; n - i - a] = false /\
                               u = N.lxor (g a) (g (n - i - a))).
    { induction l as [|i l IH]; intros Hl; cbn [fold_right].
      - split; [|tauto]. intros H. split; [exact H|]. intros (i & [] & _).
      - assert (IH' := IH (fun j Hj => Hl j (or_intror Hj))). clear IH.
        assert (Z : a < n -> a <= n - i - a -> at_heap t a = g a /\ at_heap t (n - i - a) = g (n - i - a)).
        { intros La Li. split; apply X; lia. }
        destruct ((a <=? n - i - a) && negb (ban G n [a; n - i - a])) eqn:C.
        + apply andb_true_iff in C. destruct C as [C B]. apply N.leb_le in C. apply negb_true_iff in B.
          destruct (Z ltac:(lia) C) as [Ea Eb]. rewrite filter_In, IH', negb_true_iff, N.eqb_neq, Ea, Eb. split.
          * intros [[H Q] E]. split; [exact H|]. intros (j & [<-|Hj] & W); [tauto|]. apply Q. now exists j.
          * intros [H Q]. split; [split; [exact H|]|].
            -- intros (j & Hj & W). apply Q. exists j. cbn. tauto.
            -- intros E. apply Q. exists i. cbn. tauto.
        + rewrite IH'. split; intros [H Q]; (split; [exact H|]); intros (j & Hj & W).
          * destruct Hj as [<-|Hj]; [|apply Q; now exists j]. destruct W as (W1 & W2 & _).
            apply N.leb_le in W1. rewrite W1, W2 in C. discriminate.
          * apply Q. exists j. cbn. tauto. }
    etransitivity; [apply T; intros i Hi; now apply removals_spec|]. split; intros [H Q]; (split; [exact H|]).
    - intros (b & L & Ho & ->). apply Q. destruct (two_heaps G k O n a b Ho) as (i & _ & D & _ & B1 & E & B).
      exists i. replace (n - i - a) with b by lia. split; [now apply removals_spec|]. split; [lia|]. now split.
    - intros (i & Hi & L & B & E). apply Q. exists (n - i - a). apply removals_spec in Hi. split; [lia|]. split;
      [|exact E].
      apply (make_split G n i); try assumption; lia.
  Qed.

  Lemma drop_sound t n a open u : exact t g n -> 1 <= a -> In u open ->
    In u (drop G (removals r 2) t n a open) \/ exists b, a <= b /\ is_option G n [a; b] /\ u = N.lxor (g a) (g b).
  Proof.
    intros X A1 H. unfold drop. cbv zeta.
    assert (T : forall i, In i (removals r 2) -> N.testbit (digit G i) 2 = true) by (intros i Hi; now apply
      removals_spec).
    revert T. generalize (removals r 2). induction l as [|i l IH]; intros Hl; cbn [fold_right]; [now left|].
    destruct (IH (fun j Hj => Hl j (or_intror Hj))) as [I|I]; [|now right].
    destruct ((a <=? n - i - a) && negb (ban G n [a; n - i - a])) eqn:C; [|now left].
    apply andb_true_iff in C. destruct C as [C B]. apply N.leb_le in C. apply negb_true_iff in B.
    rewrite filter_In, negb_true_iff, N.eqb_neq.
    destruct (N.eq_dec u (N.lxor (at_heap t a) (at_heap t (n - i - a)))) as [E|E]; [right|left; now split].
    rewrite !X in E by lia.
    exists (n - i - a). split; [lia|]. split; [|exact E]. apply (make_split G n i); try assumption; try lia.
    apply Hl. now left.
  Qed.

  Lemma search_sound t n limit u : exact t g n -> forall f a open open', 1 <= a ->
    search G (removals r 2) f t n a limit open = Some open' -> In u open ->
    In u open' \/ exists x b, a <= x <= limit /\ x <= b /\ is_option G n [x; b] /\ u = N.lxor (g x) (g b).
  Proof.
    intros X. induction f as [|f IH]; intros a open open' A1 H I; (destruct open as [|y open]; [easy|]); cbn [search]
      in H;
      (destruct (N.ltb_spec limit a) as [C|C]; [injection H as <-; now left|]); [easy|].
    destruct (drop_sound t n a _ u X A1 I) as [J|(b & J)]; [|right; exists a, b; split; [lia|exact J]].
    destruct (IH (a + 1) _ _ ltac:(lia) H J) as [Q|(x & b & L & K)]; [now left|right].
    exists x, b. split; [lia|exact K].
  Qed.

  Lemma search_complete t n limit u : exact t g n -> forall f a open open', 1 <= a ->
    search G (removals r 2) f t n a limit open = Some open' -> In u open' ->
    In u open /\ forall x b, a <= x <= limit -> x <= b -> is_option G n [x; b] -> u <> N.lxor (g x) (g b).
  Proof.
    intros X. induction f as [|f IH]; intros a open open' A1 H I;
      (destruct open as [|y open]; [injection H as <-; easy|]); cbn [search] in H;
      (destruct (N.ltb_spec limit a) as [C|C]; [injection H as <-; split; [exact I|]; intros; lia|]); [easy|].
    destruct (IH (a + 1) _ _ ltac:(lia) H I) as [J K]. apply drop_spec in J; [|exact X|exact A1]. destruct J as [J L].
    split; [exact J|]. intros x b Hx Hb Ho E. destruct (N.eq_dec x a) as [->|].
    - apply L. now exists b.
    - apply (K x b); try assumption. lia.
  Qed.

  Definition run_right (st : run) : Prop :=
    1 <= heap st /\ exact (values st) g (heap st) /\ found_right (found st) (heap st).

  Lemma found_common found n : found_right found n -> common s n (g n) -> found_right found (n + 1).
  Proof.
    intros F C a v. rewrite (F a v). split; intros (A & R & E); (split; [|now split]); [lia|].
    destruct (N.eq_dec a n) as [->|]; [now destruct R|lia].
  Qed.

  Lemma fold_min x l : In (fold_right N.min x l) (x :: l) /\ forall y, In y (x :: l) -> fold_right N.min x l <= y.
  Proof.
    induction l as [|z l [I L]]; cbn [fold_right]; [split; [now left|]; intros y [->|[]]; lia|]. split.
    - destruct (N.min_spec z (fold_right N.min x l)) as [[_ ->]|[_ ->]]; [right; now left|].
      destruct I as [I|I]; [left; exact I|right; now right].
    - intros y [->|[->|H]]; [specialize (L y (or_introl eq_refl)); lia|lia|specialize (L y (or_intror H)); lia].
  Qed.

  (** One heap more: its value is right; outside the head it is common, and each rare value below it is excluded by a
      marked option or by a split with a part of at most the depth. *)
  Lemma step_right depth st st' : run_right st -> step depth (Some st) = Some st' ->
    run_right st' /\ heap st' = heap st + 1 /\
    forall d, depth = Some d -> found st' = found st /\ awaited st' = awaited st /\ common s (heap st) (g (heap st)) /\
      forall v, v < g (heap st) -> ~ common s (heap st) v ->
        excluded G g (rare_part (found st)) (heap st) v \/ split_with G g (up_to d) (heap st) v.
  Proof.
    intros (N1 & X & F). unfold Run.step. set (n := heap st) in *. set (t := values st) in *.
    set (marks := mark_splits _ _ _ _ _ _).
    assert (M : forall v, vmem v marks = true <-> excluded G g (rare_part (found st)) n v)
      by (intros v; now apply marks_spec).
    clearbody marks.
    destruct (scan classes _ marks) as [[c open]|] eqn:Sc; [|easy].
    apply scan_spec in Sc. destruct Sc as (_ & Pc & Mc & Below & Left).
    assert (W : forall v, parity (N.land (space_mask s) v) = xorb (kappa s) (pi s && N.odd n) <-> common s n v).
    { intros v. unfold common, class.
      destruct (parity (N.land (space_mask s) v)), (kappa s), (pi s && N.odd n); cbn; split; congruence. }
    rewrite W in Pc.
    assert (Cand : candidate G s g (rare_part (found st)) n c).
    { split; [exact Pc|]. split; [rewrite <- M; congruence|]. intros v Hv Cv. apply M, Below; [lia|now apply W]. }
    assert (R : forall a, 1 <= a < n -> ~ common s a (g a) -> rare_part (found st) a).
    { intros a Ha Ra. exists (g a). apply F. now repeat split. }
    set (limit := match depth with Some d => d | None => N.div2 n end).
    destruct (search _ _ fuel t n 1 limit open) as [open'|] eqn:Se; [|easy].
    assert (sound : forall v, v < c -> ~ common s n v -> ~ In v open' ->
                    excluded G g (rare_part (found st)) n v \/ split_with G g (up_to limit) n v).
    { intros v Hv Rv I. destruct (vmem v marks) eqn:Mv; [left; now apply M|right].
      destruct (search_sound t n limit v X fuel 1 open open' ltac:(lia) Se) as [J|(x & b & L & _ & Ho & E)]; [|easy|].
      - apply Left. split; [lia|]. split; [now rewrite W|exact Mv].
      - exists x, b. now repeat split. }
    assert (as_option : forall A v, excluded G g A n v \/ split_with G g (up_to limit) n v -> option_value G g n v).
    { intros A v [H|H]; [exact (excluded_option G g k O A n v H)|].
      apply (excluded_option G g k O (up_to limit)). now right. }
    destruct open' as [|x l]; cbn [settle].
    - (* No leftover stays: the heap is common. *)
      intros H. injection H as <-.
      assert (E : g n = c).
      { apply (candidate_value G s g k O V Sp (rare_part (found st))); [exact R|exact Cand|].
        intros v Hv Rv. now apply (as_option (rare_part (found st))), sound. }
      assert (Cn : common s n (g n)) by (rewrite E; exact Pc).
      split; [|split; [reflexivity|]].
      + split; [cbn; lia|]. split; [now apply exact_put|now apply found_common].
      + intros d ->. cbn [found awaited]. split; [reflexivity|]. split; [reflexivity|]. split; [exact Cn|].
        intros v Hv Rv. rewrite E in Hv. now apply sound.
    - (* The least leftover that stays is the value. *)
      destruct depth as [d|]; [destruct (awaited st) as [|[a u] more]; easy|].
      destruct (awaited st) as [|[a u] more]; [easy|]. cbn [andb]. fold n.
      set (v := fold_right N.min x l). destruct (fold_min x l) as [Iv Lv]. fold v in Iv, Lv.
      destruct ((a =? n) && (u =? v)); [|easy]. intros H. injection H as <-.
      destruct (search_complete t n limit v X fuel 1 open (x :: l) ltac:(lia) Se Iv) as [Jv Kv].
      apply Left in Jv. destruct Jv as (Bv & Pv & Mv). rewrite W in Pv.
      assert (E : g n = v).
      { apply (leftover_value G s g k O V (rare_part (found st)) n c); [exact Cand|lia| |].
        - intros H. apply (option_value_cases G g k O) in H. destruct H as [H|(a' & b & Ho & _ & E)].
          + assert (vmem v marks = true) by (apply M; now left). congruence.
          + destruct (two_heaps G k O n a' b Ho) as (i & _ & _ & A1 & B1 & S & _).
            assert (D2 : forall y, y + y <= n -> y <= N.div2 n).
            { intros y Hy. rewrite N.div2_div. apply N.div_le_lower_bound; lia. }
            destruct (N.le_ge_cases a' b).
            * apply (Kv a' b); try assumption. split; [lia|]. apply D2. lia.
            * apply (Kv b a'); try assumption; [|now apply (swap_split G k O)|rewrite E; apply N.lxor_comm].
              split; [lia|]. apply D2. lia.
        - intros w Hw Rw. apply (as_option (rare_part (found st))), sound; [lia|exact Rw|].
          intros I. specialize (Lv w I). lia. }
      split; [|split; [reflexivity|easy]].
      split; [cbn; lia|]. split; [now apply exact_put|].
      intros b w. cbn [found heap In]. rewrite (F b w). split.
      + intros [H|(A & Q & Z)]; [|split; [lia|now split]]. injection H as <- <-. split; [lia|]. split; [now rewrite
        E|now symmetry].
      + intros (A & Q & ->). destruct (N.eq_dec b n) as [->|]; [left; now rewrite E|right]. split; [lia|now split].
  Qed.

  (** The head: a run of full steps. *)
  Lemma head_right aw count st : N.iter count (step None) (Some (start aw)) = Some st ->
    run_right st /\ heap st = 1 + count.
  Proof.
    revert st. pattern count. apply N.peano_ind; clear count.
    - cbn. intros st H. injection H as <-. split; [|reflexivity]. split; [cbn; lia|]. split.
      + intros m Hm. cbn [heap start values] in *. rewrite at_put. assert (m = 0) as -> by lia.
        symmetry. exact (nim_zero G g V (octal_proper _ _ O)).
      + intros a v. cbn. split; [easy|]. lia.
    - intros count IH st. rewrite N.iter_succ. destruct (N.iter count _ _) as [st0|]; [|easy]. intros H.
      destruct (IH st0 eq_refl) as [R E]. destruct (step_right None st0 st R H) as (R' & E' & _). split; [exact R'|lia].
  Qed.

  (** What a step with a depth has shown of heap [n]. *)
  Definition shown (found : list (N * N)) (d n : N) : Prop :=
    common s n (g n) /\ forall v, v < g n -> ~ common s n v ->
      excluded G g (rare_part found) n v \/ split_with G g (up_to d) n v.

  Lemma rest_right d st0 count st : run_right st0 -> N.iter count (step (Some d)) (Some st0) = Some st ->
    run_right st /\ heap st = heap st0 + count /\ found st = found st0 /\
    forall n, heap st0 <= n < heap st -> shown (found st0) d n.
  Proof.
    intros R0. revert st. pattern count. apply N.peano_ind; clear count.
    - cbn. intros st H. injection H as <-. split; [exact R0|]. split; [lia|]. split; [reflexivity|]. lia.
    - intros count IH st. rewrite N.iter_succ. destruct (N.iter count _ _) as [st1|]; [|easy]. intros H.
      destruct (IH st1 eq_refl) as (R & E & F & Sh). destruct (step_right (Some d) st1 st R H) as (R' & E' & D).
      destruct (D d eq_refl) as (F' & _ & C & L). split; [exact R'|]. split; [lia|]. split; [congruence|].
      intros n Hn. destruct (N.eq_dec n (heap st1)) as [->|]; [|apply Sh; lia]. rewrite <- F. now split.
  Qed.
End Right.
