// A game typed by code or name, or clicked together from what may be taken and what may be left.

import { useAsk, answerOf } from '../../ask'
import { readDigits, toggle, writeDigits } from '../../code'
import { Asking, Card } from '../../parts'
import { change, place } from '../../route'
import type { Description, Named } from '../../wire'

const LEAVES = ['nothing', 'one heap', 'two heaps', 'three heaps'] as const

export function chooseGame(game: string) {
  const { n, view } = place.value.query
  const cleared = Object.fromEntries(Object.keys(place.value.query).map((key) => [key, undefined]))
  change({ ...cleared, game, n, view }, 'push')
}

export function Chooser(props: { game: string; description: Description | undefined }) {
  const games = answerOf(useAsk<Named[]>('games', {}).value) ?? []
  // A code says its digits itself; those of a name have to be told.
  const told = props.description?.code
  const digits = readDigits(props.game) ?? (typeof told === 'string' ? readDigits(told) : undefined)
  return (
    <Card title="Which game?">
      <Asking
        label="Code or name"
        value={props.game}
        button="Show"
        list="names"
        hint="for example .07, 4.045, S(1,2,5), grundy, kayles"
        onAsk={chooseGame}
      />
      <datalist id="names">
        {games.map((game) => (
          <option key={game.name} value={game.name}>
            {game.about}
          </option>
        ))}
      </datalist>
      <details open={place.value.query['digits'] === '1'}>
        <summary>Click the moves together</summary>
        {props.description === undefined && digits === undefined ? null : <Digits digits={digits ?? [0, 0]} />}
      </details>
    </Card>
  )
}

function Digits(props: { digits: number[] }) {
  const { digits } = props
  const rows = Math.max(4, digits.length + 1)
  const flip = (removed: number, heaps: number) => {
    chooseGame(writeDigits(toggle(digits, removed, heaps)))
    change({ digits: '1' })
  }
  return (
    <div class="scroll" role="region" aria-label="Digits of the code" tabIndex={0}>
      <table class="digits">
        <thead>
          <tr>
            <th scope="col">take</th>
            {LEAVES.map((leave) => (
              <th scope="col" key={leave}>
                leave {leave}
              </th>
            ))}
            <th scope="col">digit</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, removed) => (
            <tr key={removed}>
              <th scope="row">{removed}</th>
              {LEAVES.map((leave, heaps) => {
                const allowed = removed > 0 || heaps > 1
                const on = (((digits[removed] ?? 0) >> heaps) & 1) === 1
                return (
                  <td key={leave}>
                    {allowed && (
                      <button
                        type="button"
                        class="bit"
                        aria-pressed={on}
                        aria-label={`Take ${removed}, leave ${leave}`}
                        onClick={() => flip(removed, heaps)}
                      >
                        {on ? '●' : '○'}
                      </button>
                    )}
                  </td>
                )
              })}
              <td class="digit">{(digits[removed] ?? 0).toString(16).toUpperCase()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
