import { expect, test } from 'vitest'
import { mix, parse, rgb, scale, shades } from '../../src/draw/colours'
import { block, cells, fill, type Frame } from '../../src/draw/frame'
import { Points } from '../../src/draw/points'
import { series } from '../../src/draw/series'
import { runs } from '../../src/pages/game/runs'
import { nearest } from '../../src/snap'

const [PAPER, BLUE, RED] = [rgb(255, 255, 255), rgb(0, 0, 255), rgb(255, 0, 0)]

function frame(width: number, height: number, bounds: Frame['bounds'], down = false): Frame {
  return { pixels: new Uint32Array(width * height).fill(PAPER), width, height, density: 1, bounds, down }
}

test('colours are little-endian words', () => {
  expect(new Uint8Array(Uint32Array.of(parse('#0a141e')).buffer)).toEqual(Uint8Array.of(10, 20, 30, 255))
  expect(parse('#fa0')).toBe(rgb(255, 170, 0))
  expect(mix(rgb(0, 0, 0), rgb(200, 100, 50), 0.5)).toBe(rgb(100, 50, 25))
  expect(scale(-1)).toBe(scale(0))
  expect(scale(2)).toBe(scale(1))
})

test('frequent values take a larger part of the scale', () => {
  const colours = shades(Uint16Array.of(0, 0, 0, 5))
  expect(colours[0]).toBe(scale(3 / 8))
  expect(colours[5]).toBe(scale(7 / 8))
})

test('every heap of a picture is on its pixel', () => {
  const picture = frame(4, 4, { x0: 0, x1: 4, y0: 0, y1: 4 })
  const heaps = series(0, Uint16Array.of(0, 1, 2, 3).buffer)
  new Points().paint(picture, heaps, { kind: 'line' }, Uint32Array.of(2), { common: BLUE, rare: RED, paper: PAPER })
  const drawn = (x: number, value: number) => picture.pixels[(3 - value) * 4 + x] !== PAPER
  for (let heap = 0; heap < 4; heap++) expect(drawn(heap, heap)).toBe(true)
  expect(drawn(0, 3)).toBe(false)
})

test('a million heaps on few pixels are counted, not lost', () => {
  const values = new Uint16Array(1_000_000).map((_, n) => n % 7)
  const picture = frame(100, 8, { x0: 0, x1: 1e6, y0: 0, y1: 8 })
  const colours = { common: BLUE, rare: RED, paper: PAPER }
  new Points().paint(picture, series(0, values.buffer), { kind: 'line' }, new Uint32Array(0), colours)
  const full = picture.pixels.filter((pixel) => pixel === BLUE).length
  expect(full).toBe(7 * 100)
})

test('a phase picture folds heaps by their turns', () => {
  const values = Uint16Array.of(1, 2, 1, 2, 1, 2)
  const picture = frame(2, 4, { x0: 0, x1: 1, y0: 0, y1: 4 })
  const layers = { common: BLUE, rare: RED, paper: PAPER }
  new Points().paint(picture, series(0, values.buffer), { kind: 'phase', theta: 0.5 }, new Uint32Array(0), layers)
  const drawn = (x: number, value: number) => picture.pixels[(3 - value) * 2 + x] !== PAPER
  expect([drawn(0, 1), drawn(1, 1), drawn(0, 2), drawn(1, 2)]).toEqual([true, false, false, true])
})

test('cells of a matrix fill their squares, rows going down', () => {
  const picture = frame(4, 4, { x0: 0, x1: 2, y0: 0, y1: 2 }, true)
  cells(picture, (x, y) => rgb(x, y, 0))
  expect(picture.pixels[0]).toBe(rgb(0, 0, 0))
  expect(picture.pixels[3]).toBe(rgb(1, 0, 0))
  expect(picture.pixels[12]).toBe(rgb(0, 1, 0))
})

test('blocks are cut at the edges of the picture', () => {
  const picture = frame(4, 4, { x0: 0, x1: 4, y0: 0, y1: 4 })
  fill(picture, PAPER)
  block(picture, -3, 2, -1, 1, BLUE)
  block(picture, 9, 12, 0, 4, RED)
  expect([...picture.pixels.slice(12)]).toEqual([BLUE, BLUE, PAPER, PAPER])
  expect(picture.pixels.filter((pixel) => pixel !== PAPER)).toHaveLength(2)
})

test('a row is marked where it differs a period later', () => {
  const values = [0, 1, 2, 3, 1, 2, 3, 1, 2]
  expect(runs(values, 0, 3, 1)).toEqual([
    { text: '0', settled: false },
    { text: '12', settled: true },
  ])
  expect(runs(values, 6, 3, 2)).toEqual([{ text: ' 3 1 2', settled: true }])
  expect(runs(values, 9, 3, 1)).toEqual([])
})

test('a slider is drawn to the nearest line, and only from near', () => {
  const lines = [{ theta: 0.3 }, { theta: 0.302 }]
  expect(nearest(0.3012, lines, 0.002)).toBe(lines[1])
  expect(nearest(0.31, lines, 0.002)).toBeUndefined()
  expect(nearest(0.3, [], 1)).toBeUndefined()
})
