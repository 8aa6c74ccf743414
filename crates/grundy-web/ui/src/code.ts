// Codes as digits to click on: `d0.d1d2…`, each digit a set of numbers of heaps that may be left.

/** The digits of a finite code, `digits[i]` for removing `i`; none for anything else. */
export function readDigits(code: string): number[] | undefined {
  const match = /^([0-9A-F]?|\[\d+\])\.((?:[0-9A-F]|\[\d+\])*)$/i.exec(code.trim().replace('·', '.'))
  if (match === null) return undefined
  const tokens = [match[1] === '' ? '0' : (match[1] ?? '0'), ...((match[2] ?? '').match(/[0-9A-F]|\[\d+\]/gi) ?? [])]
  return tokens.map((token) => (token.startsWith('[') ? Number(token.slice(1, -1)) : parseInt(token, 16)))
}

/** The code of these digits, without zeros that say nothing. */
export function writeDigits(digits: readonly number[]): string {
  const digit = (d: number) => (d < 16 ? d.toString(16).toUpperCase() : `[${d}]`)
  const [first = 0, ...rest] = digits
  while (rest.at(-1) === 0) rest.pop()
  return `${first === 0 ? '' : digit(first)}.${rest.length === 0 ? '0' : rest.map(digit).join('')}`
}

/** The digits with one permission turned over: remove `removed`, leave `heaps` heaps. */
export function toggle(digits: readonly number[], removed: number, heaps: number): number[] {
  const length = Math.max(digits.length, removed + 1)
  return Array.from({ length }, (_, i) => (digits[i] ?? 0) ^ (i === removed ? 1 << heaps : 0))
}
