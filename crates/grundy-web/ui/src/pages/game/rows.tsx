// The sequence printed in rows of one period, as in the literature: what differs from a period later stands out.

import { plural } from '../../parts'
import { change } from '../../route'
import type { View } from './index'
import { runs } from './runs'

/** Rows that are printed at most, and values in one of them. */
const MOST_ROWS = 300
const MOST_WIDTH = 2000

export function Rows(props: { view: View }) {
  const { series, solved, game } = props.view
  const period = solved?.solution.period ?? undefined
  if (solved === undefined) {
    return (
      <div class="ask-first">
        <p>The rows are as long as the period. It has to be found first.</p>
        <button type="button" onClick={() => change({ solve: '10' }, 'push')}>
          Find the period
        </button>
      </div>
    )
  }
  if (period === undefined) return <p>{solved.sentence} Without a period there are no rows; try the wrapped picture.</p>
  if (period > MOST_WIDTH) {
    return <p>A period of {plural(period, 'heap')} is too long to print; the wrapped picture shows it at this width.</p>
  }
  if (series.from !== 0) return <p>Rows are printed from heap 0 on: set “from heap” to 0.</p>
  const preperiod = solved.solution.preperiod ?? 0
  const wanted = Math.ceil((preperiod + 3 * period) / period)
  const rows = Math.min(wanted, Math.ceil(series.values.length / period), MOST_ROWS)
  const pad = series.top < 10 ? 1 : String(series.top).length + 1
  return (
    <>
      <p class="hint">
        Rows of {plural(period, 'heap')}. <mark>Marked</mark> values differ one period later; the last of them is before
        heap {preperiod}.
      </p>
      <div class="scroll rows" role="region" aria-label={`Values of ${game} in rows of ${period}`} tabIndex={0}>
        <table>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              <tr key={row}>
                <th scope="row">{row * period}</th>
                <td>
                  {runs(series.values, row * period, period, pad).map((run, i) =>
                    run.settled ? <span key={i}>{run.text}</span> : <mark key={i}>{run.text}</mark>,
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows < wanted && <p class="hint">{plural(wanted - rows, 'more row')} until all values repeat.</p>}
    </>
  )
}
