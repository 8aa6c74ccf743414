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

async function settle(world: World) {
  await world.page.waitForLoadState('networkidle')
  await expect.poll(() => world.page.locator('.waiting, .running').count(), { timeout: 20_000 }).toBe(0)
}

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
  })
}

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
