(** Values one after the other by means of a sparse space: the candidate [c(n)], then the leftovers below it, which must
    be excluded by splits. In the head all splits are tried, and a leftover that stays makes the heap rare; later only
    splits with a part of at most [D] are tried, and no leftover may stay. *)

From Coq Require Import PeanoNat.
From Grundy Require Export Certificate.

(** The first unmarked value whose parity under the mask is [want], and the unmarked values of the other parity below
    it. *)
Fixpoint scan (classes : list (N * bool)) (want : bool) (marks : vset) : option (N * list N) :=
  match classes with
  | [] => None
  | (v, c) :: classes =>
      if vmem v marks then scan classes want marks
      else if eqb c want then Some (v, [])
      else match scan classes want marks with Some (c, open) => Some (c, v :: open) | None => None end
  end.

(** All values below a bound, with their parity under the mask. *)
Fixpoint classes_of (m : N) (fuel : nat) (v : N) : list (N * bool) :=
  match fuel with O => [] | S fuel => (v, parity (N.land m v)) :: classes_of m fuel (v + 1) end.

Section Steps.
  Context (G : game) (takes singles breaks : list N) (s : space) (classes : list (N * bool)) (fuel : nat).

  (** The values of the options that leave at most one heap, and of the splits with a rare part. *)
  Definition mark_takes (n : N) (marks : vset) : vset :=
    fold_right (fun i m => if (n =? i) && negb (ban G n []) then vadd 0 m else m) marks takes.

  Definition mark_singles (t : table) (n : N) (marks : vset) : vset :=
    fold_right (fun i m => if (i <? n) && negb (ban G n [n - i]) then vadd (at_heap t (n - i)) m else m) marks singles.

  Definition mark_rest (t : table) (found : list (N * N)) (n rest : N) (marks : vset) : vset :=
    fold_right (fun x m => let b := rest - fst x in
                           if (0 <? b) && negb (ban G n [fst x; b]) then vadd (N.lxor (snd x) (at_heap t b)) m else m)
               marks found.

  Definition mark_splits (t : table) (found : list (N * N)) (n : N) (marks : vset) : vset :=
    fold_right (fun i m => if i <? n then mark_rest t found n (n - i) m else m) marks breaks.

  (** Drops from [open] the values of splits of [n] with [a] as the smaller part. *)
  Definition drop (t : table) (n a : N) (open : list N) : list N :=
    let u := at_heap t a in
    fold_right (fun i open =>
      let b := n - i - a in
      if (a <=? b) && negb (ban G n [a; b])
      then let v := N.lxor u (at_heap t b) in filter (fun x => negb (x =? v)) open
      else open) open breaks.

  (** The leftovers that no split with a smaller part from [a] to [limit] excludes. *)
  Fixpoint search (fuel : nat) (t : table) (n a limit : N) (open : list N) : option (list N) :=
    match open with
    | [] => Some []
    | _ => if limit <? a then Some open
           else match fuel with O => None | S fuel => search fuel t n (a + 1) limit (drop t n a open) end
    end.

  (** Where the run stands: the next heap, the values before it, the rares found and those that are still awaited. *)
  Record run := { heap : N; values : table; found : list (N * N); awaited : list (N * N) }.

  Definition settle (in_head : bool) (st : run) (c : N) (open : list N) : option run :=
    let n := heap st in
    match open with
    | [] => Some {| heap := n + 1; values := put n c (values st); found := found st; awaited := awaited st |}
    | x :: l =>
        let v := fold_right N.min x l in
        match awaited st with
        | (a, u) :: more =>
            if in_head && (a =? n) && (u =? v)
            then Some {| heap := n + 1; values := put n v (values st); found := (n, v) :: found st; awaited := more |}
            else None
        | [] => None
        end
    end.

  (** One heap more. [depth = None] in the head. *)
  Definition step (depth : option N) (st : option run) : option run :=
    match st with
    | None => None
    | Some st =>
        let n := heap st in
        let t := values st in
        let marks := mark_splits t (found st) n (mark_singles t n (mark_takes n vempty)) in
        match scan classes (xorb (kappa s) (pi s && N.odd n)) marks with
        | None => None
        | Some (c, open) =>
            let limit := match depth with Some d => d | None => N.div2 n end in
            match search fuel t n 1 limit open with
            | None => None
            | Some open => settle (match depth with None => true | Some _ => false end) st c open
            end
        end
    end.
End Steps.

Definition start (awaited : list (N * N)) : run :=
  {| heap := 1; values := put 0 0 no_values; found := []; awaited := awaited |}.
