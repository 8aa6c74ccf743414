// Values of consecutive heaps as they came from the server, with what drawing them needs.

import { shades } from './colours'

export interface Series {
  from: number
  values: Uint16Array
  /** The largest value. */
  top: number
  /** A colour for each value. */
  colours: Uint32Array
}

export function series(from: number, bytes: ArrayBuffer): Series {
  const values = new Uint16Array(bytes)
  let top = 0
  for (const value of values) if (value > top) top = value
  return { from, values, top, colours: shades(values) }
}
