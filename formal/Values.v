(** Values by the definition, for any number of heaps: what [j] heaps with [n] beans may have as value is found from
    what [j - 1] heaps may have. *)

From Coq Require Import PeanoNat.
From Grundy Require Export Certificate.

(** Some [j] heaps, none empty, have [n] beans and the value [v]. *)
Definition part_value (g : N -> N) (j : nat) (n v : N) : Prop :=
  exists o, length o = j /\ Forall (N.lt 0) o /\ beans o = n /\ v = xors g o.

(** What is kept of a heap: for [j = 0, 1, …, h] the values of its partitions into [j] heaps. *)
Definition row := list (list N).

(** For each [j]: add the values [v xor u] to the set of [j + 1] heaps, for the values [u] of [j] heaps. *)
Fixpoint add_row (v : N) (sets : list vset) (r : row) : list vset :=
  match sets, r with
  | s :: sets, us :: r => fold_right (fun u s => vadd (N.lxor v u) s) s us :: add_row v sets r
  | _, _ => sets
  end.

(** The same for each size of the first heap: its value is in the list [vs], the row of the rest in [rows]. For three
    heaps and more. *)
Fixpoint add_rows (vs : list N) (rows : list row) (sets : list vset) : list vset :=
  match vs, rows with
  | v :: vs, r :: rows => add_rows vs rows (add_row v sets (tl (tl r)))
  | _, _ => sets
  end.

(** For two heaps: the values [v xor w] of the two lists, place by place, up to the middle of the list [c]. *)
Fixpoint pairs (vs ws c : list N) (s : vset) : vset :=
  match vs, ws, c with
  | v :: vs, w :: ws, _ :: c => pairs vs ws (tl c) (vadd (N.lxor v w) s)
  | _, _, _ => s
  end.

(** Marks the values of partitions into [j] heaps, for each [j] whose bit is in the digit. *)
Fixpoint pick (d : N) (allowed : N -> bool) (j : N) (r : row) (marks : vset) : vset :=
  match r with
  | [] => marks
  | us :: r => pick d allowed (j + 1) r (if N.testbit d j && allowed j then fold_right vadd marks us else marks)
  end.

Fixpoint gather (ds : list N) (allowed : N -> bool) (rows : list row) (marks : vset) : vset :=
  match ds, rows with
  | d :: ds, r :: rows => gather ds allowed rows (pick d allowed 0 r marks)
  | _, _ => marks
  end.

(** The first of some numbers that is not in a set. *)
Fixpoint first_missing (vs : list N) (s : vset) : option N :=
  match vs with
  | [] => None
  | v :: vs => if vmem v s then first_missing vs s else Some v
  end.

Fixpoint count_up (fuel : nat) (v : N) : list N :=
  match fuel with O => [] | S fuel => v :: count_up fuel (v + 1) end.

Definition allowed (r : rules) (n j : N) : bool :=
  match forbids r with Couple => negb ((n =? 2) && (j =? 2)) | _ => true end.

(** The heaps below [next], the latest first. *)
Record known := { next : N; latest : list N; rows : list row; values : table }.

Definition one_more (r : rules) (h : nat) (numbers : list N) (st : option known) : option known :=
  match st with
  | None => None
  | Some k =>
      let n := next k in
      let parts :=
        if Nat.leb h 1 then []
        else let vs := tl (rev_append (latest k) []) in
             velements (pairs vs (latest k) vs vempty) ::
             if Nat.leb h 2 then [] else map velements (add_rows vs (rows k) (repeat vempty (h - 2))) in
      let none := if n =? 0 then [0] else [] in
      match first_missing numbers (gather (digits r) (allowed r n) ((none :: [] :: parts) :: rows k) vempty) with
      | None => None
      | Some v =>
          let one := if n =? 0 then [] else [v] in
          Some {| next := n + 1; latest := v :: latest k; rows := (none :: one :: parts) :: rows k;
                  values := put n v (values k) |}
      end
  end.

Definition nothing_known : known := {| next := 0; latest := []; rows := []; values := no_values |}.

(** The values of the heaps below [count], if no value outgrows the list of numbers. *)
Definition by_definition (r : rules) (numbers : list N) (count : N) : option table :=
  match N.iter count (one_more r (N.to_nat (most_heaps r)) numbers) (Some nothing_known) with
  | Some k => Some (values k)
  | None => None
  end.

Lemma part_value_0 g n v : part_value g 0 n v <-> n = 0 /\ v = 0.
Proof.
  split.
  - intros (o & L & _ & B & ->). destruct o; [|easy]. now split.
  - intros [-> ->]. exists []. now repeat split.
Qed.

Lemma part_value_1 g n v : part_value g 1 n v <-> 1 <= n /\ v = g n.
Proof.
  split.
  - intros (o & L & P & B & ->). destruct o as [|a [|b o]]; try easy. inversion_clear P. cbn in B.
    rewrite xors_one. split; [lia|]. f_equal. lia.
  - intros [H ->]. exists [n]. rewrite xors_one. repeat split; [repeat constructor; lia|cbn; lia].
Qed.

Lemma part_value_S g j n v : part_value g (S (S j)) n v <->
  exists a u, 1 <= a < n /\ part_value g (S j) (n - a) u /\ v = N.lxor (g a) u.
Proof.
  split.
  - intros (o & L & P & B & ->). destruct o as [|a o]; [easy|]. inversion_clear P as [|? ? A P']. rewrite beans_cons
    in B.
    destruct o as [|b o]; [easy|]. inversion P' as [|? ? B' _]; subst. rewrite beans_cons in *.
    exists a, (xors g (b :: o)). split; [lia|]. split; [|apply xors_cons].
    exists (b :: o). rewrite beans_cons. cbn in L |- *. repeat split; [lia|exact P'|lia].
  - intros (a & u & A & (o & L & P & B & ->) & ->). exists (a :: o). rewrite beans_cons, xors_cons. cbn [length].
    repeat split; [lia|constructor; [lia|exact P]|lia].
Qed.

Lemma fold_vadd v us s : vmem v (fold_right vadd s us) = true <-> vmem v s = true \/ In v us.
Proof.
  induction us as [|u us IH]; cbn [fold_right In]; [tauto|]. rewrite vmem_add, IH. intuition congruence.
Qed.

Lemma fold_vadd_lxor x v us s : vmem x (fold_right (fun u s => vadd (N.lxor v u) s) s us) = true <->
  vmem x s = true \/ exists u, In u us /\ x = N.lxor v u.
Proof.
  induction us as [|u us IH]; cbn [fold_right In]; [split; [tauto|]; intros [H|(u & [] & _)]; exact H|].
  rewrite vmem_add, IH. split.
  - intros [->|[H|(w & H & ->)]]; [right; exists u; tauto|now left|right; exists w; tauto].
  - intros [H|(w & [->|H] & ->)]; [tauto|tauto|]. right. right. now exists w.
Qed.

Lemma add_row_length v sets : forall r, length (add_row v sets r) = length sets.
Proof. induction sets as [|s sets IH]; intros [|us r]; cbn; auto. Qed.

Lemma add_row_spec x v sets : forall r j,
  vmem x (nth j (add_row v sets r) vempty) = true <->
  vmem x (nth j sets vempty) = true \/ ((j < length sets)%nat /\ exists u, In u (nth j r []) /\ x = N.lxor v u).
Proof.
  induction sets as [|s sets IH]; intros r j.
  - destruct j, r; cbn; intuition lia.
  - destruct r as [|us r].
    + cbn [add_row]. split; [tauto|]. intros [H|(_ & u & H & _)]; [exact H|now destruct j].
    + cbn [add_row]. destruct j as [|j]; cbn [nth length].
      * rewrite fold_vadd_lxor. intuition lia.
      * rewrite IH. intuition lia.
Qed.

Lemma add_rows_spec x vs : forall rows sets j,
  vmem x (nth j (add_rows vs rows sets) vempty) = true <->
  vmem x (nth j sets vempty) = true \/
  ((j < length sets)%nat /\ exists a u, (a < length vs)%nat /\ In u (nth (S (S j)) (nth a rows []) []) /\
                                        x = N.lxor (nth a vs 0) u).
Proof.
  induction vs as [|v vs IH]; intros rows sets j.
  - cbn. split; [tauto|]. intros [H|(_ & a & u & H & _)]; [exact H|lia].
  - destruct rows as [|r rows].
    + cbn [add_rows]. split; [tauto|]. intros [H|(_ & a & u & _ & H & _)]; [exact H|now destruct a].
    + cbn [add_rows]. rewrite IH, add_row_spec, add_row_length.
      assert (T : forall u, In u (nth j (tl (tl r)) []) <-> In u (nth (S (S j)) r [])).
      { intros u. destruct r as [|r1 [|r2 r]]; [now destruct j|now destruct j|reflexivity]. }
      split.
      * intros [[H|(L & u & H & E)]|(L & a & u & La & H & E)]; [now left| |]; right; (split; [exact L|]).
        -- exists 0%nat, u. rewrite T in H. cbn [length nth]. repeat split; [lia|exact H|exact E].
        -- exists (S a), u. cbn [length nth]. repeat split; [lia|exact H|exact E].
      * intros [H|(L & [|a] & u & La & H & E)]; [tauto| |]; cbn [length nth] in *.
        -- left. right. split; [exact L|]. exists u. rewrite T. now split.
        -- right. split; [exact L|]. exists a, u. repeat split; [lia|exact H|exact E].
Qed.

Lemma pairs_spec x vs : forall ws c s,
  vmem x (pairs vs ws c s) = true <->
  vmem x s = true \/ exists i, (i < length vs)%nat /\ (i < length ws)%nat /\ (i + i < length c)%nat /\
                               x = N.lxor (nth i vs 0) (nth i ws 0).
Proof.
  induction vs as [|v vs IH]; intros ws c s.
  - cbn. split; [tauto|]. intros [H|(i & L & _)]; [exact H|lia].
  - destruct ws as [|w ws]; [cbn; split; [tauto|]; intros [H|(i & _ & L & _)]; [exact H|lia]|].
    destruct c as [|y c]; [cbn; split; [tauto|]; intros [H|(i & _ & _ & L & _)]; [exact H|lia]|].
    cbn [pairs]. rewrite IH, vmem_add. split.
    + intros [[->|H]|(i & A & B & C & E)]; [|now left|]; right.
      * exists 0%nat. cbn. repeat split; lia.
      * exists (S i). cbn [length nth]. repeat split; [lia|lia| |exact E]. destruct c; cbn in *; lia.
    + intros [H|([|i] & A & B & C & E)]; [tauto|tauto|]. right. exists i. cbn [length nth] in *.
      repeat split; [lia|lia| |exact E]. destruct c; cbn in *; lia.
Qed.

Lemma pick_spec v d al r : forall j0 marks,
  vmem v (pick d al j0 r marks) = true <->
  vmem v marks = true \/ exists j, N.testbit d (j0 + N.of_nat j) = true /\ al (j0 + N.of_nat j) = true /\ In v (nth j
    r []).
Proof.
  induction r as [|us r IH]; intros j0 marks; cbn [pick].
  - split; [tauto|]. intros [H|([|j] & _ & _ & [])]; exact H.
  - rewrite IH. split.
    + intros [H|(j & D & A & H)].
      * destruct (N.testbit d j0 && al j0) eqn:E; [|now left]. apply andb_true_iff in E.
        apply fold_vadd in H. destruct H as [H|H]; [now left|right]. exists 0%nat. cbn. rewrite N.add_0_r. tauto.
      * right. exists (S j). replace (j0 + N.of_nat (S j)) with (j0 + 1 + N.of_nat j) by lia. now repeat split.
    + intros [H|([|j] & D & A & H)].
      * left. destruct (N.testbit d j0 && al j0); [apply fold_vadd; now left|exact H].
      * left. rewrite N.add_0_r in D, A. rewrite D, A. apply fold_vadd. now right.
      * right. exists j. replace (j0 + N.of_nat (S j)) with (j0 + 1 + N.of_nat j) in D, A by lia. now repeat split.
Qed.

Lemma gather_spec v al ds : forall rows marks,
  vmem v (gather ds al rows marks) = true <->
  vmem v marks = true \/ exists i j, N.testbit (nth i ds 0) (N.of_nat j) = true /\ al (N.of_nat j) = true /\
                                     In v (nth j (nth i rows []) []).
Proof.
  induction ds as [|d ds IH]; intros rows marks; cbn [gather].
  - split; [tauto|]. intros [H|([|i] & j & D & _)]; [exact H| |]; now rewrite N.bits_0 in D.
  - destruct rows as [|r rows].
    + split; [tauto|]. intros [H|([|i] & [|j] & _ & _ & [])]; exact H.
    + rewrite IH, pick_spec. split.
      * intros [[H|(j & H)]|(i & j & H)]; [now left| |]; right; [exists 0%nat, j|exists (S i), j]; exact H.
      * intros [H|([|i] & j & H)]; [tauto| |]; [left; right; now exists j|right; now exists i, j].
Qed.

Lemma first_missing_spec fuel s v : forall v0, first_missing (count_up fuel v0) s = Some v ->
  vmem v s = false /\ forall u, v0 <= u < v -> vmem u s = true.
Proof.
  induction fuel as [|fuel IH]; intros v0; cbn [count_up first_missing]; [easy|].
  destruct (vmem v0 s) eqn:E.
  - intros H. destruct (IH _ H) as [A B]. split; [exact A|]. intros u Hu.
    destruct (N.eq_dec u v0) as [->|]; [exact E|apply B; lia].
  - intros H. injection H as ->. split; [exact E|]. lia.
Qed.

(** A row is right for heap [n], in the places from 0 to [h]. *)
Definition row_right (g : N -> N) (h : nat) (n : N) (r : row) : Prop :=
  forall j v, (j <= h)%nat -> In v (nth j r []) <-> part_value g j n v.

Section Right.
  Context (r : rules) (g : N -> N) (V : nim_values (game_of r) g) (P : proper (game_of r)) (E : forbids r <> Equal).
  Context (fuel : nat).

  Definition known_right (h : nat) (k : known) : Prop :=
    N.of_nat (length (latest k)) = next k /\ length (rows k) = length (latest k) /\
    (forall a, (a < length (latest k))%nat -> nth a (rev (latest k)) 0 = g (N.of_nat a)) /\
    (forall i, (i < length (rows k))%nat -> row_right g h (next k - 1 - N.of_nat i) (nth i (rows k) [])) /\
    exact (values k) g (next k).

  Lemma ban_allowed n o : ban (game_of r) n o = negb (allowed r n (N.of_nat (length o))).
  Proof.
    cbn [ban game_of]. unfold allowed. destruct (forbids r); [reflexivity|easy|]. rewrite negb_involutive.
    destruct o as [|a [|b [|c o]]].
    - symmetry. apply andb_false_r.
    - symmetry. apply andb_false_r.
    - symmetry. apply andb_true_r.
    - replace (N.of_nat _ =? 2) with false; [symmetry; apply andb_false_r|]. symmetry. apply N.eqb_neq. cbn [length].
      lia.
  Qed.

  Lemma options_by_parts n v : option_value (game_of r) g n v <->
    exists i j, N.testbit (nth i (digits r) 0) (N.of_nat j) = true /\ allowed r n (N.of_nat j) = true /\
                N.of_nat i <= n /\ part_value g j (n - N.of_nat i) v.
  Proof.
    split.
    - intros (o & (i & D & Q & S & B) & ->). rewrite ban_allowed in B. apply negb_false_iff in B.
      exists (N.to_nat i), (length o). cbn in D. split; [exact D|]. split; [exact B|]. split; [lia|].
      exists o. repeat split; [exact Q|lia].
    - intros (i & j & D & A & L & (o & <- & Q & B & ->)). exists o. split; [|reflexivity]. exists (N.of_nat i).
      unfold option_by. cbn [digit game_of]. rewrite Nat2N.id. split; [exact D|]. split; [exact Q|]. split; [lia|].
      rewrite ban_allowed, A. reflexivity.
  Qed.

  Lemma one_more_right h k k' : h = N.to_nat (most_heaps r) -> known_right h k ->
    one_more r h (count_up fuel 0) (Some k) = Some k' -> known_right h k' /\ next k' = next k + 1.
  Proof.
    intros Hh (Ln & Lr & Hv & Hr & Hx). cbn [one_more]. unfold row_right in Hr. rewrite <- rev_alt.
    set (n := next k) in *.
    set (parts := if Nat.leb h 1 then [] else _).
    assert (vs_length : S (length (tl (rev (latest k)))) = length (latest k) \/ latest k = []).
    { rewrite <- (rev_length (latest k)). destruct (rev (latest k)) as [|x l] eqn:R; [right|now left].
      apply (f_equal (@rev N)) in R. now rewrite rev_involutive in R. }
    assert (vs_right : forall a, (S a < length (latest k))%nat -> nth a (tl (rev (latest k))) 0 = g (N.of_nat (S a))).
    { intros a La. rewrite <- Hv by exact La. destruct (rev (latest k)); [now destruct a|reflexivity]. }
    assert (ws_right : forall a, (a < length (latest k))%nat -> nth a (latest k) 0 = g (n - 1 - N.of_nat a)).
    { intros a La. rewrite <- (rev_involutive (latest k)), rev_nth; rewrite rev_length; [|exact La].
      rewrite Hv by lia. f_equal. lia. }
    assert (parts_right : forall j v, (2 <= j <= h)%nat -> In v (nth (j - 2) parts []) <-> part_value g j n v).
    { intros [|[|[|j]]] v Hj; [lia|lia| |].
      - (* Two heaps: the smaller one first. *)
        unfold parts. destruct (Nat.leb_spec h 1); [lia|]. cbn [Nat.sub nth].
        rewrite velements_spec, pairs_spec, vmem_empty, part_value_S. split.
        + intros [|(i & A & B & _ & ->)]; [easy|]. exists (N.of_nat (S i)), (g (n - N.of_nat (S i))).
          assert (S i < length (latest k))%nat by (destruct vs_length as [|Z]; [lia|rewrite Z in B; cbn in B; lia]).
          split; [lia|]. split; [apply part_value_1; split; [lia|reflexivity]|].
          rewrite vs_right, ws_right by lia. do 2 f_equal. lia.
        + intros (a & u & La & Hu & ->). apply part_value_1 in Hu. destruct Hu as [_ ->]. right.
          assert (Lv : S (length (tl (rev (latest k)))) = length (latest k))
            by (destruct vs_length as [|Z]; [assumption|rewrite Z in Ln; cbn in Ln; lia]).
          assert (W : forall b, 1 <= b -> b + b <= n -> 1 <= n - b ->
            exists i, (i < length (tl (rev (latest k))))%nat /\ (i < length (latest k))%nat /\
                      (i + i < length (tl (rev (latest k))))%nat /\
                      N.lxor (g b) (g (n - b)) = N.lxor (nth i (tl (rev (latest k))) 0) (nth i (latest k) 0)).
          { intros b B1 B2 B3. exists (N.to_nat b - 1)%nat. split; [lia|]. split; [lia|]. split; [lia|].
            rewrite vs_right, ws_right by lia. f_equal; f_equal; lia. }
          destruct (N.le_ge_cases a (n - a)); [apply W; lia|].
          destruct (W (n - a)) as (i & A & B & C & E'); try lia. exists i. repeat split; try assumption.
          rewrite <- E', N.lxor_comm. do 2 f_equal. lia.
      - replace (S (S (S j)) - 2)%nat with (S j) by lia.
        unfold parts. destruct (Nat.leb_spec h 1); [lia|]. destruct (Nat.leb_spec h 2); [lia|]. cbn [nth].
        change (@nil N) with (velements vempty). rewrite map_nth, velements_spec, add_rows_spec, repeat_length.
        replace (nth j (repeat vempty (h - 2)) vempty) with vempty.
        2:{ symmetry. clear. revert j. induction (h - 2)%nat; intros [|m]; cbn; auto. }
        rewrite vmem_empty, part_value_S. split.
        + intros [|(_ & a & u & La & Hu & ->)]; [easy|].
          assert (S a < length (latest k))%nat
            by (destruct vs_length as [|Z]; [lia|rewrite Z in La; cbn in La; lia]).
          rewrite vs_right by lia. rewrite Hr in Hu by lia.
          exists (N.of_nat (S a)), u. split; [lia|]. split; [|reflexivity].
          replace (n - N.of_nat (S a)) with (n - 1 - N.of_nat a) by lia. exact Hu.
        + intros (a & u & La & Hu & ->). right. split; [lia|]. exists (N.to_nat a - 1)%nat, u.
          assert (Lv : S (length (tl (rev (latest k)))) = length (latest k))
            by (destruct vs_length as [|Z]; [assumption|rewrite Z in Ln; cbn in Ln; lia]).
          split; [lia|]. split; [|rewrite vs_right by lia; do 2 f_equal; lia].
          apply Hr; [lia|lia|]. replace (n - 1 - N.of_nat (N.to_nat a - 1)) with (n - a) by lia. exact Hu. }
    clearbody parts. set (none := if n =? 0 then [0] else []).
    assert (none_right : forall v, In v none <-> part_value g 0 n v).
    { intros v. rewrite part_value_0. unfold none. destruct (N.eqb_spec n 0); cbn; intuition. }
    clearbody none.
    destruct (first_missing _ _) as [v|] eqn:F; [|easy]. intros H. injection H as <-.
    apply first_missing_spec in F. destruct F as [F1 F2].
    assert (marks : forall u, vmem u (gather (digits r) (allowed r n) ((none :: [] :: parts) :: rows k) vempty) = true
      <->
                              option_value (game_of r) g n u).
    { intros u. rewrite gather_spec, vmem_empty, options_by_parts.
      assert (Hj : forall i j, N.testbit (nth i (digits r) 0) (N.of_nat j) = true -> (j <= h)%nat).
      { intros i j D. pose proof (most_heaps_spec r (N.of_nat i) (N.of_nat j)) as M. cbn in M. rewrite Nat2N.id in M.
        specialize (M D). lia. }
      assert (row_i : forall i j, N.testbit (nth i (digits r) 0) (N.of_nat j) = true ->
                In u (nth j (nth i ((none :: [] :: parts) :: rows k) []) []) <->
                N.of_nat i <= n /\ part_value g j (n - N.of_nat i) u).
      { intros [|i] j D.
        - cbn [nth]. rewrite N.sub_0_r. destruct P as [P0 P1]. cbn in P0, P1.
          destruct j as [|[|j]]; [cbn in D; congruence|cbn in D; congruence|]. cbn [nth].
          specialize (parts_right (S (S j)) u). replace (S (S j) - 2)%nat with j in parts_right by lia.
          rewrite parts_right by (specialize (Hj _ _ D); lia). intuition lia.
        - cbn [nth]. destruct (Compare_dec.le_lt_dec (length (rows k)) i) as [C|C].
          + rewrite (nth_overflow (rows k)) by exact C. split; [now destruct j|]. intros [L _]. lia.
          + rewrite Hr by (eauto; lia). replace (n - N.of_nat (S i)) with (n - 1 - N.of_nat i) by lia. intuition lia. }
      split.
      - intros [|(i & j & D & A & I)]; [easy|]. exists i, j. apply row_i in I; [|exact D]. tauto.
      - intros (i & j & D & A & I). right. exists i, j. rewrite row_i by exact D. tauto. }
    assert (Gv : g n = v).
    { apply (mex_unique (option_value (game_of r) g n)); [apply V|]. split.
      - rewrite <- marks. congruence.
      - intros u Hu. apply marks, F2. lia. }
    split; [|reflexivity]. unfold known_right. cbn [next latest rows values]. split; [cbn [length]; lia|].
    split; [cbn [length]; lia|]. split; [|split].
    - intros a La. cbn [rev length] in *. destruct (Nat.eq_dec a (length (latest k))) as [->|].
      + rewrite app_nth2, rev_length, Nat.sub_diag by (rewrite rev_length; lia). cbn. rewrite <- Gv. f_equal. lia.
      + rewrite app_nth1 by (rewrite rev_length; lia). apply Hv. lia.
    - intros [|i] Li.
      + replace (n + 1 - 1 - N.of_nat 0) with n by lia. cbn [nth]. intros j u Hj.
        destruct j as [|[|j]]; cbn [nth]; [apply none_right| |].
        * rewrite part_value_1. destruct (N.eqb_spec n 0); cbn; intuition (try lia; try congruence).
        * specialize (parts_right (S (S j)) u). replace (S (S j) - 2)%nat with j in parts_right by lia. apply
          parts_right. lia.
      + cbn [nth length] in *. replace (n + 1 - 1 - N.of_nat (S i)) with (n - 1 - N.of_nat i) by lia.
        intros j u Hj. apply Hr; lia.
    - apply exact_put; assumption.
  Qed.

  Theorem by_definition_right count t : by_definition r (count_up fuel 0) count = Some t -> exact t g count.
  Proof.
    unfold by_definition. set (h := N.to_nat (most_heaps r)).
    enough (A : forall c k, N.iter c (one_more r h (count_up fuel 0)) (Some nothing_known) = Some k ->
                            known_right h k /\ next k = c).
    { destruct (N.iter count _ _) as [k|] eqn:I; [|easy]. intros H. injection H as <-.
      destruct (A count k I) as [(_ & _ & _ & _ & X) <-]. exact X. }
    refine (N.peano_ind _ _ _).
    - cbn. intros k H. injection H as <-. split; [|reflexivity].
      repeat split; cbn in *; try lia. intros m. lia.
    - intros c IH k'. rewrite N.iter_succ.
      destruct (N.iter c _ _) as [k|]; [|easy]. intros H. destruct (IH k eq_refl) as [R <-].
      destruct (one_more_right h k k' eq_refl R H) as [R' ->]. split; [exact R'|lia].
  Qed.
End Right.
