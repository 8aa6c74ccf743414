// The moves so far, as the address keeps them: a permalink can be undone, and the back button takes back a move.

export const TURNS = ['first', 'second'] as const
export type Turn = (typeof TURNS)[number]

export const other = (turn: Turn): Turn => (turn === 'first' ? 'second' : 'first')

/** A move that was made: from which position, by whom, and how it is written. */
export interface Made {
  position: string
  turn: Turn
  text: string
}

/** An address has no more than these; earlier ones are forgotten. */
const MOST = 200

/**
 * Reads pairs of a position and a move; whose turn it was follows from whose turn it is. Nonsense is no move at
 * all.
 */
export function readPast(text: string | undefined, turn: Turn): Made[] {
  let pairs: unknown
  try {
    pairs = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(pairs) || pairs.length > MOST || !pairs.every(isPair)) return []
  const whose = (i: number) => ((pairs.length - i) % 2 === 0 ? turn : other(turn))
  return pairs.map(([position, text], i) => ({ position, text, turn: whose(i) }))
}

function isPair(pair: unknown): pair is [string, string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string')
}

/** Writes what `readPast` reads; nothing where there was no move. */
export function writePast(past: readonly Made[]): string | undefined {
  return past.length === 0 ? undefined : JSON.stringify(past.slice(-MOST).map(({ position, text }) => [position, text]))
}
