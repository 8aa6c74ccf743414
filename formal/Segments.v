(** The sparse theorem in segments: a long proof falls into pieces that know nothing of each other but a window of [w =
    L + k] values. *)

From Grundy Require Export SparsePeriod.

Section Segments.
  Context (G : game) (s : space) (g : N -> N) (k L D : N).
  Context (O : octal G k) (V : nim_values G g) (Sp : good_space G s).

  (** In a segment a small part has its value from the head, which is exact; the other part, or a heap alone, has its
      value [f] from the segment. *)
  Definition excluded_by (f : N -> N) (A : N -> Prop) (n v : N) : Prop :=
    single G f n v \/ exists a b, is_option G n [a; b] /\ A a /\ v = N.lxor (g a) (f b).

  Definition candidate_by (f : N -> N) (n c : N) : Prop :=
    common s n c /\ ~ excluded_by f (up_to L) n c /\ forall v, v < c -> common s n v -> excluded_by f (up_to L) n v.

  (** A segment from [start] to [stop] speculates, that is, sets [G = c], from its window up to [stop + D + k]; and it
      shows for [start + D + k <= n < stop + D + k] that each leftover is excluded by an option of one heap or a split
      with a part of at most [D]. *)
  Definition segment_holds (start stop : N) (f : N -> N) : Prop :=
    (forall n, start <= n < stop + D + k -> candidate_by f n (f n)) /\
    (forall n v, start + D + k <= n < stop + D + k -> v < f n -> ~ common s n v -> excluded_by f (up_to D) n v).

  (** Segments one after the other, from a window at [start] to the end: each begins with the window that the one
      before has at its end. *)
  Fixpoint chain (start : N) (window : N -> N) (l : list (N * (N -> N))) (stop : N) : Prop :=
    match l with
    | [] => start = stop
    | (next, f) :: l =>
        start <= next /\ (forall n, start <= n + (L + k) -> n < start -> f n = window n) /\
        segment_holds start next f /\ chain next f l stop
    end.

  (** Values of options look at heaps that are not far below [n], and at the head. *)
  Lemma excluded_same f d n v : k < n -> (forall b, n <= b + k + d -> b < n -> f b = g b) ->
    excluded_by f (up_to d) n v <-> excluded G g (up_to d) n v.
  Proof.
    intros K W. unfold excluded_by, excluded.
    assert (E : forall v, single G f n v <-> single G g n v).
    { intros u. split; intros (o & Ho & Lo & ->); exists o; (split; [exact Ho|]); (split; [exact Lo|]);
        apply xors_ext; intros b Hb; [|symmetry]; (apply W; [|exact (option_smaller G n o b (octal_proper _ _ O) Ho
          Hb)]);
        destruct Ho as (i & Ho); pose proof (option_removes G k i n o (octal_removes _ _ O) Ho); destruct Ho as (_ & _
          & S & _);
        (destruct o as [|x [|y o]]; [easy| |cbn in Lo; lia]); destruct Hb as [<-|[]]; cbn in S; lia. }
    assert (F : forall a b, is_option G n [a; b] -> up_to d a -> f b = g b).
    { intros a b Ho [_ Ha]. destruct (two_heaps G k O n a b Ho) as (i & Hi & _ & A1 & B1 & S & _).
      apply W; [lia|]. apply (option_smaller G n [a; b] b (octal_proper _ _ O) Ho). right. now left. }
    rewrite E. split; (intros [H|(a & b & Ho & A & ->)]; [now left|right]); exists a, b;
      rewrite (F a b Ho A); (split; [exact Ho|split; [exact A|reflexivity]]).
  Qed.

  (** By induction over the heaps the values of a segment are exact. *)
  Lemma segment start stop f :
    L + 1 + (L + k) <= start -> start <= stop ->
    (forall n, L < n < start + D + k -> common s n (g n)) ->
    (forall n, start <= n + (L + k) -> n < start -> f n = g n) ->
    segment_holds start stop f ->
    forall n, start <= n + (L + k) -> n < stop + D + k ->
      f n = g n /\ (L < n -> common s n (g n)) /\
      (start + D + k <= n -> forall v, v < g n -> ~ common s n v -> excluded G g (up_to D) n v).
  Proof.
    intros HL Hs known window [spec left].
    refine (strong_induction _ _). intros n IH Hn Hn'.
    destruct (N.lt_ge_cases n start) as [C|C].
    { split; [now apply window|]. split; [intros; apply known; lia|lia]. }
    assert (same : forall b, start <= b + (L + k) -> b < n -> f b = g b) by (intros b B1 B2; apply IH; lia).
    assert (commons : forall x, L < x < n -> common s x (g x)).
    { intros x Hx. destruct (N.lt_ge_cases x start); [apply known; lia|apply IH; lia]. }
    assert (rares : forall a, 1 <= a < n -> ~ common s a (g a) -> up_to L a).
    { intros a Ha R. split; [lia|]. destruct (N.le_gt_cases a L); [assumption|]. destruct R. apply commons. lia. }
    destruct (spec n ltac:(lia)) as (T1 & T2 & T3).
    assert (near : forall v, excluded_by f (up_to L) n v <-> excluded G g (up_to L) n v).
    { intros v. apply excluded_same; [lia|]. intros b B1 B2. apply same; lia. }
    assert (cand : candidate G s g (up_to L) n (f n)).
    { split; [exact T1|]. split; [now rewrite <- near|]. intros v Hv Cv. now apply near, T3. }
    destruct (N.lt_ge_cases n (start + D + k)) as [E|E].
    - assert (Cn : common s n (g n)) by (apply known; lia).
      split; [|split; [intros; exact Cn|lia]].
      apply (candidate_unique G s g (up_to L) n); [exact cand|].
      exact (common_candidate G s g k O V Sp (up_to L) n rares Cn).
    - assert (deep : forall v, v < f n -> ~ common s n v -> excluded G g (up_to D) n v).
      { intros v Hv Rv. apply (excluded_same f D n v); [lia| |apply left; [lia|exact Hv|exact Rv]].
        intros b B1 B2. apply same; lia. }
      assert (Eq : g n = f n).
      { apply (candidate_value G s g k O V Sp (up_to L) n (f n) rares cand).
        intros v Hv Rv. apply (excluded_option G g k O (up_to D)). now apply deep. }
      split; [now symmetry|]. rewrite Eq. split; [intros; exact T1|]. intros _ v Hv Rv. now apply deep.
  Qed.

  (** The head is common after [L] and the segments hold: then everything is common up to the end, and leftovers are
      excluded within depth [D]. *)
  Lemma segments l : forall start stop window,
    L + 1 + (L + k) <= start ->
    (forall n, L < n < start + D + k -> common s n (g n)) ->
    (forall n, start <= n + (L + k) -> n < start -> window n = g n) ->
    chain start window l stop ->
    (forall n, L < n < stop + D + k -> common s n (g n)) /\
    (forall n v, start + D + k <= n < stop + D + k -> v < g n -> ~ common s n v -> excluded G g (up_to D) n v).
  Proof.
    induction l as [|[next f] l IH]; intros start stop window HL known W C.
    - cbn in C. subst stop. split; [exact known|lia].
    - destruct C as (Hs & Wf & Hold & C).
      assert (one := segment start next f HL Hs known (fun n A B => eq_trans (Wf n A B) (W n A B)) Hold).
      destruct (IH next stop f) as [A B]; [lia| | |exact C|].
      + intros n Hn. destruct (N.lt_ge_cases n start); [apply known; lia|apply one; lia].
      + intros n A B. destruct (N.lt_ge_cases n start); [|apply one; lia].
        apply one; lia.
      + split; [exact A|]. intros n v Hn Hv Rv. destruct (N.lt_ge_cases n (next + D + k)); [|apply B; [lia|exact
        Hv|exact Rv]].
        apply one; try assumption; lia.
  Qed.

  (** **Theorem.** The head, all heaps below [L + 1 + w + D + k], shows no rare heap after [L]; segments lead from the
      window at [L + 1 + w] to [S + p]; and the window that begins with heap [F] stands again [p] later. Then [G(n +
      p) = G(n)] for all [n >= F]. *)
  Theorem sparse_in_segments p n0 l :
    let F := N.max n0 1 in let w := L + k in
    0 < p -> (pi s = true -> N.odd p = false) -> L < F ->
    (forall n, L < n < L + 1 + w + D + k -> common s n (g n)) ->
    chain (L + 1 + w) g l (F + w + p) ->
    (forall n, F <= n < F + w -> g (n + p) = g n) ->
    forall n, F <= n -> g (n + p) = g n.
  Proof.
    intros F w P a b1 head C c.
    destruct (segments l (L + 1 + w) (F + w + p) g) as [commons deep]; [unfold w; lia|exact head|reflexivity|exact C|].
    apply (sparse G g s k L D p n0 O V Sp P a b1 commons c).
    intros n v Hn (Rv & cn & Cn & Lv). fold F w in Hn. apply deep; [lia| |exact Rv].
    replace (g n) with cn; [exact Lv|]. apply (candidate_unique G s g (up_to L) n); [exact Cn|].
    apply (common_candidate G s g k O V Sp); [|apply commons; lia].
    intros x Hx R. split; [lia|]. destruct (N.le_gt_cases x L); [assumption|]. destruct R. apply commons. lia.
  Qed.
End Segments.
