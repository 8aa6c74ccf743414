import { expect, test } from 'vitest'
import { readDigits, toggle, writeDigits } from '../../src/code'

test('codes are digits', () => {
  expect(readDigits('.77')).toEqual([0, 7, 7])
  expect(readDigits('4.045')).toEqual([4, 0, 4, 5])
  expect(readDigits('·3F')).toEqual([0, 3, 15])
  expect(readDigits('.[16]1')).toEqual([0, 16, 1])
})

test('what is no finite code has no digits', () => {
  for (const text of ['kayles', '.3...', 'S(1,2)', '77', '.[x]', '']) expect(readDigits(text)).toBeUndefined()
})

test('codes are written as they are read', () => {
  for (const code of ['.77', '4.045', '.3F', '.[16]1', '.007', '.0']) {
    expect(writeDigits(readDigits(code) ?? [])).toBe(code)
  }
  expect(writeDigits([0, 7, 0, 0])).toBe('.7')
  expect(writeDigits([])).toBe('.0')
})

test('a click turns over one permission, also beyond the last digit', () => {
  expect(toggle([0, 3], 1, 2)).toEqual([0, 7])
  expect(toggle([0, 7], 1, 0)).toEqual([0, 6])
  expect(writeDigits(toggle([0, 0], 3, 1))).toBe('.002')
  expect(writeDigits(toggle([], 0, 2))).toBe('4.0')
})
