// The page of one game: its moves, its values in five pictures, its period, and what is known about it.

import { useAnswer, askBytes, useAsk, answerOf, askLong } from '../../ask'
import { series, type Series } from '../../draw/series'
import { Card, Choice, Panel, Shown, Tabs } from '../../parts'
import { change, place, whole, word } from '../../route'
import type { Analysis, Bar, Description, Solved } from '../../wire'
import { Chooser } from './chooser'
import { Histogram } from './histogram'
import { KnownFacts } from './known'
import { Phase } from './phase'
import { Rows } from './rows'
import { Solve } from './solve'
import { ValuePicture } from './values'
import { Wrap } from './wrap'

const VIEWS = [
  { id: 'values', title: 'Values' },
  { id: 'wrap', title: 'Wrapped' },
  { id: 'rows', title: 'Rows' },
  { id: 'histogram', title: 'Histogram' },
  { id: 'phase', title: 'Phase' },
] as const

const COUNTS = [
  ['1000', '1,000'],
  ['10000', '10,000'],
  ['100000', '100,000'],
  ['1000000', '1,000,000'],
] as const

export interface View {
  game: string
  series: Series
  rares: Uint32Array
  solved: Solved | undefined
}

export function GamePage() {
  const { query } = place.value
  const game = query['game'] ?? 'kayles'
  const view = word(query['view'], ['values', 'wrap', 'rows', 'histogram', 'phase'])
  const from = whole(query['from'], 0, 0, 1e12)
  const n = whole(query['n'], 10_000, 1, 10_000_000)
  const seconds = query['solve'] === undefined ? undefined : whole(query['solve'], 10, 1, 600)

  const description = useAsk<Description>('describe', { game })
  const known = answerOf(description.value)
  const right = description.value.state === 'here'
  const values = useAnswer<Series>(
    right ? `${game} ${from} ${n}` : undefined,
    async (signal) => series(from, await askBytes('values', { game, from, count: n }, signal)),
    { subject: game },
  )
  // Rares are worked out from the same values: the picture comes first.
  const rares = useAnswer<Uint32Array>(
    right && values.value.state === 'here' ? `${game} ${from + n}` : undefined,
    async (signal) => new Uint32Array(await askBytes('rares', { game, n: from + n }, signal)),
    { subject: game },
  )
  const analysis = useAsk<Analysis>('analyze', right && view === 'histogram' ? { game, n: from + n } : undefined)
  const bars = useAsk<Bar[]>('histogram', right && view === 'histogram' ? { game, n: from + n } : undefined)
  const solved = useAnswer<Solved>(
    right && seconds !== undefined ? `${game} ${seconds}` : undefined,
    (signal, progress) => askLong<Solved>('solve', { game, seconds }, signal, progress),
  )
  // An answer about another game is not shown while this one's is awaited.
  const fresh = solved.value.state === 'here' ? solved.value.answer : undefined

  return (
    <>
      <Chooser game={game} description={right ? known : undefined} />
      <Shown asked={description.value} what="Reading the game">
        {(answer) => <Moves description={answer} />}
      </Shown>
      <Card title="The nim-sequence" id="sequence" class="wide">
        <div class="fields">
          <Choice
            label="Values"
            name="n"
            value={String(n)}
            otherwise="10000"
            also={{ at: undefined }}
            options={
              COUNTS.some(([value]) => value === String(n)) ? COUNTS : [...COUNTS, [String(n), n.toLocaleString('en')]]
            }
          />
          <label class="field">
            <span>from heap</span>
            <input
              type="number"
              min="0"
              step="1"
              value={from}
              onChange={(event) => {
                const start = whole(event.currentTarget.value, 0, 0, 1e12)
                change({ from: start === 0 ? undefined : String(start), at: undefined }, 'push')
              }}
            />
          </label>
        </div>
        <Tabs
          label="Pictures of the sequence"
          tabs={VIEWS}
          chosen={view}
          onChoose={(id) => change({ view: id === 'values' ? undefined : id, at: undefined }, 'push')}
        />
        <Panel id={view}>
          <Shown asked={values.value} what="Computing values">
            {(answer) => {
              const rare = answerOf(rares.value) ?? new Uint32Array(0)
              const shown: View = { game, series: answer, rares: rare, solved: fresh }
              if (view === 'values') return <ValuePicture view={shown} />
              if (view === 'wrap') return <Wrap view={shown} />
              if (view === 'rows') return <Rows view={shown} />
              if (view === 'phase') return <Phase view={shown} />
              return (
                <Shown asked={bars.value} what="Counting">
                  {(counts) => (
                    <Shown asked={analysis.value} what="Looking for a sparse space">
                      {(found) => <Histogram analysis={found} bars={counts} />}
                    </Shown>
                  )}
                </Shown>
              )
            }}
          </Shown>
        </Panel>
      </Card>
      <Solve game={game} seconds={seconds} asked={solved.value} />
      {known !== undefined && <KnownFacts description={known} />}
    </>
  )
}

function Moves(props: { description: Description }) {
  const { description } = props
  return (
    <Card title="Moves">
      <ul class="plain">
        {description.moves.map((move) => (
          <li key={move}>{move}</li>
        ))}
      </ul>
      <p class="faint">
        Who cannot move loses. Canonical spelling <code>{description.canonical}</code>, {description.class}
        {description.names.length > 0 && `, known as ${description.names.join(', ')}`}.
      </p>
    </Card>
  )
}
