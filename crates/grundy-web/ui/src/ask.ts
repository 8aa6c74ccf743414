// How the page asks: JSON, bytes, and long questions whose progress is streamed. The page itself computes nothing.

import { useSignalEffect, useSignal, signal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { EventReader } from './events'

export type Params = Record<string, string | number | boolean | undefined>

/** The server's own words on why there is no answer. */
export class Refused extends Error {}

/** Nobody answers on the other side. */
export class Gone extends Error {
  constructor() {
    super('The server does not answer. Start it again with “grundy serve”; this page goes on where it was.')
  }
}

/** Whether the server answered the last time. */
export const gone = signal(false)

/** Grows when the server is back, so that what failed is asked again. */
export const returns = signal(0)

export function address(path: string, params: Params): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    if (value !== undefined) search.set(key, String(value))
  }
  const text = search.toString()
  return `api/${path}${text === '' ? '' : `?${text}`}`
}

function lost(): Gone {
  if (!gone.value) {
    gone.value = true
    setTimeout(knock, 1000)
  }
  return new Gone()
}

async function knock() {
  try {
    await fetch('api/about', { cache: 'no-store' })
    gone.value = false
    returns.value += 1
  } catch {
    setTimeout(knock, 1000)
  }
}

async function send(path: string, params: Params, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address(path, params), init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw lost()
  }
  if (response.ok) return response
  throw new Refused(await reason(response))
}

async function reason(response: Response): Promise<string> {
  try {
    const body: unknown = await response.json()
    if (typeof body === 'object' && body !== null && 'error' in body) return String(body.error)
  } catch {
    // The status says it.
  }
  return `The server answered ${response.status} ${response.statusText}.`
}

export async function ask<T>(path: string, params: Params, signal?: AbortSignal): Promise<T> {
  const response = await send(path, params, signal === undefined ? {} : { signal })
  return (await response.json()) as T
}

export async function askBytes(path: string, params: Params, signal?: AbortSignal): Promise<ArrayBuffer> {
  const response = await send(path, params, signal === undefined ? {} : { signal })
  return response.arrayBuffer()
}

export async function tell<T>(path: string, body: string, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method: 'POST', body, headers: { 'content-type': 'text/plain' } }
  const response = await send(path, {}, signal === undefined ? init : { ...init, signal })
  return (await response.json()) as T
}

export interface Progress {
  stage: string
  done: number
  total: number | null
}

/** A long question: shows progress and ends with its answer. Aborting the signal ends it on the server, too. */
export async function askLong<T>(
  path: string,
  params: Params,
  signal: AbortSignal,
  progress: (at: Progress) => void,
): Promise<T> {
  const response = await send(path, params, { signal, headers: { accept: 'text/event-stream' } })
  if (response.body === null) throw lost()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const events = new EventReader()
  for (;;) {
    const piece = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : lost()
    })
    if (piece.done) throw lost()
    for (const { event, data } of events.push(decoder.decode(piece.value, { stream: true }))) {
      if (event === 'progress') progress(JSON.parse(data) as Progress)
      if (event === 'answer') return JSON.parse(data) as T
      if (event === 'failure') throw new Refused(String((JSON.parse(data) as { error: unknown }).error))
    }
  }
}

export type Asked<T> =
  | { state: 'nothing' }
  | { state: 'waiting'; progress?: Progress; before?: T }
  | { state: 'here'; answer: T }
  | { state: 'failed'; error: string }

export function answerOf<T>(asked: Asked<T>): T | undefined {
  return asked.state === 'here' ? asked.answer : asked.state === 'waiting' ? asked.before : undefined
}

/**
 * The answer to a question that follows from the page's state. `key` is the question as text (`undefined` asks
 * nothing); the last answer about the same `subject` stays in sight until the next is there. Asked again when the
 server returns. */
export function useAnswer<T>(
  key: string | undefined,
  question: (signal: AbortSignal, progress: (at: Progress) => void) => Promise<T>,
  { wait = 0, subject = '' } = {},
): Signal<Asked<T>> {
  const answered = useRef(subject)
  const asked = useSignal<Asked<T>>({ state: 'nothing' })
  const again = useSignal(0)
  useSignalEffect(() => {
    if (returns.value > 0 && asked.peek().state === 'failed') again.value = returns.value
  })
  useEffect(() => {
    if (key === undefined) {
      asked.value = { state: 'nothing' }
      return undefined
    }
    const stop = new AbortController()
    const before = answered.current === subject ? answerOf(asked.peek()) : undefined
    const waiting = (progress?: Progress) => {
      const base: Asked<T> = { state: 'waiting' }
      asked.value = { ...base, ...(progress && { progress }), ...(before !== undefined && { before }) }
    }
    waiting()
    const begin = () =>
      question(stop.signal, (progress) => {
        if (!stop.signal.aborted) waiting(progress)
      }).then(
        (answer) => {
          if (stop.signal.aborted) return
          answered.current = subject
          asked.value = { state: 'here', answer }
        },
        (error: unknown) => {
          if (!stop.signal.aborted) asked.value = { state: 'failed', error: messageOf(error) }
        },
      )
    const timer = setTimeout(() => void begin(), wait)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, again.value])
  return asked
}

/** A JSON question that follows from the page's state. */
export function useAsk<T>(path: string, params: Params | undefined, wait = 0): Signal<Asked<T>> {
  const key = params === undefined ? undefined : address(path, params)
  return useAnswer(key, (signal) => ask<T>(path, params ?? {}, signal), { wait })
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
