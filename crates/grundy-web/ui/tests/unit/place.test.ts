import { expect, test } from 'vitest'
import { readPlace, whole, word, writePlace } from '../../src/place'

test('an address is read back as it was written', () => {
  const queries = [
    {},
    { game: '.77' },
    { position: 'kayles: 5 + nim: 3', misere: '1' },
    { game: 'S(1,2,5)', a: 'ä%&=#?' },
  ]
  for (const query of queries) {
    const written = writePlace({ page: 'play', query })
    expect(readPlace(written)).toEqual({ page: 'play', query })
  }
})

test('unknown pages are the first page', () => {
  expect(readPlace('').page).toBe('game')
  expect(readPlace('#/nowhere?game=.07')).toEqual({ page: 'game', query: { game: '.07' } })
})

test('positions stay readable in an address', () => {
  expect(writePlace({ page: 'play', query: { position: 'kayles: 5 7' } })).toBe('#/play?position=kayles:+5+7')
})

test('numbers of an address are kept within bounds, and nonsense is the default', () => {
  expect(whole('12', 5, 0, 10)).toBe(10)
  expect(whole('-3', 5, 0, 10)).toBe(0)
  expect(whole('1e3', 5, 0, 1e6)).toBe(1000)
  for (const text of [undefined, '', 'x', 'Infinity', 'NaN']) expect(whole(text, 5, 0, 10)).toBe(5)
})

test('words of an address are known ones, or the first', () => {
  expect(word('b', ['a', 'b'])).toBe('b')
  expect(word('c', ['a', 'b'])).toBe('a')
  expect(word(undefined, ['a', 'b'])).toBe('a')
})
