// A picture that zooms and pans: by wheel, drag and pinch, by buttons, and by keyboard alone. To a screen reader it is
// a slider whose value is the cursor, told in words.

import { useEffect, useRef } from 'preact/hooks'
import { clamp, label as tickLabel, pan, ticks, zoom, type Bounds } from './bounds'
import { palette, type Palette } from './colours'
import { column, line, type Frame } from './frame'
import { dark } from '../theme'

export interface Spot {
  x: number
  y: number
}

/** Draws lines and text above the raster. Places are in pixels of the style sheet, from the upper left of the plot. */
export interface Pen {
  context: CanvasRenderingContext2D
  width: number
  height: number
  across: (x: number) => number
  down: (y: number) => number
  palette: Palette
}

export interface PictureProps {
  /** What is drawn, for those who cannot see it. */
  name: string
  limits: Bounds
  /** What is in sight at first, and after “whole picture”. */
  start: Bounds
  /** What is in sight according to the address. */
  bounds: Bounds | undefined
  onBounds: (bounds: Bounds | undefined) => void
  /** The least width and height in sight. */
  least: Spot
  axes: { x: string; y: string; wholeX: boolean; wholeY: boolean }
  /** Whether rows go down, and zooming is the same both ways. */
  matrix?: boolean
  /** Whether the plot is as high as it is wide. */
  square?: boolean
  cursor: Spot | undefined
  /** The cursor in words. */
  cursorText: string
  onCursor: (spot: Spot) => void
  onPick?: (spot: Spot) => void
  paint: (frame: Frame, palette: Palette) => void
  over?: (pen: Pen) => void
}

const MARGIN = { left: 54, right: 12, top: 8, bottom: 38 }

export function Picture(props: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const now = useRef(props)
  now.current = props
  const own = useRef<Bounds | undefined>(undefined)
  const asked = useRef(0)
  const saving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const image = useRef<{ data: ImageData; pixels: Uint32Array } | undefined>(undefined)

  const sight = () => own.current ?? clampTo(now.current, now.current.bounds ?? now.current.start)

  function redraw() {
    if (asked.current !== 0) return
    asked.current = requestAnimationFrame(() => {
      asked.current = 0
      if (canvas.current !== null) draw(canvas.current, now.current, sight(), image)
    })
  }

  function look(bounds: Bounds) {
    own.current = clampTo(now.current, bounds)
    redraw()
    clearTimeout(saving.current)
    saving.current = setTimeout(() => {
      const { current } = own
      own.current = undefined
      if (current !== undefined) now.current.onBounds(current)
    }, 200)
  }

  function whole() {
    clearTimeout(saving.current)
    own.current = undefined
    now.current.onBounds(undefined)
  }

  /** Zooms at a spot; `both` axes, or only across. */
  function closer(by: number, at: Spot, axis: 'x' | 'y' | 'both') {
    look(zoom(sight(), at.x, at.y, axis === 'y' ? 1 : by, axis === 'x' ? 1 : by))
  }

  const middle = (): Spot => {
    const { x0, x1, y0, y1 } = sight()
    return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 }
  }

  const spotAt = (event: { clientX: number; clientY: number }): Spot => {
    const box = plotBox(canvas.current)
    const bounds = sight()
    const right = (event.clientX - box.left) / box.width
    const down = (event.clientY - box.top) / box.height
    return {
      x: bounds.x0 + right * (bounds.x1 - bounds.x0),
      y: bounds.y0 + (now.current.matrix === true ? down : 1 - down) * (bounds.y1 - bounds.y0),
    }
  }

  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const observer = new ResizeObserver(redraw)
    observer.observe(element)
    const fingers = new Map<number, PointerEvent>()
    let moved = 0
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const by = Math.exp(Math.max(-0.5, Math.min(0.5, (event.deltaY || event.deltaX) * 0.002)))
      closer(by, spotAt(event), now.current.matrix === true ? 'both' : event.shiftKey ? 'y' : 'x')
    }
    const onDown = (event: PointerEvent) => {
      element.setPointerCapture(event.pointerId)
      fingers.set(event.pointerId, event)
      moved = 0
    }
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId)
      if (before === undefined) {
        now.current.onCursor(spotAt(event))
        return
      }
      const others = [...fingers.values()].filter((finger) => finger.pointerId !== event.pointerId)
      const box = plotBox(element)
      const bounds = sight()
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY]
      moved += Math.abs(dx) + Math.abs(dy)
      fingers.set(event.pointerId, event)
      const other = others[0]
      if (other === undefined) {
        const upwards = now.current.matrix === true ? -1 : 1
        const byX = (-dx / box.width) * (bounds.x1 - bounds.x0)
        look(pan(bounds, byX, ((upwards * dy) / box.height) * (bounds.y1 - bounds.y0)))
      } else {
        const far = (finger: PointerEvent) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY)
        const between = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }
        closer(far(before) / Math.max(1, far(event)), spotAt(between), now.current.matrix === true ? 'both' : 'x')
      }
    }
    const onUp = (event: PointerEvent) => {
      if (fingers.delete(event.pointerId) && moved < 5 && event.type === 'pointerup') {
        now.current.onCursor(spotAt(event))
        now.current.onPick?.(spotAt(event))
      }
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', onUp)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(asked.current)
      asked.current = 0
      clearTimeout(saving.current)
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onUp)
    }
  }, [])

  useEffect(redraw)

  function onKeyDown(event: KeyboardEvent) {
    const bounds = sight()
    const { cursor, matrix } = now.current
    const at = cursor ?? middle()
    const step = event.shiftKey ? Math.max(1, Math.round((bounds.x1 - bounds.x0) / 20)) : 1
    const rows = matrix === true ? -1 : 1
    const moves: Record<string, Spot> = {
      ArrowLeft: { x: at.x - step, y: at.y },
      ArrowRight: { x: at.x + step, y: at.y },
      ArrowUp: { x: at.x, y: at.y + step * rows },
      ArrowDown: { x: at.x, y: at.y - step * rows },
      PageUp: { x: at.x - (bounds.x1 - bounds.x0) / 2, y: at.y },
      PageDown: { x: at.x + (bounds.x1 - bounds.x0) / 2, y: at.y },
      Home: { x: now.current.limits.x0 + 0.5, y: at.y },
      End: { x: now.current.limits.x1 - 0.5, y: at.y },
    }
    const to = moves[event.key]
    if (to !== undefined) {
      const { limits } = now.current
      const spot = {
        x: Math.min(Math.max(to.x, limits.x0), limits.x1 - 1e-9),
        y: Math.min(Math.max(to.y, limits.y0), limits.y1 - 1e-9),
      }
      now.current.onCursor(spot)
      const [dx, dy] = [outside(spot.x, bounds.x0, bounds.x1), outside(spot.y, bounds.y0, bounds.y1)]
      if (dx !== 0 || (dy !== 0 && matrix === true)) look(pan(bounds, dx, matrix === true ? dy : 0))
    } else if (event.key === '+' || event.key === '=') closer(0.8, at, matrix === true ? 'both' : 'x')
    else if (event.key === '-') closer(1.25, at, matrix === true ? 'both' : 'x')
    else if (event.key === '0') whole()
    else if (event.key === 'Enter' && cursor !== undefined) now.current.onPick?.(cursor)
    else return
    event.preventDefault()
  }

  const at = props.cursor ?? { x: props.start.x0, y: 0 }
  const axis = props.matrix === true ? ('both' as const) : ('x' as const)
  return (
    <div class="picture">
      <canvas
        ref={canvas}
        class={`${props.matrix === true ? 'matrix' : ''} ${props.square === true ? 'square' : ''}`}
        data-theme={dark.value ? 'dark' : 'light'}
        role="slider"
        tabIndex={0}
        aria-label={props.name}
        aria-valuemin={props.limits.x0}
        aria-valuemax={Math.max(props.limits.x1, props.limits.x0)}
        aria-valuenow={Math.min(Math.max(Math.floor(at.x), props.limits.x0), props.limits.x1)}
        aria-valuetext={props.cursorText}
        onKeyDown={onKeyDown}
      />
      <div class="picture-tools" role="group" aria-label="Zoom">
        <button
          type="button"
          title="Closer (+)"
          aria-label="Zoom in"
          onClick={() => closer(0.5, nearCursor(props, middle()), axis)}
        >
          +
        </button>
        <button
          type="button"
          title="Further (−)"
          aria-label="Zoom out"
          onClick={() => closer(2, nearCursor(props, middle()), axis)}
        >
          −
        </button>
        <button type="button" title="Whole picture (0)" onClick={whole}>
          Whole picture
        </button>
      </div>
    </div>
  )
}

/** Buttons zoom at the cursor while it is in sight. */
function nearCursor(props: PictureProps, middle: Spot): Spot {
  const { cursor, bounds, start } = props
  const sight = bounds ?? start
  const seen = cursor !== undefined && cursor.x >= sight.x0 && cursor.x <= sight.x1
  return seen ? { x: cursor.x, y: middle.y } : middle
}

function outside(at: number, from: number, to: number): number {
  return at < from ? at - from - (to - from) * 0.1 : at > to ? at - to + (to - from) * 0.1 : 0
}

function clampTo(props: PictureProps, bounds: Bounds): Bounds {
  return clamp(bounds, props.limits, props.least)
}

/** The plot inside its margins, on the screen. */
function plotBox(element: HTMLCanvasElement | null) {
  const box = element?.getBoundingClientRect() ?? new DOMRect()
  return {
    left: box.left + MARGIN.left,
    top: box.top + MARGIN.top,
    width: Math.max(1, box.width - MARGIN.left - MARGIN.right),
    height: Math.max(1, box.height - MARGIN.top - MARGIN.bottom),
  }
}

type Kept = { current: { data: ImageData; pixels: Uint32Array } | undefined }

function draw(element: HTMLCanvasElement, props: PictureProps, bounds: Bounds, image: Kept) {
  const began = performance.now()
  const context = element.getContext('2d')
  if (context === null || element.clientWidth === 0) return
  const density = Math.min(2, Math.max(1, devicePixelRatio))
  const [fullWidth, fullHeight] = [
    Math.round(element.clientWidth * density),
    Math.round(element.clientHeight * density),
  ]
  if (element.width !== fullWidth) element.width = fullWidth
  if (element.height !== fullHeight) element.height = fullHeight
  const left = Math.round(MARGIN.left * density)
  const top = Math.round(MARGIN.top * density)
  const width = Math.max(1, fullWidth - left - Math.round(MARGIN.right * density))
  const height = Math.max(1, fullHeight - top - Math.round(MARGIN.bottom * density))
  if (image.current?.data.width !== width || image.current.data.height !== height) {
    const data = context.createImageData(width, height)
    image.current = { data, pixels: new Uint32Array(data.data.buffer) }
  }
  const { data, pixels } = image.current
  const colours = palette(element)
  const frame: Frame = { pixels, width, height, density, bounds, down: props.matrix === true }
  props.paint(frame, colours)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, fullWidth, fullHeight)
  context.putImageData(data, left, top)
  context.setTransform(density, 0, 0, density, 0, 0)
  drawAxes(context, props, frame, colours)
  context.save()
  context.beginPath()
  context.rect(MARGIN.left, MARGIN.top, width / density, height / density)
  context.clip()
  context.translate(MARGIN.left, MARGIN.top)
  props.over?.({
    context,
    width: width / density,
    height: height / density,
    across: (x) => column(frame, x) / density,
    down: (y) => line(frame, y) / density,
    palette: colours,
  })
  context.restore()
  element.dataset['frame'] = (performance.now() - began).toFixed(1)
}

function drawAxes(context: CanvasRenderingContext2D, props: PictureProps, frame: Frame, colours: Palette) {
  const { axes } = props
  const [width, height] = [frame.width / frame.density, frame.height / frame.density]
  const { x0, x1, y0, y1 } = frame.bounds
  context.font = '12px system-ui, sans-serif'
  context.fillStyle = colours.ink
  context.strokeStyle = colours.faint
  context.lineWidth = 1
  context.strokeRect(MARGIN.left - 0.5, MARGIN.top - 0.5, width + 1, height + 1)
  // A whole number owns the unit from it to the next: its mark stands in the middle.
  const middleX = axes.wholeX ? 0.5 : 0
  const middleY = axes.wholeY ? 0.5 : 0
  const bottom = MARGIN.top + height
  const acrossTicks = ticks(x0 - middleX, x1 - middleX, Math.max(2, width / 110), axes.wholeX)
  const stepX = (acrossTicks[1] ?? x1) - (acrossTicks[0] ?? x0)
  context.textBaseline = 'top'
  for (const at of acrossTicks) {
    const x = MARGIN.left + column(frame, at + middleX) / frame.density
    if (x < MARGIN.left - 1 || x > MARGIN.left + width + 1) continue
    context.fillRect(Math.round(x), bottom, 1, 4)
    context.textAlign = x > MARGIN.left + width - 20 ? 'right' : x < MARGIN.left + 20 ? 'left' : 'center'
    context.fillText(tickLabel(at, stepX), x, bottom + 6)
  }
  const upTicks = ticks(y0 - middleY, y1 - middleY, Math.max(2, height / 50), axes.wholeY)
  const stepY = (upTicks[1] ?? y1) - (upTicks[0] ?? y0)
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  for (const at of upTicks) {
    const y = MARGIN.top + line(frame, at + middleY) / frame.density
    if (y < MARGIN.top - 1 || y > bottom + 1) continue
    context.fillRect(MARGIN.left - 5, Math.round(y), 4, 1)
    context.fillText(tickLabel(at, stepY), MARGIN.left - 8, Math.min(Math.max(y, MARGIN.top + 6), bottom - 5))
  }
  context.textBaseline = 'bottom'
  context.textAlign = 'center'
  context.fillText(axes.x, MARGIN.left + width / 2, bottom + MARGIN.bottom)
  context.save()
  context.translate(2, MARGIN.top + height / 2)
  context.rotate(-Math.PI / 2)
  context.textBaseline = 'top'
  context.fillText(axes.y, 0, 0)
  context.restore()
}
