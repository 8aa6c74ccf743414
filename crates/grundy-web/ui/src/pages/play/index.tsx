// Play any position against the computer or each other, in normal or misère play, with help if wanted.

import { useEffect, useState } from 'preact/hooks'
import { answerOf, ask, messageOf, useAsk } from '../../ask'
import { Card, Shown } from '../../parts'
import { change, place, whole, word } from '../../route'
import type { Move, Playing, Reply } from '../../wire'
import { PartView, title } from './board'
import { fits, mayBecome, type Marked } from './match'
import { RulesCard } from './rules'
import { Setup } from './setup'

/** How long the computer seems to think. */
const THOUGHT = 500

interface Told {
  position: string
  turn: Turn
  text: string
}

const TURNS = ['first', 'second'] as const
type Turn = (typeof TURNS)[number]

export function PlayPage() {
  const { query } = place.value
  const position = query['position'] ?? 'kayles: 5 7 12'
  const misere = query['misere'] === '1'
  const computer = word(query['computer'], ['second', 'first', 'none'])
  const skill = whole(query['skill'], 100, 0, 100)
  const turn = word(query['turn'], TURNS)
  const help = query['help'] === '1'
  const seed = whole(query['seed'], 0, 0, 2 ** 31)

  const asked = useAsk<Playing>('play', { position, misere })
  const [past, setPast] = useState<Told[]>([])
  const [marked, setMarked] = useState<Marked | undefined>(undefined)
  const [failure, setFailure] = useState('')
  useEffect(() => setMarked(undefined), [position])

  const playing = asked.value.state === 'here' ? asked.value.answer : undefined
  const mine = turn !== computer
  const over = playing?.over === true

  function make(move: Move, by: string) {
    setPast((told) => [...told, { position, turn, text: `${by} ${move.text}` }])
    change({ position: move.after, turn: turn === 'first' ? 'second' : undefined }, 'push')
  }

  // The computer answers after a moment, unless the position changes before that.
  useEffect(() => {
    if (playing === undefined || over || mine) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const params = { position, misere, skill, seed: seed + past.length }
      ask<Reply>('play/reply', params, stop.signal).then(
        (reply) => {
          setFailure('')
          make(reply, 'The computer:')
        },
        (error: unknown) => {
          if (!stop.signal.aborted) setFailure(messageOf(error))
        },
      )
    }, THOUGHT)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [playing, mine])

  /** Back to the last position in which a person was to move. */
  function undo() {
    const at = past.findLastIndex((told) => told.turn !== computer)
    const told = past[at]
    if (told === undefined) return
    setPast(past.slice(0, at))
    change({ position: told.position, turn: told.turn === 'first' ? undefined : told.turn }, 'push')
  }

  const who = (whose: Turn) => (computer === 'none' ? `Player ${whose === 'first' ? 1 : 2}` : whose === computer ? 'The computer' : 'You')
  return (
    <>
      <Card title="The table" id="table" class="wide">
        <Shown asked={asked.value} what="Laying out the position">
          {(answer) => (
            <>
              <p class="turn" role="status">
                {past.length > 0 && <span class="last">{past.at(-1)?.text}. </span>}
                <strong>{answer.over ? ending(who, turn, misere) : announce(who(turn))}</strong>
              </p>
              {failure !== '' && (
                <p role="alert" class="failure">
                  {failure}
                </p>
              )}
              <div class="parts">
                {answer.parts.map((part, index) => (
                  <PartView
                    key={index}
                    part={part}
                    title={title(part)}
                    index={index}
                    moves={answer.moves.filter((move) => move.part === index)}
                    shown={help ? answer.moves.filter((move) => move.part === index && move.wins === true) : []}
                    marked={marked}
                    enabled={mine && !answer.over && playing !== undefined}
                    onMark={setMarked}
                    onPlay={(move) => make(move, `${who(turn)}:`)}
                  />
                ))}
                {answer.parts.length === 0 && <p class="faint">Nothing is left.</p>}
              </div>
              <Marking answer={answer} marked={marked} onPlay={(move) => make(move, `${who(turn)}:`)} />
              <div class="fields">
                <button type="button" disabled={past.findLast((told) => told.turn !== computer) === undefined} onClick={undo}>
                  Undo
                </button>
                <button type="button" aria-pressed={help} onClick={() => change({ help: help ? undefined : '1' }, 'push')}>
                  Show me
                </button>
              </div>
              {help && <Help answer={answer} enabled={mine && !answer.over} onPlay={(move) => make(move, `${who(turn)}:`)} />}
              <AllMoves answer={answer} help={help} enabled={mine && !answer.over} onPlay={(move) => make(move, `${who(turn)}:`)} />
            </>
          )}
        </Shown>
      </Card>
      <Setup position={position} misere={misere} computer={computer} skill={skill} onStart={() => setPast([])} />
      <RulesCard parts={answerOf(asked.value)?.parts ?? []} misere={misere} past={past.map((told) => told.text)} />
    </>
  )
}

function announce(who: string): string {
  return who === 'You' ? 'Your turn.' : `${who} is to move.`
}

/** Who won: with no move left, the last to move in normal play and the other one in misère play. */
function ending(who: (turn: Turn) => string, turn: Turn, misere: boolean): string {
  const winner = who(misere ? turn : turn === 'first' ? 'second' : 'first')
  return winner === 'You' ? 'You have won.' : `${winner} has won.`
}

/** What is marked, as a move that can be made. */
function Marking(props: { answer: Playing; marked: Marked | undefined; onPlay: (move: Move) => void }) {
  const { answer, marked } = props
  const part = marked === undefined ? undefined : answer.parts[marked.part]
  if (marked === undefined || part === undefined) {
    return <p class="marking hint">{answer.over ? '' : 'Mark what to take, then play it; or choose from all moves below.'}</p>
  }
  const move = answer.moves.find((candidate) => fits(candidate, part, marked))
  const more = answer.moves.filter((candidate) => mayBecome(candidate, part, marked)).length
  return (
    <p class="marking" role="status">
      {move !== undefined ? (
        <button type="button" class="primary" onClick={() => props.onPlay(move)}>
          Play: {move.text}
        </button>
      ) : more > 0 ? (
        `Mark more: ${more} ${more === 1 ? 'move turns' : 'moves turn'} these coins.`
      ) : (
        `This is no move in ${title(part)}.`
      )}
    </p>
  )
}

function Help(props: { answer: Playing; enabled: boolean; onPlay: (move: Move) => void }) {
  const { answer } = props
  const wins = answer.moves.filter((move) => move.wins === true)
  return (
    <div class="help" role="status">
      <p class="why">{answer.why}</p>
      {wins.length > 0 && (
        <div class="moves" role="group" aria-label="Winning moves">
          {wins.slice(0, 24).map((move) => (
            <button key={`${move.part} ${move.text} ${move.after}`} type="button" class="wins" disabled={!props.enabled} onClick={() => props.onPlay(move)}>
              {move.text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Every legal move as a button: the way for the keyboard, a screen reader, and positions too large to draw. */
function AllMoves(props: { answer: Playing; help: boolean; enabled: boolean; onPlay: (move: Move) => void }) {
  const { answer, help } = props
  const [most, setMost] = useState(60)
  if (answer.over) return null
  return (
    <details class="all-moves">
      <summary>
        All moves ({answer.moves.length}
        {answer.complete ? '' : ' and more'})
      </summary>
      <div class="moves" role="group" aria-label="All moves">
        {answer.moves.slice(0, most).map((move, i) => (
          <button key={i} type="button" class={help && move.wins === true ? 'wins' : ''} disabled={!props.enabled} onClick={() => props.onPlay(move)}>
            {move.text}
            {help && move.wins === true && <span class="won"> wins</span>}
          </button>
        ))}
        {answer.moves.length > most && (
          <button type="button" onClick={() => setMost(most + 200)}>
            Show more
          </button>
        )}
      </div>
    </details>
  )
}
