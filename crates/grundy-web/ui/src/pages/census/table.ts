// Sorting and filtering rows of a table, whatever its columns are.

export type Cell = string | number | boolean | null | undefined
export type Row = Record<string, Cell>

/** What is read first, where there is such a column. */
const FIRST = ['game', 'status', 'period', 'preperiod', 'saltus']

/** The columns of some rows: the chief ones first, then in the order in which they appear; none that says nothing. */
export function columns(rows: readonly Row[]): string[] {
  const seen = new Set<string>()
  for (const row of rows) {
    for (const [key, cell] of Object.entries(row)) if (cell !== null && cell !== undefined && cell !== '') seen.add(key)
  }
  return [...FIRST.filter((key) => seen.has(key)), ...[...seen].filter((key) => !FIRST.includes(key))]
}

/** The rows of a document: itself, or all the lists inside it. */
export function rowsOf(document: unknown): Row[] {
  if (Array.isArray(document)) return document as Row[]
  return Object.values((document ?? {}) as Record<string, unknown>).filter(Array.isArray).flat() as Row[]
}

/** Rows that have every word somewhere, case apart; `status:proved` asks one column. */
export function filter(rows: readonly Row[], text: string): Row[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const has = (row: Row, word: string) => {
    const [column = '', value] = word.split(/:(.*)/s)
    const cells = value !== undefined && column in row ? [row[column]] : Object.values(row)
    const wanted = value !== undefined && column in row ? value : word
    return cells.some((cell) => cell !== null && cell !== undefined && String(cell).toLowerCase().includes(wanted))
  }
  return rows.filter((row) => words.every((word) => has(row, word)))
}

/** Sorted by a column: numbers by size, text as people do, what is missing last either way. */
export function sort(rows: readonly Row[], column: string, down: boolean): Row[] {
  const missing = (cell: Cell) => cell === null || cell === undefined || cell === ''
  const order = new Intl.Collator('en', { numeric: true }).compare
  return [...rows].sort((one, other) => {
    const [a, b] = [one[column], other[column]]
    if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b))
    const by = typeof a === 'number' && typeof b === 'number' ? a - b : order(String(a), String(b))
    return down ? -by : by
  })
}
