import { expect, test } from 'vitest'
import {
  clickCell,
  clickPin,
  clickRing,
  fits,
  mayBecome,
  spanOf,
  turned,
  type Marked,
} from '../../src/pages/play/match'
import type { Move, Part } from '../../src/wire'

const NOTHING: Move = { part: 0, kind: 'take', text: '', after: '', wins: null, value: null }
const move = (fields: Partial<Move>): Move => ({ ...NOTHING, ...fields })
const heap = (size: number): Part => ({ kind: 'heap', game: '.77', size, value: null })

test('marked pins are the move that leaves the rest on both sides', () => {
  const leaves = (left: number[]) => move({ removed: 2, left })
  const marked: Marked = { kind: 'span', part: 0, from: 1, to: 3 }
  expect(fits(leaves([1, 4]), heap(7), marked)).toBe(true)
  expect(fits(leaves([4, 1]), heap(7), marked)).toBe(true)
  expect(fits(leaves([5]), heap(7), marked)).toBe(false)
  expect(fits(leaves([5]), heap(7), { ...marked, from: 0, to: 2 })).toBe(true)
  expect(fits(leaves([5]), heap(7), { ...marked, from: 5, to: 7 })).toBe(true)
  expect(fits(leaves([]), heap(2), { ...marked, from: 0, to: 2 })).toBe(true)
  expect(fits(leaves([1, 4]), heap(7), { ...marked, part: 1 })).toBe(false)
})

test('a marked gap is a split that takes nothing', () => {
  const marked: Marked = { kind: 'span', part: 0, from: 3, to: 3 }
  expect(fits(move({ removed: 0, left: [3, 5] }), heap(8), marked)).toBe(true)
  expect(fits(move({ removed: 0, left: [2, 6] }), heap(8), marked)).toBe(false)
})

test('on a ring only the number of pins matters', () => {
  const ring: Part = { kind: 'ring', game: '.77', size: 12, value: null }
  const marked: Marked = { kind: 'arc', part: 0, from: 11, length: 2 }
  expect(fits(move({ removed: 2, left: [10] }), ring, marked)).toBe(true)
  expect(fits(move({ removed: 1, left: [11] }), ring, marked)).toBe(false)
})

test('more pins may be marked where a longer move covers them', () => {
  const marked = (from: number, to: number): Marked => ({ kind: 'span', part: 0, from, to })
  const three = (...left: number[]) => move({ removed: 3, left })
  expect(mayBecome(three(10), heap(13), marked(0, 1))).toBe(true)
  expect(mayBecome(three(10), heap(13), marked(12, 13))).toBe(true)
  expect(mayBecome(three(10), heap(13), marked(6, 7))).toBe(false)
  expect(mayBecome(three(4, 6), heap(13), marked(6, 7))).toBe(true)
  expect(mayBecome(three(4, 6), heap(13), marked(6, 8))).toBe(true)
  expect(mayBecome(three(6, 4), heap(13), marked(4, 5))).toBe(true)
  expect(mayBecome(three(5, 5), heap(13), marked(4, 5))).toBe(false)
  expect(mayBecome(three(4, 6), heap(13), marked(4, 8))).toBe(false)
  expect(mayBecome(three(), heap(3), marked(1, 2))).toBe(true)
  expect(mayBecome(three(1, 1, 8), heap(13), marked(1, 2))).toBe(false)
  expect(mayBecome(three(4, 6), heap(13), { ...marked(4, 5), part: 1 })).toBe(false)
  expect(mayBecome(three(4, 6), heap(13), marked(5, 5))).toBe(false)
})

test('more of a ring may be marked where a move takes more', () => {
  const ring: Part = { kind: 'ring', game: '.07', size: 15, value: null }
  const marked = (length: number): Marked => ({ kind: 'arc', part: 0, from: 14, length })
  expect(mayBecome(move({ removed: 2, left: [13] }), ring, marked(1))).toBe(true)
  expect(mayBecome(move({ removed: 2, left: [13] }), ring, marked(3))).toBe(false)
})

test('coins that are marked are a move, or may become one', () => {
  const coins: Part = { kind: 'coins', game: 'ruler', row: 'THH', value: null }
  const turn = move({ kind: 'turn', turn: [2, 3] })
  const marked = (...cells: string[]): Marked => ({ kind: 'cells', part: 0, cells })
  expect(fits(turn, coins, marked('3', '2'))).toBe(true)
  expect(fits(turn, coins, marked('3'))).toBe(false)
  expect(mayBecome(turn, coins, marked('3'))).toBe(true)
  expect(mayBecome(turn, coins, marked('1'))).toBe(false)
})

test('a crossing turns columns times rows', () => {
  expect(turned(move({ kind: 'cross', columns: [1, 3], rows: [2, 4] }))).toEqual(['1,2', '3,2', '1,4', '3,4'])
})

test('clicks on pins mark one, then a stretch, then nothing', () => {
  const one = clickPin(undefined, 0, 4)
  expect(one).toEqual({ kind: 'span', part: 0, from: 4, to: 5 })
  expect(clickPin(one, 0, 6)).toEqual({ kind: 'span', part: 0, from: 4, to: 7 })
  expect(clickPin(one, 0, 2)).toEqual({ kind: 'span', part: 0, from: 2, to: 5 })
  expect(clickPin(one, 0, 4)).toBeUndefined()
  expect(clickPin(one, 1, 0)).toEqual({ kind: 'span', part: 1, from: 0, to: 1 })
})

test('clicks on a ring take the shorter way round', () => {
  const one = clickRing(undefined, 0, 11, 12)
  expect(clickRing(one, 0, 0, 12)).toEqual({ kind: 'arc', part: 0, from: 11, length: 2 })
  expect(clickRing(one, 0, 10, 12)).toEqual({ kind: 'arc', part: 0, from: 10, length: 2 })
  expect(clickRing(one, 0, 11, 12)).toBeUndefined()
})

test('clicks on coins are turned over', () => {
  const one = clickCell(undefined, 0, '3')
  expect(clickCell(one, 0, '1')).toEqual({ kind: 'cells', part: 0, cells: ['3', '1'] })
  expect(clickCell(one, 0, '3')).toBeUndefined()
})

test('a move is drawn with the smaller heap on the left', () => {
  expect(spanOf(move({ removed: 2, left: [4, 1] }))).toEqual({ from: 1, to: 3 })
  expect(spanOf(move({ removed: 2, left: [5] }))).toEqual({ from: 0, to: 2 })
  expect(spanOf(move({ removed: 2, left: [] }))).toEqual({ from: 0, to: 2 })
  expect(spanOf(move({ removed: 1, left: [1, 1, 1] }))).toBeUndefined()
})
