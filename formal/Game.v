(** Games on heaps.

    The book: a code is [d0.d1d2d3…]; bit [j] of digit [d_i] allows to remove [i] beans from a heap and leave the rest
    as exactly [j] non-empty heaps. A game may forbid some of these options, as Grundy's game forbids to leave two equal
    heaps. A code without end is a code like any other here: [digit] speaks of every [i]. *)

From Grundy Require Export Numbers.

Record game := {
  digit : N -> N;
  ban : N -> list N -> bool;
}.

(** The heaps [o] are an option of a heap of [n]: the move removes [i] beans and leaves [length o] heaps, none of them
    empty. *)
Definition option_by (G : game) (i n : N) (o : list N) : Prop :=
  N.testbit (digit G i) (N.of_nat (length o)) = true /\ Forall (N.lt 0) o /\ i + beans o = n /\ ban G n o = false.

Definition is_option (G : game) (n : N) (o : list N) : Prop := exists i, option_by G i n o.

(** Digit [d0] may not contain bit 0 or 1: no move does nothing. *)
Definition proper (G : game) : Prop := N.testbit (digit G 0) 0 = false /\ N.testbit (digit G 0) 1 = false.

(** The least number that is not in a set. *)
Definition mex (S : N -> Prop) (v : N) : Prop := ~ S v /\ forall u, u < v -> S u.

(** The values of the options of [n], when heaps have the values [g]: a sum of heaps has the xor of their values. *)
Definition option_value (G : game) (g : N -> N) (n v : N) : Prop := exists o, is_option G n o /\ v = xors g o.

(** Nim-values: [g n] is the mex of the values of the options of [n]. *)
Definition nim_values (G : game) (g : N -> N) : Prop := forall n, mex (option_value G g n) (g n).

Lemma part_le heaps a : In a heaps -> a <= beans heaps.
Proof. induction heaps as [|b heaps IH]; [easy|]. rewrite beans_cons. intros [->|H]; [lia|]. specialize (IH H). lia.
Qed.

(** The heaps of an option are smaller than the heap. *)
Lemma option_smaller G n o a : proper G -> is_option G n o -> In a o -> a < n.
Proof.
  intros [H0 H1] (i & D & P & S & _) Ha. pose proof (part_le _ _ Ha).
  destruct (N.eq_dec i 0) as [->|]; [|lia].
  destruct o as [|x [|y o]]; cbn [length N.of_nat] in D; [easy|cbn in D; congruence|].
  rewrite !beans_cons in *. inversion_clear P as [|? ? Hx P']. inversion_clear P' as [|? ? Hy _].
  destruct Ha as [->|[->|Ha]]; [lia|lia|]. pose proof (part_le _ _ Ha). lia.
Qed.

Lemma mex_unique S v w : mex S v -> mex S w -> v = w.
Proof.
  intros [Nv Bv] [Nw Bw].
  destruct (N.lt_trichotomy v w) as [L|[E|L]]; [destruct (Nv (Bw _ L))|exact E|destruct (Nw (Bv _ L))].
Qed.

(** Equal sets of values have the same mex. *)
Lemma mex_ext S T v : (forall u, S u <-> T u) -> mex S v -> mex T v.
Proof. intros E [Nv Bv]. split; [rewrite <- E; exact Nv|]. intros u L. apply E, Bv, L. Qed.

(** Equal sets of option values give equal values. *)
Theorem equal_options_equal_values G g n m :
  nim_values G g -> (forall v, option_value G g n v <-> option_value G g m v) -> g n = g m.
Proof. intros H E. apply (mex_unique (option_value G g m)); [apply (mex_ext _ _ _ E), H|apply H]. Qed.

(** At most one function gives the nim-values. *)
Theorem nim_values_unique G f g : proper G -> nim_values G f -> nim_values G g -> forall n, f n = g n.
Proof.
  intros P Hf Hg. apply strong_induction. intros n IH.
  apply (mex_unique (option_value G g n)); [|apply Hg].
  apply (mex_ext (option_value G f n)); [|apply Hf].
  intros v. split; intros (o & Ho & ->); exists o; (split; [exact Ho|]);
    apply xors_ext; intros a Ha; [|symmetry]; apply IH, (option_smaller G n o a P Ho Ha).
Qed.
