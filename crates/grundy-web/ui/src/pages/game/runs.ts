// A row of values as runs that are settled, or not yet.

export interface Run {
  text: string
  settled: boolean
}

/** One row as runs of values that are equal a period later, or not. */
export function runs(values: ArrayLike<number>, from: number, width: number, pad: number): Run[] {
  const found: Run[] = []
  for (let n = from; n < Math.min(from + width, values.length); n++) {
    const later = values[n + width]
    const settled = later === undefined || later === values[n]
    const text = String(values[n]).padStart(pad)
    const last = found.at(-1)
    if (last !== undefined && last.settled === settled) last.text += text
    else found.push({ text, settled })
  }
  return found
}
