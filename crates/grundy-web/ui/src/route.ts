// Where the reader is: a page and its parameters, kept in the address after `#`, so that every state has a permalink.

import { signal } from '@preact/signals'

export const PAGES = ['game', 'play', 'wythoff', 'misere', 'nimbers', 'census'] as const
export type PageName = (typeof PAGES)[number]

export interface Place {
  page: PageName
  query: Readonly<Record<string, string>>
}

/** Reads `#/game?code=.77&view=wrap`; anything else is the first page. */
export function readPlace(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const page = PAGES.find((name) => name === path) ?? 'game'
  return { page, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** Writes what `readPlace` reads. Colons, commas and plain brackets stay readable. */
export function writePlace(place: Place): string {
  const plain = (text: string) =>
    encodeURIComponent(text).replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%20/g, '+')
  const pairs = Object.entries(place.query).map(([key, value]) => `${plain(key)}=${plain(value)}`)
  return `#/${place.page}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

export const place = signal<Place>(readPlace(location.hash))

let pending: ReturnType<typeof setTimeout> | undefined

function flush() {
  if (pending === undefined) return
  clearTimeout(pending)
  pending = undefined
  history.replaceState(null, '', writePlace(place.value))
}

/** Goes to another page; the back button returns. */
export function go(page: PageName, query: Record<string, string> = {}) {
  flush()
  place.value = { page, query }
  history.pushState(null, '', writePlace(place.value))
}

/**
 * Changes parameters of this page; `undefined` removes one. The address follows at most ten times a second, because
 * browsers refuse more while a slider is drawn.
 */
export function change(query: Record<string, string | undefined>, step: 'replace' | 'push' = 'replace') {
  const next: Record<string, string> = { ...place.value.query }
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) delete next[key]
    else next[key] = value
  }
  if (step === 'push') return go(place.value.page, next)
  place.value = { page: place.value.page, query: next }
  pending ??= setTimeout(flush, 100)
}

/** A whole number from the address, within bounds; the default where it says none. */
export function whole(text: string | undefined, otherwise: number, least: number, most: number): number {
  const number = text === undefined || text.trim() === '' ? NaN : Number(text)
  if (!Number.isFinite(number)) return otherwise
  return Math.min(most, Math.max(least, Math.round(number)))
}

/** One of some words from the address; the first where it says none of them. */
export function word<T extends string>(text: string | undefined, words: readonly [T, ...T[]]): T {
  return words.find((known) => known === text) ?? words[0]
}

const follow = () => {
  place.value = readPlace(location.hash)
}
addEventListener('popstate', follow)
addEventListener('hashchange', follow)
addEventListener('pagehide', flush)
