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

const turn = () => world.page.locator('.turn')
const over = async () => /has won|have won/.test((await turn().textContent()) ?? '')

/** Waits until it is our turn, or the game is over. */
async function ready() {
  await turn().filter({ hasText: /Your turn|has won|have won/ }).waitFor()
}

/** Plays to the end: a winning move where there is one, else the first move. Says how it ended. */
async function playOut(): Promise<string> {
  const page = world.page
  for (;;) {
    await ready()
    if (await over()) return (await turn().textContent()) ?? ''
    const before = world.query('position')
    await page.locator('.why').waitFor()
    const winning = page.getByRole('group', { name: 'Winning moves' }).getByRole('button')
    if ((await winning.count()) > 0) await winning.first().click()
    else {
      const all = page.locator('.all-moves')
      if ((await all.getAttribute('open')) === null) await all.locator('summary').click()
      await page.getByRole('group', { name: 'All moves' }).getByRole('button').first().click()
    }
    await expect.poll(() => world.query('position')).not.toBe(before)
  }
}

test('pins are marked and taken, and the computer answers', async () => {
  await world.open('#/play?position=kayles:+5+7+12')
  await ready()
  const heap = world.page.getByRole('group', { name: /heap of 7/ })
  await heap.getByRole('button', { name: 'Pin 4 of 7' }).click()
  await world.page.getByRole('button', { name: /^Play: .*7.*3.*3/ }).click()
  await turn().filter({ hasText: 'The computer' }).waitFor()
  await ready()
  expect(await world.page.locator('.past li').count()).toBe(2)
  await world.page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => world.query('position')).toBe('kayles: 5 7 12')
  expect(await world.page.locator('.past li').count()).toBe(0)
})

test('a permalink holds the moves so far, and the back button takes them back', async () => {
  await world.open('#/play?position=nim:+3+5&computer=none')
  const play = async (name: string) => {
    const all = world.page.locator('.all-moves')
    if ((await all.getAttribute('open')) === null) await all.locator('summary').click()
    await world.page.getByRole('group', { name: 'All moves' }).getByRole('button', { name }).first().click()
  }
  await play('take 2 from 5, leave 3')
  await expect.poll(() => world.query('position')).toBe('nim: 3 3')
  await play('take 2 from 3, leave 1')
  const past = world.page.locator('.past li')
  const told = ['Player 1: take 2 from 5, leave 3', 'Player 2: take 2 from 3, leave 1']
  await expect.poll(() => past.allTextContents()).toEqual(told)
  await world.again()
  await expect.poll(() => past.allTextContents()).toEqual(told)
  await world.page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => world.query('position')).toBe('nim: 3 3')
  await world.page.goBack()
  await expect.poll(() => past.count()).toBe(2)
  await world.page.getByLabel('Begin with').selectOption('wythoff: 6 9')
  await expect.poll(() => past.count()).toBe(0)
})

test('what is no move is said to be none', async () => {
  await world.open('#/play?position=dawsons-kayles:+6')
  await ready()
  await world.page.getByRole('button', { name: 'Pin 2 of 6' }).click()
  await world.page.getByText('Mark more: 2 moves take this pin.').waitFor()
  await world.page.getByRole('button', { name: 'Pin 3 of 6' }).click()
  await world.page.getByRole('button', { name: /^Play:/ }).waitFor()
  await world.page.getByRole('button', { name: 'Pin 4 of 6' }).click()
  await world.page.getByText(/This is no move/).waitFor()
  await world.open('#/play?position=treblecross:+13')
  await world.page.getByRole('button', { name: 'Pin 7 of 13' }).click()
  await world.page.getByText('Mark more: 2 moves take this pin.').waitFor()
  await world.open('#/play?position=dawsons-kayles:+ring+15')
  await world.page.getByRole('button', { name: 'Pin 7 of 15' }).click()
  await world.page.getByText('Mark more: 1 move takes this pin.').waitFor()
})

test('a whole game is won against a perfect computer, by moving first and well', async () => {
  await world.open('#/play?position=kayles:+5+7+12&help=1')
  expect(await playOut()).toContain('You have won')
})

test('from a lost position a perfect computer cannot be beaten', async () => {
  await world.open('#/play?position=nim:+1+4+5&help=1')
  await world.page.locator('.why').waitFor()
  expect(await playOut()).toContain('The computer has won')
})

test('a computer that is told to err can be beaten from a lost position', async () => {
  const ends: string[] = []
  for (let seed = 1; seed <= 6 && !ends.some((end) => end.includes('You have won')); seed++) {
    await world.open(`#/play?position=nim:+1+4+5&help=1&skill=0&seed=${seed * 100}`)
    ends.push(await playOut())
  }
  expect(ends.at(-1)).toContain('You have won')
})

test('help says why: the nim-sum, and in misère play the element of the quotient', async () => {
  await world.open('#/play?position=nim:+3+5+7')
  await ready()
  await world.page.getByRole('button', { name: 'Show me' }).click()
  const why = world.page.locator('.why')
  await why.waitFor()
  expect(await why.textContent()).toMatch(/3.*5.*7.*1/)
  expect(await world.page.locator('.pin.hinted').count()).toBeGreaterThan(0)
  expect(world.query('help')).toBe('1')
  await world.page.getByLabel('The last to move').selectOption('1')
  await expect.poll(() => world.query('misere')).toBe('1')
  await world.open('#/play?position=kayles:+3+4&misere=1&help=1')
  await why.waitFor()
  expect((await why.textContent())?.length).toBeGreaterThan(20)
})

test('misère Nim is played to a win', async () => {
  await world.open('#/play?position=nim:+1+1+3&misere=1&help=1')
  expect(await playOut()).toContain('You have won')
})

test('a ring is opened by a click', async () => {
  await world.open('#/play?position=kayles:+ring+12&computer=none')
  await world.page.getByRole('button', { name: 'Pin 12 of 12' }).click()
  await world.page.getByRole('button', { name: 'Pin 1 of 12' }).click()
  await world.page.getByRole('button', { name: /^Play:/ }).click()
  await world.page.getByRole('group', { name: /heap of 10/ }).waitFor()
  await turn().filter({ hasText: 'Player 2 is to move' }).waitFor()
})

test('Grundy’s heaps are split at a gap', async () => {
  await world.open('#/play?position=grundy:+8&computer=none')
  await world.page.getByRole('button', { name: 'Split after pin 3' }).click()
  await world.page.getByRole('button', { name: /^Play:/ }).click()
  await world.page.getByRole('group', { name: /heap of 3/ }).waitFor()
  await world.page.getByRole('group', { name: /heap of 5/ }).waitFor()
})

test('the queen is moved on a board, by mouse and by keyboard', async () => {
  await world.open('#/play?position=wythoff:+3+6&computer=none&help=1')
  await world.page.getByRole('button', { name: 'Move the queen to 3, 5' }).waitFor()
  expect(await world.page.locator('.cell.hinted').count()).toBeGreaterThan(0)
  await world.page.locator('.cell.hinted').first().click()
  await turn().filter({ hasText: 'Player 2 is to move' }).waitFor()
  const board = world.page.locator('.queen-board')
  await board.locator('button[tabindex="0"]').focus()
  await world.page.keyboard.press('ArrowDown')
  const before = world.query('position')
  await world.page.keyboard.press('Enter')
  await expect.poll(() => world.query('position')).not.toBe(before)
})

test('coins are turned on rows and boards', async () => {
  await world.open('#/play?position=coins+turning-turtles:+THTTH&computer=none')
  await world.page.getByRole('button', { name: 'Coin 5, heads' }).click()
  await world.page.getByRole('button', { name: /^Play:/ }).waitFor()
  await world.page.getByRole('button', { name: 'Coin 2, heads' }).click()
  await world.page.getByRole('button', { name: /^Play:/ }).click()
  await expect.poll(() => world.query('position')).toBe('coins turning-turtles: TTTTT')
  await turn().filter({ hasText: 'Player 1 has won' }).waitFor()
  await world.open('#/play?position=tartan+turning-turtles+x+turning-turtles:+%23%23/.%23&computer=none&help=1')
  await world.page.locator('.coin.hinted').first().waitFor()
  await world.page.getByRole('button', { name: 'Column 2, row 1, heads' }).click()
  await world.page.getByRole('button', { name: /^Play:/ }).click()
  await turn().filter({ hasText: 'Player 2 is to move' }).waitFor()
})

test('sums of different games are played to the end', async () => {
  await world.open('#/play?position=kayles:+3+%2B+nim:+2+%2B+wythoff:+1+2&help=1')
  expect(await playOut()).toContain('You have won')
})

test('a game is played by keyboard alone', async () => {
  await world.open('#/play?position=nim:+3&computer=none')
  await world.page.getByRole('button', { name: 'Pin 1 of 3' }).focus()
  await world.page.keyboard.press('Enter')
  await world.page.keyboard.press('ArrowRight')
  await world.page.keyboard.press('ArrowRight')
  expect(await world.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Pin 3 of 3')
  await world.page.keyboard.press('Enter')
  await world.page.getByRole('button', { name: /^Play:/ }).focus()
  await world.page.keyboard.press('Enter')
  await turn().filter({ hasText: 'Player 1 has won' }).waitFor()
})

test('the focus stays on the table when a move is made by keyboard', async () => {
  const focus = () => world.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const press = async (...keys: string[]) => {
    for (const key of keys) await world.page.keyboard.press(key)
  }
  await world.open('#/play?position=nim:+9&computer=none')
  await world.page.getByRole('button', { name: 'Pin 1 of 9' }).focus()
  await press(...Array.from({ length: 8 }, () => 'ArrowRight'), 'Enter')
  expect(await focus()).toBe('Pin 9 of 9')
  await world.page.getByRole('button', { name: /^Play: take 1/ }).waitFor()
  await press('Tab', 'Enter')
  await expect.poll(focus).toBe('Pin 1 of 8')
  expect(await world.page.locator('.pin[tabindex="0"]').count()).toBe(1)
  await press('ArrowRight', 'Shift+Tab', 'Tab')
  expect(await focus()).toBe('Pin 2 of 8')

  // Against the computer, it comes back when the computer has moved; after the last move it goes to the result.
  await world.open('#/play?position=nim:+1+1+1')
  await world.page.getByRole('button', { name: 'Pin 1 of 1' }).first().focus()
  await press('Enter')
  await world.page.getByRole('button', { name: /^Play:/ }).waitFor()
  await press('Tab', 'Tab', 'Tab', 'Enter')
  await expect.poll(focus).toBe('Pin 1 of 1')
  expect(await world.page.locator('.past li').count()).toBe(2)
  await press('Enter')
  await world.page.getByRole('button', { name: /^Play:/ }).waitFor()
  await press('Tab', 'Enter')
  await turn().and(world.page.locator(':focus')).filter({ hasText: 'You have won' }).waitFor()
})

test('a move by mouse takes the focus from nowhere', async () => {
  await world.open('#/play?position=nim:+3+5')
  await world.page.getByRole('button', { name: 'Pin 1 of 3' }).click()
  await world.page.getByRole('button', { name: /^Play:/ }).click()
  const box = world.page.getByRole('textbox', { name: 'Position' })
  await box.focus()
  await world.page.locator('.past li').nth(1).waitFor()
  await turn().filter({ hasText: 'Your turn' }).waitFor()
  await expect.poll(() => world.page.getByRole('button', { name: /^Pin 1/ }).first().isEnabled()).toBe(true)
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a board is as large as its own game needs', async () => {
  await world.open('#/play?position=wythoff:+40+50&computer=none')
  await world.page.getByText('choose a move from the list').waitFor()
  await world.page.getByLabel('Begin with').selectOption('wythoff: 6 9')
  await world.page.locator('.queen-board .cell').nth(69).waitFor()
  expect(await world.page.locator('.queen-board .cell').count()).toBe(70)
  await world.page.getByRole('button', { name: 'Move the queen to 2, 5' }).click()
  await turn().filter({ hasText: 'Player 2 is to move' }).waitFor()
  expect(await world.page.locator('.queen-board .cell').count()).toBe(70)
  await world.page.getByRole('textbox', { name: 'Position' }).fill('wythoff: 3 3')
  await world.page.getByRole('button', { name: 'Begin' }).click()
  await turn().filter({ hasText: 'Player 1 is to move' }).waitFor()
  expect(await world.page.locator('.queen-board .cell').count()).toBe(36)
})

test('a position is typed, and a mistake explained', async () => {
  await world.open('#/play')
  const box = world.page.getByRole('textbox', { name: 'Position' })
  await box.fill('nim: 2 ring')
  await box.press('Enter')
  await world.page.getByRole('alert').waitFor()
  await box.fill('nim: 2 2')
  await box.press('Enter')
  await world.page.getByRole('group', { name: /heap of 2/ }).first().waitFor()
  await world.again()
  expect(await world.page.getByRole('textbox', { name: 'Position' }).inputValue()).toBe('nim: 2 2')
  await world.page.getByLabel('Begin with').selectOption('wythoff: 6 9')
  await world.page.locator('.queen-board').waitFor()
})

test('a computer that was to move when the server went away moves when it is back', async () => {
  const reply = /\/api\/play\/reply/
  let lost = 0
  await world.page.route(reply, (route) => (lost++ === 0 ? route.abort('connectionrefused') : route.continue()))
  try {
    await world.open('#/play?position=nim:+3+5&computer=first')
    const missed = world.page.getByRole('alert').filter({ hasText: 'The server does not answer' })
    await missed.first().waitFor()
    await turn().filter({ hasText: 'Your turn' }).waitFor()
    expect(await missed.count()).toBe(0)
    expect(await world.page.locator('.past li').count()).toBe(1)
  } finally {
    await world.page.unroute(reply)
  }
})

test('why the computer could not answer is not said of another position', async () => {
  const reply = /\/api\/play\/reply/
  await world.page.route(reply, (route) => route.fulfill({ status: 422, json: { error: 'over budget' } }))
  try {
    await world.open('#/play?position=nim:+3+5')
    const failure = world.page.getByRole('alert').filter({ hasText: 'over budget' })
    const move = async () => {
      await world.page.getByRole('button', { name: 'Pin 1 of 3' }).click()
      await world.page.getByRole('button', { name: /^Play:/ }).click()
      await failure.waitFor()
    }
    await move()
    await world.page.getByRole('button', { name: 'Undo' }).click()
    await failure.waitFor({ state: 'detached' })
    await ready()
    await move()
    await world.page.getByLabel('Begin with').selectOption('kayles: 5 7 12')
    await failure.waitFor({ state: 'detached' })
  } finally {
    await world.page.unroute(reply)
  }
})
