/** The line nearest to `theta`, if it is no further than `reach`. */
export function nearest<L extends { theta: number }>(theta: number, lines: readonly L[], reach: number): L | undefined {
  let best: L | undefined
  for (const line of lines) {
    const far = Math.abs(line.theta - theta)
    if (far <= reach && (best === undefined || far < Math.abs(best.theta - theta))) best = line
  }
  return best
}
