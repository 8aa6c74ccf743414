(** Marks the values of the twin options of a heap: the values of all ways to leave some heaps, two of them twins. *)

From Grundy Require Export Twins Certificate.

(** All ways to pick one of a list, with the others. *)
Fixpoint picks (l : list N) : list (N * list N) :=
  match l with
  | [] => []
  | a :: l => (a, l) :: map (fun x => (fst x, a :: snd x)) (picks l)
  end.

(** How many of some heaps have [X >= 1]. *)
Definition count_large (X : N -> N) (l : list N) : nat := length (filter (fun a => 1 <=? X a) l).

Definition is_twin (F : N) (X : N -> N) (heaps : list N) : bool :=
  existsb (fun x => (F <=? fst x) &&
    existsb (fun y => (F <=? fst y) && (X (fst x) =? X (fst y)) && Nat.leb (count_large X (snd y)) 1) (picks (snd x)))
    (picks heaps).

(** Hands to [mark] the given heaps together with [j] more that have [rest] beans, each at least [low], in ascending
    order. *)
Fixpoint each_way (mark : list N -> vset -> vset) (j : nat) (rest low : N) (heaps : list N) (s : vset) : vset :=
  match j with
  | O => if rest =? 0 then mark heaps s else s
  | S O => if low <=? rest then mark (rest :: heaps) s else s
  | S j' => snd (N.iter (rest / N.of_nat j + 1 - low)
      (fun st => (fst st + 1, each_way mark j' (rest - fst st) (fst st) (fst st :: heaps) (snd st))) (low, s))
  end.

Definition mark_twins (f : N -> N) (F : N) (X : N -> N) (heaps : list N) (s : vset) : vset :=
  if is_twin F X heaps then vadd (xors f heaps) s else s.

(** The values of the twin options of heap [n] that leave one of the given numbers of heaps, when heaps have the values
    [f]. *)
Definition twin_marks (r : rules) (f : N -> N) (F : N) (X : N -> N) (n : N) (numbers : list nat) : vset :=
  fold_right (fun j s =>
    fold_right (fun i s => if i <=? n then each_way (mark_twins f F X) j (n - i) 1 [] s else s) s
      (removals r (N.of_nat j))) vempty numbers.

Lemma picks_spec l a others : In (a, others) (picks l) -> Permutation l (a :: others).
Proof.
  revert others. induction l as [|b l IH]; intros others H; [easy|]. cbn in H. destruct H as [E|H].
  - injection E as -> ->. reflexivity.
  - apply in_map_iff in H. destruct H as ((c & rest) & E & I). cbn in E. injection E as -> <-.
    rewrite (IH rest I). apply perm_swap.
Qed.

Lemma is_twin_spec F X heaps : is_twin F X heaps = true -> twin_option F X heaps.
Proof.
  unfold is_twin. intros H. apply existsb_exists in H. destruct H as ((b & l) & I & H). cbn [fst snd] in H.
  apply andb_true_iff in H. destruct H as [Fb H]. apply existsb_exists in H. destruct H as ((c & others) & J & H).
  cbn [fst snd] in H. rewrite !andb_true_iff in H. destruct H as [[Fc E] L].
  exists b, c, others. apply picks_spec in I, J. split; [now rewrite I, J|].
  split; [now apply N.leb_le|]. split; [now apply N.leb_le|]. split; [now apply N.eqb_eq|].
  now apply PeanoNat.Nat.leb_le.
Qed.

Section Ways.
Context (mark : list N -> vset -> vset) (J : nat) (R : N) (Q : N -> Prop).
Context (good : forall o s, length o = J -> Forall (N.lt 0) o -> beans o = R ->
  (forall v, vmem v s = true -> Q v) -> forall v, vmem v (mark o s) = true -> Q v).

(** Whatever is marked comes from some [J] heaps, none empty, with [R] beans together. *)
Lemma each_way_right j : forall rest low heaps s,
  (j + length heaps = J)%nat -> Forall (N.lt 0) heaps -> 1 <= low -> rest + beans heaps = R ->
  (forall v, vmem v s = true -> Q v) -> forall v, vmem v (each_way mark j rest low heaps s) = true -> Q v.
Proof.
  induction j as [|[|j] IH]; intros rest low heaps s L P Low B S.
  - cbn. destruct (N.eqb_spec rest 0) as [->|]; [|exact S]. apply good; [exact L|exact P|exact B|exact S].
  - cbn. destruct (N.leb_spec low rest); [|exact S].
    apply good; [exact L|constructor; [lia|exact P]|rewrite beans_cons; lia|exact S].
  - set (j' := Datatypes.S j) in *. change (each_way mark (Datatypes.S j') rest low heaps s) with
      (snd (N.iter (rest / N.of_nat (Datatypes.S j') + 1 - low)
        (fun st => (fst st + 1, each_way mark j' (rest - fst st) (fst st) (fst st :: heaps) (snd st))) (low, s))).
    set (round := fun st : N * vset => _).
    assert (A : forall c, c <= rest + 1 - low -> fst (N.iter c round (low, s)) = low + c /\
                          forall v, vmem v (snd (N.iter c round (low, s))) = true -> Q v).
    { refine (N.peano_ind _ _ _); [intros _; cbn; split; [lia|exact S]|]. intros c IHc Hc. rewrite N.iter_succ.
      destruct (IHc ltac:(lia)) as [E T]. destruct (N.iter c round (low, s)) as [a s']. cbn [fst snd] in *. subst a.
      unfold round. cbn [fst snd]. split; [lia|].
      apply IH; [cbn [length]; lia|constructor; [lia|exact P]|lia|rewrite beans_cons; lia|exact T]. }
    apply A. assert (D : rest / N.of_nat (Datatypes.S j') <= rest) by (apply N.div_le_upper_bound; nia). lia.
Qed.
End Ways.

(** What is marked is the value of a twin option. *)
Lemma twin_marks_right r f F X n numbers : forbids r = Nothing ->
  forall v, vmem v (twin_marks r f F X n numbers) = true -> twin_value (game_of r) f F X n v.
Proof.
  intros NB. induction numbers as [|j js IH]; intros v; cbn [twin_marks fold_right]; [now rewrite vmem_empty|].
  change (fold_right _ vempty js) with (twin_marks r f F X n js).
  assert (M : forall i, In i (removals r (N.of_nat j)) -> N.testbit (digit (game_of r) i) (N.of_nat j) = true)
    by (intros i; apply removals_spec).
  revert v. induction (removals r (N.of_nat j)) as [|i is IHi]; cbn [fold_right]; [exact IH|].
  specialize (IHi (fun i' I => M i' (or_intror I))). destruct (N.leb_spec i n) as [L|L]; [|exact IHi].
  apply (each_way_right (mark_twins f F X) j (n - i)); [|cbn; lia|constructor|lia|cbn; lia|exact IHi].
  intros o s Lo P B S v. unfold mark_twins. destruct (is_twin F X o) eqn:T; [|apply S]. rewrite vmem_add.
  intros [->|H]; [|now apply S]. exists o. split; [|split; [now apply is_twin_spec|reflexivity]].
  exists i. split; [rewrite Lo; apply M; now left|]. split; [exact P|]. split; [lia|]. cbn. now rewrite NB.
Qed.
