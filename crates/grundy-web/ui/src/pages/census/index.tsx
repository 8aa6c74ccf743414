// The catalogue as a table to sort and filter; without a catalogue, what the literature knows of periods.

import { ask, useAnswer } from '../../ask'
import { Card, count, plural, Shown } from '../../parts'
import { change, place, whole } from '../../route'
import { GameLink } from '../game/known'
import { columns, filter, rowsOf, sort, type Cell, type Row } from './table'

const PAGE = 100

interface Catalogue {
  census: boolean
  rows: Row[]
}

export function CensusPage() {
  const asked = useAnswer<Catalogue>('census', async (signal) => {
    const about = await ask<{ census: boolean }>('about', {}, signal)
    const rows = rowsOf(await ask<unknown>(about.census ? 'census' : 'facts', {}, signal))
    return { census: about.census, rows }
  })
  return (
    <Shown asked={asked.value} what="Reading the table">
      {(catalogue) => (
        <Card title={catalogue.census ? 'The catalogue' : 'Periods in the literature'} class="wide">
          <Table rows={catalogue.rows} />
        </Card>
      )}
    </Shown>
  )
}

function Table(props: { rows: Row[] }) {
  const { query } = place.value
  const names = columns(props.rows)
  const wanted = query['filter'] ?? ''
  const by = names.find((name) => name === query['sort']) ?? names[0] ?? ''
  const down = query['down'] === '1'
  const found = sort(filter(props.rows, wanted), by, down)
  const pages = Math.max(1, Math.ceil(found.length / PAGE))
  const page = whole(query['page'], 1, 1, pages)
  const shown = found.slice((page - 1) * PAGE, page * PAGE)
  const go = (to: number) => change({ page: to === 1 ? undefined : String(to) }, 'push')
  return (
    <>
      <label class="field grow">
        <span>Filter</span>
        <input
          type="search"
          value={wanted}
          placeholder="words, or column:word"
          onInput={(event) => {
            const filter = event.currentTarget.value
            change({ filter: filter === '' ? undefined : filter, page: undefined })
          }}
        />
      </label>
      <p role="status">
        {plural(found.length, 'row')} of {count(props.rows.length)}
      </p>
      <div class="scroll" role="region" aria-label="Games" tabIndex={0}>
        <table class="census">
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col" aria-sort={name !== by ? undefined : down ? 'descending' : 'ascending'}>
                  <button
                    type="button"
                    onClick={() =>
                      change({ sort: name, down: name === by && !down ? '1' : undefined, page: undefined }, 'push')
                    }
                  >
                    {name.replaceAll('_', ' ')}
                    {name === by ? (down ? ' ↓' : ' ↑') : ''}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, i) => (
              <tr key={i}>
                {names.map((name) => (
                  <td key={name} class={typeof row[name] === 'number' ? 'number' : ''}>
                    <Value name={name} cell={row[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="fields" role="group" aria-label="Pages of the table">
        <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
          Previous
        </button>
        <span>
          page {page} of {pages}
        </span>
        <button type="button" disabled={page >= pages} onClick={() => go(page + 1)}>
          Next
        </button>
      </div>
    </>
  )
}

function Value(props: { name: string; cell: Cell }) {
  const { cell, name } = props
  if (cell === null || cell === undefined || cell === '') return <span class="faint">–</span>
  if (name === 'game') return <GameLink game={String(cell)} />
  if (typeof cell === 'number') return <>{count(cell)}</>
  if (typeof cell === 'object') return <code>{JSON.stringify(cell)}</code>
  return <>{String(cell)}</>
}
