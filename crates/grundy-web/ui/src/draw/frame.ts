// The raster that pictures are painted on: one 32-bit word for each pixel, and where the picture's units fall on it.

import type { Bounds } from './bounds'
import type { Colour } from './colours'

export interface Frame {
  pixels: Uint32Array
  width: number
  height: number
  /** Pixels of the raster for each pixel of the style sheet. */
  density: number
  bounds: Bounds
  /** Whether y grows downwards, as rows of a table do. */
  down: boolean
}

export function column(frame: Frame, x: number): number {
  return ((x - frame.bounds.x0) / (frame.bounds.x1 - frame.bounds.x0)) * frame.width
}

export function line(frame: Frame, y: number): number {
  const share = (y - frame.bounds.y0) / (frame.bounds.y1 - frame.bounds.y0)
  return (frame.down ? share : 1 - share) * frame.height
}

export function fill(frame: Frame, colour: Colour) {
  frame.pixels.fill(colour)
}

/** Fills a rectangle in the picture's units. */
export function block(frame: Frame, x0: number, x1: number, y0: number, y1: number, colour: Colour) {
  const left = Math.max(0, Math.round(column(frame, x0)))
  const right = Math.min(frame.width, Math.round(column(frame, x1)))
  const ends = [line(frame, y0), line(frame, y1)].sort((a, b) => a - b)
  const top = Math.max(0, Math.round(ends[0] ?? 0))
  const bottom = Math.min(frame.height, Math.round(ends[1] ?? 0))
  if (left >= right) return
  for (let row = top; row < bottom; row++) {
    frame.pixels.fill(colour, row * frame.width + left, row * frame.width + right)
  }
}

/** Paints whole cells: the colour of cell `(x, y)`, asked once for each pixel. Cells are the unit squares. */
export function cells(frame: Frame, colour: (x: number, y: number) => Colour) {
  const { pixels, width, height, bounds } = frame
  const columns = new Int32Array(width)
  for (let i = 0; i < width; i++) columns[i] = Math.floor(bounds.x0 + ((i + 0.5) / width) * (bounds.x1 - bounds.x0))
  let before = NaN
  for (let j = 0; j < height; j++) {
    const share = (j + 0.5) / height
    const y = Math.floor(bounds.y0 + (frame.down ? share : 1 - share) * (bounds.y1 - bounds.y0))
    if (y === before) {
      pixels.copyWithin(j * width, (j - 1) * width, j * width)
      continue
    }
    before = y
    let at = j * width
    let x = NaN
    let same = 0
    for (let i = 0; i < width; i++) {
      const next = columns[i] as number
      if (next !== x) {
        x = next
        same = colour(x, y)
      }
      pixels[at++] = same
    }
  }
}
