(** The checker as a program. Only booleans, lists, pairs and options become those of OCaml; numbers and trees are
    extracted as they are. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Grundy Require Import Check.

Extraction Language OCaml.
Extraction "build/checker.ml" check most_heaps largest_removal last_rare claimed_saltus.
