// Values against heaps: a raster of up to a million points, rares in another colour, preperiod and period shaded.

import { useMemo } from 'preact/hooks'
import { useAsk, answerOf } from '../../ask'
import { readBounds, writeBounds } from '../../draw/bounds'
import { mix } from '../../draw/colours'
import { block, fill } from '../../draw/frame'
import { Picture } from '../../draw/picture'
import { Points } from '../../draw/points'
import { count, plural } from '../../parts'
import { change, place } from '../../route'
import type { PositionAnswer } from '../../wire'
import type { View } from './index'

export function ValuePicture(props: { view: View }) {
  const { series, rares, solved, game } = props.view
  const points = useMemo(() => new Points(), [])
  const isRare = useMemo(() => new Set(rares), [rares])
  const { query } = place.value
  const end = series.from + series.values.length
  const limits = { x0: series.from, x1: Math.max(end, series.from + 1), y0: 0, y1: series.top + 1.5 }
  const wanted = query['heap']
  const heap = wanted === undefined ? undefined : Math.min(Math.max(Number(wanted) || 0, series.from), end - 1)
  const value = heap === undefined ? undefined : series.values[heap - series.from]
  const best = useBest(game, heap, value)
  const period = solved?.solution.period ?? undefined
  const preperiod = solved?.solution.preperiod ?? 0
  const rareText = heap !== undefined && rares.length > 0 ? (isRare.has(heap) ? ', rare' : ', common') : ''
  const text =
    heap === undefined || value === undefined
      ? 'Point at a heap, or move with the arrow keys.'
      : `Heap ${count(heap)} has value ${value}${rareText}. ${best}`
  return (
    <>
      <Picture
        name={`Values of ${game} against heaps`}
        limits={limits}
        start={limits}
        bounds={readBounds(query['at'])}
        onBounds={(bounds) => change({ at: bounds && writeBounds(bounds) })}
        least={{ x: 8, y: 3 }}
        axes={{ x: 'heap', y: 'value', wholeX: true, wholeY: true }}
        cursor={heap === undefined ? undefined : { x: heap + 0.5, y: (value ?? 0) + 0.5 }}
        cursorText={text}
        onCursor={(spot) => {
          const at = Math.min(Math.max(Math.floor(spot.x), series.from), end - 1)
          if (at !== heap) change({ heap: String(at) })
        }}
        paint={(frame, colours) => {
          fill(frame, colours.paper)
          if (period !== undefined) {
            const tall = [frame.bounds.y0, frame.bounds.y1] as const
            block(frame, 0, preperiod, ...tall, mix(colours.paper, colours.rare, 0.12))
            const wide = (frame.width * period) / (frame.bounds.x1 - frame.bounds.x0)
            if (wide < 4) block(frame, preperiod, frame.bounds.x1, ...tall, mix(colours.paper, colours.band, 0.5))
            else {
              const first = Math.max(0, Math.floor((frame.bounds.x0 - preperiod) / period))
              for (let k = first; preperiod + k * period < frame.bounds.x1; k++) {
                const from = preperiod + k * period
                block(frame, from, from + period, ...tall, mix(colours.paper, colours.band, k % 2 === 0 ? 0.75 : 0.3))
              }
            }
          }
          points.paint(frame, series, { kind: 'line' }, rares, colours)
        }}
        over={(pen) => {
          if (heap === undefined || value === undefined) return
          pen.context.strokeStyle = pen.palette.accent
          pen.context.lineWidth = 1.5
          const x = pen.across(heap + 0.5)
          pen.context.beginPath()
          pen.context.moveTo(x, 0)
          pen.context.lineTo(x, pen.height)
          pen.context.stroke()
          pen.context.beginPath()
          pen.context.arc(x, pen.down(value + 0.5), 5, 0, 2 * Math.PI)
          pen.context.stroke()
        }}
      />
      <p class="readout" role="status">
        {text}
      </p>
      <p class="legend">
        <span class="key common" /> {rares.length > 0 ? 'common heaps' : 'heaps'}
        {rares.length > 0 && (
          <>
            <span class="key rare" /> {plural(rares.length, 'rare heap')}
          </>
        )}
        {period !== undefined && (
          <>
            <span class="key before" /> preperiod {count(preperiod)} <span class="key band" /> period {count(period)}
          </>
        )}
      </p>
    </>
  )
}

/** The best option of a heap in words, asked when the cursor rests. */
function useBest(game: string, heap: number | undefined, value: number | undefined): string {
  const params = heap === undefined || value === undefined ? undefined : { position: `${game}: ${heap}`, moves: 1 }
  const asked = useAsk<PositionAnswer>('position', heap === 0 ? undefined : params, 120).value
  if (asked.state !== 'here') return ''
  const answer = answerOf(asked)
  if (answer === undefined) return ''
  const move = answer.winning_moves[0]
  if (answer.value === 0 || move === undefined) return 'Every move from it loses.'
  const left = move.left.length === 0 ? 'nothing' : move.left.map(count).join(' + ')
  return `Best: take ${move.removed}, leave ${left}.`
}
