import { expect, test } from 'vitest'
import { readPast, writePast, type Made } from '../../src/pages/play/past'

const made: Made[] = [
  { position: 'nim: 3 5', turn: 'first', text: '5 -> 3' },
  { position: 'nim: 3 3', turn: 'second', text: '3 -> 1' },
  { position: 'nim: 1 3', turn: 'first', text: '3 -> 1' },
]

test('moves are read back as they were written, each with whose turn it was', () => {
  expect(readPast(writePast(made), 'second')).toEqual(made)
  expect(readPast(writePast(made.slice(1)), 'second')).toEqual(made.slice(1))
  expect(writePast([])).toBeUndefined()
  expect(readPast(undefined, 'first')).toEqual([])
})

test('of a very long game the last moves are kept', () => {
  const whose = (i: number) => (i % 2 === 0 ? 'first' : 'second')
  const long = Array.from({ length: 501 }, (_, i) => ({ ...made[0]!, turn: whose(i), text: String(i) }) as Made)
  const read = readPast(writePast(long), 'second')
  expect(read).toEqual(long.slice(-200))
})

test('nonsense in an address is no move', () => {
  for (const text of ['', '{', '7', 'null', '{"a":1}', '[1]', '[["a"]]', '[["a",1]]', '[["a","b","c"]]']) {
    expect(readPast(text, 'first')).toEqual([])
  }
})
