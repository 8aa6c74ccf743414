// What part of a picture is in sight: a rectangle in the picture's own units, moved and zoomed within limits.

export interface Bounds {
  x0: number
  x1: number
  y0: number
  y1: number
}

/** Keeps an interval inside another, with its length if possible, and no shorter than `least`. */
export function within(from: number, to: number, low: number, high: number, least: number): [number, number] {
  let length = Math.min(Math.max(to - from, Math.min(least, high - low)), high - low)
  if (!Number.isFinite(length) || length <= 0) length = high - low
  const middle = (from + to) / 2
  const start = Math.min(Math.max(middle - length / 2, low), high - length)
  return [start, start + length]
}

export function clamp(bounds: Bounds, limits: Bounds, least: { x: number; y: number }): Bounds {
  const [x0, x1] = within(bounds.x0, bounds.x1, limits.x0, limits.x1, least.x)
  const [y0, y1] = within(bounds.y0, bounds.y1, limits.y0, limits.y1, least.y)
  return { x0, x1, y0, y1 }
}

/** Zooms by factors (below 1: closer) so that the point `(x, y)` stays where it is on the screen. */
export function zoom(bounds: Bounds, x: number, y: number, byX: number, byY: number): Bounds {
  return {
    x0: x - (x - bounds.x0) * byX,
    x1: x + (bounds.x1 - x) * byX,
    y0: y - (y - bounds.y0) * byY,
    y1: y + (bounds.y1 - y) * byY,
  }
}

export function pan(bounds: Bounds, dx: number, dy: number): Bounds {
  return { x0: bounds.x0 + dx, x1: bounds.x1 + dx, y0: bounds.y0 + dy, y1: bounds.y1 + dy }
}

/** `0,100,-3.5,7` for the address. */
export function writeBounds(bounds: Bounds): string {
  const short = (n: number) => String(Number(n.toPrecision(9)))
  return [bounds.x0, bounds.x1, bounds.y0, bounds.y1].map(short).join(',')
}

export function readBounds(text: string | undefined): Bounds | undefined {
  const numbers = (text ?? '').split(',').map(Number)
  const [x0, x1, y0, y1] = numbers
  if (numbers.length !== 4 || numbers.some((n) => !Number.isFinite(n))) return undefined
  if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined) return undefined
  if (x0 >= x1 || y0 >= y1) return undefined
  return { x0, x1, y0, y1 }
}

/** Round places for marks on an axis, about `count` of them, at whole numbers only where `whole`. */
export function ticks(from: number, to: number, count: number, whole: boolean): number[] {
  const rough = (to - from) / Math.max(1, count)
  if (!(rough > 0) || !Number.isFinite(rough)) return []
  const power = 10 ** Math.floor(Math.log10(rough))
  let step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= rough * 0.999) ?? rough
  if (whole) step = Math.max(1, Math.round(step))
  const places: number[] = []
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k++) places.push(k * step + 0)
  return places
}

/** `1,234,567`, or as many decimals as tell neighbouring marks apart. */
export function label(at: number, step: number): string {
  if (step >= 1) return (Math.round(at) + 0).toLocaleString('en')
  return at.toFixed(Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))))
}
