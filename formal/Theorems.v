(** The theorems, and what each of them rests on: nothing. `formal/run` compiles this file and wants "Closed under the
    global context" once for each line. *)

From Grundy Require Import Winning Exists Classical Misere Smallest SparsePeriod Segments Bans Endless
  Arithmetic Check.

Print Assumptions nim_values_unique.
Print Assumptions nim_values_exist.
Print Assumptions equal_options_equal_values.
Print Assumptions play_ends.
Print Assumptions sprague_grundy.
Print Assumptions classical.
Print Assumptions classical_subtraction.
Print Assumptions pretending_window.
Print Assumptions misere_window.
Print Assumptions misere_outcomes.
Print Assumptions common_split.
Print Assumptions candidate_value.
Print Assumptions leftover_value.
Print Assumptions sparse.
Print Assumptions sparse_from_zero.
Print Assumptions sparse_in_segments.
Print Assumptions classical_bans.
Print Assumptions classical_bans_longer.
Print Assumptions endless.
Print Assumptions carry_free.
Print Assumptions every_residue.
Print Assumptions twins_everywhere.
Print Assumptions Descent.descent.
Print Assumptions top.
Print Assumptions no_option.
Print Assumptions arithmetic.
Print Assumptions smallest_with_saltus.
Print Assumptions smallest.
Print Assumptions smallest_divides.
Print Assumptions Values.by_definition_right.
Print Assumptions RunRight.step_right.
Print Assumptions twin_marks_right.
Print Assumptions check_right.
Print Assumptions check_right_nim.
