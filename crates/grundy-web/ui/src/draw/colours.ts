// Colours as the raster wants them: 32 bits, alpha first on little-endian machines.

export type Colour = number

export function rgb(red: number, green: number, blue: number): Colour {
  return ((255 << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0
}

/** `#rrggbb` or `#rgb`, as style sheets write colours. */
export function parse(text: string): Colour {
  const digits = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim())?.[1]
  if (digits === undefined) return rgb(128, 128, 128)
  const width = digits.length / 3
  const channel = (i: number) => parseInt(digits.slice(i * width, (i + 1) * width).repeat(3 - width), 16)
  return rgb(channel(0), channel(1), channel(2))
}

export function mix(a: Colour, b: Colour, share: number): Colour {
  const part = (shift: number) => ((a >>> shift) & 255) * (1 - share) + ((b >>> shift) & 255) * share
  return rgb(part(0), part(8), part(16))
}

/** The colours of a theme, read from the style sheet. */
export interface Palette {
  paper: Colour
  ink: string
  faint: string
  common: Colour
  rare: Colour
  band: Colour
  accent: string
}

export function palette(element: Element): Palette {
  const style = getComputedStyle(element)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    paper: parse(of('--paper')),
    ink: of('--ink'),
    faint: of('--faint'),
    common: parse(of('--common')),
    rare: parse(of('--rare')),
    band: parse(of('--band')),
    accent: of('--accent'),
  }
}

type Channels = readonly [number, number, number]
const BLACK: Channels = [0, 0, 0]

/** Stops of a scale from dark blue over teal and green to yellow, of even steps in lightness. */
const STOPS: readonly Channels[] = [
  [48, 18, 92],
  [57, 62, 140],
  [42, 104, 150],
  [30, 142, 140],
  [60, 178, 112],
  [148, 210, 70],
  [250, 232, 80],
]

/** A colour of the scale, `at` from 0 to 1. */
export function scale(at: number): Colour {
  const place = Math.min(Math.max(at, 0), 1) * (STOPS.length - 1)
  const low = Math.min(Math.floor(place), STOPS.length - 2)
  const [a = BLACK, b = BLACK] = [STOPS[low], STOPS[low + 1]]
  return mix(rgb(...a), rgb(...b), place - low)
}

/**
 * A colour for each value: spread over the scale by how often values occur, so that each shade is as frequent as
 * another.
 */
export function shades(values: Uint16Array): Uint32Array {
  const counts = new Uint32Array(65536)
  let top = 0
  for (const value of values) {
    counts[value] = (counts[value] ?? 0) + 1
    if (value > top) top = value
  }
  const colours = new Uint32Array(top + 1)
  let below = 0
  for (let value = 0; value <= top; value++) {
    const count = counts[value] ?? 0
    colours[value] = scale((below + count / 2) / Math.max(1, values.length))
    below += count
  }
  return colours
}
