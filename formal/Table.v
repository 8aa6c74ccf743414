(** What the checker computes with: a table of values, sets of values, and a question asked of each heap in a row. All
    of it is made of binary numbers and binary trees, so that nothing but this text has to be trusted. *)

From Coq Require Import FMapPositive MSetPositive.
From Grundy Require Export Numbers.

Definition table := PositiveMap.t N.

(** The value of heap [n]; 0 where the table has none. *)
Definition at_heap (t : table) (n : N) : N :=
  match PositiveMap.find (N.succ_pos n) t with Some v => v | None => 0 end.

Definition put (n v : N) (t : table) : table := PositiveMap.add (N.succ_pos n) v t.

Definition no_values : table := PositiveMap.empty N.

Lemma succ_pos_inj a b : N.succ_pos a = N.succ_pos b -> a = b.
Proof. intros H. apply N.succ_inj. rewrite <- !N.succ_pos_spec. now f_equal. Qed.

Lemma at_put n v t m : at_heap (put n v t) m = if m =? n then v else at_heap t m.
Proof.
  unfold at_heap, put. destruct (N.eqb_spec m n) as [->|E]; [now rewrite PositiveMap.gss|].
  rewrite PositiveMap.gso; [reflexivity|]. intros H. apply E, succ_pos_inj, H.
Qed.

(** The table has the values of all heaps below [n]. *)
Definition exact (t : table) (g : N -> N) (n : N) : Prop := forall m, m < n -> at_heap t m = g m.

Lemma exact_put t g n v : exact t g n -> g n = v -> exact (put n v t) g (n + 1).
Proof. intros H E m Hm. rewrite at_put. destruct (N.eqb_spec m n) as [->|]; [now symmetry|apply H; lia]. Qed.

(** Sets of values. *)
Definition vset := PositiveSet.t.
Definition vempty : vset := PositiveSet.empty.
Definition vmem (v : N) (s : vset) : bool := PositiveSet.mem (N.succ_pos v) s.
Definition vadd (v : N) (s : vset) : vset :=
  let k := N.succ_pos v in if PositiveSet.mem k s then s else PositiveSet.add k s.
Definition velements (s : vset) : list N := map Pos.pred_N (PositiveSet.elements s).

Lemma vmem_empty v : vmem v vempty = false.
Proof. apply not_true_iff_false. intros H. apply PositiveSet.mem_spec in H. now apply PositiveSet.empty_spec in H. Qed.

Lemma vmem_add v u s : vmem v (vadd u s) = true <-> v = u \/ vmem v s = true.
Proof.
  unfold vmem, vadd. cbv zeta. destruct (PositiveSet.mem (N.succ_pos u) s) eqn:M.
  - split; [now right|]. intros [->|H]; assumption.
  - rewrite !PositiveSet.mem_spec, PositiveSet.add_spec. split.
    + intros [H|H]; [left; apply succ_pos_inj, H|now right].
    + intros [->|H]; [now left|now right].
Qed.

Lemma velements_spec v s : In v (velements s) <-> vmem v s = true.
Proof.
  unfold velements, vmem. rewrite in_map_iff, PositiveSet.mem_spec, <- PositiveSet.elements_spec1. split.
  - intros (k & <- & H). apply SetoidList.InA_alt. exists k. split; [|exact H].
    enough (E : N.pos (N.succ_pos (Pos.pred_N k)) = N.pos k) by (injection E; trivial).
    rewrite N.succ_pos_spec, N.pos_pred_spec. lia.
  - intros H. apply SetoidList.InA_alt in H. destruct H as (k & E & H). exists k. split; [|exact H].
    rewrite <- E. apply N.pos_pred_succ.
Qed.

(** Whether [f] says yes to all heaps [from <= n < from + count]. *)
Definition all_heaps (from count : N) (f : N -> bool) : bool :=
  snd (N.iter count (fun st => (fst st + 1, snd st && f (fst st))) (from, true)).

Lemma all_heaps_spec from count f : all_heaps from count f = true -> forall n, from <= n < from + count -> f n = true.
Proof.
  unfold all_heaps. pose (run := fun c => N.iter c (fun st => (fst st + 1, snd st && f (fst st))) (from, true)).
  enough (A : forall c, fst (run c) = from + c /\ (snd (run c) = true -> forall n, from <= n < from + c -> f n = true))
    by apply A.
  refine (N.peano_ind _ _ _).
  - split; [cbn; lia|]. intros _ n Hn. lia.
  - intros c [IH1 IH2]. unfold run in *. rewrite N.iter_succ. cbn [fst snd]. rewrite IH1. split; [lia|].
    intros H. apply andb_true_iff in H. destruct H as [H1 H2]. intros n Hn.
    destruct (N.eq_dec n (from + c)) as [->|]; [exact H2|apply IH2; [exact H1|lia]].
Qed.
