// The parts of a position as things on a table: rows and rings of pins, the queen's board, coins.

import { useRef } from 'preact/hooks'
import type { Move, Part } from '../../wire'
import { clickCell, clickPin, clickRing, spanOf, turned, type Marked } from './match'
import { useRoving } from './roving'

export interface PartProps {
  part: Part
  title: string
  index: number
  /** The legal moves in this part. */
  moves: readonly Move[]
  /** The moves to colour: winning ones, when help is wanted. */
  shown: readonly Move[]
  marked: Marked | undefined
  enabled: boolean
  onMark: (marked: Marked | undefined) => void
  onPlay: (move: Move) => void
}

/** Rows longer than this are told by their number alone. */
const LONGEST = 120

export function PartView(props: PartProps) {
  const { part } = props
  const value = part.value === null ? '' : ` of value ${part.value}`
  return (
    <div class={`part ${part.kind}`} role="group" aria-label={`${props.title}${value}`}>
      <p class="part-title">
        {props.title}
      </p>
      {part.kind === 'heap' && <RowOfPins {...props} />}
      {part.kind === 'ring' && <Ring {...props} />}
      {part.kind === 'wythoff' && <Queen {...props} />}
      {part.kind === 'coins' && <Coins {...props} />}
      {part.kind === 'tartan' && <Tartan {...props} />}
    </div>
  )
}

export function title(part: Part): string {
  const { game } = part
  switch (part.kind) {
    case 'heap':
      return `${game}: heap of ${part.size}`
    case 'ring':
      return `${game}: ring of ${part.size}`
    case 'wythoff':
      return `wythoff: queen at ${part.a}, ${part.b}`
    case 'coins':
      return `${game}: ${part.row}`
    case 'tartan':
      return game
  }
}

/** The numbers below `end`. */
const numbers = (end: number) => Array.from({ length: end }, (_, i) => i)

/** The pins of a row or ring that are drawn. */
const pinsOf = (size: number) => numbers(size > LONGEST ? 0 : size)

function RowOfPins(props: PartProps) {
  const { part, index, marked, enabled, moves, shown } = props
  const size = part.size ?? 0
  const splits = moves.some((move) => move.removed === 0)
  const { frame, stop } = useRoving(
    pinsOf(size).flatMap((pin) => (splits && pin > 0 ? [`pin ${pin}`, `gap ${pin}`] : [`pin ${pin}`])),
  )
  if (size === 0) return <p class="faint">empty</p>
  if (size > LONGEST) return <p class="count">{size} beans: choose a move from the list</p>
  const span = marked?.kind === 'span' && marked.part === index ? marked : undefined
  const bars = shown.map(spanOf).filter((bar) => bar !== undefined)
  const hinted = (pin: number) => bars.some((bar) => pin >= bar.from && pin < bar.to)
  const cut = (gap: number) => bars.some((bar) => bar.from === bar.to && bar.from === gap)
  return (
    <div class="pins" {...frame}>
      {pinsOf(size).map((pin) => (
        <span key={pin} class="pin-place">
          {splits && pin > 0 && (
            <button
              type="button"
              class={`gap ${cut(pin) ? 'hinted' : ''}`}
              disabled={!enabled}
              {...stop(`gap ${pin}`)}
              aria-pressed={span !== undefined && span.from === pin && span.to === pin}
              aria-label={`Split after pin ${pin}`}
              onClick={() => props.onMark({ kind: 'span', part: index, from: pin, to: pin })}
            />
          )}
          <button
            type="button"
            class={`pin ${hinted(pin) ? 'hinted' : ''}`}
            disabled={!enabled}
            {...stop(`pin ${pin}`)}
            aria-pressed={span !== undefined && pin >= span.from && pin < span.to}
            aria-label={`Pin ${pin + 1} of ${size}`}
            onClick={() => props.onMark(clickPin(marked, index, pin))}
          />
        </span>
      ))}
    </div>
  )
}

function Ring(props: PartProps) {
  const { part, index, marked, enabled, shown } = props
  const size = part.size ?? 0
  const { frame, stop } = useRoving(pinsOf(size).map((pin) => `pin ${pin}`))
  const arc = marked?.kind === 'arc' && marked.part === index ? marked : undefined
  if (size > LONGEST) return <p class="count">a ring of {size}: choose a move from the list</p>
  const most = Math.max(0, ...shown.map((move) => move.removed ?? 0))
  const across = Math.max(7, size * 0.62)
  return (
    <div class="ring" {...frame} style={{ width: `${across}rem`, height: `${across}rem` }}>
      {pinsOf(size).map((pin) => {
        const turn = (2 * Math.PI * pin) / size - Math.PI / 2
        const at = (share: number) => `${50 + 44 * share}%`
        return (
          <button
            key={pin}
            type="button"
            class={`pin ${pin < most ? 'hinted' : ''}`}
            style={{ left: at(Math.cos(turn)), top: at(Math.sin(turn)) }}
            disabled={!enabled}
            {...stop(`pin ${pin}`)}
            aria-pressed={arc !== undefined && (pin - arc.from + size) % size < arc.length}
            aria-label={`Pin ${pin + 1} of ${size}`}
            onClick={() => props.onMark(clickRing(marked, index, pin, size))}
          />
        )
      })}
    </div>
  )
}

/** Boards larger than this are told by their numbers alone. */
const WIDEST = 32

function Queen(props: PartProps) {
  const { part, moves, shown, enabled } = props
  const [a, b] = [part.a ?? 0, part.b ?? 0]
  const most = useRef({ rows: 6, columns: 6 })
  const legal = new Map(moves.map((move) => [`${move.a},${move.b}`, move]))
  const { frame, stop } = useRoving([...legal.keys()])
  if (a >= WIDEST || b >= WIDEST) return <p class="count">choose a move from the list</p>
  // The board keeps its size while the queen comes nearer to the corner.
  most.current = { rows: Math.max(most.current.rows, a + 1), columns: Math.max(most.current.columns, b + 1) }
  const { rows, columns } = most.current
  const wins = new Set(shown.map((move) => `${move.a},${move.b}`))
  return (
    <div class="scroll board-scroll">
      <div class="queen-board" {...frame} style={{ gridTemplateColumns: `repeat(${columns}, 1.9rem)` }}>
        {numbers(rows * columns).map((k) => {
          const [row, column] = [Math.floor(k / columns), k % columns]
          const key = `${row},${column}`
          const move = legal.get(key)
          const shade = (row + column) % 2 === 0 ? 'light' : 'dim'
          if (row === a && column === b) {
            return (
              <span key={key} class={`cell queen ${shade}`}>
                ♛
              </span>
            )
          }
          if (move === undefined) return <span key={key} class={`cell ${shade}`} />
          return (
            <button
              key={key}
              type="button"
              class={`cell legal ${shade} ${wins.has(key) ? 'hinted' : ''}`}
              disabled={!enabled}
              {...stop(key)}
              aria-label={`Move the queen to ${row}, ${column}`}
              onClick={() => props.onPlay(move)}
            />
          )
        })}
      </div>
    </div>
  )
}

function Coins(props: PartProps) {
  const { part, index, marked, enabled, shown } = props
  const sides = [...(part.row ?? '')]
  const { frame, stop } = useRoving(sides.map((_, i) => String(i + 1)))
  const chosen = marked?.kind === 'cells' && marked.part === index ? marked.cells : []
  const hinted = new Set(shown.slice(0, 1).flatMap(turned))
  return (
    <div class="coins-row" {...frame}>
      {sides.map((side, i) => (
        <Coin
          key={i}
          label={`Coin ${i + 1}`}
          heads={side === 'H'}
          chosen={chosen.includes(String(i + 1))}
          hinted={hinted.has(String(i + 1))}
          enabled={enabled}
          stop={stop(String(i + 1))}
          onClick={() => props.onMark(clickCell(marked, index, String(i + 1)))}
        />
      ))}
    </div>
  )
}

function Tartan(props: PartProps) {
  const { part, index, marked, enabled, shown } = props
  const rows = part.rows ?? []
  const { frame, stop } = useRoving(
    rows.flatMap((text, down) => numbers(text.length).map((i) => `${i + 1},${rows.length - down}`)),
  )
  const chosen = marked?.kind === 'cells' && marked.part === index ? marked.cells : []
  const hinted = new Set(shown.slice(0, 1).flatMap(turned))
  return (
    <div class="scroll board-scroll">
      <div
        class="tartan-board"
        {...frame}
        style={{ gridTemplateColumns: `repeat(${rows[0]?.length ?? 1}, auto)` }}
      >
        {rows.flatMap((text, down) =>
          [...text].map((side, i) => {
            const row = rows.length - down
            const key = `${i + 1},${row}`
            return (
              <Coin
                key={key}
                label={`Column ${i + 1}, row ${row}`}
                heads={side === '#'}
                chosen={chosen.includes(key)}
                hinted={hinted.has(key)}
                enabled={enabled}
                stop={stop(key)}
                onClick={() => props.onMark(clickCell(marked, index, key))}
              />
            )
          }),
        )}
      </div>
    </div>
  )
}

function Coin(props: {
  label: string
  heads: boolean
  chosen: boolean
  hinted: boolean
  enabled: boolean
  stop: { tabIndex: number }
  onClick: () => void
}) {
  return (
    <button
      type="button"
      class={`coin ${props.heads ? 'heads' : 'tails'} ${props.hinted ? 'hinted' : ''}`}
      disabled={!props.enabled}
      {...props.stop}
      aria-pressed={props.chosen}
      aria-label={`${props.label}, ${props.heads ? 'heads' : 'tails'}`}
      onClick={props.onClick}
    >
      {props.heads ? 'H' : 'T'}
    </button>
  )
}
