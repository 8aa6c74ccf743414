// Wythoff's game: the matrix of its values as a map, the points of each value, the golden cone, and the moves of a
// cell.

import { useMemo } from 'preact/hooks'
import { askBytes, useAnswer, useAsk } from '../ask'
import { readBounds, writeBounds } from '../draw/bounds'
import { cells } from '../draw/frame'
import { Picture, type Pen } from '../draw/picture'
import { series, type Series } from '../draw/series'
import { Card, Choice, count, Shown } from '../parts'
import { change, place, whole, writePlace } from '../route'
import type { QueenMoves } from '../wire'

const GOLDEN = (1 + Math.sqrt(5)) / 2
const SIZES = [
  ['64', '64 × 64'],
  ['256', '256 × 256'],
  ['1024', '1024 × 1024'],
] as const

export interface Corner {
  row: number
  column: number
  size: number
}

export function WythoffPage() {
  const { query } = place.value
  const corner: Corner = {
    row: whole(query['row'], 0, 0, 1e9),
    column: whole(query['column'], 0, 0, 1e9),
    size: whole(query['size'], 256, 8, 2048),
  }
  const g = whole(query['g'], 0, -1, 500)
  const matrix = useAnswer<Series>(`${corner.row} ${corner.column} ${corner.size}`, async (signal) => {
    const { row, column, size } = corner
    return series(0, await askBytes('wythoff/matrix', { row, column, rows: size, columns: size }, signal))
  })
  const number = (name: 'row' | 'column') => (
    <label class="field">
      <span>from {name}</span>
      <input
        type="number"
        min="0"
        value={corner[name]}
        onChange={(event) => {
          const next = whole(event.currentTarget.value, 0, 0, 1e9)
          change({ [name]: next === 0 ? undefined : String(next), at: undefined }, 'push')
        }}
      />
    </label>
  )
  return (
    <>
      <Card title="The matrix" class="wide">
        <p>
          Two piles; take any number from one, or the same number from both: a queen that moves towards the corner. The
          value of a cell is the least that no move from it reaches.
        </p>
        <div class="fields">
          <Choice
            label="Cells"
            name="size"
            value={String(corner.size)}
            otherwise="256"
            options={SIZES}
            also={{ at: undefined }}
          />
          {number('row')}
          {number('column')}
          <label class="field grow">
            <span>{g < 0 ? 'No points' : g === 0 ? 'Points of value 0' : `Points of value 0 to ${g}`}</span>
            <input
              type="range"
              min="-1"
              max="60"
              value={g}
              onInput={(event) => change({ g: event.currentTarget.value })}
            />
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={query['cone'] !== '0'}
              onChange={(event) => change({ cone: event.currentTarget.checked ? undefined : '0' }, 'push')}
            />
            golden cone
          </label>
        </div>
        <Shown asked={matrix.value} what="Computing the matrix">
          {(values) =>
            values.values.length === corner.size ** 2 ? <Matrix values={values} corner={corner} g={g} /> : null
          }
        </Shown>
      </Card>
    </>
  )
}

function Matrix(props: { values: Series; corner: Corner; g: number }) {
  const { values, corner, g } = props
  const { size } = corner
  const { query } = place.value
  const points = useMemo(() => {
    const found: number[] = []
    values.values.forEach((value, at) => {
      if (value <= g) found.push(at)
    })
    return found
  }, [values, g])
  const limits = { x0: corner.column, x1: corner.column + size, y0: corner.row, y1: corner.row + size }
  const a = query['a'] === undefined ? undefined : whole(query['a'], 0, corner.row, corner.row + size - 1)
  const b = query['b'] === undefined ? undefined : whole(query['b'], 0, corner.column, corner.column + size - 1)
  const cell = a === undefined || b === undefined ? undefined : { a, b }
  const valueOf = (row: number, column: number) => values.values[(row - corner.row) * size + column - corner.column]
  const text =
    cell === undefined
      ? 'Point at a cell, or move with the arrow keys.'
      : `Cell (${cell.a}, ${cell.b}) has value ${valueOf(cell.a, cell.b)}.`
  const asked = useAsk<QueenMoves>('wythoff/moves', cell && { ...cell }, 150)
  const answer = asked.value.state === 'here' ? asked.value.answer : undefined
  const wins = (answer?.winning_moves ?? []).flatMap((win) => ('wythoff' in win ? [win.wythoff] : []))
  return (
    <>
      <Picture
        name="Values of Wythoff's game"
        matrix
        square
        limits={limits}
        start={limits}
        bounds={readBounds(query['at'])}
        onBounds={(bounds) => change({ at: bounds && writeBounds(bounds) })}
        least={{ x: 6, y: 6 }}
        axes={{ x: 'second pile', y: 'first pile', wholeX: true, wholeY: true }}
        cursor={cell && { x: cell.b + 0.5, y: cell.a + 0.5 }}
        cursorText={text}
        onCursor={(spot) => {
          const [row, column] = [Math.floor(spot.y), Math.floor(spot.x)]
          const inside = valueOf(row, column) !== undefined && column >= corner.column && column < corner.column + size
          if (inside && (row !== a || column !== b)) change({ a: String(row), b: String(column) })
        }}
        paint={(frame, palette) => {
          cells(frame, (x, y) => values.colours[valueOf(y, x) ?? 0] ?? palette.paper)
        }}
        over={(pen) => {
          if (query['cone'] !== '0') drawCone(pen, corner)
          drawPoints(pen, points, corner)
          if (cell !== undefined) drawQueen(pen, cell, wins, corner)
        }}
      />
      <p class="readout" role="status">
        {text}{' '}
        {answer !== undefined &&
          (wins.length === 0
            ? 'The player to move loses.'
            : `It is won by moving to ${wins.map((win) => `(${win.a}, ${win.b})`).join(' or ')}.`)}
      </p>
      {asked.value.state === 'failed' && <p class="hint">{asked.value.error}</p>}
      {cell !== undefined && (
        <p>
          <a href={writePlace({ page: 'play', query: { position: `wythoff: ${cell.a} ${cell.b}` } })}>
            Play from ({cell.a}, {cell.b})
          </a>
        </p>
      )}
      <p class="legend">
        <span class="key rare" /> {count(points.length)} points <span class="key win" /> moves that win{' '}
        <span class="key cone" /> the golden cone, b = φa and a = φb
      </p>
    </>
  )
}

function drawPoints(pen: Pen, points: number[], corner: Corner) {
  const { context } = pen
  const unit = pen.across(1) - pen.across(0)
  const size = Math.max(2, unit * 0.86)
  context.fillStyle = '#e2571e'
  for (const at of points) {
    const x = pen.across(corner.column + (at % corner.size) + 0.5)
    const y = pen.down(corner.row + Math.floor(at / corner.size) + 0.5)
    if (x > -size && y > -size && x < pen.width + size && y < pen.height + size) {
      context.fillRect(x - size / 2, y - size / 2, size, size)
    }
  }
}

function drawCone(pen: Pen, corner: Corner) {
  const { context } = pen
  const far = Math.max(corner.row, corner.column) + corner.size
  context.strokeStyle = '#ffffffcc'
  context.lineWidth = 1.2
  context.setLineDash([6, 4])
  for (const [x, y] of [
    [far * GOLDEN, far],
    [far, far * GOLDEN],
  ] as const) {
    context.beginPath()
    context.moveTo(pen.across(0.5), pen.down(0.5))
    context.lineTo(pen.across(x), pen.down(y))
    context.stroke()
  }
  context.setLineDash([])
}

/** The cell, the lines on which the queen moves from it, and the cells that win. */
function drawQueen(pen: Pen, cell: { a: number; b: number }, wins: { a: number; b: number }[], corner: Corner) {
  const { context } = pen
  const [x, y] = [pen.across(cell.b + 0.5), pen.down(cell.a + 0.5)]
  const unit = Math.max(5, pen.across(1) - pen.across(0))
  const least = Math.min(cell.a, cell.b)
  context.strokeStyle = '#ffd54a'
  context.lineWidth = 1.5
  for (const [b, a] of [
    [0, cell.a],
    [cell.b, 0],
    [cell.b - least, cell.a - least],
  ] as const) {
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(pen.across(Math.max(b, corner.column) + 0.5), pen.down(Math.max(a, corner.row) + 0.5))
    context.stroke()
  }
  context.strokeRect(x - unit / 2, y - unit / 2, unit, unit)
  context.lineWidth = 2.5
  context.strokeStyle = '#39d98a'
  for (const win of wins) {
    context.strokeRect(pen.across(win.b + 0.5) - unit / 2 - 1, pen.down(win.a + 0.5) - unit / 2 - 1, unit + 2, unit + 2)
  }
}
