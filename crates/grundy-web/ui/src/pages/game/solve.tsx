// Find the period and prove it: live progress, the theorem in a sentence, the certificate, and its check on the spot.

import { useEffect, useState } from 'preact/hooks'
import { address, messageOf, tell, type Asked, type Progress } from '../../ask'
import { Card, count, plural } from '../../parts'
import { change } from '../../route'
import type { Checked, Solved } from '../../wire'

/** Seconds that the server spends on a search at most, as long as it was not told otherwise. */
const LONGEST = 30

export function Solve(props: { game: string; seconds: number | undefined; asked: Asked<Solved> }) {
  const { asked, seconds, game } = props
  const running = asked.state === 'waiting'
  const [stopped, setStopped] = useState<{ game: string; words: string } | undefined>(undefined)
  useEffect(() => {
    if (seconds !== undefined) setStopped(undefined)
  }, [game, seconds])
  const stop = () => {
    setStopped({ game, words: running ? reached(asked.progress) : '' })
    change({ solve: undefined }, 'push')
  }
  return (
    <Card title="Period">
      <div class="fields">
        {[10, LONGEST].map((time) => (
          <button key={time} type="button" disabled={running} onClick={() => change({ solve: String(time) }, 'push')}>
            {time === 10 ? 'Find the period' : 'Look for longer'}
          </button>
        ))}
        {running && (
          <button type="button" class="stop" onClick={stop}>
            Stop
          </button>
        )}
      </div>
      {asked.state === 'waiting' && <Running asked={asked} seconds={seconds ?? 10} />}
      {asked.state === 'nothing' && stopped?.game === game && (
        <p role="status">The search was stopped{stopped.words} before it found a period.</p>
      )}
      {asked.state === 'failed' && (
        <p role="alert" class="failure">
          {asked.error}
        </p>
      )}
      {asked.state === 'here' && <Found solved={asked.answer} game={game} seconds={seconds ?? 10} />}
    </Card>
  )
}

/** How far a search has come, to be put behind a verb. */
function reached(progress: Progress | undefined): string {
  return progress === undefined ? '' : ` after ${count(progress.done)} ${progress.stage}`
}

function Running(props: { asked: Asked<Solved> & { state: 'waiting' }; seconds: number }) {
  const { progress } = props.asked
  const [spent, setSpent] = useState(0)
  useEffect(() => {
    const began = Date.now()
    const timer = setInterval(() => setSpent((Date.now() - began) / 1000), 200)
    return () => clearInterval(timer)
  }, [])
  return (
    <div class="running">
      <progress max={props.seconds} value={Math.min(spent, props.seconds)} aria-label="Time spent" />
      <p role="status">
        {progress === undefined ? 'Starting …' : `${count(progress.done)} ${progress.stage}`}, {Math.floor(spent)}{' '}
        of {plural(props.seconds, 'second')}
      </p>
    </div>
  )
}

function Found(props: { solved: Solved; game: string; seconds: number }) {
  const { solution, sentence, certificate } = props.solved
  const proved = solution.period !== null
  return (
    <>
      {proved && (
        <p class="verdict">
          Period <strong>{count(solution.period ?? 0)}</strong>, preperiod{' '}
          <strong>{count(solution.preperiod ?? 0)}</strong>
          {solution.saltus !== null && solution.saltus > 0 && (
            <>
              , saltus <strong>{count(solution.saltus)}</strong>
            </>
          )}
        </p>
      )}
      <p role="status">{sentence}</p>
      {certificate !== null && <Certificate text={certificate} game={props.game} seconds={props.seconds} />}
    </>
  )
}

function Certificate(props: { text: string; game: string; seconds: number }) {
  const [checked, setChecked] = useState<Checked | string | 'asking' | undefined>(undefined)
  useEffect(() => setChecked(undefined), [props.text])
  const check = () => {
    setChecked('asking')
    tell<Checked>('check', props.text).then(setChecked, (error: unknown) => setChecked(messageOf(error)))
  }
  return (
    <div class="fields">
      <a class="button" href={address('certificate', { game: props.game, seconds: props.seconds })} download>
        Download the certificate
      </a>
      <button type="button" disabled={checked === 'asking'} onClick={check}>
        Check it here
      </button>
      <p role="status" class={typeof checked === 'object' ? checked.verdict : ''}>
        {checked === 'asking' && 'The independent checker is at work …'}
        {typeof checked === 'string' && checked !== 'asking' && checked}
        {typeof checked === 'object' && `${checked.verdict.toUpperCase()}: ${checked.words}`}
      </p>
    </div>
  )
}
