// Where the reader is: kept in the address after `#`, so that every state has a permalink.

import { signal } from '@preact/signals'
import { readPlace, writePlace, type PageName, type Place } from './place'

export { PAGES, whole, word, writePlace, type PageName } from './place'

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

const follow = () => {
  place.value = readPlace(location.hash)
}
addEventListener('popstate', follow)
addEventListener('hashchange', follow)
addEventListener('pagehide', flush)
