// How often each value occurs, commons and rares apart.

import { mix } from '../../draw/colours'
import { block, fill } from '../../draw/frame'
import { Picture } from '../../draw/picture'
import { Choice, count, plural } from '../../parts'
import { change, place, whole, word } from '../../route'
import { readBounds, writeBounds } from '../../draw/bounds'
import type { Analysis, Bar } from '../../wire'

export function Histogram(props: { analysis: Analysis; bars: Bar[] }) {
  const { sparse, n } = props.analysis
  const { bars } = props
  const { query } = place.value
  const scale = word(query['scale'], ['linear', 'log'])
  const height = (heaps: number) => (scale === 'log' ? (heaps === 0 ? 0 : Math.log10(heaps) + 0.3) : heaps)
  const top = Math.max(0, bars.length - 1)
  const most = Math.max(1, ...bars.map((bar) => height(bar.commons + bar.rares)))
  const limits = { x0: 0, x1: top + 1, y0: 0, y1: most * 1.06 }
  const chosen = query['value'] === undefined ? undefined : whole(query['value'], 0, 0, top)
  const bar = chosen === undefined ? undefined : bars[chosen]
  const words = (common: number, rare: number) =>
    sparse === null ? plural(common, 'heap') : `${plural(common, 'common heap')}, ${plural(rare, 'rare heap')}`
  const text =
    bar === undefined
      ? 'Point at a bar, or move with the arrow keys.'
      : `Value ${chosen}: ${words(bar.commons, bar.rares)}.`
  return (
    <>
      <div class="fields">
        <Choice
          label="Scale"
          name="scale"
          value={scale}
          otherwise="linear"
          also={{ at: undefined }}
          options={[
            ['linear', 'linear'],
            ['log', 'logarithmic'],
          ]}
        />
      </div>
      <Picture
        name="How many heaps have each value"
        limits={limits}
        start={limits}
        bounds={readBounds(query['at'])}
        onBounds={(bounds) => change({ at: bounds && writeBounds(bounds) })}
        least={{ x: 4, y: 1 }}
        axes={{ x: 'value', y: scale === 'log' ? 'heaps (power of ten)' : 'heaps', wholeX: true, wholeY: false }}
        cursor={chosen === undefined ? undefined : { x: chosen + 0.5, y: 0 }}
        cursorText={text}
        onCursor={(spot) => {
          const value = Math.min(Math.max(Math.floor(spot.x), 0), top)
          if (value !== chosen) change({ value: String(value) })
        }}
        paint={(frame, colours) => {
          fill(frame, colours.paper)
          const gap = frame.width / (frame.bounds.x1 - frame.bounds.x0) > 6 ? 0.1 : 0
          for (const [value, { commons, rares }] of bars.entries()) {
            const lit = value === chosen ? 0.25 : 0
            const ground = height(commons)
            const blue = mix(colours.common, colours.rare, lit)
            block(frame, value + gap, value + 1 - gap, 0, ground, blue)
            block(frame, value + gap, value + 1 - gap, ground, height(commons + rares), colours.rare)
          }
        }}
      />
      <p class="readout" role="status">
        {text}
      </p>
      <p class="legend">
        <span class="key common" /> {sparse === null ? 'heaps' : 'common heaps'}
        {sparse !== null && (
          <>
            <span class="key rare" /> rare heaps: {count(sparse.rares)} of {count(n)}, in the sparse space of mask{' '}
            <code>{sparse.mask}</code>
            {sparse.parity === 1 && ' with heap parity'}
          </>
        )}
      </p>
    </>
  )
}
