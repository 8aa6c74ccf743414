(* `grundy-verified FILE…`: reads certificates of kind `period` and hands them to the checker that Coq proved right.

   This file is the only part of the program that is not proved: it turns text into the data type `certificate` of
   Certificate.v, and the verdict into a line. Exit code: 0 when all files are verified, 1 when one is rejected, 2 when
   one cannot be read or is too long. Each file gets one line, whatever is in it and in the files before it. *)

open Checker

exception Unreadable of string

let refuse fmt = Printf.ksprintf (fun why -> raise (Unreadable why)) fmt

(* A text from a file, safe on a terminal: control characters and what is not ASCII are escaped, what is long is cut. *)
let shown text =
  let length = String.length text in
  String.escaped (String.sub text 0 (min length 80)) ^ if length > 80 then "..." else ""

(* The function of this name in the standard library takes a piece of the stack for each element. *)
let map f list = List.rev (List.rev_map f list)

(* Numbers: decimal, below 2^61; from machine integers to the binary numbers of Coq and back. *)

let rec positive n = if n = 1 then XH else if n land 1 = 0 then XO (positive (n lsr 1)) else XI (positive (n lsr 1))
let number n = if n = 0 then N0 else Npos (positive n)
let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> 2 * of_positive p + 1
let of_number = function N0 -> 0 | Npos p -> of_positive p

let decimal ?(below = 1 lsl 61) text =
  let is_decimal = text <> "" && String.for_all (fun c -> '0' <= c && c <= '9') text in
  match if is_decimal then int_of_string_opt ("0u" ^ text) else None with
  | Some n when 0 <= n && n < below -> n
  | _ -> refuse "\"%s\" is not a number below %d" (shown text) below

(* Blanks at both ends are left away; nothing else counts as a blank. *)
let trim text =
  let first = ref 0 and after = ref (String.length text) in
  while !first < !after && text.[!first] = ' ' do incr first done;
  while !first < !after && text.[!after - 1] = ' ' do decr after done;
  String.sub text !first (!after - !first)

let words text = List.filter (( <> ) "") (String.split_on_char ' ' text)

(* Games: `d0.d1d2…` with digits 0-9, A-F or a number in brackets; `S(1,2,5)`; and two by name. *)

(* The checker looks at every digit for each heap, so codes are not read beyond this removal. *)
let most_digits = 10_000

let digits text =
  let rec from at count found =
    if count > most_digits then refuse "the code has more than %d digits" most_digits
    else if at = String.length text then List.rev found
    else
      let next digit at = from at (count + 1) (number digit :: found) in
      match text.[at] with
      | '0' .. '9' as c -> next (Char.code c - Char.code '0') (at + 1)
      | 'A' .. 'F' as c -> next (Char.code c - Char.code 'A' + 10) (at + 1)
      | 'a' .. 'f' as c -> next (Char.code c - Char.code 'a' + 10) (at + 1)
      | '[' ->
          let close = try String.index_from text at ']' with Not_found -> refuse "a bracket is not closed" in
          next (decimal ~below:65536 (String.sub text (at + 1) (close - at - 1))) (close + 1)
      | c -> refuse "'%s' is no digit of a code" (Char.escaped c)
  in
  from 0 0 []

let subtraction set =
  let members = map (fun m -> decimal ~below:(most_digits + 1) (trim m)) (String.split_on_char ',' set) in
  if List.mem 0 members then refuse "a set must not contain 0";
  let all = Array.make (1 + List.fold_left max 0 members) N0 in
  List.iter (fun m -> all.(m) <- number 3) members;
  Array.to_list all

let game text =
  let length = String.length text in
  match text with
  | "grundy" -> { digits = [ number 4 ]; forbids = Equal }
  | "couples-are-forever" -> { digits = [ number 4 ]; forbids = Couple }
  | _ when length > 3 && String.sub text 0 2 = "S(" && text.[length - 1] = ')' ->
      { digits = subtraction (String.sub text 2 (length - 3)); forbids = Nothing }
  | _ ->
      let before, after =
        match String.index_opt text '.' with
        | None when text <> "" -> (text, "")
        | Some at when at + 1 < length -> (String.sub text 0 at, String.sub text (at + 1) (length - at - 1))
        | _ -> refuse "\"%s\" is not a game with a largest removal" (shown text)
      in
      let first =
        match digits before with [] -> N0 | [ d ] -> d | _ -> refuse "there are two digits before the point"
      in
      if of_number first mod 4 <> 0 then refuse "the digit before the point must be a multiple of 4";
      { digits = first :: digits after; forbids = Nothing }

(* Lines: a key, then values. A line ends with LF or with CR LF; a CR anywhere else, at the end of a file that does not
   end with LF, too, is a character like any other. *)

let lines text =
  let is_meant line = line <> "" && line.[0] <> '#' in
  let split line =
    match String.index_opt line ' ' with
    | None -> (line, "")
    | Some at -> (String.sub line 0 at, trim (String.sub line at (String.length line - at)))
  in
  let unix line =
    let last = String.length line - 1 in
    if last >= 0 && line.[last] = '\r' then String.sub line 0 last else line
  in
  let each =
    match List.rev (String.split_on_char '\n' text) with
    | [] -> []
    | unended :: ended -> List.rev (unended :: map unix ended)
  in
  map split (List.filter is_meant (map trim each))

let all lines key = List.filter_map (fun (k, value) -> if k = key then Some value else None) lines

let one lines key =
  match all lines key with
  | [ value ] -> value
  | [] -> refuse "there is no line \"%s\"" key
  | _ -> refuse "there are several lines \"%s\"" key

let pair ?below line =
  match words line with
  | [ a; b ] -> (number (decimal a), number (decimal ?below b))
  | _ -> refuse "\"%s\" are not two numbers" (shown line)

(* A window: values in base 64, each with as many digits as the line has room for. *)
let window w line =
  let base = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_" in
  match words line with
  | [ start; text ] when w > 0 && String.length text mod w = 0 && String.length text / w <= 3 ->
      let room = String.length text / w in
      let digit c = try String.index base c with Not_found -> refuse "a window has a character that is no digit" in
      let value at = List.fold_left (fun v i -> (64 * v) + digit text.[(room * at) + i]) 0 (List.init room Fun.id) in
      let checked v = if v < 65536 then number v else refuse "a window has too large a value" in
      (number (decimal start), List.init w (fun at -> checked (value at)))
  | _ -> refuse "a line \"segment\" is a heap and the %d values before it" w

let sparse lines rules =
  let sparse_space =
    match List.map (decimal ~below:65536) (words (one lines "space")) with
    | [ mask; (0 | 1 as pi); (0 | 1 as kappa) ] -> { space_mask = number mask; pi = pi = 1; kappa = kappa = 1 }
    | _ -> refuse "the line \"space\" is a mask, a parity 0 or 1, and a class 0 or 1"
  in
  let rares = map (pair ~below:65536) (all lines "rare") in
  let w = of_number (last_rare rares) + of_number (largest_removal rules) in
  let windows = map (window w) (all lines "segment") in
  BySparse { sparse_space; depth = number (decimal (one lines "depth")); rares; windows }

let arithmetic lines =
  let numeral ?below key = number (decimal ?below (one lines key)) in
  let low_scale, high_scale =
    match List.map (decimal ~below:64) (words (one lines "scale")) with
    | [ low; high ] -> (number low, number high)
    | _ -> refuse "the line \"scale\" is two exponents"
  in
  let saltus = numeral ~below:65536 "saltus" and known_values = numeral "values" in
  ByArithmetic { saltus; known_values; low_scale; high_scale; slack = numeral "slack"; twins_from = numeral "twins" }

(* The game as the file names it, and the claim with its proof. *)
let certificate text =
  match lines text with
  | ("grundy-certificate", "1") :: ("kind", "period") :: lines ->
      let known = [ "game"; "theorem"; "preperiod"; "period"; "distinct" ] in
      let theorem = one lines "theorem" in
      let more =
        match theorem with
        | "sparse" -> [ "space"; "depth"; "rare"; "segment" ]
        | "arithmetic" -> [ "saltus"; "values"; "scale"; "slack"; "twins" ]
        | _ -> []
      in
      let is_known (key, _) =
        if not (List.mem key (known @ more)) then refuse "unknown key \"%s\"" (shown key)
      in
      List.iter is_known lines;
      let name = one lines "game" in
      let claimed_rules = game name in
      let appeal =
        match theorem with
        | "classical" -> ByClassical
        | "sparse" -> sparse lines claimed_rules
        | "arithmetic" -> arithmetic lines
        | _ -> refuse "theorem \"%s\"; known here are classical, sparse and arithmetic" (shown theorem)
      in
      let preperiod = number (decimal (one lines "preperiod")) and period = number (decimal (one lines "period")) in
      (name, { claimed_rules; preperiod; period; distinct = map pair (all lines "distinct"); theorem = appeal })
  | ("grundy-certificate", "1") :: ("kind", kind) :: _ ->
      refuse "kind \"%s\"; known here is period" (shown kind)
  | _ -> refuse "not a certificate"

(* The number of values that the proof needs, to refuse what would take too long; for values that grow, each with all
   smaller heaps. *)
let needed c =
  let rules = c.claimed_rules in
  let k = of_number (largest_removal rules) and n0 = of_number c.preperiod and p = of_number c.period in
  match c.theorem with
  | ByClassical -> float (of_number (most_heaps rules)) *. float (n0 + p) +. float k
  | BySparse s ->
      let l = float (of_number (last_rare s.rares)) and d = float (of_number s.depth) in
      Float.max (2. *. l) (float n0 +. l +. float p) +. d +. (2. *. float k)
  | ByArithmetic a -> float (of_number a.known_values) ** 2.

let most_values = 1e7

let text_of path =
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () -> really_input_string file (in_channel_length file))

(* The other checkers read UTF-8 and nothing else: no overlong forms, no surrogates, nothing above U+10FFFF. *)
let is_utf8 text =
  let n = String.length text in
  let byte i = if i < n then Char.code text.[i] else 0 in
  let tail i = byte i land 0xC0 = 0x80 in
  let rec from i =
    i >= n
    ||
    match byte i with
    | b when b < 0x80 -> from (i + 1)
    | b when b >= 0xC2 && b <= 0xDF -> tail (i + 1) && from (i + 2)
    | b when b land 0xF0 = 0xE0 ->
        tail (i + 1) && tail (i + 2)
        && (b <> 0xE0 || byte (i + 1) >= 0xA0)
        && (b <> 0xED || byte (i + 1) < 0xA0)
        && from (i + 3)
    | b when b >= 0xF0 && b <= 0xF4 ->
        tail (i + 1) && tail (i + 2) && tail (i + 3)
        && (b <> 0xF0 || byte (i + 1) >= 0x90)
        && (b <> 0xF4 || byte (i + 1) < 0x90)
        && from (i + 4)
    | _ -> false
  in
  from 0

let verdict path =
  try
    let text = text_of path in
    if not (is_utf8 text) then refuse "it is not UTF-8";
    let name, c = certificate text in
    if needed c > most_values then
      refuse "the proof needs %.0f values; at most %.0f are computed" (needed c) most_values;
    let holds = check c in
    let by =
      match c.theorem with ByClassical -> "classical" | BySparse _ -> "sparse" | ByArithmetic _ -> "arithmetic"
    in
    let saltus = match of_number (claimed_saltus c) with 0 -> "" | s -> Printf.sprintf " with saltus %d" s in
    Printf.printf "%s: %s %s: %s period %d%s from heap %d on, both smallest, by the %s theorem\n%!" path
      (if holds then "VERIFIED" else "REJECTED")
      (shown name)
      (if holds then "the nim-sequence has" else "this does not prove")
      (of_number c.period) saltus (of_number c.preperiod) by;
    if holds then 0 else 1
  with problem ->
    let why =
      match problem with
      | Unreadable why | Sys_error why -> why
      | Stack_overflow | Out_of_memory -> "it is too long for this program"
      | other -> Printexc.to_string other
    in
    Printf.eprintf "error: %s: %s\n%!" path why;
    2

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] ->
      prerr_endline "error: no file given; usage: grundy-verified FILE...";
      exit 2
  | paths -> exit (List.fold_left (fun worst path -> max worst (verdict path)) 0 paths)
