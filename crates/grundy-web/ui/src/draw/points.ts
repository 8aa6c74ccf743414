// A million points as a raster: each pixel counts the heaps that fall on it, in two layers, and is coloured by its
// count.

import { mix, type Colour } from './colours'
import type { Frame } from './frame'
import type { Series } from './series'

/** How many steps of darkness a layer has; the last is for this many heaps and more. */
const STEPS = 64

/** Where points are: heap `k` of the window is at `x(k)`, as a straight line or as a phase. */
export type Across = { kind: 'line' } | { kind: 'phase'; theta: number }

export interface Layers {
  common: Colour
  rare: Colour
  paper: Colour
}

/** Counts of one frame; kept between frames so that nothing is allocated while a picture moves. */
export class Points {
  private common = new Uint32Array(0)
  private rare = new Uint32Array(0)

  /**
   * Paints `values` (of heaps `from`, `from + 1`, …) over what the frame shows. `rares` are heaps, ascending; their
   * points are a little larger and lie above the others.
   */
  paint(frame: Frame, series: Series, across: Across, rares: Uint32Array, layers: Layers) {
    const { values } = series
    const { width, height, pixels } = frame
    const cells = width * height
    if (this.common.length !== cells) {
      this.common = new Uint32Array(cells)
      this.rare = new Uint32Array(cells)
    } else {
      this.common.fill(0)
      this.rare.fill(0)
    }
    const { common, rare } = this
    const lines = linesOf(frame, series.top)
    const place = placer(frame, series.from, across)
    const [first, last] = reach(frame, series, across)
    // The fewer points are in sight, the larger they are, up to a few pixels.
    const room = Math.sqrt(cells / Math.max(1, last - first))
    const size = Math.min(Math.max(1, Math.round(room / 4)), Math.round(5 * frame.density))
    if (size === 1) {
      for (let k = first; k < last; k++) {
        const top = lines[values[k] as number] as number
        if (top < 0) continue
        const x = place(k)
        if (x < 0 || x >= width) continue
        const at = top * width + x
        common[at] = (common[at] as number) + 1
      }
    } else {
      for (let k = first; k < last; k++) {
        const top = lines[values[k] as number] as number
        if (top >= 0) stamp(common, width, height, place(k), top, size)
      }
    }
    const bold = Math.max(size, Math.round(2 * frame.density))
    const sparse = rares.length * 50 < values.length
    for (const heap of rares) {
      const k = heap - series.from
      if (k < first || k >= last) continue
      const top = lines[values[k] as number] as number
      if (top >= 0) stamp(rare, width, height, place(k), top, sparse ? bold : size)
    }
    const [blue, red] = [ramp(layers.paper, layers.common, size), ramp(layers.paper, layers.rare, size)]
    for (let at = 0; at < cells; at++) {
      const reds = rare[at] as number
      const blues = common[at] as number
      if (reds > 0) pixels[at] = red[Math.min(reds + 16, STEPS)] as number
      else if (blues > 0) pixels[at] = blue[Math.min(blues, STEPS)] as number
    }
  }
}

/** For each value the row of pixels it falls on, or -1. */
function linesOf(frame: Frame, top: number): Int32Array {
  const { y0, y1 } = frame.bounds
  return Int32Array.from({ length: top + 1 }, (_, value) => {
    const row = Math.floor((1 - (value + 0.5 - y0) / (y1 - y0)) * frame.height)
    return row >= 0 && row < frame.height ? row : -1
  })
}

function placer(frame: Frame, from: number, across: Across): (k: number) => number {
  const { width, bounds } = frame
  const scale = width / (bounds.x1 - bounds.x0)
  if (across.kind === 'line') {
    const start = (from + 0.5 - bounds.x0) * scale
    return (k) => Math.floor(start + k * scale)
  }
  const { theta } = across
  return (k) => {
    const turns = (from + k) * theta
    return Math.floor((turns - Math.floor(turns) - bounds.x0) * scale)
  }
}

/** The heaps of the window that can be in sight. */
function reach(frame: Frame, series: Series, across: Across): [number, number] {
  const count = series.values.length
  if (across.kind === 'phase') return [0, count]
  const first = Math.floor(frame.bounds.x0 - series.from) - 2
  const last = Math.ceil(frame.bounds.x1 - series.from) + 2
  return [Math.max(0, first), Math.min(count, last)]
}

function stamp(counts: Uint32Array, width: number, height: number, x: number, y: number, size: number) {
  const half = size >> 1
  for (let j = Math.max(0, y - half); j < Math.min(height, y - half + size); j++) {
    for (let i = Math.max(0, x - half); i < Math.min(width, x - half + size); i++) {
      counts[j * width + i] = (counts[j * width + i] as number) + 1
    }
  }
}

/**
 * Colours for 0, 1, … heaps on a pixel: the more, the stronger, by the logarithm; large points are strong by
 * themselves.
 */
function ramp(paper: Colour, colour: Colour, size: number): Uint32Array {
  const least = size > 1 ? 0.85 : 0.6
  const share = (n: number) => (n === 0 ? 0 : least + ((1 - least) * Math.log2(n)) / Math.log2(STEPS))
  return Uint32Array.from({ length: STEPS + 1 }, (_, n) => mix(paper, colour, share(n)))
}
