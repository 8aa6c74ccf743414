import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { World } from './world'

let world: World
beforeAll(async () => {
  world = await World.begin()
})
afterAll(() => world.end())
afterEach(() => {
  expect(world.complaints.splice(0)).toEqual([])
})

const readout = () => world.page.locator('.readout').first()
const canvas = () => world.page.locator('canvas').first()

describe('Wythoff', () => {
  test('the matrix is drawn, and a cell tells its moves', async () => {
    await world.open('#/wythoff?size=64&a=5&b=5')
    await readout().filter({ hasText: 'Cell (5, 5) has value' }).waitFor()
    await readout().filter({ hasText: /won by moving to .*\(1, 2\)|won by moving to .*\(0, 0\)/ }).waitFor()
    expect(await world.colours()).toBeGreaterThan(10)
    await canvas().click({ position: { x: 60, y: 12 } })
    await readout().filter({ hasText: 'Cell (0, 0) has value 0. The player to move loses.' }).waitFor()
    expect([world.query('a'), world.query('b')]).toEqual(['0', '0'])
    await world.again()
    await readout().filter({ hasText: 'Cell (0, 0) has value 0.' }).waitFor()
  })

  test('the keyboard walks over the cells', async () => {
    await world.open('#/wythoff?size=64&a=1&b=1')
    await readout().filter({ hasText: 'Cell (1, 1) has value' }).waitFor()
    await canvas().focus()
    await world.page.keyboard.press('ArrowRight')
    await readout().filter({ hasText: 'Cell (1, 2) has value 0.' }).waitFor()
    await world.page.keyboard.press('ArrowDown')
    await readout().filter({ hasText: 'Cell (2, 2) has value' }).waitFor()
    for (let i = 0; i < 4; i++) await world.page.keyboard.press('+')
    await expect.poll(() => world.query('at')).not.toBeNull()
  })

  test('points of more values come with the slider, and the play page is a click away', async () => {
    await world.open('#/wythoff?size=64&g=0&a=6&b=9')
    const points = world.page.getByText(/[\d,]+ points/)
    const shown = async () => /([\d,]+) points/.exec((await points.textContent()) ?? '')?.[1]
    const many = async () => Number((await shown())?.replaceAll(',', ''))
    await points.waitFor()
    const before = await many()
    await world.page.getByLabel('Points of value 0', { exact: true }).focus()
    await world.page.keyboard.press('ArrowRight')
    await expect.poll(many).toBeGreaterThan(before)
    await world.page.getByRole('link', { name: 'Play from (6, 9)' }).click()
    await world.page.locator('.queen-board').waitFor()
  })
})

describe('Misère', () => {
  test('a quotient is shown in the field’s notation, with its table and its order', async () => {
    await world.open('#/misere?game=.123')
    await world.page.getByText(/Solved: order 20, of them 5 in P, period 5 from heap 5 on, wild/).waitFor()
    expect(await world.page.locator('.presentation').first().textContent()).toMatch(/𝒬 = ⟨ a.* \| a2=1.*⟩/)
    await canvas().waitFor()
    await expect.poll(() => world.colours()).toBeGreaterThan(5)
    await canvas().hover({ position: { x: 300, y: 200 } })
    await readout().filter({ hasText: '=' }).waitFor()
    const picture = world.page.locator('img.order')
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(50)
  })

  test('small quotients are printed as a table', async () => {
    await world.open('#/misere?game=.3')
    await world.page.locator('table.cayley').waitFor()
    expect(await world.page.locator('table.cayley tbody tr').count()).toBe(2)
  })

  test('positions are typed, also by keyboard and permalink', async () => {
    await world.open('#/misere?game=kayles')
    const box = world.page.getByRole('textbox', { name: 'Position' })
    await box.fill('kayles: 1 2 3')
    await box.press('Enter')
    await world.page.getByText(/The player to move (wins \(N\)|loses \(P\))/).waitFor()
    expect(world.query('position')).toBe('kayles: 1 2 3')
    await world.again()
    await world.page.getByText(/The player to move (wins \(N\)|loses \(P\))/).waitFor()
    await world.page.getByRole('textbox', { name: 'Position' }).fill('kayles: x')
    await world.page.getByRole('button', { name: 'Who wins?' }).click()
    await world.page.getByRole('alert').waitFor()
  })
})

describe('Nimbers', () => {
  test('the calculator computes what is typed', async () => {
    await world.open('#/nimbers')
    await world.page.locator('.result').filter({ hasText: '6 * 7 = 3' }).waitFor()
    const box = world.page.getByLabel('Expression')
    await box.fill('3141 * 5926')
    await box.press('Enter')
    await world.page.locator('.result').filter({ hasText: '= 14994' }).waitFor()
    await world.again()
    await world.page.locator('.result').filter({ hasText: '= 14994' }).waitFor()
    await world.page.getByRole('button', { name: '1/7' }).click()
    await expect.poll(() => world.query('expression')).toBe('1/7')
    await box.fill('3 *')
    await box.press('Enter')
    await world.page.getByRole('alert').waitFor()
  })

  test('the multiplication table is drawn and read', async () => {
    await world.open('#/nimbers?size=16&a=6&b=7')
    await readout().filter({ hasText: '6 ⊗ 7 = 3' }).waitFor()
    expect(await world.colours()).toBeGreaterThan(10)
    await canvas().focus()
    await world.page.keyboard.press('ArrowRight')
    await readout().filter({ hasText: /6 ⊗ 8 = \d+/ }).waitFor()
    await canvas().hover({ position: { x: 60, y: 12 } })
    await readout().filter({ hasText: '0 ⊗ 0 = 0' }).waitFor()
  })
})

describe('Census', () => {
  test('the table is sorted and filtered, and keeps both in its address', async () => {
    await world.open('#/census')
    const rows = world.page.locator('table.census tbody tr')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(100)
    await world.page.getByRole('button', { name: /^period/ }).click()
    const sorted = world.page.locator('[aria-sort=ascending]')
    await world.page.getByRole('columnheader', { name: /^period/ }).and(sorted).waitFor()
    await world.page.getByRole('button', { name: /^period/ }).click()
    await expect.poll(() => rows.first().textContent()).toContain('328,226,140,474')
    await world.page.getByLabel('Filter').fill('game:.77 status:proved')
    await expect.poll(() => rows.count()).toBeLessThan(20)
    await expect.poll(() => world.query('filter')).toBe('game:.77 status:proved')
    await world.again()
    await rows.first().waitFor()
    expect(await world.page.getByLabel('Filter').inputValue()).toBe('game:.77 status:proved')
    await rows.first().getByRole('link').click()
    await world.page.getByRole('heading', { name: 'Moves' }).waitFor()
  })

  test('pages are turned by keyboard', async () => {
    await world.open('#/census')
    await world.page.getByRole('button', { name: 'Next' }).focus()
    await world.page.keyboard.press('Enter')
    await world.page.getByText(/page 2 of/).waitFor()
    expect(world.query('page')).toBe('2')
  })
})
