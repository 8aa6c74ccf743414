// The sequence as an image, broken into rows of any width: at the period, columns have one colour.

import { readBounds, writeBounds } from '../../draw/bounds'
import { cells } from '../../draw/frame'
import { Picture } from '../../draw/picture'
import { count } from '../../parts'
import { change, place, whole } from '../../route'
import type { View } from './index'

/** Rows in sight at first. */
const ROWS = 64

export function Wrap(props: { view: View }) {
  const { series, game } = props.view
  const { query } = place.value
  const length = series.values.length
  const width = whole(query['width'], 20, 1, Math.max(1, length))
  const rows = Math.ceil(length / width)
  const limits = { x0: 0, x1: width, y0: 0, y1: Math.max(1, rows) }
  const start = { ...limits, y1: Math.min(limits.y1, Math.max(ROWS, width / 2)) }
  const heap = query['heap']
  const last = series.from + length - 1
  const cell = heap === undefined ? undefined : whole(heap, 0, series.from, last) - series.from
  const set = (next: number) => {
    const bounded = Math.min(Math.max(1, next), Math.max(1, length))
    change({ width: String(bounded), at: undefined })
  }
  const text =
    cell === undefined
      ? 'Point at a cell, or move with the arrow keys.'
      : `Heap ${count(series.from + cell)} has value ${series.values[cell]}, ` +
        `in row ${Math.floor(cell / width)}, column ${cell % width}.`
  const { values, colours } = series
  return (
    <>
      <div class="fields">
        <label class="field grow">
          <span>Width</span>
          <input
            type="range"
            min="1"
            max={Math.max(200, Math.min(2000, 2 * width))}
            value={width}
            aria-valuetext={`rows of ${width} heaps`}
            onInput={(event) => set(Number(event.currentTarget.value))}
          />
        </label>
        <label class="field">
          <span>Heaps in a row</span>
          <input
            type="number"
            min="1"
            max={length}
            value={width}
            onInput={(event) => {
              if (event.currentTarget.value !== '') set(whole(event.currentTarget.value, width, 1, length))
            }}
          />
        </label>
      </div>
      <Picture
        name={`Values of ${game} in rows of ${width} heaps`}
        matrix
        limits={limits}
        start={start}
        bounds={readBounds(query['at'])}
        onBounds={(bounds) => change({ at: bounds && writeBounds(bounds) })}
        least={{ x: 4, y: 4 }}
        axes={{ x: `heap, modulo ${width}`, y: 'row', wholeX: true, wholeY: true }}
        cursor={cell === undefined ? undefined : { x: (cell % width) + 0.5, y: Math.floor(cell / width) + 0.5 }}
        cursorText={text}
        onCursor={(spot) => {
          const next = Math.floor(spot.y) * width + Math.floor(spot.x)
          if (next >= 0 && next < length && next !== cell) change({ heap: String(series.from + next) })
        }}
        paint={(frame, palette) => {
          cells(frame, (x, y) => {
            const at = y * width + x
            return at < length && x < width ? (colours[values[at] as number] as number) : palette.paper
          })
        }}
      />
      <p class="readout" role="status">
        {text}
      </p>
      <p class="hint">
        Slide the width: where columns turn into stripes, the sequence repeats with that period (or a part of it).
      </p>
    </>
  )
}
