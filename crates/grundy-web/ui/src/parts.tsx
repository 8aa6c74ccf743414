// Small parts that every page is made of.

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { answerOf, type Asked } from './ask'
import { change } from './route'

export function Card(props: { title: string; id?: string; children: ComponentChildren; class?: string }) {
  const id = props.id ?? `card-${props.title.toLowerCase().replace(/[^a-z]+/g, '-')}`
  return (
    <section class={`card ${props.class ?? ''}`} aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
    </section>
  )
}

/** Shows an answer, or that it is awaited, or why there is none. */
export function Shown<T>(props: { asked: Asked<T>; what: string; children: (answer: T) => ComponentChildren }) {
  const { asked } = props
  const answer = answerOf(asked)
  return (
    <>
      {asked.state === 'waiting' && <Waiting what={props.what} asked={asked} />}
      {asked.state === 'failed' && (
        <p role="alert" class="failure">
          {asked.error}
        </p>
      )}
      {answer !== undefined && props.children(answer)}
    </>
  )
}

/** Says that something is awaited, once it takes longer than a moment. */
function Waiting<T>(props: { what: string; asked: Asked<T> }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [])
  const progress = props.asked.state === 'waiting' ? props.asked.progress : undefined
  if (!late && progress === undefined) return null
  return (
    <p class="waiting" role="status">
      {props.what} …{progress && ` ${progress.stage} ${progress.done.toLocaleString('en')}`}
      {progress && progress.total !== null && ` of ${progress.total.toLocaleString('en')}`}
    </p>
  )
}

export interface Tab {
  id: string
  title: string
}

/** Tabs as the keyboard knows them: arrows go from one to the next. */
export function Tabs(props: { tabs: readonly Tab[]; chosen: string; label: string; onChoose: (id: string) => void }) {
  const move = (event: KeyboardEvent) => {
    const at = props.tabs.findIndex((tab) => tab.id === props.chosen)
    const last = props.tabs.length - 1
    const [next, before] = [at === last ? 0 : at + 1, at === 0 ? last : at - 1]
    const to = { ArrowRight: next, ArrowLeft: before, Home: 0, End: last }[event.key]
    const tab = to === undefined ? undefined : props.tabs[to]
    if (tab === undefined) return
    event.preventDefault()
    props.onChoose(tab.id)
    document.getElementById(`tab-${tab.id}`)?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={props.label} onKeyDown={move}>
      {props.tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`tab-${tab.id}`}
          aria-selected={tab.id === props.chosen}
          aria-controls={tab.id === props.chosen ? `panel-${tab.id}` : undefined}
          tabIndex={tab.id === props.chosen ? 0 : -1}
          onClick={() => props.onChoose(tab.id)}
        >
          {tab.title}
        </button>
      ))}
    </div>
  )
}

export function Panel(props: { id: string; children: ComponentChildren }) {
  return (
    <div class="panel" role="tabpanel" id={`panel-${props.id}`} aria-labelledby={`tab-${props.id}`}>
      {props.children}
    </div>
  )
}

/** A line to type in, which asks when it is sent. What was asked last is put back when the address changes. */
export function Asking(props: {
  label: string
  value: string
  button: string
  hint?: string
  list?: string
  wide?: boolean
  onAsk: (text: string) => void
}) {
  const [text, setText] = useState(props.value)
  useEffect(() => setText(props.value), [props.value])
  const id = `ask-${props.label.toLowerCase().replace(/[^a-z]+/g, '-')}`
  return (
    <form
      class="asking"
      onSubmit={(event) => {
        event.preventDefault()
        props.onAsk(text.trim())
      }}
    >
      <label for={id}>{props.label}</label>
      <input
        id={id}
        class={props.wide === true ? 'wide' : ''}
        value={text}
        list={props.list}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby={props.hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit">{props.button}</button>
      {props.hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
    </form>
  )
}

/** A choice among a few, kept in the address under `key`; the first is not written there. */
export function Choice<T extends string>(props: {
  label: string
  name: string
  value: T
  options: readonly (readonly [T, string])[]
  otherwise: T
  also?: Record<string, string | undefined>
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <select
        value={props.value}
        onChange={(event) => {
          const value = event.currentTarget.value
          change({ ...props.also, [props.name]: value === props.otherwise ? undefined : value }, 'push')
        }}
      >
        {props.options.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

export function count(n: number): string {
  return n.toLocaleString('en')
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`
}
