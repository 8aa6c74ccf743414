// Values against nθ mod 1. At most θ this is a cloud; at a hidden frequency of the game it is a drawing.

import { useMemo } from 'preact/hooks'
import { askLong, useAnswer, answerOf } from '../../ask'
import { readBounds, writeBounds } from '../../draw/bounds'
import { fill } from '../../draw/frame'
import { Picture } from '../../draw/picture'
import { Points } from '../../draw/points'
import { Shown } from '../../parts'
import { change, place } from '../../route'
import { nearest } from '../../snap'
import type { Spectrum } from '../../wire'
import type { View } from './index'

/** How near a line the coarse slider has to come to be drawn to it. */
const PULL = 0.0015

export function Phase(props: { view: View }) {
  const { series, rares, game } = props.view
  const points = useMemo(() => new Points(), [])
  const { query } = place.value
  const typed = Number(query['theta'])
  const theta = Number.isFinite(typed) && query['theta'] !== undefined ? Math.min(Math.max(typed, 0), 1) : 0.1
  const end = series.from + series.values.length
  const spectrum = useAnswer<Spectrum>(
    series.values.length >= 1024 ? `${game} ${series.from} ${end}` : undefined,
    (signal, progress) =>
      askLong<Spectrum>('spectrum', { game, from: series.from, n: end, others: 8 }, signal, progress),
  )
  const found = answerOf(spectrum.value)
  const lines = [...(found?.lines ?? []), ...(found?.others ?? [])]
    .filter((line) => line.theta > 0 && line.theta < 0.5)
    .sort((a, b) => b.energy - a.energy)
    .filter((line, i, all) => all.findIndex((other) => Math.abs(other.theta - line.theta) < 2e-5) === i)
    .slice(0, 12)
  const set = (next: number) => change({ theta: String(Number(next.toFixed(8))), at: undefined })
  const limits = { x0: 0, x1: 1, y0: 0, y1: series.top + 1.5 }
  const on = nearest(theta, lines, 1e-5)
  const text =
    on === undefined
      ? `θ = ${theta}`
      : `θ = ${theta}: the line of mask ${on.mask}, with ${percent(on.energy)} of its energy`
  return (
    <>
      <div class="fields">
        <label class="field grow">
          <span>θ</span>
          <input
            type="range"
            min="0"
            max="0.5"
            step="0.0001"
            value={theta}
            list="lines"
            onInput={(event) => {
              const next = Number(event.currentTarget.value)
              set(nearest(next, lines, PULL)?.theta ?? next)
            }}
          />
          <datalist id="lines">
            {lines.map((line) => (
              <option key={line.theta} value={line.theta} />
            ))}
          </datalist>
        </label>
        <FineSlider theta={theta} set={set} />
        <label class="field">
          <span>θ as a number</span>
          <input
            type="number"
            min="0"
            max="1"
            step="0.00001"
            value={theta}
            onChange={(event) => {
              const next = Number(event.currentTarget.value)
              if (event.currentTarget.value !== '' && Number.isFinite(next)) set(Math.min(1, Math.max(0, next)))
            }}
          />
        </label>
      </div>
      <Picture
        name={`Values of ${game} against the phase n times ${theta}`}
        limits={limits}
        start={limits}
        bounds={readBounds(query['at'])}
        onBounds={(bounds) => change({ at: bounds && writeBounds(bounds) })}
        least={{ x: 0.01, y: 3 }}
        axes={{ x: 'nθ mod 1', y: 'value', wholeX: false, wholeY: true }}
        cursor={undefined}
        cursorText={text}
        onCursor={() => undefined}
        paint={(frame, colours) => {
          fill(frame, colours.paper)
          points.paint(frame, series, { kind: 'phase', theta }, rares, colours)
        }}
      />
      <p class="readout" role="status">
        {text}
      </p>
      <Shown asked={spectrum.value} what="Looking for hidden frequencies">
        {() =>
          lines.length === 0 ? (
            <p class="hint">No line stands out in this window. Try more values, from a later heap on.</p>
          ) : (
            <div class="lines" role="group" aria-label="Lines that were found">
              {lines.map((line) => (
                <button key={line.theta} type="button" aria-pressed={line === on} onClick={() => set(line.theta)}>
                  θ = {line.theta.toFixed(6)} <small>mask {line.mask}, {percent(line.energy)}</small>
                </button>
              ))}
            </div>
          )
        }
      </Shown>
      <p class="hint">Hidden frequencies are observed, not proved. The slider is drawn to the lines that were found.</p>
    </>
  )
}

/** A slider around the present θ, a thousand times finer; it begins in the middle again when it is let go. */
function FineSlider(props: { theta: number; set: (theta: number) => void }) {
  const middle = useMemo(() => ({ at: props.theta, from: props.theta }), [])
  const range = 0.0005
  if (Math.abs(props.theta - middle.at) > range) middle.at = props.theta
  return (
    <label class="field grow">
      <span>θ, fine</span>
      <input
        type="range"
        min={middle.at - range}
        max={middle.at + range}
        step="0.0000001"
        value={props.theta}
        aria-valuetext={`θ = ${props.theta}`}
        onInput={(event) => props.set(Number(event.currentTarget.value))}
        onChange={(event) => {
          middle.at = Number(event.currentTarget.value)
        }}
      />
    </label>
  )
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
