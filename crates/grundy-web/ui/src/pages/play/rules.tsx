// What may be done in the games on the table, and what was done.

import { answerOf, useAsk } from '../../ask'
import { Card } from '../../parts'
import type { Description, NamedCoins, Part } from '../../wire'

export function RulesCard(props: { parts: readonly Part[]; misere: boolean; past: readonly string[] }) {
  const games = (kinds: readonly string[]) =>
    [...new Set(props.parts.filter((part) => kinds.includes(part.kind)).map((part) => part.game))].slice(0, 4)
  const turned = games(['coins', 'tartan']).flatMap((game) => game.replace(/^(coins|tartan) /, '').split(' x '))
  const coins = [...new Set(turned)]
  return (
    <Card title="Rules">
      {games(['heap', 'ring']).map((game) => (
        <HeapRules key={game} game={game} />
      ))}
      {props.parts.some((part) => part.kind === 'ring') && (
        <p>A ring is opened by the first move; what is left of it is a row.</p>
      )}
      {props.parts.some((part) => part.kind === 'wythoff') && (
        <p>The queen moves left, up, or along the diagonal to the upper left, as far as you like.</p>
      )}
      {coins.length > 0 && <CoinRules games={coins} product={games(['tartan']).length > 0} />}
      <p class="faint">{props.misere ? 'Who makes the last move loses.' : 'Who makes the last move wins.'}</p>
      {props.past.length > 0 && (
        <>
          <h3>Moves so far</h3>
          <ol class="past">
            {props.past.map((text, i) => (
              <li key={i}>{text}</li>
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

function HeapRules(props: { game: string }) {
  const description = answerOf(useAsk<Description>('describe', { game: props.game }).value)
  if (description === undefined) return null
  return (
    <p>
      <strong>{description.names[0] ?? description.canonical}</strong>: {description.moves.join(' ')}
    </p>
  )
}

function CoinRules(props: { games: readonly string[]; product: boolean }) {
  const named = answerOf(useAsk<NamedCoins[]>('coins', {}).value) ?? []
  return (
    <>
      {props.games.map((game) => {
        const rule = named.find(({ name, code }) => name === game || code === game)
        return (
          <p key={game}>
            <strong>{rule?.name ?? game}</strong>: {rule?.rule ?? 'a game of turning coins'}. The rightmost coin of a
            move goes from heads to tails.
          </p>
        )
      })}
      {props.product && (
        <p>
          On a board a move of the first game says which columns, one of the second which rows; the coins where they
          cross are turned.
        </p>
      )}
    </>
  )
}
