(** The sparse theorem: games whose moves leave at most two heaps, with a good sparse space. *)

From Grundy Require Export Classical.

(** A sparse space: a mask [m], heap parity [pi], and the class [kappa] of the commons. *)
Record space := { space_mask : N; pi : bool; kappa : bool }.

(** The class of value [v] at heap [n] is [parity(m & v) + pi n] modulo 2. *)
Definition class (s : space) (n v : N) : bool := xorb (parity (N.land (space_mask s) v)) (pi s && N.odd n).

(** The value [v] is common at [n] when its class is [kappa], else rare; a heap is common or rare as its value is. *)
Definition common (s : space) (n v : N) : Prop := class s n v = kappa s.

(** [kappa + pi i] is odd for each removal [i] after which a heap may be split. *)
Definition good_space (G : game) (s : space) : Prop :=
  forall i, N.testbit (digit G i) 2 = true -> xorb (kappa s) (pi s && N.odd i) = true.

(** What the theorem asks of a game. Heaps of at most [k] may have bans of their own; larger ones may be forbidden only
    to leave two equal heaps. A ban does not look at the order of two heaps. *)
Record octal (G : game) (k : N) : Prop := {
  octal_proper : proper G;
  octal_removes : removes_at_most G k;
  octal_leaves : leaves_at_most G 2;
  octal_swap : forall n a b, ban G n [a; b] = ban G n [b; a];
  octal_ban : forall n o, k < n -> ban G n o = true -> exists a, o = [a; a];
}.

(** The value [v] is that of an option of [n] that leaves at most one heap. *)
Definition single (G : game) (g : N -> N) (n v : N) : Prop :=
  exists o, is_option G n o /\ (length o <= 1)%nat /\ v = xors g o.

(** The value [v] is that of a split of [n] with a part [a] in the set [A]. *)
Definition split_with (G : game) (g : N -> N) (A : N -> Prop) (n v : N) : Prop :=
  exists a b, is_option G n [a; b] /\ A a /\ v = N.lxor (g a) (g b).

(** Excluded by an option of one heap or by a split with a part in [A]. *)
Definition excluded (G : game) (g : N -> N) (A : N -> Prop) (n v : N) : Prop :=
  single G g n v \/ split_with G g A n v.

(** [c(n)]: the least value common at [n] that is not excluded by an option of one heap or a split with a part [a] in
    [A]. *)
Definition candidate (G : game) (s : space) (g : N -> N) (A : N -> Prop) (n c : N) : Prop :=
  common s n c /\ ~ excluded G g A n c /\ forall v, v < c -> common s n v -> excluded G g A n v.

(** The leftovers of [n] are the rare values below [c(n)]. *)
Definition leftover (G : game) (s : space) (g : N -> N) (A : N -> Prop) (n v : N) : Prop :=
  ~ common s n v /\ exists c, candidate G s g A n c /\ v < c.

(** The parts [1 <= a <= d]. *)
Definition up_to (d a : N) : Prop := 1 <= a <= d.

Lemma common_dec s n v : {common s n v} + {~ common s n v}.
Proof. unfold common. apply bool_dec. Qed.

(** The class of the value of a split: [class(a) + class(b) + pi i]. *)
Lemma class_split s g i a b :
  class s (i + (a + b)) (N.lxor (g a) (g b)) = xorb (xorb (class s a (g a)) (class s b (g b))) (pi s && N.odd i).
Proof.
  unfold class. rewrite land_lxor, parity_lxor, !N.odd_add.
  destruct (parity (N.land (space_mask s) (g a))), (parity (N.land (space_mask s) (g b))), (pi s), (N.odd a), (N.odd
    b), (N.odd i);
    reflexivity.
Qed.

(** The class of a value depends on the heap only by its parity, and that only if [pi = 1]. *)
Lemma common_shift s n p v : (pi s = true -> N.odd p = false) -> common s (n + p) v <-> common s n v.
Proof.
  intros E. unfold common, class. rewrite N.odd_add. destruct (pi s); [|reflexivity].
  rewrite (E eq_refl), xorb_false_r. reflexivity.
Qed.

Section Octal.
  Context (G : game) (s : space) (g : N -> N) (k : N).
  Context (O : octal G k) (V : nim_values G g) (Sp : good_space G s).

  Lemma two_heaps n a b : is_option G n [a; b] ->
    exists i, i <= k /\ N.testbit (digit G i) 2 = true /\ 1 <= a /\ 1 <= b /\ i + (a + b) = n /\ ban G n [a; b] = false.
  Proof.
    intros (i & H). exists i. split; [exact (option_removes G k i n _ (octal_removes _ _ O) H)|].
    destruct H as (D & P & S & B). inversion_clear P as [|? ? A P']. inversion_clear P' as [|? ? B' _].
    cbn in D, S. repeat split; try assumption; lia.
  Qed.

  Lemma make_split n i a b : N.testbit (digit G i) 2 = true -> 1 <= a -> 1 <= b -> i + (a + b) = n ->
    ban G n [a; b] = false -> is_option G n [a; b].
  Proof.
    intros D A B S F. exists i. split; [exact D|]. split; [repeat constructor; lia|]. split; [cbn; lia|exact F].
  Qed.

  Lemma swap_split n a b : is_option G n [a; b] -> is_option G n [b; a].
  Proof.
    intros H. destruct (two_heaps n a b H) as (i & _ & D & A & B & S & F).
    apply (make_split n i); try assumption; [lia|]. now rewrite <- (octal_swap _ _ O).
  Qed.

  (** A split has a common value exactly when one part is common and the other rare. *)
  Theorem common_split n a b : is_option G n [a; b] ->
    (common s n (N.lxor (g a) (g b)) <-> (common s a (g a) <-> ~ common s b (g b))).
  Proof.
    intros H. destruct (two_heaps n a b H) as (i & _ & D & _ & _ & <- & _). specialize (Sp i D).
    unfold common. rewrite class_split.
    destruct (class s a (g a)), (class s b (g b)), (pi s && N.odd i), (kappa s); cbn in *; intuition congruence.
  Qed.

  (** Every option leaves at most one heap, or is a split. *)
  Lemma option_value_cases n v : option_value G g n v <-> single G g n v \/ split_with G g (fun _ => True) n v.
  Proof.
    split.
    - intros (o & Ho & ->). destruct o as [|a [|b [|c o]]].
      + left. exists []. split; [exact Ho|]. split; [cbn; lia|reflexivity].
      + left. exists [a]. split; [exact Ho|]. split; [cbn; lia|reflexivity].
      + right. exists a, b. split; [exact Ho|]. split; [exact I|apply xors_two].
      + destruct Ho as (i & D & _). apply (octal_leaves _ _ O) in D. cbn [length] in D. lia.
    - intros [(o & Ho & _ & ->)|(a & b & Ho & _ & ->)]; [now exists o|exists [a; b]].
      split; [exact Ho|symmetry; apply xors_two].
  Qed.

  Lemma excluded_option A n v : excluded G g A n v -> option_value G g n v.
  Proof.
    intros [E|(a & b & H & _ & E)]; apply option_value_cases; [now left|right]. exists a, b. now repeat split.
  Qed.

  (** If all rare heaps below [n] are in [A], then no other option of [n] has a common value. *)
  Lemma common_excluded (A : N -> Prop) n v :
    (forall a, 1 <= a < n -> ~ common s a (g a) -> A a) ->
    common s n v -> option_value G g n v -> excluded G g A n v.
  Proof.
    intros R C H. apply option_value_cases in H. destruct H as [H|(a & b & H & _ & ->)]; [now left|right].
    pose proof (two_heaps n a b H) as (i & _ & _ & A1 & B1 & S & _).
    assert (La : a < n) by (apply (option_smaller G n [a; b] a (octal_proper _ _ O) H); now left).
    assert (Lb : b < n) by (apply (option_smaller G n [a; b] b (octal_proper _ _ O) H); right; now left).
    apply common_split in C; [|exact H].
    destruct (common_dec s a (g a)) as [Ca|Ca].
    - exists b, a. split; [now apply swap_split|]. split; [apply R; [lia|now apply C]|apply N.lxor_comm].
    - exists a, b. split; [exact H|]. split; [apply R; [lia|exact Ca]|reflexivity].
  Qed.

  (** A common heap has the value [c(n)]. *)
  Lemma common_candidate (A : N -> Prop) n :
    (forall a, 1 <= a < n -> ~ common s a (g a) -> A a) ->
    common s n (g n) -> candidate G s g A n (g n).
  Proof.
    intros R C. destruct (V n) as [X L]. split; [exact C|]. split.
    - intros H. apply X, (excluded_option A), H.
    - intros v Hv Cv. apply (common_excluded A n v R Cv), L, Hv.
  Qed.

  (** When every leftover is the value of an option, [G(n) = c(n)]. *)
  Lemma candidate_value (A : N -> Prop) n c :
    (forall a, 1 <= a < n -> ~ common s a (g a) -> A a) ->
    candidate G s g A n c -> (forall v, v < c -> ~ common s n v -> option_value G g n v) -> g n = c.
  Proof.
    intros R (C & X & L) F. apply (mex_unique (option_value G g n)); [apply V|]. split.
    - intros H. apply X, (common_excluded A n c R C H).
    - intros v Hv. destruct (common_dec s n v) as [Cv|Cv]; [|now apply F].
      apply (excluded_option A), L; assumption.
  Qed.

  (** Else [G(n)] is the least leftover that is not, and [n] is rare. *)
  Lemma leftover_value (A : N -> Prop) n c v :
    candidate G s g A n c -> v < c -> ~ option_value G g n v ->
    (forall u, u < v -> ~ common s n u -> option_value G g n u) -> g n = v.
  Proof.
    intros (_ & _ & L) Hv X F. apply (mex_unique (option_value G g n)); [apply V|]. split; [exact X|].
    intros u Hu. destruct (common_dec s n u) as [Cu|Cu]; [|now apply F]. apply (excluded_option A), L; [lia|exact Cu].
  Qed.

  Lemma candidate_unique A n c c' : candidate G s g A n c -> candidate G s g A n c' -> c = c'.
  Proof.
    intros (C & X & L) (C' & X' & L'). destruct (N.lt_trichotomy c c') as [H|[H|H]]; [|exact H|].
    - destruct (X (L' _ H C)).
    - destruct (X' (L _ H C')).
  Qed.
End Octal.
