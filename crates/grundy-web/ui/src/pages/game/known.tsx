// What the literature and our own runs know about a game, each statement with its source.

import { Card, count, plural } from '../../parts'
import { writePlace } from '../../route'
import type { Description, Fact, Here, Verdict } from '../../wire'

const TABLES = [
  ['periods', 'Periods'],
  ['outcomes', 'Periods of outcomes'],
  ['sparse', 'Sparse spaces'],
  ['open', 'Listed as open'],
  ['errata', 'Errors in the literature'],
  ['literature', 'Statements'],
] as const

export function KnownFacts(props: { description: Description }) {
  const { known, equivalent, standard_form: standard, theorems } = props.description
  return (
    <Card title="What is known">
      <p class="verdict">{sentence(known.verdict)}</p>
      {known.here !== null && <p>{census(known.here)}</p>}
      {TABLES.map(([key, title]) => known[key].length > 0 && <Facts key={key} title={title} facts={known[key]} />)}
      {theorems.length > 0 && (
        <>
          <h3>Theorems</h3>
          <ul class="plain">
            {theorems.map((theorem) => (
              <li key={theorem}>{theorem}</li>
            ))}
          </ul>
        </>
      )}
      {standard !== null && (
        <p>
          Standard form <GameLink game={standard.code} />
          {standard.shift !== 0 && `, with the values ${plural(standard.shift, 'heap')} earlier`}.
        </p>
      )}
      {equivalent.length > 0 && (
        <p>
          The same values, shifted:{' '}
          {equivalent.slice(0, 12).map((other, i) => (
            <span key={other.game}>
              {i > 0 && ', '}
              <GameLink game={other.game} />
            </span>
          ))}
          {equivalent.length > 12 && ` and ${equivalent.length - 12} more`}.
        </p>
      )}
      {known.oeis.length > 0 && <p>OEIS: {known.oeis.join(', ')}</p>}
    </Card>
  )
}

export function GameLink(props: { game: string }) {
  return (
    <a href={writePlace({ page: 'game', query: { game: props.game } })}>
      <code>{props.game}</code>
    </a>
  )
}

export function sentence(verdict: Verdict): string {
  if (verdict.verdict === 'unknown') return 'The tables say nothing about its period.'
  if (verdict.verdict === 'open') {
    const far = verdict.upto === null ? '' : `, computed to heap ${count(verdict.upto)}`
    const via = verdict.via === null ? '' : ` (as ${verdict.via})`
    return `${verdict.unsolved ? 'Listed as unsolved' : 'No period is known'}${far}${via}.`
  }
  const via = verdict.via === null ? '' : ` as ${verdict.via} shifted`
  const grows = verdict.saltus === 0 ? '' : ` with saltus ${count(verdict.saltus)}`
  const from = verdict.preperiod === null ? '' : ` from heap ${count(verdict.preperiod)} on`
  const upto = verdict.upto === null ? '' : `, seen to heap ${count(verdict.upto)}`
  return `Period ${count(verdict.period)}${grows}${from}${via}: ${verdict.status}${upto} [${verdict.source}].`
}

/** What our own census has found. */
export function census(here: Here): string {
  const as = here.shift === 0 ? '' : ` as ${here.class} shifted`
  return here.solved === null
    ? `Not solved here${as}: ${count(here.verified)} heaps verified [${here.source}].`
    : `Solved here${as} by the ${here.solved.theorem} theorem, with its certificate [${here.source}].`
}

function Facts(props: { title: string; facts: Fact[] }) {
  return (
    <>
      <h3>{props.title}</h3>
      <ul class="plain facts">
        {props.facts.map((fact, i) => (
          <li key={i}>
            {words(fact)} {typeof fact['source'] === 'string' && <span class="source">[{fact['source']}]</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A row of a table as words: the fields that say something, without the game itself. */
export function words(fact: Fact): string {
  const silent = new Set(['game', 'source', 'oeis', 'class'])
  const bare = new Set(['status', 'statement', 'note'])
  const said = ([key, value]: [string, unknown]): boolean =>
    !silent.has(key) &&
    value !== null &&
    value !== '' &&
    typeof value !== 'object' &&
    !(key === 'saltus' && value === 0)
  const told = ([key, value]: [string, unknown]) => {
    const text = typeof value === 'number' ? count(value) : String(value)
    return bare.has(key) ? text : `${key.replaceAll('_', ' ')} ${text}`
  }
  return Object.entries(fact).filter(said).map(told).join(', ')
}
