import { expect, test } from 'vitest'
import { clamp, label, pan, readBounds, ticks, within, writeBounds, zoom } from '../../src/draw/bounds'

const LIMITS = { x0: 0, x1: 1000, y0: 0, y1: 10 }
const LEAST = { x: 8, y: 2 }

test('zooming keeps the point under the pointer', () => {
  const before = { x0: 100, x1: 300, y0: 0, y1: 10 }
  const after = zoom(before, 150, 5, 0.5, 1)
  expect((150 - after.x0) / (after.x1 - after.x0)).toBeCloseTo((150 - before.x0) / (before.x1 - before.x0))
  expect(after.x1 - after.x0).toBeCloseTo(100)
})

test('nothing beyond the limits comes in sight', () => {
  expect(clamp(pan(LIMITS, 500, 3), LIMITS, LEAST)).toEqual(LIMITS)
  expect(clamp({ x0: -50, x1: 50, y0: 2, y1: 4 }, LIMITS, LEAST)).toEqual({ x0: 0, x1: 100, y0: 2, y1: 4 })
  expect(clamp({ x0: 950, x1: 1050, y0: 9, y1: 11 }, LIMITS, LEAST)).toEqual({ x0: 900, x1: 1000, y0: 8, y1: 10 })
})

test('there is a closest view, smaller than the picture or not', () => {
  expect(within(500, 501, 0, 1000, 8)).toEqual([496.5, 504.5])
  expect(within(0, 1, 0, 3, 8)).toEqual([0, 3])
})

test('bounds are read back as they were written, and nonsense is none', () => {
  const bounds = { x0: 0.25, x1: 123456, y0: -1, y1: 7.5 }
  expect(readBounds(writeBounds(bounds))).toEqual(bounds)
  for (const text of [undefined, '', '1,2,3', '1,2,3,x', '2,1,0,1', '0,1,1,1']) expect(readBounds(text)).toBeUndefined()
})

test('marks are round and in sight', () => {
  expect(ticks(0, 100, 5, true)).toEqual([0, 20, 40, 60, 80, 100])
  expect(ticks(0, 3, 10, true)).toEqual([0, 1, 2, 3])
  expect(ticks(0.1, 0.5, 4, false).map((at) => label(at, 0.1))).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5'])
  expect(ticks(-0.5, 9.5, 5, true)[0]).toBe(0)
  expect(ticks(5, 5, 5, true)).toEqual([])
  expect(label(1234567, 1000)).toBe('1,234,567')
})
