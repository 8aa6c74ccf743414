import { expect, test } from 'vitest'
import { columns, filter, rowsOf, sort } from '../../src/pages/census/table'

const ROWS = [
  { game: '.77', period: 12, status: 'proved' },
  { game: '.106', period: 328226140474, status: 'proved' },
  { game: '.007', period: null, status: 'open' },
  { game: '.6', status: 'open', note: 'Officers' },
]

test('columns are those of any row, the chief ones first', () => {
  expect(columns(ROWS)).toEqual(['game', 'status', 'period', 'note'])
  expect(columns([{ note: null, upto: 3, game: '.7' }])).toEqual(['game', 'upto'])
})

test('rows are a list, or all lists of a document', () => {
  expect(rowsOf(ROWS)).toHaveLength(4)
  expect(rowsOf({ periods: ROWS.slice(0, 2), open: ROWS.slice(2), version: 1 })).toEqual(ROWS)
  expect(rowsOf(null)).toEqual([])
})

test('rows have every word of the filter', () => {
  const games = (text: string) => filter(ROWS, text).map((row) => row['game'])
  expect(games('')).toHaveLength(4)
  expect(games('OPEN officers')).toEqual(['.6'])
  expect(games('status:proved')).toEqual(['.77', '.106'])
  expect(games('game:.6')).toEqual(['.6'])
  expect(games('nothing:here')).toEqual([])
})

test('numbers are sorted by size, and what is missing stays last', () => {
  const games = (down: boolean) => sort(ROWS, 'period', down).map((row) => row['game'])
  expect(games(false)).toEqual(['.77', '.106', '.007', '.6'])
  expect(games(true)).toEqual(['.106', '.77', '.007', '.6'])
  expect(sort(ROWS, 'game', false).map((row) => row['game'])).toEqual(['.6', '.007', '.77', '.106'])
})
