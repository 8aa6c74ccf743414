import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Server, World } from './world'

/** Every page and every picture, with something on it. */
const PLACES = [
  '#/game?game=kayles&solve=5&heap=20&digits=1',
  '#/game?game=.07&view=wrap&width=34&heap=40',
  '#/game?game=.07&view=rows&solve=5',
  '#/game?game=.16&view=histogram&value=3',
  '#/game?game=.16&view=phase&n=10000',
  '#/game?game=.0x',
  '#/play?position=kayles:+5+ring+7+%2B+wythoff:+2+3+%2B+grundy:+5&help=1',
  '#/play?position=coins+ruler:+THH+%2B+tartan+ruler+x+ruler:+%23./.%23&help=1',
  '#/wythoff?size=64&a=3&b=4',
  '#/misere?game=.123&position=.123:+3+4',
  '#/nimbers?size=16&a=2&b=3',
  '#/census?filter=.77',
]

const SIXTY = Array.from({ length: 60 }, (_, i) => i + 1)
const SEVENS = `.${'7'.repeat(40)}`
const BOARD = Array.from({ length: 8 }, () => '#.#.##.#')
const place = (page: string, query: Record<string, string>) => `#/${page}?${new URLSearchParams(query)}`

/** Names, numbers and positions without a place to break a line, and what shows that they are there. */
const LONG = [
  ['a nimber', place('nimbers', { expression: `${'1234567890'.repeat(6)}*7` }), '.result'],
  ['a subtraction set', place('game', { game: `S(${SIXTY.join(',')})`, n: '100' }), '#card-what-is-known'],
  ['a code', place('game', { game: SEVENS, n: '100' }), '#card-what-is-known'],
  ['heaps of a code', place('play', { position: `${SEVENS}: 9 ring 9`, help: '1' }), '.why'],
  ['coins', place('play', { position: `coins ruler: ${'THHTH'.repeat(8)}`, help: '1' }), '.why'],
  ['a tartan', place('play', { position: `tartan ruler x ruler: ${BOARD.join('/')}`, help: '1' }), '.why'],
] as const

async function settle(world: World) {
  await world.page.waitForLoadState('networkidle')
  await expect.poll(() => world.page.locator('.waiting, .running').count(), { timeout: 20_000 }).toBe(0)
}

/** What fills an element. */
const look = (element: Locator) =>
  element.evaluate((node) => `${getComputedStyle(node).backgroundColor} ${getComputedStyle(node).backgroundImage}`)

/** The contrast of an element's text with what is behind it, as WCAG reckons it. */
const contrast = (element: Locator) =>
  element.evaluate((node) => {
    const light = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    }
    const { color, backgroundColor } = getComputedStyle(node)
    const [ink, paper] = [light(color), light(backgroundColor)]
    return Math.max(ink, paper) / Math.min(ink, paper)
  })

for (const [name, options] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 740 } }],
] as const) {
  describe(`in ${name}`, () => {
    let world: World
    beforeAll(async () => {
      world = await World.begin(options)
    })
    afterAll(() => world.end())
    afterEach(() => {
      expect(world.complaints.splice(0)).toEqual([])
    })

    test.each(PLACES)('%s: axe finds nothing, and nothing is wider than the screen', async (place) => {
      await world.open(place)
      await settle(world)
      expect(await world.findings()).toEqual([])
      const [wide, screen] = await world.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(wide).toBeLessThanOrEqual(screen ?? 0)
    })

    test('what is pressed can be read under the pointer', async () => {
      await world.open('#/play?position=coins+ruler:+TH+%2B+grundy:+5&computer=none&help=1')
      const button = (name: string) => world.page.getByRole('button', { name, exact: true })
      for (const name of ['Show me', 'Coin 1, tails', 'Coin 2, heads']) {
        if ((await button(name).getAttribute('aria-pressed')) === 'false') {
          await button(name).hover()
          expect(await contrast(button(name))).toBeGreaterThanOrEqual(4.5)
          await button(name).click()
        }
        await button(name).and(world.page.locator('[aria-pressed=true]')).hover()
        expect(await contrast(button(name))).toBeGreaterThanOrEqual(4.5)
      }
      await button('Dark theme').hover()
      expect(await contrast(button('Dark theme'))).toBeGreaterThanOrEqual(4.5)
      for (const name of ['Pin 2 of 5', 'Split after pin 3']) {
        await button(name).hover()
        const before = await look(button(name))
        await button(name).click()
        await button(name).and(world.page.locator('[aria-pressed=true]')).hover()
        expect(await look(button(name))).not.toBe(before)
      }
    })
  })
}

describe('on a narrow screen', () => {
  let world: World
  beforeAll(async () => {
    world = await World.begin({ viewport: { width: 390, height: 800 } })
  })
  afterAll(() => world.end())

  test.each(LONG)('%s is broken, and nothing is wider than the screen', async (_, long, there) => {
    await world.open(long)
    await world.page.locator(there).waitFor()
    expect(await world.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

describe('the frame', () => {
  let world: World
  beforeAll(async () => {
    world = await World.begin()
  })
  afterAll(() => world.end())

  test('the theme is turned and kept', async () => {
    await world.open('')
    const theme = () => world.page.evaluate(() => document.documentElement.dataset['theme'])
    expect(await theme()).toBe('light')
    await world.page.getByRole('button', { name: 'Dark theme' }).click()
    expect(await theme()).toBe('dark')
    await world.again()
    expect(await theme()).toBe('dark')
  })

  test('the keyboard reaches everything, skipping the menu if wanted', async () => {
    await world.open('#/nimbers')
    await world.page.keyboard.press('Tab')
    await world.page.keyboard.press('Enter')
    expect(await world.page.evaluate(() => document.activeElement?.id)).toBe('main')
    await world.page.keyboard.press('Tab')
    expect(await world.page.evaluate(() => document.activeElement?.id)).toBe('ask-expression')
  })

  test('pages are a click away, and the way back leads back', async () => {
    await world.open('#/game?game=.07')
    const menu = world.page.getByRole('navigation', { name: 'Pages' })
    for (const name of ['Play', 'Wythoff', 'Misère', 'Nimbers', 'Census']) {
      await menu.getByRole('link', { name }).click()
      await world.page.getByRole('heading', { level: 1, name }).waitFor()
    }
    for (let i = 0; i < 5; i++) await world.page.goBack()
    await world.page.getByText('Take 2 beans and leave nothing, one heap or two heaps.').waitFor()
  })

  test('nothing inline is allowed, and nothing inline is tried', async () => {
    const answer = await world.page.request.get(world.server.address)
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(world.complaints.splice(0)).toEqual([])
  })

  test('a server that goes away is missed, and found again', async () => {
    await world.open('#/nimbers')
    await world.page.locator('.result').waitFor()
    await world.server.stop()
    await world.page.getByRole('button', { name: '1/7' }).click()
    await world.page.getByRole('alert').filter({ hasText: 'The server does not answer' }).first().waitFor()
    const next = await Server.start('--port', world.server.port)
    try {
      await expect.poll(() => world.page.getByRole('alert').count(), { timeout: 15_000 }).toBe(0)
      await world.page.locator('.result').filter({ hasText: '1/7 =' }).waitFor()
    } finally {
      await next.stop()
    }
  })
})
