// What is played: a position by name or typed, the convention, and who sits on the other side.

import { Asking, Card, Choice } from '../../parts'
import { change, place } from '../../route'

const EXAMPLES: readonly (readonly [string, string])[] = [
  ['Kayles, three rows', 'kayles: 5 7 12'],
  ['Kayles in a circle', 'kayles: ring 12'],
  ['Pairs from a circle', 'dawsons-kayles: ring 15'],
  ['Nim', 'nim: 3 5 7'],
  ['Wythoff’s queen', 'wythoff: 6 9'],
  ['Grundy’s game', 'grundy: 8 11'],
  ['Treblecross', 'treblecross: 13'],
  ['Coins: turning turtles', 'coins turning-turtles: THTTHTH'],
  ['Coins: ruler', 'coins ruler: THHTHTHH'],
  ['Coins: mock turtles', 'coins mock-turtles: HTHHTTH'],
  ['Tartan: ruler by turtles', 'tartan ruler x turning-turtles: #.#./.##./##.#'],
  ['A sum of three games', 'kayles: 7 + nim: 4 + wythoff: 3 5'],
]

const HINT =
  'heaps of a game, rings, sums: kayles: 5 ring 12 + nim: 3 + wythoff: 3 4 + coins ruler: HTH + ' +
  'tartan ruler x ruler: #./.#'

function skillWords(skill: number): string {
  if (skill === 100) return 'perfect'
  return skill === 0 ? 'always moves at random' : `moves at random ${100 - skill} times in 100`
}

function start(position: string) {
  const seed = String(Math.floor(Math.random() * 1e6))
  change({ position, seed, turn: undefined, past: undefined }, 'push')
}

export function Setup(props: {
  position: string
  misere: boolean
  computer: 'first' | 'second' | 'none'
  skill: number
}) {
  const example = EXAMPLES.find(([, position]) => position === props.position)
  return (
    <Card title="Setup">
      <div class="fields">
        <label class="field">
          <span>Begin with</span>
          <select value={example?.[1] ?? ''} onChange={(event) => start(event.currentTarget.value)}>
            {example === undefined && <option value="">a position of your own</option>}
            {EXAMPLES.map(([name, position]) => (
              <option key={position} value={position}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Choice
          label="The last to move"
          name="misere"
          value={props.misere ? '1' : '0'}
          otherwise="0"
          options={[
            ['0', 'wins (normal play)'],
            ['1', 'loses (misère play)'],
          ]}
        />
        <Choice
          label="The computer"
          name="computer"
          value={props.computer}
          otherwise="second"
          options={[
            ['second', 'moves second'],
            ['first', 'moves first'],
            ['none', 'does not play: two players'],
          ]}
        />
        {props.computer !== 'none' && (
          <label class="field grow">
            <span>Its skill: {skillWords(props.skill)}</span>
            <input
              type="range"
              min="0"
              max="100"
              step="5"
              value={props.skill}
              onInput={(event) => {
                const skill = event.currentTarget.value
                change({ skill: skill === '100' ? undefined : skill })
              }}
            />
          </label>
        )}
      </div>
      <Asking
        label="Position"
        value={props.position}
        button="Begin"
        wide
        hint={HINT}
        onAsk={(text) => start(text === '' ? (place.value.query['position'] ?? '') : text)}
      />
    </Card>
  )
}
