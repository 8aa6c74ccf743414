// What a player has marked, and which moves it may be.

import type { Move, Part } from '../../wire'

/** Pins `from` to `to - 1` of a row; none of them (`from = to`) is the gap in front of pin `from`. */
export interface Span {
  kind: 'span'
  part: number
  from: number
  to: number
}

/** `length` pins of a ring, clockwise from `from`. */
export interface Arc {
  kind: 'arc'
  part: number
  from: number
  length: number
}

/** Coins by number from 1, or cells `column,row` of a board, from 1 at the lower left. */
export interface Cells {
  kind: 'cells'
  part: number
  cells: readonly string[]
}

export type Marked = Span | Arc | Cells

const sorted = (numbers: readonly number[]) => numbers.filter((n) => n > 0).sort((a, b) => a - b).join()

/** The cells that a move turns. */
export function turned(move: Move): string[] {
  if (move.kind === 'turn') return (move.turn ?? []).map(String)
  return (move.rows ?? []).flatMap((row) => (move.columns ?? []).map((column) => `${column},${row}`))
}

/** Whether a move is exactly what is marked. */
export function fits(move: Move, part: Part, marked: Marked): boolean {
  if (move.part !== marked.part) return false
  const size = part.size ?? 0
  switch (marked.kind) {
    case 'span':
      return (
        move.removed === marked.to - marked.from &&
        sorted(move.left ?? []) === sorted([marked.from, size - marked.to])
      )
    case 'arc':
      return move.removed === marked.length && sorted(move.left ?? []) === sorted([size - marked.length])
    case 'cells':
      return turned(move).sort().join(' ') === [...marked.cells].sort().join(' ')
  }
}

/** Whether a move can still become what is marked, when more pins or coins are marked. A gap is marked alone. */
export function mayBecome(move: Move, part: Part, marked: Marked): boolean {
  if (move.part !== marked.part) return false
  const [size, removed] = [part.size ?? 0, move.removed ?? 0]
  switch (marked.kind) {
    case 'span': {
      if (marked.from === marked.to) return fits(move, part, marked)
      const left = (move.left ?? []).filter((heap) => heap > 0)
      if (left.length > 2) return false
      const [one = 0, two = 0] = left
      const covers = (from: number) => from <= marked.from && marked.to <= from + removed
      return one + two + removed === size && (covers(one) || covers(two))
    }
    case 'arc':
      return removed >= marked.length && sorted(move.left ?? []) === sorted([size - removed])
    case 'cells': {
      const cells = new Set(turned(move))
      return marked.cells.every((cell) => cells.has(cell))
    }
  }
}

/**
 * What is marked after pin `pin` of a row is clicked: it alone, or all pins from the first one that was clicked to
 * it.
 */
export function clickPin(marked: Marked | undefined, part: number, pin: number): Marked | undefined {
  if (marked?.kind !== 'span' || marked.part !== part || marked.to === marked.from) {
    return { kind: 'span', part, from: pin, to: pin + 1 }
  }
  if (marked.to === marked.from + 1 && marked.from === pin) return undefined
  if (pin >= marked.from && pin < marked.to) return { kind: 'span', part, from: pin, to: pin + 1 }
  return { kind: 'span', part, from: Math.min(marked.from, pin), to: Math.max(marked.to, pin + 1) }
}

/** The same on a ring: the shorter way round. */
export function clickRing(marked: Marked | undefined, part: number, pin: number, size: number): Marked | undefined {
  if (marked?.kind !== 'arc' || marked.part !== part) return { kind: 'arc', part, from: pin, length: 1 }
  const ahead = (pin - marked.from + size) % size
  if (ahead < marked.length) return marked.length === 1 ? undefined : { kind: 'arc', part, from: pin, length: 1 }
  const forwards = ahead + 1
  const backwards = size - ahead + marked.length
  if (forwards <= backwards) return { kind: 'arc', part, from: marked.from, length: forwards }
  return { kind: 'arc', part, from: pin, length: Math.min(backwards, size) }
}

export function clickCell(marked: Marked | undefined, part: number, cell: string): Marked | undefined {
  const before = marked?.kind === 'cells' && marked.part === part ? marked.cells : []
  const cells = before.includes(cell) ? before.filter((other) => other !== cell) : [...before, cell]
  return cells.length === 0 ? undefined : { kind: 'cells', part, cells }
}

/** The pins of a row that a move takes, with the larger heap left on the right. */
export function spanOf(move: Move): { from: number; to: number } | undefined {
  const left = [...(move.left ?? [])].filter((heap) => heap > 0).sort((a, b) => a - b)
  if (move.removed === undefined || left.length > 2) return undefined
  const from = left.length === 2 ? (left[0] ?? 0) : 0
  return { from, to: from + move.removed }
}
