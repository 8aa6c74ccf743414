// Play any position against the computer or each other, in normal or misère play, with help if wanted.

import { useEffect, useRef, useState } from 'preact/hooks'
import { address, answerOf, ask, messageOf, returns, useAnswer } from '../../ask'
import { Card, Shown } from '../../parts'
import { change, place, whole, word } from '../../route'
import type { Move, Playing, Reply } from '../../wire'
import { PartView, title } from './board'
import { fits, mayBecome, type Marked } from './match'
import { other, readPast, TURNS, writePast, type Turn } from './past'
import { RulesCard } from './rules'
import { Setup } from './setup'

/** How long the computer seems to think. */
const THOUGHT = 500

/** A position on the table: which question it answers, and from which position the game began. */
interface Laid extends Playing {
  key: string
  origin: string
}

export function PlayPage() {
  const { query } = place.value
  const position = query['position'] ?? 'kayles: 5 7 12'
  const misere = query['misere'] === '1'
  const computer = word(query['computer'], ['second', 'first', 'none'])
  const skill = whole(query['skill'], 100, 0, 100)
  const turn = word(query['turn'], TURNS)
  const help = query['help'] === '1'
  const seed = whole(query['seed'], 0, 0, 2 ** 31)

  const past = readPast(query['past'], turn)
  const origin = past[0]?.position ?? position
  const key = `${origin} ${address('play', { position, misere })}`
  const asked = useAnswer<Laid>(key, async (signal) => {
    return { ...(await ask<Playing>('play', { position, misere }, signal)), key, origin }
  })
  const [marked, setMarked] = useState<Marked | undefined>(undefined)
  const [failure, setFailure] = useState('')
  useEffect(() => setMarked(undefined), [position])

  // The last position stays in sight until the next is there, but no move is made in it any more.
  const playing = asked.value.state === 'here' && asked.value.answer.key === key ? asked.value.answer : undefined
  const mine = turn !== computer
  const over = playing?.over === true
  const enabled = playing !== undefined && mine && !over

  /** Goes to a position with whoever is to move in it, after these moves. */
  const lay = (position: string, whose: Turn, moves: typeof past, step: 'replace' | 'push') =>
    change({ position, turn: whose === 'first' ? undefined : whose, past: writePast(moves) }, step)

  /** The back button returns to where a person was to move: the computer's move is no step of its own. */
  const make = (move: Move) =>
    lay(move.after, other(turn), [...past, { position, turn, text: move.text }], mine ? 'push' : 'replace')

  const table = useRef<HTMLDivElement>(null)
  const held = useRef<Held | undefined>(undefined)
  const play = (move: Move) => {
    held.current = hold(table.current)
    make(move)
  }
  useEffect(() => {
    if (playing === undefined || !(mine || over)) return
    giveBack(table.current, held.current)
    held.current = undefined
  }, [playing, mine])

  // The computer answers after a moment, unless the position changes before that. It is asked again when the server is
  // back; why it could not answer is forgotten whenever there is something else to answer.
  useEffect(() => {
    setFailure('')
    if (playing === undefined || over || mine) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const params = { position, misere, skill, seed: seed + past.length }
      ask<Reply>('play/reply', params, stop.signal).then(
        make,
        (error: unknown) => {
          if (!stop.signal.aborted) setFailure(messageOf(error))
        },
      )
    }, THOUGHT)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [playing, mine, returns.value])

  const undoable = (moves: typeof past) => moves.some((made) => made.turn !== computer)

  /** Back to the last position in which a person was to move. */
  function undo() {
    const last = past.findLastIndex((made) => made.turn !== computer)
    const made = past[last]
    if (made === undefined) return
    const rest = past.slice(0, last)
    // The first move that is taken back disables the button that did it.
    held.current = undoable(rest) ? undefined : hold(table.current)
    lay(made.position, made.turn, rest, 'push')
  }

  const who = (whose: Turn) => {
    if (computer === 'none') return `Player ${whose === 'first' ? 1 : 2}`
    return whose === computer ? 'The computer' : 'You'
  }
  const told = past.map((made) => `${who(made.turn)}: ${made.text}`)
  return (
    <>
      <Card title="The table" id="table" class="wide">
        <Shown asked={asked.value} what="Laying out the position">
          {(answer) => (
            <div ref={table}>
              <p class="turn" role="status" tabIndex={-1}>
                {told.length > 0 && <span class="last">{told.at(-1)}. </span>}
                {playing !== undefined && (
                  <strong>{over ? ending(who, turn, misere) : announce(who(turn))}</strong>
                )}
              </p>
              {failure !== '' && (
                <p role="alert" class="failure">
                  {failure}
                </p>
              )}
              <div class="parts">
                {answer.parts.map((part, index) => (
                  <PartView
                    key={`${index} ${answer.origin}`}
                    part={part}
                    title={title(part)}
                    index={index}
                    moves={answer.moves.filter((move) => move.part === index)}
                    shown={help ? answer.moves.filter((move) => move.part === index && move.wins === true) : []}
                    marked={marked}
                    enabled={enabled}
                    onMark={setMarked}
                    onPlay={play}
                  />
                ))}
                {answer.parts.length === 0 && <p class="faint">Nothing is left.</p>}
              </div>
              <Marking answer={answer} marked={marked} enabled={enabled} onPlay={play} />
              <div class="fields">
                <button type="button" disabled={!undoable(past)} onClick={undo}>
                  Undo
                </button>
                <button
                  type="button"
                  aria-pressed={help}
                  onClick={() => change({ help: help ? undefined : '1' }, 'push')}
                >
                  Show me
                </button>
              </div>
              {help && <Help answer={answer} enabled={enabled} onPlay={play} />}
              <AllMoves answer={answer} help={help} enabled={enabled} onPlay={play} />
            </div>
          )}
        </Shown>
      </Card>
      <Setup position={position} misere={misere} computer={computer} skill={skill} />
      <RulesCard parts={answerOf(asked.value)?.parts ?? []} misere={misere} past={told} />
    </>
  )
}

/** What had the focus when a move was made by keyboard, and whether it was in the list of all moves. */
interface Held {
  element: Element
  listed: boolean
}

/** Remembers the focus if it can be seen on the table: a pointer needs none, and what is elsewhere stays there. */
function hold(table: HTMLElement | null): Held | undefined {
  const element = document.activeElement
  if (table === null || element === null || !table.contains(element)) return undefined
  if (!element.matches(':focus-visible')) return undefined
  return { element, listed: element.closest('.all-moves') !== null }
}

/**
 * A move disables or removes what made it, and the focus is lost. It goes to the first thing that can be marked or
 * played next, or to the result; but not when it was moved elsewhere in the meantime.
 */
function giveBack(table: HTMLElement | null, held: Held | undefined) {
  const now = document.activeElement
  if (table === null || held === undefined || !(now === null || now === document.body || now === held.element)) return
  const things = held.listed ? ['.all-moves', '.parts'] : ['.parts', '.all-moves[open]']
  const wanted = [...things.map((thing) => `${thing} button:not(:disabled)`), '.all-moves summary', '.turn']
  for (const selector of wanted) {
    const next = table.querySelector<HTMLElement>(selector)
    if (next !== null) return next.focus()
  }
}

function announce(who: string): string {
  return who === 'You' ? 'Your turn.' : `${who} is to move.`
}

/** Who won: with no move left, the last to move in normal play and the other one in misère play. */
function ending(who: (turn: Turn) => string, turn: Turn, misere: boolean): string {
  const winner = who(misere ? turn : other(turn))
  return winner === 'You' ? 'You have won.' : `${winner} has won.`
}

/** What is marked, as a move that can be made. */
function Marking(props: {
  answer: Playing
  marked: Marked | undefined
  enabled: boolean
  onPlay: (move: Move) => void
}) {
  const { answer, marked } = props
  const part = marked === undefined ? undefined : answer.parts[marked.part]
  if (marked === undefined || part === undefined) {
    const hint = 'Mark what to take, then play it; or choose from all moves below.'
    return <p class="marking hint">{answer.over ? '' : hint}</p>
  }
  const move = answer.moves.find((candidate) => fits(candidate, part, marked))
  const more = answer.moves.filter((candidate) => mayBecome(candidate, part, marked)).length
  return (
    <p class="marking" role="status">
      {move !== undefined ? (
        <button type="button" class="primary" disabled={!props.enabled} onClick={() => props.onPlay(move)}>
          Play: {move.text}
        </button>
      ) : more > 0 ? (
        `Mark more: ${more} ${more === 1 ? 'move' : 'moves'} ${ofMarked(marked, more === 1)}.`
      ) : (
        `This is no move in ${title(part)}.`
      )}
    </p>
  )
}

/** What moves do with what is marked. */
function ofMarked(marked: Marked, one: boolean): string {
  if (marked.kind === 'cells') {
    return `${one ? 'turns' : 'turn'} ${marked.cells.length === 1 ? 'this coin' : 'these coins'}`
  }
  const pins = marked.kind === 'span' ? marked.to - marked.from : marked.length
  return `${one ? 'takes' : 'take'} ${pins === 1 ? 'this pin' : 'these pins'}`
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
            <button
              key={`${move.part} ${move.text} ${move.after}`}
              type="button"
              class="wins"
              disabled={!props.enabled}
              onClick={() => props.onPlay(move)}
            >
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
          <button
            key={i}
            type="button"
            class={help && move.wins === true ? 'wins' : ''}
            disabled={!props.enabled}
            onClick={() => props.onPlay(move)}
          >
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
