import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { World } from './world'

let world: World
beforeAll(async () => {
  world = await World.begin()
})
afterAll(() => world.end())
afterEach(() => {
  expect(world.complaints.splice(0)).toEqual([])
})

const readout = () => world.page.locator('.readout')
const canvas = () => world.page.locator('canvas')

test('a million values are drawn, and the pointer reads them', async () => {
  await world.open('#/game?game=kayles&n=1000000')
  await canvas().waitFor()
  await expect.poll(() => world.colours()).toBeGreaterThan(1)
  await canvas().hover({ position: { x: 300, y: 100 } })
  const told = /^Heap [\d,]+ has value \d+.*(Best: take [12], leave|Every move)/
  await expect.poll(() => readout().textContent()).toMatch(told)
  const heap = world.query('heap')
  expect(Number(heap)).toBeGreaterThan(1000)
  await world.again()
  await expect.poll(() => readout().textContent()).toContain(`Heap ${Number(heap).toLocaleString('en')} has value`)
})

test('the wheel zooms, a drag pans, and the address keeps what is in sight', async () => {
  await world.open('#/game?game=kayles')
  await canvas().hover({ position: { x: 400, y: 100 } })
  await world.page.mouse.wheel(0, -800)
  await expect.poll(() => world.query('at')).not.toBeNull()
  const before = (world.query('at') ?? '').split(',').map(Number)
  expect((before[1] ?? 0) - (before[0] ?? 0)).toBeLessThan(9000)
  await world.page.mouse.down()
  await world.page.mouse.move(700, 400, { steps: 5 })
  await world.page.mouse.up()
  await expect.poll(() => Number(world.query('at')?.split(',')[0])).not.toBe(before[0])
  const at = world.query('at')
  await world.again()
  await canvas().waitFor()
  expect(world.query('at')).toBe(at)
  await world.page.getByRole('button', { name: 'Whole picture' }).click()
  await expect.poll(() => world.query('at')).toBeNull()
})

test('a game is typed by name or code, and a mistake is explained', async () => {
  await world.open('')
  const box = world.page.getByLabel('Code or name')
  await box.fill('dawsons-kayles')
  await box.press('Enter')
  await world.page.getByText('Take 2 beans and leave nothing, one heap or two heaps.').waitFor()
  expect(world.query('game')).toBe('dawsons-kayles')
  await box.fill('.0x7')
  await world.page.getByRole('button', { name: 'Show' }).click()
  expect(await world.page.getByRole('alert').textContent()).toContain('x')
  await world.page.goBack()
  await world.page.getByText('Take 2 beans and leave nothing, one heap or two heaps.').waitFor()
})

test('a game is clicked together and read in words', async () => {
  await world.open('#/game?game=.3&digits=1')
  await world.page.getByRole('button', { name: 'Take 1, leave two heaps' }).click()
  await expect.poll(() => world.query('game')).toBe('.7')
  await world.page.getByText('Take 1 bean and leave nothing, one heap or two heaps.').waitFor()
  for (const leave of ['nothing', 'one heap', 'two heaps']) {
    await world.page.getByRole('button', { name: `Take 2, leave ${leave}` }).click()
  }
  await expect.poll(() => world.query('game')).toBe('.77')
  await world.page.getByText(/known as kayles/).waitFor()
})

test('the picture works by keyboard alone', async () => {
  await world.open('#/game?game=kayles&heap=10')
  await readout().filter({ hasText: 'Heap 10 has value 2' }).waitFor()
  await canvas().focus()
  await world.page.keyboard.press('ArrowRight')
  await readout().filter({ hasText: 'Heap 11 has value 6' }).waitFor()
  await readout().filter({ hasText: 'Best: take' }).waitFor()
  expect(await canvas().getAttribute('aria-valuetext')).toContain('Heap 11 has value 6')
  for (let i = 0; i < 6; i++) await world.page.keyboard.press('+')
  await expect.poll(() => world.query('at')).not.toBeNull()
  await world.page.keyboard.press('0')
  await expect.poll(() => world.query('at')).toBeNull()
  await world.page.keyboard.press('End')
  await readout().filter({ hasText: 'Heap 9,999 has value' }).waitFor()
})

test('sliding the width finds the period of Dawson’s Kayles', async () => {
  await world.open('#/game?game=dawsons-kayles&view=wrap&width=31')
  await canvas().waitFor()
  const slider = world.page.getByLabel('Width', { exact: true })
  await slider.focus()
  const striped: number[] = []
  for (let width = 31; width <= 37; width++) {
    await expect.poll(() => world.query('width')).toBe(String(width))
    if (await stripes(width)) striped.push(width)
    await world.page.keyboard.press('ArrowRight')
  }
  expect(striped).toEqual([34])
})

/** Whether every column of the picture has one colour, below the rows that differ at first. */
async function stripes(width: number): Promise<boolean> {
  const label = `rows of ${width} `
  await world.page.waitForFunction(
    (wanted) => document.querySelector('canvas')?.getAttribute('aria-label')?.includes(wanted),
    label,
  )
  return canvas().evaluate(async (element, columns) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const canvas = element as HTMLCanvasElement
    const [left, top, right, bottom] = [54, 8, 12, 38]
    const [wide, high] = [canvas.width - left - right, canvas.height - top - bottom]
    const context = canvas.getContext('2d')
    if (context === null) return false
    for (let column = 0; column < columns; column++) {
      const x = Math.floor(left + ((column + 0.5) / columns) * wide)
      const [from, tall] = [top + Math.floor(high * 0.2), Math.floor(high * 0.7)]
      const data = new Uint32Array(context.getImageData(x, from, 1, tall).data.buffer)
      if (data.some((pixel) => pixel !== data[0])) return false
    }
    return true
  }, width)
}

test('rows are broken at the period, as in print', async () => {
  await world.open('#/game?game=.07&view=rows')
  await world.page.getByRole('tabpanel').getByRole('button', { name: 'Find the period' }).click()
  const rows = world.page.locator('.rows tr')
  await rows.first().waitFor()
  expect(await rows.nth(0).locator('td').textContent()).toBe('0011203110332240522330113021104527')
  expect(await rows.nth(2).locator('td').textContent()).toBe('4811203110332244559330113021104537')
  expect(await rows.nth(0).locator('mark').count()).toBeGreaterThan(0)
  expect(await rows.nth(2).locator('mark').count()).toBe(0)
})

test('the histogram tells commons from rares', async () => {
  await world.open('#/game?game=.16&n=10000&view=histogram&value=0')
  await readout().filter({ hasText: /Value 0: [\d,]+ common heaps?, [\d,]+ rare heaps?/ }).waitFor()
  await expect.poll(() => world.colours()).toBeGreaterThan(1)
  await world.page.getByLabel('Scale').selectOption('log')
  await expect.poll(() => world.query('scale')).toBe('log')
})

test('the phase view snaps to the lines that the library finds', async () => {
  await world.open('#/game?game=.16&n=32768&view=phase')
  const lines = world.page.getByRole('group', { name: 'Lines that were found' }).getByRole('button')
  await lines.first().waitFor()
  const theta = /θ = (0\.\d+)/.exec((await lines.first().textContent()) ?? '')?.[1] ?? ''
  await world.page.getByLabel('θ', { exact: true }).fill(Number(theta).toFixed(3))
  await expect.poll(() => Math.abs(Number(world.query('theta')) - Number(theta))).toBeLessThan(1e-6)
  await readout().filter({ hasText: 'of its energy' }).waitFor()
  const before = Number(world.query('theta'))
  await world.page.getByLabel('θ, fine').focus()
  for (let i = 0; i < 20; i++) await world.page.keyboard.press('ArrowRight')
  await expect.poll(() => Number(world.query('theta')) - before).toBeGreaterThan(1e-6)
  expect(Number(world.query('theta')) - before).toBeLessThan(1e-4)
})

test('a period is proved, its certificate downloaded and checked', async () => {
  await world.open('#/game?game=kayles')
  await world.page.getByRole('button', { name: 'Find the period' }).click()
  await world.page.getByText('Period 12, preperiod 71').waitFor()
  const [download] = await Promise.all([
    world.page.waitForEvent('download'),
    world.page.getByRole('link', { name: 'Download the certificate' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^grundy-certificate 1/)
  await world.page.getByRole('button', { name: 'Check it here' }).click()
  await world.page.getByText(/^VERIFIED/).waitFor()
  await world.page.getByText(/preperiod 71 .*period 12/).last().waitFor()
  await world.again()
  await world.page.getByText('Period 12, preperiod 71').waitFor()
})

test('a long search shows progress and can be stopped', async () => {
  // Its time is quadratic: no machine comes to the end of what the server allows.
  await world.open('#/game?game=.06&n=1000')
  await world.page.getByRole('button', { name: 'Look for longer' }).click()
  const status = world.page.locator('.running [role=status]')
  const done = async () => Number(/^([\d,]+)/.exec((await status.textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? 0)
  await expect.poll(done).toBeGreaterThan(10_000)
  const before = await done()
  await expect.poll(done).toBeGreaterThan(before)
  await world.page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => status.count()).toBe(0)
  expect(world.query('solve')).toBeNull()
  expect(world.query('stopped')).toBeNull()
  await world.page.getByText(/^The search was stopped after [\d,]+ .*before it found a period\.$/).waitFor()
  expect(await world.page.getByRole('button', { name: 'Find the period' }).isEnabled()).toBe(true)
})

test('what is known has its sources', async () => {
  await world.open('#/game?game=.106')
  await world.page.getByText(/Period 328,226,140,474 from heap 465,384,263,797 on.*\[.+\]/).waitFor()
})
