// What the server's documents hold, as far as the page reads them.

export interface Named {
  name: string
  game: string
  about: string
}

export interface Description {
  game: string
  canonical: string
  names: string[]
  class: string
  moves: string[]
  code: string | null
  standard_form: { code: string; shift: number } | null
  equivalent: { game: string; shift: number }[]
  theorems: string[]
  known: Known
}

export type Verdict =
  | {
      verdict: 'periodic'
      status: string
      upto: number | null
      preperiod: number | null
      period: number
      saltus: number
      via: string | null
      source: string
    }
  | { verdict: 'open'; unsolved: boolean; upto: number | null; via: string | null }
  | { verdict: 'unknown' }

/** What the census of this project says of the class of a game. */
export interface Here {
  class: string
  shift: number
  solved: { theorem: string } | null
  verified: number
  source: string
}

export interface Known {
  verdict: Verdict
  here: Here | null
  periods: Fact[]
  outcomes: Fact[]
  values: Fact[]
  open: Fact[]
  sparse: Fact[]
  errata: Fact[]
  literature: Fact[]
  oeis: string[]
}

/** A row of a table of facts: its fields differ from table to table, but it always has a source. */
export type Fact = Record<string, unknown>

export interface Analysis {
  n: number
  max: { value: number; heap: number } | null
  sparse: { mask: string; parity: number; kappa: number; rares: number; last_rare: number | null } | null
}

/** One bar of a histogram; its place in the list is the value. */
export interface Bar {
  commons: number
  rares: number
}

export interface Wave {
  mask: string
  theta: number
  phi: number
}

export interface Spectrum {
  from: number
  count: number
  level: number
  lines: (Wave & { energy: number; right: number })[]
  others: (Wave & { energy: number })[]
}

export interface Solution {
  canonical: string
  status: 'periodic' | 'arithmetic-periodic' | 'unresolved'
  preperiod: number | null
  period: number | null
  saltus: number | null
  theorem: string | null
  values_needed: number | null
  values_computed: number
  ended: string | null
  observed: { preperiod: number; period: number; saltus: number; seen_to: number } | null
  known: Verdict | null
  seconds: number
}

export interface Solved {
  solution: Solution
  sentence: string
  certificate: string | null
}

export interface Checked {
  verdict: 'verified' | 'rejected' | 'refused'
  words: string
}

export interface PositionAnswer {
  value: number
  outcome: 'N' | 'P'
  winning_moves: { heap: number; removed: number; left: number[] }[]
  winning_moves_count: number | null
}

export type PartKind = 'heap' | 'ring' | 'wythoff' | 'coins' | 'tartan'

export interface Part {
  kind: PartKind
  game: string
  size?: number
  a?: number
  b?: number
  row?: string
  rows?: string[]
  value: string | null
}

export interface Move {
  part: number
  kind: 'take' | 'queen' | 'turn' | 'cross'
  removed?: number
  left?: number[]
  a?: number
  b?: number
  turn?: number[]
  columns?: number[]
  rows?: number[]
  text: string
  after: string
  wins: boolean | null
  value: string | null
}

export interface Playing {
  position: string
  misere: boolean
  parts: Part[]
  over: boolean
  outcome: 'N' | 'P' | null
  value: string | null
  why: string
  moves: Move[]
  complete: boolean
}

export interface Reply extends Move {
  erred: boolean
  why: string
}

export interface NamedCoins {
  name: string
  code: string
  rule: string
}

export interface MisereSolve {
  game: string
  canonical: string
  status: 'solved' | 'unresolved'
  order: number
  p_positions: number
  period: number | null
  preperiod: number | null
  tame: boolean | null
  heaps: number
  growth: [number, number][]
  presentation: {
    generators: { name: string; heap: number }[]
    relations: string[]
    p_portion: string[]
    phi: string[]
  }
  unresolved?: unknown
  structure?: {
    tame: string | null
    idempotents: string[]
    units: string[]
    kernel: { order: number; identity: string; group: string }
    divisibility_classes: string[][]
    divisibility_covers: [number, number][]
  }
}

export interface Cayley {
  names: string[]
  p: boolean[]
  products: number[][]
}

export interface MisereSum {
  games: string[]
  heaps: { game: number; heap: number; value: string | null }[]
  method: 'quotient' | 'nim' | 'canonical-forms'
  value: string | null
  outcome: 'N' | 'P'
  winning_moves: { index: number; heap: number; removed: number; left: number[]; step?: number; count: number }[]
}

export interface NimberAnswer {
  expression: string
  kind: 'nimber' | 'integer' | 'polynomial' | 'nimbers' | 'none'
  result: string | string[] | number | number[] | null
  reason?: string
}

export interface QueenMoves {
  a: number
  b: number
  value?: number
  greater_than?: number
  outcome: 'N' | 'P'
  winning_moves: ({ wythoff: { a: number; b: number } } | { nim: { to: number } })[]
  status: string
}
