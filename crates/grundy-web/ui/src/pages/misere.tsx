// Misère play: the quotient in the field's notation, its Cayley table, its order, and who wins typed positions.

import type { ComponentChildren } from 'preact'
import { address, askLong, useAnswer, useAsk } from '../ask'
import { Picture } from '../draw/picture'
import { cells, fill } from '../draw/frame'
import { mix, scale } from '../draw/colours'
import { readBounds, writeBounds } from '../draw/bounds'
import { Asking, Card, count, plural, Shown } from '../parts'
import { change, place, whole } from '../route'
import type { Cayley, MisereSolve, MisereSum } from '../wire'

/** Quotients up to this order are printed as a table; larger ones are drawn. */
const PRINTED = 16

export function MiserePage() {
  const { query } = place.value
  const game = query['game'] ?? 'kayles'
  const heaps = whole(query['heaps'], 200, 1, 5000)
  const solved = useAnswer<MisereSolve>(
    `${game} ${heaps}`,
    (signal, progress) =>
      askLong<MisereSolve>('misere/solve', { game, heaps, order: 2048, structure: true }, signal, progress),
    { subject: game },
  )
  const here = solved.value.state === 'here' ? solved.value.answer : undefined
  return (
    <>
      <Card title="Which game?">
        <Asking
          label="Code or name"
          value={game}
          button="Solve"
          hint="for example .123, kayles, .15"
          onAsk={(text) => change({ game: text, cell: undefined, at: undefined, position: undefined }, 'push')}
        />
        <label class="field">
          <span>Heaps up to</span>
          <input
            type="number"
            min="1"
            max="5000"
            value={heaps}
            onChange={(event) => change({ heaps: String(whole(event.currentTarget.value, 200, 1, 5000)) }, 'push')}
          />
        </label>
      </Card>
      <Card title="Quotient">
        <Shown asked={solved.value} what="Solving">
          {(answer) => <Quotient solved={answer} />}
        </Shown>
      </Card>
      {here !== undefined && (
        <>
          <Positions game={here.canonical} />
          <Heaps solved={here} />
          <Table game={game} heaps={heaps} order={here.order} />
          <Order game={game} heaps={heaps} order={here.order} solved={here} />
        </>
      )}
    </>
  )
}

/** `b^3` as b³, in the middle of any text. */
export function Word(props: { text: string }) {
  const pieces: ComponentChildren[] = props.text
    .split(/\^(\d+)/)
    .map((piece, i) => (i % 2 === 1 ? <sup key={i}>{piece}</sup> : piece))
  return <span class="word">{pieces}</span>
}

function Words(props: { words: readonly string[] }) {
  return (
    <>
      {props.words.map((text, i) => (
        <span key={i}>
          {i > 0 && ', '}
          <Word text={text} />
        </span>
      ))}
    </>
  )
}

function Quotient(props: { solved: MisereSolve }) {
  const { solved } = props
  const { generators, relations, p_portion: portion } = solved.presentation
  return (
    <>
      <p class="verdict">
        {solved.status === 'solved' ? 'Solved: ' : `Not solved within ${plural(solved.heaps, 'heap')}: `}
        order <strong>{count(solved.order)}</strong>, of them <strong>{count(solved.p_positions)}</strong> in P
        {solved.period !== null && (
          <>
            , period <strong>{solved.period}</strong> from heap <strong>{solved.preperiod}</strong> on
          </>
        )}
        {solved.tame !== null && (solved.tame ? ', tame' : ', wild')}.
      </p>
      <p class="presentation">
        𝒬 = ⟨ <Words words={generators.map((generator) => generator.name)} /> | <Words words={relations.slice(0, 80)} />
        {relations.length > 80 && ` and ${relations.length - 80} more`} ⟩
      </p>
      <p class="presentation">
        𝒫 = {'{'} <Words words={portion.slice(0, 120)} />
        {portion.length > 120 && ` and ${portion.length - 120} more`} {'}'}
      </p>
      <p class="hint">{generators.map((generator) => `${generator.name} is heap ${generator.heap}`).join(', ')}.</p>
    </>
  )
}

function Heaps(props: { solved: MisereSolve }) {
  const { phi } = props.solved.presentation
  return (
    <Card title="Heaps">
      <div class="scroll phi" role="region" aria-label="Values of heaps" tabIndex={0}>
        <ol>
          {phi.slice(0, 400).map((value, i) => (
            <li key={i}>
              <span class="faint">{i + 1}</span> <Word text={value} />
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}

function Positions(props: { game: string }) {
  const position = place.value.query['position']
  const asked = useAsk<MisereSum>('misere/position', position === undefined ? undefined : { position })
  return (
    <Card title="Positions">
      <Asking
        label="Position"
        value={position ?? `${props.game}: 5 7 12`}
        button="Who wins?"
        wide
        hint={`for example ${props.game}: 5 7 12`}
        onAsk={(text) => change({ position: text }, 'push')}
      />
      <Shown asked={asked.value} what="Judging the position">
        {(answer) => (
          <div role="status">
            <p class="verdict">
              {answer.outcome === 'N' ? 'The player to move wins (N)' : 'The player to move loses (P)'}
              {answer.value !== null && (
                <>
                  : the value is <Word text={answer.value} />
                </>
              )}
              .
            </p>
            {answer.winning_moves.length > 0 && (
              <ul class="plain">
                {answer.winning_moves.slice(0, 20).map((move, i) => (
                  <li key={i}>
                    heap {count(move.heap)}: take {move.removed}, leave{' '}
                    {move.left.length === 0 ? 'nothing' : move.left.join(' + ')}
                    {move.count > 1 && `, and ${plural(move.count - 1, 'move')} of the same kind`}
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Shown>
    </Card>
  )
}

function Table(props: { game: string; heaps: number; order: number }) {
  const { game, heaps, order } = props
  const asked = useAsk<Cayley>('misere/table', order <= 256 ? { game, heaps } : undefined)
  return (
    <Card title="Cayley table" class="wide">
      {order > 256 ? (
        <p>A quotient of {plural(order, 'element')} is too large for a table.</p>
      ) : (
        <Shown asked={asked.value} what="Multiplying">
          {(cayley) =>
            cayley.names.length <= PRINTED ? <CayleyTable cayley={cayley} /> : <CayleyPicture cayley={cayley} />
          }
        </Shown>
      )}
    </Card>
  )
}

function CayleyPicture(props: { cayley: Cayley }) {
  const { names, products, p } = props.cayley
  const { query } = place.value
  const size = names.length
  const limits = { x0: 0, x1: size, y0: 0, y1: size }
  const [row, column] = (query['cell'] ?? '').split(',').map(Number)
  const product = row === undefined || column === undefined ? undefined : products[row]?.[column]
  const name = (element: number | undefined) => (element === undefined ? '' : (names[element] ?? ''))
  const text =
    product === undefined
      ? 'Point at a product, or move with the arrow keys.'
      : `${name(row)} · ${name(column)} = ${name(product)}${p[product] === true ? ', in P' : ''}`
  return (
    <>
      <Picture
        name="The products of all pairs of elements"
        matrix
        square
        limits={limits}
        start={limits}
        bounds={readBounds(query['at'])}
        onBounds={(bounds) => change({ at: bounds && writeBounds(bounds) })}
        least={{ x: 4, y: 4 }}
        axes={{ x: 'element', y: 'element', wholeX: true, wholeY: true }}
        cursor={product === undefined ? undefined : { x: (column ?? 0) + 0.5, y: (row ?? 0) + 0.5 }}
        cursorText={text}
        onCursor={(spot) => {
          const [x, y] = [Math.floor(spot.x), Math.floor(spot.y)]
          if (products[y]?.[x] !== undefined) change({ cell: `${y},${x}` })
        }}
        paint={(frame, palette) => {
          fill(frame, palette.paper)
          cells(frame, (x, y) => {
            const element = products[y]?.[x]
            if (element === undefined) return palette.paper
            return p[element] === true ? palette.rare : mix(scale(element / Math.max(1, size - 1)), palette.paper, 0.1)
          })
        }}
      />
      <p class="readout" role="status">
        {product === undefined ? (
          text
        ) : (
          <>
            <Word text={name(row)} /> · <Word text={name(column)} /> = <Word text={name(product)} />
            {p[product] === true && ', in P'}
          </>
        )}
      </p>
      <p class="legend">
        <span class="key rare" /> products in P
      </p>
    </>
  )
}

function CayleyTable(props: { cayley: Cayley }) {
  const { names, products, p } = props.cayley
  return (
    <div class="scroll" role="region" aria-label="Products by name" tabIndex={0}>
      <table class="cayley">
        <thead>
          <tr>
            <td>·</td>
            {names.map((name) => (
              <th scope="col" key={name}>
                <Word text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {products.map((line, row) => (
            <tr key={row}>
              <th scope="row">
                <Word text={names[row] ?? ''} />
              </th>
              {line.map((element, column) => (
                <td key={column} class={p[element] === true ? 'in-p' : ''}>
                  <Word text={names[element] ?? ''} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Order(props: { game: string; heaps: number; order: number; solved: MisereSolve }) {
  const { structure } = props.solved
  return (
    <Card title="Order of divisibility" class="wide">
      {structure !== undefined && (
        <p>
          {plural(structure.idempotents.length, 'idempotent')}:{' '}
          <Words words={structure.idempotents.slice(0, 40)} />. The kernel has{' '}
          {plural(structure.kernel.order, 'element')} and is the group {structure.kernel.group}.
        </p>
      )}
      {props.order <= 256 && (
        <div class="scroll" role="region" aria-label="Picture of the order" tabIndex={0}>
          <img
            class="order"
            src={address('misere/picture', { game: props.game, heaps: props.heaps })}
            alt={
              `Which elements divide which: ${structure?.divisibility_classes.length ?? 'some'} classes, ` +
              'from the identity at the top to the kernel'
            }
          />
        </div>
      )}
    </Card>
  )
}
